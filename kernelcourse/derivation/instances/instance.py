"""Numbers for the letters, chosen so that a false line has nowhere to hide.

Sizes differ (n ≠ d ≠ k, either order); entries are small integers or dyadic fractions, so floats and fractions hold the
same numbers; some matrices lose rank, some almost do; λ is near 0, near 1 and large. Everything follows from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.floats import to_float

from ..ranges.entries import Profile
from ..ranges.pieces import Partition
from ..ranges.range import Range
from ..reading.symbols import Setting

STANDARD = (
    Profile("small", order="up"),
    Profile("small", order="down"),
    Profile("small", "deficient"),
    Profile("generic", order="up"),
    Profile("generic", order="down"),
    Profile("tiny", "deficient", order="up"),
    Profile("generic", "deficient", order="down"),
    Profile("generic", "near"),
    Profile("small", scalars="tiny"),
    Profile("generic", scalars="large"),
    Profile("small", order="one"),
    Profile("small", order="large"),
    Profile("tiny", "deficient", order="random"),
    Profile("generic", order="random"),
)


@dataclass(frozen=True)
class Instance:
    """One assignment: sizes, float values, and the same values as fractions where that is possible.

    Where a side condition holds up to rounding only, `again` is the same instance among as many digits as are in force,
    or None.
    """

    sizes: Mapping[str, int]
    values: Mapping[str, Any]
    exact: Mapping[str, Any] | None
    profile: Profile
    again: Callable[[], Instance | None] | None = None

    def with_value(self, name: str, value: Any) -> Instance:
        def moved() -> Instance | None:
            found = self.renewed()
            return None if found is None else found.with_value(name, value)

        exact = None if self.exact is None else {**self.exact, name: value}
        values = {**self.values, name: to_float(value)}
        return Instance(self.sizes, values, exact, self.profile, None if self.again is None else moved)

    def renewed(self) -> Instance | None:
        """Among as many digits as are in force."""
        return self if self.again is None else self.again()


MODERATE = 50  # beyond it e⁻ˣ is nothing, even among 60 digits


def moderate(at: Instance, most: int = MODERATE) -> bool:
    """No number is huge or tiny: what looks equal among 60 digits is equal."""
    source = at.exact if at.exact is not None else at.values
    entries = [abs(entry) for value in source.values() for entry in np.ravel(np.asarray(value, dtype=object))]
    return all(entry == 0 or 1 / most <= entry <= most for entry in entries)


def draw(
    setting: Setting, profile: Profile, rng: np.random.Generator, sizes: Mapping[str, int] | None = None
) -> Instance:
    """An instance of the setting, side conditions not yet met."""
    chosen = choose_sizes(setting, profile, rng) if sizes is None else dict(sizes)
    exact: dict[str, Any] = {name: Fraction(size) for name, size in chosen.items()}
    for name, range_ in setting.given.items():
        if name not in chosen:
            exact[name] = range_.draw(chosen, profile, rng)
    values = {name: to_float(value) for name, value in exact.items()}
    spend(40 * sum(map(np.size, values.values())))
    return Instance(chosen, values, exact, profile)


def choose_sizes(setting: Setting, profile: Profile, rng: np.random.Generator) -> dict[str, int]:
    """Different sizes for different names, ascending, descending or shuffled; fewer clusters than points."""
    names = setting.sizes
    if profile.order == "up":
        pool = list(range(2, 2 + len(names)))
    elif profile.order == "down":
        pool = list(range(1 + len(names), 1, -1))
        pool = [size + 1 for size in pool] if len(names) == 1 else pool
    elif profile.order == "one":
        pool = [1] * len(names)
    elif profile.order == "large":
        pool = [int(size) for size in rng.permutation(np.arange(6, 6 + len(names)))]
    elif profile.order == "random":
        pool = [int(size) for size in rng.integers(1, 6, size=len(names))]
    else:
        pool = [int(size) for size in rng.permutation(np.arange(2, 4 + len(names)))]
    sizes: dict[str, int] = {}
    for position, name in enumerate(names):
        range_ = setting.given.get(name)
        if range_ is not None and range_.bounds is not None:
            sizes[name] = int(
                rng.integers(
                    int(range_.bounds[0]), min(int(range_.bounds[1]), max(6, int(range_.bounds[0]))) + 1
                )
            )
        else:
            sizes[name] = pool[position]
    for range_ in setting.given.values():
        if isinstance(range_, Partition) and range_.sizes[1].names:
            points, clusters = range_.sizes
            if clusters.size(sizes) > points.size(sizes) or (
                profile.order in ("up", "down", "mixed") and clusters.size(sizes) == points.size(sizes)
            ):
                first, second = next(iter(points.names), None), next(iter(clusters.names))
                if first is not None:
                    sizes[first], sizes[second] = (
                        max(sizes[first], sizes[second]),
                        min(sizes[first], sizes[second]),
                    )
                    sizes[first] += sizes[first] == sizes[second]
    for range_ in setting.given.values():
        _room_for_clusters(range_, sizes)
    return sizes


def _room_for_clusters(range_: Range, sizes: dict[str, int]) -> None:
    """partition(n, 2) and partition(4, k): no more clusters than points."""
    while not range_.possible(sizes):
        points, clusters = range_.sizes
        growing, falling = points.names - clusters.names, [one for one in clusters.names if sizes[one] > 1]
        if growing:
            sizes[min(growing)] += 1
        elif falling:
            sizes[min(falling)] -= 1
        else:
            return
