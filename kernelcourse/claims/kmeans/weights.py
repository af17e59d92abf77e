"""Claims about centres as weights of points, and about kernel k-means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kmeans.checks import FIVE, FIVE_LABELS, SIX, one_hot, random_case, squared
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.kernel_kmeans import kernel_kmeans, kernel_lloyd
from kernelcourse.learn.kmeans import kmeans
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.learn.seeding import random_partition
from kernelcourse.points import Array

S = one_hot(FIVE_LABELS, 2)
A = S / S.sum(axis=0)
Weights = Callable[[Array, Array], Array]


def _is_paid_for(price: Callable[[int, int, Array], float]) -> bool:
    """the cost of one cluster with and without μ₀ ⊥ all points, in 20 random cases in five dimensions"""
    for seed in range(20):
        X, labels = random_case(seed, n=4, q=2, d=5)
        rng, members = np.random.default_rng(seed), X[labels == 0]
        seen = X.T @ rng.standard_normal(4)
        rest = rng.standard_normal(5)
        rest = rest - X.T @ np.linalg.solve(X @ X.T, X @ rest)  # X μ₀ = 0
        rise = squared(members - seen - rest) - squared(members - seen)
        if not same(rise, price(len(members), 4, rest), 1e-8):
            return False
    return True


def _solves_and_is_the_mean(weights: Weights) -> bool:
    """Kα = 1/n_c Σ kᵢ, Xᵀα is the mean, for five points of the plane (K of rank 2) and for the Gaussian"""
    u, mean = S[:, 0], FIVE[:3].mean(axis=0)
    for K in (FIVE @ FIVE.T, Gaussian(1.0)(FIVE)):
        alpha = weights(K, u)
        if not same(K @ alpha, K[:, :3].mean(axis=1)):
            return False
    return same(FIVE.T @ weights(FIVE @ FIVE.T, u), mean)


def _has_the_solutions(equation: Callable[[Array, Array, Array], Array]) -> bool:
    """zero exactly at minimisers: two of them with K of rank 2, the gradient's own zeros, not at other α"""
    K, u, rng = FIVE @ FIVE.T, S[:, 0], np.random.default_rng(0)
    known = [u / 3, np.linalg.pinv(K) @ K @ u / 3]
    zero = all(same(equation(K, u, alpha), 0 * u) for alpha in known)
    return zero and all(np.abs(equation(K, u, rng.standard_normal(5))).max() > 1e-6 for _ in range(20))


def _unit_columns(solve: Callable[[Array, Array], Array]) -> bool:
    """K α = k₁ is solved in both cases; the solution is e₁ for the invertible K and another for rank 2"""
    rank_two, invertible = FIVE @ FIVE.T, Gaussian(1.0)(FIVE)
    first, second = solve(rank_two, rank_two[:, 0]), solve(invertible, invertible[:, 0])
    solved = same(rank_two @ first, rank_two[:, 0]) and same(second, np.eye(5)[0], 1e-8)
    return solved and same(first.round(4), [0.2121, -0.0909, 0.1212, 0.3333, -0.1818])


def _minimises(weights: Weights) -> bool:
    """no α among 2000 random ones has smaller summed kernel distances; columns for all clusters sum to one"""
    rng = np.random.default_rng(0)
    for K in (FIVE @ FIVE.T, Gaussian(1.0)(FIVE)):
        for u in S.T:
            alpha = weights(K, u)
            least = _summed(K, u, alpha)
            if abs(alpha.sum() - 1) > 1e-9:
                return False
            for size in (1e-2, 1e-1, 1, 3):
                others = alpha + size * rng.standard_normal((250, 5))
                if min(_summed(K, u, other) for other in others) < least - 1e-12:
                    return False
    return True


def _summed(K: Array, u: Array, alpha: Array) -> float:
    return float(u @ (np.diag(K) - 2 * K @ alpha + alpha @ K @ alpha))


def _lift(X: Array) -> Array:
    a, b = X.T
    return np.stack([a**2, np.sqrt(2) * a * b, b**2], axis=1)


def _agrees_with_features(squares: Callable[[Kernel, Array, Array, Array], Array]) -> bool:
    """explicit features of ⟨x, z⟩² at 30 new points; 0.5556 and 2.25 for the first point, linear kernel"""
    new = np.random.default_rng(0).standard_normal((30, 2))
    centres = A.T @ _lift(FIVE)
    explicit = ((_lift(new)[:, None] - centres) ** 2).sum(axis=2)
    first = squares(Linear(), FIVE, A, FIVE[:1])
    return same(squares(Polynomial(2, 0), FIVE, A, new), explicit) and same(first, [[5 / 9, 9 / 4]])


