"""Logistic regression in H: Newton needs several steps, and ends where the gradient is zero."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from kernelcourse.datasets import xor
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import kernel_logistic, kernel_logistic_with_offset, newton_steps
from kernelcourse.rkhs import norm


def data(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 2))
    return X, np.where(X @ [1, -2] + rng.normal(size=40) > 0, 1, -1)


@pytest.mark.parametrize("lam", [0.01, 1.0, 30.0])
def test_linear_kernel_is_logistic_regression(lam):
    X, y = data()
    peer = LogisticRegression(C=1 / (2 * lam), fit_intercept=False, tol=1e-12, max_iter=10_000).fit(X, y)
    f = kernel_logistic(Linear(), X, y, lam)
    assert_allclose(X.T @ f.weights, peer.coef_[0], rtol=1e-5)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1), Polynomial(2, 1)])
def test_weights_are_the_surprises(kernel):
    X, y = data(1)
    for lam in (0.1, 5.0):
        f = kernel_logistic(kernel, X, y, lam)
        assert_allclose(f.weights, y * expit(-y * f(X)) / (2 * lam), atol=1e-8 / lam)


def test_minimiser_beats_its_neighbours():
    X, y = data(2)
    k, lam, rng = Gaussian(1), 0.5, np.random.default_rng(0)
    f = kernel_logistic(k, X, y, lam)

    def objective(g):
        return np.logaddexp(0, -y * g(X)).sum() + lam * norm(g) ** 2

    for _ in range(20):
        g = 0.1 * kernel_logistic(k, X, np.where(rng.random(40) > 0.5, 1, -1), lam)
        assert objective(f + g) > objective(f)


def test_newton_needs_several_steps_and_each_one_helps():
    X, y = data(3)
    states = list(newton_steps(Gaussian(1), X, y, 0.1))
    assert 3 < len(states) < 20
    falls = np.diff([s.objective for s in states])
    assert (falls[:-1] < 0).all()
    assert falls[-1] <= 0  # the last step may lower the gradient alone, by less than the objective shows
    assert states[0].gradient > 0.1 and states[-1].gradient < 1e-10


def test_xor_needs_the_quadratic_kernel():
    X, y = xor()
    assert (np.sign(kernel_logistic(Polynomial(2, 1), X, y, 0.1)(X)) == y).all()
    assert_allclose(kernel_logistic(Linear(), X, y, 0.1)(X), 0, atol=1e-12)


@pytest.mark.parametrize("lam", [0.01, 1.0, 30.0])
def test_the_offset_is_scikit_learns_intercept(lam):
    X, y = data(4)
    y = np.where(X[:, 0] > 1, 1, -1)  # few of one class: the offset matters
    peer = LogisticRegression(C=1 / (2 * lam), tol=1e-12, max_iter=10_000).fit(X, y)
    f = kernel_logistic_with_offset(Linear(), X, y, lam)
    assert_allclose(X.T @ f.expansion.weights, peer.coef_[0], rtol=1e-4, atol=1e-6)
    assert_allclose(f.offset, peer.intercept_[0], rtol=1e-4)


def test_with_an_offset_the_surprises_balance_and_a_constant_in_the_kernel_is_idle():
    X, y = data(5)
    f = kernel_logistic_with_offset(Gaussian(1), X, y, 0.2)
    assert abs(f.expansion.weights.sum()) < 1e-9
    assert_allclose(f.expansion.weights, y * expit(-y * f(X)) / 0.4, atol=1e-8)
    shifted = kernel_logistic_with_offset(Gaussian(1) + 3, X, y, 0.2)
    assert_allclose(shifted(X), f(X), atol=1e-7)


def test_an_offset_needs_both_classes():
    X, _ = data()
    with pytest.raises(ValueError, match="one label only"):
        kernel_logistic_with_offset(Gaussian(1), X, np.ones(40), 1.0)


def test_bad_arguments():
    X, y = xor()
    with pytest.raises(ValueError, match="lam"):
        kernel_logistic(Linear(), X, y, 0)
    with pytest.raises(ValueError, match="y must hold"):
        kernel_logistic(Linear(), X, [0, 1, 1, 0], 1)
    with pytest.raises(ValueError, match="steps"):
        kernel_logistic(Linear(), X, y, 1, steps=0)
    X, y = data()
    with pytest.raises(ValueError, match="no minimum found in 1 steps"):
        kernel_logistic(Gaussian(1), X, y, 1e-3, steps=1)
