"""Checks on kernel principal components: the operator, centring, the eigenproblem, scores, pre-images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.pca.data import (
    CLOUD,
    GAUSS,
    QUADRATIC,
    N,
    X,
    Z,
    centred,
    centring,
    covariance,
    features,
    leading,
    middle,
)
from kernelcourse.kernels import Gaussian, Kernel, Polynomial
from kernelcourse.learn.pca import kernel_pca, pca
from kernelcourse.learn.preimage import denoise
from kernelcourse.points import Array, squared_distances
from kernelcourse.rkhs import KernelExpansion, norm

KG = centred(GAUSS(X))
KQ = centred(QUADRATIC(X))


def largest_variance(value: float) -> bool:
    """six points, σ = 2: no unit element of a thousand random ones exceeds it, and the best reaches it"""
    a = np.random.default_rng(0).standard_normal((1000, N))
    unit = a / np.sqrt(np.einsum("ij,jk,ik->i", a, KG, a))[:, None]
    spread = ((unit @ KG) ** 2).mean(axis=1)
    best = leading(KG)[1][:, 0]
    reached = float(np.mean((KG @ best) ** 2) / (best @ KG @ best))
    return bool((spread <= value + 1e-6).all()) and abs(reached - value) < 5e-7


def is_the_variance_in_h(operator: Callable[[Array], Array]) -> bool:
    """on explicit features ⟨f, Cf⟩ is the variance of the centred projections, for five random f"""
    C = operator(features())
    trials = np.random.default_rng(3).standard_normal((5, 6))
    return all(same(f @ C @ f, np.var(features() @ f)) for f in trials)


def is_an_eigenelement(candidate: Callable[[Array], tuple[float, Array]]) -> bool:
    """Cf = λf with ‖f‖ = 1 and λ the largest, C the covariance of explicit features"""
    lam, f = candidate(features())
    C = covariance(features())
    return same(C @ f, lam * f) and same(f @ f, 1.0) and same(lam, 372.1598, 1e-6)


def splits_off(candidate: Callable[[Array, Array], tuple[Array, float]]) -> bool:
    """for f = Σαᵢφ̃(xᵢ) + g, g orthogonal to the features: scores and ‖f‖² − ‖g‖² without knowing g"""
    rng = np.random.default_rng(4)
    points = np.hstack([features(), np.zeros((N, 2))])  # two directions that no point uses
    away, alpha = middle(points), rng.standard_normal(N)
    g = np.r_[np.zeros(6), rng.standard_normal(2)]
    f = away.T @ alpha + g
    scores, squared = candidate(away @ away.T, alpha)
    return same(scores, away @ f) and same(squared, f @ f - g @ g)


def stays_in_the_span(chosen: Callable[[Array], Array]) -> bool:
    """variances ↦ which components: each is in the span of the centred features, in a space with two dimensions more"""
    turn = np.linalg.qr(np.random.default_rng(5).standard_normal((8, 8)))[0]
    away = middle(np.hstack([features(), np.zeros((N, 2))])) @ turn
    values, V = np.linalg.eigh(away.T @ away / N)
    components = V[:, chosen(values)].T
    seen = components @ np.linalg.pinv(away) @ away
    return len(components) > 0 and same(seen, components, 1e-7)


def expands(weights: Callable[[Array, Array, float], Array]) -> bool:
    """Σ αᵢφ̃(xᵢ) with these weights is the eigenvector of C it was made from, on explicit features"""
    values, V = leading(covariance(features()), 2)
    away = middle(features())
    return all(same(away.T @ weights(away, f, lam), f) for lam, f in zip(values, V.T, strict=True))


def is_gram_of_centred_features(centre: Callable[[Array], Array]) -> bool:
    """applied to (1 + x·z)² on six integer points: the inner products of the centred explicit features"""
    away = middle(features())
    found = centre(QUADRATIC(X))
    return same(found, away @ away.T) and same(found.sum(axis=1), np.zeros(N))


def is_always_null(centre: Callable[[Array], Array]) -> bool:
    """its rows add up to zero and it has no inverse, for three kernels on two sets of points, K invertible"""
    for k in (GAUSS, QUADRATIC, Gaussian(0.5)):
        for points in (X, CLOUD):
            M = centre(k(points))
            if not same(M @ np.ones(len(M)), np.zeros(len(M))) or np.linalg.matrix_rank(M, 1e-9) == len(M):
                return False
    return bool(np.linalg.matrix_rank(GAUSS(X)) == N)


def holds_in_h(equation: Callable[[Array, Array, float], Array]) -> bool:
    """its residual is ⟨φ̃(xₗ), Cf − λf⟩ for any weights and λ, computed with explicit features"""
    away, C = middle(features()), covariance(features())
    for seed in range(3):
        alpha = np.random.default_rng(seed).standard_normal(N)
        f, lam = away.T @ alpha, 2.0 + seed
        if not same(equation(KQ, alpha, lam), away @ (C @ f - lam * f), 1e-8):
            return False
    return True


def implies_the_other(equation: Callable[[Array, float], Array]) -> bool:
    """each variance λ of explicit features has one solution α up to a factor, and Σαᵢφ̃(xᵢ) has Cf = λf"""
    away, C = middle(features()), covariance(features())
    for lam in leading(C, 3)[0]:
        A = equation(QUADRATIC(X), float(lam))
        _, sizes, rows = np.linalg.svd(A)
        alpha = rows[-1]  # Aα = 0, if there is such an α at all
        f = away.T @ alpha
        alone = sizes[-1] < 1e-9 * sizes[0] < 1e-3 * sizes[-2]
        if not (alone and same(KQ @ KQ @ alpha / N, lam * (KQ @ alpha), 1e-7) and same(C @ f, lam * f, 1e-7)):
            return False
    return True


def wrong_by(value: float) -> bool:
    """v + 5·1 solves K̃K̃α/n = λK̃α to rounding and misses K̃α = nλα by this much"""
    values, V = leading(KG)
    alpha = V[:, 0] + 5
    twice = KG @ KG @ alpha / N - values[0] / N * (KG @ alpha)
    once = KG @ alpha - values[0] * alpha
    return bool(np.abs(twice).max() < 1e-12 and abs(np.abs(once).max() - value) < 5e-4)


def unit_and_orthogonal(weights: Callable[[Array, float], Array]) -> bool:
    """αᵀK̃α = 1 and mutually orthogonal, for two components of two kernels"""
    for K in (KG, KQ):
        values, V = leading(K, 2)
        A = np.column_stack([weights(v, mu) for v, mu in zip(V.T, values, strict=True)])
        if not same(A.T @ K @ A, np.eye(2)):
            return False
    return True


def same_spectrum(candidate: Callable[[Array], Array]) -> bool:
    """the positive eigenvalues of the covariance of 20 cubic monomials, from a 6 × 6 Gram matrix"""
    from kernelcourse.features import polynomial_features

    large = np.linalg.eigvalsh(covariance(polynomial_features(X, 3)))[::-1][:5]
    return same(candidate(Polynomial(degree=3)(X)), large, 1e-7)


def are_the_scores(scores: Callable[[Array, float], Array]) -> bool:
    """up to sign, the projections of the centred explicit features on eigenvectors of their covariance"""
    values, V = leading(KQ, 2)
    found = np.column_stack([scores(v, mu) for v, mu in zip(V.T, values, strict=True)])
    true = middle(features()) @ leading(covariance(features()), 2)[1]
    return same(np.abs(found), np.abs(true)) and same((found**2).mean(axis=0), values / N)


def centres_new_points(centre: Callable[[Array, Array], Array]) -> bool:
    """the inner products ⟨φ̃(xᵢ), φ̃(z)⟩ of explicit features; and on old points, the columns of JKJ"""
    K, away = QUADRATIC(X), middle(features())
    true = away @ (features(Z)[0] - features().mean(axis=0))
    old = np.column_stack([centre(K[:, j], K) for j in range(N)])
    return same(centre(QUADRATIC(X, Z)[:, 0], K), true) and same(old, KQ)


def projects_like_features(scores: Callable[[Kernel, Array, Array], Array]) -> bool:
    """scores of old and new points are, up to sign, those of PCA on explicit features"""
    return all(
        same(np.abs(scores(QUADRATIC, X, A)), np.abs(pca(features(), 2).scores(features(A)))) for A in (X, Z)
    )


def new_scores(
    k: Kernel, points: Array, new: Array, centre: bool = True, root: bool = True, old: bool = True
):
    """Algorithm in four lines, with switches for what is often left out."""
    K = k(points)
    J = centring(len(K))
    values, V = leading(J @ K @ J if centre else K, 2)
    column = k(points, new) - (K.mean(axis=1)[:, None] if old else 0)
    return (J @ column if centre else k(points, new)).T @ (V / np.sqrt(values) if root else V)


def score_from_value(candidate: Callable[[KernelExpansion, Array], float]) -> bool:
    """equals the package's score of z = (1, 4) for f written over k itself"""
    found = kernel_pca(GAUSS, X, 1)
    alpha = found.directions.weights[:, 0]
    f = KernelExpansion(GAUSS, X, alpha - alpha.mean())
    return same(candidate(f, Z), found.scores(Z)[0, 0])


