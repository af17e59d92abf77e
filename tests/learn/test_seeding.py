"""Where clustering starts: the rules, their probabilities, and that they need nothing but a kernel."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.kernels import Gaussian, Linear, Precomputed
from kernelcourse.learn import (
    choose_farthest,
    choose_plus_plus,
    farthest_points,
    nearest_chosen,
    plus_plus,
    plus_plus_probabilities,
    random_partition,
    random_points,
)

ALL = [random_partition, random_points, farthest_points, plus_plus]
LINE = np.array([[0.0], [1], [4]])
OUTLIER = np.array([[0, 0.1, 0.2, 5, 5.1, 5.2, 30]]).T


def test_farthest_point_takes_the_outlier():
    assert_array_equal(choose_farthest(Linear(), LINE, 2), [0, 2])
    assert_array_equal(choose_farthest(Linear(), OUTLIER, 2), [0, 6])


def test_far_means_from_the_nearest_chosen():
    X = np.array([[0.0], [4], [5], [10], [12]])
    assert_array_equal(choose_farthest(Linear(), X, 3), [0, 4, 2])
    probabilities = plus_plus_probabilities(Linear(), X, [0, 3])
    assert_allclose(probabilities, [0, 0.356, 0.556, 0, 0.089], atol=5e-4)
    assert np.argmax(probabilities) == 2


def test_plus_plus_probabilities():
    assert_allclose(plus_plus_probabilities(Linear(), LINE, [0]), [0, 1 / 17, 16 / 17], rtol=1e-13)
    assert_allclose(plus_plus_probabilities(Linear(), OUTLIER, [0])[-1], 0.920, atol=5e-4)


def test_plus_plus_draws_with_these_probabilities():
    rng = np.random.default_rng(0)
    pairs = np.array([choose_plus_plus(Linear(), LINE, 2, rng) for _ in range(3000)])
    second = pairs[pairs[:, 0] == 0, 1]
    assert abs((second == 2).mean() - 16 / 17) < 0.03
    assert abs((pairs[:, 0] == 0).mean() - 1 / 3) < 0.04


@pytest.mark.parametrize("seeding", ALL)
@pytest.mark.parametrize("q", [1, 3, 8])
def test_every_cluster_has_a_point(seeding, q):
    X = np.random.default_rng(1).normal(size=(8, 2))
    for seed in range(20):
        labels = seeding(Gaussian(1), X, q, np.random.default_rng(seed))
        assert labels.shape == (8,) and len(np.unique(labels)) == q


@pytest.mark.parametrize("seeding", ALL)
def test_duplicates_do_not_empty_a_cluster(seeding):
    for seed in range(10):
        labels = seeding(Linear(), np.ones((6, 2)), 4, np.random.default_rng(seed))
        assert len(np.unique(labels)) == 4


@pytest.mark.parametrize("seeding", ALL)
def test_the_gram_matrix_is_enough(seeding):
    X = np.random.default_rng(2).normal(size=(15, 3))
    k = Gaussian(1.5)
    a = seeding(k, X, 4, np.random.default_rng(3))
    b = seeding(Precomputed(k(X)), range(15), 4, np.random.default_rng(3))
    assert_array_equal(a, b)


def test_points_join_the_nearest_chosen_one():
    assert_array_equal(nearest_chosen(Linear(), OUTLIER, [0, 4]), [0, 0, 0, 1, 1, 1, 1])


def test_bad_arguments():
    rng = np.random.default_rng(0)
    for seeding in ALL:
        with pytest.raises(ValueError, match="4 for 3 points"):
            seeding(Linear(), LINE, 4, rng)
    with pytest.raises(ValueError, match="first"):
        choose_farthest(Linear(), LINE, 2, first=3)
    for chosen in ([], [0, 0], [5], [0.5], [[0]]):
        with pytest.raises(ValueError, match="chosen"):
            nearest_chosen(Linear(), LINE, chosen)
