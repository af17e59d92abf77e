"""Claims about the k-means cost as a function of the Gram matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kmeans.checks import FIVE, FIVE_LABELS, cost, labellings, one_hot, random_case
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.points import Array

GramCost = Callable[[Array, Array], float]


def gram_cost(K: Array, S: Array, power: float = 1.0, factor: float = 1.0) -> float:
    """tr K − factor · Σ_c 1/n_c^power Σ_{i, j in c} Kᵢⱼ."""
    return float(np.trace(K) - factor * (np.diag(S.T @ K @ S) / S.sum(axis=0) ** power).sum())


def _is_the_cost(form: GramCost) -> bool:
    """3.8333 (linear) and 1.8640 (Gaussian) on five points; the direct cost in 20 random cases"""
    S = one_hot(FIVE_LABELS, 2)
    printed = same(form(Linear()(FIVE), S), 23 / 6) and same(form(Gaussian(1.0)(FIVE), S), 1.8640, 1e-4)
    trials = [random_case(seed) for seed in range(20)]
    return printed and all(same(form(X @ X.T, one_hot(s, 3)), cost(X, s)) for X, s in trials)


def _expanded(K: Array, S: Array, cross: float = 2.0, sizes: bool = True) -> float:
    """Σ‖xᵢ‖² − cross Σ⟨xᵢ, μ⟩ + Σ n_c‖μ_c‖², from K."""
    n = S.sum(axis=0)
    own = np.diag(S.T @ K @ S) / n
    return float(np.trace(K) - cross * own.sum() + (own if sizes else own / n).sum())


def _pairs(K: Array, S: Array, half: float = 2.0, squared: bool = True) -> float:
    g = np.diag(K)
    squares = np.maximum(g[:, None] + g - 2 * K, 0)
    between = squares if squared else np.sqrt(squares)
    return float((np.diag(S.T @ between @ S) / (half * S.sum(axis=0))).sum())


def _orthonormal(K: Array, S: Array, power: float = 0.5) -> float:
    scaled = S / S.sum(axis=0) ** power
    return float(np.trace(K) - np.trace(scaled.T @ K @ scaled))


def _is_the_distance_in_features(squares: Callable[[Array], Array]) -> bool:
    """‖φ(xᵢ) − mean of features‖² for the Gaussian: each between 0 and 2, adding up to the cluster's cost"""
    K = Gaussian(1.0)(FIVE[:3])
    found = squares(K)
    return bool(same(found.sum(), np.trace(K) - K.sum() / 3) and (found >= 0).all() and (found <= 2).all())


def _at_the_mean(K: Array) -> Array:
    mean = FIVE[:3].mean(axis=0, keepdims=True)
    return 2 - 2 * Gaussian(1.0)(FIVE[:3], mean)[:, 0]


def _changes_as_told(change: Callable[[Array, float, int, int], float]) -> bool:
    """gram cost of K + a1ᵀ + 1aᵀ + τI minus that of K, and of JKJ: 20 random matrices, half of them indefinite"""
    for seed in range(20):
        X, labels = random_case(seed)
        rng, S, K = np.random.default_rng(seed), one_hot(labels, 3), X @ X.T - (seed % 2) * np.eye(9)
        a, tau, one = rng.standard_normal(9), float(rng.uniform(0.5, 3)), np.ones(9)
        moved = K + np.outer(a, one) + np.outer(one, a) + tau * np.eye(9)
        if not same(gram_cost(moved, S) - gram_cost(K, S), change(a, tau, 9, 3), 1e-8):
            return False
        J = np.eye(9) - 1 / 9
        if not same(gram_cost(J @ K @ J, S), gram_cost(K, S), 1e-8):
            return False
    return True


@dataclass(frozen=True)
class Limits:
    """n, q, J ↦ the limits of J_σ as σ → 0 and of σ²J_σ as σ → ∞; whether two points of a cluster coincide."""

    of: Callable[[int, int, float], tuple[float, float]]
    coinciding: bool = False


