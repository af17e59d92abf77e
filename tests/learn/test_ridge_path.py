"""The ridge path: one eigendecomposition gives every λ, and exact leave-one-out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import RidgeCV

from kernelcourse.datasets import toy_a
from kernelcourse.kernels import Difference, Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import ridge, ridge_path

LAMS = np.logspace(-12, 12, 13)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1), Gaussian(0.1), Polynomial(2, 1)])
@pytest.mark.parametrize("outputs", [(), (1,), (3,)])
def test_every_lambda_is_the_ridge_of_that_lambda(kernel, outputs):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(9, 2)), rng.normal(size=(9, *outputs))
    lams = [1e-3, 0.1, 10, 1e6]
    path = ridge_path(kernel, X, y, lams)
    assert len(path) == 4 and path.weights.shape == (4, 9, *outputs)
    for i, lam in enumerate(lams):
        f = ridge(kernel, X, y, lam)
        assert_allclose(path.weights[i], f.weights, rtol=1e-8, atol=1e-9 * np.abs(f.weights).max())
        assert_allclose(path.expansion(i)(X), f(X), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1)])
def test_leave_one_out_is_exact(kernel):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(12, 2)), rng.normal(size=(12, 2))
    lams = [1e-2, 1.0, 100.0]
    path = ridge_path(kernel, X, y, lams)
    for i, lam in enumerate(lams):
        for out in range(12):
            kept = np.arange(12) != out
            miss = y[out] - ridge(kernel, X[kept], y[kept], lam)(X[out : out + 1])[0]
            assert_allclose(path.loo_residuals[i, out], miss, rtol=1e-9, atol=1e-11)
    assert_allclose(path.loo_error, np.square(path.loo_residuals).mean(axis=(1, 2)), rtol=1e-14)


def test_hat_matrix_numbers():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(10, 2)), rng.normal(size=10)
    K = Gaussian(1)(X)
    path = ridge_path(Gaussian(1), X, y, [0.05, 2.0])
    for i, lam in enumerate([0.05, 2.0]):
        H = K @ np.linalg.inv(K + lam * np.eye(10))
        r = y - H @ y
        assert_allclose(path.degrees_of_freedom[i], np.trace(H), rtol=1e-10)
        assert_allclose(path.loo_residuals[i], r / (1 - np.diag(H)), rtol=1e-9)
        assert_allclose(path.gcv[i], np.mean(r**2) / (1 - np.trace(H) / 10) ** 2, rtol=1e-9)
        assert_allclose(path.condition_number[i], np.linalg.cond(K + lam * np.eye(10)), rtol=1e-9)


def test_chooses_the_lambda_that_scikit_learn_chooses():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 5))
    y = X @ [1, 2, 0, 0, -1] + rng.normal(size=40)
    lams = np.logspace(-3, 3, 13)
    peer = RidgeCV(alphas=lams, fit_intercept=False, store_cv_results=True).fit(X, y)
    path = ridge_path(Linear(), X, y, lams)
    assert_allclose(path.loo_error, peer.cv_results_.mean(axis=0), rtol=1e-8)
    assert path.lams[path.best] == peer.alpha_


def test_no_cancellation_from_the_smallest_to_the_largest_lambda():
    X, y = toy_a()
    path = ridge_path(Gaussian(1), X, y, LAMS)
    for field in ("weights", "loo_residuals", "loo_error", "gcv", "degrees_of_freedom", "condition_number"):
        assert np.isfinite(getattr(path, field)).all(), field
    assert (np.diff(path.degrees_of_freedom) < 0).all() and path.degrees_of_freedom[0] <= 5
    assert_allclose(path.loo_residuals[-1], y, rtol=1e-10)  # λ → ∞: f = 0
    assert_allclose(path.gcv[-1], np.mean(y**2), rtol=1e-10)


def test_order_and_repetition_of_lambdas_do_not_matter():
    X, y = toy_a()
    one = ridge_path(Gaussian(1), X, y, [0.1, 1, 0.1])
    assert_allclose(one.weights[0], one.weights[2], rtol=0)
    assert_allclose(ridge_path(Gaussian(1), X, y, [1]).weights[0], one.weights[1], rtol=1e-13)


def test_rank_deficient_gram_matrix():
    X, y = toy_a()
    path = ridge_path(Linear(), X, y, [1.0])
    assert_allclose(path.weights[0], np.array([-11, 10, -1, 35, 20]) / 47, rtol=1e-11)
    assert path.degrees_of_freedom[0] < 2


def test_leave_one_out_survives_where_the_function_does_not():
    """λ = 1e-12 and rank 2 of 5: f is lost in rounding and refused, its leave-one-out residuals are exact."""
    X, y = toy_a()
    path = ridge_path(Linear(), X, y, [1e-12, 1e-3])
    for out in range(5):
        kept = np.arange(5) != out
        w = np.linalg.lstsq(X[kept], y[kept], rcond=None)[0]
        assert_allclose(path.loo_residuals[0, out], y[out] - X[out] @ w, rtol=1e-7, atol=1e-9)
    assert_allclose(path.degrees_of_freedom[0], 2, rtol=1e-9)
    with pytest.raises(ValueError, match="lost in rounding"):
        path.expansion(0)
    assert_allclose(path.expansion(1)(X), X @ [4 / 3, 2], atol=1e-2)


def test_not_a_kernel_and_lost_lambda_are_refused():
    with pytest.raises(ValueError, match="judge"):
        ridge_path(Precomputed([[0, 1], [1, 4]]), range(2), [1, 2], [0.1, 1])
    X, y = toy_a()
    with pytest.raises(ValueError, match="lost in rounding"):
        ridge_path(Linear(), X * 1e150, y, [1e-12])
    # a large enough λ makes the system definite, whatever k is
    k = Difference(Gaussian(1), 0.5 * Gaussian(2))
    assert_allclose(ridge_path(k, X, y, [50.0]).weights[0], ridge(k, X, y, 50.0).weights, rtol=1e-10)
