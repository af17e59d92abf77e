"""Ridge regression: the function that balances Σ (f(xᵢ) − yᵢ)² against λ‖f‖²."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.featured import Featured
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import as_squarable, gram_matrix
from kernelcourse.learn.large import moments_for
from kernelcourse.learn.solving import solve_shifted
from kernelcourse.points import Array, as_outputs, as_positive
from kernelcourse.rkhs import Expansion, FeatureExpansion, KernelExpansion
from kernelcourse.scale.on_dask import exact_ridge_on_dask, is_dask
from kernelcourse.scale.one_pass import Moments


def ridge(k: Kernel, X: Any, y: Any, lam: float) -> Any:
    """The f in H minimising  Σᵢ (f(xᵢ) − yᵢ)² + λ‖f‖²:  f = Σ αᵢ k(·, xᵢ) with α = (K + λI)⁻¹y.

    Where k's features are fewer than the points, f = w·φ with w = (ΦᵀΦ + λI)⁻¹Φᵀy, and K is never formed. X may then
    also be blocks with their outputs (y = None), and X and y Dask arrays; those also for a kernel without features.
    """
    lam = as_positive(lam, "lam")
    if is_dask(X) and not isinstance(k, Featured):
        return exact_ridge_on_dask(k, X, y, lam)
    gathered = moments_for(k, X, y)
    if gathered is not None:
        return ridge_from(gathered, lam)
    points, K = gram_matrix(k, X)
    outputs = as_outputs(y, len(K))
    return KernelExpansion(k, points, solve_shifted(K, lam, outputs))


def ridge_from(moments: Moments, lam: float) -> FeatureExpansion:
    """w = (ΦᵀΦ + λI)⁻¹Φᵀy from the moments of the points: for another λ no second pass is needed."""
    lam = as_positive(lam, "lam")
    return FeatureExpansion(featured(moments), solve_shifted(moments.second, lam, moments.products))


def featured(moments: Moments) -> Featured:
    """The kernel of the moments, if its features are of its own making."""
    if not isinstance(moments.kernel, Featured):
        raise ValueError(f"k = {moments.kernel}: use pca for x·z, or a kernel with features written out.")
    return moments.kernel


@dataclass(frozen=True, eq=False)
class WithOffset:
    """f + b: a function of H and a number, or one for each output, that H need not contain."""

    expansion: Expansion
    offset: Any

    def __call__(self, Z: Any) -> Array:
        return self.expansion(Z) + self.offset


def ridge_with_offset(k: Kernel, X: Any, y: ArrayLike, lam: float) -> WithOffset:
    """The f in H and the number b minimising  Σᵢ (f(xᵢ) + b − yᵢ)² + λ‖f‖².

    Setting both derivatives to zero: (K + λI)α = y − b1 and 1ᵀα = 0. So b costs nothing, and far from all
    points a Gaussian fit returns to b instead of 0.
    """
    lam = as_positive(lam, "lam")
    gathered = moments_for(k, X, y)
    if gathered is not None:  # b takes up the means, and w sees centred features
        _ = gathered.products  # refused without outputs
        w = solve_shifted(gathered.scatter.copy(), lam, gathered.cross)
        b = gathered.output_mean - gathered.mean @ w
        if gathered.single:
            return WithOffset(FeatureExpansion(featured(gathered), w[:, 0]), float(b[0]))
        return WithOffset(FeatureExpansion(featured(gathered), w), b)
    points, K = gram_matrix(k, X)
    outputs = as_outputs(y, len(K))
    solved = solve_shifted(K, lam, np.column_stack([outputs, np.ones(len(K))]))
    for_outputs, for_ones = solved[:, :-1], solved[:, -1]  # (K + λI)⁻¹y, (K + λI)⁻¹1
    offset = for_outputs.sum(axis=0) / for_ones.sum()  # from 1ᵀα = 0
    weights = for_outputs - np.multiply.outer(for_ones, offset)
    if outputs.ndim == 1:
        return WithOffset(KernelExpansion(k, points, weights[:, 0]), float(offset[0]))
    return WithOffset(KernelExpansion(k, points, weights), offset)


def primal_ridge(X: ArrayLike, y: ArrayLike, lam: float) -> Array:
    """w = (XᵀX + λI)⁻¹ Xᵀy, the minimiser of ‖Xw − y‖² + λ‖w‖²: (d,) or (d, q)."""
    points = as_squarable(X)
    outputs = as_outputs(y, len(points))
    return solve_shifted(points.T @ points, as_positive(lam, "lam"), points.T @ outputs)
