"""Lloyd's algorithm: each point goes to its nearest center, each center to the mean of its points, again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.nearest_center import NearestCenters, Rows, refill
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
    if labels is None:
        centers = centers - shift
        labels, _ = nearest.assign(centers, None)
        totals = Totals.of(X, labels, q)
        labels, totals, centers = _refilled(nearest, labels, totals, centers)
        yield LloydState(labels, centers + shift, "assign", len(X), points)
    else:
        totals = Totals.of(X, labels, q)
    moved = len(X)
    while moved:
        centers = totals.means
        yield LloydState(labels, centers + shift, "update", moved, points)
        before = labels
        labels, rows = nearest.assign(centers, before)
        moved = len(rows)
        totals = totals.after(X, rows, before, labels)
        labels, totals, centers = _refilled(nearest, labels, totals, centers)
        yield LloydState(labels, centers + shift, "assign", moved, points)


@dataclass(frozen=True, eq=False)
class Totals:
    """The sum of the points of each cluster (q, d), and how many there are (q,)."""

    sums: Array
    counts: Labels

    @classmethod
    def of(cls, X: Array, labels: Labels, q: int) -> Totals:
        """From all points."""
        members = labels == np.arange(q)[:, None]
        return cls(members.astype(float) @ X, np.bincount(labels, minlength=q))

    def after(self, X: Array, rows: Rows, before: Labels, labels: Labels) -> Totals:
        """After these points changed their cluster: from them alone when they are few."""
        q = len(self.counts)
        if 4 * len(rows) > len(X):
            return Totals.of(X, labels, q)
        if not rows.size:
            return self
        came, left, each = labels.take(rows), before.take(rows), np.arange(len(rows))
        change = np.zeros((q, len(rows)))
        change[came, each], change[left, each] = 1, -1
        counts = self.counts + np.bincount(came, minlength=q) - np.bincount(left, minlength=q)
        return Totals(self.sums + change @ X.take(rows, axis=0), counts)

    @property
    def means(self) -> Array:
        """The centers: (q, d)."""
        return self.sums / self.counts[:, None]


def _refilled(
    nearest: NearestCenters, labels: Labels, totals: Totals, centers: Array
) -> tuple[Labels, Totals, Array]:
    """All as it was if no cluster is empty; else each empty one around a point far from its own center."""
    if totals.counts.all():
        return labels, totals, centers
    labels, centers = labels.copy(), centers.copy()
    for cluster, point in refill(labels, nearest.distances(centers, labels), len(centers)):
        centers[cluster] = nearest.X[point]
    nearest.forget()
    return labels, Totals.of(nearest.X, labels, len(centers)), centers


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
