"""Numbers that are exact fractions as long as possible, then floats with a proven error bound.

Undefined values are told apart: 0/0, a pole, √−1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kernelcourse.language.errors import NotRational, Undefined
from kernelcourse.language.exact import Exact as Fractions
from kernelcourse.language.functions import FUNCTIONS, Defined

from ..formula.words import edit_distance, hamming_distance
from .factoring import exact_root

UNIT = 2.0**-51  # twice the spacing that one rounded operation may cost: generous for libm's functions too
LARGEST_BITS = 3000
LARGEST_POWER = 300


class Unclear(Exception):
    """The error bound is too wide to say anything."""


class NotFinite(Exception):
    """The value does not exist: why in words; `removable` for 0/0."""

    def __init__(self, why: str, removable: bool = False):
        super().__init__(why)
        self.why, self.removable = why, removable


@dataclass(frozen=True)
class Bounded:
    """A number within `error` of `value`."""

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - self.error

    @property
    def high(self) -> float:
        return self.value + self.error


Exact = Fraction | Bounded


def bounded(value: Exact) -> Bounded:
    """The same number as a float with its error."""
    if isinstance(value, Bounded):
        return value
    try:
        near = float(value)
    except OverflowError:
        raise Unclear from None
    return Bounded(near, 0.0 if Fraction(near) == value else abs(near) * UNIT + 1e-320)


def _made(value: float, error: float) -> Bounded:
    error = error + abs(value) * UNIT + 1e-320
    if not (math.isfinite(value) and math.isfinite(error)):
        raise Unclear
    return Bounded(value, error)


def _small(value: Fraction) -> Exact:
    too_long = value.numerator.bit_length() + value.denominator.bit_length() > LARGEST_BITS
    return bounded(value) if too_long else value


class ExactAlgebra:
    """Numbers are fractions as long as possible, then floats with an error bound."""

    def number(self, value: Fraction) -> Exact:
        return value

    def pi(self) -> Exact:
        return _made(math.pi, 0.0)

    def add(self, a: Exact, b: Exact) -> Exact:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return _small(a + b)
        p, q = bounded(a), bounded(b)
        return _made(p.value + q.value, p.error + q.error)

    def negative(self, a: Exact) -> Exact:
        return -a if isinstance(a, Fraction) else Bounded(-a.value, a.error)

    def subtract(self, a: Exact, b: Exact) -> Exact:
        if a is b:  # one and the same number, whatever its error
            return Fraction(0)
        return self.add(a, self.negative(b))

    def multiply(self, a: Exact, b: Exact) -> Exact:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return _small(a * b)
        if a == 0 or b == 0:
            return Fraction(0)
        p, q = bounded(a), bounded(b)
        return _made(p.value * q.value, abs(p.value) * q.error + abs(q.value) * p.error + p.error * q.error)

    def divide(self, a: Exact, b: Exact) -> Exact:
        if isinstance(b, Fraction):
            if b == 0:
                if a == 0:
                    raise NotFinite("0/0", removable=True)
                if isinstance(a, Fraction) or abs(a.value) > a.error:
                    raise NotFinite("a division by 0")
                raise Unclear
            return self.multiply(a, 1 / b)
        if abs(b.value) <= 2 * b.error:
            raise Unclear
        p, smallest = bounded(a), abs(b.value) - b.error
        return _made(p.value / b.value, (p.error + abs(p.value / b.value) * b.error) / smallest)

    def power(self, base: Exact, exponent: Exact) -> Exact:
        if isinstance(exponent, Fraction):
            if exponent.denominator == 1:
                return self._whole_power(base, int(exponent))
            if base == 0:
                if exponent < 0:
                    raise NotFinite("0 raised to a negative power")
                return Fraction(0)
            if bounded(base).high < 0:
                raise NotFinite(f"a negative number raised to the power {exponent}")
            if isinstance(base, Fraction):
                root = exact_root(base, exponent)
                if root is not None:
                    return _small(root)
        elif base == 0:
            reach = bounded(exponent)
            if reach.high < 0:
                raise NotFinite("0 raised to a negative power")
            if reach.low <= 0:
                raise Unclear
            return Fraction(0)
        return self.function("exp", self.multiply(exponent, self.function("log", base)))

    def _whole_power(self, base: Exact, n: int) -> Exact:
        if n < 0:
            if base == 0:
                raise NotFinite("a division by 0")
            return self.divide(Fraction(1), self._whole_power(base, -n))
        if isinstance(base, Fraction) and base in (0, 1, -1):
            return base ** (n if n < 2 else 2 + n % 2)
        if n > LARGEST_POWER:
            raise Unclear
        if isinstance(base, Fraction):
            if (base.numerator.bit_length() + base.denominator.bit_length()) * n <= LARGEST_BITS:
                return base**n
            base = bounded(base)
        result: Exact = Fraction(1)
        while n:
            if n & 1:
                result = self.multiply(result, base)
            n >>= 1
            if n:
                base = self.multiply(base, base)
        return result

    def length_of(self, total: Exact, r: Fraction) -> Exact:
        return self.power(total, r)

    def function(self, name: str, a: Exact) -> Exact:
        if name == "abs":
            return abs(a) if isinstance(a, Fraction) else Bounded(abs(a.value), a.error)
        if name == "sqrt":
            return self.power(a, Fraction(1, 2)) if isinstance(a, Fraction) or a.high < 0 else self._sqrt(a)
        if name == "sign":
            return self._sign(a)
        if name == "sinc":
            return Fraction(1) if a == 0 else self.divide(self.function("sin", a), a)
        if name == "sigmoid":
            return self.divide(Fraction(1), self.add(Fraction(1), self.function("exp", self.negative(a))))
        if isinstance(a, Fraction):
            with suppress(NotRational, Undefined):
                return Fraction(Fractions().function(name, [a]))
        p = bounded(a)
        if name == "log":
            if p.high <= 0:
                raise NotFinite("log of 0" if a == 0 else "log of a negative number")
            if p.low <= 0:
                raise Unclear
            return _made(math.log(p.value), p.error / p.low)
        return self._monotone_or_slow(name, p)

    def _sqrt(self, a: Bounded) -> Exact:
        if a.low <= 0:
            raise Unclear
        return _made(math.sqrt(a.value), a.error / (2 * math.sqrt(a.low)))

    def _sign(self, a: Exact) -> Exact:
        if isinstance(a, Fraction):
            return Fraction((a > 0) - (a < 0))
        if abs(a.value) <= a.error:
            raise Unclear
        return Fraction(1 if a.value > 0 else -1)

    def _monotone_or_slow(self, name: str, p: Bounded) -> Exact:
        """f(value) with error·max|f′| over the interval."""
        known = FUNCTIONS[name]
        if known.domain in (Defined.WITHIN, Defined.INSIDE):
            open_ = known.domain is Defined.INSIDE
            if abs(p.value) - p.error > 1 or (open_ and abs(p.value) == 1 and not p.error):
                raise NotFinite(f"{name} of a number outside [−1, 1]")
            if abs(p.value) + p.error >= 1 and not (p.error == 0 and abs(p.value) == 1):
                raise Unclear
        if known.domain is Defined.TURNS and math.cos(p.value) ** 2 < 1e-6:
            raise Unclear
        assert known.floats is not None
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise", under="ignore"):
                value, slope = float(known.floats(p.value)), known.steepest(p.low, p.high)
        except (OverflowError, ValueError, FloatingPointError, ZeroDivisionError):
            raise Unclear from None
        # libm is accurate to a few units in the last place; near a zero the absolute error is as small as the argument
        return _made(value, p.error * slope + 4 * UNIT * abs(value))

    def minimum(self, a: Exact, b: Exact) -> Exact:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return min(a, b)
        p, q = bounded(a), bounded(b)
        return Bounded(min(p.value, q.value), max(p.error, q.error))

    def maximum(self, a: Exact, b: Exact) -> Exact:
        return self.negative(self.minimum(self.negative(a), self.negative(b)))

    def rational(self, a: Exact) -> Fraction | None:
        return a if isinstance(a, Fraction) else None

    def whole_number(self, a: Exact) -> int | None:
        return int(a) if isinstance(a, Fraction) and a.denominator == 1 else None

    def same(self, a: Exact, b: Exact, i: int) -> Exact:
        return Fraction(a == b)

    def length(self, letter: str, value: str) -> Exact:
        return Fraction(len(value))

    def string_function(self, name: str, x: str, z: str) -> Exact:
        measure: dict[str, Callable[[str, str], float]] = {
            "edit": edit_distance,
            "hamming": hamming_distance,
            "delta": lambda a, b: a == b,
        }
        return Fraction(int(measure[name](x, z)))