def _reaches_both_limits(limits: Limits) -> bool:
    """J_σ at σ = 0.01 and σ²J_σ at σ = 10000, to 10⁻⁶, in five random cases of 9 points"""
    for seed in range(5):
        X, labels = random_case(seed)
        if limits.coinciding:
            first, second, *_ = np.flatnonzero(labels == np.bincount(labels).argmax())
            X[second] = X[first]
        S = one_hot(labels, 3)
        narrow = gram_cost(Gaussian(0.01)(X), S)
        wide = 1e8 * _pairs(Gaussian(1e4)(X), S)
        if not same((narrow, wide), limits.of(9, 3, cost(X, labels)), 1e-5):
            return False
    return True


@dataclass(frozen=True, eq=False)
class Bound:
    """K, q ↦ a number that no clustering costs less than; what is added to K, and to its diagonal."""

    of: Callable[[Array, int], float]
    skew: float = 0.0
    diagonal: float = 0.0


def _bounds_all(bound: Bound) -> bool:
    """no labels of seven points in q = 2, 3 clusters cost less, for ten Gram matrices far from and around the
    origin; two cases reach it, one of them far away; and it is no weaker than tr K − (λ₁ + … + λ_q)"""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((7, 4)) + (seed % 2) * 3
        K = X @ X.T + bound.skew * np.triu(rng.standard_normal((7, 7)), 1) + bound.diagonal * np.eye(7)
        for q in (2, 3):
            least = min(gram_cost(K, one_hot(s, q)) for s in labellings(7, q))
            if least < bound.of(K, q) - 1e-9 or bound.of(K, q) < _from_eigenvalues(K, q, False) - 1e-9:
                return False
    two = np.array([[0.0, 0]] * 3 + [[3.0, 4]] * 3) + 10  # two clusters of equal points, far from the origin
    return same(bound.of(two @ two.T, 2), 0.0, 1e-8) and same(bound.of(np.eye(5), 2), 3.0)


def _from_eigenvalues(K: Array, q: int, centre: bool = True, count: int = 0) -> float:
    """tr K̃ − (λ̃₁ + … + λ̃_{q−1}), or tr K − (λ₁ + … + λ_q)."""
    J = np.eye(len(K)) - 1 / len(K)
    M = J @ K @ J if centre else K
    used = q - 1 + count if centre else q + count
    return float(np.trace(M) - np.linalg.eigvalsh(M)[::-1][:used].sum())


_FORMS: dict[str, GramCost] = {
    "divided by all points": lambda K, S: gram_cost(K, S, power=0.0, factor=1 / len(K)),
    "divided by n_c²": lambda K, S: gram_cost(K, S, power=2.0),
    "not divided at all": lambda K, S: gram_cost(K, S, power=0.0),
    "a plus sign": lambda K, S: gram_cost(K, S, factor=-1.0),
}

