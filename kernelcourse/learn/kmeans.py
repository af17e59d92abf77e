"""k-means: the partition into q clusters of smallest spread among several runs of Lloyd's algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.learn.seeding import Labels, Seeding, as_clusters, plus_plus
from kernelcourse.points import Array, as_count, as_points, pairwise_squares, same_features


@dataclass(frozen=True, eq=False)
class Clusters:
    """q clusters of points: the labels, the centers, and Σ ‖xᵢ − its center‖²."""

    labels: Labels  # (n,)
    centers: Array  # (q, d)
    spread: float

    def squares(self, Z: ArrayLike) -> Array:
        """‖z − center‖² for every point and center: (m, q)."""
        points = as_points(Z, "Z")
        same_features(self.centers, points)
        return pairwise_squares(points, self.centers)

    def assign(self, Z: ArrayLike) -> Labels:
        """The nearest center of each point: (m,)."""
        return np.argmin(self.squares(Z), axis=1)

    def compress(self, Z: ArrayLike) -> Array:
        """Each point replaced by its nearest center: q points to remember, spread/n the mean squared loss."""
        return self.centers[self.assign(Z)]

    def outlier_scores(self, Z: ArrayLike) -> Array:
        """The distance from each point to its nearest center: (m,)."""
        return np.sqrt(self.squares(Z).min(axis=1))


def kmeans(
    X: ArrayLike, n_clusters: int, rng: np.random.Generator, seeding: Seeding = plus_plus, restarts: int = 10
) -> Clusters:
    """The best of several runs of lloyd, each from a new seeding; none need find the smallest there is."""
    points = as_squarable(X)
    as_clusters(n_clusters, len(points))
    as_count(restarts, "restarts")
    best: Clusters | None = None
    for _ in range(restarts):
        labels = seeding(Linear(), points, n_clusters, rng)
        *_, state = lloyd(points, labels, n_clusters)
        if best is None or state.spread < best.spread:
            best = Clusters(state.labels, state.centers, state.spread)
    assert best is not None
    return best


@dataclass(frozen=True, eq=False)
class Elbow:
    """The spread for each number of clusters, and the number after which more of them gain little."""

    counts: Labels
    spreads: Array
    bend: int


def elbow(cluster: Any, counts: Iterable[int]) -> Elbow:
    """cluster(q).spread for every q in counts; the bend is where it lies farthest below the chord.

    ``cluster`` is a function of the number of clusters alone: partial(kmeans, X, rng=rng), or the same with
    kernel_kmeans. Two or fewer counts have no bend: the first is returned.
    """
    tried = np.array([as_count(q, "counts") for q in counts], dtype=np.intp)
    if not tried.size or (np.diff(tried) <= 0).any():
        raise ValueError("counts must be increasing numbers of clusters, at least one.")
    spreads = np.array([cluster(int(q)).spread for q in tried])
    across = (tried - tried[0]) / max(tried[-1] - tried[0], 1)
    fall = spreads[0] - spreads[-1]
    down = (spreads - spreads[-1]) / fall if fall > 0 else 1 - across
    return Elbow(tried, spreads, int(tried[np.argmax(1 - across - down)]))
