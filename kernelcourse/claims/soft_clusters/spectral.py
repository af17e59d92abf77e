"""Claims on soft relatives of hard clusters: bounds by eigenvalues, and cuts of graphs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.datasets import graphs
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.points import Array


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


@dataclass(frozen=True, eq=False)
class Lower:
    """A lower bound from K and q, and the matrices that it is tried on."""

    of: Callable[[Array, int], float]
    tables: tuple[Array, ...] = TABLES


def is_a_bound(lower: Lower) -> bool:
    """below the best of all partitions into two and three clusters, and not below tr K − Σ_q λ(K), for three kernels"""
    return all(
        bound(K, q) - 1e-9 <= lower.of(K, q) <= least_spread(K, q) + 1e-9
        for K in lower.tables
        for q in (2, 3)
    )


BRIDGE = np.pad(graphs()["K3"], (0, 3)) + np.pad(graphs()["K3"], (3, 0))
BRIDGE[2, 3] = BRIDGE[3, 2] = 0.2
BRIDGE[0, 0] = 0.5  # a loop: an edge that leaves no cluster


def cut(labels: Array) -> float:
    """Σ over clusters: weight of the edges that leave it / weight of all its edges."""
    sides = [labels == c for c in set(labels.tolist())]
    return float(sum(BRIDGE[np.ix_(s, ~s)].sum() / BRIDGE[s].sum() for s in sides))


def by_trace(labels: Array, weighted: bool = True) -> float:
    degrees = BRIDGE.sum(axis=1)
    sides = [(labels == c).astype(float) for c in set(labels.tolist())]
    return float(len(sides) - sum(s @ BRIDGE @ s / (s @ degrees if weighted else s.sum()) for s in sides))


def relaxed(q: int, kept: int = 0) -> float:
    """q minus the q largest eigenvalues of D^{−½}AD^{−½}; or minus so many more."""
    root = 1 / np.sqrt(BRIDGE.sum(axis=1))
    return float(q - np.linalg.eigvalsh(root[:, None] * BRIDGE * root)[::-1][: q + kept].sum())


@dataclass(frozen=True, eq=False)
class Cut:
    """labels ↦ the normalised cut, and q ↦ what no cut into q parts is below."""

    of: Callable[[Array], float]
    least: Callable[[int], float] = relaxed


def is_the_cut(candidate: Cut) -> bool:
    """all partitions of two triangles with a bridge and a loop, one by one; the bound is reached to a tenth"""
    cuts: dict[int, list[float]] = {}
    for labels in product(range(3), repeat=6):
        told, q = cut(np.array(labels)), len(set(labels))
        cuts.setdefault(q, []).append(told)
        if not same(candidate.of(np.array(labels)), told) or told < candidate.least(q) - 1e-9:
            return False
    return min(cuts[2]) - candidate.least(2) < 0.1


def weighted_spread(labels: Array, K: Array, weights: Array) -> float:
    """Σ over clusters and members: weight times squared distance in feature space from the weighted mean."""
    total = 0.0
    for c in set(labels.tolist()):
        share = np.where(labels == c, weights, 0.0)
        share = share / share.sum()
        squares = np.diag(K) - 2 * K @ share + share @ K @ share
        total += float((weights * squares)[labels == c].sum())
    return total


def by_spread(labels: Array, weighted: bool = True, divided: bool = True, constant: bool = True) -> float:
    """The cut through k-means with weights d and the Gram matrix D⁻¹AD⁻¹, or with one of these cares left out."""
    degrees = BRIDGE.sum(axis=1)
    K = BRIDGE / np.outer(degrees, degrees) if divided else BRIDGE
    kept = len(set(labels.tolist())) - float((np.diag(BRIDGE) / degrees).sum()) if constant else 0.0
    return kept + weighted_spread(labels, K, degrees if weighted else np.ones(6))


SPECTRAL = (
    Claim(
        name="soft_clusters.bound",
        label=("thm-soft-bound", "eq-soft-bound"),
        says="no q clusters have a spread below tr JKJ − the q − 1 largest eigenvalues of JKJ; K bounds no better",
        check=is_a_bound,
        right=Lower(lambda K, q: bound(centred(K), q - 1)),
        hypotheses=("no cluster is empty", "K is the Gram matrix of a kernel"),
        undropped={"no cluster is empty": "an empty cluster has no mean, so the spread is not defined"},
        twins={
            "one eigenvalue too few": Lower(lambda K, q: bound(centred(K), q - 2)),
            "not centred, q − 1 eigenvalues": Lower(lambda K, q: bound(K, q - 1)),
            "minus the identity": Twin(
                Lower(lambda K, q: bound(centred(K), q - 1), (-np.eye(4),)),
                drops="K is the Gram matrix of a kernel",
            ),
        },
    ),
    Claim(
        name="soft_clusters.cut",
        label=("prop-soft-cut", "eq-soft-cut"),
        says="the normalised cut is q − Σ sᵀAs/sᵀd, at least q minus the q largest eigenvalues of D^{−½}AD^{−½}",
        check=is_the_cut,
        right=Cut(by_trace),
        hypotheses=("sizes are sums of degrees", "all degrees are positive", "A is symmetric"),
        undropped={
            "all degrees are positive": "a cluster without edges has no share of edges that leave it",
            "A is symmetric": "the eigenvalues of a matrix that is not symmetric need not have an order",
        },
        twins={
            "the sum without q": Cut(lambda labels: by_trace(labels) - len(set(labels.tolist()))),
            "one eigenvalue too few": Cut(by_trace, lambda q: relaxed(q, -1)),
            "one eigenvalue more, which says little": Cut(by_trace, lambda q: relaxed(q, 1)),
            "sizes are numbers of nodes": Twin(
                Cut(lambda labels: by_trace(labels, weighted=False)), drops="sizes are sums of degrees"
            ),
        },
    ),
    Claim(
        name="soft_clusters.cut_as_spread",
        label="prop-soft-cut",
        says="Ncut = q − Σ aᵢᵢ/dᵢ + the spread of k-means with weights d and Gram matrix D⁻¹AD⁻¹",
        check=lambda formula: all(
            same(formula(np.array(labels)), cut(np.array(labels))) for labels in product(range(3), repeat=6)
        ),
        how="all partitions of two triangles with a bridge and a loop, one by one",
        right=by_spread,
        hypotheses=("points weigh their degrees", "A is divided by the degrees on both sides"),
        twins={
            "without the constant": lambda labels: by_spread(labels, constant=False),
            "all points weigh the same": Twin(
                lambda labels: by_spread(labels, weighted=False), drops="points weigh their degrees"
            ),
            "the Gram matrix A": Twin(
                lambda labels: by_spread(labels, divided=False),
                drops="A is divided by the degrees on both sides",
            ),
        },
    ),
)
