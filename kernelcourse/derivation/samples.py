"""The instances a derivation is tested at: made once from a seed, shared by all its lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Call, Node, Number, Sum, free_names, walk

from .conditions import instance, mended
from .corners import shift, specials
from .instances import STANDARD, Instance, Profile, moderate
from .kept import Kept
from .ranges import Range, entry_of, holds
from .symbols import Setting

_LITERAL = 10**100  # no larger number of a line is tried as the value of a letter
_PLAIN = Fraction(1, 10**6)  # beyond it, and below, twice a number and one divided by it are tried too
_FEW = 1001  # whole numbers that are tried one by one
_PATIENCE = 1.2  # seconds in which the side conditions must be met once


class Samples:
    """Seeded instances of one setting."""

    def __init__(self, setting: Setting, seed: int = 0, sizes: Mapping[str, int] | None = None):
        self.setting, self.seed = setting, seed
        self.standard: Sequence[Instance] = Kept(self._make_standard(sizes or {}))
        self._small: dict[int, Kept] = {}
        self._corners: dict[frozenset[str], Kept] = {}
        if setting.where and not self.standard:
            raise ValueError("where: no values of the letters were found that satisfy the side conditions")

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
        if key not in self._corners:
            self._corners[key] = Kept(self._make_corners(key))
        return iter(self._corners[key])

    def _make_corners(self, names: frozenset[str]) -> Iterator[Instance]:
        rng = np.random.default_rng([self.seed, 8])
        for size in (2, 1, 3):
            base = _at(self.setting, Profile("small"), rng, dict.fromkeys(self.setting.sizes, size))
            if base is None or base.exact is None:
                continue
            for moved in self._special(base, names if size < 3 else frozenset()):
                yield from self.allowed(moved)
        for size in (3, 4):  # nilpotent, but not at once
            base = _at(self.setting, Profile("small"), rng, dict.fromkeys(self.setting.sizes, size))
            if base is None or base.exact is None:
                continue
            for name in sorted(names):
                if self.setting.given[name].kind == "matrix" and len({*base.values[name].shape}) == 1:
                    yield from self.allowed(base.with_value(name, shift(len(base.values[name]))))
        loose = replace(self.setting, where=())
        for size in (5, 7) if self.setting.where else ():  # ranks that small sizes do not have
            base = _at(loose, Profile("small"), rng, dict.fromkeys(self.setting.sizes, size))
            if base is not None and base.exact is not None:
                yield from self.plain_corners(base, names, 6)

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
            first = next(iter(specials(given[name], base.sizes)), None)
            if name not in base.sizes and first is not None:
                nothing = nothing.with_value(name, first)
        yield nothing
        yield from self.plain_corners(base, names, 8)
        for name in sorted(names):
            if name in base.sizes:
                continue
            for value in specials(given[name], base.sizes):
                yield base.with_value(name, value)
        for name, other in combinations(sorted(names), 2):
            if given[name].shape == given[other].shape and given[name].kind == given[other].kind:
                yield base.with_value(other, base.exact[name])
                if given[name].kind in ("scalar", "vector", "matrix", "symmetric"):
                    yield base.with_value(other, -base.exact[name])

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
                values_of = specials if ends else _inner
                for values in product(*(values_of(given[one], base.sizes) for one in (name, other))):
                    moved = base.with_value(name, values[0]).with_value(other, values[1])
                    if ends or moderate(moved):
                        yield from self.allowed(moved)

    def at_literals(self, nodes: Iterable[Node], names: frozenset[str]) -> Iterator[Instance]:
        """Each letter that is a number in turn at the numbers written in the line, where (a − 17.25)² vanishes."""
        parts = [part for node in nodes for part in walk(node)]
        numbers = [part.value if isinstance(part, Number) else _constant(part) for part in parts]
        found = {Fraction(one) for one in numbers if isinstance(one, (int, Fraction)) and one < _LITERAL}
        far = {one for one in found if one and not _PLAIN < one < 1 / _PLAIN}
        found |= {times * one**power for one in far for times in (1, 2, Fraction(1, 2)) for power in (1, -1)}
        base = next(iter(self.standard), None)
        if base is None or base.exact is None:
            return
        for name, value in product(sorted(names), sorted(found | {-one for one in found})[:24]):
            range_ = self.setting.given.get(name)
            if range_ is None or name in base.sizes:
                continue
            if holds(range_, value):
                yield from self.allowed(base.with_value(name, value))
            elif holds(entry_of(range_), value):
                moved = base.exact[name].copy()
                moved[0] = value
                yield from self.allowed(base.with_value(name, moved))

    def plain_corners(self, base: Instance, names: frozenset[str], most: int = 4) -> Iterator[Instance]:
        """All letters at once at their first, second, third special value: zero, one, the all-ones vector."""
        for place in range(most):
            moved = base
            for name in sorted(names & frozenset(self.setting.given) - frozenset(base.sizes)):
                chosen = list(islice(specials(self.setting.given[name], base.sizes), place + 1))
                if len(chosen) > place:
                    moved = moved.with_value(name, chosen[place])
            yield from self.allowed(moved)

    def counted(self, names: frozenset[str]) -> Iterator[Instance]:
        """Every value of the whole numbers, one letter after the other, as far as there are few."""
        base = next(iter(self.standard), None)
        if base is None:
            return
        for name in sorted(names):
            range_ = self.setting.given.get(name)
            if range_ is None or range_.kind != "integer" or range_.bounds is None or name in base.sizes:
                continue
            for value in islice(range(int(range_.bounds[0]), int(range_.bounds[1]) + 1), _FEW):
                yield from self.allowed(base.with_value(name, Fraction(value)))

    def reciprocal(self, names: frozenset[str]) -> Iterator[Instance]:
        """Two numbers with the product 1, one of them tiny: (1 − ab)² + a² comes near 0 only there."""
        base = next(iter(self.standard), None)
        if base is None or base.exact is None:
            return
        numbers = sorted(name for name in names if name in self.setting.given and name not in base.sizes)
        for name, other in permutations(numbers, 2):
            for value in (Fraction(1, 10**6), Fraction(1, 10**20)):
                if holds(self.setting.given[name], value) and holds(self.setting.given[other], 1 / value):
                    yield from self.allowed(base.with_value(name, value).with_value(other, 1 / value))

    def without(self, asked: Node) -> Iterator[Instance]:
        """Instances where a number that is divided by is zero, a matrix that is inverted singular."""
        zero = Call("det", (asked,)) if self.setting.shape(asked) else asked
        if len(self.setting.shape(asked)) not in (0, 2):
            return
        setting = replace(self.setting, where=(*self.setting.where, ("==", zero, Number(0))))
        rng = np.random.default_rng([self.seed, 11])
        for sizes in ({}, dict.fromkeys(self.setting.sizes, 2)):
            found = instance(setting, Profile("small"), rng, {**sizes} or None, tries=4)
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
            range_.kind in ("labels", "partition", "index") for range_ in self.setting.given.values()
        )
        profiles = (Profile("small"), Profile("generic"), Profile("tiny"), Profile("small", "deficient"))
        for profile in profiles * (50 if separate else 1):
            found = _at(self.setting, profile, rng, full)
            if found is not None:
                yield found

    def more(self, profile: Profile, count: int) -> Iterator[Instance]:
        """Further random instances."""
        rng = np.random.default_rng([self.seed, 3])
        for _ in range(count):
            found = instance(self.setting, profile, rng)
            if found is not None:
                yield found

    def small(self, tries: int = 6) -> Iterator[Instance]:
        """Instances with few and tiny integer entries, the smallest sizes first: candidates for a witness."""
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


def _constant(node: Node) -> Fraction | None:
    """The value of √2, 1/π, …: of what holds no letter."""
    if isinstance(node, Sum) or free_names(node) - {"pi"}:
        return None
    try:
        value = Evaluator({"pi": math.pi}, {}, Floats())(node)
        return (
            Fraction(value).limit_denominator(10**9) if not np.ndim(value) and np.isrealobj(value) else None
        )
    except (Undefined, TooMuch, ValueError, OverflowError, TypeError):
        return None


def _inner(range_: Range, sizes: Mapping[str, int]) -> Iterator[Any]:
    """Special values that do not stand next to an end of an interval."""
    for value in specials(range_, sizes):
        if range_.kind != "interval" or min(abs(value - bound) for bound in range_.bounds or ()) > 1e-3:
            yield value


def _at(
    setting: Setting, profile: Profile, rng: np.random.Generator, sizes: Mapping[str, int]
) -> Instance | None:
    for name, size in sizes.items():
        range_ = setting.given.get(name)
        if (
            range_ is not None
            and range_.bounds is not None
            and not range_.bounds[0] <= size <= range_.bounds[1]
        ):
            return None
    try:
        return instance(setting, profile, rng, sizes, tries=4)
    except (ValueError, IndexError):
        return None
