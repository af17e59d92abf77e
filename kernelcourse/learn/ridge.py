"""Ridge regression: the function that balances Σ (f(xᵢ) − yᵢ)² against λ‖f‖²."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import as_squarable, gram_matrix
from kernelcourse.learn.solving import solve_shifted
from kernelcourse.points import Array, as_outputs, as_positive
from kernelcourse.rkhs import KernelExpansion


def ridge(k: Kernel, X: Any, y: ArrayLike, lam: float) -> KernelExpansion:
    """The f in H minimising  Σᵢ (f(xᵢ) − yᵢ)² + λ‖f‖²:  f = Σ αᵢ k(·, xᵢ) with α = (K + λI)⁻¹y."""
    lam = as_positive(lam, "lam")
    points, K = gram_matrix(k, X)
    outputs = as_outputs(y, len(K))
    return KernelExpansion(k, points, solve_shifted(K, lam, outputs))


@dataclass(frozen=True, eq=False)
class WithOffset:
    """f + b: a function of H and a number, or one for each output, that H need not contain."""

    expansion: KernelExpansion
    offset: Any

    def __call__(self, Z: Any) -> Array:
        return self.expansion(Z) + self.offset


def ridge_with_offset(k: Kernel, X: Any, y: ArrayLike, lam: float) -> WithOffset:
    """The f in H and the number b minimising  Σᵢ (f(xᵢ) + b − yᵢ)² + λ‖f‖².

    Setting both derivatives to zero: (K + λI)α = y − b1 and 1ᵀα = 0. So b costs nothing, and far from all
    points a Gaussian fit returns to b instead of 0.
    """
    lam = as_positive(lam, "lam")
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
