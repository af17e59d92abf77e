"""The nearest of q centers for each of n points, again and again while the centers move less and less."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernelcourse.learn.seeding import Labels
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array

Rows = NDArray[np.intp]  # which points

BLOCK = 250_000  # multiplications: more than these the matrix library shares among its threads
FEW = 500  # rows; pieces of fewer are not worth a call


class NearestCenters:
    """argmin_c ‖x − c‖² for all points, looking only at those whose nearest center can have changed.

    Since the last look the distance of x to its own center has grown by at most that center's move, and to any
    other center has shrunk by at most the largest move of another. While the first stays below the second, x stays.
    """

    def __init__(self, X: Array) -> None:
        self.X = X
        squares = np.einsum("ij,ij->i", X, X)
        self.lifted = np.column_stack(
            [X, np.ones(len(X)), squares]
        )  # ‖x‖² − 2 x·c + ‖c‖² is then a single product
        self.rounding = 4 * self.lifted.shape[1] * EPS  # of that product, relative to ‖x‖² + ‖c‖²
        self.own_rounding = self.rounding * squares
        self.room = np.empty_like(self.lifted)  # for the points looked at
        self.centers: Array | None = None  # as they were at the last look
        # at most: the distance to the nearest other center minus that to the own
        self.slack = np.full(len(X), -np.inf)
        self.unsure = 1e-12 * float(np.sqrt(squares.max()))

    def assign(self, centers: Array, labels: Labels | None) -> tuple[Labels, Rows]:
        """The labels (n,) and the points whose label changed; one stays unless it gains more than rounding."""
        if labels is None or self.centers is None:
            rows, points = np.arange(len(self.X)), self.lifted
        else:
            self.slack -= _losses(centers - self.centers).take(labels)
            rows = np.flatnonzero(self.slack <= self.unsure)
            points = self.lifted.take(rows, axis=0, out=self.room[: len(rows)], mode="clip")
        self.centers = centers
        if not rows.size:
            assert labels is not None
            return labels, rows
        weights = np.ones((len(centers), points.shape[1]))
        np.multiply(centers, -2, out=weights[:, :-2])
        weights[:, -2] = norms = np.einsum("ij,ij->i", centers, centers)
        rounding = self.own_rounding.take(rows)
        rounding += self.rounding * norms.max()
        # One center a row: (q, rows), which makes the smallest of a column a matter of comparing whole rows.
        squared = _product(weights, points)
        chosen = _first_smallest(squared) if labels is None else labels.take(rows)
        places = chosen * len(rows)
        places += np.arange(len(rows))
        own = squared.take(places)
        squared.put(places, np.inf)
        other = squared.min(axis=0)
        changed = np.flatnonzero(own - other > rounding)
        if changed.size:
            few, each = squared.take(changed, axis=1), np.arange(len(changed))
            few[chosen.take(changed), each] = own.take(changed)
            nearer = few.argmin(axis=0)
            own[changed] = few[nearer, each]
            few[nearer, each] = np.inf
            other[changed] = few.min(axis=0)
        self.slack[rows] = _root(np.subtract(other, rounding, out=other)) - _root(
            np.add(own, rounding, out=own)
        )
        if labels is None:
            return chosen, rows
        moved = rows.take(changed)
        if moved.size:
            labels = labels.copy()
            labels[moved] = nearer
        return labels, moved

    def distances(self, centers: Array, labels: Labels) -> Array:
        """‖x − its center‖²: (n,)."""
        apart = self.X - centers[labels]
        return np.einsum("ij,ij->i", apart, apart)

    def forget(self) -> None:
        """Look at every point again next time: labels or centers were changed elsewhere."""
        self.centers = None


def _product(A: Array, B: Array) -> Array:
    """A Bᵀ; for a small A in pieces for which the matrix library wakes no threads: they would cost more than save."""
    piece = BLOCK // A.size
    if piece < FEW:
        return A @ B.T
    product = np.empty((len(A), len(B)))
    for start in range(0, len(B), piece):
        np.matmul(A, B[start : start + piece].T, out=product[:, start : start + piece])
    return product


def _first_smallest(scores: Array) -> Labels:
    """argmin(axis=0) of scores (q, n) row by row, as they lie in memory."""
    found, best = np.zeros(scores.shape[1], dtype=np.intp), scores[0].copy()
    for row in range(1, len(scores)):
        found[scores[row] < best] = row
        np.minimum(best, scores[row], out=best)
    return found


def _root(squares: Array) -> Array:
    """Square roots in place, of what rounding made negative 0."""
    np.maximum(squares, 0, out=squares)
    return np.sqrt(squares, out=squares)


def _losses(shifts: Array) -> Array:
    """For each center the length of its own shift plus the largest length of the others': (q,)."""
    moves = np.sqrt(np.einsum("ij,ij->i", shifts, shifts))
    largest = moves.argmax()
    losses = moves + moves[largest]
    losses[largest] = moves[largest] + np.delete(moves, largest).max(initial=0)
    return losses


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
