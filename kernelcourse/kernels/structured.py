"""Kernels of things that are not vectors: words and graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kernelcourse.distances import as_adjacency, letters, mismatches, same_length
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_collection, as_count, as_positive
from kernelcourse.validity import Certificate

Words = Iterable[tuple[str, Any]]


@dataclass(frozen=True)
class ExponentiatedHamming(Kernel):
    """exp(−γ · number of positions where x and z differ), γ > 0, for words of one length or rows."""

    gamma: float = 1.0

    def __post_init__(self) -> None:
        store(self, gamma=as_positive(self.gamma, "gamma"))

    def read(self, X: Any, name: str = "X") -> Any:
        table = letters(X, name)
        return table if table.dtype.kind == "f" else X  # words stay words, for kernels added to this one

    def compare(self, X: Any, Z: Any) -> None:
        same_length(letters(X), letters(Z))

    def gram(self, X: Any, Z: Any) -> Array:
        table = letters(X)
        return np.exp(-self.gamma * mismatches(table, table if X is Z else letters(Z)))

    def self_similarity(self, X: Any) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        both = Certificate("explicit feature", "1[x_d = z_d]", "φ(x) has one entry for each symbol, 1 at x_d")
        one = Certificate("explicit feature", "exp(−γ)", "a constant ≥ 0")
        reason = "exp(−γ) + (1 − exp(−γ)) 1[x_d = z_d], and both coefficients are ≥ 0"
        position = Certificate("sum", "exp(−γ 1[x_d ≠ z_d])", reason, (one, both))
        return Certificate("product", str(self), "one factor for each position", (position,))

    def trial_sets(self, rng: np.random.Generator) -> Words:
        yield "all words of three letters a, b", [f"{a}{b}{c}" for a in "ab" for b in "ab" for c in "ab"]


@dataclass(frozen=True)
class Spectrum(Kernel):
    """Σ over all words w of q letters: (how often w occurs in x) · (how often w occurs in z)."""

    q: int = 2

    def __post_init__(self) -> None:
        store(self, q=as_count(self.q, "q"))

    def read(self, X: Any, name: str = "X") -> Any:
        words = as_collection(X, name)
        for i, word in enumerate(words):
            if not isinstance(word, str):
                raise ValueError(f"{name}[{i}] must be a string; it is {word!r}.")
        return words

    def counts(self, word: str) -> Counter[str]:
        """How often each piece of q letters occurs in the word: the feature map."""
        return Counter(word[i : i + self.q] for i in range(len(word) - self.q + 1))

    def gram(self, X: Any, Z: Any) -> Array:
        left = [self.counts(x) for x in X]
        right = left if X is Z else [self.counts(z) for z in Z]
        return np.array([[sum(x[w] * z[w] for w in x) for z in right] for x in left], dtype=float)

    def self_similarity(self, X: Any) -> Array:
        return np.array([sum(n * n for n in self.counts(x).values()) for x in X], dtype=float)

    def because(self) -> Certificate:
        return Certificate("explicit feature", str(self), "φ(x) counts the pieces of q letters in x")

    def trial_sets(self, rng: np.random.Generator) -> Words:
        words = ["".join(rng.choice(list("ab"), size=n)) for n in rng.integers(1, 7, size=30)]
        yield "30 random words of the letters a, b", sorted(set(words))


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

    def trial_sets(self, rng: np.random.Generator) -> Words:
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
