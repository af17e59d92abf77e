"""Numbers that no decimal holds: e to the power 10²⁰, and e to such a power, as long as nothing cancels.

A number is a decimal, or a sign and its logarithm, which is again such a number. Sums keep the larger part, exactly as
far as 60 digits of the logarithm go; where two parts nearly cancel, nothing is said (TooMuch).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from .errors import TooMuch, Undefined

_LARGEST = 10**15  # of the power of ten of a decimal
_STEEP = Decimal(10) ** 14  # of an exponent that gives one
_CLEARLY = Decimal(10) ** -10  # of the larger one: a difference that is none of rounding
_CANCELLED = Decimal(10) ** -20
_NEXT_TO_ONE = Decimal(10) ** -30
_MANY_TIMES = 64  # a number multiplied by itself
_BESIDE = 140  # e⁻¹⁴⁰ is nothing among 60 digits


@dataclass(frozen=True)
class Tower:
    """± e^log, where log is too large for a decimal e^log."""

    sign: int
    log: Decimal | Tower

    def __str__(self) -> str:
        return ("−" if self.sign < 0 else "") + f"e^({said(self.log)})"


Huge = Decimal | Tower


def said(number: Huge) -> str:
    """10^20 in words; a power tower as such."""
    if isinstance(number, Tower):
        return str(number)
    large = number and abs(number.adjusted()) > 6
    return f"{'−' if number < 0 else ''}10^{number.adjusted()}" if large else str(number.normalize())


def exp(power: Huge) -> Huge:
    if isinstance(power, Decimal) and abs(power) < _STEEP:
        return power.exp()
    if isinstance(power, Tower) and sign(power.log) < 0:
        return Decimal(1)
    return Tower(1, power)


def log(number: Huge) -> Huge:
    if sign(number) <= 0:
        raise Undefined("the logarithm of a number that is not positive")
    if isinstance(number, Tower):
        return number.log
    if abs(number - 1) < _NEXT_TO_ONE:  # there may have been more beside the 1
        raise TooMuch("a logarithm next to 0")
    return number.ln()


def sign(number: Huge) -> int:
    return number.sign if isinstance(number, Tower) else (number > 0) - (number < 0)


def size(number: Huge) -> Huge:
    """|number|"""
    return Tower(1, number.log) if isinstance(number, Tower) else number.copy_abs()


def minus(number: Huge) -> Huge:
    return Tower(-number.sign, number.log) if isinstance(number, Tower) else number.copy_negate()


def times(one: Huge, other: Huge) -> Huge:
    if isinstance(one, Decimal) and isinstance(other, Decimal) and _modest(one) and _modest(other):
        return one * other
    signs = sign(one) * sign(other)
    return Decimal(0) if not signs else _signed(signs, exp(plus(_logarithm(one), _logarithm(other))))


def power(base: Huge, exponent: Huge) -> Huge:
    """Of a positive base, or with a whole exponent."""
    whole = _whole(exponent)
    if whole is not None and isinstance(base, Decimal) and base and _modest(base):
        return base**whole
    if sign(base) < 0:
        if whole is None:
            raise Undefined("a power of a negative number")
        return _signed(-1 if whole % 2 else 1, power(minus(base), exponent))
    if not sign(base):
        if sign(exponent) < 0:
            raise Undefined("division by zero")
        return Decimal(0 if sign(exponent) else 1)
    return exp(times(exponent, log(base)))


def _whole(exponent: Huge) -> int | None:
    """A whole number that is not large."""
    if isinstance(exponent, Decimal) and abs(exponent) < _MANY_TIMES and exponent == int(exponent):
        return int(exponent)
    return None


def plus(one: Huge, other: Huge) -> Huge:
    if isinstance(one, Decimal) and isinstance(other, Decimal):
        found = one + other
        if abs(found) < _CANCELLED * max(abs(one), abs(other)):
            raise TooMuch("digits are lost where terms cancel")
        return found
    if not sign(one) or not sign(other):
        return other if not sign(one) else one
    large, small = (one, other) if compared(size(one), size(other)) > 0 else (other, one)
    first, second = _logarithm(large), _logarithm(small)
    if isinstance(first, Decimal) and isinstance(second, Decimal) and first - second < _BESIDE:
        if sign(large) != sign(small):
            raise TooMuch("digits are lost where terms cancel")
        return _signed(sign(large), exp(first + (1 + (second - first).exp()).ln()))
    if sign(large) != sign(small) and not compared(first, second) > 0:
        raise TooMuch("digits are lost where terms cancel")
    return large


def compared(one: Huge, other: Huge) -> int:
    """1 or −1 if one is clearly larger or smaller than the other, 0 if that is not clear."""
    if sign(one) != sign(other):
        return 1 if sign(one) > sign(other) else -1
    if isinstance(one, Decimal) and isinstance(other, Decimal):
        gap = one - other
        return 0 if abs(gap) <= _CLEARLY * max(abs(one), abs(other)) else 1 if gap > 0 else -1
    return sign(one) * compared(_logarithm(size(one)), _logarithm(size(other)))


def _logarithm(number: Huge) -> Huge:
    """log |number|, also next to 1, where it is 0 to 60 digits."""
    return number.log if isinstance(number, Tower) else number.copy_abs().ln()


def _signed(signs: int, number: Huge) -> Huge:
    return number if signs > 0 else minus(number)


def _modest(number: Decimal) -> bool:
    return abs(number.adjusted()) < _LARGEST
