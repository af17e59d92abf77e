"""Elementary functions without round-off: a fraction where the value is one, 60 digits otherwise.

Each takes the arithmetic in use (`Exact`, exact.py) and one number; what leaves the rationals raises `NotRational`.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np

from .effort import spend
from .errors import NotRational, TooMuch, Undefined, Unsupported
from .rational import rational

DIGITS = 60
NEGATIVE = "it takes the root of a negative number"
NOT_POSITIVE = "it takes the logarithm of a number that is not positive"
_FEW_TURNS = 5  # digits before the point of an angle that keeps its place among 60
_FOR_TURNS = 400  # digits; with fewer, a large angle loses its place on the circle
_OWN = 100  # digits; beyond, Decimal's own exponentials and logarithms take long
_GUARD = 15
_NEAR_ONE = Decimal("0.9"), Decimal("1.1")  # there the series of its logarithm is short
_LONGEST_FACTORIAL, _LONGEST_BINOMIAL = 5000, 50_000  # bits of a coefficient
_KEPT = 1000  # exponentials and logarithms that are remembered
_AT_ONCE = 150  # digits that a unit of work multiplies


def _small() -> Decimal:
    """What no longer counts among the digits in use."""
    return Decimal(10) ** -(getcontext().prec + 5)


@cache
def pi(digits: int) -> Decimal:
    """π/4 = 4 arctan 1/5 − arctan 1/239 (Machin), in whole numbers of 10^−(digits + 10)."""

    def arctangent_of_reciprocal(whole: int) -> int:
        power = total = 10 ** (digits + 10) // whole
        step = 1
        while power:
            power, step = -power // (whole * whole), step + 2
            total += power // step
        return total

    whole = 16 * arctangent_of_reciprocal(5) - 4 * arctangent_of_reciprocal(239)
    return Decimal(whole).scaleb(-digits - 10, Context(prec=digits + 20))


def root(exact: Any, value: Any) -> Any:
    if value < 0:
        raise Undefined(NEGATIVE)
    if exact.decimals:
        return value.sqrt()
    found = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    if found * found != value:
        raise NotRational
    return found


def exponential(exact: Any, value: Any) -> Any:
    if value == 0:
        return exact.number(1)
    if not exact.decimals:
        raise NotRational
    if abs(value) > (100_000 if getcontext().prec <= 1000 else 5_000):  # else it takes seconds
        raise Unsupported("a huge exponential")
    return _exponential(value, getcontext().prec)


@lru_cache(_KEPT)
def _exponential(value: Decimal, digits: int) -> Decimal:
    """(e^(t/2ᵏ))^(2ᵏ), the series of a small number squared again and again: Decimal's own takes ten times as long.

    The same few numbers come again at every step of a search.
    """
    if digits <= _OWN:
        return value.exp()
    halved = max(0, value.adjusted() + 1) * 4 + math.isqrt(3 * digits)
    with localcontext() as context:
        context.prec += _GUARD + halved // 3 + max(0, value.adjusted())
        small, nothing = value / 2**halved, _small()
        term = total = Decimal(1)
        step = 0
        while abs(term) > nothing:
            step += 1
            term = term * small / step
            total += term
        for _ in range(halved):
            total *= total
    return +total


def logarithm(exact: Any, value: Any) -> Any:
    if value <= 0:
        raise Undefined(NOT_POSITIVE)
    if value == 1:
        return exact.number(0)
    if not exact.decimals:
        raise NotRational
    return _logarithm(value, getcontext().prec)


@lru_cache(_KEPT)
def _logarithm(value: Decimal, digits: int) -> Decimal:
    """Halley's step from a third of the digits: y + 2 (t − eʸ)/(t + eʸ)."""
    if digits <= _OWN or _NEAR_ONE[0] < value < _NEAR_ONE[1]:
        return value.ln()
    with localcontext() as context:
        context.prec = digits // 3 + _GUARD
        rough = _logarithm(value, context.prec)
        context.prec = digits + _GUARD
        there = _exponential(rough, context.prec)
        found = rough + 2 * (value - there) / (value + there)
    return +found


def cosine(exact: Any, value: Any) -> Any:
    return _circular(exact, value, 0)


def sine(exact: Any, value: Any) -> Any:
    return _circular(exact, value, 1)


def _circular(exact: Any, value: Any, start: int) -> Any:
    """cos (start 0) and sin (start 1)."""
    if value == 0:
        return exact.number(1 - start)
    if not exact.decimals:
        raise NotRational
    digits = getcontext().prec
    found, steps = _of_angle(_turned_back(value) if abs(value) > 30 else value, start, digits)
    spend(steps * digits / _AT_ONCE)
    return found


