"""Gaussian processes: the mean is ridge, the variance is what conditioning a normal vector gives."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from kernelcourse.datasets import toy_a
from kernelcourse.kernels import Gaussian, Precomputed
from kernelcourse.learn import gaussian_process, ridge


def test_toy_a():
    X, y = toy_a()
    process = gaussian_process(Gaussian(1), X, y, 0.25)
    assert_allclose(process.mean([[1, 3]]), 1.4215092, atol=5e-8)
    assert_allclose(process.variance([[1, 3]]), 0.8757549, atol=5e-8)
    assert_allclose(process.mean.weights, ridge(Gaussian(1), X, y, 0.25).weights, rtol=1e-12)


def test_conditioning_a_joint_normal_vector():
    X, y = toy_a()
    Z = np.array([[1.0, 3], [0.5, 0.5], [9, 9]])
    k = Gaussian(1)
    A, B, C = k(X) + 0.25 * np.eye(5), k(Z, X), k(Z)
    process = gaussian_process(k, X, y, 0.25)
    assert_allclose(process.mean(Z), B @ np.linalg.solve(A, y), rtol=1e-11)
    assert_allclose(process.covariance(Z), C - B @ np.linalg.solve(A, B.T), atol=1e-13)
    assert_allclose(process.variance(Z), np.diag(process.covariance(Z)), atol=1e-13)
    expected = -y @ np.linalg.solve(A, y) / 2 - np.linalg.slogdet(2 * np.pi * A)[1] / 2
    assert_allclose(process.log_evidence, expected, rtol=1e-12)


def test_agrees_with_scikit_learn():
    rng = np.random.default_rng(0)
    X, y, Z = rng.normal(size=(20, 2)), rng.normal(size=20), rng.normal(size=(7, 2))
    peer = GaussianProcessRegressor(RBF(1.3), alpha=0.1, optimizer=None).fit(X, y)
    mean, deviation = peer.predict(Z, return_std=True)
    process = gaussian_process(Gaussian(1.3), X, y, 0.1)
    assert_allclose(process.mean(Z), mean, rtol=1e-9)
    assert_allclose(np.sqrt(process.variance(Z)), deviation, rtol=1e-7)
    assert_allclose(process.log_evidence, peer.log_marginal_likelihood_value_, rtol=1e-10)


def test_sure_at_the_data_unsure_far_away():
    X, y = toy_a()
    process = gaussian_process(Gaussian(1), X, y, 1e-4)
    assert (process.variance(X) < 1.1e-4).all()
    assert_allclose(process.variance([[50.0, 50]]), 1, rtol=1e-12)


def test_intervals_cover_what_they_promise():
    rng, k, hits = np.random.default_rng(1), Gaussian(0.5), []
    for _ in range(200):
        X, Z = rng.uniform(0, 3, size=(12, 1)), rng.uniform(0, 3, size=(3, 1))
        both = np.vstack([X, Z])
        f = np.linalg.cholesky(k(both) + 1e-9 * np.eye(15)) @ rng.normal(size=15)
        process = gaussian_process(k, X, f[:12] + 0.2 * rng.normal(size=12), 0.04)
        hits.append(np.abs(f[12:] - process.mean(Z)) < 1.96 * np.sqrt(process.variance(Z)))
    assert abs(np.mean(hits) - 0.95) < 0.03


def test_samples_have_the_law():
    X, y = toy_a()
    process = gaussian_process(Gaussian(1), X, y, 0.25)
    Z = np.array([[1.0, 3], [0.2, 0.1]])
    drawn = process.sample(Z, np.random.default_rng(0), 20_000)
    assert drawn.shape == (2, 20_000)
    assert_allclose(drawn.mean(axis=1), process.mean(Z), atol=0.03)
    assert_allclose(np.cov(drawn), process.covariance(Z), atol=0.03)


def test_the_same_rng_draws_the_same_functions_whatever_sign_eigenvectors_have(monkeypatch):
    X, y = toy_a()
    process, Z = gaussian_process(Gaussian(1), X, y, 0.25), np.random.default_rng(1).normal(size=(6, 2))
    drawn = process.sample(Z, np.random.default_rng(0), 3)
    values, vectors = np.linalg.eigh(process.covariance(Z))
    monkeypatch.setattr("scipy.linalg.eigh", lambda A: (values, vectors * [1, -1, 1, -1, -1, 1]))
    assert_allclose(process.sample(Z, np.random.default_rng(0), 3), drawn, atol=1e-7)


def test_bad_arguments():
    X, y = toy_a()
    with pytest.raises(ValueError, match="noise"):
        gaussian_process(Gaussian(1), X, y, 0)
    with pytest.raises(ValueError, match="one output"):
        gaussian_process(Gaussian(1), X, np.ones((5, 2)), 1)
    with pytest.raises(ValueError, match="not a kernel"):
        gaussian_process(Precomputed([[0, 1], [1, 0]]), range(2), [1, 2], 0.5)
    with pytest.raises(ValueError, match="count"):
        gaussian_process(Gaussian(1), X, y, 1).sample(X, np.random.default_rng(0), 0)
