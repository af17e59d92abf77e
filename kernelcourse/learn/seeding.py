"""Where clustering starts. Every rule sees the points through a kernel alone, by distances in H.

A seeding is a function (k, X, n_clusters, rng) → labels (n,), no cluster empty. Three of the four choose
points first, and each point of X joins the nearest chosen one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import take
from kernelcourse.points import Array, as_count
from kernelcourse.rkhs import feature_squares

Labels = NDArray[np.intp]
Seeding = Callable[[Kernel, Any, int, np.random.Generator], Labels]


def random_partition(k: Kernel, X: Any, n_clusters: int, rng: np.random.Generator) -> Labels:
    """Every point in a random cluster; the first n_clusters of a random order see that none is empty."""
    n = len(k.read(X, "X"))
    as_clusters(n_clusters, n)
    labels = rng.integers(n_clusters, size=n)
    labels[rng.permutation(n)[:n_clusters]] = np.arange(n_clusters)
    return labels


def random_points(k: Kernel, X: Any, n_clusters: int, rng: np.random.Generator) -> Labels:
    """n_clusters different points, every set of them equally likely."""
    n = len(k.read(X, "X"))
    return nearest_chosen(k, X, rng.choice(n, size=as_clusters(n_clusters, n), replace=False))


def farthest_points(k: Kernel, X: Any, n_clusters: int, rng: np.random.Generator) -> Labels:
    """The first point at random, then always the one farthest from its nearest chosen point."""
    return nearest_chosen(k, X, choose_farthest(k, X, n_clusters, int(rng.integers(len(X)))))


def plus_plus(k: Kernel, X: Any, n_clusters: int, rng: np.random.Generator) -> Labels:
    """k-means++: first a random one, the next with probability ∝ D², D the distance to the nearest chosen."""
    return nearest_chosen(k, X, choose_plus_plus(k, X, n_clusters, rng))


def choose_farthest(k: Kernel, X: Any, n_clusters: int, first: int = 0) -> Labels:
    """The numbers of the points chosen by the farthest-point rule, starting from point ``first``."""
    points = k.read(X, "X")
    as_clusters(n_clusters, len(points))
    as_count(first, "first", least=0, most=len(points) - 1)
    return _choose(k, points, n_clusters, first, lambda squares: int(np.argmax(squares)))


def choose_plus_plus(k: Kernel, X: Any, n_clusters: int, rng: np.random.Generator) -> Labels:
    """The numbers of the points chosen by k-means++."""
    points = k.read(X, "X")
    n = len(points)
    as_clusters(n_clusters, n)
    return _choose(
        k,
        points,
        n_clusters,
        int(rng.integers(n)),
        lambda squares: int(rng.choice(n, p=_probabilities(squares))),
    )


def plus_plus_probabilities(k: Kernel, X: Any, chosen: Sequence[int]) -> Array:
    """P(x) = D(x)² / Σ D², with D(x) the distance in H from x to the nearest of the chosen points: (n,)."""
    points = k.read(X, "X")
    return _probabilities(
        feature_squares(k, points, take(points, _as_chosen(chosen, len(points)))).min(axis=1)
    )


def nearest_chosen(k: Kernel, X: Any, chosen: Sequence[int] | Labels) -> Labels:
    """The label of each point: which of the chosen points is nearest in H (the first of several)."""
    points = k.read(X, "X")
    picked = _as_chosen(chosen, len(points))
    labels = np.argmin(feature_squares(k, points, take(points, picked)), axis=1)
    labels[picked] = np.arange(len(picked))  # also when two chosen points coincide
    return labels


def as_clusters(n_clusters: int, n: int) -> int:
    """n_clusters as a whole number from 1 to the number of points."""
    as_count(n_clusters, "n_clusters")
    if n_clusters > n:
        raise ValueError(
            f"n_clusters = {n_clusters} for {n} points: there can be at most one cluster per point."
        )
    return int(n_clusters)


def _choose(k: Kernel, points: Any, n_clusters: int, first: int, pick: Callable[[Array], int]) -> Labels:
    chosen = [first]
    squares = feature_squares(k, points, take(points, [first]))[:, 0]
    while len(chosen) < n_clusters:
        squares[chosen] = -1 if not squares.any() else 0  # never the same point twice, even among duplicates
        chosen.append(pick(squares))
        squares = np.minimum(
            np.maximum(squares, 0), feature_squares(k, points, take(points, chosen[-1:]))[:, 0]
        )
    return np.array(chosen)


def _probabilities(squares: Array) -> Array:
    """D²/ΣD²; if all points coincide with chosen ones (marked −1), the others are equally likely."""
    weights = squares / squares.max() if squares.max() > 0 else (squares == 0).astype(float)
    return weights / weights.sum()


def _as_chosen(chosen: Any, n: int) -> Labels:
    picked = np.asarray(chosen)
    if picked.ndim != 1 or not picked.size or picked.dtype.kind not in "iu":
        raise ValueError(f"chosen must be a list of whole numbers of points; it is {chosen!r}.")
    if picked.min() < 0 or picked.max() >= n or len(np.unique(picked)) < len(picked):
        raise ValueError(f"chosen must be different numbers between 0 and {n - 1}.")
    return picked
