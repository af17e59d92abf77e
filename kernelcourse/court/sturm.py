"""Sturm's theorem: the number of real roots of a polynomial in an interval, exactly, by counting sign changes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

Coefficients = list[Fraction]  # c₀ + c₁t + c₂t² + …


def nonnegative_on(
    p: Coefficients, low: Fraction | None, high: Fraction | None, strict: bool = False
) -> bool:
    """Whether p(t) ≥ 0 (> 0 if strict) for all low ≤ t ≤ high; None stands for an infinite end."""
    p = _trim(p)
    if not p:
        return not strict
    bound = 1 + max(abs(c / p[-1]) for c in p)  # Cauchy: all roots are smaller than this
    left = -bound if low is None else low
    right = bound if high is None else high
    if right < left:
        return True
    if strict:
        ends = [t for t, given in ((left, low), (right, high)) if given is not None]
        return (
            value(p, left) > 0 and all(value(p, t) > 0 for t in ends) and roots_between(p, left, right) == 0
        )
    odd = _odd_part(p)
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


def value(p: Coefficients, t: Fraction) -> Fraction:
    """p(t)."""
    result = Fraction(0)
    for c in reversed(p):
        result = result * t + c
    return result


def roots_between(p: Coefficients, low: Fraction, high: Fraction) -> int:
    """The number of different roots in (low, high]."""
    chain = [_trim(p), _trim(derivative(p))]
    while chain[-1]:
        rest = _remainder(chain[-2], chain[-1])
        chain.append([-c for c in rest])
    chain.pop()
    return _changes(chain, low) - _changes(chain, high)


def derivative(p: Coefficients) -> Coefficients:
    """p′."""
    return [k * c for k, c in enumerate(p)][1:]


def _changes(chain: list[Coefficients], t: Fraction) -> int:
    signs = [v > 0 for v in (value(p, t) for p in chain) if v != 0]
    return sum(a != b for a, b in pairwise(signs))


def _trim(p: Coefficients) -> Coefficients:
    p = [Fraction(c) for c in p]
    while p and p[-1] == 0:
        p.pop()
    return p


def _remainder(p: Coefficients, q: Coefficients) -> Coefficients:
    return _divide(p, q)[1]


def _divide(p: Coefficients, q: Coefficients) -> tuple[Coefficients, Coefficients]:
    rest, quotient = _trim(p), [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    while len(rest) >= len(q):
        shift, factor = len(rest) - len(q), rest[-1] / q[-1]
        quotient[shift] = factor
        for k, c in enumerate(q):
            rest[k + shift] -= factor * c
        rest = _trim(rest[:-1])
    return quotient, rest


def _common(p: Coefficients, q: Coefficients) -> Coefficients:
    while q:
        p, q = q, _remainder(p, q)
    return p


def _odd_part(p: Coefficients) -> Coefficients:
    """The product of the factors of odd multiplicity (Yun's square-free decomposition)."""
    common = _common(_trim(p), _trim(derivative(p)))
    if len(common) <= 1:
        return p
    free, rest, odd, multiplicity = _divide(p, common)[0], common, [Fraction(1)], 1
    while len(free) > 1:
        shared = _common(free, rest)
        factor = _divide(free, shared)[0]
        if multiplicity % 2:
            odd = _multiply(odd, factor)
        free, rest = shared, _divide(rest, shared)[0]
        multiplicity += 1
    return odd


def _multiply(p: Coefficients, q: Coefficients) -> Coefficients:
    result = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return result
