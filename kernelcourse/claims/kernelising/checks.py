"""How the claims of the page on kernelising are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import linalg

from kernelcourse.claims.check import same
from kernelcourse.datasets import rings
from kernelcourse.distances import manhattan
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import kernel_cca, kernel_fisher, kernel_pca, knn_classify, nearest_centroid, ridge
from kernelcourse.points import Array

SQUARE = Polynomial(2, 1.0)
Answer = Callable[[Array, Array, Array], Array]  # points, labels ±1, new points ↦ numbers


def turned(d: int, rng: np.random.Generator) -> Array:
    """A random orthogonal matrix: a rotation, or one with a reflection."""
    Q, R = np.linalg.qr(rng.standard_normal((d, d)))
    return np.asarray(Q * np.sign(np.diag(R)))


def nearest_rotation(X: Array, Z: Array) -> Array:
    """The same without reflections."""
    Q = nearest_turn(X, Z)
    return np.asarray(Q @ np.diag([*np.ones(len(Q) - 1), np.sign(np.linalg.det(Q))]))


def nearest_turn(X: Array, Z: Array) -> Array:
    """The orthogonal Q that carries X nearest to Z."""
    P, _, Rt = linalg.svd(X.T @ Z)
    return P @ Rt


@dataclass(frozen=True, eq=False)
class Turning:
    """How points are moved, and how the move is found again from the two sets."""

    move: Callable[[int, np.random.Generator], Array] = turned
    found: Callable[[Array, Array], Array] = nearest_turn
    padded: int = 0  # coordinates that the second set has beyond the first


def same_inner_products(candidate: Turning) -> bool:
    """moved points have the same Gram matrix, and a matrix Q with QᵀQ = I leads back: 3 to 8 points in space"""
    rng = np.random.default_rng(0)
    for n in (3, 4, 5, 5, 6, 6, 7, 7, 8, 8):
        X = rng.standard_normal((n, 3))
        X[-1] = X[0] + X[1]  # of lower rank for n = 3
        Z = np.hstack([X @ candidate.move(3, rng), np.zeros((n, candidate.padded))])
        if not same(Z @ Z.T, X @ X.T):
            return False
        Q = candidate.found(X, Z)
        if not same(Q.T @ Q, np.eye(Z.shape[1])) or not same(X @ Q, Z):
            return False
    return True


def unmoved_by_turns(answers: tuple[Answer, ...]) -> bool:
    """what is said at ten new points is the same to 10⁻⁸ after five random turns of all points"""
    rng = np.random.default_rng(1)
    X, Z = rng.standard_normal((24, 3)) * [1.0, 2.0, 0.5] + [1.0, 0.0, 2.0], rng.standard_normal((10, 3))
    y = np.where(X @ [1.0, -1.0, 0.5] + 0.3 * rng.standard_normal(24) > 1, 1.0, -1.0)
    for Q in (turned(3, rng) for _ in range(5)):
        if not all(same(answer(X @ Q, y, Z @ Q), answer(X, y, Z), 1e-8) for answer in answers):
            return False
    return True


def by_ridge(X: Array, y: Array, Z: Array) -> Array:
    return ridge(SQUARE, X, y, 0.5)(Z)


def by_fisher(X: Array, y: Array, Z: Array) -> Array:
    return kernel_fisher(Linear(), X, y, 0.5).scores(Z)[:, 0]


def by_means(X: Array, y: Array, Z: Array) -> Array:
    return np.asarray(nearest_centroid(Linear(), X, y)(Z), float)


def by_components(X: Array, y: Array, Z: Array) -> Array:
    return np.abs(kernel_pca(Linear(), X, 2).scores(Z))


def by_blocks(X: Array, y: Array, Z: Array) -> Array:
    """Neighbours in the distance of streets."""
    return np.asarray(knn_classify(manhattan, X, y, 3)(Z), float)


def by_standardised(X: Array, y: Array, Z: Array) -> Array:
    """Ridge after dividing every column by its standard deviation."""
    return ridge(Linear(), X / X.std(axis=0), y, 0.5)(Z / X.std(axis=0))


def by_medians(X: Array, y: Array, Z: Array) -> Array:
    """The distance to the median of the first class, coordinate by coordinate."""
    return np.asarray(np.linalg.norm(Z - np.median(X[y > 0], axis=0), axis=1))


def two_classes(three: bool = False) -> tuple[Array, Any]:
    X, labels = rings(
        8, radii=(1.0, 2.0, 3.5) if three else (1.0, 2.5), spread=0.3, rng=np.random.default_rng(3)
    )
    return X + [0.5, 0.0], labels if three else np.where(labels == 1, 1.0, -1.0)


def parts(y: Array) -> tuple[Array, Array]:
    """W, which takes from each point the mean of its class, and δ, which compares the two means."""
    plus, minus = (y > 0).astype(float), (y < 0).astype(float)
    W = np.eye(len(y)) - np.outer(plus, plus) / plus.sum() - np.outer(minus, minus) / minus.sum()
    return W, plus / plus.sum() - minus / minus.sum()


@dataclass(frozen=True, eq=False)
class FisherWeights:
    """α from K, W, δ and λ."""

    weights: Callable[[Array, Array, Array, float], Any]
    lam: float = 0.3
    coincide: bool = False  # both classes hold the same points, so their means are equal


def is_fishers(candidate: FisherWeights) -> bool:
    """Φᵀα ≠ 0 is (S_W + λI)⁻¹(μ₊ − μ₋), with the six features of (x·z + 1)² and sixteen points on two rings"""
    X, y = two_classes()
    if candidate.coincide:
        X = np.vstack([X[y > 0], X[y > 0]])
    phi = polynomial_features(X, degree=2)
    W, delta = parts(y)
    spread = phi.T @ W @ phi + candidate.lam * np.eye(6)
    if np.linalg.matrix_rank(spread) < 6:  # the constant feature has no spread: the ratio is unbounded
        return False
    direction = phi.T @ candidate.weights(phi @ phi.T, W, delta, candidate.lam)
    found = same(direction, np.linalg.solve(spread, phi.T @ delta), 1e-8)
    return found and bool(np.linalg.norm(direction) > 1e-9)


def has_the_largest_ratio(direction: Callable[[Array, Array, Array], Array]) -> bool:
    """none of 300 directions has a larger ratio, nor has any by the largest eigenvalue; six features, sixteen points"""
    X, y = two_classes()
    phi = polynomial_features(X, degree=2)
    W, delta = parts(y)
    spread, between = phi.T @ W @ phi + 0.3 * np.eye(6), phi.T @ delta
    best = direction(spread, between, phi)

    def ratio(w: Array) -> float:
        return float((w @ between) ** 2 / (w @ spread @ w))

    rng = np.random.default_rng(4)
    rivals = [
        *rng.standard_normal((150, 6)),
        *(best + 1e-2 * np.linalg.norm(best) * rng.standard_normal((150, 6))),
    ]
    largest = linalg.eigh(np.outer(between, between), spread, eigvals_only=True)[-1]
    return same(ratio(best), largest) and all(ratio(w) <= ratio(best) for w in rivals)


@dataclass(frozen=True, eq=False)
class RidgeFit:
    """Values of a regression at the points it was fitted to."""

    values: Callable[[Kernel, Array, Any, float], Array]
    three: bool = False
    factor: float = 1.0  # its λ, as a multiple of Fisher's


def points_the_same_way(candidate: RidgeFit) -> bool:
    """differences of its values are one positive multiple of those of Fisher's discriminant, for three kernels"""
    X, labels = two_classes(candidate.three)
    for k in (Linear(), SQUARE, Gaussian(1.0)):
        fisher = kernel_fisher(k, X, labels, 0.4).scores(X)[:, 0]
        values = candidate.values(k, X, labels, 0.4 * candidate.factor)
        a, b = fisher - fisher.mean(), values - values.mean()
        a = a * np.sign(a @ labels)  # larger on the first class, as (S_W + λI)⁻¹(μ₊ − μ₋) is
        if a @ b < (1 - 1e-10) * np.linalg.norm(a) * np.linalg.norm(b):
            return False
    return True


