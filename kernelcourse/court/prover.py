"""The prover: a formula is a kernel if one of the rules says so; every "yes" is a tree of rules down to simple facts.

Two questions call each other: is P a kernel, and is ψ conditionally negative definite (Σ aᵢaⱼψ(xᵢ, xⱼ) ≤ 0 whenever
Σ aᵢ = 0)? The second is weaker, and Schoenberg's theorems lead back from it to kernels. Sound, not complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Node
from kernelcourse.validity import Certificate

from .algebra.display import text, tree
from .algebra.factoring import reduce_by
from .algebra.identities import Forms, NotReal
from .algebra.normal_form import ONE, Polynomial, TooLarge, from_atom, monomial
from .algebra.signs import Signs
from .algebra.substitution import on_diagonal, swapped
from .domains import Domain
from .exactly.clock import check
from .exactly.reading import TOO_LONG, UNFIT, Rejected
from .exactly.zero import vanishes
from .verifier import Verifier
from .weights import sign_by_weight

DEEPEST = 14
MOST_QUESTIONS = 400


class Prover:
    """Proofs on one domain; answers are remembered."""

    def __init__(self, domain: Domain):
        from .rules import RULES  # the rules ask the prover about smaller formulas

        self.domain, self.rules = domain, RULES
        self.forms = Forms(domain)
        self.signs = Signs(self)
        self.kernels: dict[str, Certificate | None] = {}
        self.conditional: dict[str, Certificate | None] = {}
        self.depth, self.questions = 0, 0

    def typed(self, P: Polynomial) -> str:
        """P as one types it, for statements."""
        return text(P, self.domain)

    def show(self, P: Polynomial) -> str:
        """P as a book prints it, for reasons."""
        return kernel_text(self.tree(P))

    def kernel(self, P: Polynomial) -> Certificate | None:
        """A proof that P is a kernel on the domain, or None."""
        return self._ask(self.kernels, self._kernel, P)

    def conditionally_negative(self, P: Polynomial) -> Certificate | None:
        """A proof that P is conditionally negative definite, or None."""
        from .rules.schoenberg import conditionally_negative

        return self._ask(self.conditional, lambda Q: conditionally_negative(self, Q), P)

    def _ask(
        self,
        known: dict[str, Certificate | None],
        answer: Callable[[Polynomial], Certificate | None],
        P: Polynomial,
    ) -> Certificate | None:
        if P.key in known:
            return known[P.key]
        self.questions += 1
        check()
        if self.depth > DEEPEST or self.questions > MOST_QUESTIONS:
            return None
        known[P.key] = None  # a formula is no proof of itself
        self.depth += 1
        try:
            known[P.key] = answer(P)
        except (TooLarge, NotReal, RecursionError, OverflowError):
            pass
        finally:
            self.depth -= 1
        return known[P.key]

    def _kernel(self, P: Polynomial) -> Certificate | None:
        reduced = self.without_improper_fractions(P)
        if swapped(self.forms, reduced) != reduced:  # x·z/(x + z) has no remainder that is symmetric
            reduced = P
            if swapped(self.forms, P) != P:
                return None
        if len(reduced.sides) == 2 and not self.diagonal(reduced):  # k(x, x) = 0 for all x only if k = 0
            return None
        for rule in self.rules:
            found = rule(self, reduced)
            if found is not None:
                return found
        return None

    def diagonal(self, P: Polynomial) -> Polynomial:
        """k(x, x)."""
        return self.without_improper_fractions(on_diagonal(self.forms, P))

    def without_improper_fractions(self, P: Polynomial) -> Polynomial:
        """Numerators divided by their denominators: u²/(1 + u²) becomes 1 − 1/(1 + u²)."""
        for a in sorted(
            {a for m in P.terms for a, e in m if a.kind == "base" and e < 0}, key=lambda a: a.key
        ):
            q = a.argument
            if q is None or not q.sides or len(q.terms) < 2:
                continue
            for e in sorted({dict(m)[a] for m in P.terms if a in dict(m)}):
                over = {m: c for m, c in P.terms.items() if dict(m).get(a) == e}
                if e >= 0 or not over:
                    continue
                numerator = {monomial({b: f for b, f in m if b != a}): c for m, c in over.items()}
                own = {b for n in q.terms for b, _ in n}
                if any(f < 0 and b in own for m in numerator for b, f in m):
                    continue
                quotient, remainder = reduce_by(Polynomial(numerator), q)
                if quotient:
                    rest = Polynomial({m: c for m, c in P.terms.items() if m not in over})
                    P = (
                        rest
                        + self.forms.multiply(quotient, self.forms.power(from_atom(a), e + 1))
                        + self.forms.multiply(remainder, from_atom(a, e))
                    )
        return P

    # ---- signs, with what is known of kernels --------------------------------------------------------------

    def nonnegative(self, P: Polynomial) -> bool:
        """P ≥ 0 on the domain."""
        return self.signs.nonnegative(P)

    def positive(self, P: Polynomial) -> bool:
        """P > 0 on the domain."""
        return self.signs.positive(P)

    def sign_by_weight(self, P: Polynomial, strict: bool, depth: int) -> Certificate | None:
        """A proof that P = h(x)·h(z) − K is > 0 (≥ 0)."""
        return sign_by_weight(self, P, strict, depth)

    def constant_sign(self, P: Polynomial) -> int | None:
        """The sign of a formula without x and z: 1, 0, −1, or None if it is too close to tell."""
        if not P:
            return 0
        found = self.signs.bounds(P)
        if found.low > 0 or found.high < 0:
            return 1 if found.low > 0 else -1
        return 0 if vanishes(self.tree(P), self.domain.name, self.domain.dim) else None

    def certificate(
        self,
        rule: str,
        P: Polynomial,
        reason: str,
        premises: tuple[Certificate, ...] = (),
        claims: str = "kernel",
        **data: Any,
    ) -> Certificate:
        """A step of a proof about P, with the data that a second reader needs."""
        statement = self.typed(P) if claims == "kernel" else f"ψ = {self.typed(P)}"
        return Certificate(rule, statement, reason, premises, self.tree(P), claims, data)

    def stands(self, step: Certificate) -> bool:
        """Whether the second instance accepts this step: its premises are taken as shown."""
        try:
            Verifier(step, self.domain.name, self.domain.dim).check(step)
        except (Rejected, *TOO_LONG, *UNFIT):
            return False
        return True

    def multiple(self, P: Polynomial, c: Polynomial, inner: Certificate) -> Certificate:
        """c·k with c ≥ 0."""
        if c == ONE:
            return inner
        reason = f"c·k with c = {self.show(c)} ≥ 0"
        return self.certificate("sum", P, reason, (inner,), weights=(self.tree(c),))

    def sum(self, P: Polynomial, parts: list[Certificate]) -> Certificate:
        """A sum of kernels; one of them alone is itself."""
        if len(parts) == 1:
            return parts[0]
        return self.certificate("sum", P, "a sum of kernels: features side by side", tuple(parts))

    def tree(self, P: Polynomial) -> Node:
        return tree(P, self.domain)
