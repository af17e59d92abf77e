"""Checks on principal components of points: variance, stationarity, the nearest plane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.pca.data import CLOUD, M, X, covariance, leading, middle
from kernelcourse.learn.pca import pca
from kernelcourse.points import Array

DIRECTIONS = [np.array(w) / np.linalg.norm(w) for w in ([1.0, 0, 0], [1, 2, -1], [0.3, -0.2, 4])]
EXACT = [[2, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]]


def is_the_spread_of_the_shadows(variance: Callable[[Array, Array], float]) -> bool:
    """equals the variance of the projected points, whose mean may be anything, for three directions"""
    return all(same(variance(w, CLOUD), np.var(CLOUD @ w)) for w in DIRECTIONS)


def gives_every_variance(candidate: Callable[[Array], Array]) -> bool:
    """wᵀCw equals the variance of the projections, for three directions in space"""
    C = candidate(CLOUD)
    return C.shape == (3, 3) and all(same(w @ C @ w, np.var(CLOUD @ w)) for w in DIRECTIONS)


def six_points(claimed: tuple[list[Fraction], list[list[Fraction]], list[Fraction]]) -> bool:
    """mean, covariance and eigenvalues of the six points, in exact fractions"""
    mean, C, eigenvalues = claimed
    true_mean = [Fraction(sum(axis), 6) for axis in zip(*EXACT, strict=True)]
    away = [[x - m for x, m in zip(point, true_mean, strict=True)] for point in EXACT]
    true_C = [[sum((p[a] * p[b] for p in away), Fraction(0)) / 6 for b in range(2)] for a in range(2)]
    trace, det = C[0][0] + C[1][1], C[0][0] * C[1][1] - C[0][1] * C[1][0]
    roots = all(value**2 - trace * value + det == 0 for value in eigenvalues)
    along = C[0][0] + C[0][1] == eigenvalues[0]  # C(1, 1) = λ₁(1, 1)
    return mean == true_mean and true_C == C and roots and along


def is_the_gradient(gradient: Callable[[Array, Array, float], Array]) -> bool:
    """agrees with differences of wᵀCw − λ(wᵀw − 1), and vanishes at both eigenvectors of ((3, 1), (1, 2))"""

    def lagrangian(w: Array, lam: float) -> float:
        return float(w @ M @ w - lam * (w @ w - 1))

    w, lam, step = np.array([0.6, -0.5]), 0.7, 1e-6
    numeric = [
        (lagrangian(w + step * e, lam) - lagrangian(w - step * e, lam)) / (2 * step) for e in np.eye(2)
    ]
    values, vectors = leading(M, 2)
    zero = all(same(gradient(M, v, value), np.zeros(2)) for value, v in zip(values, vectors.T, strict=True))
    return zero and same(gradient(M, w, lam), np.array(numeric), 1e-6)


@dataclass(frozen=True, eq=False)
class Directions:
    """C ↦ columns v₁, …, v_d; C, w ↦ whether w is stationary on the sphere; and the matrices they are tried on."""

    columns: Callable[[Array], Array] = lambda C: leading(C, len(C))[1]
    stationary: Callable[[Array, Array], bool] = lambda C, w: same(C @ w, (w @ C @ w) * w)
    matrices: tuple[Array, ...] = (
        covariance(CLOUD),
        np.array([[1.0, 2, 0], [2, -3, 1], [0, 1, -0.5]]),  # not a covariance: eigenvalues of both signs
        np.diag([2.0, 2.0, 1.0]),  # every mixture of the first two axes is stationary
        np.zeros((2, 2)),
        np.array([[-4.0]]),
    )


def is_the_top(candidate: Directions) -> bool:
    """five matrices: no unit vector of 500 has more, none orthogonal to the first j − 1 columns more than column j;
    the slope along the sphere is zero at eigenvectors and their mixtures exactly where it is said to be"""
    rng = np.random.default_rng(1)
    for C in candidate.matrices:
        V, d = candidate.columns(C), len(C)
        if not same(V.T @ V, np.eye(d)):
            return False
        for j in range(d):
            trial = rng.standard_normal((500, d))
            trial -= trial @ V[:, :j] @ V[:, :j].T
            trial /= np.linalg.norm(trial, axis=1, keepdims=True)
            if (np.einsum("ij,jk,ik->i", trial, C, trial) > V[:, j] @ C @ V[:, j] + 1e-9).any():
                return False
        mixtures = [(v + u) / np.linalg.norm(v + u) for v in V.T for u in V.T]
        for w in [*mixtures, *rng.standard_normal((5, d))]:
            unit = w / np.linalg.norm(w)
            if candidate.stationary(C, unit) != _level(C, unit):
                return False
    return True


def _level(C: Array, w: Array) -> bool:
    """Whether wᵀCw does not change to first order along the sphere, by differences along a basis of its tangents."""
    tangents = np.linalg.svd(w[None, :])[2][1:]
    turned = [(np.cos(h) * w + np.sin(h) * u) for u in tangents for h in (1e-5, -1e-5)]
    values = np.array([v @ C @ v for v in turned]).reshape(-1, 2)
    return bool((np.abs(values[:, 0] - values[:, 1]) < 1e-10).all())


def is_the_nearest_plane(plane: Callable[[Array, int], tuple[Array, Array]]) -> bool:
    """its mean squared distance is the sum of the other eigenvalues, and 500 random planes are no nearer"""
    rng = np.random.default_rng(2)
    values: Array = np.linalg.eigvalsh(covariance(CLOUD))[::-1].astype(float)

    def miss(b: Array, W: Array) -> float:
        away = CLOUD - b
        return float(np.mean(((away - away @ W @ W.T) ** 2).sum(axis=1)))

    for q in (1, 2):
        reached = miss(*plane(CLOUD, q))
        others = [np.linalg.qr(rng.standard_normal((3, q)))[0] for _ in range(500)]
        if not same(reached, values[q:].sum()) or any(
            miss(CLOUD.mean(axis=0), W) < reached - 1e-9 for W in others
        ):
            return False
    return True


def is_the_kept_share(explained: Callable[[Array, int], float]) -> bool:
    """equals one minus (mean squared distance from the plane over total variance), for one and two directions"""
    total = float(np.mean((middle(CLOUD) ** 2).sum(axis=1)))
    values: Array = np.linalg.eigvalsh(covariance(CLOUD))[::-1].astype(float)
    return all(
        same(
            explained(values, q),
            1 - np.mean(((CLOUD - pca(CLOUD, q).project(CLOUD)) ** 2).sum(axis=1)) / total,
        )
        for q in (1, 2)
    )


def links_both_matrices(candidate: Callable[[Array], tuple[Array, Array, Array]]) -> bool:
    """variances, eigenvalues of the Gram matrix and scores are those computed from C directly"""
    for points in (X, CLOUD):
        d = points.shape[1]
        variances, gram, scores = candidate(points)
        values, V = leading(covariance(points), d)
        direct = middle(points) @ V
        if not (
            same(variances, values)
            and same(gram, leading(middle(points) @ middle(points).T, d)[0])
            and same(np.abs(scores), np.abs(direct))
        ):
            return False
    return True


def by_svd(points: Array, divide: bool = True, root: bool = True, centre: bool = True) -> tuple[Array, ...]:
    """(s²/n, s², US) of the centred points."""
    U, s, _ = np.linalg.svd(middle(points) if centre else points, full_matrices=False)
    return s**2 / (len(points) if divide else 1), s**2, U * (s if root else s**2)


def points_along_the_data(direction: Callable[[Array], Array]) -> bool:
    """for (10, 10) + t(1, −1) it is (1, −1)/√2 up to sign, while the raw Gram matrix points at the mean"""
    far = np.array([10.0, 10.0]) + np.outer(np.arange(-2, 3), [1, -1])
    w = direction(far)
    if not same(abs(gram_direction(far).sum()), 2**0.5):
        return False
    return same(abs(w @ np.array([1, -1]) / np.sqrt(2)), 1.0) and same(w @ np.array([10.0, 10.0]), 0.0)


def gram_direction(points: Array) -> Array:
    w = points.T @ leading(points @ points.T)[1][:, 0]
    return w / np.linalg.norm(w)