def ring_scores(claimed: dict[str, Any]) -> bool:
    """exact rings: these eigenvalues and scores, and the score has one sign on each ring"""
    points, ring = datasets.rings()
    gauss, square = kernel_pca(Gaussian(1.0), points, 3), kernel_pca(Polynomial(degree=2, c=0), points, 3)
    first, third = gauss.scores(points)[:, claimed["gauss component"] - 1], square.scores(points)
    third = third[:, claimed["square component"] - 1]
    apart = all(len(set(np.sign(s[ring == j]))) == 1 for s in (first, third) for j in (0, 1))
    return bool(
        apart
        and same(80 * square.variances, claimed["eigenvalues"], 1e-6)
        and same(np.abs(first), np.full(80, claimed["gauss"]), 5e-5)
        and same(np.abs(third), np.full(80, claimed["square"]), 5e-5)
    )


def are_features_of_the_square(polar: Callable[[Array, Array], Array]) -> bool:
    """their inner products are (x·z)², and on the rings they are uncorrelated with variances 225/8, 257/8, 257/8"""
    points, _ = datasets.rings()
    r, theta = np.hypot(*points.T), np.arctan2(points[:, 1], points[:, 0])
    F = polar(r, theta)
    C = covariance(F)
    return same(F @ F.T, (points @ points.T) ** 2) and same(C, np.diag([225, 257, 257]) / 8)


