"""What the claims on ridge regression are tried on: five integer points, tall, wide and rank-deficient data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.points import Array

FIVE, OUTPUTS = datasets.toy_a()
GRAM = FIVE @ FIVE.T
BITS, BIT_OUTPUTS = np.array([[1, 0], [0, 1], [1, 1]]), np.array([1, 0, 1])


def fractions(values: Any) -> Array:
    """The same array with exact rational entries: numpy then computes exactly with + − * / and @."""
    array = np.asarray(values)
    return np.array([Fraction(float(entry)) for entry in array.ravel()], dtype=object).reshape(array.shape)


def _random(n: int, d: int, seed: int) -> tuple[Array, Array, float]:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal(n), 0.3 + seed


_LINE = np.array([[1.0, 2.0], [2.0, 4.0], [-1.0, -2.0]])  # three points of the plane on one line: rank 1

# tall, wide, by hand, and of deficient rank
TRIALS = [
    _random(7, 3, 0),
    _random(3, 7, 1),
    (FIVE, OUTPUTS, 0.5),
    (FIVE[:, :1], OUTPUTS, 2.0),
    (_LINE, np.array([1.0, -1.0, 3.0]), 0.7),
]


def shifted(A: Array, lam: float, right: Array) -> Array:
    """(A + λI)⁻¹ right."""
    return np.asarray(np.linalg.solve(A + lam * np.eye(len(A)), right), dtype=float)


def objective(X: Array, y: Array, w: Array, lam: Any) -> Any:
    """‖Xw − y‖² + λ‖w‖², summed term by term."""
    loss = sum((sum(a * b for a, b in zip(x, w, strict=True)) - t) ** 2 for x, t in zip(X, y, strict=True))
    return loss + lam * sum(b**2 for b in w)


def half_loss(X: Array, y: Array, w: Array, lam: Any) -> Any:
    """½ Σ (yᵢ − w·xᵢ)² + λ‖w‖²."""
    return objective(X, y, w, 2 * lam) / 2


def slope(F: Callable[[Array], Any], w: Array, step: Any = Fraction(1, 2)) -> Array:
    """The gradient of a quadratic by central differences, which are exact for quadratics."""
    units = [np.array([step if i == j else 0 * step for i in range(len(w))]) for j in range(len(w))]
    return np.array([(F(w + unit) - F(w - unit)) / (2 * step) for unit in units])
