"""What a fit costs from rates that were measured here: blocks, bytes moved, hours, and a price."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from kernelcourse.kernels.featured import Featured
from kernelcourse.points import as_count, as_positive
from kernelcourse.scale.blocks import BUDGET, Block, rows_within
from kernelcourse.scale.one_pass import moments_of_block


@dataclass(frozen=True)
class Rates:
    """Seconds that one core takes for one point, with d coordinates and m features."""

    d: int
    m: int
    features: float  # φ(x), for one x
    sums: float  # adding φ(x)φ(x)ᵀ

    @property
    def point(self) -> float:
        """Both together."""
        return self.features + self.sums


@dataclass(frozen=True)
class Bill:
    """What n points cost."""

    n: int
    blocks: int  # of features, each within the budget
    bytes_read: int  # the points themselves, once
    bytes_of_features: int  # what would have to be stored if the features were kept
    bytes_of_gram: int  # what K would take
    core_hours: float
    hours: float  # on the cores given, if they share the work evenly
    price: float

    def __str__(self) -> str:
        return (
            f"{self.n:,} points: {self.blocks:,} blocks, {_bytes(self.bytes_read)} read; features would take "
            f"{_bytes(self.bytes_of_features)}, K {_bytes(self.bytes_of_gram)}; {self.core_hours:.3g} core-hours, "
            f"{self.hours:.3g} hours, price {self.price:.2f}"
        )


def measure_rates(k: Featured, d: int, rng: np.random.Generator, rows: int = 4096, turns: int = 3) -> Rates:
    """Rates of this machine: the best of several turns over ``rows`` random points."""
    d, rows = as_count(d, "d"), as_count(rows, "rows")
    X, y = rng.normal(size=(rows, d)), rng.normal(size=rows)
    clock = time.process_time  # what the cores did, however many there were and whoever else was at work

    def best(work: object) -> float:
        times = []
        for _ in range(as_count(turns, "turns")):
            start = clock()
            work()  # type: ignore[operator]
            times.append(clock() - start)
        return min(times) / rows

    features = best(lambda: k.features(X))
    whole = best(lambda: moments_of_block(k, Block(X, y)))
    return Rates(d, k.size, features, max(whole - features, 0.0))


def bill(n: int, rates: Rates, cores: int = 1, rate: float = 0.0, budget: int = BUDGET) -> Bill:
    """n points at these rates on ``cores`` cores, at ``rate`` for each core-hour."""
    n, cores = as_count(n, "n"), as_count(cores, "cores")
    if rate != 0:
        as_positive(rate, "rate")
    core_hours = n * rates.point / 3600
    return Bill(
        n=n,
        blocks=math.ceil(n / rows_within(rates.m, budget)),
        bytes_read=8 * n * (rates.d + 1),
        bytes_of_features=8 * n * rates.m,
        bytes_of_gram=8 * n * n,
        core_hours=core_hours,
        hours=core_hours / cores,
        price=core_hours * rate,
    )


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB", "TB", "PB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} EB"
