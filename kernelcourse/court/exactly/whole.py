"""φ(x − z) on Z, by its symbol Σ φ(n) cos nω: a finite part, geometric parts c·nᵏ·qⁿ, and a tail that is bounded.

Σ q^|n| cos nω = (1 − q²)/D with D = 1 − 2qt + q² and t = cos ω; a factor |n| is q ∂/∂q of it. What is left beyond N is
at most a geometric series if φ(n + 1)/φ(n) stays below a number < 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kernelcourse.language.polynomials import Polynomial, plus, times
from kernelcourse.language.reading import Node

from ..algebra.sturm import nonnegative_on
from .algebra import Algebra
from .enclosures import point
from .forms import Form, constant, letter
from .reading import Reader
from .signs import bounds
from .zonal import gegenbauer_sum

ONE = Fraction(1)
Rate = tuple[Fraction, Fraction, int]  # (c, q, k)


def symbol_is_nonnegative(node: Node, N: int, rates: Sequence[Rate] = ()) -> bool:
    """Whether Σ φ(n) cos nω ≥ 0 for k(x, z) = φ(x − z), a formula that is known to depend on x − z alone."""
    if any(not 0 < q < 1 or k < 0 for _, q, k in rates):
        return False
    phi = _Differences(node, rates)
    tail = phi(N + 1, beyond=True)
    slack = Fraction(0)
    if not phi.algebra.is_zero(tail) and bounds(phi.algebra, tail) != point(0):
        first = phi.size(phi(N + 1))
        if not any(bounds(phi.algebra, tail.scaled(way)).positive() for way in (1, -1)):
            return False
        ratio = phi.size(phi.algebra.times(phi(N + 2, beyond=True), phi.algebra.power(tail, -ONE)))
        if isinstance(first, float) or isinstance(ratio, float) or ratio >= 1:
            return False
        slack = 2 * first / (1 - ratio)
    heights = []
    for n in range(N + 1):
        reach = bounds(phi.algebra, phi(n))
        if isinstance(reach.low, float) or isinstance(reach.high, float):
            return False
        twice = 2 if n else 1
        heights.append(twice * (reach.low + reach.high) / 2)
        slack += twice * (reach.high - reach.low) / 2
    heights[0] = heights[0] if not slack else heights[0] - slack
    above: Polynomial = tuple(gegenbauer_sum(heights, 2))
    below: Polynomial = (ONE,)
    for c, q, k in rates:
        numerator, under = geometric(q, k)
        above = plus(times(above, under), times(times((c,), numerator), below))
        below = times(below, under)
    return nonnegative_on(list(above), -ONE, ONE)


class _Differences:
    """φ(n) without its geometric parts; or φ(n + z) for z ≥ 0."""

    def __init__(self, node: Node, rates: Sequence[Rate]):
        self.node, self.rates, self.algebra = node, rates, Algebra("positive", 1)
        self.read = Reader(self.algebra, 1)

    def __call__(self, n: int, beyond: bool = False) -> Form:
        A, place = self.algebra, constant(n) + (letter("z0") if beyond else constant(0))
        there, back = (
            self.read(self.node, [constant(0)], [place]),
            self.read(self.node, [place], [constant(0)]),
        )
        if not A.is_zero(there - back):
            raise ValueError("φ(n) = φ(−n) was expected")
        for c, q, k in self.rates:
            wave = A.exp(A.times(place, A.log(constant(q))))
            there = there - A.times(A.power(place, Fraction(k)), wave).scaled(c)
        return there

    def size(self, P: Form) -> Fraction | float:
        return bounds(self.algebra, P).size().high


def geometric(q: Fraction, k: int) -> tuple[Polynomial, Polynomial]:
    """(numerator, Dᵏ⁺¹), polynomials in t, of Σ |n|ᵏ q^|n| cos nω."""
    above = {(0, 0): ONE, (2, 0): -ONE}  # qⁱtʲ → coefficient, of 1 − q²
    for m in range(1, k + 1):  # q ∂/∂q of P/Dᵐ is (q P′ D − m P q D′)/Dᵐ⁺¹, q D′ = 2q² − 2qt
        made: dict[tuple[int, int], Fraction] = {}
        for (i, j), c in above.items():
            parts = (((0, 0), i), ((1, 1), -2 * i + 2 * m), ((2, 0), i - 2 * m))
            for (up, across), factor in parts:
                place = (i + up, j + across)
                made[place] = made.get(place, Fraction(0)) + c * factor
        above = made
    numerator = [Fraction(0)] * (1 + max(j for _, j in above))
    for (i, j), c in above.items():
        numerator[j] += c * q**i
    under: Polynomial = (ONE,)
    for _ in range(k + 1):
        under = times(under, (1 + q * q, -2 * q))
    return tuple(numerator), under
