"""Functions of t = x·z on the sphere: their coefficients before Gegenbauer's polynomials, up to factors > 0."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Node

from .algebra import Algebra
from .forms import HALF, Atom, Form, constant, letter
from .means import mean_of_function
from .reading import TOO_LONG, UNFIT, Reader, Rejected
from .slices import mean_is_at_least

if TYPE_CHECKING:
    from ..verifier import Verifier

T = Atom("t0")
HIGHEST = 4


def mean_distance(d: int) -> Form:
    """Of two points of the sphere in R^d: 2^(d−1) Γ(d/2)²/(√π Γ(d − 1/2)), so 4/π, 4/3, 64/(15π) …"""
    even = d % 2 == 0
    value, size = (Fraction(4), 2) if even else (Fraction(4, 3), 3)
    while size < d:  # from d to d + 2 by Γ(s + 1) = s Γ(s)
        value *= Fraction(size * size) / ((size + HALF) * (size - HALF))
        size += 2
    return Form({((Atom("pi"), Fraction(-1)),): value}) if even else constant(value)


def mean_power(n: int, d: int) -> Fraction:
    """Of tⁿ: 1·3·…·(n − 1)/(d (d + 2) … (d + n − 2))."""
    value = Fraction(1 if n % 2 == 0 else 0)
    for j in range(0, n, 2):
        value *= Fraction(j + 1, d + j)
    return value


def gegenbauer(n: int, d: int) -> list[Fraction]:
    """C₀ = 1, C₁ = t, (n + d − 2) Cₙ₊₁ = (2n + d − 2) t Cₙ − n Cₙ₋₁: here Cₙ(1) = 1."""
    before, current = [Fraction(0)], [Fraction(1)]
    for k in range(n):
        step = [Fraction(0), *(c * (2 * k + d - 2) for c in current)]
        for place, c in enumerate(before):
            step[place] -= k * c
        before, current = current, ([Fraction(0), Fraction(1)] if k == 0 else [c / (k + d - 2) for c in step])
    return current


def zonal_profile(node: Node, d: int) -> Form:
    """k(e₁, z) for z = (t, √(1 − t²), 0, …): all of k, if it depends on x·z alone."""
    algebra, t, rest = Algebra("sphere", d), letter("t0"), [constant(0)] * (d - 2)
    side = algebra.power(constant(1) - algebra.times(t, t), HALF)
    return Reader(algebra, d)(node, x=[constant(1), constant(0), *rest], z=[t, side, *rest])


def projections(P: Form, d: int, highest: int = HIGHEST) -> list[Form]:
    """The mean of P·Cₙ, n = 0, 1, …: for polynomials in t; of √(1 − t), arcsin t and some others only the mean."""
    parts = [(dict(m), Form({tuple(f for f in m if not _moves(f[0])): c})) for m, c in P.terms.items()]
    found: list[Form] = []
    for n in range(highest + 1):
        total = constant(0)
        for factors, c in parts:
            moving = {a: e for a, e in factors.items() if _moves(a)}
            power = moving.pop(T, Fraction(0))
            if not moving and power.denominator == 1 and power >= 0:
                mean = sum(
                    (g * mean_power(k + int(power), d) for k, g in enumerate(gegenbauer(n, d))), Fraction(0)
                )
                total = total + c.scaled(mean)
            elif n == 0 and not power and len(moving) == 1:
                total = total + _of_root(c, *next(iter(moving.items())), d)
            else:
                return found
        found.append(total)
    return found


def _moves(a: Atom) -> bool:
    return a == T or (a.inner is not None and any(_moves(b) for m in a.inner.terms for b, _ in m))


def mean_of(f: Node, d: int) -> Form:
    """The mean of f over the sphere in R^d, t = x·z and r = ‖x − z‖; a ValueError if it is not known."""
    algebra, t = Algebra("sphere", d), letter("t0")
    distance = algebra.power((constant(1) - t).scaled(2), HALF)
    heights = projections(Reader(algebra, d)(f, t=t, r=distance), d, highest=0)
    if not heights:
        raise ValueError("no mean is known")
    return heights[0]


def mean_reaches(v: Verifier, f: Node, c: Form, d: int) -> bool:
    """Whether c is not above the mean of f, by its closed form or in slices."""
    with suppress(Rejected, *TOO_LONG, *UNFIT):
        if v.constant_sign(mean_of(f, d) - c, 0):
            return True
    return mean_is_at_least(f, v.bounds(c), d)


def _of_root(c: Form, a: Atom, e: Fraction, d: int) -> Form:
    known = mean_of_function(a, e, d)
    if known is not None:
        return Algebra("real", 1).times(c, known)
    if a.kind == "arcsin" and a.inner is not None and a.inner.key == letter("t0").key and e == 1:
        return constant(0)
    if (
        a.kind == "base"
        and a.inner is not None
        and a.inner.key == (constant(1) - letter("t0")).key
        and e == HALF
    ):
        A = Algebra("real", 1)  # ‖x − z‖ = √2·√(1 − t)
        return A.times(c, A.times(mean_distance(d), A.power(constant(2), -HALF)))
    raise ValueError("no mean is known")


def gegenbauer_sum(coefficients: Sequence[Fraction], d: int) -> list[Fraction]:
    """Σ aₙ Cₙ(t) as a polynomial in t; for d = 2 the Cₙ are cos nω in t = cos ω."""
    total = [Fraction(0)] * len(coefficients)
    for n, a in enumerate(coefficients):
        for k, c in enumerate(gegenbauer(n, d)):
            total[k] += a * c
    return total
