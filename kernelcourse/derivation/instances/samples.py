"""The instances a derivation is tested at: made once from a seed, shared by all its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spent
from kernelcourse.language.tree import Call, Name, Node, Number, walk

from ..ranges.entries import Profile
from ..ranges.numbers import IndexLetter, Integer, Interval
from ..ranges.pieces import Partition
from ..ranges.range import Range
from ..ranges.vectors import Labels
from ..reading.symbols import Setting
from .conditions import instance, mended
from .far_indices import far_indices
from .hollow import hollow
from .instance import STANDARD, Instance, moderate
from .kept import Kept
from .literals import numbers_in
from .pairs import clustered, in_pairs
from .special_matrices import special_matrices

_SMALL, _LARGE = 4, 16  # sizes of nilpotent matrices: what is smaller is a corner
_FEW = 1001  # whole numbers that are tried one by one
_PATIENCE = 1.2  # seconds in which the side conditions must be met once
_MISSED = 1e5  # units of work in which they were not met at one size


class Samples:
    """Seeded instances of one setting."""

    def __init__(self, setting: Setting, seed: int = 0, sizes: Mapping[str, int] | None = None):
        self.setting, self.seed = setting, seed
        self.standard: Sequence[Instance] = Kept(self._make_standard(sizes or {}))
        self.sizes, self.looks_for_small = dict(sizes or {}), True
        self._small: dict[int, Kept] = {}
        self._narrower: dict[frozenset[str], Samples] = {}
        self._corners: dict[frozenset[str], Kept] = {}
        if setting.where and not self.standard:
            raise ValueError("where: no values of the letters were found that satisfy the side conditions")

    def only(self, names: frozenset[str]) -> Samples:
        """Instances of the letters that a line depends on, where no side condition ties letters together."""
        setting = self.setting.only(names)
        whole = self.setting.where or len(setting.given) == len(self.setting.given)
        if whole or not isinstance(self.standard, Kept):
            return self
        key = frozenset(setting.given)
        if key not in self._narrower:
            self._narrower[key] = Samples(setting, self.seed, self.sizes)
            self._narrower[key].looks_for_small = self.looks_for_small
        return self._narrower[key]

    def unhurried(self) -> Samples:
        """The same instances without the search for a small witness."""
        found = Samples(self.setting, self.seed, self.sizes)
        found.looks_for_small = False
        return found

    def _make_standard(self, sizes: Mapping[str, int]) -> Iterator[Instance]:
        rng = np.random.default_rng([self.seed, 1])
        chosen = {name: int(size) for name, size in sizes.items() if name in self.setting.sizes}
        first = [instance(self.setting, profile, rng) for profile in STANDARD] if chosen else []
        if chosen:
            full = dict.fromkeys(self.setting.sizes, 2) | chosen
            first.insert(0, _at(self.setting, Profile("small"), rng, full))
        found, limit = 0, Limit(_PATIENCE)
        for at in first or (instance(self.setting, profile, rng) for profile in STANDARD):
            if at is not None:
                found += 1
                yield at
            elif not found and limit.over():
                return

    def corners(self, names: frozenset[str]) -> Iterator[Instance]:
        """Each letter in turn at its special values, all of them zero, and letters of one kind equal or opposite."""
        key = frozenset(name for name in self.setting.given if name in names)
        return iter(self._corners.setdefault(key, Kept(self._make_corners(key))))

    def _make_corners(self, names: frozenset[str]) -> Iterator[Instance]:
        for moved in hollow(self.setting, self.seed):
            yield from self.allowed(moved)
        rng = np.random.default_rng([self.seed, 8])
        alike = [(dict.fromkeys(self.setting.sizes, size), size < 3) for size in (2, 1, 3)]
        for sizes, varied in (*alike, *((sizes, True) for sizes in clustered(self.setting))):
            base = self._exact(rng, sizes)
            for moved in self._special(base, names if varied else frozenset()) if base is not None else ():
                yield from self.allowed(moved)
        for size in (3, 4):
            yield from self.nilpotent(names, size)
        for size in (5, 7) if self.setting.where else ():  # ranks that small sizes do not have
            loose = replace(self.setting, where=())
            base = _at(loose, Profile("small"), rng, dict.fromkeys(self.setting.sizes, size))
            if base is not None and base.exact is not None:
                yield from self.plain_corners(base, names, 6)

    def _exact(self, rng: np.random.Generator, sizes: Mapping[str, int]) -> Instance | None:
        """To move letters from: what only floats meet is met when they have been moved."""
        settings = self.setting, replace(self.setting, where=())
        bases = (_at(one, Profile("small"), rng, sizes) for one in settings)
        return next((one for one in bases if one is not None and one.exact is not None), None)

    def nilpotent(self, names: frozenset[str], size: int) -> Iterator[Instance]:
        """Matrices of which only a high power is 0, or a product: A⁷w = 0 does not follow from A⁸w = 0."""
        rng = np.random.default_rng([self.seed, 12])
        base = _at(self.setting, Profile("small"), rng, dict.fromkeys(self.setting.sizes, size))
        if base is None or base.exact is None:
            return
        for moved in special_matrices(self.setting, base, names):
            yield from self.allowed(moved)

    def high_powers(self, nodes: Iterable[Node], names: frozenset[str]) -> Iterator[Instance]:
        """Shifts as large as a letter occurs often in one of these expressions, where the corners are smaller."""
        often = max((list(walk(node)).count(Name(name)) for node in nodes for name in names), default=0)
        if _SMALL < often <= _LARGE:
            yield from self.nilpotent(names & self.setting.given.keys(), often)

    def allowed(self, moved: Instance) -> Iterator[Instance]:
        """The instance, put right where the side conditions ask for it."""
        found = mended(self.setting, moved)
        if found is not None:
            yield found

    def _special(self, base: Instance, names: frozenset[str]) -> Iterator[Instance]:
        assert base.exact is not None
        given = self.setting.given
        nothing = base
        for name in names:
            first = next(iter(given[name].specials(base.sizes)), None)
            if name not in base.sizes and first is not None:
                nothing = nothing.with_value(name, first)
        yield nothing
        yield from self.plain_corners(base, names, 8)
        for name in sorted(names):
            if name in base.sizes:
                continue
            for value in given[name].specials(base.sizes):
                yield base.with_value(name, value)
        yield from in_pairs(self.setting, base, names)

    def together(self, names: frozenset[str], ends: bool = False) -> Iterator[Instance]:
        """Every two letters at their special values at once: where a sum such as K + λI may vanish.

        Values next to the `ends` of an interval only if asked for: there rounding alone may divide by zero.
        """
        rng = np.random.default_rng([self.seed, 10])
        given, names_of_sizes = self.setting.given, self.setting.sizes
        for sizes in islice(product((1, 2), repeat=len(names_of_sizes)), 4):
            base = _at(self.setting, Profile("small"), rng, dict(zip(names_of_sizes, sizes, strict=True)))
            if base is None or base.exact is None:
                continue
            for name, other in combinations(sorted(names & frozenset(given) - frozenset(base.sizes)), 2):
                both = (given[name], given[other])
                for values in product(*(_near_ends(one, base.sizes, ends) for one in both)):
                    moved = base.with_value(name, values[0]).with_value(other, values[1])
                    if ends or moderate(moved):
                        yield from self.allowed(moved)

    def at_literals(self, nodes: Iterable[Node], names: frozenset[str]) -> Iterator[Instance]:
        """Each letter that is a number in turn at the numbers written in the line, where (a − 17.25)² vanishes."""
        found = numbers_in([*nodes, *(side for _, *sides in self.setting.where for side in sides)])
        base = self._exact(np.random.default_rng([self.seed, 13]), dict.fromkeys(self.setting.sizes, 2))
        if base is None or base.exact is None:
            return
        for name, value in product(sorted(names), sorted(found | {-one for one in found})[:24]):
            range_ = self.setting.given.get(name)
            if range_ is None or name in base.sizes:
                continue
            if range_.holds(value):
                yield from self.allowed(base.with_value(name, value))
            elif range_.entry is not None and range_.entry.holds(value):
                moved = base.exact[name].copy()
                moved[0] = value
                yield from self.allowed(base.with_value(name, moved))

    def plain_corners(self, base: Instance, names: frozenset[str], most: int = 4) -> Iterator[Instance]:
        """All letters at once at their first, second, third special value: zero, one, the all-ones vector."""
        free = sorted(names & frozenset(self.setting.given) - frozenset(base.sizes))
        listed = [list(islice(self.setting.given[name].specials(base.sizes), most)) for name in free]
        for place in range(most):
            moved = base
            for name, values in zip(free, listed, strict=True):
                moved = moved.with_value(name, values[place]) if len(values) > place else moved
            yield from self.allowed(moved)

    def counted(self, names: frozenset[str]) -> Iterator[Instance]:
        """Every value of the whole numbers, one letter after the other, as far as there are few."""
        base = next(iter(self.standard), None)
        if base is None:
            return
        for name in sorted(names):
            range_ = self.setting.given.get(name)
            if not isinstance(range_, Integer) or name in base.sizes:
                continue
            for value in islice(range(int(range_.ends[0]), int(range_.ends[1]) + 1), _FEW):
                yield from self.allowed(base.with_value(name, Fraction(value)))
        yield from far_indices(self.setting, names)

    def reciprocal(self, names: frozenset[str]) -> Iterator[Instance]:
        """Two numbers with the product 1, one of them tiny: (1 − ab)² + a² comes near 0 only there."""
        base = next(iter(self.standard), None)
        if base is None or base.exact is None:
            return
        numbers = sorted(name for name in names if name in self.setting.given and name not in base.sizes)
        for name, other in permutations(numbers, 2):
            for value in (Fraction(1, 10**6), Fraction(1, 10**20)):
                if self.setting.given[name].holds(value) and self.setting.given[other].holds(1 / value):
                    yield from self.allowed(base.with_value(name, value).with_value(other, 1 / value))

    def without(self, asked: Node) -> Iterator[Instance]:
        """Instances where a number that is divided by is zero, a matrix that is inverted singular."""
        zero = Call("det", (asked,)) if self.setting.shape(asked) else asked
        if len(self.setting.shape(asked)) not in (0, 2):
            return
        setting = replace(self.setting, where=(*self.setting.where, ("==", zero, Number(0))))
        rng = np.random.default_rng([self.seed, 11])
        for sizes in ({}, dict.fromkeys(self.setting.sizes, 2)):
            found = instance(setting, Profile("small"), rng, {**sizes} or None, tries=12)
            if found is not None:
                yield found

    def low_rank(self, size: int) -> Iterator[Instance]:
        """Matrices of a third of the rank they could have: the rank of A ∘ B may exceed the sum of theirs."""
        rng = np.random.default_rng([self.seed, 12])
        found = _at(self.setting, Profile("generic", "low"), rng, dict.fromkeys(self.setting.sizes, size))
        if found is not None:
            yield found

    def sized(self, sizes: Mapping[str, int]) -> Iterator[Instance]:
        """A few instances of given sizes; many where a letter has many separate values, such as labels."""
        rng = np.random.default_rng([self.seed, 9])
        full = dict.fromkeys(self.setting.sizes, 2) | dict(sizes)
        separate = any(
            isinstance(range_, (Labels, Partition, IndexLetter)) for range_ in self.setting.given.values()
        )
        profiles = (Profile("small"), Profile("generic"), Profile("tiny"), Profile("small", "deficient"))
        missed = 0.0
        for profile in profiles * (50 if separate else 1):
            before = spent()
            found = _at(self.setting, profile, rng, full)
            if found is not None:
                yield found
                continue
            missed += spent() - before
            if missed > _MISSED:
                return

    def more(self, profile: Profile, count: int) -> Iterator[Instance]:
        """Further random instances."""
        rng = np.random.default_rng([self.seed, 3])
        found = (instance(self.setting, profile, rng) for _ in range(count))
        yield from (one for one in found if one is not None)

    def small(self, tries: int = 6) -> Iterator[Instance]:
        """Instances with few and tiny integer entries, the smallest sizes first: candidates for a witness."""
        if not self.looks_for_small:
            return iter(())
        if tries not in self._small:
            self._small[tries] = Kept(self._make_small(tries))
        return iter(self._small[tries])

    def _make_small(self, tries: int) -> Iterator[Instance]:
        rng = np.random.default_rng([self.seed, 4])
        names = self.setting.sizes
        choices = sorted(product((1, 2, 3), repeat=len(names)), key=lambda sizes: (sum(sizes), sizes))
        for sizes in choices[:14]:
            for attempt in range(tries):
                rank = "deficient" if attempt % 3 == 2 else "full"
                scalars = "one" if attempt % 2 == 0 else "generic"
                found = _at(
                    self.setting, Profile("tiny", rank, scalars), rng, dict(zip(names, sizes, strict=True))
                )
                if found is not None:
                    yield found


def _near_ends(range_: Range, sizes: Mapping[str, int], ends: bool) -> Iterator[Any]:
    """Special values; those next to an end of an interval only if asked for."""
    for value in range_.specials(sizes):
        if ends or not isinstance(range_, Interval) or range_.clear_of_ends(value):
            yield value


def _at(
    setting: Setting, profile: Profile, rng: np.random.Generator, sizes: Mapping[str, int]
) -> Instance | None:
    if not setting.within_bounds(sizes):
        return None
    try:
        return instance(setting, profile, rng, sizes, tries=4)
    except (ValueError, IndexError):
        return None