def is_the_projection(gamma: Callable[[Array, Array], Array]) -> bool:
    """Σ γᵢφ(xᵢ) in explicit features is the projection on the principal plane, for a new point"""
    found = kernel_pca(QUADRATIC, X, 2)
    weights = gamma(found.directions.weights, found.scores(Z)[0])
    return same(weights @ features(), pca(features(), 2).project(features(Z))[0], 1e-8)


def is_the_distance(residual: Callable[[float, Array], float]) -> bool:
    """equals ‖φ(z) − P(z)‖² computed in ℋ, for three new points and the Gaussian kernel"""
    found = kernel_pca(GAUSS, X, 2)
    for z in ([[1.0, 4.0]], [[3.0, 2.5]], [[9.0, 0.0]]):
        there = KernelExpansion(GAUSS, np.array(z), np.ones(1))
        true = norm(there - found.project(z)[0]) ** 2
        centred_self = float(found.directions.kernel.diagonal(np.array(z))[0])
        if not same(residual(centred_self, found.scores(z)[0]), true):
            return False
    return True


@dataclass(frozen=True, eq=False)
class FixedPoint:
    """γ, k(u, xᵢ), u ↦ the next u; and the kernel whose features are sought."""

    step: Callable[[Array, Array, Array], Array]
    kernel: Kernel = GAUSS


def finds_the_maximum(search: FixedPoint) -> bool:
    """iterated, it comes to rest where no point around it, near or farther, has its feature nearer to h in ℋ"""
    gamma, u = np.array([0.5, 0.3, 0.2, 0.1, 0.1, 0.2]), np.array([3.0, 2.0])
    for _ in range(500):
        u = search.step(gamma, search.kernel(X, u[None, :])[:, 0], u)
        if not np.isfinite(u).all() or np.abs(u).max() > 1e3:
            return False
    h = KernelExpansion(search.kernel, X, gamma)

    def distance(at: Array) -> float:
        return float(norm(KernelExpansion(search.kernel, at[None, :], np.ones(1)) - h))

    turn = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    return all(distance(u) < distance(u + size * w) for size in (0.01, 0.1, 0.5, 2.0) for w in ring)


def cleans(errors: tuple[float, float, float]) -> bool:
    """noise 0.3 on 40 images: these errors for PCA, the nearest image and kernel PCA, to three digits"""
    rng = np.random.default_rng(0)
    images, _ = datasets.digits(30, rng)
    clean, _ = datasets.digits(4, rng)
    noisy = clean + 0.3 * rng.standard_normal(clean.shape)
    from kernelcourse.kernels import median_sigma

    guesses = (
        pca(images, 20).project(noisy),
        images[squared_distances(noisy, images).argmin(axis=1)],
        denoise(kernel_pca(Gaussian(median_sigma(images)), images, 80), noisy),
    )
    found = [float(np.sqrt(np.mean((guess - clean) ** 2))) for guess in guesses]
    return all(abs(a - b) < 6e-4 for a, b in zip(found, errors, strict=True))
