"""Principal components: the orthonormal directions along which the points, or their features, vary most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.kernels.featured import FeaturesCentered
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.kernels.transforms import Centered
from kernelcourse.learn.eigen import leading_eigenpairs, with_fixed_signs
from kernelcourse.learn.gram import as_squarable, gram_matrix
from kernelcourse.learn.large import moments_for
from kernelcourse.learn.ridge import featured
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count, as_points, same_features
from kernelcourse.rkhs import Expansion, FeatureExpansion, KernelExpansion
from kernelcourse.scale.blocks import Blocks
from kernelcourse.scale.on_dask import is_dask
from kernelcourse.scale.one_pass import Moments


@dataclass(frozen=True, eq=False)
class PCA:
    """The mean of the points, q orthonormal directions and the variance along each (1/n Σ, largest first)."""

    mean: Array  # (d,)
    directions: Array  # (d, q)
    variances: Array  # (q,)
    explained: Array  # variances / total variance: (q,)

    def scores(self, Z: ArrayLike) -> Array:
        """(z − x̄)·directions: coordinates (m, q)."""
        return (self._read(Z) - self.mean) @ self.directions

    def project(self, Z: ArrayLike) -> Array:
        """x̄ + Σ scores · directions, the nearest points of the principal plane: (m, d)."""
        return self.mean + self.scores(Z) @ self.directions.T

    def _read(self, Z: ArrayLike) -> Array:
        points = as_points(Z, "Z")
        same_features(self.mean[None, :], points)
        return points


def pca(X: Any, n_components: int) -> PCA:
    """The directions w, ‖w‖ = 1, of largest variance 1/n Σ (w·(xᵢ − x̄))²: right singular vectors of X − x̄.

    X may also be blocks, a generator of them, or a Dask array: then eigenvectors of the covariance, after one pass.
    """
    if isinstance(X, Blocks | Moments | Iterator) or is_dask(X):
        gathered = moments_for(Linear(), X)
        assert gathered is not None
        variances, directions, total = _leading(gathered, n_components)
        return PCA(gathered.mean, directions, variances, variances / total)
    points = as_squarable(X)
    mean = points.mean(axis=0)
    centered = points - mean
    U, s, Vt = linalg.svd(centered, full_matrices=False, overwrite_a=True, check_finite=False)
    rounding = max(points.shape) * EPS * max(s[0], np.abs(points).max())
    q = _enough(n_components, int((s > rounding).sum()))
    signs = np.sign((with_fixed_signs(U[:, :q]) * U[:, :q]).sum(axis=0))
    shares = (s / (s[0] or 1.0)) ** 2
    variances = (s[:q] / np.sqrt(len(points))) ** 2
    return PCA(mean, Vt[:q].T * signs, variances, shares[:q] / shares.sum())


@dataclass(frozen=True, eq=False)
class KernelPCA:
    """q orthonormal elements of H, the variance of the features along each, and its share of the total."""

    directions: Expansion  # over Centered(k, X), weights (n, q); or over its features, weights (m, q)
    variances: Array  # (q,)
    explained: Array  # (q,)

    def scores(self, Z: Any) -> Array:
        """⟨direction, φ(z) − φ̄⟩: coordinates (m, q), of new points as of old ones."""
        return self.directions(Z)

    def project(self, Z: Any) -> Any:
        """φ̄ + Σ scores · directions, one element of H (of k itself, not centred) for each point of Z."""
        if isinstance(self.directions, FeatureExpansion):
            around: FeaturesCentered = self.directions.kernel  # type: ignore[assignment]
            moved = self.directions.weights @ self.scores(Z).T
            return FeatureExpansion(around.kernel, around.mean[:, None] + moved)
        n, weights = len(self.directions.weights), self.directions.weights
        centered: Centered = self.directions.kernel  # type: ignore[assignment]
        # Σ αᵢ(φ(xᵢ) − φ̄) = Σ (αᵢ − ᾱ) φ(xᵢ)
        return KernelExpansion(
            centered.kernel,
            self.directions.points,
            (weights - weights.mean(axis=0)) @ self.scores(Z).T + 1 / n,
        )


def kernel_pca(k: Kernel, X: Any, n_components: int) -> KernelPCA:
    """The f in H, ‖f‖ = 1, of largest variance 1/n Σ ⟨f, φ(xᵢ) − φ̄⟩², then the next, orthogonal to it, …

    f = Σ αᵢ(φ(xᵢ) − φ̄) with K̃v = nλv and α = v/√(nλ), so that ‖f‖² = αᵀK̃α = 1; K̃ = JKJ is k centred on X.
    """
    gathered = moments_for(k, X)
    if gathered is not None:
        variances, vectors, total = _leading(gathered, n_components)
        around = FeaturesCentered(featured(gathered), gathered.mean)
        return KernelPCA(FeatureExpansion(around, vectors), variances, variances / total)
    points, K = gram_matrix(k, X)
    n, largest = len(K), float(np.abs(K.diagonal()).max())
    center(K)
    total = float(K.trace())
    asked = as_count(n_components, "n_components", most=n)
    values, vectors = leading_eigenpairs(K, asked)
    # K's own rounding, n ε max k(x, x), looks like variance: directions below it are noise
    q = _enough(asked, int((values > 4 * n * EPS * largest).sum()))
    kernel = Centered(k, points)
    directions = KernelExpansion(kernel, kernel.center, vectors[:, :q] / np.sqrt(values[:q]))
    return KernelPCA(directions, values[:q] / n, values[:q] / total)


def _leading(moments: Moments, n_components: int) -> tuple[Array, Array, float]:
    """The largest variances of the features, orthonormal directions (m, q), and the sum of all variances."""
    covariance = moments.scatter / moments.count
    m, total = len(covariance), float(covariance.trace())
    asked = as_count(n_components, "n_components", most=m)
    values, vectors = leading_eigenpairs(covariance, asked)
    rounding = 4 * m * EPS * max(float(values[0]), 0.0)
    q = _enough(asked, int((values > rounding).sum()))
    return values[:q], vectors[:, :q], total


def center(K: Array) -> Array:
    """JKJ, J = I − 11ᵀ/n, in the memory of K: every row and every column sums to 0."""
    means = K.mean(axis=0)
    K -= means
    K -= (means - means.mean())[:, None]
    return K


def _enough(asked: int, available: int) -> int:
    as_count(asked, "n_components")
    if asked > available:
        raise ValueError(
            f"n_components = {asked} is too many: the points vary in {available} direction(s) only "
            "(beyond rounding). Ask for that many or fewer."
        )
    return asked
