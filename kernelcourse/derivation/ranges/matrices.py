"""Letters that are matrices: any, symmetric, semidefinite, definite."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.alike import Alike
from kernelcourse.language.exact import Exact
from kernelcourse.language.modular import Modular
from kernelcourse.language.tree import Binary, Name, Node, Transpose

from ..proving.sign import Sign
from .charts import Chart, each_entry, factors, halves
from .entries import (
    HUGE,
    TINY,
    Profile,
    random_entries,
    random_matrix,
    short_fractions,
    times_transposed,
    whole,
)  # fmt: skip
from .numbers import Nonnegative, Positive, Scalar, any_step
from .range import Freed, Range

_NEAR = 1e-9
_WIDE = 12


class Matrix(Range):
    words = "a matrix, {} × {}"
    takes = 2
    whole_space = dense = solid = cone = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return random_matrix(self.at(sizes), profile, rng)

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        rows, columns = self.at(sizes)
        yield whole(np.zeros((rows, columns)))
        yield whole(np.eye(rows, columns))
        yield shift(rows, columns)
        yield whole(np.ones((rows, columns)))  # equal points, rank one
        yield -whole(np.eye(rows, columns)) * 2
        if rows == columns and rows > 1:
            turn = np.eye(rows)
            turn[:2, :2] = [[0, -1], [1, 0]]
            yield whole(turn)
            shear = np.eye(rows)
            shear[0, 1] = 1
            yield whole(shear)

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from (np.ones(shape), np.eye(shape[0], shape[1]))
        yield rng.choice([-1.0, 1.0], size=shape)
        yield rng.normal(size=shape)

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike.full(shape, Decimal(sign)) for sign in (1, -1, 0))
        if shape[0] == shape[1]:
            yield Alike(shape, Decimal(1), Decimal(0))

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        return any_step(value, length, rng)

    def chart(self, exact: Any) -> Chart | None:
        return each_entry(exact)

    @property
    def entry(self) -> Range | None:
        return Scalar()


def shift(rows: int, columns: int = 0) -> Any:
    """Ones above the diagonal; nilpotent if square."""
    return whole(np.eye(rows, columns or rows, 1))


class Tall(Range):
    """A factor F of M = F Gᵀ, at least as many rows as columns; it only occurs in proofs."""


class Symmetric(Range):
    words = "a symmetric matrix, {0} × {0}"
    takes = 1
    symmetric = dense = cone = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        values = random_matrix(self.at(sizes), profile, rng)
        return values + values.T

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        unit, first, ones = basic_squares(self.at(sizes)[0])
        yield from (unit, unit * 0, first, ones, unit - first, -unit, unit - 2 * first, -first)
        if len(unit) > 1:
            yield whole(np.fliplr(np.eye(len(unit))))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        unit, ones, spiked, falling = _large_squares(shape[0])
        yield from (unit, ones, spiked, falling)
        factor = rng.normal(size=shape)
        yield factor + factor.T

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        for sign in (1, -1):
            yield from (Alike(shape, Decimal(sign), Decimal(0)), Alike.full(shape, Decimal(sign)))

    def fault(self, point: Any) -> str:
        scale = max(1.0, float(np.max(np.abs(point))))
        return "it must be symmetric" if np.max(np.abs(point - point.T)) > _NEAR * scale else ""

    def law(self, value: Node) -> tuple[Node, Node] | None:
        return Transpose(value), value

    def nearest(self, point: Any) -> Any | None:
        return (point + point.T) / 2

    def freed(self, free: Name, value: Any) -> Freed | None:
        return Freed(Binary("+", free, Transpose(free)), (), value / 2, lambda half: half + half.T)

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        step = rng.normal(size=np.shape(value))
        return short_fractions(value + length * (step + step.T))

    def chart(self, exact: Any) -> Chart | None:
        return halves(exact)

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        upper = np.triu(field.random(self.at(sizes)))
        return upper + np.triu(upper, 1).T

    @property
    def only_entry(self) -> Range | None:
        return Scalar()


def basic_squares(size: int) -> tuple[Any, Any, Any]:
    """I, e₁e₁ᵀ and 11ᵀ."""
    return whole(np.eye(size)), whole(np.diag([1] + [0] * (size - 1))), whole(np.ones((size, size)))


def _signed_ring(size: int) -> Any:
    """Semidefinite, but no longer so if a sign is lost."""
    ring = np.zeros((size, size))
    ring[:4, :4] = [[3, 2, 0, -2], [2, 3, 2, 0], [0, 2, 3, 2], [-2, 0, 2, 3]]
    return whole(ring)


def _large_squares(size: int) -> tuple[Any, Any, Any, Any]:
    """I, 11ᵀ, I with a spike, and a falling diagonal."""
    unit = np.eye(size)
    spiked = unit.copy()
    spiked[0, 0] = math.sqrt(size)
    return unit, np.ones((size, size)), spiked, np.diag(1.0 / (1.0 + np.arange(size)))


class SemiDefinite(Symmetric):
    words = "a positive semidefinite matrix, {0} × {0}"
    form = Sign.NONNEGATIVE
    least = 0.0  # eigenvalue of the nearest one

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        size = self.at(sizes)[0]
        if size > _WIDE:  # exact numbers are slow: a matrix of low rank
            return times_transposed(*[random_entries((size, 2), profile, rng)] * 2)
        factor = random_matrix((size, size), profile, rng)
        if profile.rank == "full" and profile.centred is False and size > 1:
            factor = factor + Exact().call_I(size)
        return times_transposed(factor, factor)

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        unit, first, ones = basic_squares(self.at(sizes)[0])
        yield from (unit, unit * 0, first, ones, unit - first, unit * TINY, unit * HUGE)
        if len(unit) > 3:
            yield _signed_ring(len(unit))
        if len(unit) > 1:  # as if centred: all entries together are 0, and the diagonal is not
            yield unit * len(unit) - ones

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        unit, ones, spiked, falling = _large_squares(shape[0])
        yield from (unit, ones + (unit if self.least else 0), spiked, falling)
        factor = rng.normal(size=shape)
        yield factor @ factor.T + unit

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        on = 2 if self.least else 1
        yield from (Alike(shape, Decimal(1), Decimal(0)), Alike(shape, Decimal(on), Decimal(1)))
        if not self.least:
            yield Alike.full(shape, Decimal(0))

    def fault(self, point: Any) -> str:
        scale = max(1.0, float(np.max(np.abs(point))))
        indefinite = np.linalg.eigvalsh(point)[0] < -_NEAR * scale
        return super().fault(point) or ("it must be positive semidefinite" if indefinite else "")

    def nearest(self, point: Any) -> Any | None:
        values, vectors = np.linalg.eigh((point + point.T) / 2)
        return (vectors * np.maximum(values, self.least)) @ vectors.T

    def freed(self, free: Name, value: Any) -> Freed | None:
        values, vectors = np.linalg.eigh(value)
        factor = vectors * np.sqrt(np.maximum(values, 0.0))
        return Freed(Binary("@", free, Transpose(free)), (), factor, lambda half: half @ half.T)

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        if exact is None:  # only exactly: rounded, it would not be semidefinite any more
            return value
        along = short_fractions(np.round(rng.normal(size=len(value)) * 8) / 8)
        scale = Fraction(2) ** int(rng.integers(-2, 3))
        return exact * scale + Fraction(min(length, 64.0)).limit_denominator(64) * np.outer(along, along)

    def chart(self, exact: Any) -> Chart | None:
        return factors(exact, self.form == Sign.POSITIVE)

    @property
    def only_entry(self) -> Range | None:
        return Nonnegative()


class Definite(SemiDefinite):
    words = "a positive definite matrix, {0} × {0}"
    form = Sign.POSITIVE
    dense = False
    least = 1e-9

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        shift_ = Fraction(1, 4 if profile.rank != "near" else 256)
        return super().draw(sizes, profile, rng) + Exact().call_I(self.at(sizes)[0]) * shift_

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        unit, first, ones = basic_squares(self.at(sizes)[0])
        yield from (unit, unit * TINY, unit * HUGE, unit + first * 3, unit + ones, unit + first * HUGE)
        yield unit * (len(unit) + 1) - ones  # almost centred
        if len(unit) > 3:
            yield _signed_ring(len(unit)) + unit * Fraction(1, 8)

    def fault(self, point: Any) -> str:
        singular = np.linalg.eigvalsh(point)[0] <= 0
        return Symmetric.fault(self, point) or ("it must be positive definite" if singular else "")

    @property
    def only_entry(self) -> Range | None:
        return Positive()
