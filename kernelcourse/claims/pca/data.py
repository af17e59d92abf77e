"""Data and formulas that several claims on principal components share."""

from __future__ import annotations

import numpy as np

from kernelcourse import datasets
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Polynomial
from kernelcourse.points import Array

X = datasets.toy_b()
Z = np.array([[1.0, 4.0]])
N = len(X)
GAUSS = Gaussian(2.0)
QUADRATIC = Polynomial(degree=2)
RNG = np.random.default_rng(0)
CLOUD = RNG.standard_normal((7, 3)) @ np.diag([3.0, 1.0, 0.5]) + np.array([5.0, -2.0, 1.0])
M = np.array([[3.0, 1.0], [1.0, 2.0]])  # eigenvalues (5 ± √5)/2


def centring(n: int) -> Array:
    """J = I − 11ᵀ/n."""
    return np.eye(n) - np.ones((n, n)) / n


def centred(K: Array) -> Array:
    J = centring(len(K))
    return J @ K @ J


def features(points: Array = X) -> Array:
    """Explicit features of (1 + x·z)²: (n, 6)."""
    return polynomial_features(points, 2)


def middle(points: Array) -> Array:
    return points - points.mean(axis=0)


def covariance(points: Array) -> Array:
    """1/n Σ (x − x̄)(x − x̄)ᵀ, point by point."""
    away = middle(points)
    return sum((np.outer(x, x) for x in away), np.zeros((points.shape[1],) * 2)) / len(points)


def leading(K: Array, q: int = 1) -> tuple[Array, Array]:
    """The q largest eigenvalues and their eigenvectors, columns."""
    values, vectors = np.linalg.eigh(K)
    return values[::-1][:q], vectors[:, ::-1][:, :q]
