"""Feature maps written out: φ(x) as a row of numbers with φ(x)·φ(z) = k(x, z), where that is possible."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelcourse.points import Array, as_count, as_number, as_points, as_positive


def count_up_to(d: int, p: int) -> int:
    """C(d + p, d): how many monomials of degree ≤ p there are in d variables."""
    return math.comb(as_count(d, "d") + as_count(p, "p", least=0), d)


def count_of_degree(d: int, p: int) -> int:
    """C(d + p − 1, p): how many monomials of degree exactly p there are in d variables."""
    return math.comb(as_count(d, "d") + as_count(p, "p", least=0) - 1, p)


def exponents_of_degree(d: int, p: int) -> NDArray[np.int64]:
    """All (j₁, …, j_d) with j₁ + … + j_d = p, one in each row, the highest power of x₁ first."""
    size = count_of_degree(d, p)
    if size > 10**6:
        raise ValueError(f"d = {d} and p = {p} make {size} features: more than a million; use the kernel.")
    chosen = itertools.combinations_with_replacement(range(d), p)  # which variable each of the p factors is
    return np.array([np.bincount(np.array(factors, dtype=int), minlength=d) for factors in chosen])


def exponents_up_to(d: int, p: int) -> NDArray[np.int64]:
    """All (j₁, …, j_d) with j₁ + … + j_d ≤ p, one in each row, by rising degree: (C(d + p, d), d)."""
    return np.concatenate([exponents_of_degree(d, degree) for degree in range(as_count(p, "p", least=0) + 1)])


def monomials(X: ArrayLike, exponents: NDArray[np.int64]) -> Array:
    """x₁^{j₁} ⋯ x_d^{j_d} for every point and every row of exponents: (n, number of rows)."""
    points = as_points(X)
    powers = np.asarray(exponents)
    if (
        powers.ndim != 2
        or powers.shape[1] != points.shape[1]
        or powers.dtype.kind not in "iu"
        or (powers < 0).any()
    ):
        raise ValueError(
            f"exponents must be whole numbers ≥ 0, one row a monomial and {points.shape[1]} columns; "
            f"it has shape {powers.shape}."
        )
    product = np.ones((len(points), len(powers)))
    for feature, power in zip(points.T, powers.T):
        product *= feature[:, None] ** power
    return product


def polynomial_features(X: ArrayLike, degree: int, c: float = 1.0) -> Array:
    """φ with φ(x)·φ(z) = (x·z + c)ᵖ: all monomials of degree ≤ p (exactly p if c = 0), scaled.

    By the multinomial theorem the scale of x₁^{j₁} ⋯ x_d^{j_d} is √(p!/(j₀! j₁! ⋯ j_d!) c^{j₀}), j₀ = p − Σ
    j. Without it the features span the same functions, but ridge and PCA give other answers.
    """
    points = as_points(X)
    p, c = as_count(degree, "degree"), as_number(c, "c")
    if c < 0:
        raise ValueError(f"c = {c:g} must be at least 0: (x·z + c)ᵖ has no feature map otherwise.")
    d = points.shape[1]
    exponents = exponents_up_to(d, p) if c > 0 else exponents_of_degree(d, p)
    return monomials(points, exponents) * np.sqrt(
        [multinomial(row, p) * c ** (p - sum(row)) for row in exponents.tolist()]
    )


def multinomial(exponents: list[int], p: int) -> int:
    """p! / (j₀! j₁! ⋯ j_d!) with j₀ = p − Σ j: how often it appears in (c + x₁z₁ + … + x_d z_d)ᵖ."""
    return math.factorial(p) // math.prod(math.factorial(j) for j in [p - sum(exponents), *exponents])


def gaussian_features(X: ArrayLike, sigma: float, degree: int) -> Array:
    """The Gaussian's features up to a degree: exp(−‖x‖²/2σ²) Π (x_d/σ)^{j_d}/√(j_d!), Σ j ≤ degree.

    All of them, infinitely many, would give φ(x)·φ(z) = exp(−‖x − z‖²/2σ²) exactly; the error of stopping at
    degree p is at most (‖x‖‖z‖/σ²)^{p+1}/(p + 1)!.
    """
    points = as_points(X) / as_positive(sigma, "sigma")
    exponents = exponents_up_to(points.shape[1], as_count(degree, "degree", least=0))
    scale = [1 / math.sqrt(math.prod(math.factorial(j) for j in row)) for row in exponents.tolist()]
    decay = np.exp(-np.einsum("ij,ij->i", points, points) / 2)
    return decay[:, None] * monomials(points, exponents) * scale


def gram_features(K: ArrayLike) -> Array:
    """φ(xᵢ) = row i of VΛ^{1/2} for K = VΛVᵀ: n points in Rʳ, r the rank, whose inner products are K."""
    gram = as_points(K, "K")
    if gram.shape[0] != gram.shape[1] or not np.allclose(
        gram, gram.T, rtol=1e-9, atol=1e-12 * np.abs(gram).max()
    ):
        raise ValueError(f"K must be a symmetric square matrix; its shape is {gram.shape}.")
    values, vectors = np.linalg.eigh((gram + gram.T) / 2)
    rounding = 4 * len(gram) * np.finfo(float).eps * np.abs(values).max()
    if values[0] < -max(rounding, 1e-9 * np.abs(values).max()):
        raise ValueError(f"K must be PSD to be a Gram matrix; its smallest eigenvalue is {values[0]:.3g}.")
    kept = values > rounding
    return vectors[:, kept][:, ::-1] * np.sqrt(values[kept][::-1])
