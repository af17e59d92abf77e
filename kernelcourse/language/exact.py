"""Arithmetic without round-off: fractions as long as everything is rational, 60-digit decimals otherwise.

Both live in numpy arrays of objects, so `+ - * @` are numpy's own; Gaussian elimination gives inverses, determinants,
ranks and pseudo-inverses.
"""

from __future__ import annotations

import decimal
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from .elimination import determinant, inverse, pseudo_inverse, rank
from .evaluate import Price, TooMuch, Undefined
from .floats import Floats, gamma

DIGITS = 60
TINY = Decimal(10) ** -45  # what counts as zero among decimals that ought to be exact
GRAIN = Decimal(10) ** -53  # the relative error of a few operations among decimals
_LARGEST = 4000  # bits of a power
_LONGEST = 10**5  # a power among decimals
_WIDEST = 12  # rows of a matrix that is inverted


ONE_BY_ONE = frozenset(
    "sqrt exp log cos sin tan cosh sinh tanh sigmoid arcsin arccos arctan".split()
)  # entry by entry


class NotRational(Exception):
    """The value leaves the rationals: a root, an exponential."""


class Unsupported(Exception):
    """Only floats can do this."""


class Exact(Floats):
    """Fractions (`decimals=False`) or 60-digit decimals; only what differs from floats is written here."""

    price = Price(12, 6)

    def __init__(self, decimals: bool = False):
        super().__init__()
        self.patience, self.largest = 6_000, 3_000  # exact numbers are slow
        self.decimals = decimals

    def number(self, value: Any) -> Any:
        if isinstance(value, complex):
            raise Unsupported("complex numbers")
        if isinstance(value, float) and not math.isfinite(value):
            raise Unsupported("infinity")
        fraction = Fraction(value.item() if isinstance(value, np.generic) else value)
        if not self.decimals:
            if value == math.pi:
                raise NotRational
            return fraction
        if value == math.pi:
            return Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
        return Decimal(fraction.numerator) / Decimal(fraction.denominator)

    def lift(self, value: Any) -> Any:
        """Rational input in the arithmetic in use."""
        if isinstance(value, np.ndarray):
            self.room(value)
            return _each(self.number, value)
        return self.number(value)

    def note(self, value: Any) -> None:
        if self.decimals:
            self.peak = max(self.peak, float(max((abs(entry) for entry in np.ravel(value)), default=0)))

    def binary(self, op: str, left: Any, right: Any) -> Any:
        return left @ right if op == "@" else super().binary(op, left, right)

    def power(self, base: Any, exponent: Any) -> Any:
        if exponent == exponent.to_integral_value() if self.decimals else exponent.denominator == 1:
            if self.decimals and abs(exponent) > _LONGEST:
                raise Unsupported("a huge power")
            if not self.decimals and abs(exponent) * max(map(_bits, np.ravel(base)), default=1) > _LARGEST:
                raise NotRational  # decimals can
            if exponent == 0:  # 0⁰ = 1, the empty product; Decimal calls it invalid
                return base * 0 + self.number(1)
            return base ** int(exponent)
        if 2 * exponent == int(2 * exponent):
            return self.power(self.function("sqrt", [base]), 2 * exponent)
        if not self.decimals:
            raise NotRational
        if np.any(np.less(base, 0)):
            raise Undefined("it takes a broken power of a negative number")
        return base**exponent

    def function(self, name: str, arguments: list[Any]) -> Any:
        if name in ONE_BY_ONE:
            single = getattr(self, f"one_{name}")
            return _each(single, arguments[0]) if np.ndim(arguments[0]) else single(arguments[0])
        if name in ("conj", "real"):
            return arguments[0]
        if name == "imag":
            return arguments[0] * 0
        if name == "abs":
            return np.abs(arguments[0])
        return getattr(self, f"call_{name}")(*arguments)

    def one_sqrt(self, value: Any) -> Any:
        if value < 0:
            raise Undefined("it takes the root of a negative number")
        if self.decimals:
            return value.sqrt()
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        if root * root != value:
            raise NotRational
        return root

    def one_exp(self, value: Any) -> Any:
        if value == 0:
            return self.number(1)
        if not self.decimals:
            raise NotRational
        if abs(value) > 5000:
            raise Unsupported("a huge exponential")
        return value.exp()

    def one_log(self, value: Any) -> Any:
        if value <= 0:
            raise Undefined("it takes the logarithm of a number that is not positive")
        if value == 1:
            return self.number(0)
        if not self.decimals:
            raise NotRational
        return value.ln()

    def one_cos(self, value: Any) -> Any:
        return self._series(value, 0)

    def one_sin(self, value: Any) -> Any:
        return self._series(value, 1)

    def _series(self, value: Any, start: int) -> Any:
        """cos (start 0) and sin (start 1) by their Taylor series."""
        if value == 0:
            return self.number(1 - start)
        if not self.decimals:
            raise NotRational
        if abs(value) > 30:
            raise Unsupported("a large angle")
        term = value if start else Decimal(1)
        total, step = term, start
        while abs(term) > Decimal(10) ** -(DIGITS + 5):
            term *= -value * value / ((step + 1) * (step + 2))
            step += 2
            total += term
        return total

    def one_tan(self, value: Any) -> Any:
        return self.one_sin(value) / self.one_cos(value)

    def one_arctan(self, value: Any) -> Any:
        """By its series, after arctan x = 2 arctan(x / (1 + √(1 + x²))) has made x small."""
        if value == 0:
            return value
        if not self.decimals:
            raise NotRational
        doubled = 1
        while abs(value) > Decimal("0.05"):
            value, doubled = value / (1 + (1 + value * value).sqrt()), 2 * doubled
        power, total, step = value, value, 1
        while abs(power) > Decimal(10) ** -(DIGITS + 5):
            power, step = -power * value * value, step + 2
            total += power / step
        return total * doubled

    def one_arcsin(self, value: Any) -> Any:
        if abs(value) > 1:
            raise Undefined("it takes the arcsine of a number beyond 1")
        if abs(value) == 1:
            return self.number(math.pi) / 2 * value
        return self.one_arctan(value / self.one_sqrt(1 - value * value))

    def one_arccos(self, value: Any) -> Any:
        return self.number(math.pi) / 2 - self.one_arcsin(value)

    def one_cosh(self, value: Any) -> Any:
        return (self.one_exp(value) + self.one_exp(-value)) / 2

    def one_sinh(self, value: Any) -> Any:
        return (self.one_exp(value) - self.one_exp(-value)) / 2

    def one_tanh(self, value: Any) -> Any:
        return self.one_sinh(value) / self.one_cosh(value)

    def one_sigmoid(self, value: Any) -> Any:
        return 1 / (1 + self.one_exp(-value))

    def tolerance(self) -> Any:
        return TINY if self.decimals else 0

    def checked(self, matrix: Any) -> Any:
        if len(matrix) > _WIDEST:
            raise TooMuch("a matrix is too large to be inverted exactly")
        found = inverse(matrix, self.tolerance())
        if found is None:
            raise Undefined("a matrix that has no inverse is inverted")
        return found

    def call_pinv(self, matrix: Any) -> Any:
        return pseudo_inverse(matrix, self.tolerance())

    def call_rank(self, matrix: Any) -> Any:
        return self.number(rank(matrix, self.tolerance()))

    def call_det(self, matrix: Any) -> Any:
        return determinant(matrix, self.tolerance())

    def call_norm(self, value: Any, order: Any = 2) -> Any:
        entries = np.abs(np.ravel(value))
        if order == 2:
            return self.one_sqrt(np.sum(entries * entries) + self.number(0))
        if order == math.inf:
            return np.max(entries)
        return self.power(sum((self.power(entry, order) for entry in entries), self.number(0)), 1 / order)

    def call_mean(self, value: Any, axis: Any = None) -> Any:
        axis = None if axis is None else int(axis)
        count = np.size(value) if axis is None else np.shape(value)[axis]
        return np.sum(value, axis=axis) / self.number(count)

    def call_center(self, value: Any) -> Any:
        if value.ndim == 1:
            return value - self.call_mean(value)
        rows, columns = self.call_mean(value, 0), self.call_mean(value, 1)
        return value - rows[None, :] - columns[:, None] + self.call_mean(value)

    def call_diag(self, value: Any) -> Any:
        if value.ndim == 2:
            return np.diag(value)
        full = self.call_zeros(len(value), len(value))
        full[np.arange(len(value)), np.arange(len(value))] = value
        return full

    def call_I(self, size: Any) -> Any:
        return self.lift(super().call_I(size))

    def call_ones(self, *sizes: Any) -> Any:
        return self.lift(super().call_ones(*sizes))

    def call_zeros(self, *sizes: Any) -> Any:
        return self.lift(super().call_zeros(*sizes))

    def call_e(self, place: Any, size: Any) -> Any:
        return self.lift(super().call_e(place, size))

    def call_sign(self, value: Any) -> Any:
        sign = lambda entry: self.number((entry > 0) - (entry < 0))  # noqa: E731
        return _each(sign, value) if np.ndim(value) else sign(value)

    def call_factorial(self, value: Any) -> Any:
        def single(entry: Any) -> Any:
            gamma(float(entry))  # refuses what has no factorial
            return self.number(math.factorial(int(entry)))

        return _each(single, value) if np.ndim(value) else single(value)

    def call_binom(self, top: Any, bottom: Any) -> Any:
        super().call_binom(top, bottom)
        return self.number(math.comb(int(top), int(bottom)) if bottom >= 0 else 0)

    def call_vector(self, *entries: Any) -> Any:
        return np.array(entries, dtype=object)


def _each(function: Any, value: Any) -> Any:
    result = np.empty(np.shape(value), dtype=object)
    for place in np.ndindex(result.shape):
        result[place] = function(value[place])
    return result


def _bits(value: Any) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length(), 1)


def precision() -> Any:
    """The decimal context all exact evaluation happens in."""
    return decimal.localcontext(decimal.Context(prec=DIGITS, Emax=10**6, Emin=-(10**6)))
