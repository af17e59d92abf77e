"""Claims on kernels, their features, and polynomial kernels."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, prod, sqrt
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim
from kernelcourse.features import exponents_of_degree, exponents_up_to, polynomial_features
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


def expands_to(kernel: Callable[[Any, Any], Any]) -> Callable[[Callable[[Any, Any], Any]], bool]:
    def check(features: Callable[[Any, Any], Any]) -> bool:
        import sympy  # type: ignore[import-untyped]

        x1, x2, z1, z2 = sympy.symbols("x1 x2 z1 z2", real=True)
        by_hand = sum(a * b for a, b in zip(features(x1, x2), features(z1, z2), strict=True))
        return bool(sympy.expand(by_hand - kernel(x1 * z1 + x2 * z2, sympy)) == 0)

    check.__doc__ = "the inner product of the features minus the kernel expands to 0, symbolically"
    return check


def _root(n: int) -> Any:
    import sympy

    return sympy.sqrt(n)


def six(a: Any, b: Any, s: Callable[[int], Any] = _root) -> list[Any]:
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
    """Σ weight² xʲ zʲ over all j is (x·z + c)ᵖ at random points, for d ≤ 3, p ≤ 4, c = 1, 3"""
    rng = np.random.default_rng(2)
    for d, p, c in [(2, 2, 1), (2, 3, 1), (2, 3, 3), (3, 4, 1), (1, 3, 3), (3, 2, 3)]:
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
    """ridge on the features is kernel ridge with (x·z + 1)², λ = 1, toy points: 1.00121 at (1.5, −.5)"""
    P, y = datasets.toy_a()
    q = np.array([[1.5, -0.5]])
    by_features = (features(q) @ primal_ridge(features(P), y, 1.0))[0]
    by_kernel = ridge(Polynomial(2, 1.0), P, y, 1.0)(q)[0]
    return same(by_features, by_kernel) and same(by_kernel, 1.00121, 1e-5)


def plain_monomials(P: Array) -> Array:
    return np.column_stack([np.prod(P**j, axis=1) for j in exponents_up_to(2, 2)])


def says_which_constants(allowed: Callable[[float], bool]) -> bool:
    """for p = 1 … 4 and c in −2 … 2: yes exactly where no weights at p + 1 points make Σ aᵢaⱼ(tᵢtⱼ + c)ᵖ negative"""
    for p in range(1, 5):
        t = np.arange(p + 1.0) - 1
        for c in (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0):
            # weights that pick the coefficient of (t t′)^m, one m after the other
            pick = np.linalg.inv(np.vander(t, p + 1, increasing=True).T)
            values = [a @ (np.outer(t, t) + c) ** p @ a for a in pick.T]
            if allowed(c) != bool(min(values) > -1e-8):
                return False
    return same(np.linalg.eigvalsh((np.outer([0, 1], [0, 1]) - 1.0) ** 2)[0], -0.618034, 1e-5)


def says_which_powers(allowed: Callable[[float], bool]) -> bool:
    """yes exactly to those of ½, 1, 3/2, 2, 3 for which (1 + xz)ᵖ at 0 … 4 has no negative eigenvalue"""
    x = np.arange(5.0)
    least = {p: float(np.linalg.eigvalsh((1 + np.outer(x, x)) ** p)[0]) for p in (0.5, 1.0, 1.5, 2.0, 3.0)}
    return all(allowed(p) == (value > -1e-9 * 17**p) for p, value in least.items())


_SQUARED, _PLUS_ONE = lambda s, m: s**2, lambda s, m: (s + 1) ** 2
CLAIMS = (
    Claim(
        name="kernel_trick.gram_matrix",
        label="def-trick-kernel",
        says="the Gram matrix K has k(xᵢ, xⱼ) at (i, j): n × n, symmetric, XXᵀ for the linear kernel",
        check=is_a_gram_matrix,
        right=lambda k, P: k(P),
        twins={
            "squared": lambda k, P: k(P) ** 2,
            "of the features, d × d": lambda k, P: k(P.T),
            "with zeros on the diagonal": lambda k, P: k(P) - np.diag(np.diag(k(P))),
        },
    ),
    Claim(
        name="kernel_trick.gram_of_features",
        label="eq-trick-gram",
        says="K = ΦΦᵀ, one feature vector a row",
        check=is_k_of_the_features,
        right=lambda Phi: Phi @ Phi.T,
        twins={
            "ΦᵀΦ": lambda Phi: Phi.T @ Phi,
            "the constant feature left out": lambda Phi: Phi[:, 1:] @ Phi[:, 1:].T,
            "normalised by n": lambda Phi: Phi @ Phi.T / len(Phi),
        },
    ),
    Claim(
        name="kernel_trick.quadratic",
        label="eq-trick-quadratic",
        says="(x·z + 1)² = φ(x)·φ(z) with φ(x) = (1, √2x₁, √2x₂, √2x₁x₂, x₁², x₂²)",
        check=expands_to(_PLUS_ONE),
        right=six,
        twins={
            "no √2": lambda a, b: six(a, b, lambda n: 1),
            "2 for √2": lambda a, b: six(a, b, lambda n: 2),
            "no constant": lambda a, b: six(a, b)[1:],
        },
        needs="sympy",
    ),
    Claim(
        name="kernel_trick.quadratic_order",
        label="eq-trick-quadratic",
        says="the six features may be listed in any order",
        check=expands_to(_PLUS_ONE),
        right=lambda a, b: [a**2, b**2, _root(2) * a, _root(2) * b, _root(2) * a * b, 1],
        twins={"√2 at the wrong ones": lambda a, b: [_root(2) * a**2, _root(2) * b**2, a, b, a * b, 1]},
        needs="sympy",
    ),
    Claim(
        name="kernel_trick.four",
        label="ex-trick-four",
        says="at (1, 2), (3, −1) kernel and features of (x·z + 1)² both give 4; 30 points have rank 6",
        check=equals((4, 4, 6), 1e-9),
        right=(
            (1 + np.dot(X, Z)) ** 2,
            sum(a * b for a, b in zip(six(1, 2, sqrt), six(3, -1, sqrt), strict=True)),
            np.linalg.matrix_rank(Polynomial(2, 1.0)(CLOUD)),
        ),
        twins={
            "plain monomials": (4, 1 + 3 - 2 - 6 + 9 + 4, 6),
            "without the constant": (1, 1, 3),
        },
    ),
    Claim(
        name="kernel_trick.homogeneous_four",
        label="prop-trick-homogeneous",
        says="(x·z)² has the four features x₁², x₂², x₁x₂, x₂x₁",
        check=expands_to(_SQUARED),
        right=lambda a, b: [a**2, b**2, a * b, b * a],
        twins={
            "the mixed one once": lambda a, b: [a**2, b**2, a * b],
            "no mixed one": lambda a, b: [a**2, b**2],
        },
        needs="sympy",
    ),
    Claim(
        name="kernel_trick.homogeneous_three",
        label="prop-trick-homogeneous",
        says="(x·z)² has also the three features x₁², x₂², √2 x₁x₂: a feature map is not unique",
        check=expands_to(_SQUARED),
        right=lambda a, b: [a**2, b**2, _root(2) * a * b],
        twins={
            "2 for √2": lambda a, b: [a**2, b**2, 2 * a * b],
            "with a constant": lambda a, b: [1, a**2, b**2, _root(2) * a * b],
        },
        needs="sympy",
    ),
    Claim(
        name="kernel_trick.turned",
        label="prop-trick-homogeneous",
        says="Uφ is a feature map of the same kernel if the columns of U are orthonormal",
        check=keeps_the_kernel,
        right=orthonormal_columns,
        twins={
            "orthonormal rows": lambda size: orthonormal_columns(size - 2).T,
            "columns of length one, not orthogonal": lambda size: (
                np.ones((size + 2, size)) / np.sqrt(size + 2)
            ),
            "orthogonal columns of length two": lambda size: 2 * orthonormal_columns(size),
        },
    ),
    Claim(
        name="kernel_trick.fewer_dimensions",
        label="prop-trick-homogeneous",
        says="features may be fewer than coordinates: (Σx)(Σz) on R⁵ has rank 1",
        check=equals(1),
        right=int(np.linalg.matrix_rank((lambda s: np.outer(s, s))(CLOUD.reshape(12, 5).sum(axis=1)))),
        twins={
            "as many as coordinates": 5,
            "Σ xⱼzⱼ": int(np.linalg.matrix_rank(Linear()(CLOUD.reshape(12, 5)))),
        },
    ),
    Claim(
        name="kernel_trick.multinomial",
        label="eq-trick-multinomial",
        says="(x·z + c)ᵖ weighs the monomial xʲ by √(p!/(j₀! ⋯ j_d!) c^{j₀})",
        check=multinomial_features,
        right=multinomial_weight,
        twins={
            "no weights": lambda j, p, c: 1.0,
            "no root": lambda j, p, c: multinomial_weight(j, p, c) ** 2,
            "j₀ forgotten": lambda j, p, c: multinomial_weight(j, p, c) * sqrt(factorial(j[0])),
            "c to another power": lambda j, p, c: multinomial_weight(j, p, 1) * sqrt(c ** (p - j[0])),
        },
    ),
    Claim(
        name="kernel_trick.two_polynomial_kernels",
        label="thm-trick-polynomial",
        says="(x·z)³ has 4 features on the plane, (x·z + 1)³ has 10: two kernels",
        check=equals((4, 10, 4, 10)),
        right=(
            *(int(np.linalg.matrix_rank(Polynomial(3, c)(CLOUD))) for c in (0.0, 1.0)),
            len(exponents_of_degree(2, 3)),
            len(exponents_up_to(2, 3)),
        ),
        twins={"one kernel, written twice": (10, 10, 10, 10), "degree two": (3, 6, 3, 6)},
    ),
    Claim(
        name="kernel_trick.weights_matter",
        label="thm-trick-polynomial",
        says="the weights change every penalised fit: 1.00121 with them, 1.40887 with plain monomials",
        check=agrees_with_kernel_ridge,
        right=lambda P: polynomial_features(P, 2),
        twins={"plain monomials": plain_monomials, "no constant": lambda P: polynomial_features(P, 2)[:, 1:]},
    ),
    Claim(
        name="kernel_trick.negative_constant",
        label="thm-trick-polynomial",
        says="(x·z + c)ᵖ, p whole, is a kernel exactly for c ≥ 0",
        check=says_which_constants,
        right=lambda c: c >= 0,
        twins={"every c": lambda c: True, "only c > 0": lambda c: c > 0, "|c| ≤ 1": lambda c: abs(c) <= 1},
    ),
    Claim(
        name="kernel_trick.fractional_power",
        label="thm-trick-polynomial",
        says="the power must be a whole number: √(1 + xz) is no kernel, nor is (1 + xz)^{3/2}",
        check=says_which_powers,
        right=lambda p: p == int(p),
        twins={"every p > 0": lambda p: p > 0, "every p ≥ 1": lambda p: p >= 1},
    ),
)
