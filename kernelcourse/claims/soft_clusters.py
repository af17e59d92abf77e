"""Claims of the page on soft clusters: EM, mixtures in feature space, and the bounds of spectral clustering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.special import logsumexp

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.datasets import blobs, graphs, rings
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial
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


def never_falls(rule: Rule) -> bool:
    """the log-likelihood never falls during 100 steps on forty points, from a useless start"""
    R, reached = np.eye(2)[START], []
    for _ in range(100):
        logs = log_parts(PLANE, R, rule.covariance)
        reached.append(logsumexp(logs, axis=1).sum())
        R = rule.soften(logs)
    return bool((np.diff(reached) >= -1e-9).all())


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


def spread(K: Array, labels: Array) -> float:
    """The cost of k-means, from the Gram matrix."""
    inside = sum(
        K[np.ix_(labels == c, labels == c)].sum() / (labels == c).sum() for c in set(labels.tolist())
    )
    return float(np.trace(K) - inside)


def least_spread(K: Array, q: int) -> float:
    """The smallest cost over all partitions into q clusters, one by one."""
    every = (np.array(labels) for labels in product(range(q), repeat=len(K)))
    return min(spread(K, labels) for labels in every if len(set(labels.tolist())) == q)


GROUPS = np.array([[0.0, 0], [0.3, 0], [0, 0.2], [4, 4], [4.2, 4], [0, 5], [0.2, 5]])
TABLES = (Linear()(GROUPS), Gaussian()(GROUPS), Polynomial(2)(GROUPS) / 100)


def centred(K: Array) -> Array:
    J = np.eye(len(K)) - 1 / len(K)
    return np.asarray(J @ K @ J)


def bound(K: Array, kept: int) -> float:
    """tr K − the sum of the largest eigenvalues."""
    return float(np.trace(K) - np.linalg.eigvalsh(K)[::-1][:kept].sum())


def is_a_bound(lower: Callable[[Array, int], float]) -> bool:
    """below the best of all partitions into two and three clusters, and not below tr K − Σ_q λ(K), for three kernels"""
    return all(bound(K, q) - 1e-9 <= lower(K, q) <= least_spread(K, q) + 1e-9 for K in TABLES for q in (2, 3))


BRIDGE = np.pad(graphs()["K3"], (0, 3)) + np.pad(graphs()["K3"], (3, 0))
BRIDGE[2, 3] = BRIDGE[3, 2] = 0.2


def cut(labels: Array) -> float:
    """Σ over clusters: weight of the edges that leave it / weight of all its edges."""
    sides = [labels == c for c in set(labels.tolist())]
    return float(sum(BRIDGE[np.ix_(s, ~s)].sum() / BRIDGE[s].sum() for s in sides))


def by_trace(labels: Array, weighted: bool = True) -> float:
    degrees = BRIDGE.sum(axis=1)
    sides = [(labels == c).astype(float) for c in set(labels.tolist())]
    return float(len(sides) - sum(s @ BRIDGE @ s / (s @ degrees if weighted else s.sum()) for s in sides))


def relaxed(q: int) -> float:
    root = 1 / np.sqrt(BRIDGE.sum(axis=1))
    return float(q - np.linalg.eigvalsh(root[:, None] * BRIDGE * root)[::-1][:q].sum())


def rings_right() -> Array:
    X, kind = rings(20, radii=(1.0, 3.0), spread=0.1, rng=np.random.default_rng(0))
    found = []
    for k, p in ((Linear(), 2), (Gaussian(1.0), 2), (Polynomial(2, c=0), 3)):
        start = kernel_kmeans(k, X, 2, np.random.default_rng(0)).labels
        agree = (kernel_mixture(k, X, p, start, 2).assign(X) == kind).mean()
        found.append(max(agree, 1 - agree))
    return np.array(found)


def em_on_components(X: Array) -> Array:
    return kernel_mixture(Linear(), X, 2, START, 2).responsibilities(X)


def em_on_points(X: Array) -> Array:
    """EM on the points themselves."""
    *_, mixture = expectation_maximisation(X, START, 2)
    return mixture.responsibilities(X)


CLAIMS = (
    Claim(
        name="soft_clusters.em",
        label=("thm-soft-em", "eq-soft-responsibility", "alg-soft-em"),
        says="responsibilities, then weighted means and covariances: the likelihood never falls",
        check=never_falls,
        right=Rule(),
        hypotheses=("responsibilities are those of the present mixture", "the M-step maximises"),
        twins={
            "divided by n − 1": Twin(Rule(lambda S, n: S / (n - 1)), drops="the M-step maximises"),
            "a covariance twice too large": Rule(lambda S, n: (2 if n > 20 else 1) * S / n),
            "fifth roots of the responsibilities": Twin(
                Rule(soften=_too_soft), drops="responsibilities are those of the present mixture"
            ),
        },
    ),
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
        says="EM on all kernel principal components of x·z is EM on the points",
        check=agrees_with(em_on_points, [(PLANE,)], tolerance=1e-6),
        right=em_on_components,
        hypotheses=("all components are kept",),
        twins={
            "another kernel": lambda X: kernel_mixture(Gaussian(), X, 2, START, 2).responsibilities(X),
            "one component only": Twin(
                lambda X: kernel_mixture(Linear(), X, 1, START, 2).responsibilities(X),
                drops="all components are kept",
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
    Claim(
        name="soft_clusters.bound",
        label=("thm-soft-bound", "eq-soft-bound"),
        says="no q clusters have a spread below tr JKJ − the q − 1 largest eigenvalues of JKJ",
        check=is_a_bound,
        right=lambda K, q: bound(centred(K), q - 1),
        hypotheses=("no cluster is empty",),
        undropped={"no cluster is empty": "an empty cluster has no mean, so the spread is not defined"},
        twins={
            "one eigenvalue too few": lambda K, q: bound(centred(K), q - 2),
            "not centred, q − 1 eigenvalues": lambda K, q: bound(K, q - 1),
        },
    ),
    Claim(
        name="soft_clusters.cut",
        label=("prop-soft-cut", "eq-soft-cut"),
        says="the normalised cut is q − Σ sᵀAs/sᵀd, at least q minus the q largest eigenvalues of D^{−½}AD^{−½}",
        check=lambda formula: all(
            same(formula(np.array(labels)), cut(np.array(labels)))
            and cut(np.array(labels)) >= relaxed(len(set(labels))) - 1e-9
            for labels in product(range(3), repeat=6)
        ),
        how="all partitions of two triangles with a bridge, one by one",
        right=by_trace,
        hypotheses=("sizes are sums of degrees",),
        twins={
            "the sum without q": lambda labels: by_trace(labels) - len(set(labels.tolist())),
            "sizes are numbers of nodes": Twin(
                lambda labels: by_trace(labels, weighted=False), drops="sizes are sums of degrees"
            ),
        },
    ),
)
