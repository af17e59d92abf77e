"""What is known of a sign, and of the sign of sums, products and squares."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction


class Sign(IntEnum):
    """What is known of every entry, or (Definite) of every quadratic form."""

    UNKNOWN = 0
    NONZERO = 1
    NONNEGATIVE = 2
    POSITIVE = 3


def number_sign(value: object) -> Sign:
    if isinstance(value, complex):
        return Sign.NONZERO if value else Sign.NONNEGATIVE
    assert isinstance(value, (int, float, Fraction))
    return Sign.POSITIVE if value > 0 else Sign.NONNEGATIVE if value == 0 else Sign.NONZERO


def total_sign(first: Sign, second: Sign) -> Sign:
    low, high = sorted((first, second))
    return high if low >= Sign.NONNEGATIVE else Sign.UNKNOWN


def each_sign(signs: Iterable[Sign]) -> Sign:
    """What is true of every one of them: of two numbers, one ≠ 0 and one ≥ 0, the smaller may be 0."""
    found = set(signs)
    if {Sign.NONZERO, Sign.NONNEGATIVE} <= found:
        return Sign.UNKNOWN
    return min(found)


def product_sign(first: Sign, second: Sign) -> Sign:
    if Sign.UNKNOWN in (first, second):
        return Sign.UNKNOWN
    if Sign.NONZERO in (first, second):
        return Sign.UNKNOWN if Sign.NONNEGATIVE in (first, second) else Sign.NONZERO
    return min(first, second)


def square_sign(base: Sign) -> Sign:
    return Sign.POSITIVE if base in (Sign.NONZERO, Sign.POSITIVE) else Sign.NONNEGATIVE


def only_nonzero_sign(sign: Sign) -> Sign:
    return Sign.NONZERO if sign in (Sign.NONZERO, Sign.POSITIVE) else Sign.UNKNOWN
