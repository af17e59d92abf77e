"""One joint factor: x·z, exp(k), a power series of k, exp(−ψ), 1/(c + ψ)^r, or a product of such."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ZERO, Atom, Polynomial, from_atom, number, sides_of
from ..substitution import swapped

if TYPE_CHECKING:
    from ..prover import Prover

SERIES = {
    "cosh": ("cosh t = 1 + t²/2! + t⁴/4! + …", None),
    "sinh": ("sinh t = t + t³/3! + t⁵/5! + …", None),
    "arcsin": ("arcsin t = t + t³/6 + 3t⁵/40 + … for |t| ≤ 1", 1),
    "arctanh": ("arctanh t = t + t³/3 + t⁵/5 + … for |t| < 1", 1),
    "tan": ("tan t = t + t³/3 + 2t⁵/15 + … for |t| < π/2", Fraction(3, 2)),
}


def single_factor(prover: Prover, P: Polynomial) -> Certificate | None:
    """A product of joint atoms, each of which is a kernel."""
    if P.single is None:
        return None
    m, c = P.single
    if c != 1 or any(len(a.sides) != 2 for a, _ in m) or not m:
        return None
    if len(m) == 1:
        return _power_of_atom(prover, *m[0])
    premises = []
    for a, e in m:
        proof = prover.kernel(from_atom(a, e))
        if proof is None:
            return None
        premises.append(proof)
    return Certificate(
        "product", prover.show(P), "a product of kernels: all products of features", tuple(premises)
    )


def _power_of_atom(prover: Prover, a: Atom, e: Fraction) -> Certificate | None:
    shown = prover.show(from_atom(a, e))
    if e.denominator == 1 and e > 1:
        proof = prover.kernel(from_atom(a))
        if proof is None:
            return None
        return Certificate("power", shown, f"k**{e} is a product of {e} kernels", (proof,))
    if e == 1:
        return _atom(prover, a, shown)
    if e < 0 and a.kind == "base" and a.argument is not None:
        return _reciprocal(prover, a.argument, -e, shown)
    return None


def _atom(prover: Prover, a: Atom, shown: str) -> Certificate | None:
    if a.kind == "xz":
        return Certificate("inner product", shown, "Σᵢⱼ aᵢaⱼ xᵢ·xⱼ = ‖Σ aᵢxᵢ‖² ≥ 0")
    if a.kind == "delta":
        return Certificate("indicator", shown, "1 if equal, else 0: one feature for every value")
    q = a.argument
    if q is None:
        return None
    if a.kind == "exp":
        return _exponential(prover, q, shown)
    if a.kind in SERIES:
        return _series(prover, a.kind, q, shown)
    return None


def _exponential(prover: Prover, q: Polynomial, shown: str) -> Certificate | None:
    proof = prover.kernel(q)
    if proof is not None:
        return Certificate(
            "exponential", shown, "exp(k) = 1 + k + k²/2! + …, a limit of sums of products", (proof,)
        )
    proof = prover.conditionally_negative(-q)
    if proof is None:
        return None
    return Certificate(
        "Schoenberg", shown, "exp(−ψ) is a kernel for ψ conditionally negative definite", (proof,)
    )


def _series(prover: Prover, name: str, q: Polynomial, shown: str) -> Certificate | None:
    formula, radius = SERIES[name]
    if radius is not None:
        room = number(radius) - prover.diagonal(q)
        closed = name == "arcsin"
        if not (prover.signs.nonnegative(room) if closed else prover.surely_positive(room)):
            return None
    proof = prover.kernel(q)
    if proof is None:
        return None
    reason = f"{formula}: no negative coefficient"
    if radius is not None:
        reason += ", and |k(x, z)| ≤ √(k(x, x) k(z, z)) stays inside"
    return Certificate("power series", shown, reason, (proof,))


def _reciprocal(prover: Prover, q: Polynomial, r: Fraction, shown: str) -> Certificate | None:
    """1/ψ^r = ∫ t^(r−1) exp(−tψ) dt / Γ(r), for ψ conditionally negative definite and positive."""
    for g in [ZERO, *_exponents(q)]:
        factor = prover.forms.exp(-(g + swapped(prover.forms, g)))
        inside = q if not g else prover.forms.multiply(q, factor)
        if not prover.surely_positive(prover.diagonal(inside)):
            continue
        proof = prover.conditionally_negative(inside)
        if proof is None:
            continue
        series = _geometric(prover, inside, r, shown)
        if not g and series is not None:
            return series
        reason = "1/ψ**r = ∫ t**(r−1)·exp(−t·ψ) dt / Γ(r): a mixture of Schoenberg's kernels, as ψ > 0"
        if not g:
            return Certificate("Schoenberg", shown, reason, (proof,))
        inner = Certificate("Schoenberg", prover.show(prover.forms.power(inside, -r)), reason, (proof,))
        return Certificate(
            "g(x) k g(z)",
            shown,
            f"g(x) = {prover.show(prover.forms.exp(g.scaled(-r)))} multiplies every feature",
            (inner,),
        )
    return None


def _geometric(prover: Prover, q: Polynomial, r: Fraction, shown: str) -> Certificate | None:
    """(c − k)^(−r) as a power series, if q is a positive constant minus a kernel."""
    rest = number(q.number) - q
    if q.number <= 0:
        return None
    proof = prover.kernel(rest)
    if proof is None:
        return None
    return Certificate(
        "power series",
        shown,
        f"(c − t)**(−{r}) has no negative coefficient, and k(x, x) < c = {q.number}",
        (proof,),
    )


def _exponents(q: Polynomial) -> list[Polynomial]:
    """The arguments of the exponentials in x alone: candidates for a common factor."""
    found = []
    for m in q.terms:
        for a, e in m:
            if a.kind == "exp" and a.argument is not None:
                own = Polynomial({n: c for n, c in a.argument.terms.items() if sides_of(n) == {"x"}})
                if own:
                    found.append(own.scaled(e))
    return found[:4]
