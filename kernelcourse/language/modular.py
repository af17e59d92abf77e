"""Arithmetic in a prime field: what two lines have in common at a random point of one, they have in common everywhere.

Numbers of the line stay exact fractions as long as they meet no letter. A positive number is a square of the field,
and in a field with p ≡ 3 mod 4 roots of squares are again squares, √(ab) = √a √b and |a| = √a²: the relations of the
reals. An exponential is a power gᵘ in a field whose multiplicative group has an element g of order p, u being computed
in the field of p elements: eᵘ⁺ᵛ = eᵘ eᵛ. Any other function is a fresh number for each value of its argument.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from .effort import Price, spend
from .errors import TooMuch, Undefined, Unsupported
from .functions import FUNCTIONS
from .primes import CHANCE
from .rational import each

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "@": operator.matmul,
}  # fmt: skip
LARGEST_CONSTANT = 4000  # bits of a number that meets no letter


class Unlucky(Exception):
    """This point of the field will not do (a number that should be a square is none): draw another."""


class Modular:
    """The integers modulo m, m a prime p or its square (where the multiples of p are infinitely small)."""

    patience = 6_000
    at_once = 0
    price = Price(9, 0.5)
    largest = 2_000  # entries of one array

    def __init__(self, prime: int, power: int = 1, roots: bool = True):
        self.prime, self.modulus, self.order = prime, prime**power, (prime - 1) * prime ** (power - 1)
        self.chance = CHANCE
        self.roots = roots  # False: at rational numbers, where the sign of a root is not for us to choose
        self.fresh: dict[tuple[str, Any], int] = {}

    def number(self, value: Any) -> Any:
        if isinstance(value, complex):
            raise Unsupported("complex numbers")
        if isinstance(value, float) and not math.isfinite(value):
            raise Unsupported("infinity")
        return Fraction(value)

    def note(self, value: Any) -> None:
        return

    def residue(self, value: Any) -> Any:
        """A constant as a number of the field; numbers and arrays of the field as they are."""
        if isinstance(value, Fraction):
            if value.denominator % self.prime == 0:
                raise Unlucky
            return value.numerator * pow(value.denominator, -1, self.modulus) % self.modulus
        return value

    def random(self, shape: tuple[int, ...] = ()) -> Any:
        if not shape:
            return self.chance.randrange(1, self.modulus)
        count = math.prod(shape)
        spend(5 * count)
        numbers = (self.chance.randrange(1, self.modulus) for _ in range(count))
        return np.fromiter(numbers, dtype=object, count=count).reshape(shape)

    def binary(self, op: str, left: Any, right: Any) -> Any:
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            return self.constant(op, left, right)
        if op == "**":
            return self.power(self.residue(left), right)
        left, right = self.residue(left), self.residue(right)
        if op == "/":
            return left * self.invert(right) % self.modulus
        return _OPERATIONS[op](left, right) % self.modulus

    def constant(self, op: str, left: Fraction, right: Fraction) -> Any:
        if op == "/" and right == 0:
            raise Undefined("it divides by zero")
        if op == "**":
            if right.denominator != 1:
                return self.power(self.residue(left), right)
            if left == 0 and right < 0:
                raise Undefined("it divides by zero")
            if (
                abs(right) * max(left.numerator.bit_length(), left.denominator.bit_length())
                > LARGEST_CONSTANT
            ):
                return pow(self.residue(left), int(right), self.modulus)
            return left ** int(right)
        found = _OPERATIONS[op](left, right)
        return found if found.numerator.bit_length() < LARGEST_CONSTANT else self.residue(found)

    def each(self, function: Callable[[int], int], value: Any) -> Any:
        if not np.ndim(value):
            return function(value)
        return each(function, value)

    def invert(self, value: Any) -> Any:
        return self.each(self._invert, value)

    def _invert(self, value: int) -> int:
        if value % self.prime == 0:
            raise Undefined("it divides by zero")
        return pow(value, -1, self.modulus)

    def power(self, base: Any, exponent: Any) -> Any:
        if not isinstance(exponent, Fraction):
            raise Unsupported("a power with a letter in the exponent")
        if exponent.denominator == 1:
            whole = int(exponent)
            if whole < 0:
                base, whole = self.invert(base), -whole
            return self.each(lambda entry: pow(entry, whole, self.modulus), base)
        if exponent.denominator == 2:
            return self.power(self.root(base), 2 * exponent)
        raise Unsupported("a broken power")

    def root(self, value: Any) -> Any:
        return self.each(self._root, value)

    def _root(self, value: int) -> int:
        if self.prime % 4 != 3 or not self.roots:
            raise Unsupported("a root")
        found = pow(value, (self.order // 2 + 1) // 2, self.modulus)
        if found * found % self.modulus != value:
            raise Unlucky
        return found

    def sign(self, value: int) -> int:
        if value == 0:
            return 0
        if self.prime % 4 != 3 or value % self.prime == 0 or not self.roots:
            raise Unsupported("a sign")
        return 1 if pow(value, self.order // 2, self.modulus) == 1 else self.modulus - 1

    def token(self, name: str, value: Any) -> Any:
        """A fresh number for each value of the argument."""
        return self.each(lambda entry: self.drawn((name, entry)), self.residue(value))

    def drawn(self, key: tuple[str, Any]) -> int:
        return self.fresh.setdefault(key, self.chance.randrange(1, self.modulus))

    def function(self, name: str, arguments: list[Any]) -> Any:
        constant = FUNCTIONS[name].constant
        if constant is not None and all(isinstance(argument, Fraction) for argument in arguments):
            return constant(*arguments)
        if name == "block" and isinstance(arguments[0], list):
            parts = [[self.residue(part) for part in row] for row in arguments]
            return np.block([[np.asarray(part, dtype=object) for part in row] for row in parts])
        rule = getattr(self, f"call_{name}", None)
        if rule is None:
            raise Unsupported(name)
        if name in ("I", "ones", "zeros", "e"):
            return rule(*arguments)
        return rule(*(self.residue(argument) for argument in arguments[:1]), *arguments[1:])

    def knows(self, name: str) -> bool:
        """Whether the function has a rule here; else it is a fresh number for each value of its argument."""
        return name == "sign" or hasattr(self, f"call_{name}")

    def call_sqrt(self, value: Any) -> Any:
        return self.root(value)

    def call_abs(self, value: Any) -> Any:
        return self.each(lambda entry: entry * self.sign(entry) % self.modulus, value)

    def greatest(self, entries: Any) -> int:
        """max(v + c) = max(v) + c, whatever the order of the entries; beyond that a fresh number."""
        middle = sum(entries) * pow(len(entries), -1, self.modulus) % self.modulus
        return (middle + self.drawn(("max", tuple(sorted((entries - middle) % self.modulus))))) % self.modulus

    def call_max(self, *values: Any) -> Any:
        if len(values) == 1:
            return self.greatest(np.ravel(values[0]))
        total = values[0]
        for value in values[1:]:  # max(a, b) = (a + b + |a − b|) / 2
            value = self.residue(value)
            gap = self.call_abs((total - value) % self.modulus)
            total = (total + value + gap) * pow(2, -1, self.modulus) % self.modulus
        return total

    def call_min(self, *values: Any) -> Any:
        return -self.call_max(*(-self.residue(value) % self.modulus for value in values)) % self.modulus

    def call_inv(self, matrix: Any) -> Any:
        return self.eliminated(matrix)[0]

    def call_solve(self, matrix: Any, right: Any) -> Any:
        return self.call_inv(matrix) @ self.residue(right) % self.modulus

    def call_det(self, matrix: Any) -> Any:
        return self.eliminated(matrix, singular=True)[1]

    def eliminated(self, matrix: Any, singular: bool = False) -> tuple[Any, int]:
        """A⁻¹ and det A by Gauss–Jordan; pivots are units."""
        size = len(matrix)
        spend(50 * size + size**3 / 2)
        unit = np.zeros((size, size), dtype=object)
        unit[np.arange(size), np.arange(size)] = 1
        rows, value = np.hstack([matrix, unit]), 1
        for column in range(size):
            found = next((row for row in range(column, size) if rows[row, column] % self.prime), None)
            if found is None:
                if singular:
                    return None, 0
                raise Undefined("a matrix that has no inverse is inverted")
            if found != column:
                rows[[column, found]] = rows[[found, column]]
                value = -value
            value = value * rows[column, column] % self.modulus
            rows[column] = rows[column] * pow(int(rows[column, column]), -1, self.modulus) % self.modulus
            factors = rows[:, column].copy()
            factors[column] = 0
            rows = (rows - np.multiply.outer(factors, rows[column])) % self.modulus
        return rows[:, size:], value % self.modulus

    def call_norm(self, value: Any, order: Any = Fraction(2)) -> Any:
        entries = np.ravel(value)
        if order == 2:
            return self._root(int(np.sum(entries * entries)) % self.modulus)
        if order == 1:
            return int(np.sum(self.call_abs(entries))) % self.modulus
        raise Unsupported("this norm")

    def call_trace(self, matrix: Any) -> Any:
        return int(np.trace(matrix)) % self.modulus

    def call_sum(self, value: Any, axis: Any = None) -> Any:
        total = np.sum(value, axis=None if axis is None else int(axis))
        return (total if np.ndim(total) else int(total)) % self.modulus

    def call_mean(self, value: Any, axis: Any = None) -> Any:
        count = np.size(value) if axis is None else np.shape(value)[int(axis)]
        return self.call_sum(value, axis) * pow(int(count), -1, self.modulus) % self.modulus

    def call_center(self, value: Any) -> Any:
        if value.ndim == 1:
            return (value - self.call_mean(value)) % self.modulus
        rows, columns = self.call_mean(value, 0), self.call_mean(value, 1)
        return (value - rows[None, :] - columns[:, None] + self.call_mean(value)) % self.modulus

    def call_diag(self, value: Any) -> Any:
        return np.diag(value)

    def call_outer(self, left: Any, right: Any) -> Any:
        self.room(left, right)
        return np.multiply.outer(left, self.residue(right)) % self.modulus

    def call_kron(self, left: Any, right: Any) -> Any:
        self.room(left, right)
        return np.kron(left, self.residue(right)) % self.modulus

    def call_dot(self, left: Any, right: Any) -> Any:
        return self.call_sum(left * self.residue(right))

    def call_vec(self, value: Any) -> Any:
        return np.ravel(np.asarray(value, dtype=object), order="F")

    def call_vector(self, *entries: Any) -> Any:
        return np.array([self.residue(entry) for entry in entries], dtype=object)

    def call_block(self, *parts: Any) -> Any:
        return np.concatenate([np.atleast_1d(np.asarray(self.residue(part), dtype=object)) for part in parts])

    def room(self, *values: Any) -> None:
        if math.prod(int(np.size(value)) for value in values) > self.largest:
            raise TooMuch("a product is too large to compute")

    def filled(self, entry: int, sizes: tuple[Any, ...]) -> Any:
        shape = [int(size) for size in sizes]
        if math.prod(shape) > self.largest or min(shape) < 1:
            raise TooMuch("a matrix is too large to compute")
        return np.full(shape, entry, dtype=object)

    def call_ones(self, *sizes: Any) -> Any:
        return self.filled(1, sizes)

    def call_zeros(self, *sizes: Any) -> Any:
        return self.filled(0, sizes)

    def call_I(self, size: Any) -> Any:
        unit = self.filled(0, (size, size))
        unit[np.arange(int(size)), np.arange(int(size))] = 1
        return unit

    def call_e(self, place: Any, size: Any) -> Any:
        unit = self.filled(0, (size,))
        if place.denominator != 1 or not 0 <= place < len(unit):
            raise Undefined("the index of a unit vector is outside its range")
        unit[int(place)] = 1
        return unit
