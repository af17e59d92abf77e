"""Claims on the methods that have a dual form, on other kernels, and on how many numbers each form needs."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from scipy.linalg import expm

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.distances import euclidean
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn.kernel_kmeans import kernel_kmeans
from kernelcourse.learn.neighbours import knn_classify
from kernelcourse.learn.pca import kernel_pca, pca
from kernelcourse.learn.perceptron import kernel_perceptron, perceptron, with_bias
from kernelcourse.learn.ridge import primal_ridge, ridge
from kernelcourse.points import Array

SQUARE = Polynomial(2, 1.0)


def is_its_classical_self(k: Any) -> bool:
    """ridge, PCA, perceptron and nearest neighbours with this kernel are the methods without one, on toy points"""
    X, y = datasets.toy_b(), np.array([-1.0, -1, -1, 1, 1, -1])
    Z = np.array([[1.0, 1.0], [4.0, 4.5], [6.0, 1.0]])
    *_, state = kernel_perceptron(k + 1, X, y, passes=200)
    plain = perceptron(with_bias(X), y, passes=200)
    return (
        same(ridge(k, X, y, 1.0)(Z), Z @ primal_ridge(X, y, 1.0))
        and same(np.abs(kernel_pca(k, X, 2).scores(Z)), np.abs(pca(X, 2).scores(Z)), 1e-7)
        and same(state.function(Z), with_bias(Z) @ plain.function)
        and np.array_equal(
            knn_classify(k, X, y, n_neighbours=3)(Z), knn_classify(euclidean, X, y, n_neighbours=3)(Z)
        )
    )


def dual_sizes(sizes: Callable[[int, int, int], tuple[tuple[int, ...], ...]]) -> bool:
    """the weights of ridge, perceptron, PCA and k-means in the package have these shapes, for n = 6, d = 2, q = 2"""
    X, y = datasets.toy_b(), np.array([-1.0, -1, -1, 1, 1, -1])
    *_, state = kernel_perceptron(SQUARE, X, y)
    clusters = kernel_kmeans(SQUARE, X, 2, rng=np.random.default_rng(0))
    found = (
        ridge(SQUARE, X, y, 1.0).weights.shape,
        state.counts.shape,
        kernel_pca(SQUARE, X, 2).directions.weights.shape,
        clusters.centroids.weights.shape,
    )
    return sizes(6, 2, 2) == found


def is_a_kernel_on_four_nodes(K: Array) -> bool:
    """symmetric, with the eigenvalues 0.0329, 0.1353, 0.5567, 1: all positive"""
    return same(K, K.T) and same(np.linalg.eigvalsh(K), [0.0329, 0.1353, 0.5567, 1.0], 5e-5)


def counts_the_numbers(sizes: Callable[[int, int, int], tuple[int, int]]) -> bool:
    """the entries of K and of ΦᵀΦ as the package makes them; 1 000 000 and 36 for n = 1000, d = 2, p = 2"""
    for n, d, p in ((30, 2, 3), (12, 4, 2), (5, 6, 3)):
        X = np.random.default_rng(0).standard_normal((n, d))
        Phi = polynomial_features(X, p)
        if sizes(n, d, p) != (Polynomial(p, 1.0)(X).size, (Phi.T @ Phi).size):
            return False
    return sizes(1000, 2, 2) == (1_000_000, 36)


def _to_form(rows: int, size: int) -> int:
    """Multiplications that form AᵀA, entry by entry, for a matrix A of this many rows and columns."""
    return sum(rows for _ in range(size) for _ in range(size))


def _to_solve(size: int) -> int:
    """Multiplications of an elimination, counted step by step."""
    return sum((size - step - 1) * (size - step) for step in range(size))


def grows_like(orders: Callable[[int, int, int], tuple[int, int]]) -> bool:
    """counted multiplications of primal and dual are between a quarter of these and all of them, n, D, d apart"""
    for n, D, d in ((400, 10, 3), (10, 400, 3), (10, 10, 400), (60, 60, 60), (200, 40, 2)):
        counted = _to_form(n, D) + _to_solve(D), _to_form(d, n) + _to_solve(n)
        if not all(0.25 <= made / order <= 1 for made, order in zip(counted, orders(n, D, d), strict=True)):
            return False
    return True


def compares_systems(smaller: Callable[[int, int], bool]) -> bool:
    """n, D ↦ whether K has fewer numbers than ΦᵀΦ, for (x·z + 1)² and (x·z)² at 2 to 10 points of the plane"""
    for n in range(2, 11):
        X = np.random.default_rng(n).standard_normal((n, 2))
        for c in (0.0, 1.0):
            Phi = polynomial_features(X, 2, c)
            if smaller(n, Phi.shape[1]) != (Polynomial(2, c)(X).size < (Phi.T @ Phi).size):
                return False
    return True


_A = datasets.graphs()["P4"]
_LAPLACIAN = np.diag(_A.sum(axis=1)) - _A


CLAIMS = (
    Claim(
        name="kernel_trick.classical_methods",
        label="rem-trick-methods",
        says="with the linear kernel ridge, PCA, perceptron and nearest neighbours are their classical selves",
        check=is_its_classical_self,
        right=Linear(),
        twins={
            "a quadratic kernel": SQUARE,
            "twice the linear kernel": 2 * Linear(),
            "a Gaussian": Gaussian(1.0),
        },
    ),
    Claim(
        name="kernel_trick.dual_sizes",
        label="rem-trick-methods",
        says="n dual weights for ridge and perceptron, n × q for PCA and k-means",
        check=dual_sizes,
        right=lambda n, d, q: ((n,), (n,), (n, q), (n, q)),
        twins={
            "as many as features": lambda n, d, q: ((d,), (d,), (d, q), (d, q)),
            "one for each output": lambda n, d, q: ((n,), (n,), (q,), (q,)),
        },
    ),
    Claim(
        name="kernel_trick.other_kernels",
        label="rem-trick-words",
        says="the heat kernel e^{−L} of a graph is a kernel; the filter of a convolution is not",
        check=is_a_kernel_on_four_nodes,
        right=expm(-_LAPLACIAN),
        twins={"the filter (1, 0, −1)": np.eye(4, k=-1) - np.eye(4, k=1), "the Laplacian itself": _LAPLACIAN},
    ),
    Claim(
        name="kernel_trick.sizes",
        label="prop-trick-sizes",
        says="the dual system has n² numbers, the primal (d + p choose p)²",
        check=counts_the_numbers,
        right=lambda n, d, p: (n * n, comb(d + p, p) ** 2),
        hypotheses=("c > 0",),
        twins={
            "the count for c = 0": Twin(lambda n, d, p: (n * n, comb(d + p - 1, p) ** 2), drops="c > 0"),
            "the primal of the raw points": lambda n, d, p: (n * n, d * d),
            "n numbers": lambda n, d, p: (n, comb(d + p, p)),
            "d and p added": lambda n, d, p: (n * n, (d + p) ** 2),
        },
    ),
    Claim(
        name="kernel_trick.operations",
        label="prop-trick-sizes",
        says="about nD² + D³ operations for the primal, n²d + n³ for the dual with a kernel that costs d",
        check=grows_like,
        right=lambda n, D, d: (n * D**2 + D**3, n**2 * d + n**3),
        hypotheses=("the kernel costs d operations",),
        twins={
            "the solution is free": lambda n, D, d: (n * D**2, n**2 * d),
            "the matrices are free": lambda n, D, d: (D**3, n**3),
            "a kernel that costs as much as its features": Twin(
                lambda n, D, d: (n * D**2 + D**3, n**2 * D + n**3), drops="the kernel costs d operations"
            ),
        },
    ),
    Claim(
        name="kernel_trick.smaller_system",
        label="prop-trick-sizes",
        says="the dual system is the smaller one exactly when n < D",
        check=compares_systems,
        right=lambda n, D: n < D,
        hypotheses=(),
        twins={"n ≤ D": lambda n, D: n <= D, "n < D²": lambda n, D: n < D**2, "always": lambda n, D: True},
    ),
)
