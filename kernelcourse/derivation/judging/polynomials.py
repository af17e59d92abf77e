"""Polynomials in one unknown with rational coefficients: do all real roots of one solve the other?"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from kernelcourse.language.effort import Limit, spend, spent
from kernelcourse.language.errors import TooMuch
from kernelcourse.language.polynomials import (
    Polynomial,
    common,
    divided,
    plus,
    slope,
    sturm_chain,
    times,
    trimmed,
    value,
)
from kernelcourse.language.rational import rational

HIGHEST = 10
_SECONDS = 0.2  # of computing, for one polynomial
_KEPT = 64  # polynomials whose roots are remembered


def interpolated(function: Callable[[Fraction], Fraction]) -> Polynomial | None:
    """The polynomial of degree at most ten that this function is, or None if it is none (by Newton's differences)."""
    points: list[Fraction] = [rational(place - 5) for place in range(HIGHEST + 4)]
    slopes = [function(point) for point in points]
    for order in range(1, len(points)):
        for place in range(len(points) - 1, order - 1, -1):
            slopes[place] = (slopes[place] - slopes[place - 1]) / order
    if any(slopes[HIGHEST + 1 :]):
        return None
    total: Polynomial = ()
    for place in range(HIGHEST, -1, -1):
        total = plus(times(total, (-points[place], rational(1))), trimmed((slopes[place],)))
    return total


def real_roots(polynomial: Polynomial) -> list[Fraction]:
    """Each real root once, to within 2⁻⁶⁰; TooMuch where two of them are too near to each other to be told apart.

    Many instances ask for the roots of one polynomial, and each pays for them.
    """
    found, price = _separated(polynomial)
    spend(price)
    if found is None:
        raise TooMuch("the roots of a polynomial lie too near to each other")
    return list(found)


@lru_cache(_KEPT)
def _separated(polynomial: Polynomial) -> tuple[list[Fraction] | None, float]:
    """The roots, None if that takes too long, and what it costs to find them."""
    before = spent()
    found = _roots(polynomial)
    price = spent() - before
    spend(-price)
    return found, price


def _roots(polynomial: Polynomial) -> list[Fraction] | None:
    """Sturm's theorem separates them, bisection finds each."""
    limit = Limit(_SECONDS)
    simple = divided(polynomial, common(polynomial, slope(polynomial)))[0]
    if len(simple) < 2:
        return []
    signs = [_whole(one) for one in sturm_chain(simple)]
    bound = Fraction(2 + int(max(abs(entry / simple[-1]) for entry in simple[:-1])))
    found: list[Fraction] = []
    open_ = [(-bound, _changes(signs, -bound), bound, _changes(signs, bound))]
    while open_:
        if limit.over():
            return None
        low, below, high, above = open_.pop()
        if below - above == 1:
            found.append(_bisected(simple, signs[0], low, high))
        elif below > above:
            middle = (low + high) / 2
            between = _changes(signs, middle)
            open_ += [(low, below, middle, between), (middle, between, high, above)]
    return sorted(found)


def _bisected(polynomial: Polynomial, whole: list[int], low: Fraction, high: Fraction) -> Fraction:
    """The only root with low < root ≤ high, a simple one; exactly if it is a short fraction."""
    above = _sign(whole, high)
    while above and high - low >= Fraction(1, 2**60):
        middle = (low + high) / 2
        if _sign(whole, middle) in (above, 0):
            high, above = middle, _sign(whole, middle)
        else:
            low = middle
    short = (high if not above else (low + high) / 2).limit_denominator(10**6)
    return short if value(polynomial, short) == 0 else high


def _whole(polynomial: Polynomial) -> list[int]:
    """A positive multiple with whole coefficients."""
    scale = math.lcm(*(entry.denominator for entry in polynomial))
    return [int(entry * scale) for entry in polynomial]


def _sign(polynomial: list[int], at: Fraction) -> int:
    """The sign at p/q, from the whole number qᵈ f(p/q)."""
    degree, long = len(polynomial) - 1, at.denominator.bit_length()
    longest = max(polynomial[0].bit_length(), polynomial[-1].bit_length())
    spend(2 + degree * (8e-7 * long * (degree * long + longest) + 4e-4 * longest))
    total, power = 0, 1
    for entry in reversed(polynomial):
        total = total * at.numerator + entry * power
        power *= at.denominator
    return (total > 0) - (total < 0)


def _changes(chain: list[list[int]], at: Fraction) -> int:
    signs = [sign for sign in (_sign(one, at) for one in chain) if sign]
    return sum(a != b for a, b in pairwise(signs))


def escaping(first: Polynomial, second: Polynomial) -> list[Fraction]:
    """The real roots of the first that are none of the second; no zero polynomial as first."""
    shared = common(first, second) if second else first
    simple = divided(first, common(first, slope(first)))[0]
    rest = divided(simple, common(simple, shared))[0]
    return real_roots(rest)
