"""Mixtures of Gaussians by EM, in the plane or on kernel principal components (Wang, Lee and Zhang 2003)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.special import logsumexp

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.lloyd import as_labels
from kernelcourse.learn.pca import KernelPCA, kernel_pca
from kernelcourse.learn.seeding import Labels
from kernelcourse.points import Array, as_count, as_number, as_points, same_features


@dataclass(frozen=True, eq=False)
class Mixture:
    """p(x) = Σ_c shareᶜ N(x; meanᶜ, covarianceᶜ), and how likely it makes the points it was fitted to."""

    shares: Array  # (q,), summing to 1
    means: Array  # (q, d)
    covariances: Array  # (q, d, d)
    log_likelihood: float  # Σ log p(xᵢ)
    log_posterior: float  # that, plus the log of the prior on the covariances: what EM raises

    def log_densities(self, Z: ArrayLike) -> Array:
        """log(share N(z; mean, covariance)) for every point and component: (m, q)."""
        points = as_points(Z, "Z")
        same_features(self.means, points)
        columns = []
        for share, mean, covariance in zip(self.shares, self.means, self.covariances):
            L = linalg.cholesky(covariance, lower=True)
            apart = linalg.solve_triangular(L, (points - mean).T, lower=True)  # (d, m)
            constant = np.log(share) - np.log(L.diagonal()).sum() - len(mean) / 2 * np.log(2 * np.pi)
            columns.append(constant - np.square(apart).sum(axis=0) / 2)
        return np.column_stack(columns)

    def responsibilities(self, Z: ArrayLike) -> Array:
        """P(component | z): (m, q), rows summing to 1."""
        logs = self.log_densities(Z)
        return np.exp(logs - logsumexp(logs, axis=1, keepdims=True))

    def assign(self, Z: ArrayLike) -> Labels:
        """The most probable component of each point: (m,)."""
        return np.argmax(self.log_densities(Z), axis=1)


def expectation_maximisation(
    X: ArrayLike, labels: ArrayLike, n_clusters: int, steps: int = 500, prior: float = 1e-6
) -> Iterator[Mixture]:
    """EM from labels (n,): Σ log p(xᵢ) − ν/2 Σ_c (log det C_c + v tr C_c⁻¹) never falls, v the mean variance of X.

    Without the second term the likelihood has no maximum: a component that collapses onto one point makes it
    infinite. The term is the log of a prior as strong as ν = ``prior`` points of variance v in every component, and
    the maximum a posteriori covariance is (scatter + νv I)/(n_c + ν). With ``prior`` = 0 it is plain EM.
    """
    points = as_points(X)
    as_count(steps, "steps")
    if not as_number(prior, "prior") >= 0:
        raise ValueError(f"prior = {prior:g} must be at least 0: it is a number of points.")
    shares = np.eye(n_clusters)[as_labels(labels, len(points), n_clusters)]
    return _alternate(points, shares, steps, float(prior), float(points.var(axis=0).mean()))


def _alternate(X: Array, shares: Array, steps: int, prior: float, variance: float) -> Iterator[Mixture]:
    before, identity = -np.inf, np.eye(X.shape[1])
    for _ in range(steps):
        weights = shares.sum(axis=0) + 10 * np.finfo(float).tiny
        means = shares.T @ X / weights[:, None]
        covariances = []
        for share, mean, weight in zip(shares.T, means, weights):
            apart = X - mean
            scatter = (share[:, None] * apart).T @ apart
            covariances.append((scatter + prior * variance * identity) / (weight + prior))
        mixture = Mixture(weights / len(X), means, np.array(covariances), 0.0, 0.0)
        logs = mixture.log_densities(X)
        total = logsumexp(logs, axis=1)
        likelihood = float(total.sum())
        reached = likelihood + prior * _log_prior(mixture.covariances, variance)
        yield Mixture(mixture.shares, means, mixture.covariances, likelihood, reached)
        if reached - before <= 1e-10 * abs(reached):
            return
        before, shares = reached, np.exp(logs - total[:, None])


def _log_prior(covariances: Array, variance: float) -> float:
    """−½ Σ_c (log det C_c + v tr C_c⁻¹)."""
    logdets = np.linalg.slogdet(covariances)[1]
    traces = np.trace(np.linalg.inv(covariances), axis1=1, axis2=2)
    return float(-(logdets + variance * traces).sum() / 2)


@dataclass(frozen=True, eq=False)
class KernelMixture:
    """A mixture on the principal components of the features, so of points of any kind."""

    components: KernelPCA
    mixture: Mixture

    def responsibilities(self, Z: Any) -> Array:
        """P(component | z): (m, q)."""
        return self.mixture.responsibilities(self.components.scores(Z))

    def assign(self, Z: Any) -> Labels:
        """The most probable component of each point: (m,)."""
        return self.mixture.assign(self.components.scores(Z))


def kernel_mixture(k: Kernel, X: Any, n_components: int, labels: ArrayLike, n_clusters: int) -> KernelMixture:
    """EM on the first n_components kernel principal components of X, from labels (n,)."""
    components = kernel_pca(k, X, n_components)
    *_, mixture = expectation_maximisation(components.scores(X), labels, n_clusters)
    return KernelMixture(components, mixture)
