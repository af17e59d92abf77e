"""Two letters of one kind: equal, opposite, twice the other, or at two ends of what they can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from ..ranges.matrices import Symmetric
from ..reading.symbols import Setting
from .instance import Instance

_CLUSTERS = 2


def in_pairs(setting: Setting, base: Instance, names: Iterable[str]) -> Iterator[Instance]:
    """x = z, x = −z, and p at one corner of the simplex where q is at another."""
    assert base.exact is not None
    yield from _in_turns(setting, base, names)
    for name, other in combinations(sorted(names), 2):
        first, second = setting.given[name], setting.given[other]
        if first.shape != second.shape or type(first) is not type(second):
            continue
        yield base.with_value(other, base.exact[name])
        if type(first) is Symmetric or first.whole_space:  # −K is not semidefinite
            yield base.with_value(other, -base.exact[name])
        special = list(first.specials(base.sizes)) if name not in base.sizes else []
        if len(special) > 1:
            yield base.with_value(name, special[-2]).with_value(other, special[-1])
        for value in special if first.whole_space and not first.shape else ():  # far out on one side
            yield base.with_value(name, value).with_value(other, 2 * value)


def _in_turns(setting: Setting, base: Instance, names: Iterable[str]) -> Iterator[Instance]:
    """Letters of one kind by turns at its first two special values: three unit vectors e₁, −e₂, e₁."""
    kinds: dict[tuple[object, ...], list[str]] = {}
    for name in (name for name in sorted(names) if name not in base.sizes):
        kinds.setdefault((type(setting.given[name]), setting.given[name].shape), []).append(name)
    for alike in (alike for alike in kinds.values() if len(alike) > 2):
        moved, values = base, list(islice(setting.given[alike[0]].specials(base.sizes), 2))
        for place, name in enumerate(alike if len(values) > 1 else ()):
            moved = moved.with_value(name, values[place % 2])
        yield moved


def clustered(setting: Setting) -> Iterator[dict[str, int]]:
    """Sizes at which two partitions may cross: four points in two clusters."""
    for range_ in setting.given.values():
        if range_.ties_sizes and all(size.names for size in range_.sizes):
            few = range_.sizes[-1].names
            yield {name: _CLUSTERS if name in few else _CLUSTERS**2 for name in setting.sizes}
            return
