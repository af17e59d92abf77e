"""Instances of large sizes: ‖x‖₁ ≤ 10‖x‖ is true for up to a hundred entries.

Exact numbers would be slow, and random ones rarely extreme: so all letters take simple values in floats together, such
as ones, a spike on ones, the identity. What is found wrong is made as small as it stays wrong.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.tree import Binary, Call, Name, Node, Sum, walk

from ..ranges.entries import Profile
from ..reading.symbols import Setting
from .instance import Instance
from .pressed import pressed

_FLAT, _SQUARE, _CHEAP = 10_000, 140, 1_000  # N: no matrix; matrices; matrices that are not multiplied
_HUGE = 1_100_000  # N: vectors of equal entries
_LEAST = 13  # most of what is smaller is tried elsewhere
_BELOW = (2, 3, 5, 7, 8, 10, 11)  # the rest: (n − 5)² is 0 once
_FINELY, _COARSELY = 1.4, 4.0  # from one size to the next
_SECONDS = 0.4  # of computing, for one line
_SIMPLE, _NOT_RANDOM = 10, 4  # values of each letter
_MOST_NAMES = 3
_TROUBLES = 3  # instances without a value, and N is too large
_MISSES = 18  # instances that the side conditions do not allow, of sizes that grow in one way
_ALLOWED = 10**6  # one that they allow makes up for them


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
        if not self.setting.possible(sizes):
            return None
        values: dict[str, Any] = {name: float(size) for name, size in sizes.items()}
        for position, name in enumerate(one for one in self.letters if one not in sizes):
            range_ = self.setting.given[name]
            shape = tuple(size.size(sizes) for size in range_.shape)
            rng = np.random.default_rng([largest, self.place, position])
            found = list(islice(range_.simple(shape, rng), self.place + 1))
            if not found:
                return None
            values[name] = found[self.place if len(found) > self.place else 0]
        found_at = Instance(sizes, values, None, Profile("large"))
        return pressed(self.setting, found_at)

    def ladder(self) -> Iterator[tuple[int, Large]]:
        """N from small to large, finely where all sizes are equal: it may be wrong for neither (n⁶ ≤ 10⁸·1.1ⁿ)."""
        thinned = _FINELY if len(set(self.powers.values()) - {0.0}) == 1 else _COARSELY
        yield from ((small, self) for small in (_BELOW if thinned == _FINELY else ()))
        step = float(_LEAST)
        while step < self.top:
            yield round(step), self
            step *= thinned
        yield self.top, self

    def smallest(self, high: int, wrong: Callable[[Instance], bool]) -> Instance | None:
        """The wrong instance with N = high, or with a smaller N by bisection, as long as it stays wrong."""
        found, low = self.at(high), _LEAST
        while low < high:
            middle = (low + high) // 2
            at = self.at(middle)
            if at is not None and wrong(at):
                found, high = at, middle
            else:
                low = middle + 1
        return found


def first_wrong(
    setting: Setting, nodes: tuple[Node, ...], wrong: Callable[[Instance], bool]
) -> Instance | None:
    """A large instance where these expressions are wrong, as small as it stays so: the small ones come first."""
    trouble, missed, limit = Counter[int](), Counter[tuple[float, ...]](), Limit(_SECONDS)
    ladders = (family.ladder() for family in _families(setting, nodes))
    for largest, family in heapq.merge(*ladders, key=lambda step: step[0]):
        if limit.over():
            break
        grown = tuple(family.powers.values())
        if trouble[family.top] >= _TROUBLES or missed[grown] >= _MISSES:
            continue
        try:
            at = family.at(largest)
            missed[grown] += 1 if at is None else -_ALLOWED
            if at is not None and wrong(at):
                return family.smallest(largest, wrong)
        except (Undefined, TooMuch):
            trouble[family.top] += 1
    return None


def _families(setting: Setting, nodes: tuple[Node, ...]) -> Iterator[Large]:
    """For the sizes that these expressions depend on."""
    sides = [side for _, *both in setting.where for side in both]
    letters = [name for name in setting.given if name in setting.depends(*nodes, *sides)]
    shaped = setting.sizes_of(letters)
    names = [name for name in setting.sizes if name in shaped or name in setting.depends(*nodes)]
    if not names:
        return
    flat, cheap = _flat(setting, nodes, letters), _cheap(setting, nodes)
    for powers, place in product(_powers(len(names)), range(_SIMPLE)):
        sizes = {**dict.fromkeys(setting.sizes, 0.0), **dict(zip(names, powers, strict=True))}
        plain = _CHEAP if cheap and place < _NOT_RANDOM else _SQUARE
        top = (_HUGE if cheap and not place else _FLAT) if flat else plain
        yield Large(setting, letters, sizes, place, top)


def _flat(setting: Setting, nodes: tuple[Node, ...], letters: Iterable[str]) -> bool:
    """No letter is a matrix, and none is made on the way: diag(q) of 10,000 entries has 10⁸."""
    used = [setting.define[name] for name in setting.depends(*nodes) if name in setting.define]
    parts = (part for node in (*nodes, *used) for part in walk(node))
    return all(len(setting.given[name].shape) < 2 for name in letters) and not any(map(_is_square, parts))


def _is_square(part: Node) -> bool:
    match part:
        case Call(function="diag" | "outer" | "kron" | "I"):
            return True
        case Call(function="ones" | "zeros", arguments=sizes):
            return len(sizes) == 2
        case Call(function="block", arguments=(Call(function="vector"), *_)):
            return True
    return False


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
