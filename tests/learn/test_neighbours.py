"""Nearest neighbours: right by brute force for every measure, with ties decided by number."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neighbors import NearestCentroid as PeerCentroid

from kernelcourse.datasets import toy_b, xor
from kernelcourse.distances import edit_distances, euclidean, manhattan
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import knn_classify, knn_regress, nearest, nearest_centroid
from kernelcourse.learn.ranking import smallest
from kernelcourse.points import squared_distances


def brute(D, count):
    order = np.lexsort((np.broadcast_to(np.arange(D.shape[1]), D.shape), D), axis=1)[:, :count]
    return order, np.take_along_axis(D, order, axis=1)


@pytest.mark.parametrize("n, m, count", [(5, 3, 5), (40, 7, 1), (3000, 60, 7), (3000, 60, 250)])
def test_smallest_entries_of_rows(n, m, count):
    rng = np.random.default_rng(n)
    for scores in (rng.normal(size=(m, n)), rng.integers(0, 5, size=(m, n)).astype(float), np.zeros((m, n))):
        columns, entries = smallest(scores, count)
        expected, values = brute(scores, count)
        assert_array_equal(columns, expected)
        assert_array_equal(entries, values)


@pytest.mark.parametrize("measure", [Linear(), Gaussian(2), Polynomial(2, 1), euclidean, manhattan])
def test_nearest_by_brute_force(measure):
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(900, 3)) + 2, rng.normal(size=(40, 3))
    if callable(getattr(measure, "gram", None)):
        D = np.sqrt(np.maximum(measure.diagonal(Z)[:, None] + measure.diagonal(X) - 2 * measure(Z, X), 0))
    else:
        D = measure(Z, X)
    found = nearest(measure, X, Z, 6)
    indices, distances = brute(D, 6)
    assert_array_equal(found.indices, indices)
    assert_allclose(found.distances, distances, atol=1e-8)


@pytest.mark.parametrize("n", [30, 1600])
def test_equally_near_points_are_taken_by_number(n):
    rng = np.random.default_rng(1)
    X, Z = rng.integers(0, 6, size=(n, 2)).astype(float), rng.integers(0, 6, size=(20, 2)) + 0.5
    exact = np.square(Z[:, None] - X).sum(axis=2)  # small fractions: no rounding at all
    for shift in (0, 0.1):  # with 0.1 every sum is rounded, but the points are as near as before
        found = nearest(Linear(), X + shift, Z + shift, 5)
        assert_allclose(found.distances, np.sqrt(brute(exact, 5)[1]), rtol=1e-12)
    assert_array_equal(nearest(Linear(), X, Z, 5).indices, brute(exact, 5)[0])


def test_a_point_is_its_own_nearest_far_from_the_origin():
    X = np.random.default_rng(2).normal(size=(50, 3)) + 1e8
    found = nearest(Linear(), X, X, 1)
    assert_array_equal(found.indices[:, 0], np.arange(50))
    assert_array_equal(found.distances, 0)


def test_gaussian_ranks_as_euclid_does_and_squares_do_not():
    X = np.random.default_rng(3).normal(size=(50, 2))
    a, b = nearest(Gaussian(1), X, X[:5], 50), nearest(Linear(), X, X[:5], 50)
    assert_array_equal(a.indices, b.indices)
    q, points = [[1.0, 0.0]], np.array([[1.5, 0.0], [-1.1, 0.0]])
    assert_allclose(np.square(nearest(Linear(), points, q, 2).distances), [[0.25, 4.41]], rtol=1e-12)
    squares = nearest(Linear() ** 2, points, q, 2)
    assert_array_equal(squares.indices, [[1, 0]])
    assert_allclose(np.square(squares.distances), [[0.0441, 1.5625]], rtol=1e-9)


@pytest.mark.parametrize("count", [1, 3, 7])
def test_classification_and_regression_agree_with_scikit_learn(count):
    rng = np.random.default_rng(4)
    X, Z = rng.normal(size=(200, 3)), rng.normal(size=(50, 3))
    labels, values = rng.integers(0, 2, 200), rng.normal(size=(200, 2))
    peer = KNeighborsClassifier(count, algorithm="brute").fit(X, labels)
    assert_array_equal(knn_classify(Linear(), X, labels, count)(Z), peer.predict(Z))
    peer = KNeighborsRegressor(count, algorithm="brute").fit(X, values)
    assert_allclose(knn_regress(Linear(), X, values, count)(Z), peer.predict(Z), rtol=1e-12)


def test_equal_votes_go_to_the_class_of_the_nearest():
    X = np.array([[0.0], [1], [2.5], [4]])
    assert_array_equal(knn_classify(Linear(), X, ["b", "a", "a", "b"], 4)([[0.2], [1.1]]), ["b", "a"])


def test_words_and_tables():
    words = ["kitten", "mitten", "table", "cable"]
    f = knn_classify(edit_distances, words, ["soft", "soft", "hard", "hard"], 1)
    assert_array_equal(f(["sitten", "fable"]), ["soft", "hard"])
    X = toy_b()
    K = Gaussian(1)(X)
    a, b = nearest(Precomputed(K), range(6), range(6), 3), nearest(Gaussian(1), X, X, 3)
    assert_array_equal(a.indices, b.indices)


def test_nearest_centroid_is_the_explicit_one():
    rng = np.random.default_rng(5)
    X, Z = rng.normal(size=(60, 2)), rng.normal(size=(40, 2))
    y = rng.integers(0, 3, 60)
    assert_array_equal(nearest_centroid(Linear(), X, y)(Z), PeerCentroid().fit(X, y).predict(Z))

    def phi(X):
        x, z = X.T
        r = np.sqrt(2)
        return np.column_stack([np.ones(len(x)), r * x, r * z, r * x * z, x**2, z**2])

    means = np.array([phi(X)[y == c].mean(axis=0) for c in range(3)])
    assert_array_equal(
        nearest_centroid(Polynomial(2, 1), X, y)(Z), squared_distances(phi(Z), means).argmin(axis=1)
    )


def test_nearest_centroid_solves_xor_in_H_only():
    X, y = xor()
    assert_array_equal(nearest_centroid(Polynomial(2, 1), X, y)(X), y)
    assert (nearest_centroid(Linear(), X, y)(X) != y).any()  # both centroids are the origin


def test_one_point():
    assert_array_equal(knn_classify(Linear(), [[1.0]], ["only"], 1)([[5.0]]), ["only"])
    assert_array_equal(nearest_centroid(Gaussian(1), [[1.0]], [3])([[5.0]]), [3])


def test_bad_arguments():
    X, y = xor()
    for count in (0, 5, 1.0):
        for learner in (knn_classify, knn_regress):
            with pytest.raises(ValueError, match="n_neighbours"):
                learner(Linear(), X, y, count)
        with pytest.raises(ValueError, match="n_neighbours"):
            nearest(Linear(), X, X, count)
    for learner in (lambda *a: knn_classify(*a, 1), lambda *a: knn_regress(*a, 1), nearest_centroid):
        with pytest.raises(ValueError, match="y has"):
            learner(Linear(), X, y[:3])
    with pytest.raises(ValueError, match="row 1"):
        knn_classify(Linear(), X, [1, np.nan, 2, 3], 1)
    with pytest.raises(ValueError, match="features"):
        nearest(Linear(), X, [[1.0]], 1)
    with pytest.raises(ValueError, match="Z is empty"):
        nearest(edit_distances, ["a"], [], 1)
    with pytest.raises(ValueError, match="every pair"):
        nearest(lambda Z, X: np.ones(3), X, X, 1)