@lru_cache(_KEPT)
def _of_angle(value: Decimal, start: int, digits: int) -> tuple[Decimal, int]:
    """The value, and the products it took.

    By the Taylor series; of many digits, that of t/3ᵏ: sin 3t = s (3 − 4s²), cos 3t = −c (3 − 4c²).
    """
    thirds = 0 if digits <= _OWN else 2 * math.isqrt(digits) // 3 + 2 * max(0, value.adjusted() + 1)
    with localcontext() as context:
        context.prec += thirds + _GUARD if thirds else 0
        angle, nothing = value / 3**thirds, _small()
        term = total = angle if start else Decimal(1)
        step, square = start, -angle * angle
        while abs(term) > nothing:
            term *= square / ((step + 1) * (step + 2))
            step += 2
            total += term
        for _ in range(thirds):
            total *= (3 - 4 * total * total) * (1 if start else -1)
    return +total, step + thirds


def _turned_back(angle: Decimal) -> Decimal:
    """The angle without whole turns, where so many digits are in use that half of them are left."""
    digits, away = getcontext().prec, angle.adjusted() + 1
    if away > _FEW_TURNS and (digits < _FOR_TURNS or 2 * away > digits):
        raise Unsupported("a large angle")
    with localcontext() as context:
        context.prec = digits + away + 5
        turn = 2 * pi(context.prec)
        found = angle - turn * (angle / turn).to_integral_value()
    return +found


def cardinal_sine(exact: Any, value: Any) -> Any:
    """sin t / t, and 1 at 0."""
    return exact.number(1) if value == 0 else sine(exact, value) / value


def arctangent(exact: Any, value: Any) -> Any:
    """By its series, after arctan x = 2 arctan(x / (1 + √(1 + x²))) has made x small."""
    if value == 0:
        return value
    if not exact.decimals:
        raise NotRational
    doubled, digits = 1, getcontext().prec
    near = Decimal(2) ** -max(
        4, math.isqrt(digits) // 2
    )  # the more digits, the fewer terms for one more root
    while abs(value) > near:
        value, doubled = value / (1 + (1 + value * value).sqrt()), 2 * doubled
    power, total, step, square = value, value, 1, -value * value
    small = _small()
    while abs(power) > small:
        power, step = power * square, step + 2
        total += power / step
    return total * doubled


def arcsine(exact: Any, value: Any) -> Any:
    if abs(value) > 1:
        raise Undefined("it takes the arcsine of a number beyond 1")
    if abs(value) == 1:
        return exact.number(math.pi) / 2 * value
    return arctangent(exact, value / root(exact, 1 - value * value))


def arccosine(exact: Any, value: Any) -> Any:
    return exact.number(0) if value == 1 else exact.number(math.pi) / 2 - arcsine(exact, value)


def area_tangent(exact: Any, value: Any) -> Any:
    """arctanh t = ½ log((1 + t)/(1 − t))."""
    if abs(value) >= 1:
        raise Undefined("it takes arctanh of a number that is not between −1 and 1")
    return logarithm(exact, (1 + value) / (1 - value)) / 2


def hyperbolic(exact: Any, value: Any, sign: int) -> Any:
    """cosh (sign +1) and sinh (sign −1)."""
    return (exponential(exact, value) + sign * exponential(exact, -value)) / 2


def sign(exact: Any, value: Any) -> Any:
    return exact.number((value > 0) - (value < 0))


def factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or value < 0:
        raise Undefined("factorial needs a whole number, 0 or more")
    if value > _LONGEST_FACTORIAL:
        raise TooMuch("a factorial is too large to compute with")
    return rational(math.factorial(int(value)))


def float_factorial(value: Any) -> Any:
    """Entry by entry; of a number a number, as it may be an exponent."""
    if np.iscomplexobj(value) and np.any(np.imag(value)):
        raise Undefined("factorial needs a whole number, 0 or more")
    real = np.real(value)
    if not np.all(np.isfinite(real)):
        raise TooMuch("a factorial is too large to compute with")
    found = [float(factorial(Fraction(float(entry)))) for entry in np.ravel(real)]
    return np.reshape(found, np.shape(value)) if np.ndim(value) else found[0]


def exact_factorial(exact: Any, value: Any) -> Any:
    """n! as a fraction while it is short, among decimals beyond: sums of long fractions take long."""
    if value > 170 and not exact.decimals:
        raise NotRational
    return exact.number(factorial(rational(value)))


def binomial(top: Fraction, bottom: Fraction) -> Fraction:
    if top.denominator != 1 or bottom.denominator != 1 or top < 0:
        raise Undefined("binom needs whole numbers, the first 0 or more")
    fewer = min(int(bottom), int(top - bottom))
    if fewer > 0 and fewer * int(top).bit_length() > _LONGEST_BINOMIAL:
        raise TooMuch("a binomial coefficient is too large to compute with")
    return Fraction(math.comb(int(top), int(bottom)) if bottom >= 0 else 0)