GRAM = (
    Claim(
        name="kmeans.trace",
        label=("thm-kmeans-trace", "eq-kmeans-trace"),
        says="J = tr K − Σ_c 1/n_c Σ_{i,j in c} Kᵢⱼ",
        check=_is_the_cost,
        right=gram_cost,
        hypotheses=(),
        twins=_FORMS,
    ),
    Claim(
        name="kmeans.expand",
        label="thm-kmeans-trace",
        says="Σ‖xᵢ‖² − 2 Σ⟨xᵢ, μ⟩ + Σ n_c‖μ_c‖²: the 2 once, and n_c for every centre",
        check=_is_the_cost,
        right=_expanded,
        twins={
            "the factor 2 twice": lambda K, S: _expanded(K, S, cross=4.0),
            "‖μ_c‖² once for each cluster": lambda K, S: _expanded(K, S, sizes=False),
            "both slips": lambda K, S: _expanded(K, S, cross=4.0, sizes=False),
        },
    ),
    Claim(
        name="kmeans.mean_of_features",
        label="thm-kmeans-trace",
        says="the centre is the mean of the features, not the feature of the mean",
        check=_is_the_distance_in_features,
        right=lambda K: np.diag(K) - 2 * K.mean(axis=1) + K.mean(),
        hypotheses=("the centre is the mean of the features",),
        twins={
            "the kernel at the mean of the inputs": Twin(
                _at_the_mean, drops="the centre is the mean of the features"
            ),
            "its length taken for 1": lambda K: np.diag(K) - 2 * K.mean(axis=1) + 1,
        },
    ),
    Claim(
        name="kmeans.pairs",
        label="eq-kmeans-pairs",
        says="J = Σ_c 1/(2n_c) Σ_{i,j in c} ‖xᵢ − xⱼ‖²",
        check=_is_the_cost,
        right=_pairs,
        twins={
            "the ½ dropped": lambda K, S: _pairs(K, S, half=1.0),
            "distances not squared": lambda K, S: _pairs(K, S, squared=False),
        },
    ),
    Claim(
        name="kmeans.orthonormal",
        label="eq-kmeans-orthonormal",
        says="J = tr K − tr(ŜᵀKŜ), Ŝ = S with column c divided by √n_c",
        check=_is_the_cost,
        right=_orthonormal,
        twins={
            "columns divided by n_c": lambda K, S: _orthonormal(K, S, power=1.0),
            "S itself": lambda K, S: _orthonormal(K, S, power=0.0),
        },
    ),
    Claim(
        name="kmeans.shift",
        label=("prop-kmeans-shift", "eq-kmeans-shift"),
        says="a𝟏ᵀ + 𝟏aᵀ (centring too) does not change the cost; τI adds τ(n − q)",
        check=_changes_as_told,
        right=lambda a, tau, n, q: tau * (n - q),
        hypotheses=(),
        twins={
            "τn": lambda a, tau, n, q: tau * n,
            "a shift of the origin counts": lambda a, tau, n, q: tau * (n - q) + 2 * a.sum(),
            "τI changes nothing": lambda a, tau, n, q: 0.0,
        },
    ),
    Claim(
        name="kmeans.bandwidth",
        label=("prop-kmeans-sigma", "eq-kmeans-sigma"),
        says="J_σ → n − q as σ → 0, and σ²J_σ → J as σ → ∞",
        check=_reaches_both_limits,
        right=Limits(lambda n, q, J: (n - q, J)),
        hypotheses=("the points are different",),
        twins={
            "n at the narrow end": Limits(lambda n, q, J: (n, J)),
            "J/2 at the wide end": Limits(lambda n, q, J: (n - q, J / 2)),
            "0 at the wide end": Limits(lambda n, q, J: (n - q, 0.0)),
            "two points coincide": Twin(
                Limits(lambda n, q, J: (n - q, J), coinciding=True), drops="the points are different"
            ),
        },
    ),
    Claim(
        name="kmeans.spectral",
        label=("thm-kmeans-spectral", "eq-kmeans-spectral"),
        says="no clustering costs less than tr K̃ − (λ̃₁ + … + λ̃_{q−1}), which is at least tr K − (λ₁ + … + λ_q)",
        check=_bounds_all,
        right=Bound(_from_eigenvalues),
        clauses=("no clustering costs less", "the centred bound is never the weaker one"),
        hypotheses=("K is symmetric", "K is positive semidefinite, for the comparison"),
        twins={
            "one eigenvalue fewer": Twin(
                Bound(lambda K, q: _from_eigenvalues(K, q, count=-1)), breaks="no clustering costs less"
            ),
            "q − 1 eigenvalues without centring": Twin(
                Bound(lambda K, q: _from_eigenvalues(K, q, False, -1)), breaks="no clustering costs less"
            ),
            "q eigenvalues of the centred matrix": Twin(
                Bound(lambda K, q: _from_eigenvalues(K, q, count=1)),
                breaks="the centred bound is never the weaker one",
            ),
            "the trivial bound 0": Twin(
                Bound(lambda K, q: 0.0), breaks="the centred bound is never the weaker one"
            ),
            "K is not symmetric": Twin(Bound(_from_eigenvalues, skew=3.0), drops="K is symmetric"),
            "50 taken from the diagonal": Twin(
                Bound(_from_eigenvalues, diagonal=-50.0),
                drops="K is positive semidefinite, for the comparison",
            ),
        },
    ),
)
