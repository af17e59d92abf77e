"""How wide the bells of a density should be: rules of thumb, and the likelihood of points left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from kernelcourse.learn.gram import as_squarable
from kernelcourse.points import Array, as_positive, squared_distances


def scott(X: ArrayLike) -> float:
    """h = s·n^(−1/(d + 4)), s the mean standard deviation of the coordinates."""
    points, spread = _spread(X)
    n, d = points.shape
    return float(spread * n ** (-1 / (d + 4)))


def silverman(X: ArrayLike) -> float:
    """h = s·(n(d + 2)/4)^(−1/(d + 4)): the best width for many points if the density is a single bell."""
    points, spread = _spread(X)
    n, d = points.shape
    return float(spread * (n * (d + 2) / 4) ** (-1 / (d + 4)))


def left_out_likelihood(X: ArrayLike, bandwidth: float) -> float:
    """Σ log p₋ᵢ(xᵢ), p₋ᵢ the density of all points but xᵢ."""
    h = as_positive(bandwidth, "bandwidth")
    return _left_out(_distances(X), np.shape(X)[1], h)


def likeliest_bandwidth(X: ArrayLike, bandwidths: Sequence[float]) -> float:
    """The bandwidth among those given with the largest left-out likelihood; a point that stands twice spoils it."""
    widths = [as_positive(h, "bandwidths") for h in bandwidths]
    if not widths:
        raise ValueError("bandwidths is empty: give some to choose from.")
    distances = _distances(X)
    scores = [_left_out(distances, np.shape(X)[1], h) for h in widths]
    return widths[int(np.argmax(scores))]


def _left_out(distances: Array, d: int, h: float) -> float:
    n = len(distances)
    exponents = -distances / (2 * h**2)
    np.fill_diagonal(exponents, -np.inf)
    logs = logsumexp(exponents, axis=1) - np.log(n - 1) - d / 2 * np.log(2 * np.pi * h**2)
    return float(logs.sum())


def _distances(X: ArrayLike) -> Array:
    points = as_squarable(X)
    if len(points) < 2:
        raise ValueError("X holds one point: leaving it out leaves nothing. Give at least two.")
    return squared_distances(points)


def _spread(X: ArrayLike) -> tuple[Array, float]:
    points = as_squarable(X)
    if len(points) < 2:
        raise ValueError("X holds one point, which has no spread: give at least two.")
    spread = float(points.std(axis=0, ddof=1).mean())
    if spread == 0:
        raise ValueError(
            "X holds the same point again and again: it has no spread, and no bandwidth follows."
        )
    return points, spread
