"""Gaussian process regression: ridge's function is the mean, and every prediction has a variance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import gram_matrix
from kernelcourse.learn.large import moments_for
from kernelcourse.learn.ridge import featured
from kernelcourse.points import Array, as_count, as_outputs, as_positive
from kernelcourse.rkhs import FeatureExpansion, KernelExpansion
from kernelcourse.scale.one_pass import Moments


@dataclass(frozen=True, eq=False)
class GaussianProcess:
    """The law of f given y = f(X) + noise: normal at every set of points."""

    mean: Any  # an expansion: k*ᵀ(K + σ²I)⁻¹y: ridge with λ = σ²
    log_evidence: float  # log p(y) = −½ yᵀα − ½ log det(K + σ²I) − n/2 log 2π
    factor: Array = field(repr=False)  # L with LLᵀ = K + σ²I

    def covariance(self, Z: Any) -> Array:
        """k(Z, Z) − k(Z, X)(K + σ²I)⁻¹k(X, Z): (m, m)."""
        k, points = self.mean.kernel, self.mean.points
        explained = linalg.solve_triangular(self.factor, k(points, Z), lower=True)  # L⁻¹k(X, Z): (n, m)
        return k(Z) - explained.T @ explained

    def variance(self, Z: Any) -> Array:
        """Its diagonal: how uncertain f(z) is, k(z, z) far from all data: (m,)."""
        k, points = self.mean.kernel, self.mean.points
        explained = linalg.solve_triangular(self.factor, k(points, Z), lower=True)
        return np.maximum(k.diagonal(Z) - np.einsum("ij,ij->j", explained, explained), 0)

    def sample(self, Z: Any, rng: np.random.Generator, count: int = 1) -> Array:
        """``count`` functions drawn from the law, at the points Z: (m, count)."""
        as_count(count, "count")
        values, vectors = linalg.eigh(self.covariance(Z))
        # the symmetric root: eigenvectors come with either sign, and the same rng would draw other functions
        root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
        return self.mean(Z)[:, None] + root @ rng.normal(size=(len(values), count))

    def left_out(self) -> tuple[Array, Array]:
        """What the process trained without point i says about yᵢ, its noise included: mean and variance, each (n,).

        With A = K + σ²I and α = A⁻¹y: mean yᵢ − αᵢ/(A⁻¹)ᵢᵢ, variance 1/(A⁻¹)ᵢᵢ.
        """
        alpha = self.mean.weights
        outputs = self.factor @ (self.factor.T @ alpha)
        inverse = linalg.solve_triangular(self.factor, np.eye(len(alpha)), lower=True)
        diagonal = np.einsum("ij,ij->j", inverse, inverse)
        return outputs - alpha / diagonal, 1 / diagonal


@dataclass(frozen=True, eq=False)
class FeatureGaussianProcess(GaussianProcess):
    """The same law for f = w·φ with w ~ N(0, I): w given y is normal, with covariance σ²(ΦᵀΦ + σ²I)⁻¹."""

    noise: float = 1.0  # σ²; ``factor`` is L with LLᵀ = ΦᵀΦ + σ²I

    def covariance(self, Z: Any) -> Array:
        roots = self._roots(Z)
        return roots.T @ roots

    def variance(self, Z: Any) -> Array:
        roots = self._roots(Z)
        return np.einsum("ij,ij->j", roots, roots)

    def left_out(self) -> tuple[Array, Array]:
        raise ValueError(
            "left_out needs the kernel itself, not random or Nyström features: there is no α here."
        )

    def _roots(self, Z: Any) -> Array:
        k = self.mean.kernel
        return np.sqrt(self.noise) * linalg.solve_triangular(
            self.factor, k.features(k.read(Z, "Z")).T, lower=True
        )


def _in_features(gathered: Moments, noise: float) -> FeatureGaussianProcess:
    """Woodbury and the determinant lemma: all n × n quantities from those of the m features."""
    if not gathered.single:
        raise ValueError("y must hold one output for each point, (n,): fit several outputs one by one.")
    A, b, n = gathered.second, gathered.products, gathered.count
    m = len(A)
    A.flat[:: m + 1] += noise
    factor = linalg.cholesky(A, lower=True, overwrite_a=True, check_finite=False)
    w = linalg.cho_solve((factor, True), b, check_finite=False)
    squares = float(gathered.output_scatter[0] + n * gathered.output_mean[0] ** 2)
    log_det = 2 * np.log(factor.diagonal()).sum() + (n - m) * np.log(noise)
    log_evidence = -(squares - b @ w) / noise / 2 - log_det / 2 - n / 2 * np.log(2 * np.pi)
    return FeatureGaussianProcess(FeatureExpansion(featured(gathered), w), float(log_evidence), factor, noise)


def gaussian_process(k: Kernel, X: Any, y: ArrayLike, noise: float) -> GaussianProcess:
    """f ~ N(0, k), y = f(X) + ε with ε of variance ``noise`` = σ²: the law of f given y."""
    noise = as_positive(noise, "noise")
    gathered = moments_for(k, X, y)
    if gathered is not None:
        return _in_features(gathered, noise)
    points, K = gram_matrix(k, X)
    outputs = as_outputs(y, len(K))
    if outputs.ndim != 1:
        raise ValueError("y must hold one output per point, (n,): fit several outputs one by one.")
    K.flat[:: len(K) + 1] += noise
    try:
        factor = linalg.cholesky(K, lower=True, overwrite_a=True, check_finite=False)
    except linalg.LinAlgError:
        raise ValueError(
            f"K + σ²I is not positive definite at noise = {noise:g}: k is not a kernel, or noise is too small."
        ) from None
    alpha = linalg.cho_solve((factor, True), outputs, check_finite=False)
    log_evidence = -outputs @ alpha / 2 - np.log(factor.diagonal()).sum() - len(K) / 2 * np.log(2 * np.pi)
    return GaussianProcess(KernelExpansion(k, points, alpha), float(log_evidence), factor)
