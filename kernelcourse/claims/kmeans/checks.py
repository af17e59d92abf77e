"""The small point sets of the chapter on k-means, and the formulas that several of its claims are put to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.points import Array

FIVE = datasets.toy_a()[0]
FIVE_LABELS = np.array([0, 0, 0, 1, 1])
SIX = datasets.toy_c()
CORNERS = np.array([[0.0, 0], [0, 1], [10, 0], [10, 1]])
SEVEN = np.array([[0.0], [0.1], [0.2], [5], [5.1], [5.2], [30]])


def exact(points: Any) -> Any:
    """Whole coordinates as fractions, so that sums and means are exact."""
    return np.array([[Fraction(int(value)) for value in point] for point in points], dtype=object)


def squared(vectors: Any) -> Any:
    """The sum of the squares of all entries."""
    return (vectors * vectors).sum()


def one_hot(labels: Any, q: int) -> Array:
    return np.eye(q)[labels]


def means(X: Any, labels: Any) -> Any:
    """The mean of each cluster, exact if the points are."""
    return np.array([X[labels == c].sum(axis=0) / (labels == c).sum() for c in range(max(labels) + 1)])


def exact_means(X: Any, labels: Any) -> Any:
    """The same with the sizes as fractions."""
    clusters = range(max(labels) + 1)
    return np.array([X[labels == c].sum(axis=0) / Fraction(int((labels == c).sum())) for c in clusters])


def cost(X: Any, labels: Any) -> float:
    """Σ ‖xᵢ − mean of its cluster‖²."""
    return float(sum(squared(X[labels == c] - X[labels == c].mean(axis=0)) for c in np.unique(labels)))


def labellings(n: int, q: int) -> Iterator[Array]:
    """All labels of n points in which each of q is used and 0 comes first."""
    for rest in product(range(q), repeat=n - 1):
        if len({0, *rest}) == q:
            yield np.array((0, *rest))


def random_case(seed: int, n: int = 9, q: int = 3, d: int = 2) -> tuple[Array, Array]:
    """Random points and labels, no cluster empty."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(q), rng.integers(q, size=n - q)])
    return rng.standard_normal((n, d)), rng.permutation(labels)
