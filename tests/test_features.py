"""Feature maps: φ(x)·φ(z) is the kernel, and how many features there are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse import Gaussian, Polynomial
from kernelcourse.datasets import toy_a
from kernelcourse.features import (
    count_of_degree,
    count_up_to,
    exponents_of_degree,
    exponents_up_to,
    gaussian_features,
    gram_features,
    monomials,
    multinomial,
    polynomial_features,
)

TABLE = {  # d → counts of monomials of degree ≤ p for p = 1, 3, 5, 10, 25
    1: (2, 4, 6, 11, 26),
    3: (4, 20, 56, 286, 3276),
    5: (6, 56, 252, 3003, 142506),
    10: (11, 286, 3003, 184756, 183579396),
    25: (26, 3276, 142506, 183579396, 126410606437752),
}


def test_the_table_of_counts():
    assert {d: tuple(count_up_to(d, p) for p in (1, 3, 5, 10, 25)) for d in TABLE} == TABLE


@pytest.mark.parametrize(("d", "p"), list(itertools.product(range(1, 6), range(6))))
def test_counts_are_what_enumeration_finds(d, p):
    powers = [row for row in itertools.product(range(p + 1), repeat=d) if sum(row) <= p]
    assert count_up_to(d, p) == len(powers) == len(exponents_up_to(d, p))
    assert {tuple(row) for row in exponents_up_to(d, p).tolist()} == set(powers)
    assert count_of_degree(d, p) == sum(sum(row) == p for row in powers) == len(exponents_of_degree(d, p))


@given(
    st.integers(1, 3),
    st.integers(1, 4),
    st.sampled_from([0, 0.5, 1, 3]),
    st.integers(0, 2**32 - 1),
)
def test_polynomial_features_multiply_to_the_polynomial_kernel(d, p, c, seed):
    X = np.random.default_rng(seed).uniform(-2, 2, (5, d))
    F = polynomial_features(X, p, c)
    assert F.shape == (5, count_up_to(d, p) if c else count_of_degree(d, p))
    np.testing.assert_allclose(F @ F.T, Polynomial(p, c)(X), rtol=1e-9, atol=1e-9)


def test_the_quadratic_map_and_its_scales():
    x = np.array([[2.0, 3.0]])
    root = np.sqrt(2)
    np.testing.assert_allclose(polynomial_features(x, 2), [[1, 2 * root, 3 * root, 4, 6 * root, 9]])
    assert {multinomial(row, 3) for row in exponents_up_to(2, 3).tolist()} == {1, 3, 6}


def test_unscaled_monomials_give_another_ridge_fit():
    X, y = toy_a()
    z = np.array([[1.5, -0.5]])

    def fit(F, f):
        return float(f[0] @ np.linalg.solve(F.T @ F + np.eye(F.shape[1]), F.T @ y))

    raw = exponents_up_to(2, 2)
    assert fit(polynomial_features(X, 2), polynomial_features(z, 2)) == pytest.approx(1.00121, abs=1e-5)
    assert fit(monomials(X, raw), monomials(z, raw)) == pytest.approx(1.40887, abs=1e-5)


def test_truncated_gaussian_features_approach_the_gaussian_within_the_bound():
    X = np.linspace(-2, 2, 9)[:, None]
    K = Gaussian(1.0)(X)
    F = gaussian_features(X, 1.0, 29)
    assert F.shape == (9, 30)
    np.testing.assert_allclose(F @ F.T, K, atol=1e-15)
    for degree in (2, 5, 10):
        F = gaussian_features(X, 1.0, degree)
        bound = np.abs(np.multiply.outer(X[:, 0], X[:, 0])) ** (degree + 1) / np.prod(
            np.arange(1.0, degree + 2)
        )
        assert (np.abs(F @ F.T - K) <= bound + 1e-15).all()


def test_truncated_gaussian_features_in_the_plane():
    X = np.random.default_rng(0).uniform(-1, 1, (6, 2))
    F = gaussian_features(X, 0.8, 20)
    np.testing.assert_allclose(F @ F.T, Gaussian(0.8)(X), atol=1e-12)


def test_every_psd_gram_matrix_is_made_of_features():
    X = np.random.default_rng(0).standard_normal((8, 3))
    for k, rank in ((Gaussian(), 8), (Polynomial(1, 0), 3)):
        F = gram_features(k(X))
        assert F.shape == (8, rank)
        np.testing.assert_allclose(F @ F.T, k(X), atol=1e-12)
    assert gram_features(np.zeros((2, 2))).shape == (2, 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: count_up_to(0, 2), "d = 0"),
        (lambda: count_of_degree(2, -1), "p = -1"),
        (lambda: exponents_of_degree(25, 25), "more than a million"),
        (lambda: exponents_up_to(2, 1.5), "p must be a whole number"),
        (lambda: monomials([[1, 2]], np.array([[1]])), "2 columns"),
        (lambda: monomials([[1]], np.array([[-1]])), "whole numbers ≥ 0"),
        (lambda: polynomial_features([[1]], 2, c=-1), "c = -1"),
        (lambda: polynomial_features([[1]], 0), "degree = 0"),
        (lambda: polynomial_features([1], 2), "1-D"),
        (lambda: gaussian_features([[1]], 0, 3), "sigma = 0"),
        (lambda: gram_features([[0, 1], [1, 4]]), "smallest eigenvalue is -0.236"),
        (lambda: gram_features([[1, 2], [0, 1]]), "symmetric"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
