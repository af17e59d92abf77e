"""The kernel that counts the walks two graphs have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kernelcourse.distances import as_adjacency
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_collection, as_positive
from kernelcourse.validity import Certificate


@dataclass(frozen=True)
class RandomWalk(Kernel):
    """Σₖ λᵏ (walks of k steps in G) (walks of k steps in G′) = 1ᵀ(I − λ A ⊗ A′)⁻¹1, A adjacency matrices.

    The sum converges when λ ρ(A) ρ(A′) < 1, ρ the largest eigenvalue: graphs for which it does not are
    refused.
    """

    lam: float = 0.1

    def __post_init__(self) -> None:
        store(self, lam=as_positive(self.lam, "lam"))

    def read(self, X: Any, name: str = "X") -> list[Array]:
        graphs = [as_adjacency(A, f"{name}[{i}]") for i, A in enumerate(as_collection(X, name))]
        for i, A in enumerate(graphs):
            radius = self._spectrum(A)[0].max()
            if self.lam * radius**2 >= 1:
                raise ValueError(
                    f"lam = {self.lam:g} is too large for {name}[{i}]: the sum over walks converges for "
                    f"lam < {1 / radius**2:.4g} only."
                )
        return graphs

    def gram(self, X: Any, Z: Any) -> Array:
        left = [self._spectrum(A) for A in X]
        right = left if X is Z else [self._spectrum(A) for A in Z]
        return np.array([[self._walks(*x, *z) for z in right] for x in left])

    def _spectrum(self, A: Array) -> tuple[Array, Array]:
        return _spectrum(A.tobytes(), len(A))

    def _walks(self, a: Array, u: Array, b: Array, v: Array) -> float:
        # In the eigenbases of A and A′ the Kronecker product is diagonal: Σ uᵢ² vⱼ² / (1 − λ aᵢ bⱼ)
        return float(u @ (1 / (1 - self.lam * np.multiply.outer(a, b))) @ v)

    def self_similarity(self, X: Any) -> Array:
        return np.array([self._walks(*self._spectrum(A), *self._spectrum(A)) for A in X])

    def because(self) -> Certificate:
        reason = "φ(G) = (λ^{k/2} · number of walks of k steps), k = 0, 1, …: an inner product of sequences"
        return Certificate("explicit feature", str(self), reason)

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        graphs = []
        for nodes in (1, 2, 3, 3, 4, 4):
            upper = np.triu(rng.random((nodes, nodes)) < 0.6, 1)
            graphs.append((upper | upper.T).astype(float))
        yield "six random graphs of up to four nodes", graphs


@lru_cache(maxsize=4096)
def _spectrum(matrix: bytes, n: int) -> tuple[Array, Array]:
    """A's eigenvalues, and the squares of 1·v over its eigenvectors v."""
    values, vectors = np.linalg.eigh(np.frombuffer(matrix).reshape(n, n))
    return values, vectors.sum(axis=0) ** 2
