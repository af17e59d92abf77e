"""The second instance: re-checks a certificate from its data alone. PROVED means that it stood up here.

The prover may be clever; this must be short. It reads every formula with its own algebra, checks each step by the rule
it names (rules.py), believes only what axioms.py lists, and asks that the root be the formula as typed and defined on
the whole domain.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from kernelcourse.language.reading import Name, Node
from kernelcourse.language.tree import substitute
from kernelcourse.validity import Certificate

from ..exactly.algebra import Algebra
from ..exactly.enclosures import Range, point
from ..exactly.forms import Form, Product, TooLong, letter
from ..exactly.planes import without_coordinates
from ..exactly.reading import Reader, Rejected
from ..exactly.signs import atom_bounds, bounds
from . import rules

__all__ = ["Rejected", "Verifier", "verify"]

# a kernel on a set is one on every subset: the larger sets in which each domain lies
LARGER = {"positive": ("real",), "interval": ("positive", "real"), "ball": ("real",), "sphere": ("real",),
          "nonzero": ("real",), "integer": ("real",), "binary": ("interval", "positive", "real"),
          "histogram": ("interval", "positive", "real")}  # fmt: skip
TOO_LONG = (TooLong, ZeroDivisionError, RecursionError, OverflowError)
UNFIT = (KeyError, TypeError, ValueError, IndexError, AttributeError)
ROUND = (
    "real",
    "positive",
    "ball",
    "sphere",
    "nonzero",
    "integer",
)  # two points of it turn into a plane of it
LETTER = {"kernel": "k", "conditional": "c", "positive": "p", "nonnegative": "n"}
# which premises a rule takes: kernels k, conditionally negative definite functions c, signs p (> 0) and n (≥ 0)
PATTERN = dict.fromkeys(("sum", "product"), "k+") | dict.fromkeys(("power", "weighting", "exponentials"), "k")
PATTERN |= {
    "series": "k[pn]?",
    "minimum": "[pn]",
    "Schoenberg": "c",
    "pinned": "c",
    "reflected": "c",
    "conditional sum": "[kc]*",
}
PATTERN |= dict.fromkeys(("mixture", "difference", "conditional power", "diagonal"), "c[pn]")
PATTERN |= {"kernel bound": "k[pn]"}


def verify(certificate: Certificate, typed: Node, domain: str, dim: int) -> None:
    """Nothing, or Rejected with the reason."""
    if certificate.claims != "kernel" or certificate.formula != typed:
        raise Rejected("the root is not the formula as typed")
    where = certificate.data.get("domain", domain)
    if where != domain and where not in LARGER.get(domain, ()):
        raise Rejected("the proof is for another domain")
    try:
        verifier = Verifier(certificate, where, dim)
        verifier.check(certificate)
        verifier.check_defined()
    except TOO_LONG:
        raise Rejected("a formula is too long to be multiplied out, or nowhere defined") from None
    except UNFIT as error:
        raise Rejected(f"the data do not fit the rule ({type(error).__name__})") from None


def stands(step: Certificate, domain: str, dim: int) -> bool:
    """Whether one step follows from its premises: for a prover that wants to know before it goes on."""
    try:
        Verifier(step, domain, dim).check(step)
    except (Rejected, *TOO_LONG, *UNFIT):
        return False
    return True


def vanishes(tree: Node, domain: str, dim: int) -> bool:
    """Whether a formula is 0 wherever it is defined: √2·√3 − √6."""
    algebra = Algebra(domain, dim)
    try:
        return algebra.is_zero(Reader(algebra, dim)(tree))
    except (Rejected, *TOO_LONG, *UNFIT):
        return False


class Verifier:
    """The checks on one domain."""

    def __init__(self, certificate: Certificate, domain: str, dim: int):
        steps = list(certificate.nodes())
        trees = [s.formula for s in steps] + [t for s in steps for t in _trees(s.data)]
        flat = (
            dim > 2 and domain in ROUND and all(without_coordinates(t) for t in trees if isinstance(t, Node))
        )
        self.domain, self.dim = domain, dim
        self.algebra = Algebra(domain, 2 if flat else dim)
        self.reader = Reader(self.algebra, dim)
        self.shown: list[tuple[Form, str]] = []  # the signs accepted so far
        self.forms: dict[int, Form] = {}
        self.kept: list[Any] = []

    def read(self, tree: Node, x: Any = None, z: Any = None) -> Form:
        return self.reader(tree, x, z)

    def form(self, tree: Node) -> Form:
        if id(tree) not in self.forms:
            self.kept.append(tree)
            self.forms[id(tree)] = self.reader(tree)
        return self.forms[id(tree)]

    def same(self, P: Form, Q: Form) -> bool:
        return P.key == Q.key or self.algebra.is_zero(P - Q)

    def check(self, step: Certificate) -> None:
        """Every premise, then the step itself."""
        for premise in (*step.defined, *step.premises):
            self.check(premise)
        kinds = "".join(LETTER[p.claims] for p in step.premises)
        table = {"kernel": rules.KERNEL, "conditional": rules.CONDITIONAL}.get(step.claims, rules.SIGN)
        pattern = PATTERN.get(step.rule, "")
        if table is rules.SIGN and step.rule == "product":
            pattern = "p+" if step.claims == "positive" else "[pn]+"
        if step.rule not in table or not re.fullmatch(pattern, kinds):
            raise Rejected(f"{step.rule} does not take these premises")
        functions = [
            self.form(p.formula)
            for p in step.premises
            if p.claims in ("kernel", "conditional") or table is rules.SIGN
        ]
        if not table[step.rule](self, step, functions):
            raise Rejected(f"{step.rule} does not lead to {step.statement}")
        if table is rules.SIGN:  # a sign may rest only on signs shown before it, never on itself
            self.check_defined()
            self.shown.append((self.form(step.formula), step.claims))

    def check_defined(self) -> None:
        """Every division, root and logarithm in the formulas read so far."""
        for need, P in self.reader.needs:
            if not self._holds(need, P, self.shown):
                raise Rejected("a division, root or logarithm is not shown to be defined")
        self.reader.needs.clear()

    def _holds(self, need: str, P: Form, proved: list[tuple[Form, str]]) -> bool:
        if need == "within":
            one = self.algebra.power(P, Fraction(0))
            return self._holds("nonnegative", one - P, proved) and self._holds("nonnegative", one + P, proved)
        strict = need != "nonnegative"
        signs = (P, P.scaled(-1)) if need == "nonzero" else (P,)
        return any(
            bounds(self.algebra, Q).positive(strict)
            or any((claim == "positive" or not strict) and self.same(Q, known) for known, claim in proved)
            for Q in signs
        )

    def bounds(self, P: Form) -> Range:
        return bounds(self.algebra, P)

    def constant_sign(self, tree: Node | Form, least: int) -> bool:
        """A constant ≥ 0 (least = 0) or > 0 (least = 1)."""
        P = tree if isinstance(tree, Form) else self.form(tree)
        if any(self.sides(m) for m in P.terms):
            return False
        return bounds(self.algebra, P).positive() or (least == 0 and self.same(P, P.scaled(0)))

    def has_sign(self, tree: Node, premises: Any, strict: bool) -> bool:
        """Whether the premise, one and no other, says so."""
        (premise,) = premises
        return (premise.claims == "positive" or not strict) and self.same(
            self.form(tree), self.form(premise.formula)
        )

    def sides(self, m: Product) -> set[str]:
        found: set[str] = set()
        for a, _ in m:
            if a.inner is not None:
                found |= {side for n in a.inner.terms for side in self.sides(n)}
            elif a.kind[0] in "xz":
                found.add(a.kind[0])
            elif a.kind.startswith("len"):
                found.add(a.kind[3])
            elif not a.kind.startswith(("prime", "pi", "i")):
                found |= {"x", "z"}
        return found

    def symmetric(self, tree: Node) -> bool:
        if self.domain == "string":
            return self.same(self.form(tree), self.form(substitute(tree, {"x": Name("z"), "z": Name("x")})))
        x, z = ([letter(f"{side}{i}") for i in range(self.algebra.dim)] for side in "xz")
        return self.same(self.form(tree), self.read(tree, x=z, z=x))

    def one_letter(self, P: Form) -> tuple[list[Fraction], Range] | None:
        """P = Σ cₖ tᵏ for one letter t: its coefficients and the range of t."""
        letters = {a for m in P.terms for a, _ in m}
        if len(letters) != 1 or any(e < 0 or e.denominator != 1 for m in P.terms for _, e in m):
            return None
        (t,) = letters
        powers = {int(m[0][1]) if m else 0: c for m, c in P.terms.items()}
        return [powers.get(k, Fraction(0)) for k in range(max(powers) + 1)], atom_bounds(self.algebra, t)

    def semidefinite(self, rows: list[list[Range]]) -> bool:
        """LDLᵀ in intervals: each pivot is > 0, or its whole row is 0."""
        while rows:
            zero = [i for i, row in enumerate(rows) if all(e == point(0) for e in row)]
            if zero:
                rows = [
                    [e for j, e in enumerate(row) if j not in zero]
                    for i, row in enumerate(rows)
                    if i not in zero
                ]
                continue
            best = max(range(len(rows)), key=lambda i: rows[i][i].low)
            if not rows[best][best].positive():
                return False
            scale, head = rows[best][best].inverse(), rows[best]
            kept = [i for i in range(len(rows)) if i != best]
            rows = [[rows[i][j] + -(rows[i][best] * scale * head[j]) for j in kept] for i in kept]
        return True


def _trees(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [t for v in value.values() for t in _trees(v)]
    if isinstance(value, (tuple, list)):
        return [t for v in value for t in _trees(v)]
    return [value]