def two_views() -> tuple[Array, Array]:
    rng = np.random.default_rng(5)
    t = rng.uniform(-1, 1, 12)
    X = np.column_stack([t, rng.standard_normal(12)]) + [2.0, 0.0]
    return X, np.column_stack([t**2, rng.standard_normal(12)]) - [0.0, 3.0]


@dataclass(frozen=True, eq=False)
class Correlations:
    """ρ from K, L and λ, and how the pairs are put in order."""

    of: Callable[[Array, Array, float], Array]
    shuffled: bool = False


def centred(K: Array) -> Array:
    J = np.eye(len(K)) - 1 / len(K)
    return J @ K @ J


def smoother(K: Array, lam: float) -> Array:
    """K(K + λI)⁻¹, which ridge applies to its outputs."""
    return np.asarray(np.linalg.solve(K + lam * np.eye(len(K)), K), float)


def roots(product: Array) -> Array:
    """The square roots of the eigenvalues, largest first."""
    return np.sqrt(np.sort(np.abs(np.linalg.eigvals(product)))[::-1])


def smoothers(K: Array, L: Array, lam: float) -> Array:
    """ρ² are the eigenvalues of K̃(K̃ + λI)⁻¹L̃(L̃ + λI)⁻¹."""
    return roots(smoother(centred(K), lam) @ smoother(centred(L), lam))


