"""The checks on learning from neighbours, and on the similarity that leaves nothing to learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.kernels import Precomputed
from kernelcourse.learn.neighbours import knn_classify
from kernelcourse.learn.ridge import ridge
from kernelcourse.points import Array, squared_distances


def settles_the_classes(similarity: Callable[[Array], Array]) -> bool:
    """eigenvalues 0, 0, 0, 4 for labels (1, 1, −1, −1); two neighbours and ridge label all four points rightly"""
    y = np.array([1.0, 1, -1, -1])
    K = similarity(y)
    if not same(np.linalg.eigvalsh(K), np.array([0.0, 0, 0, 4])):
        return False
    k = Precomputed(K)
    vote, f = knn_classify(k, range(4), y, n_neighbours=2), ridge(k, range(4), y, lam=0.1)
    return bool((vote(range(4)) == y).all() and (np.sign(f(range(4))) == y).all())


def votes(classify: Callable[[Array, Any, Array, int], Any]) -> bool:
    """a brute-force vote on two moons for 1, 3 and 9 neighbours; 1 repeats the training labels; ties as stated"""
    origin, even, uneven = np.zeros((1, 1)), np.array([[-1.0], [1.0]]), np.array([[-2.0], [1.0], [3.0]])
    row = np.arange(1.0, 6.0)[:, None]
    for a, b in ((0, 1), (1, 0)):
        if classify(even, np.array([a, b]), origin, 1) != a:  # equally far: the lower index
            return False
        if (
            classify(uneven, np.array([a, b, a]), origin, 2) != b
        ):  # equally frequent: the label of the nearest
            return False
        if classify(row, np.array([2, b, a, a, b]), origin, 5) != b:  # the nearest of those, not of all
            return False
    rng = np.random.default_rng(7)
    P, y = datasets.moons(30, rng)
    Q, _ = datasets.moons(20, rng)
    for m in (1, 3, 9):
        order = np.argsort(squared_distances(Q, P), axis=1, kind="stable")[:, :m]
        counts = [np.bincount(y[row].astype(int) - int(y.min())) for row in order]
        brute = np.array([count.argmax() + y.min() for count in counts])
        if not np.array_equal(classify(P, y, Q, m), brute):
            return False
    return bool(np.array_equal(classify(P, y, P, 1), y))


def averages(predict: Callable[[Array, Array, Array, int], Array]) -> bool:
    """the mean over the m points that no other point precedes by distance, one query at a time, m = 1, 2 and 5"""
    P, y, Q = (np.random.default_rng(9).standard_normal(size) for size in ((12, 2), 12, (6, 2)))
    for m in (1, 2, 5):
        for q in Q:
            ranked = sorted(range(12), key=lambda i: float(((P[i] - q) ** 2).sum()))
            if not same(predict(P, y, q[None], m), [sum(y[i] for i in ranked[:m]) / m]):
                return False
    return True