def distances(k: Kernel, X: Array, alpha: Array, Z: Array, cross: float = 2.0, last: float = 1.0) -> Array:
    """k(z, z) − 2 k_zᵀα_c + α_cᵀKα_c for every new point and centre: (m, q)."""
    norms = np.diag(alpha.T @ k(X) @ alpha)
    return k.diagonal(Z)[:, None] - cross * k(Z, X) @ alpha + last * norms


def _is_lloyd_in_features(run: Callable[[Kernel, Array, Any], list[Any]]) -> bool:
    """linear kernel: the labels and costs of Lloyd on six points; Gaussian: two rings, all 80 points right"""
    start = np.array([0, 1, 0, 1, 0, 1])
    plain = [(state.spread, state.labels) for state in lloyd(SIX, start, 2)]
    kernel = run(Linear(), SIX, start)
    if len(plain) != len(kernel):
        return False
    alike = (same(a, b) and np.array_equal(s, t) for (a, s), (b, t) in zip(plain, kernel, strict=True))
    return all(alike) and _share(run) == 1


def _share(run: Callable[[Kernel, Array, Any], list[Any]]) -> float:
    X, ring = datasets.rings(40, spread=0.15, rng=np.random.default_rng(3))
    k, best = Gaussian(1.0), (np.inf, ring)
    for seed in range(5):
        best = min(best, run(k, X, random_partition(k, X, 2, np.random.default_rng(seed)))[-1], key=_first)
    right = float(np.mean(best[1] == ring))
    return max(right, 1 - right)


def _first(pair: tuple[float, Any]) -> float:
    return pair[0]


def _kernel_run(k: Kernel, X: Array, labels: Any) -> list[Any]:
    return [(state.spread, state.labels) for state in kernel_lloyd(k, X, labels, 2)]


def _without_kernel(k: Kernel, X: Array, labels: Any) -> list[Any]:
    """As printed in the sources: K is computed and never used."""
    return [(state.spread, state.labels) for state in lloyd(X, labels, 2)]


def _without_norms(k: Kernel, X: Array, labels: Any) -> list[Any]:
    """Assigns by the largest mean similarity, forgetting ‖μ_c‖²."""
    K, run = k(X), []
    for _ in range(4):
        B = one_hot(labels, 2) / np.maximum(np.bincount(labels, minlength=2), 1)
        run.append((float(np.trace(K) - np.trace(B.T @ K @ one_hot(labels, 2))), labels))
        labels = (K @ B).argmax(axis=1)
    return run


def _separates(labels_of: Callable[[Array], Array]) -> bool:
    """all 80 points of two rings in the right cluster"""
    X, ring = datasets.rings(40, spread=0.15, rng=np.random.default_rng(3))
    right = float(np.mean(labels_of(X) == ring))
    return max(right, 1 - right) == 1


def _shape_of_all_weights(alpha: Array) -> bool:
    """n × q numbers, each column summing to one, and Xᵀα the two means"""
    if alpha.shape != (5, 2):
        return False
    means = np.array([FIVE[:3].mean(axis=0), FIVE[3:].mean(axis=0)])
    return same(alpha.sum(axis=0), np.ones(2)) and same(alpha.T @ FIVE, means)


def _share_of_the_cluster(K: Array, u: Array) -> Array:
    return u / u.sum()


_WRONG_WEIGHTS: dict[str, Weights] = {
    "1/n on the cluster": lambda K, u: u / len(u),
    "1 on the cluster": lambda K, u: u,
    "1/n everywhere": lambda K, u: np.full(len(u), 1 / len(u)),
}