def are_canonical(candidate: Correlations) -> bool:
    """the first four are the singular values of (S_x + λI)^(−½) S_xy (S_y + λI)^(−½), with all features written out"""
    X, Y = two_views()
    phi, psi = (polynomial_features(P, degree=2) for P in (X, Y))
    K, L = phi @ phi.T, psi @ psi.T
    phi, psi = phi - phi.mean(axis=0), psi - psi.mean(axis=0)
    if candidate.shuffled:
        L = np.roll(np.roll(L, 1, axis=0), 1, axis=1)
    for lam in (0.1, 2.0):
        whitened = [linalg.fractional_matrix_power(F.T @ F + lam * np.eye(6), -0.5) for F in (phi, psi)]
        told = linalg.svdvals(whitened[0] @ phi.T @ psi @ whitened[1])
        if not same(candidate.of(K, L, lam)[:4], told[:4], 1e-6):
            return False
    return True


def agrees_most(pair: Callable[[Array, Array, float], tuple[Array, Array]]) -> bool:
    """α, β meet both conditions, agree to the largest ρ of the explicit features, and λ = 0.5; twelve pairs"""
    K, L = (centred(SQUARE(P)) for P in two_views())
    alpha, beta = pair(K, L, 0.5)
    sizes = [a @ G @ G @ a + 0.5 * a @ G @ a for a, G in ((alpha, K), (beta, L))]
    agreement = abs(alpha @ K @ L @ beta)
    return same(np.array(sizes), np.ones(2), 1e-8) and same(agreement, smoothers(K, L, 0.5)[0], 1e-6)


def best_pair(K: Array, L: Array, lam: float) -> tuple[Array, Array]:
    X, Y = two_views()
    found = kernel_cca(SQUARE, X, SQUARE, Y, lam, 1)
    return found.left[0].weights, found.right[0].weights


@dataclass(frozen=True, eq=False)
class Pairs:
    """Two descriptions that have nothing to do with each other, and a λ."""

    k: Kernel = field(default_factory=Gaussian)
    other: Kernel = field(default_factory=Gaussian)
    lam: float = 0.0
    repeated: bool = False  # two of the y coincide


def all_are_one(candidate: Pairs) -> bool:
    """there are n − 1 canonical correlations and all are 1 to 10⁻⁶: ten random points and ten others"""
    rng = np.random.default_rng(2)
    X, Y = rng.standard_normal((2, 10, 2))
    if candidate.repeated:
        Y[1] = Y[0]
    factors = []
    for k, P in ((candidate.k, X), (candidate.other, Y)):
        values, U = np.linalg.eigh(centred(k(P)))
        kept = values > 1e-9
        factors.append(U[:, kept] * np.sqrt(values[kept] / (values[kept] + candidate.lam)))
    found = linalg.svdvals(factors[0].T @ factors[1])
    return len(found) == 9 and bool((found > 1 - 1e-6).all())


def minimises_the_weighted_sum(weights: Callable[[Array, Array, Any, float], Any]) -> bool:
    """Φᵀα solves the weighted normal equations in the six features of (x·z + 1)², to 10⁻⁸"""
    X, y = two_classes()
    phi, c, lam = polynomial_features(X, degree=2), 1.0 + np.arange(16) % 4, 0.7
    told = np.linalg.solve(phi.T @ (c[:, None] * phi) + lam * np.eye(6), phi.T @ (c * y))
    return same(phi.T @ weights(phi @ phi.T, y, c, lam), told, 1e-8)
