"""Polynomials in one letter with rational coefficients: sums, products, division, and Sturm's chain."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from .rational import rational

Polynomial = tuple[Fraction, ...]  # coefficients, the constant first, the leading one not zero; () is 0
_ZERO = rational(0)
_MINUS = (rational(-1),)


def trimmed(coefficients: Iterable[Fraction | int]) -> Polynomial:
    found = [rational(one) for one in coefficients]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def plus(first: Polynomial, second: Polynomial) -> Polynomial:
    size = max(len(first), len(second))
    pad = lambda one: one + (_ZERO,) * (size - len(one))  # noqa: E731
    return trimmed(tuple(a + b for a, b in zip(pad(first), pad(second), strict=True)))


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    found: list[Fraction] = [_ZERO] * max(len(first) + len(second) - 1, 0)
    for place, a in enumerate(first):
        for other, b in enumerate(second):
            found[place + other] += a * b
    return trimmed(tuple(found))


def divided(first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder."""
    quotient: Polynomial = ()
    while len(first) >= len(second):
        factor = (_ZERO,) * (len(first) - len(second)) + (first[-1] / second[-1],)
        quotient = plus(quotient, factor)
        first = plus(first, times(_MINUS, times(factor, second)))[: len(first) - 1]
        first = trimmed(first)
    return quotient, first


def primitive(polynomial: Polynomial) -> Polynomial:
    """A positive multiple with whole coefficients that have no common divisor: remainders of remainders grow long."""
    if not polynomial:
        return polynomial
    scale = math.lcm(*(one.denominator for one in polynomial))
    entries = [one.numerator * (scale // one.denominator) for one in polynomial]
    shared = math.gcd(*entries)
    return tuple(rational(one // shared) for one in entries)


def common(first: Polynomial, second: Polynomial) -> Polynomial:
    """The greatest common divisor, up to a number."""
    while second:
        first, second = second, primitive(divided(first, second)[1])
    return first


def slope(polynomial: Polynomial) -> Polynomial:
    return trimmed(tuple(place * entry for place, entry in enumerate(polynomial))[1:])


def value(polynomial: Polynomial, at: Fraction) -> Fraction:
    total: Fraction = _ZERO
    for entry in reversed(polynomial):
        total = total * at + entry
    return total


def sturm_chain(polynomial: Polynomial) -> list[Polynomial]:
    """p, p′, and the remainders with their signs turned: between two points it loses a change of sign for each root.

    Each is a positive multiple of that, with whole coefficients.
    """
    chain = [primitive(polynomial), primitive(slope(polynomial))]
    while chain[-1]:
        chain.append(times(_MINUS, primitive(divided(chain[-2], chain[-1])[1])))
    return chain[:-1]


def odd_part(polynomial: Polynomial) -> Polynomial:
    """The product of the factors of odd multiplicity (Yun's square-free decomposition)."""
    rest = common(polynomial, slope(polynomial))
    if len(rest) <= 1:
        return polynomial
    odd: Polynomial = (rational(1),)
    free, multiplicity = divided(polynomial, rest)[0], 1
    while len(free) > 1:
        shared = common(free, rest)
        if multiplicity % 2:
            odd = times(odd, divided(free, shared)[0])
        free, rest = shared, divided(rest, shared)[0]
        multiplicity += 1
    return odd