WEIGHTS = (
    Claim(
        name="kmeans.span",
        label=("prop-kmeans-span", "eq-kmeans-span"),
        says="a part μ₀ of the centre orthogonal to all points raises the cost by n_c‖μ₀‖²",
        check=_is_paid_for,
        right=lambda size, n, rest: size * squared(rest),
        hypotheses=("μ₀ is orthogonal to all points",),
        undropped={"μ₀ is orthogonal to all points": "the split defines μ₀ so, for every centre"},
        twins={
            "‖μ₀‖² once": lambda size, n, rest: squared(rest),
            "n‖μ₀‖²": lambda size, n, rest: n * squared(rest),
            "nothing": lambda size, n, rest: 0.0,
        },
    ),
    Claim(
        name="kmeans.weights",
        label=("thm-kmeans-weights", "eq-kmeans-alpha"),
        says="α = 1/n_c Σ eᵢ solves Kα = 1/n_c Σ kᵢ and gives the mean, whether or not K is invertible",
        check=_solves_and_is_the_mean,
        right=_share_of_the_cluster,
        hypotheses=(),
        twins=_WRONG_WEIGHTS,
    ),
    Claim(
        name="kmeans.normal_equation",
        label="eq-kmeans-normal",
        says="α is a minimiser exactly when Kα = 1/n_c Σ kᵢ, kᵢ = Xxᵢ column i of K",
        check=_has_the_solutions,
        right=lambda K, u, alpha: K @ alpha - K @ u / u.sum(),
        twins={
            "K cancelled: α = 1/n_c Σ eᵢ is the only one": lambda K, u, alpha: alpha - u / u.sum(),
            "divided by n": lambda K, u, alpha: K @ alpha - K @ u / len(u),
            "all columns summed": lambda K, u, alpha: K @ alpha - K.mean(axis=1),
        },
    ),
    Claim(
        name="kmeans.unit_columns",
        label="thm-kmeans-weights",
        says="K⁻¹kᵢ = eᵢ for invertible K only; with rank 2 the pseudo-inverse gives another solution",
        check=_unit_columns,
        right=lambda K, column: np.linalg.pinv(K) @ column,
        hypotheses=("K is invertible",),
        twins={
            "e₁ always": Twin(lambda K, column: np.eye(5)[0], drops="K is invertible"),
            "the column itself": lambda K, column: column,
        },
    ),
    Claim(
        name="kmeans.minimising_weights",
        label="thm-kmeans-weights",
        says="1/n_c on the cluster and 0 elsewhere minimises the summed kernel distances",
        check=_minimises,
        right=_share_of_the_cluster,
        twins=_WRONG_WEIGHTS,
    ),
    Claim(
        name="kmeans.all_weights",
        label="eq-kmeans-alpha",
        says="all centres at once: α is n × q, and its columns sum to one",
        check=_shape_of_all_weights,
        right=A,
        twins={
            "n numbers for all clusters": A.sum(axis=1),
            "divided by n": S / 5,
            "one-hot": S,
        },
    ),
    Claim(
        name="kmeans.distance",
        label=("prop-kmeans-distance", "eq-kmeans-distance"),
        says="‖φ(x) − μ_c‖² = k(x, x) − 2k_xᵀα_c + α_cᵀKα_c, also at new points",
        check=_agrees_with_features,
        right=distances,
        hypotheses=(),
        twins={
            "the cross term once": partial(distances, cross=1.0),
            "α_cᵀKα_c dropped": partial(distances, last=0.0),
            "α_cᵀα_c for α_cᵀKα_c": lambda k, X, a, Z: distances(k, X, a, Z, last=0.0) + (a * a).sum(axis=0),
        },
    ),
    Claim(
        name="kmeans.kernel_lloyd",
        label="alg-kernel-lloyd",
        says="kernel Lloyd with the linear kernel repeats Lloyd; with a Gaussian it separates two rings",
        check=_is_lloyd_in_features,
        right=_kernel_run,
        twins={
            "assigned in the input space": _without_kernel,
            "‖μ_c‖² forgotten": _without_norms,
        },
    ),
    Claim(
        name="kmeans.rings",
        label="alg-kernel-lloyd",
        says="k-means in the plane cannot separate two rings, kernel k-means can",
        check=_separates,
        right=lambda X: kernel_kmeans(Gaussian(1.0), X, 2, np.random.default_rng(0), random_partition).labels,
        twins={
            "k-means in the plane": lambda X: kmeans(X, 2, np.random.default_rng(0)).labels,
            "a kernel far too wide": lambda X: (
                kernel_kmeans(Gaussian(16.0), X, 2, np.random.default_rng(0), random_partition).labels
            ),
            "a kernel far too narrow": lambda X: (
                kernel_kmeans(Gaussian(0.1), X, 2, np.random.default_rng(0), random_partition).labels
            ),
        },
    ),
)
