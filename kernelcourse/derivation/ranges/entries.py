"""Random entries, exactly: small whole numbers or dyadic fractions, of full or of lower rank.

Floats and fractions hold the same numbers; some matrices lose rank, some almost do; positive numbers are near 0, near 1
and large.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.exact import Exact
from kernelcourse.language.rational import each, rational

TINY, HUGE = Fraction(1, 2**40), Fraction(2**40 + 1)


@dataclass(frozen=True)
class Profile:
    """Entries tiny | small | generic; rank full | deficient | low | near; scalars generic | one | tiny | large."""

    entries: str = "small"
    rank: str = "full"
    scalars: str = "generic"
    order: str = "mixed"
    centred: bool = False


def fractions(values: Any) -> Any:
    """Numbers of an array as fractions, exactly."""
    return each(rational, values)


def short_fractions(values: Any) -> Any:
    """Floats as fractions, short ones where that changes little."""
    found = each(_short, np.asarray(values, dtype=float))
    return found if found.ndim else found.item()


def _short(value: float) -> Fraction:
    full = rational(value)
    short = rational(full.limit_denominator(2**20))
    return short if short and abs(short - full) < abs(full) / 1000 else full


def whole(values: Any) -> Any:
    """Whole numbers of an array as fractions."""
    return Exact().lift(np.asarray(values))


def integers(low: int, high: int, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    return fractions(rng.integers(low, high + 1, size=shape))


def random_entries(shape: tuple[int, ...], profile: Profile, rng: np.random.Generator) -> Any:
    for _ in range(20):
        if profile.entries == "generic":
            values = fractions(np.round(rng.normal(size=shape) * 16) / 16)
        else:
            values = integers(-1, 2, shape, rng) if profile.entries == "tiny" else integers(-3, 3, shape, rng)
        if np.any(values != 0):
            return values
    return values + 1


def random_positive(profile: Profile, rng: np.random.Generator) -> Fraction:
    if profile.scalars == "one":
        return Fraction(1)
    if profile.scalars == "tiny":
        return Fraction(int(rng.integers(1, 9)), 2**16)
    if profile.scalars == "large":
        return Fraction(int(rng.integers(1, 9)) * 2**12)
    if profile.entries == "generic":
        return Fraction(int(rng.integers(4, 64)), 16)
    if profile.entries == "tiny":
        return Fraction(int(rng.integers(1, 5)))
    return Fraction(int(rng.integers(1, 8)), 2)


def random_matrix(shape: tuple[int, ...], profile: Profile, rng: np.random.Generator) -> Any:
    rows, columns = shape
    if profile.rank in ("deficient", "low") and min(rows, columns) > 1:
        rank = max(1, min(rows, columns) - 1 if profile.rank == "deficient" else min(rows, columns) // 3)
        factors = random_entries((rows, rank), profile, rng), random_entries((rank, columns), profile, rng)
        values = times_transposed(factors[0], factors[1].T)
    else:
        values = random_entries((rows, columns), profile, rng)
    if profile.rank == "near" and rows > 1:  # two points that almost coincide
        values[-1] = values[0] + integers(-2, 2, (columns,), rng) / Fraction(256)
    return values - Exact().call_mean(values, 0)[None, :] if profile.centred else values


def times_transposed(left: Any, right: Any) -> Any:
    """left @ right.T for fractions: whole numbers are multiplied, and divided once at the end."""
    scale = math.lcm(*(entry.denominator for side in (left, right) for entry in side.flat))
    scaled = [np.frompyfunc(lambda entry: int(entry * scale), 1, 1)(side) for side in (left, right)]
    return np.frompyfunc(lambda entry: rational(Fraction(entry, scale * scale)), 1, 1)(
        scaled[0] @ scaled[1].T
    )
