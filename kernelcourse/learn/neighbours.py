"""Learning from the nearest points: a vote, a mean, or the nearest centroid of a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import gram_operator
from kernelcourse.learn.ranking import Distance, nearest
from kernelcourse.points import Array, as_count, as_outputs
from kernelcourse.rkhs import KernelExpansion


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
    points = k.read(X, "X") if isinstance(k, Kernel) else X
    as_count(n_neighbours, "n_neighbours", most=len(points))
    return NeighbourVote(k, points, as_classes(y, len(points)), n_neighbours)


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
    points = k.read(X, "X") if isinstance(k, Kernel) else X
    as_count(n_neighbours, "n_neighbours", most=len(points))
    return NeighbourMean(k, points, as_outputs(y, len(points)), n_neighbours)


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
    classes, numbers = np.unique(as_classes(y, len(points)), return_inverse=True)
    members = (numbers[:, None] == np.arange(len(classes))).astype(float)  # (n, q)
    weights = members / members.sum(axis=0)
    squares = np.einsum("ic,ic->c", weights, gram_operator(k, points)[1] @ weights)
    return NearestCentroid(classes, KernelExpansion(k, points, weights), squares)


def as_classes(y: ArrayLike, n: int) -> Any:
    """y as one label for each of n points, of any kind."""
    labels = np.asarray(y)
    if labels.shape != (n,):
        raise ValueError(f"y has shape {labels.shape} for {n} points: give one label for each point.")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError(f"y has NaN or infinity in row {np.flatnonzero(~np.isfinite(labels))[0]}.")
    return labels
