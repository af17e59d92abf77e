"""The diffusion kernel: how much heat flows from one node of a graph to another in a given time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.distances import as_adjacency
from kernelcourse.kernels.kernel import HoldsArrays, frozen
from kernelcourse.points import Array, as_positive
from kernelcourse.validity import Certificate


@dataclass(frozen=True, eq=False, repr=False)
class Diffusion(HoldsArrays):
    """exp(−tL)[i, j], L = D − A the Laplacian of a graph, D the degrees: its points are the nodes 0 … n − 1."""

    adjacency: Array
    t: float

    def __init__(self, adjacency: ArrayLike, t: float = 1.0) -> None:
        object.__setattr__(self, "adjacency", frozen(as_adjacency(adjacency)))
        object.__setattr__(self, "t", as_positive(t, "t"))

    @cached_property
    def heat(self) -> Array:
        """exp(−tL) for all nodes: (n, n)."""
        A = self.adjacency
        values, vectors = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
        root = vectors * np.exp(-self.t * np.maximum(values, 0) / 2)
        return np.asarray(root @ root.T)  # a square: positive semidefinite up to the last digit

    def read(self, X: Any, name: str = "X") -> Any:
        nodes, n = np.asarray(X), len(self.adjacency)
        whole = nodes.dtype.kind in "iu" or (
            nodes.dtype.kind == "f" and bool((nodes == np.round(nodes)).all())
        )
        if nodes.ndim != 1 or not nodes.size or not whole or nodes.min() < 0 or nodes.max() >= n:
            raise ValueError(f"{name} must be numbers of nodes, 0 … {n - 1}; for all of them use range({n}).")
        return nodes.astype(int)

    def gram(self, X: Any, Z: Any) -> Array:
        return self.heat[np.ix_(X, Z)]

    def self_similarity(self, X: Any) -> Array:
        return self.heat[X, X]

    def because(self) -> Certificate:
        reason = "L is symmetric, so exp(−tL) = exp(−tL/2)²: row i of exp(−tL/2) is φ(i)"
        return Certificate("explicit feature", str(self), reason)

    def trial_sets(self, rng: np.random.Generator) -> list[tuple[str, Any]]:
        """All the points there are."""
        return [("all nodes", np.arange(len(self.adjacency)))]

    def __repr__(self) -> str:
        return f"Diffusion({len(self.adjacency)} nodes, t={self.t:g})"
