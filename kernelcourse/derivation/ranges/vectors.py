"""Letters that are vectors: any, positive, of length 1, labels ±1, complex."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np

from kernelcourse.language.alike import Alike
from kernelcourse.language.exact import Exact
from kernelcourse.language.modular import Modular
from kernelcourse.language.tree import Binary, Name, Node, Number

from ..proving.sign import Sign
from .charts import Chart, each_entry, sphere
from .entries import (
    HUGE,
    TINY,
    Profile,
    fractions,
    random_entries,
    random_positive,
    short_fractions,
    whole,
)
from .numbers import SIMPLE_COMPLEX, Complex, HalfLine, Nonnegative, Positive, Scalar, any_step, plain_scalars
from .range import Freed, InPieces, NoPoint, Range

_NEAR = 1e-9
_FEW = 14  # labels


class Vector(Range):
    words = "a vector of {} numbers"
    takes = 1
    whole_space = dense = solid = cone = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return random_entries(self.at(sizes), profile, rng)

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        size = self.at(sizes)[0]
        ones = whole(np.ones(size))
        yield from (ones * 0, unit(size, 0), ones, unit(size, size - 1) * -2, ones * TINY, ones * HUGE)
        yield whole(np.arange(size) - 1)  # a zero among others, and a negative entry
        if size > 3:
            yield whole(np.resize([1, -2, 2, -1], size))  # goes with the ring of semidefinite matrices

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from long_vectors(shape[0])
        yield rng.normal(size=shape[0])

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike.full(shape, Decimal(sign)) for sign in (1, -1, 0))
        yield from (Alike(shape, Decimal(1), Decimal(0)), Alike(shape, Decimal(shape[0]).sqrt(), Decimal(1)))

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        return any_step(value, length, rng)

    def chart(self, exact: Any) -> Chart | None:
        return each_entry(exact)

    @property
    def entry(self) -> Range | None:
        return Scalar()


def unit(size: int, place: int) -> Any:
    return Exact().call_e(Fraction(place), Fraction(size))


def long_vectors(size: int) -> Iterator[Any]:
    yield np.ones(size)
    yield alternating(size)
    yield np.ones(size) / size
    spiked = np.ones(size)
    spiked[0] = math.sqrt(size)
    yield spiked
    yield 1.0 / (1.0 + np.arange(size))
    bow = np.sin(math.pi * (1.0 + np.arange(size)) / (1.0 + size))
    yield bow  # neighbours are nearly equal
    yield bow * alternating(size)  # or nearly opposite
    yield 1.0 / np.sqrt(1.0 + np.arange(size))  # of Hilbert's form
    yield 1.0 + np.arange(size)  # far from each other


def alternating(size: int) -> Any:
    signs = np.ones(size)
    signs[1::2] = -1.0
    return signs


class NonnegativeVector(HalfLine):
    words = "a vector of {} numbers ≥ 0"
    takes = 1
    strict = False
    sign = Sign.NONNEGATIVE

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return fractions(
            np.array([random_positive(plain_scalars(profile), rng) for _ in range(self.at(sizes)[0])])
        )

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        size = self.at(sizes)[0]
        ones = whole(np.ones(size))
        if not self.strict:
            yield from (ones * 0, unit(size, 0), unit(size, size - 1))
        yield from (ones, ones * TINY, ones * HUGE)
        for place in (0, size - 1):  # with a sum of 1 next to a corner of the simplex
            yield ones + unit(size, place) * HUGE**4

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from map(np.abs, long_vectors(shape[0]))

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike.full(shape, Decimal(1)), Alike(shape, Decimal(shape[0]), Decimal(1)))

    @property
    def entry(self) -> Range | None:
        return Nonnegative()


class PositiveVector(NonnegativeVector):
    words = "a vector of {} positive numbers"
    strict = True
    sign = Sign.POSITIVE
    never_zero = True

    @property
    def entry(self) -> Range | None:
        return Positive()


class Unit(Range):
    """‖v‖ = 1."""

    words = "a vector of {} numbers, of length 1"
    takes = 1
    never_zero = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        size = self.at(sizes)[0]
        if size == 1:
            return fractions(rng.choice([-1, 1], size=1))
        return _on_sphere(random_entries((size - 1,), profile, rng))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        size = self.at(sizes)[0]
        yield from (unit(size, 0), -unit(size, size - 1))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        size = shape[0]
        for place, vector in enumerate(long_vectors(size)):
            yield vector / np.linalg.norm(vector) * (-1.0 if place == 2 else 1.0)

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike.full(shape, sign / Decimal(shape[0]).sqrt()) for sign in (1, -1))
        yield Alike(shape, Decimal(1), Decimal(0))

    def fault(self, point: Any) -> str:
        return "it must have length 1" if abs(float(np.linalg.norm(point)) - 1) > _NEAR else ""

    def law(self, value: Node) -> tuple[Node, Node] | None:
        return Binary("@", value, value), Number(1)

    def nearest(self, point: Any) -> Any | None:
        length = np.linalg.norm(point)
        return point / length if length else None

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        size = len(value)
        moved = self.nearest(np.asarray(value, dtype=float) + length * rng.normal(size=size))
        if size == 1 or moved is None:
            return exact if exact is not None else value
        above = moved[-1] > 0  # seen from the other pole, so that no fraction is huge
        return _on_sphere(short_fractions(moved[:-1] / (1 + abs(moved[-1])))) * (
            np.append(np.full(size - 1, 1), 1 if not above else -1)
        )

    def chart(self, exact: Any) -> Chart | None:
        return sphere(exact, _on_sphere)

    def freed(self, free: Name, value: Any) -> Freed | None:
        return Freed(free, (Binary("-", Binary("@", free, free), Number(1)),), value)

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        if self.at(sizes) == (1,):
            raise NoPoint  # 1 and −1 are no random point
        point = field.random(self.at(sizes))
        return point * field.invert(field.call_norm(point)) % field.modulus


def _on_sphere(point: Any) -> Any:
    """The vector of length 1 that a point of the plane is projected to from the pole (0, …, 0, 1)."""
    square = point @ point
    return np.append(2 * point / (square + 1), (square - 1) / (square + 1))


class Labels(InPieces):
    words = "{} labels, each −1 or 1"
    takes = 1
    sign = Sign.NONZERO
    never_zero = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return fractions(rng.choice([-1, 1], size=self.at(sizes)))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        ones = whole(np.ones(self.at(sizes)))
        yield from (ones, -ones)

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        size = shape[0]
        yield from (np.ones(size), alternating(size), np.ones(size))
        yield rng.choice([-1.0, 1.0], size=size)

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike.full(shape, Decimal(sign)) for sign in (1, -1))

    def fault(self, point: Any) -> str:
        return "its entries must be 1 or −1" if np.max(np.abs(np.abs(point) - 1)) > _NEAR else ""

    def law(self, value: Node) -> tuple[Node, Node] | None:
        square = Binary("*", value, value)
        return Binary("-", square, Number(1)), Binary("-", Number(1), square)

    def nearest(self, point: Any) -> Any | None:
        return np.where(point < 0, -1.0, 1.0)

    def neighbours(self, exact: Any) -> Iterator[Any]:
        """One label changed, or two of a few."""
        size = len(exact)
        yield from (_flipped(exact, (place,)) for place in range(size))
        yield from (_flipped(exact, pair) for pair in combinations(range(size if size <= _FEW else 0), 2))

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        signs = [field.chance.choice([1, field.modulus - 1]) for _ in range(self.at(sizes)[0])]
        return np.array(signs, dtype=object)

    def pieces(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from product((1, -1), repeat=self.at(sizes)[0])

    def any_piece(self, sizes: Mapping[str, int], chance: Random) -> Any:
        return [chance.choice((1, -1)) for _ in range(self.at(sizes)[0])]

    def in_piece(self, sizes: Mapping[str, int], piece: Any, field: Modular) -> Any:
        return np.array(piece, dtype=object) % field.modulus

    @property
    def loosened(self) -> Range:
        return Vector(self.shape, self.sizes)


def _flipped(labels: Any, places: tuple[int, ...]) -> Any:
    found = labels.copy()
    for place in places:
        found[place] = -found[place]
    return found


class ComplexVector(Range):
    words = "a vector of {} complex numbers"
    takes = 1
    is_complex = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        real, imaginary = (random_entries(self.at(sizes), profile, rng).astype(float) for _ in range(2))
        return real + 1j * imaginary

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from (number * np.ones(self.at(sizes), dtype=complex) for number in (0, 1, 1j, 4j))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from (number * np.ones(shape) for number in SIMPLE_COMPLEX)

    step = Complex.step
