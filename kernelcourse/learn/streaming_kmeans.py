"""k-means of points that come in blocks: Lloyd's algorithm on a sample, then a few passes over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.kmeans import Clusters, kmeans
from kernelcourse.points import Array, as_count, as_points
from kernelcourse.scale.blocks import BUDGET, Blocks, as_blocks, pieces
from kernelcourse.scale.on_dask import is_dask, rows_together, sum_over_blocks

SAMPLE = 50  # points of the sample for each cluster, at least
LEAST = 1_000  # and no fewer than this in all


@dataclass(frozen=True, eq=False)
class StreamState:
    """Where streaming k-means stands after a pass."""

    passes: int  # over all points, the first of which only draws the sample
    centers: Array  # (q, d)
    spread: (
        float | None
    )  # Σ ‖x − nearest center‖² of the centers before this pass moved them; None after the first
    count: int  # points seen in a pass


def streaming_kmeans(
    X: Any,
    n_clusters: int,
    rng: np.random.Generator,
    passes: int = 3,
    restarts: int = 6,
    budget: int = BUDGET,
) -> Clusters:
    """The centers after ``passes`` passes over the blocks, with their spread; labels are left to ``assign``.

    The last of the passes only measures: Clusters.spread is Σ ‖x − nearest center‖² of the centers returned.
    """
    *_, last = streaming_kmeans_passes(X, n_clusters, rng, passes, restarts, budget)
    assert last.spread is not None
    return Clusters(np.empty(0, dtype=np.intp), last.centers, last.spread)


def streaming_kmeans_passes(
    X: Any,
    n_clusters: int,
    rng: np.random.Generator,
    passes: int = 3,
    restarts: int = 6,
    budget: int = BUDGET,
) -> Iterator[StreamState]:
    """A state after each pass: first k-means of a sample, then passes − 2 of Lloyd's steps, then the spread.

    X is an array, ``Blocks`` or a Dask array, whose passes run where its blocks are.
    """
    as_count(n_clusters, "n_clusters")
    as_count(passes, "passes", least=2)
    size = max(LEAST, SAMPLE * n_clusters)
    if is_dask(X):
        sample, count = _sample_on_dask(X, size, rng)
        around = partial(_around_on_dask, X, budget)
    else:
        blocks = as_blocks(X)
        sample, count = _sample(blocks, size, rng)
        around = partial(_around_blocks, blocks, budget)
    if n_clusters > count:
        raise ValueError(
            f"n_clusters = {n_clusters} for {count} points: there can be at most one cluster for each point."
        )
    centers = kmeans(sample, n_clusters, rng, restarts=restarts).centers
    return _passes(around, centers, count, passes)


@dataclass(frozen=True, eq=False)
class Around:
    """What a pass gathers around each center, of some of the points; the sum of two is that of their points."""

    sums: Array  # Σ x − shift over the points nearest to each center: (q, d)
    sizes: Array  # how many they are: (q,)
    spread: float  # Σ ‖x − nearest center‖²

    def __add__(self, other: Around) -> Around:
        return Around(self.sums + other.sums, self.sizes + other.sizes, self.spread + other.spread)


def _passes(
    around: Callable[[Array], Around], centers: Array, count: int, passes: int
) -> Iterator[StreamState]:
    yield StreamState(1, centers, None, count)
    for number in range(2, passes + 1):
        found = around(centers)
        if number < passes:
            filled = found.sizes > 0  # a center without points stays
            moved = centers.copy()
            moved[filled] = found.sums[filled] / found.sizes[filled, None] + _shift(centers)
            centers = moved
        yield StreamState(number, centers, found.spread, count)


def _around_blocks(blocks: Blocks, budget: int, centers: Array) -> Around:
    total: Around | None = None
    for block in blocks:
        found = _around(block.X, centers, budget)
        total = found if total is None else total + found
    assert total is not None  # the sample was drawn from these blocks
    return total


def _around_on_dask(X: Any, budget: int, centers: Array) -> Around:
    found: Around = sum_over_blocks(X, _around, centers, budget)
    return found


def _shift(centers: Array) -> Array:
    """Where the origin is moved to: squares of points far away would lose their digits."""
    shift: Array = centers.mean(axis=0)
    return shift


def _around(X: Array, centers: Array, budget: int) -> Around:
    """Each point of a block given to its nearest center."""
    q = len(centers)
    points = as_squarable(X)
    sums, sizes, spread = np.zeros_like(centers), np.zeros(q), 0.0
    shift = _shift(centers)
    middle = centers - shift
    norms = np.einsum("ij,ij->i", middle, middle)
    for some in pieces(len(points), max(q, points.shape[1]), budget):
        near = points[some] - shift
        scores = (-2 * middle) @ near.T  # ‖x − c‖² − ‖x‖², one center in each row
        scores += norms[:, None]
        labels = scores.argmin(axis=0)
        apart = near - middle[labels]
        spread += float(np.einsum("ij,ij->", apart, apart))
        sizes += np.bincount(labels, minlength=q)
        members = csr_array((np.ones(len(near)), labels, np.arange(len(near) + 1)), shape=(len(near), q))
        sums += members.T @ near
    return Around(sums, sizes, spread)


def _sample_on_dask(X: Any, size: int, rng: np.random.Generator) -> tuple[Array, int]:
    """``size`` of all points, every set of them equally likely, and how many points there are."""
    rows = rows_together(X)
    count = len(rows)
    chosen = np.sort(rng.choice(count, min(size, count), replace=False))
    return as_points(rows[chosen].compute(), "X"), count


def _sample(blocks: Blocks, size: int, rng: np.random.Generator) -> tuple[Array, int]:
    """``size`` of all points, every set of them equally likely (a reservoir), and how many points there are."""
    kept: Array | None = None
    keys = np.empty(0)
    count = 0
    for block in blocks:
        count += len(block.X)
        drawn = rng.random(len(block.X))  # the points with the smallest keys are the sample
        keys = np.concatenate([keys, drawn])
        kept = block.X.copy() if kept is None else np.concatenate([kept, block.X])
        if len(keys) > size:
            first = np.sort(np.argpartition(keys, size - 1)[:size])
            keys, kept = keys[first], kept[first]
    if kept is None:
        raise ValueError("X holds no block: give at least one point.")
    return kept, count
