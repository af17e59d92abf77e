"""k-means in H: the centroids are means of features, known only through the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.kernels.given import Precomputed
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import FactoredGram, gram_operator
from kernelcourse.learn.lloyd import as_labels
from kernelcourse.learn.nearest_center import keep_or_move, refill
from kernelcourse.learn.seeding import Labels, Seeding, as_clusters, plus_plus
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count
from kernelcourse.rkhs import KernelExpansion

PATIENCE = (
    10  # if K is not PSD a mean need not be a minimiser: stop after so many steps without a lower spread
)


@dataclass(frozen=True, eq=False)
class KernelLloydState:
    """Where kernel Lloyd stands after a half-step; centroid c is Σᵢ weights[i, c] φ(xᵢ)."""

    labels: Labels  # (n,)
    weights: Array  # (n, q): 1/n_c for the points that made centroid c, else 0
    spread: float  # Σᵢ ‖φ(xᵢ) − centroid of its cluster‖²
    half_step: str  # "assign" or "update"
    moved: int  # how many points changed their cluster in the last assignment


@dataclass(frozen=True, eq=False)
class KernelClusters:
    """q clusters in H: the labels, the centroids 1/n_c Σ k(·, xᵢ), and Σ ‖φ(xᵢ) − its centroid‖²."""

    labels: Labels  # (n,)
    centroids: KernelExpansion  # weights (n, q)
    spread: float
    centroid_squares: Array  # ‖centroid‖²: (q,)

    def squares(self, Z: Any) -> Array:
        """‖φ(z) − μ‖² = k(z, z) − 2 μ(z) + ‖μ‖² for every point and centroid: (m, q)."""
        apart = self.centroids.kernel.diagonal(Z)[:, None] - 2 * self.centroids(Z) + self.centroid_squares
        return np.maximum(apart, 0)

    def assign(self, Z: Any) -> Labels:
        """The nearest centroid of each point, in H: (m,)."""
        return np.argmin(self.squares(Z), axis=1)

    def outlier_scores(self, Z: Any) -> Array:
        """The distance in H from each point to its nearest centroid: (m,)."""
        return np.sqrt(self.squares(Z).min(axis=1))


def kernel_lloyd(k: Kernel, X: Any, labels: ArrayLike, n_clusters: int) -> Iterator[KernelLloydState]:
    """Lloyd's algorithm in H from labels (n,): the same half-steps and rules for ties and empty clusters.

    ‖φ(xᵢ) − μ_c‖² = Kᵢᵢ − 2 (KA)ᵢ_c + (AᵀKA)_cc, A (n, q) the weights of the centroids: φ is never formed.
    """
    _, K = gram_operator(k, X)
    return _lloyd(K, as_labels(labels, len(K), n_clusters), n_clusters)


def kernel_kmeans(
    k: Kernel,
    X: Any,
    n_clusters: int,
    rng: np.random.Generator,
    seeding: Seeding = plus_plus,
    restarts: int = 10,
) -> KernelClusters:
    """The best of several runs of kernel_lloyd, each from a new seeding."""
    points, K = gram_operator(k, X)
    as_clusters(n_clusters, len(K))
    as_count(restarts, "restarts")
    # Seedings see distances in H: those of the features where they are at hand, else those that K tells.
    table, rows = (Linear(), K.left) if isinstance(K, FactoredGram) else (Precomputed(K), np.arange(len(K)))
    best: KernelLloydState | None = None
    for _ in range(restarts):
        labels = seeding(table, rows, n_clusters, rng)
        *_, state = _lloyd(K, as_labels(labels, len(K), n_clusters), n_clusters)
        if best is None or state.spread < best.spread:
            best = state
    assert best is not None
    weights = _weights(best.labels, n_clusters)
    norms = np.einsum("ic,ic->c", weights, K @ weights)
    return KernelClusters(best.labels, KernelExpansion(k, points, weights), best.spread, norms)


def _lloyd(K: Any, labels: Labels, n_clusters: int) -> Iterator[KernelLloydState]:
    n, diagonal = len(K), K.diagonal().copy()
    rounding = np.full(n, 4 * n * EPS * np.abs(diagonal).max())  # of a mean of n values of k
    stalled = 0
    sums = K @ _membership(labels, n_clusters)  # Σ over the cluster of k(xᵢ, ·): (n, q)
    weights, products, norms = _centroids(labels, sums, n_clusters)
    spread = _spread(diagonal, products, norms, labels)
    yield KernelLloydState(labels, weights, spread, "update", n)
    while True:
        scores = norms - 2 * products  # ‖φ(x) − μ‖² − k(x, x): (n, q)
        assigned, moved = keep_or_move(scores, labels, rounding)
        own = scores[np.arange(n), assigned] + diagonal
        for cluster, point in refill(assigned, own, n_clusters):
            weights = weights.copy()
            weights[:, cluster] = np.arange(n) == point  # the empty centroid is now this point
            own[point], moved = 0.0, max(moved, 1)
        yield KernelLloydState(assigned, weights, float(own.sum()), "assign", moved)
        if not moved:
            return
        sums = _updated(sums, K, labels, assigned, n_clusters)
        weights, products, norms = _centroids(assigned, sums, n_clusters)
        reached = _spread(diagonal, products, norms, assigned)
        yield KernelLloydState(assigned, weights, reached, "update", moved)
        stalled = 0 if reached < spread else stalled + 1
        if stalled == PATIENCE:
            return
        labels, spread = assigned, min(reached, spread)


def _membership(labels: Labels, n_clusters: int) -> Array:
    return (labels[:, None] == np.arange(n_clusters)).astype(float)  # (n, q), a single 1 in each row


def _weights(labels: Labels, n_clusters: int) -> Array:
    return _membership(labels, n_clusters) / np.bincount(labels, minlength=n_clusters)


def _updated(sums: Array, K: Any, before: Labels, after: Labels, n_clusters: int) -> Array:
    """K @ membership, from the rows of the points that moved when they are few."""
    moved = np.flatnonzero(before != after)
    if 4 * len(moved) > len(K):
        return K @ _membership(after, n_clusters)
    change = _membership(after[moved], n_clusters) - _membership(before[moved], n_clusters)
    return sums + K[moved].T @ change


def _centroids(labels: Labels, sums: Array, n_clusters: int) -> tuple[Array, Array, Array]:
    """The weights A, the values μ_c(xᵢ) = (KA)ᵢ_c and the squares ‖μ_c‖² = (AᵀKA)_cc."""
    sizes = np.bincount(labels, minlength=n_clusters)
    products = sums / sizes
    own = products[np.arange(len(labels)), labels]
    norms = np.bincount(labels, weights=own, minlength=n_clusters) / sizes
    return _membership(labels, n_clusters) / sizes, products, norms


def _spread(diagonal: Array, products: Array, norms: Array, labels: Labels) -> float:
    own = products[np.arange(len(labels)), labels]
    return float((diagonal - 2 * own + norms[labels]).sum())
