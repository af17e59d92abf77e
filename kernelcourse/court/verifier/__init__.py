"""The second instance: re-checks a certificate from its data alone. PROVED means that it stood up here.

The prover may be clever; this must be short. It reads every formula with its own algebra, asks of each step what
follows by the rule it names (rules.py, spectral.py), believes only what axioms.py lists, and wants the root to be the
formula as typed and defined on the whole domain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kernelcourse.language.reading import Node
from kernelcourse.language.tree import free_names
from kernelcourse.validity import Certificate

from ..exactly.algebra import Algebra
from ..exactly.enclosures import Range
from ..exactly.forms import Form, constant, sides
from ..exactly.planes import plane_is_enough
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import bounds, essential, limit, never_zero, parts_of
from . import spectral as spectral  # its rules are listed
from .axioms import ELSEWHERE, LARGER
from .rules import RULES, Conclusion

LETTER = {"kernel": "k", "conditional": "c", "positive": "p", "nonnegative": "n"}
Given = tuple[tuple[Node, str], ...]  # formulas in parameters, each with its sign: positive or nonnegative


def verify(certificate: Certificate, typed: Node, domain: str, dim: int, given: Given = ()) -> None:
    """Nothing, or Rejected with the reason. A family stands for all parameters with the given signs."""
    if certificate.claims != "kernel" or certificate.formula != typed:
        raise Rejected("the root is not the formula as typed")
    where = certificate.data.get("domain", domain)
    if where != domain and where not in LARGER.get(domain, ()):
        raise Rejected("the proof is for another domain")
    try:
        Verifier.elsewhere(certificate, where, dim, given)
    except (*TOO_LONG, *UNFIT) as error:
        raise Rejected(f"the data do not fit, or a formula is too long ({type(error).__name__})") from None


class Verifier:
    """The checks on one domain."""

    @staticmethod
    def elsewhere(proof: Certificate, domain: str, dim: int, given: Given = ()) -> None:
        """A whole proof, on a domain of its own."""
        verifier = Verifier(proof, domain, dim, given)
        verifier.check(proof)
        verifier.check_defined()

    def __init__(self, certificate: Certificate, domain: str, dim: int, given: Given = ()):
        self.domain, self.dim, self.given = domain, dim, given
        plane = plane_is_enough(certificate.nodes(), domain, dim)
        self.algebra: Algebra = Algebra(domain, 2 if plane else dim)
        names = {name for P, _ in given for name in free_names(P)} - {"pi"}
        if names & {"x", "z", "d"}:
            raise Rejected("a condition on parameters speaks of the points")
        self.read = Reader(self.algebra, dim, parameters=frozenset(names))
        self.forms: dict[Node, Form] = {}
        for P, claim in given:
            limit(self.algebra, self.form(P).unit, claim == "positive")
        self.shown = [(essential(self.algebra, self.form(P)), claim) for P, claim in given]  # signs accepted

    def form(self, tree: Node) -> Form:
        """What a formula says; what must hold for it to be defined is noted."""
        if tree not in self.forms:
            self.forms[tree] = self.read(tree)
        return self.forms[tree]

    def same(self, P: Form, Q: Form) -> bool:
        return P.key == Q.key or self.algebra.is_zero(P - Q)

    def check(self, step: Certificate) -> None:
        """Every premise, then the step itself."""
        here = () if step.rule in ELSEWHERE else step.premises
        for premise in (*step.defined, *here):
            self.check(premise)
        kind = step.claims if step.claims in ("kernel", "conditional") else "sign"
        takes, rule = RULES[kind, step.rule]
        if not re.fullmatch(takes, "".join(LETTER[p.claims] for p in step.premises)):
            raise Rejected(f"{step.rule} does not take these premises")
        made = rule(self, step, [self.form(p.formula) for p in here])
        if not self._is(step.formula, made):
            raise Rejected(f"{step.rule} does not lead to {step.statement}")
        if kind == "sign":  # a sign may rest only on signs shown before it, never on itself
            self.check_defined()
            self.shown.append((essential(self.algebra, self.form(step.formula)), step.claims))

    def _is(self, tree: Node, made: Conclusion) -> bool:
        if made is None or made == tree:
            return made is not None
        return self.same(self.form(tree), made if isinstance(made, Form) else self.form(made))

    def check_defined(self) -> None:
        """Every division, root and logarithm in the formulas read so far."""
        for need, P in self.read.needs:
            if not self.holds(need, P):
                raise Rejected("a division, root or logarithm is not shown to be defined")
        self.read.needs.clear()

    def holds(self, need: str, P: Form) -> bool:
        parts, strict = parts_of(need, P), need != "nonnegative"
        enough = bool(parts) and all(self.holds(*part) for part in parts)
        if enough or need == "within":
            return enough
        if need == "nonzero" and (never_zero(self.algebra, P) or self.holds("positive", P.scaled(-1))):
            return True
        known = {Q.key: Q for Q, claim in self.shown if claim == "positive" or not strict}
        wanted = essential(self.algebra, P)
        enough = self.bounds(P).positive(strict) or wanted.key in known
        return enough or any(self.same(wanted, Q) for Q in known.values())

    def bounds(self, P: Form) -> Range:
        return bounds(self.algebra, P)

    def constant_sign(self, c: Node | Form, least: int) -> bool:
        """A constant ≥ 0 (least = 0) or > 0 (least = 1)."""
        P = c if isinstance(c, Form) else self.form(c)
        if any(sides(m) for m in P.terms):
            return False
        return (least == 0 and self.algebra.is_zero(P)) or self.holds(
            "positive" if least else "nonnegative", P
        )

    def combination(self, weights: Sequence[Node], forms: Sequence[Form]) -> Form:
        """Σ c·P with constants c ≥ 0."""
        total = constant(0)
        for c, P in zip(weights, forms, strict=True):
            if not self.constant_sign(c, 0):
                raise Rejected("a weight is negative")
            total = total + self.algebra.times(self.form(c), P)
        return total

    def has_sign(self, tree: Node, premises: Any, strict: bool) -> bool:
        """Whether the premise, one and no other, says so."""
        (premise,) = premises
        return (premise.claims == "positive" or not strict) and self._is(premise.formula, tree)
