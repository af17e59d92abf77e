"""Lloyd's algorithm: each point goes to its nearest center, each center to the mean of its points, again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.nearest_center import NearestCenters, refill
from kernelcourse.learn.seeding import Labels, as_clusters
from kernelcourse.points import Array, same_features


@dataclass(frozen=True, eq=False)
class LloydState:
    """Where Lloyd's algorithm stands after a half-step."""

    labels: Labels  # (n,)
    centers: Array  # (q, d)
    half_step: str  # "assign" or "update"
    moved: int  # how many points changed their cluster in the last assignment
    points: Array = field(repr=False)  # (n, d)

    @cached_property
    def spread(self) -> float:
        """Σᵢ ‖xᵢ − center of its cluster‖²."""
        apart = self.points - self.centers[self.labels]
        return float(np.einsum("ij,ij->", apart, apart))


def lloyd(X: ArrayLike, start: ArrayLike, n_clusters: int | None = None) -> Iterator[LloydState]:
    """The half-steps in turn from labels (n,) or centers (q, d) till no point moves; the spread never grows.

    A point moves only if another center is nearer than its own (by more than rounding), to the first nearest
    one: so the spread falls with every move, no partition comes twice, and the end is reached. A cluster that
    loses all its points takes over the point farthest from its center, of those in clusters of two or more.
    """
    points = as_squarable(X)
    if np.ndim(start) == 2:
        centers = as_squarable(start, "start")
        same_features(points, centers)
        if n_clusters is not None and n_clusters != len(centers):
            raise ValueError(f"start has {len(centers)} centers, but n_clusters = {n_clusters}.")
        as_clusters(len(centers), len(points))
        return _alternate(points, None, centers)
    if n_clusters is None:
        raise ValueError("n_clusters is needed when start holds labels.")
    labels = as_labels(start, len(points), n_clusters)
    return _alternate(points, labels, np.zeros((n_clusters, points.shape[1])))


def _alternate(points: Array, labels: Labels | None, centers: Array) -> Iterator[LloydState]:
    shift = points.mean(axis=0)
    X = points - shift  # products of small numbers lose less to rounding
    nearest, q = NearestCenters(X), len(centers)
    sums = np.zeros_like(centers)  # Σ of the points of each cluster, in step with ``counted``
    counted: Labels | None = None

    if labels is None:
        centers = centers - shift
        labels, moved = nearest.assign(centers, None)
        labels, moved, centers = _refilled(nearest, labels, moved, centers)
        yield LloydState(labels, centers + shift, "assign", moved, points)
    else:
        moved = len(X)
    while moved:
        sums, counted = _sums(X, sums, counted, labels, q), labels
        centers = sums / np.bincount(labels, minlength=q)[:, None]
        yield LloydState(labels, centers + shift, "update", moved, points)
        labels, moved = nearest.assign(centers, labels)
        labels, moved, centers = _refilled(nearest, labels, moved, centers)
        yield LloydState(labels, centers + shift, "assign", moved, points)


def _sums(X: Array, sums: Array, before: Labels | None, after: Labels, q: int) -> Array:
    """Σ of the points of each cluster (q, d): from the points that moved when they are few."""
    clusters = np.arange(q)[:, None]
    if before is None:
        return (after == clusters).astype(float) @ X
    moved = np.flatnonzero(before != after)
    if 4 * len(moved) > len(X):
        return (after == clusters).astype(float) @ X
    joined, left = after.take(moved) == clusters, before.take(moved) == clusters
    return sums + (joined.astype(float) - left) @ X.take(moved, axis=0)


def _refilled(
    nearest: NearestCenters, labels: Labels, moved: int, centers: Array
) -> tuple[Labels, int, Array]:
    """The same labels and centers if no cluster is empty; else each empty one around a point far from its own."""
    if not moved or np.bincount(labels, minlength=len(centers)).all():
        return labels, moved, centers
    labels, centers = labels.copy(), centers.copy()
    for cluster, point in refill(labels, nearest.distances(centers, labels), len(centers)):
        centers[cluster] = nearest.X[point]
    nearest.forget()
    return labels, moved, centers


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
