"""How far apart two points are: Euclidean, Manhattan, Minkowski, Mahalanobis, Hamming, edit; and the cosine.

Each gives the distances of all pairs, (n, m); ``edit_distance`` also has words as points. A distance has d(x,
x) = 0, d(x, z) = d(z, x) and d(x, z) ≤ d(x, y) + d(y, z); two functions here fail the last, and their
docstrings say so.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.points import (
    Array,
    as_collection,
    as_number,
    as_points,
    as_positive,
    differences,
    inner_products,
    pairs_of_points,
    pairwise_squares,
)


def cosine_similarity(X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """x·z / (‖x‖ ‖z‖), between −1 and 1; for unit vectors ‖x − z‖² = 2 − 2 cos."""
    points, others = pairs_of_points(X, Z)
    directions = unit_rows(points, "X")
    cosines = inner_products(directions, directions if others is points else unit_rows(others, "Z"))
    return np.clip(cosines, -1, 1, out=cosines)


def unit_rows(X: Array, name: str = "X") -> Array:
    """x/‖x‖ for every row; the zero vector has no direction."""
    largest = np.abs(X).max(axis=1, keepdims=True)
    if not largest.all():
        raise ValueError(f"{name} is zero in row {np.flatnonzero(largest == 0)[0]}: it has no direction.")
    scaled = X / largest  # so that 1e200 does not overflow when squared, nor 1e-200 vanish
    return scaled / np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]


def euclidean(X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """‖x − z‖ = √Σ (x_d − z_d)²."""
    points, others = pairs_of_points(X, Z)
    squares = pairwise_squares(points, others)
    return np.sqrt(squares, out=squares)


def manhattan(X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """‖x − z‖₁ = Σ |x_d − z_d|."""
    points, others = pairs_of_points(X, Z)
    return absolute_distances(points, others)


def absolute_distances(X: Array, Z: Array) -> Array:
    """Σ |x_d − z_d| of points already read."""
    total = np.zeros((len(X), len(Z)))
    for difference in differences(X, Z):
        total += np.abs(difference, out=difference)
    return total


def minkowski(X: ArrayLike, Z: ArrayLike | None = None, p: float = 2.0) -> Array:
    """(Σ |x_d − z_d|ᵖ)^(1/p) for p ≥ 1; p = ∞ is the largest |x_d − z_d|.

    For p < 1 the triangle inequality fails: with p = ½, (0, 0) → (1, 0) → (1, 1) is 2 long, (0, 0) → (1, 1)
    is 4.
    """
    points, others = pairs_of_points(X, Z)
    infinite = isinstance(p, float | int) and p == np.inf
    p = np.inf if infinite else as_number(p, "p")
    if p < 1:
        raise ValueError(f"p = {p:g} must be at least 1: below 1 the triangle inequality fails.")
    largest = np.zeros((len(points), len(others)))
    for difference in differences(points, others):
        np.maximum(largest, np.abs(difference, out=difference), out=largest)
    if infinite:
        return largest
    total = np.zeros_like(largest)
    scale = np.where(largest > 0, largest, 1)  # |difference|ᵖ neither overflows nor vanishes after division
    for difference in differences(points, others):
        total += (np.abs(difference, out=difference) / scale) ** p
    return largest * total ** (1 / p)


def mahalanobis(X: ArrayLike, Z: ArrayLike | None = None, covariance: ArrayLike | None = None) -> Array:
    """√((x − z)ᵀ Σ⁻¹ (x − z)), Σ a covariance matrix (d, d), or its diagonal (d,); Σ = I is Euclidean.

    = the Euclidean distance of the whitened points. Without ``covariance``, that of the rows of X.
    """
    points, others = pairs_of_points(X, Z)
    if covariance is None:
        if len(points) <= points.shape[1]:
            raise ValueError(
                f"X has {len(points)} points in dimension {points.shape[1]}: their covariance is singular. "
                "Give covariance, or more points than features."
            )
        covariance = np.atleast_2d(np.cov(points, rowvar=False))
    whitened = whiten(points, covariance)
    return euclidean(whitened, None if others is points else whiten(others, covariance, "Z"))


def whiten(X: ArrayLike, covariance: ArrayLike, name: str = "X") -> Array:
    """L⁻¹x for every row x, where Σ = LLᵀ: their Euclidean distances are Mahalanobis distances of X."""
    points = as_points(X, name)
    L = covariance_factor(covariance, points.shape[1])
    return np.asarray(np.linalg.solve(L, points.T).T, dtype=float)


def covariance_factor(covariance: ArrayLike, d: int) -> Array:
    """L with Σ = LLᵀ, lower triangular; Σ is (d, d) or its diagonal (d,), symmetric and positive definite."""
    given = np.asarray(covariance, dtype=float)
    S = np.diag(given) if given.ndim == 1 else given
    if S.shape != (d, d):
        raise ValueError(f"covariance has shape {given.shape}; for {d} features give ({d}, {d}) or ({d},).")
    if not np.isfinite(S).all() or not np.allclose(S, S.T, rtol=1e-10, atol=0):
        raise ValueError("covariance must be finite and symmetric.")
    try:
        L = np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        L = np.zeros_like(S)
    if not (np.diagonal(L) ** 2 > d * np.finfo(float).eps * np.diagonal(S)).all():
        raise ValueError(
            "covariance must be positive definite: some direction has no variance; add a little to it."
        )
    return L


def hamming(X: Any, Z: Any = None) -> Array:
    """How many positions differ: Σ 1[x_d ≠ z_d], for rows of numbers or words of one length."""
    points = letters(X, "X")
    others = points if Z is None or Z is X else letters(Z, "Z")
    same_length(points, others)
    return mismatches(points, others)


def same_length(X: Any, Z: Any) -> None:
    """Refuse words of two different lengths."""
    if X.shape[1] != Z.shape[1]:
        raise ValueError(
            f"X has length {X.shape[1]} and Z has {Z.shape[1]}: Hamming compares equal lengths; "
            "for words of different lengths use edit_distance."
        )


def mismatches(X: Any, Z: Any) -> Array:
    """Σ 1[x_d ≠ z_d] of points already read by ``letters``."""
    total = np.zeros((len(X), len(Z)))
    for x, z in zip(X.T, Z.T):
        total += x[:, None] != z
    return total


def letters(X: Any, name: str = "X") -> Any:
    """X as a table (n, length) of symbols: rows of numbers as they are, words letter by letter."""
    if isinstance(X, np.ndarray) and X.ndim == 2:
        return as_points(X, name) if X.dtype.kind in "biuf" else X
    rows = as_collection(X, name)
    if not isinstance(rows[0], str):
        return as_points(X, name)
    lengths = {len(word) if isinstance(word, str) else -1 for word in rows}
    if len(lengths) > 1 or lengths & {-1, 0}:
        raise ValueError(
            f"{name} must hold words of one length ≥ 1; the lengths are {sorted(lengths)}. "
            "For words of different lengths use edit_distance."
        )
    return np.array([list(word) for word in rows])


def tolerant_hamming(X: ArrayLike, Z: ArrayLike | None = None, epsilon: float = 1.0) -> Array:
    """How many features differ by ε or more: Σ 1[|x_d − z_d| ≥ ε].

    Not a distance: with ε = 1, d(0, 0.6) = d(0.6, 1.2) = 0 but d(0, 1.2) = 1.
    """
    points, others = pairs_of_points(X, Z)
    epsilon = as_positive(epsilon, "epsilon")
    total = np.zeros((len(points), len(others)))
    for difference in differences(points, others):
        total += np.abs(difference, out=difference) >= epsilon
    return total


def edit_distance(x: Sequence[Any], z: Sequence[Any]) -> int:
    """The fewest insertions, deletions and replacements that turn x into z (Levenshtein).

    D[i, j] is the distance of the first i letters of x from the first j of z; only one row is kept.
    """
    row = list(range(len(z) + 1))  # from nothing to the first j letters: j insertions
    for i, letter in enumerate(x, start=1):
        above, row[0] = row[0], i
        for j, other in enumerate(z, start=1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (letter != other))
    return row[-1]


def edit_distances(X: Sequence[Any], Z: Sequence[Any] | None = None) -> Array:
    """The edit distance of all pairs of words: (n, m)."""
    words = as_collection(X, "X")
    others = words if Z is None else as_collection(Z, "Z")
    return np.array([[edit_distance(x, z) for z in others] for x in words], dtype=float)


def geodesic(adjacency: ArrayLike) -> Array:
    """The fewest edges between every two nodes of a graph, (n, n), from its adjacency matrix (n, n)."""
    A = as_adjacency(adjacency)
    steps = np.where(A > 0, 1.0, np.inf)
    np.fill_diagonal(steps, 0)
    for middle in range(len(A)):  # Floyd and Warshall: allow one more node on the way
        steps = np.minimum(steps, steps[:, [middle]] + steps[middle])
    if not np.isfinite(steps).all():
        i, j = np.argwhere(~np.isfinite(steps))[0]
        raise ValueError(f"adjacency joins no path from node {i} to node {j}: the graph must be connected.")
    return steps


def as_adjacency(adjacency: ArrayLike, name: str = "adjacency") -> Array:
    """The matrix of an undirected graph: square, symmetric, no negative entries."""
    A = as_points(adjacency, name)
    if A.shape[0] != A.shape[1] or not np.array_equal(A, A.T) or (A < 0).any():
        raise ValueError(
            f"{name} must be square and symmetric, A[i, j] = A[j, i] ≥ 0, 0 for no edge; it is {A.shape}."
        )
    return A


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes with labels, and edges A[i, j] = A[j, i] ≥ 0: atoms and bonds, say; without labels all nodes look alike."""

    adjacency: Array
    labels: tuple[Hashable, ...] = ()

    def __post_init__(self) -> None:
        A = as_adjacency(self.adjacency).copy()
        A.setflags(write=False)
        labels = tuple(self.labels) or ("",) * len(A)
        if len(labels) != len(A):
            raise ValueError(f"labels has {len(labels)} entries for {len(A)} nodes: give one for each node.")
        object.__setattr__(self, "adjacency", A)
        object.__setattr__(self, "labels", labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.adjacency, other.adjacency)

    def __hash__(self) -> int:
        return hash((self.labels, self.adjacency.tobytes()))

    def __len__(self) -> int:
        return len(self.labels)


def as_graph(graph: Any, name: str = "graph") -> Graph:
    """A Graph as it is, or an adjacency matrix as a graph without labels."""
    return graph if isinstance(graph, Graph) else Graph(as_adjacency(graph, name))
