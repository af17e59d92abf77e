"""Instances of large sizes: ‖x‖₁ ≤ 10‖x‖ is true for up to a hundred entries.

Exact numbers would be slow, and random ones rarely extreme: so all letters take simple values in floats together, such
as ones, a spike on ones, the identity. What is found wrong is made as small as it stays wrong.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.tree import Binary, Call, Name, Node, Sum, walk

from .conditions import meets
from .instances import Instance, Profile
from .ranges import Range
from .symbols import Setting

_FLAT, _SQUARE, _CHEAP = 10_000, 140, 1_000  # N: no matrix; matrices; matrices that are not multiplied
_LEAST = 13  # what is smaller is tried elsewhere
_THINNED = 1.4  # from one size to the next
_SECONDS = 0.4  # of computing, for one line
_SIMPLE, _NOT_RANDOM = 6, 4  # values of each letter
_COUNTS = (10**6, 10**18)  # of a size that only occurs as a number
_MOST_NAMES = 3
_TROUBLES = 3  # instances without a value, and N is too large
_MAKE_ARRAYS = ("I", "ones", "zeros", "e")


@dataclass(frozen=True)
class Large:
    """Sizes N^power, all letters at their simple values number `place`."""

    setting: Setting
    letters: list[str]
    powers: Mapping[str, float]
    place: int
    top: int

    def at(self, largest: int) -> Instance | None:
        """The instance with N = largest; None where the ranges or the side conditions do not allow it."""
        sizes = {name: max(1, round(largest**power)) for name, power in self.powers.items()}
        if not all(_fits(self.setting.given.get(name), size) for name, size in sizes.items()):
            return None
        values: dict[str, Any] = {name: float(size) for name, size in sizes.items()}
        for position, name in enumerate(one for one in self.letters if one not in sizes):
            range_ = self.setting.given[name]
            shape = tuple(size.size(sizes) for size in range_.shape)
            rng = np.random.default_rng([largest, self.place, position])
            found = list(islice(_simple(range_, shape, rng), self.place + 1))
            if not found:
                return None
            values[name] = found[self.place if len(found) > self.place else 0]
        found_at = Instance(sizes, values, None, Profile("large"))
        return found_at if meets(self.setting, found_at) else None

    def smallest(self, wrong: Callable[[Instance], bool], limit: Limit) -> Instance | None:
        """A wrong instance, N being made smaller by bisection as long as it stays wrong.

        It may be wrong neither for small nor for large sizes (n⁶ ≤ 10⁸·1.1ⁿ), so sizes in between are tried too.
        """
        high, found = self.top, None
        while found is None and high >= _LEAST and not limit.over():
            at = self.at(high)
            found = at if at is not None and wrong(at) else None
            high = int(high / _THINNED) if found is None else high - 1
        low = _LEAST
        while found is not None and low <= high:
            middle = (low + high) // 2
            at = self.at(middle)
            if at is not None and wrong(at):
                found, high = at, middle - 1
            else:
                low = middle + 1
        return found


def first_wrong(
    setting: Setting, nodes: tuple[Node, ...], wrong: Callable[[Instance], bool]
) -> Instance | None:
    """A large instance where these expressions are wrong, as small as it stays so."""
    trouble, limit = Counter[int](), Limit(_SECONDS)
    for family in _families(setting, nodes):
        if trouble[family.top] < _TROUBLES and not limit.over():
            try:
                found = family.smallest(wrong, limit)
                if found is not None:
                    return found
            except (Undefined, TooMuch):
                trouble[family.top] += 1
    return None


def _families(setting: Setting, nodes: tuple[Node, ...]) -> Iterator[Large]:
    """For the sizes that these expressions depend on."""
    sides = [side for _, *both in setting.where for side in both]
    letters = [name for name in setting.given if name in setting.depends(*nodes, *sides)]
    shaped = _sizes_of(setting, letters)
    names = [name for name in setting.sizes if name in shaped or name in setting.depends(*nodes)]
    if not names:
        return
    flat = all(len(setting.given[name].shape) < 2 for name in letters)
    tops = [(_FLAT, _SIMPLE)] if flat else []
    tops += [(_CHEAP, _NOT_RANDOM)] if flat or _cheap(setting, nodes) else []
    for (top, places), powers in product([*tops, (_SQUARE, _SIMPLE)], _powers(len(names))):
        sizes = {**dict.fromkeys(setting.sizes, 0.0), **dict(zip(names, powers, strict=True))}
        yield from (Large(setting, letters, sizes, place, top) for place in range(places))


def huge_counts(setting: Setting, nodes: tuple[Node, ...], bases: Iterable[Instance]) -> Iterator[Instance]:
    """Sizes that occur as numbers only, huge: n ≤ 20."""
    parts = [part for node in nodes for part in walk(node)]
    arrays = any(
        isinstance(part, Sum) or (isinstance(part, Call) and part.function in _MAKE_ARRAYS) for part in parts
    )
    shaped = _sizes_of(setting, setting.depends(*nodes))
    for base, name in product(bases, setting.sizes):
        if Name(name) in parts and not arrays and name not in shaped and not setting.where:
            for count in (Fraction(one) for one in _COUNTS if _fits(setting.given.get(name), one)):
                exact = None if base.exact is None else {**base.exact, name: count}
                yield replace(base, values={**base.values, name: float(count)}, exact=exact)


def _sizes_of(setting: Setting, letters: Iterable[str]) -> set[str]:
    ranges = [setting.given[name] for name in letters if name in setting.given]
    return {name for range_ in ranges for size in range_.sizes for name in size.names}


def _cheap(setting: Setting, nodes: tuple[Node, ...]) -> bool:
    """No matrix is multiplied by a matrix, or inverted; nothing is added up one by one."""
    for part in (part for node in nodes for part in walk(node)):
        match part:
            case (
                Sum() | Call(function="inv" | "solve" | "pinv" | "det" | "rank" | "kron" | "outer" | "center")
            ):
                return False
            case Binary(op="@") if len(setting.shape(part)) == 2:
                return False
            case Name() if part.id in setting.define:
                return False
    return True


def _powers(count: int) -> Iterator[tuple[float, ...]]:
    """N for all sizes; for each alone; √N for one and N for another."""
    yield (1.0,) * count
    if 1 < count <= _MOST_NAMES:
        yield from (one for one in product((1.0, 0.5, 0.0), repeat=count) if 1.0 in one and min(one) < 1)


def _fits(range_: Range | None, size: int) -> bool:
    return range_ is None or range_.bounds is None or range_.bounds[0] <= size <= range_.bounds[1]


def _simple(range_: Range, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
    size = shape[0] if shape else 1
    match range_.kind:
        case "scalar":
            yield from (1.0, -1.0, 2.0, 0.5, 0.0)
        case "positive" | "nonnegative":
            yield from (1.0, 2.0, 0.5)
        case "value" | "integer":
            assert range_.bounds is not None
            yield from map(float, range_.bounds)
        case "interval":
            assert range_.bounds is not None
            yield float(sum(range_.bounds)) / 2
        case "index":
            yield 0.0
        case "vector":
            yield from _vectors(size)
            yield rng.normal(size=size)
        case "positive_vector" | "nonnegative_vector":
            yield from map(np.abs, _vectors(size))
        case "unit":
            vectors = [-np.ones(size) if place == 2 else one for place, one in enumerate(_vectors(size))]
            yield from (vector / np.linalg.norm(vector) for vector in vectors)
        case "labels":
            yield from (np.ones(size), np.resize([1.0, -1.0], size), np.ones(size))
            yield rng.choice([-1.0, 1.0], size=size)
        case "matrix":
            yield from (
                np.ones(shape),
                np.eye(shape[0], shape[1]),
                rng.choice([-1.0, 1.0], size=shape),
                rng.normal(size=shape),
            )
        case "symmetric" | "psd" | "pd":
            yield from _squares(range_.kind, size, rng)
        case "orthogonal":
            yield from (np.eye(size), -np.eye(size), np.roll(np.eye(size), 1, axis=0))
            yield np.linalg.qr(rng.normal(size=shape))[0]
        case "partition" if shape[1] <= size:
            for members in (np.arange(size) % shape[1], np.minimum(np.arange(size), shape[1] - 1)):
                yield np.eye(shape[1])[members]


def _vectors(size: int) -> Iterator[Any]:
    spiked = np.ones(size)
    spiked[0] = math.sqrt(size)
    ones = np.ones(size)
    yield from (ones, np.resize([1.0, -1.0], size), ones / size, spiked, 1.0 / (1.0 + np.arange(size)))


def _squares(kind: str, size: int, rng: np.random.Generator) -> Iterator[Any]:
    unit, ones = np.eye(size), np.ones((size, size))
    spiked = unit.copy()
    spiked[0, 0] = math.sqrt(size)
    yield from (unit, ones + (unit if kind == "pd" else 0), spiked, np.diag(1.0 / (1.0 + np.arange(size))))
    factor = rng.normal(size=(size, size))
    yield factor + factor.T if kind == "symmetric" else factor @ factor.T + unit
