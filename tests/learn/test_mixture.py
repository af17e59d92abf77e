"""Mixtures by EM: the posterior never falls, and on all components of x·z it is EM on X itself."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.mixture import GaussianMixture

from kernelcourse.datasets import blobs, rings
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import expectation_maximisation, kernel_kmeans, kernel_mixture


def data():
    X, labels = blobs(25, [[0, 0], [4, 1]], np.random.default_rng(0))
    return X, labels


def test_plain_em_never_lowers_the_likelihood():
    X, _ = data()
    values = [m.log_likelihood for m in expectation_maximisation(X, np.arange(50) % 2, 2, prior=0)]
    assert len(values) > 3 and (np.diff(values) >= -1e-9 * abs(values[0])).all()


def test_the_posterior_never_falls_even_where_a_component_collapses():
    """A floor put under the covariances after the M-step fell in 6 of 300 such runs."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X, q = rng.normal(size=(8 + seed % 5, 2)), 2 + seed % 3
        start = rng.permutation(np.arange(len(X)) % q)
        for prior in (1e-6, 1.0):
            values = [m.log_posterior for m in expectation_maximisation(X, start, q, 100, prior)]
            assert (np.diff(values) >= -1e-8 * (1 + np.abs(values[1:]))).all()


def test_the_covariance_is_the_posterior_mode():
    """One component: scatter and ν points of variance v share it."""
    X, _ = data()
    *_, one = expectation_maximisation(X, np.zeros(50, dtype=int), 1, prior=7.0)
    apart = X - X.mean(axis=0)
    expected = (apart.T @ apart + 7 * X.var(axis=0).mean() * np.eye(2)) / 57
    assert_allclose(one.covariances[0], expected, rtol=1e-12)


def test_fixed_point_of_scikit_learn():
    """Where our EM ends, scikit-learn's EM stays."""
    X, labels = data()
    *_, end = expectation_maximisation(X, labels, 2, prior=0)
    peer = GaussianMixture(
        2,
        weights_init=end.shares,
        means_init=end.means,
        precisions_init=np.linalg.inv(end.covariances),
        reg_covar=0,
        tol=1e-9,
    ).fit(X)
    assert_allclose(np.sort(peer.means_, axis=0), np.sort(end.means, axis=0), atol=1e-3)
    assert_allclose(peer.score(X) * 50, end.log_likelihood, rtol=1e-6)


def test_linear_kernel_is_em_on_the_points():
    X, labels = data()
    *_, flat = expectation_maximisation(X, labels, 2)
    lifted = kernel_mixture(Linear(), X, 2, labels, 2)
    assert_allclose(lifted.mixture.log_likelihood, flat.log_likelihood, rtol=1e-9)  # a rotation and a shift
    assert_allclose(lifted.responsibilities(X), flat.responsibilities(X), atol=1e-6)
    assert_allclose(flat.responsibilities(X).sum(axis=1), 1, rtol=1e-12)
    assert_array_equal(lifted.assign(X), flat.assign(X))


def test_rings():
    X, truth = rings()
    start = kernel_kmeans(Gaussian(1), X, 2, np.random.default_rng(0), restarts=20).labels
    right = kernel_mixture(Gaussian(1), X, 3, start, 2).assign(X) == truth
    assert right.all() or not right.any()


def test_a_component_on_one_point_does_not_collapse():
    X, _ = data()
    labels = np.zeros(50, dtype=int)
    labels[0] = 1
    *_, end = expectation_maximisation(X, labels, 2)
    assert np.isfinite(end.log_likelihood) and np.isfinite(end.covariances).all()


def test_bad_arguments():
    X, labels = data()
    with pytest.raises(ValueError, match="labels"):
        expectation_maximisation(X, labels[:3], 2)
    with pytest.raises(ValueError, match="steps"):
        expectation_maximisation(X, labels, 2, steps=0)
    with pytest.raises(ValueError, match="prior"):
        expectation_maximisation(X, labels, 2, prior=-1)
    with pytest.raises(ValueError, match="features"):
        next(expectation_maximisation(X, labels, 2)).assign([[1.0]])
