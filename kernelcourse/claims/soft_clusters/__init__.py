"""Claims of the page on soft clusters: EM, and mixtures in feature space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.soft_clusters.prior import PRIOR
from kernelcourse.claims.soft_clusters.spectral import SPECTRAL
from kernelcourse.datasets import blobs, rings
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn import expectation_maximisation, kernel_kmeans, kernel_mixture
from kernelcourse.points import Array

PLANE, KINDS = blobs(20, [[0, 0], [2, 1]], np.random.default_rng(1))
START = np.arange(40) % 2


def log_parts(X: Array, R: Array, covariance: Callable[[Array, float], Array]) -> Array:
    """log(share N(x; mean, C)) after an M-step from the responsibilities R, with any rule for C."""
    columns = []
    for r in R.T:
        mean = r @ X / r.sum()
        apart = X - mean
        C = covariance((r[:, None] * apart).T @ apart, float(r.sum()))
        squares = np.einsum("ij,ji->i", apart, np.linalg.solve(C, apart.T))
        logdet = np.linalg.slogdet(2 * np.pi * C)[1]
        columns.append(np.log(r.sum() / len(X)) - logdet / 2 - squares / 2)
    return np.column_stack(columns)


@dataclass(frozen=True)
class Rule:
    """How C is made from the scatter and the weight of a cluster, and how R is made from the logarithms."""

    covariance: Callable[[Array, float], Array] = lambda scatter, weight: scatter / weight
    soften: Callable[[Array], Array] = lambda logs: np.exp(logs - logsumexp(logs, axis=1, keepdims=True))


def climb(rule: Rule, R: Array, steps: int) -> tuple[Array, list[float]]:
    """The responsibilities after so many steps, and the log-likelihood before each of them."""
    reached = []
    for _ in range(steps):
        logs = log_parts(PLANE, R, rule.covariance)
        reached.append(float(logsumexp(logs, axis=1).sum()))
        R = rule.soften(logs)
    return R, reached


def never_falls(rule: Rule) -> bool:
    """the log-likelihood never falls during 100 steps on forty points, from a useless start and from near a summit"""
    useless = np.eye(2)[START]
    near, told = climb(Rule(), useless, 100)
    onwards = [told[-1], *climb(rule, near, 20)[1]]
    return all(bool((np.diff(path) >= -1e-9).all()) for path in (climb(rule, useless, 100)[1], onwards))


def _too_soft(logs: Array) -> Array:
    return np.asarray(Rule().soften(logs / 5))


@dataclass(frozen=True)
class Distance:
    """(gᵀg, h, K, v) ↦ the Mahalanobis distance, and the v it is used with."""

    of: Callable[[float, Array, Array, float], float]
    v: float = 0.3


def by_kernel(square: float, h: Array, K: Array, v: float) -> float:
    return float((square - h @ np.linalg.solve(K + v * np.eye(len(K)), h)) / v)


def is_the_distance_in_features(candidate: Distance) -> bool:
    """gᵀ(BᵀB + vI)⁻¹g with the quadratic features written out, for six points and soft weights"""
    features = np.asarray(polynomial_features(PLANE[:6], 2))
    r = np.array([0.9, 0.1, 0.5, 0.8, 0.3, 0.6])
    mean = r @ features / r.sum()
    B = np.sqrt(r / r.sum())[:, None] * (features - mean)
    for i in range(6):
        g = features[i] - mean
        told = g @ np.linalg.pinv(B.T @ B + candidate.v * np.eye(len(g))) @ g
        with np.errstate(all="ignore"):
            said = candidate.of(float(g @ g), B @ g, B @ B.T, candidate.v)
        if not np.isfinite(said) or not same(said, told, 1e-6):
            return False
    return True


def rings_right() -> Array:
    X, kind = rings(20, radii=(1.0, 3.0), spread=0.1, rng=np.random.default_rng(0))
    found = []
    for k, p in ((Linear(), 2), (Gaussian(1.0), 2), (Polynomial(2, c=0), 3)):
        start = kernel_kmeans(k, X, 2, np.random.default_rng(0)).labels
        agree = (kernel_mixture(k, X, p, start, 2).assign(X) == kind).mean()
        found.append(max(agree, 1 - agree))
    return np.array(found)


@dataclass(frozen=True)
class Coordinates:
    """A kernel, its features written out, and how many kernel principal components are kept."""

    k: Kernel
    features: Callable[[Array], Array]
    kept: int


def is_em_on_features(coordinates: Coordinates) -> bool:
    """the responsibilities of EM on the features, from the same labels, for forty points and both kernels"""
    for case in (coordinates, Coordinates(Linear(), np.asarray, 2)):
        Phi = np.asarray(case.features(PLANE))
        *_, mixture = expectation_maximisation(Phi, START, 2)
        through_kernel = kernel_mixture(case.k, PLANE, case.kept, START, 2).responsibilities(PLANE)
        if not np.allclose(through_kernel, mixture.responsibilities(Phi), atol=1e-6):
            return False
    return True


def _of_degree_two(X: Array) -> Array:
    return np.asarray(polynomial_features(X, 2, 0.0))


CLAIMS = (
    Claim(
        name="soft_clusters.em",
        label=("thm-soft-em", "eq-soft-responsibility", "alg-soft-em"),
        says="responsibilities, then weighted means and covariances: the likelihood never falls",
        check=never_falls,
        right=Rule(),
        hypotheses=(
            "responsibilities are those of the present mixture",
            "the M-step maximises",
            "all covariances are invertible",
        ),
        undropped={"all covariances are invertible": "a singular one has no density, and no likelihood"},
        twins={
            "divided by n − 1": Twin(Rule(lambda S, n: S / (n - 1)), drops="the M-step maximises"),
            "a covariance twice too large": Rule(lambda S, n: (2 if n > 20 else 1) * S / n),
            "covariances too large by a twentieth": Rule(lambda S, n: 1.05 * S / n),
            "shares drawn towards each other": Rule(soften=lambda logs: Rule().soften(logs / 1.2)),
            "fifth roots of the responsibilities": Twin(
                Rule(soften=_too_soft), drops="responsibilities are those of the present mixture"
            ),
        },
    ),
    *PRIOR,
    Claim(
        name="soft_clusters.distance",
        label=("thm-soft-kernel", "eq-soft-kernel"),
        says="gᵀ(BᵀB + vI)⁻¹g = (gᵀg − hᵀ(K + vI)⁻¹h)/v with h = Bg, K = BBᵀ",
        check=is_the_distance_in_features,
        right=Distance(by_kernel),
        hypotheses=("v > 0",),
        twins={
            "not divided by v": Distance(lambda s, h, K, v: v * by_kernel(s, h, K, v)),
            "v is forgotten inside": Distance(lambda s, h, K, v: by_kernel(s, h, K, 1e-9) * 1e-9 / v),
            "v = 0": Twin(Distance(by_kernel, 0.0), drops="v > 0"),
        },
    ),
    Claim(
        name="soft_clusters.components",
        label="prop-soft-components",
        says="EM on all kernel principal components is EM on the features",
        check=is_em_on_features,
        right=Coordinates(Polynomial(2, c=0), _of_degree_two, 3),
        hypotheses=("all components are kept", "the centred features span ℝᴰ"),
        twins={
            "another kernel": Coordinates(Gaussian(), _of_degree_two, 3),
            "one component only": Twin(
                Coordinates(Polynomial(2, c=0), _of_degree_two, 1), drops="all components are kept"
            ),
            "a constant among the features": Twin(
                Coordinates(Linear() + 1, lambda X: np.column_stack([X, np.ones(len(X))]), 2),
                drops="the centred features span ℝᴰ",
            ),
        },
    ),
    Claim(
        name="soft_clusters.rings",
        label="ex-soft-rings",
        says="two rings: x·z 0.525 right, Gaussian and quadratic kernel all right",
        check=lambda right: same(right, [0.525, 1.0, 1.0]),
        how="the mixture on kernel principal components of forty points on two rings",
        right=rings_right(),
        twins={
            "the plane is enough": np.array([1.0, 1.0, 1.0]),
            "nothing helps": np.array([0.525, 0.525, 0.525]),
        },
    ),
    *SPECTRAL,
)
