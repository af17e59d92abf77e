"""Two maps of the same points, laid on top of each other by turning, reflecting and shifting one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.points import Array, as_points


@dataclass(frozen=True, eq=False)
class Procrustes:
    """z ↦ zQ + t, the rigid motion that lays X on Y best, the moved X, and what is left."""

    rotation: Array  # Q, orthogonal: (d, d)
    shift: Array  # t: (d,)
    aligned: Array  # XQ + t: (n, d)
    error: float  # √(1/n Σ ‖xᵢQ + t − yᵢ‖²)

    def __call__(self, Z: ArrayLike) -> Array:
        return as_points(Z, "Z") @ self.rotation + self.shift


def procrustes(X: ArrayLike, Y: ArrayLike) -> Procrustes:
    """Q orthogonal and t minimising Σ ‖xᵢQ + t − yᵢ‖²: Q = UVᵀ from the SVD of (X − x̄)ᵀ(Y − ȳ)."""
    points, targets = as_points(X), as_points(Y, "Y")
    if points.shape != targets.shape:
        raise ValueError(
            f"X has shape {points.shape} and Y {targets.shape}: both must hold the same points, in one order."
        )
    middle, target_middle = points.mean(axis=0), targets.mean(axis=0)
    A, B = points - middle, targets - target_middle
    size = max(np.abs(A).max(), np.abs(B).max()) or 1.0
    U, _, Vt = linalg.svd((A / size).T @ (B / size))
    rotation = U @ Vt
    left = (A @ rotation - B) / size
    error = float(np.sqrt(np.square(left).sum() / len(points)) * size)
    return Procrustes(rotation, target_middle - middle @ rotation, A @ rotation + target_middle, error)
