"""Ridge: the minimiser, its four routes, its numbers on the toy data, and its agreement with scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge

from kernelcourse.datasets import noisy_sine, toy_a
from kernelcourse.kernels import Claimed, Difference, Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import (
    dual_route,
    primal_ridge,
    primal_route,
    ridge,
    ridge_with_offset,
    svd_route,
    woodbury_route,
)
from kernelcourse.rkhs import KernelExpansion, norm

ROUTES = [primal_route, dual_route, svd_route, woodbury_route]


def quadratic(X):
    """The six features of (x·z + 1)²."""
    x, z = np.asarray(X, dtype=float).T
    r = np.sqrt(2)
    return np.column_stack([np.ones(len(x)), r * x, r * z, r * x * z, x**2, z**2])


def objective(f, X, y, lam):
    return float(np.square(f(X) - y).sum() + lam * norm(f) ** 2)


def test_toy_a_has_the_exact_fractions():
    X, y = toy_a()
    w = primal_ridge(X, y, 1)
    f = ridge(Linear(), X, y, 1)
    assert_allclose(w, np.array([58, 84]) / 47, rtol=1e-14)
    assert_allclose(f.weights, np.array([-11, 10, -1, 35, 20]) / 47, rtol=1e-12)
    assert_allclose(X.T @ f.weights, w, rtol=1e-13)  # w = Xᵀα
    assert_allclose(f([[1, 3]]), 310 / 47, rtol=1e-13)
    assert_allclose(np.square(X @ w - y).sum() + w @ w, 261 / 47, rtol=1e-13)
    assert_allclose(np.square(X @ w - y).sum(), 0.8361, atol=5e-5)


def test_half_the_loss_is_twice_the_penalty():
    X, y = toy_a()
    w = primal_ridge(X, y, 2)  # ½Σ r² + λ‖w‖² with λ = 1
    assert_allclose(w, [8 / 7, 34 / 21], rtol=1e-13)
    assert_allclose(np.square(y - X @ w).sum() / 2 + w @ w, 69 / 14, rtol=1e-13)
    assert_allclose(ridge(Linear(), X, y, 2).weights, np.array([-3, 8, 5, 23, 16]) / 42, rtol=1e-12)
    assert_allclose(ridge(Linear(), X, y, 2).weights, (y - X @ w) / 2, rtol=1e-12)


def test_vanishing_penalty_is_least_squares():
    X, y = toy_a()
    assert_allclose(primal_ridge(X, y, 1e-12), [4 / 3, 2], rtol=1e-10)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("shape", [(5, 2), (3, 7), (4, 4), (1, 3), (6, 1)])
@pytest.mark.parametrize("outputs", [(), (1,), (3,)])
@pytest.mark.parametrize("lam", [1e-3, 1.0, 1e5])
def test_routes_agree_with_scikit_learn(route, shape, outputs, lam):
    rng = np.random.default_rng(shape[0])
    X, y = rng.normal(size=shape), rng.normal(size=(shape[0], *outputs))
    expected = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(X, y).coef_.T
    w = route(X, y, lam)
    assert w.shape == (shape[1], *outputs)
    assert_allclose(w, expected.reshape(w.shape), rtol=1e-8, atol=1e-10)


def test_push_through_identity():
    """Xᵀ(XXᵀ + λI)⁻¹ = (XᵀX + λI)⁻¹Xᵀ: the dual and the primal route on the identity matrix."""
    X = np.random.default_rng(0).normal(size=(6, 4))
    assert_allclose(dual_route(X, np.eye(6), 0.3), primal_route(X, np.eye(6), 0.3), atol=1e-14)


@pytest.mark.parametrize(
    "kernel, parameters",
    [
        (Gaussian(0.7), {"kernel": "rbf", "gamma": 1 / (2 * 0.7**2)}),
        (Polynomial(3, 0.5), {"kernel": "polynomial", "degree": 3, "coef0": 0.5, "gamma": 1.0}),
        (Linear(), {"kernel": "linear"}),
    ],
)
@pytest.mark.parametrize("outputs", [(), (2,)])
def test_agrees_with_kernel_ridge(kernel, parameters, outputs):
    rng = np.random.default_rng(1)
    X, Z, y = rng.normal(size=(30, 3)), rng.normal(size=(11, 3)), rng.normal(size=(30, *outputs))
    peer = KernelRidge(alpha=0.3, **parameters).fit(X, y)
    f = ridge(kernel, X, y, 0.3)
    assert isinstance(f, KernelExpansion)
    assert_allclose(f(Z), peer.predict(Z), rtol=1e-9, atol=1e-10)
    assert_allclose(f.weights, peer.dual_coef_, rtol=1e-8, atol=1e-10)


def test_features_and_kernel_give_one_function():
    X, y = toy_a()
    z = [[1.5, -0.5]]
    w = primal_ridge(quadratic(X), y, 1)
    assert_allclose(ridge(Polynomial(2, 1), X, y, 1)(z), quadratic(z) @ w, rtol=1e-11)
    assert_allclose(ridge(Polynomial(2, 1), X, y, 1)(z), 1.00121, atol=5e-6)
    x1, x2 = X.T
    raw = np.column_stack([np.ones(5), x1, x2, x1 * x2, x1**2, x2**2])  # monomials without their weights
    assert_allclose(np.array([1, 1.5, -0.5, -0.75, 2.25, 0.25]) @ primal_ridge(raw, y, 1), 1.40887, atol=5e-6)


def test_gaussian_ridge_is_ridge_in_infinitely_many_features():
    x = np.linspace(-1, 1, 9)[:, None]
    y = np.sin(3 * x[:, 0])
    j = np.arange(30)
    factorials = np.cumprod(np.maximum(j, 1.0))
    features = np.exp(-(x**2) / 2) * x**j / np.sqrt(factorials)  # (9, 30)
    f = ridge(Gaussian(1), x, y, 0.1)
    assert_allclose(f(x), features @ primal_ridge(features, y, 0.1), atol=1e-13)


def test_small_penalty_interpolates():
    X, y = toy_a()
    gaps = [np.abs(ridge(Gaussian(1), X, y, lam)(X) - y).max() for lam in (1, 1e-2, 1e-8)]
    assert gaps[0] > 0.3 and gaps[1] < 0.1 and gaps[2] < 1e-6


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(1), Polynomial(2, 1)])
def test_minimiser_beats_every_neighbour(kernel):
    """J(f) < J(f + εg), with J(f + εg) − J(f) = ε²(‖g‖²_data + λ‖g‖²): no first-order term."""
    rng = np.random.default_rng(2)
    X, y, lam = rng.normal(size=(12, 2)), rng.normal(size=12), 0.2
    f = ridge(kernel, X, y, lam)
    for _ in range(20):
        g = KernelExpansion(kernel, rng.normal(size=(3, 2)), rng.normal(size=3))
        for step in (1e-2, -1e-2, 1.0):
            gain = objective(f + step * g, X, y, lam) - objective(f, X, y, lam)
            assert gain > 0
            assert_allclose(
                gain, step**2 * (np.square(g(X)).sum() + lam * norm(g) ** 2), rtol=1e-6, atol=1e-10
            )


def test_residual_is_lambda_alpha():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(20, 2)), rng.normal(size=20)
    for lam in (1e-3, 1.0, 1e3):
        f = ridge(Gaussian(1), X, y, lam)
        assert_allclose(y - f(X), lam * f.weights, atol=1e-12)


def test_norm_falls_as_lambda_grows():
    x = np.random.default_rng(0).uniform(size=(12, 1))
    y = np.sin(2 * np.pi * x[:, 0]) + 0.1 * np.random.default_rng(1).normal(size=12)
    norms = [norm(ridge(Gaussian(0.15), x, y, lam)) for lam in (1e-3, 1e-2, 1e-1, 1, 10)]
    assert (np.diff(norms) < 0).all()


def test_curve_beats_line_on_a_sine():
    X, y = noisy_sine(40, np.random.default_rng(0))
    Z = np.linspace(-3, 3, 200)[:, None]

    def loss(k):
        return np.square(ridge(k, X, y, 0.1)(Z) - np.sin(Z[:, 0])).mean()

    assert loss(Gaussian(1)) < 0.02 < 0.1 < loss(Linear())


def test_offset_is_what_is_left_far_away():
    X, y = toy_a()
    constant = np.full(5, 10.0)
    assert_allclose(ridge(Gaussian(1), X, constant, 0.1)([[50, 50]]), 0, atol=1e-12)  # without one
    fit = ridge_with_offset(Gaussian(1), X, constant, 0.1)
    assert_allclose(fit([[50, 50]]), 10, rtol=1e-13)
    assert_allclose(fit.expansion.weights, 0, atol=1e-12)
    moved = ridge_with_offset(Gaussian(1), X, y + 7, 0.1)
    kept = ridge_with_offset(Gaussian(1), X, y, 0.1)
    assert_allclose(moved.offset, kept.offset + 7, rtol=1e-13)
    assert_allclose(moved.expansion.weights, kept.expansion.weights, atol=1e-12)


@pytest.mark.parametrize("outputs", [(), (2,)])
def test_linear_offset_agrees_with_scikit_learn(outputs):
    rng = np.random.default_rng(4)
    X, y, Z = rng.normal(size=(15, 3)) + 5, rng.normal(size=(15, *outputs)) - 3, rng.normal(size=(4, 3))
    peer = Ridge(alpha=0.7).fit(X, y)
    fit = ridge_with_offset(Linear(), X, y, 0.7)
    assert_allclose(fit(Z), peer.predict(Z), rtol=1e-9)
    assert_allclose(fit.offset, peer.intercept_, rtol=1e-9)
    assert_allclose(fit.expansion.weights.sum(axis=0), 0, atol=1e-12)  # 1ᵀα = 0


def test_precomputed_and_claimed_kernels_learn_the_same():
    X, y = toy_a()
    K = Gaussian(1)(X)
    expected = ridge(Gaussian(1), X, y, 0.5).weights
    assert_allclose(ridge(Precomputed(K), range(5), y, 0.5).weights, expected, rtol=1e-12)
    claimed = Claimed(lambda x, z: np.exp(-np.square(np.subtract(x, z)).sum() / 2))
    assert_allclose(ridge(claimed, X, y, 0.5).weights, expected, rtol=1e-12)


def test_words_can_be_points():
    words = ["abab", "baba", "aaaa", "bbbb"]
    k = Claimed(lambda x, z: float(sum(x.count(p) * z.count(p) for p in ("a", "b", "ab"))))
    f = ridge(k, words, [1, 2, 3, 4], 0.1)
    assert_allclose(f(words), k(words) @ f.weights, rtol=1e-12)


def test_not_a_kernel_is_refused():
    with pytest.raises(ValueError, match=r"not a kernel.*judge|judge"):
        ridge(Precomputed([[0, 1], [1, 4]]), range(2), [1, 2], 0.1)
    with pytest.raises(ValueError, match="singular"):
        ridge(Precomputed([[0, 1], [1, 4]]), range(2), [1, 2], np.sqrt(5) - 2)  # λ = −smallest eigenvalue
    with pytest.raises(ValueError, match="judge"):
        ridge(Difference(Gaussian(1), 3 * Gaussian(2)), [[0.0], [1.0]], [1, 2], 0.1)
    with pytest.raises(ValueError, match="not symmetric"):
        ridge(Claimed(lambda x, z: float(x[0] - 2 * z[0])), [[1.0], [2.0]], [1, 2], 1)


def test_lost_lambda_is_refused_not_answered():
    X, y = toy_a()
    for learner in (primal_ridge, dual_route, lambda *a: ridge(Linear(), *a)):
        try:
            w = learner(X * 1e150, y, 1e-12)
        except ValueError as error:
            assert "lam" in str(error) and "scale" in str(error)
        else:  # 2 × 2 is well conditioned: λ is truly negligible
            assert_allclose(w * 1e150, [4 / 3, 2], rtol=1e-10)
