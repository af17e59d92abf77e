"""k-means of points that come in blocks: Lloyd's algorithm on a sample, then a few passes over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.kmeans import Clusters, kmeans
from kernelcourse.points import Array, as_count
from kernelcourse.scale.blocks import BUDGET, Blocks, as_blocks, pieces

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
    """A state after each pass: first k-means of a sample, then passes − 2 of Lloyd's steps, then the spread."""
    as_count(n_clusters, "n_clusters")
    as_count(passes, "passes", least=2)
    blocks = as_blocks(X)
    sample, count = _sample(blocks, max(LEAST, SAMPLE * n_clusters), rng)
    if n_clusters > count:
        raise ValueError(
            f"n_clusters = {n_clusters} for {count} points: there can be at most one cluster for each point."
        )
    centers = kmeans(sample, n_clusters, rng, restarts=restarts).centers
    return _passes(blocks, centers, count, passes, budget)


def _passes(blocks: Blocks, centers: Array, count: int, passes: int, budget: int) -> Iterator[StreamState]:
    yield StreamState(1, centers, None, count)
    for number in range(2, passes + 1):
        moved, spread = _pass(blocks, centers, budget)
        centers = centers if number == passes else moved
        yield StreamState(number, centers, spread, count)


def _pass(blocks: Blocks, centers: Array, budget: int) -> tuple[Array, float]:
    """The mean of the points nearest to each center (a center without points stays), and Σ ‖x − nearest‖²."""
    q = len(centers)
    sums, sizes, spread = np.zeros_like(centers), np.zeros(q), 0.0
    shift = centers.mean(axis=0)
    middle = centers - shift
    norms = np.einsum("ij,ij->i", middle, middle)
    for block in blocks:
        points = as_squarable(block.X)
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
    filled = sizes > 0
    moved = centers.copy()
    moved[filled] = sums[filled] / sizes[filled, None] + shift
    return moved, spread


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
