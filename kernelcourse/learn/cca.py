"""Canonical correlation in H: what two descriptions of the same things have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from kernelcourse.kernels.featured import Featured, FeaturesCentered, feature_kernel
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.kernels.transforms import Centered
from kernelcourse.learn.eigen import with_fixed_signs
from kernelcourse.learn.gram import gram_matrix
from kernelcourse.learn.pca import center
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.rkhs import Expansion, FeatureExpansion, KernelExpansion


@dataclass(frozen=True, eq=False)
class CanonicalCorrelation:
    """q pairs f, g with Σ f(xᵢ)² + λ‖f‖² = Σ g(yᵢ)² + λ‖g‖² = 1, and ρ = Σ f(xᵢ)g(yᵢ) of each, largest first."""

    left: Expansion  # f, over the centred features of X
    right: Expansion  # g, over those of Y
    correlations: Array  # ρ: (q,), at most 1

    def scores(self, X: Any, Y: Any) -> tuple[Array, Array]:
        """f(x) and g(y), seen from the means of the points that were learned from: (m, q) each."""
        return self.left(X), self.right(Y)


def kernel_cca(
    k: Kernel, X: Any, other: Kernel, Y: Any, lam: float, n_components: int
) -> CanonicalCorrelation:
    """max Σ f(xᵢ)g(yᵢ)  over  Σ f(xᵢ)² + λ‖f‖² = 1 = Σ g(yᵢ)² + λ‖g‖², f and g centred on the points; then the next.

    With K̃ = UΛUᵀ and L̃ = VMVᵀ, ρ are the singular values of √(Λ/(Λ + λ)) UᵀV √(M/(M + λ)); so ρ² are the
    eigenvalues of K̃(K̃ + λI)⁻¹ L̃(L̃ + λI)⁻¹, two ridge smoothers one after the other.
    """
    lam = as_positive(lam, "lam")
    views = _view(k, X), _view(other, Y)
    sizes = [len(view.axes) for view in views]
    if sizes[0] != sizes[1]:
        raise ValueError(
            f"X holds {sizes[0]} points and Y {sizes[1]}: give pairs, point i of both describing one thing."
        )
    q, available = as_count(n_components, "n_components"), min(len(view.values) for view in views)
    if q > available:
        raise ValueError(
            f"n_components = {q} is too many: X or Y varies in {available} direction(s) only (beyond rounding)."
        )
    first, second = (view.axes * np.sqrt(view.values / (view.values + lam)) for view in views)
    P, correlations, Qt = linalg.svd(first.T @ second, full_matrices=False, check_finite=False)
    fixed = with_fixed_signs(P[:, :q])
    flipped = Qt[:q].T * np.sign((fixed * P[:, :q]).sum(axis=0))
    return CanonicalCorrelation(
        views[0].function(fixed, lam), views[1].function(flipped, lam), np.minimum(correlations[:q], 1.0)
    )


@dataclass(frozen=True, eq=False)
class _View:
    """The centred features of n points, Φ̃ = √Λ along orthonormal axes U: K̃ = UΛUᵀ without its null space."""

    kernel: Kernel  # whose features are centred
    points: Any
    axes: Array  # U: (n, r)
    values: Array  # Λ: (r,)
    features: Array | None  # Φ̃ itself, where it is at hand: (n, m)

    def function(self, P: Array, lam: float) -> Expansion:
        """Σ αᵢφ̃(xᵢ) with α = U (Λ(Λ + λ))^(−½) P, so that αᵀ(K̃² + λK̃)α = PᵀP."""
        weights = self.axes @ (P / np.sqrt(self.values * (self.values + lam))[:, None])
        if self.features is None:
            return KernelExpansion(self.kernel, self.points, weights)
        assert isinstance(self.kernel, Featured)
        return FeatureExpansion(self.kernel, self.features.T @ weights)


def _view(k: Kernel, X: Any) -> _View:
    points = k.read(X, "X")
    n, featured = len(points), feature_kernel(k, len(points))
    if featured is not None:
        phi = featured.features(points)
        mean, largest = phi.mean(axis=0), float(np.square(phi).sum(axis=1).max())
        phi = phi - mean
        axes, lengths, _ = linalg.svd(phi, full_matrices=False)
        kept = np.square(lengths) > 4 * n * EPS * largest
        return _View(FeaturesCentered(featured, mean), points, axes[:, kept], np.square(lengths[kept]), phi)
    points, K = gram_matrix(k, points)
    largest = float(np.abs(K.diagonal()).max())
    values, axes = linalg.eigh(center(K), driver="evd", overwrite_a=True, check_finite=False)
    kept = values > 4 * n * EPS * largest  # below, K's own rounding looks like variance
    centred = Centered(k, points)
    return _View(centred, centred.center, axes[:, kept], values[kept], None)
