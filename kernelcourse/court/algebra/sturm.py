"""Sturm's theorem: the number of real roots of a polynomial in an interval, exactly, by counting sign changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from kernelcourse.language.polynomials import Polynomial, odd_part, sturm_chain, trimmed, value

Coefficients = Sequence[Fraction]  # c₀ + c₁t + c₂t² + …


def nonnegative_on(
    coefficients: Coefficients, low: Fraction | None, high: Fraction | None, strict: bool = False
) -> bool:
    """Whether p(t) ≥ 0 (> 0 if strict) for all low ≤ t ≤ high; None stands for an infinite end."""
    p = trimmed(coefficients)
    if not p:
        return not strict
    bound = 1 + max(abs(c / p[-1]) for c in p)  # Cauchy: all roots are smaller than this
    if low is not None and high is not None and high < low:
        return True
    left = min(-bound, -bound if high is None else high) if low is None else low
    right = max(bound, left) if high is None else high
    if strict:
        ends = [t for t, given in ((left, low), (right, high)) if given is not None]
        return (
            value(p, left) > 0 and all(value(p, t) > 0 for t in ends) and roots_between(p, left, right) == 0
        )
    odd = odd_part(p)
    if value(p, left) < 0 or value(p, right) < 0:
        return False
    # p changes sign exactly at the roots of odd multiplicity
    inside = roots_between(odd, left, right) - (1 if value(odd, right) == 0 else 0)
    if value(p, left) == 0 and value(odd, left) == 0:  # rising or falling from a root at the left end?
        middle = left + (right - left) / 2
        while roots_between(odd, left, middle) > 0:
            middle = left + (middle - left) / 2
        return inside == 0 and value(p, middle) >= 0
    return inside == 0


def roots_between(p: Coefficients, low: Fraction, high: Fraction) -> int:
    """The number of different roots in (low, high]."""
    chain = sturm_chain(trimmed(p))
    return _changes(chain, low) - _changes(chain, high)


def _changes(chain: list[Polynomial], t: Fraction) -> int:
    signs = [v > 0 for v in (value(p, t) for p in chain) if v != 0]
    return sum(a != b for a, b in pairwise(signs))
