"""Claims on kernels, their features, and polynomial kernels."""

from __future__ import annotations

from math import comb, factorial, sqrt

import numpy as np

from kernelcourse.claims.check import equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kernel_trick.features_checks import (
    CLOUD,
    PLUS_ONE,
    SQUARED,
    X,
    Z,
    agrees_with_kernel_ridge,
    counts_features,
    expands_to,
    is_a_gram_matrix,
    is_k_of_the_features,
    keeps_the_kernel,
    multinomial_features,
    multinomial_weight,
    orthonormal_columns,
    plain_monomials,
    says_which_constants,
    says_which_powers,
    six,
)
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Linear, Polynomial

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
        says="K = ΦΦᵀ, one feature vector in each row",
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
        check=expands_to(PLUS_ONE),
        right=six,
        twins={
            "no √2": lambda a, b: six(a, b, lambda n: 1),
            "2 for √2": lambda a, b: six(a, b, lambda n: 2),
            "no constant": lambda a, b: six(a, b)[1:],
        },
    ),
    Claim(
        name="kernel_trick.quadratic_order",
        label="eq-trick-quadratic",
        says="the six features may be listed in any order",
        check=expands_to(PLUS_ONE),
        right=lambda a, b: [a**2, b**2, sqrt(2) * a, sqrt(2) * b, sqrt(2) * a * b, 1],
        twins={"√2 at the wrong ones": lambda a, b: [sqrt(2) * a**2, sqrt(2) * b**2, a, b, a * b, 1]},
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
        check=expands_to(SQUARED),
        right=lambda a, b: [a**2, b**2, a * b, b * a],
        twins={
            "the mixed one once": lambda a, b: [a**2, b**2, a * b],
            "no mixed one": lambda a, b: [a**2, b**2],
        },
    ),
    Claim(
        name="kernel_trick.homogeneous_three",
        label="prop-trick-homogeneous",
        says="(x·z)² also has the three features x₁², x₂², √2 x₁x₂: a feature map is not unique",
        check=expands_to(SQUARED),
        right=lambda a, b: [a**2, b**2, sqrt(2) * a * b],
        twins={
            "2 for √2": lambda a, b: [a**2, b**2, 2 * a * b],
            "with a constant": lambda a, b: [1, a**2, b**2, sqrt(2) * a * b],
        },
    ),
    Claim(
        name="kernel_trick.turned",
        label="prop-trick-homogeneous",
        says="Uφ is a feature map of the same kernel if the columns of U are orthonormal",
        check=keeps_the_kernel,
        right=orthonormal_columns,
        hypotheses=("the columns of U are orthonormal",),
        twins={
            "orthonormal rows": lambda size: orthonormal_columns(size - 2).T,
            "columns of length one, not orthogonal": Twin(
                lambda size: np.ones((size + 2, size)) / np.sqrt(size + 2),
                drops="the columns of U are orthonormal",
            ),
            "orthogonal columns of length two": Twin(
                lambda size: 2 * orthonormal_columns(size), drops="the columns of U are orthonormal"
            ),
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
            "0⁰ = 0": lambda j, p, c: multinomial_weight(j, p, c) * (c > 0),
            "c to another power": lambda j, p, c: multinomial_weight(j, p, 1) * sqrt(c ** (p - j[0])),
        },
    ),
    Claim(
        name="kernel_trick.two_polynomial_kernels",
        label="thm-trick-polynomial",
        says="(x·z + c)ᵖ: (d + p choose p) features for c > 0, (d + p − 1 choose p) for c = 0: 10, 4 at p = 3, d = 2",
        check=counts_features,
        right=lambda d, p, c: comb(d + p - (c == 0), p),
        hypotheses=("c > 0, for all degrees up to p",),
        twins={
            "the same number for c = 0": Twin(
                lambda d, p, c: comb(d + p, p), drops="c > 0, for all degrees up to p"
            ),
            "p + 1 for c = 0, as on the plane": lambda d, p, c: comb(d + p, p) if c else p + 1,
            "dᵖ for c = 0: products in order": lambda d, p, c: comb(d + p, p) if c else d**p,
        },
    ),
    Claim(
        name="kernel_trick.weights_matter",
        label="thm-trick-polynomial",
        says="the weights matter as soon as there is a penalty: 1.00121 with them, 1.40887 with plain monomials",
        check=agrees_with_kernel_ridge,
        right=lambda P: polynomial_features(P, 2),
        twins={"plain monomials": plain_monomials, "no constant": lambda P: polynomial_features(P, 2)[:, 1:]},
    ),
    Claim(
        name="kernel_trick.negative_constant",
        label="thm-trick-polynomial",
        says="(x·z + c)ᵖ, p = 1, 2, …, is a kernel exactly for c ≥ 0",
        check=says_which_constants,
        right=(lambda c: c >= 0, (1, 2, 3, 4)),
        hypotheses=("c ≥ 0", "p ≥ 1"),
        twins={
            "every c": Twin((lambda c: True, (1, 2, 3, 4)), drops="c ≥ 0"),
            "p = 0, the constant kernel": Twin((lambda c: c >= 0, (0,)), drops="p ≥ 1"),
            "only c > 0": (lambda c: c > 0, (1, 2, 3, 4)),
            "|c| ≤ 1": (lambda c: abs(c) <= 1, (1, 2, 3, 4)),
            "c ≥ −0.1": Twin((lambda c: c >= -0.1, (1, 2, 3, 4)), drops="c ≥ 0"),
        },
    ),
    Claim(
        name="kernel_trick.fractional_power",
        label="thm-trick-polynomial",
        says="the power must be a whole number: √(1 + xz) is not a kernel, nor is (1 + xz)^{3/2}",
        check=says_which_powers,
        right=lambda p: p == int(p),
        hypotheses=("p is a whole number",),
        twins={
            "every p > 0": Twin(lambda p: p > 0, drops="p is a whole number"),
            "every p ≥ 1": Twin(lambda p: p >= 1, drops="p is a whole number"),
            "whole, or above 4": Twin(lambda p: p == int(p) or p > 4, drops="p is a whole number"),
        },
    ),
)
