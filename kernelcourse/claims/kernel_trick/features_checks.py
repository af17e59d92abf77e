"""The checks on kernels, their features, and polynomial kernels."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import factorial, prod, sqrt
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.features import exponents_up_to, polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn.ridge import primal_ridge, ridge
from kernelcourse.points import Array

CLOUD = np.random.default_rng(0).standard_normal((30, 2))
X, Z = [1, 2], [3, -1]


def is_a_gram_matrix(gram: Callable[[Any, Array], Array]) -> bool:
    """n × n, symmetric, k(xᵢ, xⱼ) at (i, j), never a negative eigenvalue; XXᵀ of rank 2 or ones on the diagonal"""
    P = CLOUD[:7]
    linear, bell = gram(Linear(), P), gram(Gaussian(1.0), P)
    return (
        linear.shape == bell.shape == (7, 7)
        and same(linear, P @ P.T)
        and np.linalg.matrix_rank(linear) == 2
        and all(same(bell[i, j], np.exp(-((P[i] - P[j]) ** 2).sum() / 2)) for i in range(7) for j in range(7))
        and same(np.diag(bell), np.ones(7))
        and bool(np.linalg.eigvalsh(linear)[0] > -1e-12)
    )


def is_k_of_the_features(product_of: Callable[[Array], Array]) -> bool:
    """equals the Gram matrix of (x·z + 1)² at the five toy points, given their features (5 × 6)"""
    P, _ = datasets.toy_a()
    return same(product_of(polynomial_features(P, 2)), Polynomial(2, 1.0)(P))


def expands_to(kernel: Callable[[float], float]) -> Callable[[Callable[[float, float], list[float]]], bool]:
    def check(features: Callable[[float, float], list[float]]) -> bool:
        for a, b, c, d in product(range(3), repeat=4):
            by_hand = sum(one * other for one, other in zip(features(a, b), features(c, d), strict=True))
            if abs(by_hand - kernel(a * c + b * d)) > 1e-9:
                return False
        return True

    check.__doc__ = (
        "the features' inner product is the kernel at the 81 points with coordinates 0, 1, 2: "
        "a polynomial of degree two in each of its four letters that vanishes there is zero"
    )
    return check


def six(a: float, b: float, s: Callable[[int], float] = sqrt) -> list[float]:
    return [1, s(2) * a, s(2) * b, s(2) * a * b, a**2, b**2]


def keeps_the_kernel(matrix: Callable[[int], Array]) -> bool:
    """Uφ(x)·Uφ(z) = (x·z)² at 30 points, for the features of length three and those of length four"""
    three = polynomial_features(CLOUD, 2, 0.0)
    four = np.einsum("ij,ik->ijk", CLOUD, CLOUD).reshape(30, 4)
    return all(
        same((F @ matrix(F.shape[1]).T) @ (F @ matrix(F.shape[1]).T).T, Linear()(CLOUD) ** 2)
        for F in (three, four)
    )


def orthonormal_columns(size: int) -> Array:
    """A tall matrix with UᵀU = I: more features than before."""
    return np.asarray(np.linalg.qr(np.random.default_rng(9).standard_normal((size + 2, size)))[0])


def multinomial_features(weight: Callable[[list[int], int, int], float]) -> bool:
    """Σ weight² xʲ zʲ over all j is (x·z + c)ᵖ at random points, for d ≤ 3, p ≤ 4, c = 0, 1, 3"""
    rng = np.random.default_rng(2)
    for d, p, c in [(2, 2, 1), (2, 3, 1), (2, 3, 3), (3, 4, 1), (1, 3, 3), (3, 2, 3), (2, 3, 0), (1, 1, 0)]:
        x, z = rng.standard_normal((2, d))
        total = sum(
            weight([p - sum(j), *j], p, c) ** 2 * prod(x ** np.array(j)) * prod(z ** np.array(j))
            for j in exponents_up_to(d, p).tolist()
        )
        if not same(total, (x @ z + c) ** p):
            return False
    return True


def multinomial_weight(j: list[int], p: int, c: int) -> float:
    return sqrt(factorial(p) / prod(factorial(m) for m in j) * c ** j[0])


def agrees_with_kernel_ridge(features: Callable[[Array], Array]) -> bool:
    """ridge on the features is kernel ridge with (x·z + 1)², λ = 1, toy points: 1.00121 at (1.5, −0.5)"""
    P, y = datasets.toy_a()
    q = np.array([[1.5, -0.5]])
    by_features = (features(q) @ primal_ridge(features(P), y, 1.0))[0]
    by_kernel = ridge(Polynomial(2, 1.0), P, y, 1.0)(q)[0]
    return same(by_features, by_kernel) and same(by_kernel, 1.00121, 1e-5)


def plain_monomials(P: Array) -> Array:
    return np.column_stack([np.prod(P**j, axis=1) for j in exponents_up_to(2, 2)])


def says_which_constants(candidate: tuple[Callable[[float], bool], tuple[int, ...]]) -> bool:
    """for these p and c from −2 to 2: yes exactly where no weights at p + 1 points make Σ aᵢaⱼ(tᵢtⱼ + c)ᵖ negative"""
    allowed, degrees = candidate
    for p in degrees:
        t = np.arange(p + 1.0) - 1
        for c in (-2.0, -1.0, -0.5, -0.01, 0.0, 0.5, 1.0, 2.0):
            # weights that pick the coefficient of (t t′)^m, one m after the other
            pick = np.linalg.inv(np.vander(t, p + 1, increasing=True).T)
            values = [a @ (np.outer(t, t) + c) ** p @ a for a in pick.T]
            if allowed(c) != bool(min(values) > -1e-8):
                return False
    return same(np.linalg.eigvalsh((np.outer([0, 1], [0, 1]) - 1.0) ** 2)[0], -0.618034, 1e-5)


def says_which_powers(allowed: Callable[[float], bool]) -> bool:
    """yes exactly to those of ½, 1, 3/2, … 5 for which (1 + xz)ᵖ at nine points of [0, 1] has no negative eigenvalue"""
    x = np.linspace(0, 1, 9)
    powers = np.arange(1, 11) / 2
    least = {p: float(np.linalg.eigvalsh((1 + np.outer(x, x)) ** p)[0]) for p in powers.tolist()}
    return all(allowed(p) == (value > -1e-10) for p, value in least.items())


def counts_features(count: Callable[[int, int, float], int]) -> bool:
    """d, p, c ↦ the rank of the Gram matrix of (x·z + c)ᵖ at 60 random points, d ≤ 4, p ≤ 4, c = 0, ½, 1"""
    rng = np.random.default_rng(3)
    for d, p in ((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2)):
        P = rng.uniform(-1, 1, (60, d))
        if any(np.linalg.matrix_rank(Polynomial(p, c)(P)) != count(d, p, c) for c in (0.0, 0.5, 1.0)):
            return False
    return True


SQUARED, PLUS_ONE = lambda s: s**2, lambda s: (s + 1) ** 2
