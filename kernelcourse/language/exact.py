"""Arithmetic without round-off: fractions as long as everything is rational, 60-digit decimals otherwise.

Both live in numpy arrays of objects, so `+ - * @` are numpy's own; Gaussian elimination gives inverses, determinants,
ranks and pseudo-inverses.
"""

from __future__ import annotations

import decimal
import math
import operator
from decimal import Decimal
from typing import Any

import numpy as np

from .effort import Price, spend
from .elementary import DIGITS, pi, root
from .elimination import determinant, inverse, pseudo_inverse, rank
from .errors import NotRational, TooMuch, Undefined, Unsupported
from .floats import Floats
from .functions import FUNCTIONS
from .rational import Rational, each, rational

TINY = Decimal(10) ** -45  # what counts as zero among decimals that ought to be exact
GRAIN = Decimal(10) ** -53  # the relative error of a few operations among decimals
_LARGEST = 4000  # bits of a power
_LONGEST = 10**5  # a power among decimals, whatever comes out
_LONGEST_OUT = 10**6  # digits before the point, or zeros behind it, of what comes out of a longer one
_OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "@": operator.matmul}
_WIDEST = 12  # rows of a matrix that is inverted
_DIGITS_LOST = 4  # a fourth of the digits may be lost to a huge power
_AT_ONCE = 160  # products of digits of a power, in a unit of work


class Exact(Floats):
    """Fractions (`decimals=False`) or 60-digit decimals; only what differs from floats is written here."""

    price = Price(12, 6)
    at_once = 0

    def __init__(self, decimals: bool = False):
        super().__init__()
        self.patience, self.largest = 6_000, 3_000  # exact numbers are slow
        self.decimals = decimals

    def number(self, value: Any) -> Any:
        if isinstance(value, complex):
            raise Unsupported("complex numbers")
        if isinstance(value, float) and not math.isfinite(value):
            raise Unsupported("infinity")
        if isinstance(value, float) and value == math.pi:
            if not self.decimals:
                raise NotRational
            return pi(decimal.getcontext().prec)
        if type(value) is not Rational:
            value = rational(value.item() if isinstance(value, np.generic | np.ndarray) else value)
        if not self.decimals:
            return value
        return Decimal(value.numerator) / Decimal(value.denominator)

    def lift(self, value: Any) -> Any:
        """Rational input in the arithmetic in use."""
        if isinstance(value, np.ndarray):
            self.room(value)
            return each(self.number, value)
        return self.number(value)

    def note(self, value: Any) -> None:
        """Nothing is lost here."""

    def binary(self, op: str, left: Any, right: Any) -> Any:
        known = _OPERATIONS.get(op)
        return known(left, right) if known is not None else super().binary(op, left, right)

    def power(self, base: Any, exponent: Any) -> Any:
        if exponent == exponent.to_integral_value() if self.decimals else exponent.denominator == 1:
            if self.decimals and abs(exponent) > _LONGEST:
                return self.huge_power(base, exponent)
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
        if exponent < 0 and np.any(np.equal(base, 0)):
            raise Undefined("it divides by zero")
        spend(decimal.getcontext().prec ** 2 / _AT_ONCE * np.size(base))
        return base**exponent

    def huge_power(self, base: Any, exponent: Decimal) -> Any:
        """(1 + 10⁻¹²)^(10¹²), as long as enough digits of the base are left: the power multiplies its error."""
        if exponent.adjusted() > decimal.getcontext().prec // _DIGITS_LOST:
            raise Unsupported("a huge power")
        try:
            found = base**exponent
        except decimal.DecimalException as reason:
            raise Unsupported("a huge power") from reason
        if not np.all(found) or any(abs(entry.adjusted()) > _LONGEST_OUT for entry in np.ravel(found)):
            raise Unsupported("a huge power")
        return found

    def function(self, name: str, arguments: list[Any]) -> Any:
        known = FUNCTIONS[name].exact
        if known is not None:
            value = arguments[0]
            return each(lambda entry: known(self, entry), value) if np.ndim(value) else known(self, value)
        return getattr(self, f"call_{name}")(*arguments)

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
        spend(self.price.entry * len(matrix) ** 3)
        return determinant(matrix, self.tolerance())

    def call_norm(self, value: Any, order: Any = 2) -> Any:
        entries = np.abs(np.ravel(value))
        if order == 2:
            return root(self, np.sum(entries * entries) + self.number(0))
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

    def call_vector(self, *entries: Any) -> Any:
        return np.array(entries, dtype=object)


def _bits(value: Any) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length(), 1)


def precision(digits: int = DIGITS) -> Any:
    """The decimal context all exact evaluation happens in; inside one with more digits, those are kept."""
    digits = max(digits, decimal.getcontext().prec)
    return decimal.localcontext(decimal.Context(prec=digits, Emax=10**6, Emin=-(10**6)))
