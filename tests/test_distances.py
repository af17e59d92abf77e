"""Distances: the values of the course's table, the axioms, and which functions fail them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse.datasets import graphs
from kernelcourse.distances import (
    cosine_similarity,
    edit_distance,
    edit_distances,
    euclidean,
    geodesic,
    hamming,
    mahalanobis,
    manhattan,
    minkowski,
    tolerant_hamming,
    whiten,
)

X, Z = [[1, 2]], [[3, -1]]
TRIPLES = np.random.default_rng(0).standard_normal((40, 3))
WORDS = ["".join(letters) for n in range(5) for letters in itertools.product("ab", repeat=n)]


def is_metric(D, tolerance=1e-9):
    """d(x, x) = 0, symmetric, and no detour is shorter."""
    detours = (D[:, :, None] + D[None, :, :]).min(axis=1)
    return bool(
        not np.diagonal(D).any()
        and np.allclose(D, D.T)
        and (D >= 0).all()
        and (detours + tolerance >= D).all()
    )


def test_values_at_one_pair():
    assert cosine_similarity(X, Z)[0, 0] == pytest.approx(0.1414214, abs=1e-7)
    assert euclidean(X, Z)[0, 0] == pytest.approx(np.sqrt(13))
    assert manhattan(X, Z)[0, 0] == 5
    assert minkowski(X, Z, p=3)[0, 0] == pytest.approx(3.271066, abs=1e-6)
    assert minkowski(X, Z, p=np.inf)[0, 0] == 3
    assert mahalanobis([[1, 2]], [[4, -2]], [[2, 1], [1, 2]])[0, 0] == pytest.approx(np.sqrt(74 / 3))
    assert mahalanobis([[1, 2]], [[4, -2]], np.eye(2))[0, 0] == pytest.approx(5)
    assert mahalanobis([[1, 2]], [[4, -2]], [9, 4])[0, 0] == pytest.approx(np.sqrt(5))
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("abcdef", "bcdefa") == 2
    assert hamming(["abcdef"], ["bcdefa"])[0, 0] == 6
    assert tolerant_hamming([[0.0], [0.6], [1.2]]).tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]


@pytest.mark.parametrize("p", [1, 1.5, 2, 3, 10, np.inf])
def test_minkowski_is_a_metric_for_p_at_least_one(p):
    assert is_metric(minkowski(TRIPLES, p=p))


def test_minkowski_below_one_would_not_be_a_metric():
    corner = np.array([[0.0, 0], [1, 0], [1, 1]])
    half = (np.abs(corner[:, None] - corner) ** 0.5).sum(axis=2) ** 2
    assert half[0, 2] == 4 and not is_metric(half)


def test_minkowski_contains_manhattan_and_euclidean():
    np.testing.assert_allclose(minkowski(TRIPLES, p=1), manhattan(TRIPLES))
    np.testing.assert_allclose(minkowski(TRIPLES, p=2), euclidean(TRIPLES), atol=1e-12)
    np.testing.assert_allclose(minkowski(TRIPLES, p=200), minkowski(TRIPLES, p=np.inf), rtol=0.01)
    np.testing.assert_allclose(minkowski([[1e200]], [[-1e200]], p=3), 2e200)


def test_the_squared_distance_is_not_a_metric():
    assert is_metric(euclidean(TRIPLES))
    assert not is_metric(euclidean([[0.0], [1.0], [2.0]]) ** 2)


def test_unit_vectors_have_squared_distance_two_minus_two_cosines():
    unit = TRIPLES / np.linalg.norm(TRIPLES, axis=1, keepdims=True)
    np.testing.assert_allclose(euclidean(unit) ** 2, 2 - 2 * cosine_similarity(TRIPLES), atol=1e-12)
    assert cosine_similarity([[3, 4]])[0, 0] == pytest.approx(1)
    assert cosine_similarity([[1e200, 0]], [[1e-200, 1e-200]])[0, 0] == pytest.approx(np.sqrt(0.5))
    assert np.linalg.eigvalsh(cosine_similarity(TRIPLES))[0] > -1e-12


def test_mahalanobis_is_euclidean_after_whitening_and_does_not_see_linear_maps():
    S, A = np.array([[2.0, 1, 0], [1, 2, 0], [0, 0, 3]]), np.random.default_rng(1).standard_normal((3, 3))
    np.testing.assert_allclose(mahalanobis(TRIPLES, None, S), euclidean(whiten(TRIPLES, S)))
    np.testing.assert_allclose(mahalanobis(TRIPLES @ A.T, None, A @ S @ A.T), mahalanobis(TRIPLES, None, S))
    np.testing.assert_allclose(mahalanobis(TRIPLES @ A.T), mahalanobis(TRIPLES), atol=1e-9)
    np.testing.assert_allclose(np.cov(whiten(TRIPLES, np.cov(TRIPLES.T)).T), np.eye(3), atol=1e-12)


def test_diagonal_mahalanobis_is_euclidean_of_standardised_data():
    spread = TRIPLES.std(axis=0)
    np.testing.assert_allclose(
        mahalanobis(TRIPLES, None, spread**2), euclidean(TRIPLES / spread), rtol=1e-10, atol=1e-12
    )


def test_hamming_and_edit_distance_are_metrics_and_differ():
    bits = np.array(list(itertools.product([0, 1], repeat=4)))
    assert is_metric(hamming(bits)) and is_metric(edit_distances(WORDS))
    assert hamming(bits, bits[:3]).shape == (16, 3)
    assert np.linalg.eigvalsh(np.exp(-0.5 * hamming(bits)))[0] == pytest.approx(0.02397, abs=1e-5)
    assert np.linalg.eigvalsh(4 - hamming(bits))[0] > -1e-12  # D − H counts agreements: PSD
    assert np.linalg.eigvalsh(np.exp(-edit_distances(WORDS)))[0] == pytest.approx(-0.0429, abs=1e-4)


def test_tolerant_hamming_is_not_a_metric():
    assert not is_metric(tolerant_hamming([[0.0], [0.6], [1.2]]))


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_edit_distance_is_bounded_by_lengths_and_by_hamming(x, z):
    d = edit_distance(x, z)
    assert abs(len(x) - len(z)) <= d <= max(len(x), len(z))
    assert (d == 0) == (x == z)
    if len(x) == len(z) > 0:
        assert d <= hamming([x], [z])[0, 0]


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_edit_distance_obeys_its_recursion(x, z):
    def slow(a, b):
        if not a or not b:
            return len(a) + len(b)
        return min(slow(a[1:], b) + 1, slow(a, b[1:]) + 1, slow(a[1:], b[1:]) + (a[0] != b[0]))

    assert edit_distance(x, z) == slow(x, z)


def test_geodesic_distances_of_the_cycle():
    assert geodesic(graphs()["C4"]).tolist() == [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    assert is_metric(geodesic(graphs()["S4"]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cosine_similarity([[1, 0], [0, 0]]), "X is zero in row 1"),
        (lambda: cosine_similarity([[1]], [[0]]), "Z is zero in row 0"),
        (lambda: euclidean([1, 2]), "1-D"),
        (lambda: manhattan([[1]], [[1, 2]]), "same features"),
        (lambda: minkowski(X, Z, p=0.5), "p = 0.5 must be at least 1"),
        (lambda: minkowski(X, Z, p="two"), "p must be a number"),
        (lambda: mahalanobis([[1, 2, 3], [3, 4, 5]]), "covariance is singular"),
        (lambda: mahalanobis(X, Z, [[1, 2], [2, 1]]), "positive definite"),
        (lambda: mahalanobis(X, Z, [[1, 0], [0, 0]]), "positive definite"),
        (lambda: mahalanobis(X, Z, [[1, 2], [0, 1]]), "symmetric"),
        (lambda: mahalanobis(X, Z, [1, 2, 3]), r"shape \(3,\); for 2 features"),
        (lambda: whiten(X, [[np.nan, 0], [0, 1]]), "finite"),
        (lambda: hamming(["ab"], ["abc"]), "equal lengths"),
        (lambda: hamming(["ab", "abc"]), "words of one length"),
        (lambda: hamming([""]), "words of one length"),
        (lambda: hamming("ab"), "one word"),
        (lambda: tolerant_hamming(X, Z, epsilon=0), "epsilon = 0"),
        (lambda: edit_distances("word"), "one word"),
        (lambda: edit_distances([]), "empty"),
        (lambda: geodesic([[0, 1], [0, 0]]), "symmetric"),
        (lambda: geodesic(np.zeros((2, 2))), "from node 0 to node 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
