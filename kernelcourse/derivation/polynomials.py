"""Polynomials in one unknown with rational coefficients: do all real roots of one solve the other?"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from kernelcourse.language.effort import spend

Polynomial = tuple[Fraction, ...]  # coefficients, the constant first, the leading one not zero; () is 0

HIGHEST = 10


def interpolated(function: Callable[[Fraction], Fraction]) -> Polynomial | None:
    """The polynomial of degree at most ten that this function is, or None if it is none (by Newton's differences)."""
    points = [Fraction(place - 5) for place in range(HIGHEST + 4)]
    slopes = [function(point) for point in points]
    for order in range(1, len(points)):
        for place in range(len(points) - 1, order - 1, -1):
            slopes[place] = (slopes[place] - slopes[place - 1]) / (points[place] - points[place - order])
    if any(slopes[HIGHEST + 1 :]):
        return None
    total: Polynomial = ()
    for place in range(HIGHEST, -1, -1):
        total = plus(times(total, (-points[place], Fraction(1))), trimmed((slopes[place],)))
    return total


def trimmed(polynomial: Polynomial) -> Polynomial:
    end = len(polynomial)
    while end and polynomial[end - 1] == 0:
        end -= 1
    return polynomial[:end]


def plus(first: Polynomial, second: Polynomial) -> Polynomial:
    size = max(len(first), len(second))
    pad = lambda one: one + (Fraction(0),) * (size - len(one))  # noqa: E731
    return trimmed(tuple(a + b for a, b in zip(pad(first), pad(second), strict=True)))


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    found = [Fraction(0)] * max(len(first) + len(second) - 1, 0)
    for place, a in enumerate(first):
        for other, b in enumerate(second):
            found[place + other] += a * b
    return trimmed(tuple(found))


def divided(first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder."""
    quotient: Polynomial = ()
    while len(first) >= len(second):
        factor = (Fraction(0),) * (len(first) - len(second)) + (first[-1] / second[-1],)
        quotient = plus(quotient, factor)
        first = plus(first, times((Fraction(-1),), times(factor, second)))[: len(first) - 1]
        first = trimmed(first)
    return quotient, first


def common(first: Polynomial, second: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    while second:
        first, second = second, divided(first, second)[1]
    return first


def slope(polynomial: Polynomial) -> Polynomial:
    return trimmed(tuple(place * entry for place, entry in enumerate(polynomial))[1:])


def value(polynomial: Polynomial, at: Fraction) -> Fraction:
    total = Fraction(0)
    for entry in reversed(polynomial):
        total = total * at + entry
    return total


def real_roots(polynomial: Polynomial) -> list[Fraction]:
    """Each real root once, to within 2⁻⁶⁰: Sturm's theorem separates them, bisection finds each."""
    simple = divided(polynomial, common(polynomial, slope(polynomial)))[0]
    if len(simple) < 2:
        return []
    chain = [simple, slope(simple)]
    while chain[-1]:
        chain.append(times((Fraction(-1),), divided(chain[-2], chain[-1])[1]))
    signs = [_whole(one) for one in chain[:-1]]
    bound = Fraction(2 + int(max(abs(entry / simple[-1]) for entry in simple[:-1])))
    found: list[Fraction] = []
    open_ = [(-bound, _changes(signs, -bound), bound, _changes(signs, bound))]
    while open_:
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
    spend(2 + at.denominator.bit_length() / 100)
    total, power = 0, 1
    for entry in reversed(polynomial):
        total = total * at.numerator + entry * power
        power *= at.denominator
    return (total > 0) - (total < 0)


def _changes(chain: list[list[int]], at: Fraction) -> int:
    signs = [sign for sign in (_sign(one, at) for one in chain) if sign]
    return sum(a != b for a, b in pairwise(signs))


def escaping(first: Polynomial, second: Polynomial) -> Fraction | None:
    """A real root of the first that is none of the second, or None; no zero polynomial as first."""
    shared = common(first, second) if second else first
    simple = divided(first, common(first, slope(first)))[0]
    rest = divided(simple, common(simple, shared))[0]
    roots = real_roots(rest)
    return roots[0] if roots else None
