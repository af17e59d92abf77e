"""Lloyd's algorithm: each point goes to its nearest center, each center to the mean of its points, again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.learn.seeding import Labels, as_clusters
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_points, same_features


@dataclass(frozen=True, eq=False)
class LloydState:
    """Where Lloyd's algorithm stands after a half-step."""

    labels: Labels  # (n,)
    centers: Array  # (q, d)
    spread: float  # Σᵢ ‖xᵢ − center of its cluster‖²
    half_step: str  # "assign" or "update"
    moved: int  # how many points changed their cluster in the last assignment


def lloyd(X: ArrayLike, start: ArrayLike, n_clusters: int | None = None) -> Iterator[LloydState]:
    """The half-steps in turn from labels (n,) or centers (q, d) till no point moves; the spread never grows.

    A point moves only if another center is nearer than its own (by more than rounding), to the first nearest
    one: so the spread falls with every move, no partition comes twice, and the end is reached. A cluster that
    loses all its points takes over the point farthest from its center, of those in clusters of two or more.
    """
    points = as_points(X)
    shift = points.mean(axis=0)
    centered = points - shift  # products of small numbers lose less to rounding
    if np.ndim(start) == 2:
        centers = as_points(start, "start")
        same_features(points, centers)
        if n_clusters is not None and n_clusters != len(centers):
            raise ValueError(f"start has {len(centers)} centers, but n_clusters = {n_clusters}.")
        as_clusters(len(centers), len(points))
        return _from_centers(centered, centers - shift, shift, None, np.inf)
    if n_clusters is None:
        raise ValueError("n_clusters is needed when start holds labels.")
    return _from_labels(centered, as_labels(start, len(points), n_clusters), shift, n_clusters)


def _from_labels(X: Array, labels: Labels, shift: Array, n_clusters: int) -> Iterator[LloydState]:
    centers = means(X, labels, n_clusters)
    spread = spread_around(X, labels, centers)
    yield LloydState(labels, centers + shift, spread, "update", len(X))
    yield from _from_centers(X, centers, shift, labels, spread)


def _from_centers(
    X: Array, centers: Array, shift: Array, labels: Labels | None, spread: float
) -> Iterator[LloydState]:
    squares = np.einsum("ij,ij->i", X, X)
    while True:
        labels, moved, centers = _assign(X, squares, centers, labels)
        yield LloydState(labels, centers + shift, spread_around(X, labels, centers), "assign", moved)
        if not moved:
            return
        centers = means(X, labels, len(centers))
        reached = spread_around(X, labels, centers)
        yield LloydState(labels, centers + shift, reached, "update", moved)
        if not reached < spread:  # what is left to gain is below rounding
            return
        spread = reached


def means(X: Array, labels: Labels, n_clusters: int) -> Array:
    """center_c = 1/n_c Σ of the points with label c: (q, d)."""
    membership = (labels == np.arange(n_clusters)[:, None]).astype(float)  # (q, n), one 1 a column
    return membership @ X / membership.sum(axis=1)[:, None]


def spread_around(X: Array, labels: Labels, centers: Array) -> float:
    """Σᵢ ‖xᵢ − c(xᵢ)‖²."""
    apart = centers[labels]
    apart -= X
    return float(np.einsum("ij,ij->", apart, apart))


def keep_or_move(scores: Array, labels: Labels | None, rounding: Array) -> tuple[Labels, int]:
    """The first smallest score of each row (n, q), unless the row's present label is as good to rounding."""
    best = np.argmin(scores, axis=1)
    if labels is None:
        return best, len(best)
    changed = np.flatnonzero(best != labels)
    gain = scores[changed, labels[changed]] - scores[changed, best[changed]]
    changed = changed[gain > rounding[changed]]
    moved = labels.copy()
    moved[changed] = best[changed]
    return moved, len(changed)


def refill(labels: Labels, distances: Array, n_clusters: int) -> list[tuple[int, int]]:
    """Give each empty cluster the farthest point of a cluster with two or more: pairs (cluster, point)."""
    sizes = np.bincount(labels, minlength=n_clusters)
    taken = []
    for cluster in np.flatnonzero(sizes == 0):
        point = int(np.argmax(np.where(sizes[labels] > 1, distances, -np.inf)))
        sizes[labels[point]] -= 1
        sizes[cluster] += 1
        labels[point] = cluster
        taken.append((int(cluster), point))
    return taken


def as_labels(labels: ArrayLike, n: int, n_clusters: int) -> Labels:
    """labels as n whole numbers from 0 to n_clusters − 1, each used at least once."""
    as_clusters(n_clusters, n)
    read = np.asarray(labels)
    if read.shape != (n,) or read.dtype.kind not in "iu":
        raise ValueError(
            f"labels must be {n} whole numbers, one for each point; got shape {read.shape}, {read.dtype}."
        )
    if read.min() < 0 or read.max() >= n_clusters:
        raise ValueError(f"labels must lie between 0 and {n_clusters - 1}.")
    empty = np.flatnonzero(np.bincount(read, minlength=n_clusters) == 0)
    if empty.size:
        raise ValueError(f"labels leave cluster {empty[0]} empty: every cluster needs a point to start from.")
    return read.astype(np.intp)


def _assign(X: Array, squares: Array, centers: Array, labels: Labels | None) -> tuple[Labels, int, Array]:
    # ‖x − c‖² = ‖x‖² − 2 x·c + ‖c‖², and ‖x‖² is the same for every center
    norms = np.einsum("ij,ij->i", centers, centers)
    scores = X @ (-2 * centers.T)
    scores += norms
    rounding = 8 * EPS * (squares + norms.max())
    assigned, moved = keep_or_move(scores, labels, rounding)
    if np.bincount(assigned, minlength=len(centers)).min() == 0:
        centers = centers.copy()
        own = np.maximum(scores[np.arange(len(X)), assigned] + squares, 0)
        for cluster, point in refill(assigned, own, len(centers)):
            centers[cluster] = X[point]
        moved = max(moved, 1)
    return assigned, moved, centers
