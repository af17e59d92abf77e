"""Letters that are numbers: any, positive, not negative, between two ends, whole, an index, one value, complex."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from kernelcourse.language.in_text import brief_number
from kernelcourse.language.modular import Modular

from ..proving.sign import Sign
from .charts import Chart, between, each_entry, powers_of_e, squares
from .entries import HUGE, TINY, Profile, random_entries, random_positive, short_fractions
from .range import InPieces, Range

SIMPLE_COMPLEX = (1.0 + 0j, 1j, 1.0 + 1j)
_PARTS = (TINY, 1 - TINY, Fraction(1, 2), Fraction(1, 64), Fraction(63, 64))  # of an interval
_LARGEST = Fraction(10) ** 308
_FAR = 1e300
_INSET = 1e-6  # of an interval: its ends do not belong to it


class Real(Range):
    """A real number that can be moved."""


class Scalar(Real):
    words = "a number"
    whole_space = dense = solid = cone = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return random_positive(profile, rng) * int(rng.choice([-1, 1]))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from (Fraction(0), Fraction(1), Fraction(-1), TINY, -TINY, HUGE, -HUGE, Fraction(2))
        yield from (Fraction(1, 2), Fraction(-2), Fraction(-1, 2), Fraction(-40), Fraction(40))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from (1.0, -1.0, 2.0, 0.5, 0.0)

    def nearest(self, point: Any) -> Any | None:
        return float(point)

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        return any_step(value, length, rng)

    def chart(self, exact: Any) -> Chart | None:
        return each_entry(exact)

    def holds(self, value: Fraction) -> bool:
        return True


def any_step(value: Any, length: float, rng: np.random.Generator) -> Any:
    """A step in a whole space, now and then as long as the value itself."""
    step = length * rng.normal(size=np.shape(value)) * (np.max(np.abs(value)) if rng.random() < 0.3 else 1.0)
    return short_fractions(value + step)


class HalfLine(Range):
    """Every entry is positive, or not negative."""

    strict: bool
    solid = cone = True

    def fault(self, point: Any) -> str:
        low = float(np.min(point))
        if self.strict:
            return "it must be positive" if low <= 0 else ""
        return "it must not be negative" if low < -1e-12 else ""

    def nearest(self, point: Any) -> Any | None:
        point = np.maximum(point, 1e-9 if self.strict else 0.0)
        return point if np.ndim(point) else float(point)

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        return short_fractions(value * np.exp(np.clip(length * rng.normal(size=np.shape(value)), -20, 20)))

    def chart(self, exact: Any) -> Chart | None:
        return powers_of_e(exact) if self.strict else squares(exact)

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        root = field.random(self.at(sizes))
        return root * root % field.modulus


class Nonnegative(HalfLine, Real):
    words = "a number ≥ 0"
    strict = False
    sign = Sign.NONNEGATIVE

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return random_positive(profile, rng)

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        if not self.strict:
            yield Fraction(0)
        yield from (Fraction(1), TINY, HUGE, Fraction(1, 2), Fraction(40), Fraction(1, 40))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from (1.0, 2.0, 0.5)

    def holds(self, value: Fraction) -> bool:
        return value > 0 if self.strict else value >= 0


class Positive(Nonnegative):
    words = "a positive number"
    strict = True
    sign = Sign.POSITIVE


class Bounded(Range):
    """A number with a least and a greatest value, or between two ends."""

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        assert self.bounds is not None
        return self.bounds

    @property
    def near_ends(self) -> tuple[float, float]:
        """The ends as floats, one that no float can hold as ∞."""
        far = math.inf
        low, high = (float(end) if abs(end) < _LARGEST else far if end > 0 else -far for end in self.ends)
        return low, high

    def fault_beyond(self, inside: bool, belong: str = "") -> str:
        low, high = map(brief_number, self.ends)
        return "" if inside else f"it must lie between {low} and {high}{belong}"


class Interval(Bounded, Real):
    words = "a number strictly between {} and {}"
    takes = 2
    solid = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        low, high = self.ends
        return low + (high - low) * Fraction(int(rng.integers(1, 2**10)), 2**10)

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        low, high = self.ends
        yield from (low + (high - low) * part for part in _PARTS)
        if low < 0 < high:
            yield Fraction(0)

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from [middle] if math.isfinite(middle := sum(self.near_ends) / 2) else []

    def fault(self, point: Any) -> str:
        low, high = self.near_ends
        return self.fault_beyond(low < float(point) < high, ", and the ends do not belong to it")

    def nearest(self, point: Any) -> Any | None:
        low, high = np.clip(self.near_ends, -_FAR, _FAR)
        return float(np.clip(point, low + _INSET * (high - low), high - _INSET * (high - low)))

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        low, high = np.clip(self.near_ends, -_FAR, _FAR)
        part = np.clip((value - low) / (high - low), 1e-12, 1 - 1e-12)
        odds = np.log(part / (1 - part)) + length * rng.normal()
        part = Fraction(float(1 / (1 + np.exp(-np.clip(odds, -25, 25)))))
        return self.ends[0] + (self.ends[1] - self.ends[0]) * part

    def chart(self, exact: Any) -> Chart | None:
        return between(self.ends, exact)

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        root = field.random()
        return root * root % field.modulus if self.ends[0] >= 0 else root

    def holds(self, value: Fraction) -> bool:
        return self.ends[0] < value < self.ends[1]

    def clear_of_ends(self, value: Any) -> bool:
        """Not so near to an end that floats could confuse it with the end."""
        return min(abs(float(value) - end) for end in self.near_ends) > 1e-3


class Integer(Bounded, Real):
    words = "a whole number from {} to {}"
    takes = 2

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        low, high = (int(end) for end in self.ends)
        return Fraction(low + int(rng.integers(min(high - low + 1, 2**62))))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        first, last = (int(end) for end in self.ends)
        middle = {first + 1, first + 2, (first + last) // 2, 0, 1, -1}
        inner = {one for one in middle if first <= one <= last}
        yield from (Fraction(one) for one in sorted({first, last} | inner))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from filter(math.isfinite, self.near_ends)

    def fault(self, point: Any) -> str:
        number = float(point)
        low, high = self.near_ends
        beyond = self.fault_beyond(low <= number <= high)
        return beyond or ("it must be a whole number" if number != round(number) else "")

    def nearest(self, point: Any) -> Any | None:
        return float(np.clip(np.round(point), *np.clip(self.near_ends, -_FAR, _FAR)))

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        step = round(float(np.clip(length, 1, 10) * rng.normal()))
        return min(max(Fraction(round(float(value))) + step, self.ends[0]), self.ends[1])

    def holds(self, value: Fraction) -> bool:
        return self.ends[0] <= value <= self.ends[1] and value.denominator == 1


class Value(Bounded):
    """One number that nothing may move."""

    takes = 1

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return self.ends[0]

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from filter(math.isfinite, self.near_ends)

    def nearest(self, point: Any) -> Any | None:
        return None

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        return self.ends[0]


class IndexLetter(InPieces):
    """0, …, n − 1."""

    takes = 1
    sign = Sign.NONNEGATIVE

    def count(self, sizes: Mapping[str, int]) -> int:
        return self.sizes[0].size(sizes)

    def counted(self, sizes: Mapping[str, int]) -> Integer:
        """The same at these sizes: a whole number between two ends."""
        return Integer(bounds=(Fraction(0), Fraction(self.count(sizes) - 1)))

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return Fraction(int(rng.integers(self.count(sizes))))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from (Fraction(0), Fraction(self.count(sizes) - 1))

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield 0.0

    def fault(self, point: Any) -> str:
        return "it must be a whole number" if float(point) != round(float(point)) else ""

    def nearest(self, point: Any) -> Any | None:
        return None

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        return Fraction(field.chance.randrange(self.count(sizes)))

    def pieces(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from range(self.count(sizes))

    def any_piece(self, sizes: Mapping[str, int], chance: Random) -> Any:
        return chance.randrange(self.count(sizes))

    def in_piece(self, sizes: Mapping[str, int], piece: Any, field: Modular) -> Any:
        return Fraction(piece)


class Complex(Range):
    words = "a complex number"
    is_complex = True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        return complex(*(float(part) for part in random_entries((2,), profile, rng)))

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from (0j, 1 + 0j, 1j, -2 + 1j, -2 + 0j, 4j, 1 - 7j)  # log e^4i is not 4i

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        yield from SIMPLE_COMPLEX

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        shape = np.shape(value)
        return value + length * (rng.normal(size=shape) + 1j * rng.normal(size=shape))


def plain_scalars(profile: Profile) -> Profile:
    """The same profile with numbers that are neither tiny nor large."""
    return replace(profile, scalars="generic")
