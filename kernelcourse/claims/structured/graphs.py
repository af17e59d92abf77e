"""Claims of the page on sets, trees and graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

import numpy as np
from scipy import linalg

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.datasets import graphs
from kernelcourse.distances import Graph
from kernelcourse.kernels import CommonFragments, Diffusion, Jaccard, RandomWalk
from kernelcourse.kernels.weisfeiler_lehman import colours
from kernelcourse.points import Array

SMALL = graphs()
SETS = [{"a"}, {"b"}, {"a", "b"}, {"b", "c"}, {"a", "b", "c"}]
TREES = [
    ("S", ("NP", "the", "cat"), ("VP", "sleeps")),
    ("S", ("NP", "the", "dog"), ("VP", "sleeps")),
    ("S", ("S", "a", "b"), ("S", "a", "b")),
    ("S", ("S", ("S", "a", "b"), "b"), ("S", "a", "b")),
]
HEXAGON = np.roll(np.eye(6), 1, axis=0) + np.roll(np.eye(6), -1, axis=0)
TRIANGLES: Array = np.kron(np.eye(2), SMALL["K3"]).astype(float)


def begin_alike(A: set[str], B: set[str]) -> float:
    """The share of the orders in which both have the same first element."""
    orders = list(permutations("abc"))
    return float(
        np.mean([min(A, key=o.index, default="") == min(B, key=o.index, default="") for o in orders])
    )


@dataclass(frozen=True, eq=False)
class Share:
    """A similarity of two sets, and the sets it is tried on."""

    of: Callable[[set[str], set[str]], float]
    sets: tuple[set[str], ...] = tuple(SETS)


def is_the_share_of_orders(candidate: Share) -> bool:
    """equals the share of all orders with a common first element, and no negative eigenvalue, on sets of a, b, c"""
    K = np.array([[candidate.of(A, B) for B in candidate.sets] for A in candidate.sets])
    told = np.array([[begin_alike(A, B) for B in candidate.sets] for A in candidate.sets])
    return same(K, told) and bool(np.linalg.eigvalsh(K)[0] > -1e-12)


def jaccard(A: set[str], B: set[str]) -> float:
    return len(A & B) / max(len(A | B), 1)


def rooted(tree: Any) -> Counter[Any]:
    """All fragments of a node, each as a nested tuple."""
    if isinstance(tree, str):
        return Counter()
    choices = [[child] if isinstance(child, str) else [(child[0],), *rooted(child)] for child in tree[1:]]
    return Counter((tree[0], *picked) for picked in product(*choices))


def everywhere(tree: Any) -> Counter[Any]:
    if isinstance(tree, str):
        return Counter()
    return rooted(tree) + sum((everywhere(child) for child in tree[1:]), Counter())


def listed_fragments(T: Any, U: Any) -> float:
    """All fragments of both trees, listed and compared."""
    left, right = everywhere(T), everywhere(U)
    return float(sum(left[f] * right[f] for f in left))


def fragments_by_recursion(T: Any, U: Any, one: int = 1, look: bool = True, total: bool = True) -> float:
    """Σ C(n, m), or a faulty version: without the 1, without comparing labels, at the roots only."""

    def nodes(tree: Any) -> list[Any]:
        return [] if isinstance(tree, str) else [tree, *(node for child in tree[1:] for node in nodes(child))]

    def head(tree: Any) -> Any:
        return (tree[0], *(child if isinstance(child, str) else (child[0],) for child in tree[1:]))

    def common(n: Any, m: Any) -> int:
        if isinstance(n, str) or isinstance(m, str) or len(n) != len(m) or (look and head(n) != head(m)):
            return 0
        return int(np.prod([one + common(a, b) for a, b in zip(n[1:], m[1:], strict=True)]))

    return float(sum(common(n, m) for n in nodes(T) for m in nodes(U)) if total else common(T, U))


@dataclass(frozen=True, eq=False)
class Walks:
    """A formula for the sum over walks, and the graphs and λ it is used for."""

    formula: Callable[[Array, Array, float], float]
    lam: float = 0.1
    names: tuple[str, ...] = ("K3", "P3", "C4", "S4")
    sign: float = 1.0  # of the weights


def counts_walks(candidate: Walks) -> bool:
    """equals Σ λˢ w_s w′_s, added up until nothing is left, for all pairs of graphs; 15 for K3 with itself at 0.1"""
    for A, B in product([candidate.sign * SMALL[name] for name in candidate.names], repeat=2):
        total, a, b = 0.0, np.ones(len(A)), np.ones(len(B))
        for s in range(400):
            total += candidate.lam**s * a.sum() * b.sum()
            a, b = A @ a, B @ b
        if not same(candidate.formula(A, B, candidate.lam), total):
            return False
    return True


def resolvent(A: Array, B: Array, lam: float) -> float:
    P = np.kron(A, B)
    return float(np.linalg.inv(np.eye(len(P)) - lam * P).sum())


def _inverses(lam: float) -> Array:
    four = [SMALL[name] for name in Walks.names]
    return np.array([[resolvent(A, B, lam) for B in four] for A in four])


def other_graphs(pair: tuple[Graph, Graph]) -> bool:
    """two graphs have the same counts of colours in each of six rounds"""
    left, right = colours(pair, 5)
    return left == right


def renumbered(A: Array, labels: str, carry: bool = True) -> tuple[Graph, Graph]:
    order = np.array([2, 0, 3, 1])
    moved = tuple(labels[i] for i in order) if carry else tuple(labels)
    return Graph(A, tuple(labels)), Graph(A[np.ix_(order, order)], moved)


@dataclass(frozen=True, eq=False)
class Heat:
    """t ↦ K, and the graph it is used on."""

    at: Callable[[Array, float], Array]
    adjacency: Array = field(default_factory=lambda: SMALL["P4"])


def is_heat(candidate: Heat) -> bool:
    """symmetric, no negative eigenvalue, no negative entry, rows that add up to 1, and dK/dt = −LK, at t = 0.5, 1, 3"""
    A = candidate.adjacency
    L = np.diag(A.sum(axis=1)) - A
    for t in (0.5, 1.0, 3.0):
        K = candidate.at(A, t)
        slope = (candidate.at(A, t + 1e-5) - candidate.at(A, t - 1e-5)) / 2e-5
        fine = same(K, K.T) and np.linalg.eigvalsh(K)[0] > -1e-12 and K.min() > -1e-12
        if not (fine and same(K.sum(axis=1), np.ones(len(A))) and same(slope, -L @ K, 1e-7)):
            return False
    return True


def _heat(A: Array, t: float) -> Array:
    return np.asarray(linalg.expm(-t * (np.diag(A.sum(axis=1)) - A)))


def _signless(A: Array, t: float) -> Array:
    return np.asarray(linalg.expm(-t * (np.diag(A.sum(axis=1)) + A)))


GRAPHS = (
    Claim(
        name="structured.jaccard",
        label="prop-graph-jaccard",
        says="|A ∩ B|/|A ∪ B| is the share of orders in which A and B have the same first element, so a kernel",
        check=is_the_share_of_orders,
        right=Share(lambda A, B: float(Jaccard()([A], [B])[0, 0])),
        hypotheses=("sets are not empty",),
        twins={
            "divided by the smaller set": Share(lambda A, B: len(A & B) / min(len(A), len(B))),
            "divided by both sizes": Share(lambda A, B: 2 * len(A & B) / (len(A) + len(B))),
            "an empty set, called like nothing": Twin(
                Share(jaccard, (set(), {"a"})), drops="sets are not empty"
            ),
        },
    ),
    Claim(
        name="structured.fragments",
        label=("thm-graph-fragments", "eq-graph-fragments"),
        says="C(n, m) = Π (1 + C(children)) where labels agree: Σ C counts the pairs of equal fragments",
        check=agrees_with(
            listed_fragments, list(product(TREES, TREES)), how="all fragments of both trees, listed"
        ),
        right=fragments_by_recursion,
        hypotheses=("C(n, m) = 0 where the labels differ",),
        twins={
            "without the 1": lambda T, U: fragments_by_recursion(T, U, one=0),
            "roots only": lambda T, U: fragments_by_recursion(T, U, total=False),
            "labels are not compared": Twin(
                lambda T, U: fragments_by_recursion(T, U, look=False),
                drops="C(n, m) = 0 where the labels differ",
            ),
        },
    ),
    Claim(
        name="structured.fragments_package",
        label="thm-graph-fragments",
        says="CommonFragments() counts the pairs of equal fragments",
        check=agrees_with(
            listed_fragments, list(product(TREES, TREES)), how="all fragments of both trees, listed"
        ),
        right=lambda T, U: float(CommonFragments()([T], [U])[0, 0]),
        hypotheses=(),
        twins={"with a decay": lambda T, U: float(CommonFragments(0.5)([T], [U])[0, 0])},
    ),
    Claim(
        name="structured.walks",
        label=("thm-graph-walks", "eq-graph-walks"),
        says="Σ λˢ w_s w′_s = 𝟏ᵀ(I − λA⊗A′)⁻¹𝟏: 15 for the triangle with itself at λ = 0.1",
        check=counts_walks,
        right=Walks(resolvent),
        hypotheses=("λρρ′ < 1", "no weight is negative"),
        twins={
            "the sum of the matrices": Walks(lambda A, B, lam: resolvent(A, np.eye(len(B)), lam)),
            "λ is forgotten": Walks(lambda A, B, lam: resolvent(A, B, 0.01)),
            "λ beyond the bound": Twin(Walks(resolvent, 0.3, ("K3",)), drops="λρρ′ < 1"),
            "K3 with weights −1, whose largest eigenvalue is 1": Twin(
                Walks(resolvent, 0.5, ("K3",), sign=-1.0), drops="no weight is negative"
            ),
        },
    ),
    Claim(
        name="structured.walks_values",
        label="thm-graph-walks",
        says="the Gram matrix of K3, P3, C4, S4 at λ = 0.1 has the eigenvalues 0, 0.0125, 0.821, 73.41",
        check=lambda values: same(np.array(values), np.linalg.eigvalsh(_inverses(0.1)), 5e-4),
        how="the eigenvalues of the matrix of 𝟏ᵀ(I − λA⊗A′)⁻¹𝟏, each by its own inverse",
        right=np.linalg.eigvalsh(RandomWalk(0.1)([SMALL[name] for name in Walks.names])),
        hypotheses=(),
        twins={
            "normalised": np.linalg.eigvalsh(
                RandomWalk(0.1).normalised()([SMALL[name] for name in Walks.names])
            ),
            "of full rank": (0.0062, 0.0125, 0.821, 73.41),
        },
    ),
    Claim(
        name="structured.colours",
        label=("prop-graph-wl", "alg-graph-wl"),
        says="renumbering keeps all counts of colours",
        check=other_graphs,
        right=renumbered(SMALL["P4"], "CCOC"),
        hypotheses=("the labels are renumbered too",),
        twins={
            "another graph": (Graph(SMALL["P4"]), Graph(SMALL["S4"])),
            "labels stay where they were": Twin(
                renumbered(SMALL["P4"], "CCOC", carry=False), drops="the labels are renumbered too"
            ),
        },
    ),
    Claim(
        name="structured.colours_blind",
        label="prop-graph-wl",
        says="a hexagon and two triangles have the same colours in all rounds",
        check=other_graphs,
        right=(Graph(HEXAGON), Graph(TRIANGLES)),
        hypotheses=(),
        twins={
            "one edge cut": (Graph(HEXAGON), Graph(TRIANGLES * (1 - np.pad(1 - np.eye(2), (0, 4))))),
            "labels that alternate": (Graph(HEXAGON, tuple("CNCNCN")), Graph(TRIANGLES, tuple("CNCNCN"))),
        },
    ),
    Claim(
        name="structured.heat",
        label="thm-graph-heat",
        says="e^{−tL} is positive semidefinite with entries ≥ 0 and rows that add up to 1",
        check=is_heat,
        right=Heat(lambda A, t: np.asarray(Diffusion(A, t)(range(len(A))))),
        hypotheses=("the graph is undirected", "t ≥ 0", "no weight is negative"),
        twins={
            "the adjacency matrix for L": Heat(lambda A, t: np.asarray(linalg.expm(-t * A))),
            "plus for minus in L": Heat(_signless),
            "the sign of t": Twin(Heat(lambda A, t: _heat(A, -t)), drops="t ≥ 0"),
            "weights −1": Twin(Heat(_heat, -SMALL["P4"]), drops="no weight is negative"),
            "edges in one direction": Twin(
                Heat(_heat, np.triu(SMALL["P4"])),
                drops="the graph is undirected",
            ),
        },
    ),
)
