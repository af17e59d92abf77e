"""The nearest of q centers for each of n points, again and again while the centers move less and less."""

from __future__ import annotations

import numpy as np

from kernelcourse.learn.seeding import Labels
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array


class NearestCenters:
    """argmin_c ‖x − c‖² for all points, looking only at those whose nearest center can have changed.

    Since the last look the distance of x to its own center has grown by at most that center's move, and to any
    other center has shrunk by at most the largest move. While the first stays below the second, x stays.
    """

    def __init__(self, X: Array) -> None:
        self.X = X
        self.squares = np.einsum("ij,ij->i", X, X)
        self.centers: Array | None = None  # as they were at the last look
        self.own = np.full(len(X), np.inf)  # at least the distance to the own center
        self.other = np.zeros(len(X))  # at most the distance to every other center

    def assign(self, centers: Array, labels: Labels | None) -> tuple[Labels, int]:
        """The labels (n,) and how many of them changed; a point stays unless it gains more than rounding."""
        if labels is None or self.centers is None:
            rows = np.arange(len(self.X))
        else:
            moves = np.linalg.norm(centers - self.centers, axis=1)
            self.own += moves[labels]
            self.other -= moves.max()
            rows = np.flatnonzero(self.own * (1 + 1e-12) >= self.other)
        self.centers = centers
        if not rows.size:
            assert labels is not None
            return labels, 0
        # ‖x − c‖² = ‖x‖² − 2 x·c + ‖c‖², and ‖x‖² is the same for every center
        norms = np.einsum("ij,ij->i", centers, centers)
        scores = self.X[rows] @ (-2 * centers.T)
        scores += norms
        rounding = 4 * (self.X.shape[1] + 2) * EPS * (self.squares[rows] + norms.max())
        chosen, moved = keep_or_move(scores, None if labels is None else labels[rows], rounding)
        each = np.arange(len(rows))
        self.own[rows] = np.sqrt(np.maximum(scores[each, chosen] + self.squares[rows], 0) + rounding)
        scores[each, chosen] = np.inf
        self.other[rows] = np.sqrt(np.maximum(scores.min(axis=1) + self.squares[rows] - rounding, 0))
        if labels is None:
            return chosen, moved
        assigned = labels.copy()
        assigned[rows] = chosen
        return assigned, moved

    def distances(self, centers: Array, labels: Labels) -> Array:
        """‖x − its center‖²: (n,)."""
        apart = self.X - centers[labels]
        return np.einsum("ij,ij->i", apart, apart)

    def forget(self) -> None:
        """Look at every point again next time: labels or centers were changed elsewhere."""
        self.centers = None


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
