"""Floating-point arithmetic that remembers how much it may have lost.

`peak` is the largest number that was added or subtracted, `condition` the worst condition number of a matrix that was
inverted, or the largest exponent: a difference below ε · peak · condition is round-off, not algebra.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from typing import Any

import numpy as np

from .effort import Price, spend
from .elementary import binomial
from .errors import TooMuch, Undefined
from .functions import FUNCTIONS, Defined

WORST_CONDITION = 1e13
_DECOMPOSED = 1e-3  # of a singular value decomposition, for each entry times the shorter side
_INVERTED, _ELIMINATED = 2e-4, 1e-4  # of an inverse, of a determinant
_MULTIPLIES, _MOST = 1000, 1e300  # exponents that count among what may have been lost
_OUTSIDE = {Defined.POSITIVE: operator.le, Defined.NONNEGATIVE: operator.lt}


def anywhere(found: Any) -> bool:
    """Whether a test of numbers is true of one of them; np.any would make an array of a single answer."""
    return bool(found.any()) if isinstance(found, np.ndarray) else bool(found)


def is_complex(value: Any) -> bool:
    """np.iscomplexobj in half the time."""
    found = getattr(value, "dtype", None)
    return isinstance(value, complex) if found is None else found.kind == "c"


class Floats:
    """float64 and complex128."""

    patience = 25_000
    at_once = 200_000
    price = Price(11, 0.05)
    largest = 20_000  # entries of one product
    widest = 1_000_000  # entries of an array that is given by its sizes
    roomiest = 4_000_000  # entries of a product of matrices: 32 MB

    def __init__(self) -> None:
        self.peak = 0.0
        self.condition = 1.0
        self.lost = False  # e⁻¹⁰⁰⁰ is 0 among floats, and its sign is not

    def number(self, value: Any) -> Any:
        return value if isinstance(value, complex) else float(value)

    def note(self, value: Any) -> None:
        size = (
            float(np.maximum.reduce(np.abs(value), axis=None))
            if isinstance(value, np.ndarray)
            else abs(value)
        )
        if size > self.peak:
            self.peak = size

    def binary(self, op: str, left: Any, right: Any) -> Any:
        if op == "+" or op == "-":
            self.note(left)
            self.note(right)
            return left + right if op == "+" else left - right
        if op == "*":
            return left * right
        if op == "@":
            if left.ndim == right.ndim == 2 and len(left) * right.shape[1] > self.roomiest:
                raise TooMuch("a product is too large to compute")
            self.note(np.abs(left) @ np.abs(right))  # what was added up inside
            return left @ right
        return self.divide(left, right) if op == "/" else self.power(left, right)

    def divide(self, left: Any, right: Any) -> Any:
        if anywhere(right == 0):
            raise self.refused("it divides by zero")
        return left / right

    def refused(self, why: str) -> Exception:
        """Undefined, unless the zero may be a number too small for floats."""
        return TooMuch("a number is too small to compute with") if self.lost else Undefined(why)

    def power(self, base: Any, exponent: Any) -> Any:
        whole = (
            not isinstance(exponent, complex) and exponent == round(exponent)
            if math.isfinite(abs(exponent))
            else 0
        )
        if not whole and not is_complex(base) and anywhere(base < 0):
            raise Undefined("it takes a broken power of a negative number")
        if not isinstance(exponent, complex) and exponent < 0 and anywhere(base == 0):
            raise self.refused("it divides by zero")
        if not whole and is_complex(base):
            base = base + 0  # −1 − 0i is −1, and lies on the upper side of its cut
        if abs(exponent) > _MULTIPLIES:  # a number of times as uncertain as its base
            self.condition = max(self.condition, float(min(abs(exponent), _MOST)))
        return base ** (int(exponent) if whole and abs(exponent) < 1e6 else exponent)

    def function(self, name: str, arguments: list[Any]) -> Any:
        known = FUNCTIONS[name]
        if known.floats is not None:
            if is_complex(arguments[0]):
                arguments = [arguments[0] + 0, *arguments[1:]]  # −1 − 0i is −1, on the upper side of a cut
                if known.domain is Defined.POSITIVE and anywhere(arguments[0] == 0):
                    raise Undefined(known.refusal)
            outside = _OUTSIDE.get(known.domain)
            if outside and not is_complex(arguments[0]) and anywhere(outside(arguments[0], 0)):
                raise self.refused(known.refusal)
            if known.domain is Defined.POSITIVE:
                self.note(1.0)  # near 1 a logarithm is as uncertain as its argument
            found = known.floats(*arguments)
            if known.positive and anywhere(found == 0):
                self.lost = True
            if name == "sign" and self.lost and anywhere(found == 0):
                raise TooMuch("the sign of a number that is too small to compute with")
            if known.turns:
                self.note(arguments[0])  # a large angle is as uncertain as its last digit
            if known.domain is Defined.TURNS:
                self.note(found * found)  # near a pole it magnifies what its argument is uncertain by
            return found
        return getattr(self, f"call_{name}")(*arguments)

    def checked(self, matrix: Any) -> Any:
        """The inverse, or Undefined if the matrix is singular as far as floats can tell."""
        spend(_INVERTED * matrix.size * len(matrix))
        inverse = np.linalg.inv(matrix)
        condition = float(np.linalg.norm(matrix, 1) * np.linalg.norm(inverse, 1))
        if not condition < WORST_CONDITION:
            raise Undefined("a matrix that has no inverse is inverted")
        self.condition = max(self.condition, condition)
        return inverse

    def call_inv(self, matrix: Any) -> Any:
        return self.checked(matrix)

    def call_solve(self, matrix: Any, right: Any) -> Any:
        return self.checked(matrix) @ right

    def call_pinv(self, matrix: Any) -> Any:
        spend(_DECOMPOSED * matrix.size * min(matrix.shape))
        left, values, right = np.linalg.svd(matrix, full_matrices=False)
        rank = int(np.sum(values > 1e-9 * max(values[0], 1e-300)))
        if rank:
            self.condition = max(self.condition, float(values[0] / values[rank - 1]) ** 2)
        return (right[:rank].conj().T / values[:rank]) @ left[:, :rank].conj().T

    def call_rank(self, matrix: Any) -> Any:
        spend(_DECOMPOSED * matrix.size * min(matrix.shape))
        return float(np.linalg.matrix_rank(matrix))

    def call_norm(self, value: Any, order: Any = 2.0) -> Any:
        entries = np.abs(np.ravel(value))
        if order == 2:
            return math.sqrt(float(entries @ entries))
        return float(np.max(entries)) if order == math.inf else float(np.sum(entries**order)) ** (1 / order)

    def call_trace(self, matrix: Any) -> Any:
        return np.trace(matrix)

    def call_det(self, matrix: Any) -> Any:
        self.note(np.prod(np.linalg.norm(matrix, axis=-1)))  # Hadamard: what may cancel
        spend(_ELIMINATED * matrix.size * len(matrix))
        return np.linalg.det(matrix)

    def call_diag(self, value: Any) -> Any:
        if value.ndim == 1 and value.size**2 > self.roomiest:
            raise TooMuch("a matrix is too large to compute with")
        return np.diag(value)

    def call_sum(self, value: Any, axis: Any = None) -> Any:
        self.note(value)
        return np.sum(value, axis=None if axis is None else int(axis))

    def call_mean(self, value: Any, axis: Any = None) -> Any:
        self.note(value)
        return np.mean(value, axis=None if axis is None else int(axis))

    def call_max(self, *values: Any) -> Any:
        return np.max(values[0]) if len(values) == 1 else _reduce(np.maximum, values)

    def call_min(self, *values: Any) -> Any:
        return np.min(values[0]) if len(values) == 1 else _reduce(np.minimum, values)

    def room(self, *values: Any) -> None:
        """Refuse a product that would be too large to hold."""
        size = 1
        for value in values:
            size *= int(np.size(value))
        if size > self.largest:
            raise TooMuch("a product is too large to compute")

    def sizes(self, *values: Any) -> list[int]:
        """The sizes of an array: at least 1 each, and not too many entries."""
        found = [round(float(value)) for value in values]
        if min(found) < 1:
            raise Undefined(f"{min(found)} is not a size")
        if math.prod(found) > self.widest:
            raise TooMuch("a matrix is too large to compute with")
        return found

    def call_outer(self, left: Any, right: Any) -> Any:
        self.room(left, right)
        return np.multiply.outer(left, right)

    def call_kron(self, left: Any, right: Any) -> Any:
        self.room(left, right)
        return np.kron(left, right)

    def call_vec(self, value: Any) -> Any:
        return np.ravel(np.asarray(value), order="F")

    def call_block(self, *parts: Any) -> Any:
        if isinstance(parts[0], list):
            return np.block([list(row) for row in parts])
        return np.concatenate([np.atleast_1d(part) for part in parts])

    def call_I(self, size: Any) -> Any:
        return np.eye(self.sizes(size, size)[0])

    def call_ones(self, *sizes: Any) -> Any:
        return np.ones(self.sizes(*sizes))

    def call_zeros(self, *sizes: Any) -> Any:
        return np.zeros(self.sizes(*sizes))

    def call_e(self, place: Any, size: Any) -> Any:
        unit = np.zeros(self.sizes(size))
        if not 0 <= place < len(unit) or place != round(place):
            raise Undefined("the index of a unit vector is outside its range")
        unit[round(place)] = 1.0
        return unit

    def call_center(self, value: Any) -> Any:
        self.note(value)
        if value.ndim == 1:
            return value - np.mean(value)
        return value - np.mean(value, axis=0)[None, :] - np.mean(value, axis=1)[:, None] + np.mean(value)

    def call_binom(self, top: Any, bottom: Any) -> Any:
        if np.ndim(top) or np.ndim(bottom):
            raise Undefined("binom needs two numbers")
        return self.number(binomial(Fraction(top), Fraction(bottom)))

    def call_dot(self, left: Any, right: Any) -> Any:
        product = np.multiply(left, right)
        self.note(np.sum(np.abs(product)))
        return np.sum(product)

    def call_vector(self, *entries: Any) -> Any:
        return np.array(entries)


def _reduce(function: Any, values: tuple[Any, ...]) -> Any:
    total = values[0]
    for value in values[1:]:
        total = function(total, value)
    return total


def to_float(value: Any) -> Any:
    """An exact value as floats; what is too large for them is infinite."""
    if isinstance(value, np.ndarray):
        return value.astype(complex if any(isinstance(entry, complex) for entry in value.flat) else float)
    try:
        return float(value) if isinstance(value, (Fraction, int)) else value
    except OverflowError:
        return math.inf if value > 0 else -math.inf
