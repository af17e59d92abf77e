"""Four routes to the ridge weights w, which agree: through d × d, n × n, the singular values, n × n again."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.ridge import primal_ridge as primal_route
from kernelcourse.learn.solving import DIGITS, EPS, solve_shifted
from kernelcourse.points import Array, as_outputs, as_positive

__all__ = ["dual_route", "primal_route", "svd_route", "woodbury_route"]


def dual_route(X: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = Xᵀα, α = (XXᵀ + λI)⁻¹ y."""
    points, outputs, lam = _read(X, y, lam)
    return points.T @ solve_shifted(points @ points.T, lam, outputs)


def svd_route(X: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = V diag(s / (s² + λ)) Uᵀy, with X = U diag(s) Vᵀ."""
    points, outputs, lam = _read(X, y, lam)
    U, s, Vt = linalg.svd(points, full_matrices=False)
    with np.errstate(divide="ignore"):
        shrunk = 1 / (s + lam / s)  # s / (s² + λ), and s² cannot overflow; s = 0 gives 1/∞ = 0
    return Vt.T @ ((U.T @ outputs).T * shrunk).T


def woodbury_route(X: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = λ⁻¹ (I − Xᵀ(λI + XXᵀ)⁻¹X) Xᵀy."""
    points, outputs, lam = _read(X, y, lam)
    correlations = points.T @ outputs  # Xᵀy: (d,) or (d, q)
    inner = solve_shifted(points @ points.T, lam, points @ correlations)
    w = (correlations - points.T @ inner) / lam
    if (EPS * np.abs(correlations).max(axis=0) / lam > DIGITS * np.abs(w).max(axis=0)).any():
        raise ValueError(
            f"lam = {lam:g} is too small for this route: it divides a difference by it. Use svd_route."
        )
    return w


def _read(X: ArrayLike, y: ArrayLike, lam: float) -> tuple[Array, Array, float]:
    points = as_squarable(X)
    return points, as_outputs(y, len(points)), as_positive(lam, "lam")
