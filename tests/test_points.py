"""Points, and x·z and ‖x − z‖² of all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelcourse.points import (
    as_collection,
    as_count,
    as_number,
    as_outputs,
    as_points,
    as_positive,
    inner_products,
    squared_distances,
)

numbers = st.floats(-1e6, 1e6, allow_subnormal=False)
some_points = st.integers(1, 4).flatmap(
    lambda d: st.tuples(*[arrays(float, st.tuples(st.integers(1, 6), st.just(d)), elements=numbers)] * 2)
)


def one_by_one(X, Z):
    return np.array([[np.sum((x - z) ** 2) for z in np.asarray(Z, float)] for x in np.asarray(X, float)])


@given(some_points)
def test_squared_distances_are_the_sums_of_squared_differences(sets):
    X, Z = sets
    scale = max(np.abs(X).max(), np.abs(Z).max(), 1e-150) ** 2
    np.testing.assert_allclose(squared_distances(X, Z), one_by_one(X, Z), rtol=1e-7, atol=1e-13 * scale)


@given(some_points)
def test_squared_distances_are_symmetric_and_never_negative(sets):
    X, Z = sets
    D = squared_distances(X)
    assert np.array_equal(D, D.T) and (D >= 0).all() and not np.diagonal(D).any()
    np.testing.assert_allclose(squared_distances(X, Z), squared_distances(Z, X).T, rtol=1e-6, atol=1e-3)


def test_inner_products_are_those_of_the_rows():
    assert inner_products([[1, 2]], [[3, -1]]).tolist() == [[1.0]]
    assert inner_products([[1, 2], [0, 1]]).tolist() == [[5.0, 2.0], [2.0, 1.0]]


@pytest.mark.parametrize("offset", [0, 1e4, 1e8])
def test_distances_do_not_suffer_from_a_huge_offset(offset):
    X = offset + np.random.default_rng(0).standard_normal((300, 5))
    np.testing.assert_allclose(squared_distances(X), one_by_one(X, X), rtol=1e-7)


def test_close_pairs_in_a_wide_set_keep_their_digits():
    X = np.array([[0.0], [1e-3], [1e6], [1e6 + 1e-3]])
    np.testing.assert_allclose(squared_distances(X), one_by_one(X, X), rtol=1e-12)


@pytest.mark.parametrize("size", [1e-150, 1e-100, 1e100, 1e150])
def test_very_small_and_very_large_numbers(size):
    X = size * np.array([[1.0, 2], [3, -1], [1, 2]])
    np.testing.assert_allclose(squared_distances(X) / size / size, [[0, 13, 0], [13, 0, 13], [0, 13, 0]])


def test_an_overflowing_distance_is_refused_in_words():
    with pytest.raises(ValueError, match=r"too large for a float at X\[0\], Z\[1\]"):
        squared_distances([[1e200], [-1e200]])


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int8, bool])
def test_other_kinds_of_numbers_become_floats(dtype):
    X = np.array([[0, 1], [1, 1]], dtype=dtype)
    assert squared_distances(X).tolist() == [[0, 1], [1, 0]]
    assert squared_distances(X).dtype == float


def test_inputs_may_be_read_only_strided_or_transposed_and_are_left_alone():
    base = np.random.default_rng(0).standard_normal((6, 8))
    for X in (base[::2, ::2], base.T, np.asfortranarray(base), base[:, ::-1]):
        X.setflags(write=False)
        before = X.copy()
        np.testing.assert_allclose(squared_distances(X), one_by_one(X, X), atol=1e-12)
        assert np.array_equal(X, before)


NAN = float("nan")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: as_points([1, 2, 3]), r"X is 1-D with 3 numbers.*X\[None, :\]"),
        (lambda: as_points(5.0), "must be 2-D"),
        (lambda: as_points(np.zeros((2, 2, 2))), "it has 3 dimensions"),
        (lambda: as_points(np.zeros((0, 2))), r"empty: its shape is \(0, 2\)"),
        (lambda: as_points([[1], [NAN]]), "row 1"),
        (lambda: as_points([[1, np.inf]], "Z"), "Z has NaN or infinity in row 0"),
        (lambda: as_points([["a"]]), "table of numbers"),
        (lambda: as_points([[1], [1, 2]]), "table of numbers"),
        (lambda: as_outputs([1, 2], 3), "2 entries for 3 points"),
        (lambda: as_outputs([1, NAN], 2), "row 1"),
        (lambda: as_outputs(np.zeros((2, 0)), 2), "no columns"),
        (lambda: as_outputs(np.zeros((2, 1, 1)), 2), "3 dimensions"),
        (lambda: as_outputs(["a"], 1), "must hold numbers"),
        (lambda: as_positive(0, "lam"), "lam = 0 must be greater than 0"),
        (lambda: as_positive(NAN, "lam"), "lam must be finite"),
        (lambda: as_number("x", "c"), "c must be a number; it is 'x'"),
        (lambda: as_count(2.0, "p"), "p must be a whole number"),
        (lambda: as_count(True, "p"), "p must be a whole number"),
        (lambda: as_count(0, "p"), "p = 0 must be at least 1"),
        (lambda: as_count(9, "p", most=8), "p = 9 must be at most 8"),
        (lambda: as_collection("abc"), "one word, 'abc'"),
        (lambda: as_collection([]), "empty"),
        (lambda: as_collection({1, 2}), "it is a set"),
        (lambda: as_collection(np.array(1.0)), "it is a ndarray"),
        (lambda: inner_products([[1, 2]], [[1]]), "X has 2 features and Z has 1"),
        (lambda: squared_distances([[1, 2]], [[1]]), "X has 2 features and Z has 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
