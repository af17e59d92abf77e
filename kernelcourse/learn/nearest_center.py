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
MANY = 32  # with more centers than this, numpy's argmin is faster than comparing row by row


class NearestCenters:
    """argmin_c ‖x − c‖² for all points, looking only at those whose nearest center can have changed.

    Since the last look the distance of x to its own center has grown by at most that center's move, and to any
    other center has shrunk by at most the largest move of another. While the first stays below the second, x stays.
    """

    def __init__(self, X: Array) -> None:
        self.X = X
        self.with_one = np.column_stack([X, np.ones(len(X))])  # −2 x·c + ‖c‖² is then a single product
        self.squares = np.einsum("ij,ij->i", X, X)
        self.centers: Array | None = None  # as they were at the last look
        # at most: the distance to the nearest other center minus that to the own
        self.slack = np.full(len(X), -np.inf)
        self.unsure = 1e-12 * float(np.sqrt(self.squares.max()))

    def assign(self, centers: Array, labels: Labels | None) -> tuple[Labels, Rows]:
        """The labels (n,) and the points whose label changed; one stays unless it gains more than rounding."""
        if labels is None or self.centers is None:
            rows, points, squares = np.arange(len(self.X)), self.with_one, self.squares
        else:
            self.slack -= _losses(np.linalg.norm(centers - self.centers, axis=1)).take(labels)
            rows = np.flatnonzero(self.slack <= self.unsure)
            points, squares = self.with_one.take(rows, axis=0), self.squares.take(rows)
        self.centers = centers
        if not rows.size:
            assert labels is not None
            return labels, rows
        # ‖x − c‖² = ‖x‖² − 2 x·c + ‖c‖², and ‖x‖² is the same for every center. One center a row: (q, rows), which
        # makes the smallest of a column a matter of comparing whole rows.
        norms = np.einsum("ij,ij->i", centers, centers)
        scores = _product(np.column_stack([-2 * centers, norms]), points)
        rounding = 4 * (self.X.shape[1] + 2) * EPS * (squares + norms.max())
        best, entries = scores.min(axis=0), np.arange(len(rows))
        if labels is None:
            chosen, own, moved = _first(scores, best), best, rows
            entries += chosen * len(rows)
        else:
            chosen = labels.take(rows)
            entries += chosen * len(rows)  # where in scores the own center of each point stands
            own = scores.take(entries)
            changed = np.flatnonzero(own - best > rounding)
            moved, nearer = rows[changed], _first(scores[:, changed], best[changed])
            entries[changed] += (nearer - chosen[changed]) * len(rows)
            own[changed] = best[changed]
        scores.put(entries, np.inf)
        apart = np.sqrt(np.maximum(scores.min(axis=0) + squares - rounding, 0))
        self.slack[rows] = apart - np.sqrt(np.maximum(own + squares, 0) + rounding)
        if labels is None:
            return chosen, moved
        if not moved.size:
            return labels, moved
        assigned = labels.copy()
        assigned[moved] = nearer
        return assigned, moved

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


def _first(scores: Array, best: Array) -> Labels:
    """The first row of scores (q, n) that holds the best of each column."""
    if len(scores) > MANY:
        return scores.argmin(axis=0)
    found = np.zeros(len(best), dtype=np.intp)
    for row in range(len(scores) - 1, 0, -1):
        found[scores[row] == best] = row
    found[scores[0] == best] = 0
    return found


def _losses(moves: Array) -> Array:
    """For each center its own move plus the largest of the others': (q,). ``moves`` is overwritten."""
    largest = int(np.argmax(moves))
    losses = moves + moves[largest]
    moves[largest], most = 0.0, moves[largest]
    losses[largest] = most + moves.max()
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
