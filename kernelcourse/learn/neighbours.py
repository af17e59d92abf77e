"""Nearest neighbours, by any distance or in the space of any kernel; and the nearest centroid of a class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import feature_squares
from kernelcourse.learn.seeding import Labels
from kernelcourse.points import Array, as_count, as_outputs
from kernelcourse.rkhs import KernelExpansion

BLOCK = 2**20  # distances held at once: 8 MB, which the cache can almost hold

Distance = Callable[[Any, Any], Array]  # distance(Z, X) → (m, n)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """For each of m points its nearest ones among n, nearest first; of equally near ones the lower number."""

    indices: Labels  # (m, n_neighbours)
    distances: Array  # (m, n_neighbours)


def nearest(k: Kernel | Distance, X: Any, Z: Any, n_neighbours: int) -> Neighbours:
    """The points of X nearest to each z by a distance or in H, ‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z)."""
    points, others, squares = _reader(k, X, Z)
    count = as_count(n_neighbours, "n_neighbours", most=len(points))
    indices = np.empty((len(others), count), dtype=np.intp)
    distances = np.empty((len(others), count))
    step = max(1, BLOCK // len(points))
    for start in range(0, len(others), step):
        rows = slice(start, start + step)
        apart = squares(others[rows], points)  # (rows, n)
        indices[rows], distances[rows] = _smallest(apart, count)
    return Neighbours(indices, np.sqrt(distances) if isinstance(k, Kernel) else distances)


@dataclass(frozen=True, eq=False)
class NeighbourVote:
    """z ↦ the most frequent label among its nearest neighbours; of equally frequent ones the nearest's."""

    measure: Any
    points: Any
    labels: Any  # (n,)
    n_neighbours: int

    def __call__(self, Z: Any) -> Any:
        classes, numbers = np.unique(self.labels, return_inverse=True)
        found = numbers[nearest(self.measure, self.points, Z, self.n_neighbours).indices]  # (m, n_neighbours)
        votes = (found[:, :, None] == np.arange(len(classes))).sum(axis=1)  # (m, classes)
        first = votes[np.arange(len(found))[:, None], found] == votes.max(axis=1)[:, None]
        return classes[found[np.arange(len(found)), np.argmax(first, axis=1)]]


def knn_classify(k: Kernel | Distance, X: Any, y: ArrayLike, n_neighbours: int) -> NeighbourVote:
    """The function z ↦ majority label of the n_neighbours points nearest to z."""
    as_count(n_neighbours, "n_neighbours", most=len(X))
    return NeighbourVote(k, X, _as_classes(y, len(X)), n_neighbours)


@dataclass(frozen=True, eq=False)
class NeighbourMean:
    """z ↦ the mean output of its nearest neighbours."""

    measure: Any
    points: Any
    outputs: Array  # (n,) or (n, q)
    n_neighbours: int

    def __call__(self, Z: Any) -> Array:
        return self.outputs[nearest(self.measure, self.points, Z, self.n_neighbours).indices].mean(axis=1)


def knn_regress(k: Kernel | Distance, X: Any, y: ArrayLike, n_neighbours: int) -> NeighbourMean:
    """The function z ↦ mean of y over the n_neighbours points nearest to z."""
    as_count(n_neighbours, "n_neighbours", most=len(X))
    return NeighbourMean(k, X, as_outputs(y, len(X)), n_neighbours)


@dataclass(frozen=True, eq=False)
class NearestCentroid:
    """z ↦ the class whose mean feature is nearest to φ(z)."""

    classes: Any  # (q,)
    centroids: KernelExpansion  # weights (n, q)
    centroid_squares: Array  # ‖μ‖²: (q,)

    def __call__(self, Z: Any) -> Any:
        # ‖φ(z) − μ‖² = k(z, z) − 2 μ(z) + ‖μ‖², and k(z, z) is the same for every class
        return self.classes[np.argmin(self.centroid_squares - 2 * self.centroids(Z), axis=1)]


def nearest_centroid(k: Kernel, X: Any, y: ArrayLike) -> NearestCentroid:
    """The function z ↦ argmin_c ‖φ(z) − μ_c‖², μ_c the mean feature of the points with label c."""
    points = k.read(X, "X")
    classes, numbers = np.unique(_as_classes(y, len(points)), return_inverse=True)
    members = (numbers[:, None] == np.arange(len(classes))).astype(float)  # (n, q)
    weights = members / members.sum(axis=0)
    squares = np.einsum("ic,ic->c", weights, k.gram(points, points) @ weights)
    return NearestCentroid(classes, KernelExpansion(k, points, weights), squares)


def _reader(k: Kernel | Distance, X: Any, Z: Any) -> tuple[Any, Any, Distance]:
    if isinstance(k, Kernel):
        points, others = k.read(X, "X"), k.read(Z, "Z")
        k.compare(points, others)
        return points, others, lambda block, points: feature_squares(k, block, points)
    for name, given in (("X", X), ("Z", Z)):
        if len(given) == 0:
            raise ValueError(f"{name} is empty: give at least one point.")
    return X, Z, k


def _smallest(apart: Array, count: int) -> tuple[Labels, Array]:
    """The columns of the ``count`` smallest entries of each row, and the entries, by (entry, column)."""
    rows = np.arange(len(apart))[:, None]
    if count < apart.shape[1]:
        columns = np.argpartition(apart, count - 1, axis=1)[:, :count]
        last = apart[rows, columns].max(axis=1)[:, None]
        crowded = np.flatnonzero(
            (apart <= last).sum(axis=1) > count
        )  # several at the last distance: lower numbers win
        columns[crowded] = np.argsort(apart[crowded], axis=1, kind="stable")[:, :count]
    else:
        columns = np.broadcast_to(np.arange(count), apart.shape)
    columns = np.sort(columns, axis=1)
    order = np.argsort(apart[rows, columns], axis=1, kind="stable")
    columns = columns[rows, order]
    return columns, apart[rows, columns]


def _as_classes(y: ArrayLike, n: int) -> Any:
    labels = np.asarray(y)
    if labels.shape != (n,):
        raise ValueError(f"y has shape {labels.shape} for {n} points: give one label for each point.")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError(f"y has NaN or infinity in row {np.flatnonzero(~np.isfinite(labels))[0]}.")
    return labels
