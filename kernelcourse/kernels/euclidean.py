"""Kernels of points in Rᵈ that are built from x·z or from ‖x − z‖: one frozen value per formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array, as_count, as_number, as_positive, pairwise_squares
from kernelcourse.validity import Certificate

BLOCK = 512  # rows of a symmetric Gram matrix worked on at once: they fit the cache, and only one triangle is computed


@dataclass(frozen=True)
class Linear(Kernel):
    """x·z."""

    def gram(self, X: Array, Z: Array) -> Array:
        return X @ Z.T

    def self_similarity(self, X: Array) -> Array:
        return np.einsum("ij,ij->i", X, X)

    def because(self) -> Certificate:
        return Certificate("inner product", "x·z", "φ(x) = x, so aᵀKa = ‖Σ aᵢxᵢ‖² ≥ 0")


@dataclass(frozen=True)
class Polynomial(Kernel):
    """(x·z + c)ᵖ, c ≥ 0, p = degree a whole number ≥ 1."""

    degree: int
    c: float = 1.0

    def __post_init__(self) -> None:
        as_count(self.degree, "degree")
        if as_number(self.c, "c") < 0:
            raise ValueError(
                f"c = {self.c:g} must be at least 0: (xz − 1)² is not a kernel (try the points 0 and 1)."
            )

    def gram(self, X: Array, Z: Array) -> Array:
        K = X @ Z.T
        K += self.c
        return np.power(K, self.degree, out=K)

    def self_similarity(self, X: Array) -> Array:
        return (np.einsum("ij,ij->i", X, X) + self.c) ** self.degree

    def because(self) -> Certificate | None:
        shifted = (Linear() + self.c).certificate
        reason = "a product of p copies of x·z + c"
        return Certificate("power", str(self), reason, (shifted,)) if shifted else None


@dataclass(frozen=True)
class Gaussian(Kernel):
    """exp(−‖x − z‖² / 2σ²)."""

    sigma: float = 1.0

    def __post_init__(self) -> None:
        as_positive(self.sigma, "sigma")

    def gram(self, X: Array, Z: Array) -> Array:
        return _exp_of_squares(X / self.sigma, None if X is Z else Z / self.sigma)

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        linear = Certificate("inner product", "x·z/σ²", "φ(x) = x/σ")
        reason = "exp(t) = Σ tʲ/j! has positive coefficients, and limits of kernels are kernels"
        exponential = Certificate("exponential", "exp(x·z/σ²)", reason, (linear,))
        reason = "g(x) k(x, z) g(z) with g(x) = exp(−‖x‖²/2σ²), as −‖x−z‖² = 2x·z − ‖x‖² − ‖z‖²"
        return Certificate("weighting", str(self), reason, (exponential,))


def _exp_of_squares(X: Array, Z: Array | None) -> Array:
    """exp(−‖x − z‖²/2) for all pairs; Z = None means X with itself, of which one triangle is enough."""
    middle = X.mean(
        axis=0
    )  # distances do not change when all points move; small numbers lose less to rounding
    A = X - middle
    half = np.einsum("ij,ij->i", A, A) / 2
    if Z is not None:
        B = Z - middle
        K = A @ B.T
        K -= half[:, None]
        K -= np.einsum("ij,ij->i", B, B) / 2
        return np.exp(np.minimum(K, 0, out=K), out=K)
    K = np.empty((len(A), len(A)))
    for i in range(0, len(A), BLOCK):
        rows = slice(i, i + BLOCK)
        block = A[rows] @ A[i:].T
        block -= half[rows, None]
        block -= half[i:]
        np.exp(np.minimum(block, 0, out=block), out=block)
        K[rows, i:] = block
        K[i:, rows] = block.T
    np.fill_diagonal(K, 1)
    return K


@dataclass(frozen=True)
class RationalQuadratic(Kernel):
    """(1 + ‖x − z‖² / 2aℓ²)^(−a), a mixture of Gaussians of all widths."""

    length: float = 1.0
    a: float = 1.0

    def __post_init__(self) -> None:
        as_positive(self.length, "length")
        as_positive(self.a, "a")

    def gram(self, X: Array, Z: Array) -> Array:
        K = pairwise_squares(X, Z)
        K /= 2 * self.a * self.length**2
        K += 1
        return np.power(K, -self.a, out=K)

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate | None:
        gaussian = Gaussian(self.length).certificate
        reason = "∫ exp(−s‖x−z‖²/2ℓ²) dν(s) with ν a Gamma(a, a) law of s: sums and limits of Gaussians"
        return Certificate("mixture", str(self), reason, (gaussian,)) if gaussian else None
