"""A matrix or a function of the reader's own: never wrong, and honest within the rounding of the numbers given."""

from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.kernels import Bilinear, Gaussian, Linear, Precomputed
from kernelcourse.validity import judge

BIG = 2**62


def centred(X):
    return X - X.mean(axis=0)


@pytest.mark.parametrize("seed", range(6))
def test_products_in_single_precision_are_not_refuted_by_their_rounding(seed):
    X = np.random.default_rng(seed).standard_normal((10 + seed, 3)).astype(np.float32)
    assert not judge(Precomputed(X @ X.T)).refuted
    assert not judge(lambda A, B: (A @ B.T).astype(np.float32), X).refuted
    assert judge(Precomputed(X @ X.T - np.float32(2) * np.eye(len(X), dtype=np.float32))).refuted


@pytest.mark.parametrize("make", [Precomputed, Bilinear])
def test_whole_numbers_beyond_floats_are_not_proved_by_what_floats_make_of_them(make):
    below = [[BIG, BIG + 1], [BIG + 1, BIG]]
    assert judge(make(np.array(below))).open
    assert judge(make(np.array(below, dtype=object))).open
    assert judge(make(np.array([[2 * BIG, 1], [1, 2 * BIG]], dtype=object))).proved
    thirds = np.full((2, 2), Fraction(1, 3), dtype=object)
    assert judge(make(thirds)).open  # 1/3 is no float


@pytest.mark.parametrize("make", [Precomputed, Bilinear])
@pytest.mark.parametrize("entries", [[[1, 1j], [-1j, 1]], [["1", "0"], ["0", "1"]]])
def test_complex_numbers_and_words_are_no_real_numbers(make, entries):
    with pytest.raises(ValueError, match="real numbers"):
        make(np.array(entries))


def test_a_matrix_of_huge_or_tiny_numbers_is_refuted_too():
    for size in (1e308, 1e-300):
        assert judge(Bilinear(size * np.array([[1, 1.5], [1.5, 1]]))).refuted


def test_a_function_with_complex_values_gives_no_points():
    with pytest.raises(ValueError, match="real numbers"):
        judge(Linear().of(lambda X: 1j * X), np.eye(3))


@pytest.mark.parametrize(
    "k",
    [
        10**12 * Linear() + Linear().of(centred),
        Gaussian(1.0) * (Linear() + 1e-12 * Linear().of(centred)),
        (10**12 * Linear() + Linear().of(centred)).of(lambda X: 2 * X),
    ],
)
def test_a_small_part_that_looks_at_the_whole_batch_is_seen(k):
    assert judge(k, np.random.default_rng(0).standard_normal((6, 2))).open


@pytest.mark.parametrize("n", [1, 2])
def test_few_points_do_not_hide_what_a_function_does_with_many(n):
    X = np.arange(4.0).reshape(2, 2)[:n]
    assert judge(Linear().of(centred), X).open
    assert judge(Linear().weighted(lambda X: np.full(len(X), 1 / len(X))), X).open
    assert judge(Linear().of(np.sin), X).proved


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_open_is_not_said_to_be_indefinite_by_nothing(seed):
    """The form of a small matrix is computed exactly: in floats it may come out as 0."""
    X = np.random.default_rng(seed).standard_normal((6, 2))
    verdict = judge(Precomputed(X @ X.T))
    assert not verdict.refuted and "by 0," not in str(verdict)
