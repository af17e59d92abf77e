"""Tests of two samples and bandwidths: identities, symmetry, strangers, bad input."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.kernels import Gaussian, Spectrum
from kernelcourse.learn import (
    block_mmd_test,
    left_out_likelihood,
    likeliest_bandwidth,
    linear_mmd_test,
    mmd_squared,
    mmd_test,
    scott,
    silverman,
)
from kernelcourse.rkhs import mean_embedding, norm

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((40, 2)), RNG.standard_normal((60, 2)) + 1.0
k = Gaussian(1.0)


def test_the_distance_is_that_of_the_embeddings_and_symmetric():
    assert_allclose(mmd_squared(k, X, Y), norm(mean_embedding(k, X) - mean_embedding(k, Y)) ** 2)
    assert_allclose(mmd_squared(k, X, Y), mmd_squared(k, Y, X))
    assert_allclose(mmd_squared(k, X, X[::-1]), 0, atol=1e-12)


def test_strangers_are_found_and_relatives_are_not():
    rng = np.random.default_rng(1)
    assert mmd_test(k, X, Y, rng, 99).p_value == 0.01
    assert mmd_test(k, X[::2], X[1::2], rng, 99).p_value > 0.05
    many = rng.standard_normal((200, 2))
    assert block_mmd_test(k, many, rng.standard_normal((200, 2)) + 1, 10).p_value < 0.01
    assert mmd_test(Spectrum(q=2), ["abab"] * 8, ["cdcd"] * 8, rng, 99).p_value == 0.01


@pytest.mark.parametrize("size", range(3, 20))
def test_points_that_are_all_equal_show_nothing(size):
    """All distances are 0; what rounding leaves of them must not be ranked."""
    here, there = np.ones((3, 1)), np.ones((size, 1))
    assert mmd_test(k, here, there, np.random.default_rng(0), 99).p_value == 1.0


def test_blocks_that_all_say_the_same():
    same, other = np.full((12, 2), 0.3), np.full((12, 2), 2.0)
    assert block_mmd_test(k, same, same, 3).p_value == 1.0
    assert block_mmd_test(k, same, other, 3).p_value == 0.0


def test_few_blocks_keep_the_level():
    """Two blocks: the normal law would reject more than 7 per cent."""
    rng = np.random.default_rng(2)
    found = [block_mmd_test(k, *rng.standard_normal((2, 8, 1)), 4).p_value <= 0.05 for _ in range(400)]
    assert np.mean(found) <= 0.05


def test_blocks_of_two_are_the_linear_time_statistic():
    h = [
        k(X[[i]], X[[i + 1]]) + k(Y[[i]], Y[[i + 1]]) - k(X[[i]], Y[[i + 1]]) - k(X[[i + 1]], Y[[i]])
        for i in range(0, 40, 2)
    ]
    assert_allclose(linear_mmd_test(k, X, Y).statistic, np.mean(h))


def test_blocks_are_cut_out_of_larger_tables():
    rng = np.random.default_rng(3)
    P, Q = rng.standard_normal((2, 100, 2))
    by_hand = []
    for first in range(0, 99, 3):
        A, B, apart = P[first : first + 3], Q[first : first + 3], 1 - np.eye(3)
        by_hand.append(((k(A) + k(B) - k(A, B) - k(B, A)) * apart).sum() / 6)
    assert_allclose(block_mmd_test(k, P, Q, 3).statistic, np.mean(by_hand))


def test_a_width_left_out_is_better_than_its_neighbours():
    widths = np.geomspace(0.05, 3, 40)
    best = likeliest_bandwidth(X, widths)
    assert left_out_likelihood(X, best) == max(left_out_likelihood(X, h) for h in widths)
    assert_allclose(silverman(5 * X), 5 * silverman(X))
    assert_allclose(scott(X + 7), scott(X))


def test_bad_arguments():
    with pytest.raises(ValueError, match="one point"):
        silverman([[1.0]])
    with pytest.raises(ValueError, match="no spread"):
        scott([[1.0], [1.0]])
    with pytest.raises(ValueError, match="leaves nothing"):
        left_out_likelihood([[1.0]], 1.0)
    with pytest.raises(ValueError, match="bandwidths"):
        likeliest_bandwidth(X, [])
    with pytest.raises(ValueError, match="block = 30"):
        block_mmd_test(k, X, Y, 30)
    with pytest.raises(ValueError, match="permutations"):
        mmd_test(k, X, Y, RNG, 0)
    with pytest.raises(ValueError, match="X holds 1 point"):
        mmd_squared(k, X[:1], Y, unbiased=True)
