"""K = ABᵀ held by its factors: what a learner does with K costs nm instead of n², and K itself is never formed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.featured import feature_kernel
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import gram_matrix
from kernelcourse.learn.solving import solve_shifted
from kernelcourse.points import Array


@dataclass(frozen=True, eq=False)
class FactoredGram:
    """ABᵀ, (n, p): rows, products with arrays and the diagonal are those of the matrix."""

    left: Array  # A: (n, m)
    right: Array  # B: (p, m)

    __array_ufunc__ = None  # array * K is ours to answer, not numpy's to spread

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.left), len(self.right)

    @property
    def T(self) -> FactoredGram:
        return FactoredGram(self.right, self.left)

    def __len__(self) -> int:
        return len(self.left)

    def __matmul__(self, other: Array) -> Array:
        return self.left @ (self.right.T @ other)

    def __getitem__(self, rows: Any) -> Any:
        """One row as numbers; several as a factored matrix again; K[i, j] as a number."""
        if isinstance(rows, tuple):
            return float(self.left[rows[0]] @ self.right[rows[1]])
        if isinstance(rows, int | np.integer):
            return self.right @ self.left[rows]
        return FactoredGram(self.left[rows], self.right)

    def diagonal(self) -> Array:
        return np.einsum("ij,ij->i", self.left, self.right)

    def scaled(self, s: Array) -> FactoredGram:
        """diag(s) K diag(s)."""
        return FactoredGram(s[:, None] * self.left, s[:, None] * self.right)


def gram_operator(k: Kernel, X: Any) -> tuple[Any, Any]:
    """The points as k reads them, and K: by its factors if k's features are fewer than the points, else the matrix."""
    points = k.read(X, "X")
    featured = feature_kernel(k, len(points))
    if featured is None:
        return gram_matrix(k, points)
    phi = featured.features(points)
    if not np.isfinite(phi.sum()):
        raise ValueError(f"{k} is too large for a float, or undefined, at some point of X: scale X down.")
    return points, FactoredGram(phi, phi)


def solve_operator(K: Any, lam: float, outputs: Array) -> Array:
    """α with (K + λI)α = y; by Woodbury α = (y − Φ(ΦᵀΦ + λI)⁻¹Φᵀy)/λ for K = ΦΦᵀ. A matrix K is overwritten."""
    if not isinstance(K, FactoredGram):
        return solve_shifted(K, lam, outputs)
    phi = K.left
    return (outputs - phi @ solve_shifted(phi.T @ phi, lam, phi.T @ outputs)) / lam
