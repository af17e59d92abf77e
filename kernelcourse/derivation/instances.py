"""Numbers for the letters, chosen so that a false line has nowhere to hide.

Sizes differ (n ≠ d ≠ k, either order); entries are small integers or dyadic fractions, so floats and fractions hold the
same numbers; some matrices lose rank, some almost do; λ is near 0, near 1 and large. Everything follows from a seed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.exact import Exact
from kernelcourse.language.floats import to_float

from .ranges import Range
from .symbols import Setting

_TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25))


@dataclass(frozen=True)
class Profile:
    """Entries tiny | small | generic; rank full | deficient | low | near; scalars generic | one | tiny | large."""

    entries: str = "small"
    rank: str = "full"
    scalars: str = "generic"
    order: str = "mixed"
    centred: bool = False


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
    """One assignment: sizes, float values, and the same values as fractions where that is possible."""

    sizes: Mapping[str, int]
    values: Mapping[str, Any]
    exact: Mapping[str, Any] | None
    profile: Profile

    def with_value(self, name: str, value: Any) -> Instance:
        exact = None if self.exact is None else {**self.exact, name: value}
        return replace(self, values={**self.values, name: to_float(value)}, exact=exact)


_WIDE = 12
MODERATE = 50  # beyond it e⁻ˣ is nothing, even among 60 digits


def moderate(at: Instance) -> bool:
    """No number is huge or tiny: what looks equal among 60 digits is equal."""
    source = at.exact if at.exact is not None else at.values
    entries = [
        abs(complex(entry))
        for value in source.values()
        for entry in np.ravel(np.asarray(value, dtype=object))
    ]
    return all(entry == 0 or 1 / MODERATE <= entry <= MODERATE for entry in entries)


def draw(
    setting: Setting, profile: Profile, rng: np.random.Generator, sizes: Mapping[str, int] | None = None
) -> Instance:
    """An instance of the setting, side conditions not yet met."""
    chosen = choose_sizes(setting, profile, rng) if sizes is None else dict(sizes)
    exact: dict[str, Any] = {name: Fraction(size) for name, size in chosen.items()}
    for name, range_ in setting.given.items():
        if name not in chosen:
            exact[name] = _draw(range_, chosen, profile, rng)
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
        if range_.kind == "partition" and range_.sizes[1].names:
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
    return sizes


def _integers(low: int, high: int, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    return _fractions(rng.integers(low, high + 1, size=shape))


def _fractions(values: Any) -> Any:
    result = np.empty(np.shape(values), dtype=object)
    for place in np.ndindex(result.shape):
        result[place] = Fraction(values[place].item() if hasattr(values[place], "item") else values[place])
    return result


def _entries(shape: tuple[int, ...], profile: Profile, rng: np.random.Generator) -> Any:
    for _ in range(20):
        if profile.entries == "generic":
            values = _fractions(np.round(rng.normal(size=shape) * 16) / 16)
        else:
            values = (
                _integers(-1, 2, shape, rng) if profile.entries == "tiny" else _integers(-3, 3, shape, rng)
            )
        if np.any(values != 0):
            return values
    return values + 1


def _positive(profile: Profile, rng: np.random.Generator) -> Fraction:
    if profile.scalars == "one":
        return Fraction(1)
    if profile.scalars == "tiny":
        return Fraction(int(rng.integers(1, 9)), 2**16)
    if profile.scalars == "large":
        return Fraction(int(rng.integers(1, 9)) * 2**12)
    if profile.entries == "generic":
        return Fraction(int(rng.integers(4, 64)), 16)
    return (
        Fraction(int(rng.integers(1, 5)))
        if profile.entries == "tiny"
        else Fraction(int(rng.integers(1, 8)), 2)
    )


def _matrix(rows: int, columns: int, profile: Profile, rng: np.random.Generator) -> Any:
    if profile.rank in ("deficient", "low") and min(rows, columns) > 1:
        rank = max(1, min(rows, columns) - 1 if profile.rank == "deficient" else min(rows, columns) // 3)
        values = _times(_entries((rows, rank), profile, rng), _entries((rank, columns), profile, rng).T)
    else:
        values = _entries((rows, columns), profile, rng)
    if profile.rank == "near" and rows > 1:  # two points that almost coincide
        values[-1] = values[0] + _integers(-2, 2, (columns,), rng) / Fraction(256)
    return values - Exact().call_mean(values, 0)[None, :] if profile.centred else values


def _gram(size: int, profile: Profile, rng: np.random.Generator) -> Any:
    if size > _WIDE:  # exact numbers are slow: a matrix of low rank
        return _times(*[_entries((size, 2), profile, rng)] * 2)
    factor = _matrix(size, size, profile, rng)
    if profile.rank == "full" and profile.centred is False and size > 1:
        factor = factor + Exact().call_I(size)
    return _times(factor, factor)


def _times(left: Any, right: Any) -> Any:
    """left @ right.T for fractions: whole numbers are multiplied, and divided once at the end."""
    scale = math.lcm(*(entry.denominator for side in (left, right) for entry in side.flat))
    whole = [np.frompyfunc(lambda entry: int(entry * scale), 1, 1)(side) for side in (left, right)]
    return np.frompyfunc(lambda entry: Fraction(entry, scale * scale), 1, 1)(whole[0] @ whole[1].T)


def _orthogonal(size: int, rng: np.random.Generator) -> Any:
    """A product of exact plane rotations and a reflection, all rational."""
    exact = Exact()
    matrix = exact.call_I(size)
    if size == 1:
        return matrix * int(rng.choice([-1, 1]))
    for _ in range(size):
        i, j = (int(place) for place in rng.choice(size, 2, replace=False))
        a, b, c = _TRIPLES[int(rng.integers(len(_TRIPLES)))]
        first, second = matrix[:, i], matrix[:, j]
        matrix[:, i], matrix[:, j] = (first * a + second * b) / c, (second * a - first * b) / c
    matrix[:, 0] = matrix[:, 0] * int(rng.choice([-1, 1]))
    return matrix


def _draw(range_: Range, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
    shape = tuple(size.size(sizes) for size in range_.shape)
    match range_.kind:
        case "matrix":
            return _matrix(shape[0], shape[1], profile, rng)
        case "vector":
            return _entries(shape, profile, rng)
        case "scalar":
            return _positive(profile, rng) * int(rng.choice([-1, 1]))
        case "positive" | "nonnegative":
            return _positive(profile, rng)
        case "value":
            assert range_.bounds is not None
            return range_.bounds[0]
        case "positive_vector" | "nonnegative_vector":
            return _fractions(
                np.array([_positive(replace(profile, scalars="generic"), rng) for _ in range(shape[0])])
            )
        case "integer":
            assert range_.bounds is not None
            low, high = (int(bound) for bound in range_.bounds)
            return Fraction(int(rng.integers(low, high + 1)))
        case "interval":
            assert range_.bounds is not None
            low_, high_ = range_.bounds
            return low_ + (high_ - low_) * Fraction(int(rng.integers(1, 2**10)), 2**10)
        case "index":
            return Fraction(int(rng.integers(range_.sizes[0].size(sizes))))
        case "symmetric":
            values = _matrix(shape[0], shape[1], profile, rng)
            return values + values.T
        case "psd":
            return _gram(shape[0], profile, rng)
        case "pd":
            return _gram(shape[0], profile, rng) + Exact().call_I(shape[0]) * Fraction(
                1, 4 if profile.rank != "near" else 256
            )
        case "orthogonal":
            return _orthogonal(shape[0], rng)
        case "labels":
            return _fractions(rng.choice([-1, 1], size=shape))
        case "unit":
            size = shape[0]
            if size == 1:
                return _fractions(rng.choice([-1, 1], size=1))
            point = _entries((size - 1,), profile, rng)
            square = point @ point
            return np.append(2 * point / (square + 1), (square - 1) / (square + 1))
        case "partition":
            points, clusters = shape
            if clusters > points:
                raise ValueError(f"partition({points}, {clusters}): more clusters than points")
            members = np.concatenate([np.arange(clusters), rng.integers(clusters, size=points - clusters)])
            return _fractions(np.eye(clusters, dtype=int)[rng.permutation(members)])
        case "complex":
            return complex(*(float(part) for part in _entries((2,), profile, rng)))
        case "complex_vector":
            real, imaginary = (_entries(shape, profile, rng).astype(float) for _ in range(2))
            return real + 1j * imaginary
    raise ValueError(f"no such range: {range_.kind}")
