"""The prover: a formula is a kernel if one of the rules says so; every "yes" is a tree of rules down to simple facts.

Two questions call each other: is P a kernel, and is ψ conditionally negative definite (Σ aᵢaⱼψ(xᵢ, xⱼ) ≤ 0 whenever
Σ aᵢ = 0)? The second is weaker, and Schoenberg's theorems lead back from it to kernels. Sound, not complete.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelcourse.validity import Certificate

from .display import text
from .domains import Domain
from .factoring import reduce_by, square_root
from .identities import Forms, NotReal
from .normal_form import Atom, Polynomial, TooLarge, from_atom, from_term, monomial
from .signs import Signs
from .substitution import on_diagonal, swapped

DEEPEST = 14
MOST_QUESTIONS = 400


class Prover:
    """Proofs on one domain; answers are remembered."""

    def __init__(self, domain: Domain):
        from .rules import RULES  # the rules ask the prover about smaller formulas

        self.domain, self.rules = domain, RULES
        self.forms = Forms(domain)
        self.signs = Signs(self.forms)
        self.kernels: dict[str, Certificate | None] = {}
        self.conditional: dict[str, Certificate | None] = {}
        self.depth, self.questions = 0, 0
        self.punctured = False  # the origin is left out: the formula is 0/0 there

    def show(self, P: Polynomial) -> str:
        return text(P, self.domain)

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
        if swapped(self.forms, reduced) != reduced:
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
                if any(f < 0 for m in numerator for _, f in m):
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
        """P ≥ 0 on the domain: by its terms, or because ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2."""
        return self.signs.nonnegative(P) or self._by_diagonal(P, self.signs.nonnegative)

    def positive(self, P: Polynomial) -> bool:
        """P > 0 on the domain."""
        if self.surely_positive(P) or self._by_diagonal(P, self.surely_positive):
            return True
        root = square_root(P, self.forms.multiply)
        return root is not None and (self.positive(root) or self.positive(-root))

    def surely_positive(self, P: Polynomial) -> bool:
        """P > 0 by the signs of its terms; away from the origin if that is left out."""
        return self.signs.positive(P) or (self.punctured and self.signs.definite(P))

    def _by_diagonal(self, P: Polynomial, certain: Callable[[Polynomial], bool]) -> bool:
        if len(P.sides) < 2:
            return False
        try:
            if certain(self.diagonal(P)) and self.conditionally_negative(P) is not None:
                return True
            constant = from_term((), P.number)
            rest = P - constant  # |K(x, z)| ≤ max K(x, x): c + K ≥ c − K(x, x)
            return certain(constant - self.diagonal(rest)) and self.kernel(rest) is not None
        except (TooLarge, NotReal):
            return False

    def constant_sign(self, P: Polynomial) -> int | None:
        """The sign of a formula without x and z: 1, 0, −1, or None if it is too close to tell."""
        if not P:
            return 0
        found = self.signs.interval(P)
        return 1 if found.low > 0 else -1 if found.high < 0 else None


def atom_of(P: Polynomial) -> tuple[Atom, object] | None:
    """(atom, exponent) if P is a single atom to a power."""
    if P.single is None or P.single[1] != 1 or len(P.single[0]) != 1:
        return None
    return P.single[0][0]
