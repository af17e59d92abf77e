"""Arrays whose entries are alike, at any size: aI + b11ᵀ is two numbers, whether it has four rows or 10¹².

`on` stands on the diagonal and `off` elsewhere, in a vector `on` in the first entry; a matrix that is not square has
one number only. Sums and products of such arrays are such arrays again: ‖x‖₁ ≤ 40000‖x‖ is computed where it breaks,
among 60 digits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from .effort import Price
from .errors import Undefined, Unsupported
from .exact import Exact
from .functions import FUNCTIONS


@dataclass(frozen=True)
class Alike:
    """shape (n,) or (n, m), no size below 1; `on` and `off` are decimals, equal in a matrix that is not square."""

    shape: tuple[int, ...]
    on: Decimal
    off: Decimal

    def __post_init__(self) -> None:
        if set(self.shape) == {1}:
            object.__setattr__(self, "off", self.on)

    def __str__(self) -> str:
        if self.constant:
            return f"{self.on:.6g} in every entry"
        if self.ndim == 1:
            return f"{self.on:.6g} in the first entry, {self.off:.6g} in every other"
        return f"{self.on:.6g} on the diagonal, {self.off:.6g} elsewhere"

    @staticmethod
    def full(shape: tuple[int, ...], value: Decimal) -> Alike:
        return Alike(shape, value, value)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def T(self) -> Alike:
        return replace(self, shape=self.shape[::-1])

    @property
    def constant(self) -> bool:
        return self.on == self.off

    @property
    def rows(self) -> Decimal:
        return Decimal(self.shape[0])

    @property
    def marked(self) -> Decimal:
        """How many entries are on the diagonal, or first."""
        return Decimal(min(self.shape) if self.ndim == 2 else 1)

    @property
    def others(self) -> Decimal:
        return Decimal(math.prod(self.shape)) - self.marked

    def __neg__(self) -> Alike:
        return replace(self, on=-self.on, off=-self.off)

    def __getitem__(self, places: object) -> Alike:
        raise Unsupported("one entry of many")


class AlikeDecimals:
    """60-digit decimals, and arrays of them that are alike."""

    patience = 500
    at_once = 0
    price = Price(12, 0)

    def __init__(self) -> None:
        self.numbers = Exact(decimals=True)
        self.peak = Decimal(1)

    def number(self, value: Any) -> Any:
        return self.numbers.number(value)

    def note(self, value: Any) -> None:
        entries = (value.on, value.off) if isinstance(value, Alike) else (value,)
        self.peak = max(self.peak, *map(abs, entries))

    def each(self, function: Any, *values: Any) -> Any:
        """Entry by entry; a number goes with every entry."""
        arrays = [value for value in values if isinstance(value, Alike)]
        if not arrays:
            return function(*values)
        on = function(*(value.on if isinstance(value, Alike) else value for value in values))
        if all(array.constant for array in arrays):
            return Alike.full(arrays[0].shape, on)
        return Alike(arrays[0].shape, on, function(*(v.off if isinstance(v, Alike) else v for v in values)))

    def binary(self, op: str, left: Any, right: Any) -> Any:
        if op in "+-":
            self.note(left)
            self.note(right)
        if op == "@":
            return self.product(left, right)
        return self.each(lambda one, other: self.numbers.binary(op, one, other), left, right)

    def product(self, left: Alike, right: Alike) -> Any:
        inner = Decimal(left.shape[-1])
        if left.ndim == 2 and not left.constant and right.ndim == 2 and not right.constant:
            on = left.on * right.on + (inner - 1) * left.off * right.off
            off = left.on * right.off + left.off * right.on + (inner - 2) * left.off * right.off
            self.peak = max(self.peak, abs(left.on * right.on), inner * abs(left.off * right.off))
            return Alike((left.shape[0], right.shape[1]), on, off)
        if not left.constant and not right.constant:
            return self.product_with_spike(left, right)
        one, other = (self.along(array, inner) for array in (left, right))
        entry = one * other / inner
        shape = left.shape[:-1] + right.shape[1:]
        return Alike.full(shape, entry) if shape else entry

    def product_with_spike(self, left: Alike, right: Alike) -> Any:
        """Of two vectors; of aI + b11ᵀ and a vector v, on either side: av + b(1·v)1."""
        if left.ndim == right.ndim == 1:
            return self.total(self.each(self.times, left, right))
        matrix, vector = (left, right) if left.ndim == 2 else (right, left)
        apart, ahead = matrix.on - matrix.off, matrix.off * self.total(vector)
        return self.each(lambda entry: apart * entry + ahead, vector)

    @staticmethod
    def times(one: Decimal, other: Decimal) -> Decimal:
        return one * other

    def along(self, array: Alike, inner: Decimal) -> Decimal:
        """The sum of a row, which is that of a column."""
        self.peak = max(self.peak, abs(array.on), inner * abs(array.off))
        return array.on + (inner - 1) * array.off

    def function(self, name: str, arguments: list[Any]) -> Any:
        if not any(isinstance(one, Alike) for one in arguments):
            if name in ("ones", "zeros", "I"):
                return self.made(name, *arguments)
            return self.numbers.function(name, arguments)
        if FUNCTIONS[name].exact is not None or (name in ("max", "min") and len(arguments) > 1):
            return self.each(lambda *entries: self.numbers.function(name, list(entries)), *arguments)
        known = getattr(self, f"call_{name}", None)
        if known is None:
            raise Unsupported(f"{name} of entries that are alike")
        return known(*arguments)

    def made(self, name: str, *sizes: Decimal) -> Alike:
        shape = tuple(map(int, sizes * 2 if name == "I" else sizes))
        if min(shape) < 1:
            raise Undefined(f"{min(shape)} is not a size")
        return Alike(shape, Decimal(name != "zeros"), Decimal(name == "ones"))

    def total(self, value: Alike) -> Decimal:
        on, off = value.marked * value.on, value.others * value.off
        self.peak = max(self.peak, abs(on), abs(off))
        return on + off

    def call_sum(self, value: Alike, axis: Any = None) -> Any:
        if axis is None or value.ndim == 1:
            return self.total(value)
        inner = Decimal(value.shape[int(axis)])
        return Alike.full((value.shape[1 - int(axis)],), self.along(value, inner))

    def call_mean(self, value: Alike, axis: Any = None) -> Any:
        whole = axis is None or value.ndim == 1
        count = math.prod(value.shape) if whole else value.shape[int(axis)]
        return self.binary("/", self.call_sum(value, axis), Decimal(count))

    def call_norm(self, value: Alike, order: Any = 2) -> Any:
        if order == math.inf:
            return max(abs(value.on), abs(value.off))
        powers = self.each(lambda entry: self.numbers.power(abs(entry), Decimal(order)), value)
        total = self.total(powers)
        return total.sqrt() if order == 2 else self.numbers.power(total, 1 / Decimal(order))

    def call_max(self, value: Alike) -> Any:
        return max(value.on, value.off)

    def call_min(self, value: Alike) -> Any:
        return min(value.on, value.off)

    def call_trace(self, value: Alike) -> Any:
        return value.rows * value.on

    def call_dot(self, left: Alike, right: Alike) -> Any:
        return self.total(self.binary("*", left, right))

    def call_outer(self, left: Alike, right: Alike) -> Any:
        if not (left.constant and right.constant):
            raise Unsupported("a first row unlike the others")
        return Alike.full(left.shape + right.shape, left.on * right.on)

    def call_diag(self, value: Alike) -> Any:
        if value.ndim == 2:
            return Alike.full(value.shape[:1], value.on)
        if not value.constant:
            raise Unsupported("a first row unlike the others")
        return Alike(value.shape * 2, value.on, Decimal(0))

    def call_center(self, value: Alike) -> Any:
        if value.constant:
            return Alike.full(value.shape, Decimal(0))
        if value.ndim == 1:
            middle = self.total(value) / value.rows
            return self.each(lambda entry: entry - middle, value)
        apart = value.on - value.off  # J(aI + b11ᵀ)J = aJ
        return Alike(value.shape, apart - apart / value.rows, -apart / value.rows)

    def eigenvalues(self, value: Alike) -> tuple[Decimal, Decimal]:
        """That of every vector that adds up to 0, and that of 1."""
        if value.shape[0] == 1:
            raise Unsupported("a single entry")
        return value.on - value.off, self.along(value, value.rows)

    def call_det(self, value: Alike) -> Any:
        apart, along = self.eigenvalues(value)
        return self.numbers.power(apart, value.rows - 1) * along

    def call_inv(self, value: Alike) -> Any:
        apart, along = self.eigenvalues(value)
        if not apart or not along:
            raise Undefined("a matrix that has no inverse is inverted")
        off = -value.off / (apart * along)
        return Alike(value.shape, 1 / apart + off, off)

    def call_solve(self, matrix: Alike, right: Alike) -> Any:
        return self.product(self.call_inv(matrix), right)
