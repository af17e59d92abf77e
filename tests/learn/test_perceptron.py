"""The perceptron: counts are the dual weights, mistakes are bounded, and failure is said aloud."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.datasets import xor
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import (
    averaged_perceptron,
    batch_perceptron,
    kernel_perceptron,
    margin,
    novikoff_bound,
    online_perceptron,
    perceptron,
    ridge,
    with_bias,
)
from kernelcourse.rkhs import KernelExpansion


def last(states):
    *_, end = states
    return end


def separable(seed, n=40, d=3, gap=0.2):
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(n, d)), rng.normal(size=d)
    w /= np.linalg.norm(w)
    y = np.where(X @ w > 0, 1, -1)
    return X + gap * y[:, None] * w, y, w


def test_xor_with_the_quadratic_kernel():
    X, y = xor()
    end = last(kernel_perceptron(Polynomial(2, 1), X, y))
    assert_array_equal(end.counts, [1, 1, 1, 1])
    assert end.updates == 4 and end.passes == 3 and end.separated  # two passes with updates, one to check
    assert_allclose(margin(end.function, X, y), np.sqrt(2), rtol=1e-12)
    assert_allclose(novikoff_bound(end.function, X, y), 4.5, rtol=1e-12)
    assert "separated after 4 updates in 3 passes" in end.outcome
    assert_allclose(end.function(X), Polynomial(2, 1)(X) @ (end.counts * y), rtol=1e-13)


def test_xor_with_a_line_never_ends_and_says_so():
    X, y = xor()
    end = perceptron(with_bias(X), y, passes=1000)
    assert not end.separated and end.passes == 1000 and end.updates == 4000
    assert "not separated" in end.outcome and "4 of 4" in end.outcome
    assert not last(kernel_perceptron(Linear() + 1, X, y, passes=20)).separated
    assert not last(batch_perceptron(with_bias(X), y, passes=20)).separated


@pytest.mark.parametrize("seed", range(10))
def test_updates_stay_below_the_bound_of_any_separator(seed):
    X, y, w = separable(seed)
    end = last(kernel_perceptron(Linear(), X, y, passes=10_000))
    assert end.separated and (y * end.function(X) > 0).all()
    best = KernelExpansion(Linear(), w[None, :], [1.0])
    assert end.updates <= novikoff_bound(best, X, y)
    assert end.updates <= novikoff_bound(end.function, X, y)
    gamma = (y * (X @ w)).min()
    assert_allclose(novikoff_bound(best, X, y), np.square(X).sum(axis=1).max() / gamma**2, rtol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_primal_weights_are_the_counted_sum(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(12, 3)).astype(float)
    y = np.where(rng.random(12) > 0.5, 1, -1)
    primal, dual = list(online_perceptron(X, y, passes=5)), list(kernel_perceptron(Linear(), X, y, passes=5))
    assert len(primal) == len(dual)
    for a, b in zip(primal, dual):
        assert_array_equal(a.counts, b.counts)
        assert_array_equal(a.function, X.T @ (a.counts * y))  # whole numbers: exactly
        assert (a.updates, a.passes, a.point, a.mistakes) == (b.updates, b.passes, b.point, b.mistakes)
        assert a.updates == a.counts.sum()


def test_folded_labels_give_the_same_run():
    X, y, _ = separable(3)
    for a, b in zip(online_perceptron(X, y), online_perceptron(y[:, None] * X)):
        assert_array_equal(a.function, b.function)


def test_rate_only_scales_the_weights():
    X, y, _ = separable(4)
    one, tenth = perceptron(X, y), perceptron(X, y, rate=0.125)
    assert_array_equal(one.counts, tenth.counts)
    assert_allclose(tenth.function, one.function / 8, rtol=1e-13)
    kernel = last(kernel_perceptron(Linear(), X, y, rate=0.125))
    assert_array_equal(kernel.counts, one.counts)


def test_bias_through_k_plus_one():
    X, y, _ = separable(5)
    a, b = perceptron(with_bias(X + 3), y, 5000), last(kernel_perceptron(Linear() + 1, X + 3, y, 5000))
    assert_array_equal(a.counts, b.counts)
    assert_allclose(b.function([[1.0, 2, 3]]), [a.function @ [1, 2, 3, 1]], rtol=1e-9)


def test_batch_adds_all_mistakes_at_once():
    X, y = np.array([[1.0, 1], [2, 1], [-1, -1], [-2, -1]]), np.array([1, 1, -1, -1])
    states = list(batch_perceptron(X, y))
    assert [s.mistakes for s in states] == [4, 0]
    assert_array_equal(states[-1].counts, [1, 1, 1, 1])
    assert_array_equal(states[-1].function, (y[:, None] * X).sum(axis=0))
    assert states[0].updates == 0 and states[-1].separated


def test_perceptron_loss_and_its_gradient():
    """J(w) = Σ over mistakes of −y x·w ≥ 0, and the batch step is −∂J/∂w away from kinks."""
    rng = np.random.default_rng(0)
    X, y, w = rng.normal(size=(20, 3)), np.where(rng.random(20) > 0.5, 1, -1), rng.normal(size=3)

    def J(w):
        return np.maximum(-y * (X @ w), 0).sum()

    wrong = y * (X @ w) <= 0
    numeric = [(J(w + h) - J(w - h)) / 2e-6 for h in 1e-6 * np.eye(3)]
    assert J(w) >= 0 and J(np.zeros(3)) == 0  # w = 0 has loss 0 and separates nothing: hence ≤ 0 is a mistake
    assert_allclose(numeric, -(y[:, None] * X)[wrong].sum(axis=0), atol=1e-6)
    assert perceptron(X, y, 1).updates > 0


def test_unnormalised_value_is_a_multiple_of_the_distance():
    w, x = np.array([3.0, 4.0]), np.array([[-1.0, -1.0]])
    f = KernelExpansion(Linear(), w[None, :], [1.0])
    assert_allclose(-f(x), 7)
    assert_allclose(margin(f, x, [1]), -1.4)


def test_average_is_the_mean_over_all_visits():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(9, 2)), np.where(rng.random(9) > 0.5, 1, -1)
    w, total = np.zeros(2), np.zeros(2)
    for _ in range(4):
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w = w + label * x
            total += w
    average = averaged_perceptron(Linear(), X, y, passes=4)
    assert_allclose(X.T @ average.weights, total / 36, rtol=1e-12)


def test_average_is_right_more_often_on_overlapping_data():
    rng, gains = np.random.default_rng(7), []
    y, truth = np.tile([1, -1], 40), np.tile([1, -1], 500)
    for _ in range(20):
        X, Z = rng.normal(size=(80, 2)) + y[:, None] / 2, rng.normal(size=(1000, 2)) + truth[:, None] / 2
        average = averaged_perceptron(Linear() + 1, X, y, passes=5)
        final = last(kernel_perceptron(Linear() + 1, X, y, passes=5)).function
        gains.append((np.sign(average(Z)) == truth).mean() - (np.sign(final(Z)) == truth).mean())
    assert np.mean(gains) > 0.05


def test_precomputed():
    X, y = xor()
    end = last(kernel_perceptron(Precomputed(Polynomial(2, 1)(X)), range(4), y))
    assert_array_equal(end.counts, [1, 1, 1, 1])


def test_gaussian_kernel_separates_any_different_points():
    rng = np.random.default_rng(8)
    X, y = rng.normal(size=(20, 2)), np.where(rng.random(20) > 0.5, 1, -1)
    assert last(kernel_perceptron(Gaussian(0.3), X, y, passes=5000)).separated


def test_same_point_with_both_labels_is_never_separated():
    X = np.array([[1.0, 0], [1, 0]])
    assert not last(kernel_perceptron(Gaussian(1), X, [1, -1], passes=50)).separated


@pytest.mark.parametrize(
    "y", [[0, 1, 0, 1], [1, 1, 1], [1, 2, -1, 1], [[1], [1], [-1], [-1]], [1, np.nan, 1, -1]]
)
def test_bad_labels(y):
    X, _ = xor()
    for learner in (online_perceptron, batch_perceptron, perceptron):
        with pytest.raises(ValueError, match="y"):
            learner(X, y)
    with pytest.raises(ValueError, match="y"):
        kernel_perceptron(Linear(), X, y)
    with pytest.raises(ValueError, match="y"):
        averaged_perceptron(Linear(), X, y)


def test_bad_arguments():
    X, y = xor()
    for learner in (online_perceptron, batch_perceptron):
        with pytest.raises(ValueError, match="passes"):
            learner(X, y, passes=0)
        with pytest.raises(ValueError, match="rate"):
            learner(X, y, rate=0)
    with pytest.raises(ValueError, match="rate"):
        kernel_perceptron(Linear(), X, y, rate=-1)
    with pytest.raises(ValueError, match="margin"):
        novikoff_bound(ridge(Linear(), X, y, 1.0) + KernelExpansion(Linear(), X, [1.0, 0, 0, 0]), X, y)
    with pytest.raises(ValueError, match="f = 0"):
        margin(KernelExpansion(Linear(), X, np.zeros(4)), X, y)
    with pytest.raises(ValueError, match="1-D"):
        with_bias([1.0, 2.0])
