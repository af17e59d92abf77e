"""Fisher's discriminant in H: scikit-learn's with x·z, the explicit one with few features, ridge for two classes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from kernelcourse.datasets import rings, xor
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import kernel_fisher, nearest_centroid, ridge_with_offset


def three_classes(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 4))
    X[20:40] += [1, 0, 2, 0]
    X[40:] += [0, 1, -1, 0]
    return X, np.repeat(["a", "b", "c"], 20)


def scatters(X, y):
    within, between = np.zeros((2, X.shape[1], X.shape[1]))
    for label in np.unique(y):
        P = X[y == label]
        within += (P - P.mean(axis=0)).T @ (P - P.mean(axis=0))
        between += len(P) * np.outer(P.mean(axis=0) - X.mean(axis=0), P.mean(axis=0) - X.mean(axis=0))
    return within, between


def test_linear_kernel_and_a_vanishing_penalty_are_scikit_learns():
    X, y = three_classes()
    peer = LinearDiscriminantAnalysis(solver="eigen").fit(X, y)
    found = kernel_fisher(Linear(), X, y, 1e-6)
    ours, theirs = X.T @ found.directions.weights, peer.scalings_[:, :2]
    cosines = (ours * theirs).sum(axis=0) / np.linalg.norm(ours, axis=0) / np.linalg.norm(theirs, axis=0)
    assert_allclose(np.abs(cosines), 1, atol=1e-9)
    assert_allclose(found.ratios / found.ratios.sum(), peer.explained_variance_ratio_, rtol=1e-6)
    Z = np.random.default_rng(9).normal(size=(200, 4))
    assert (found(Z) == peer.predict(Z)).all()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_penalty_is_scikit_learns_shrinkage(share):
    X, y = three_classes(1)
    X, y = X[:40], y[:40]
    lam = share / (1 - share) * np.trace(scatters(X, y)[0]) / 4
    w = X.T @ kernel_fisher(Linear(), X, y, lam).directions.weights[:, 0]
    peer = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=share).fit(X, y).coef_[0]
    assert_allclose(w * np.sign(w @ peer) / np.linalg.norm(w), peer / np.linalg.norm(peer), atol=1e-10)


@pytest.mark.parametrize("lam", [0.01, 1.0, 100.0])
def test_the_answer_is_that_of_the_features(lam):
    X, y = three_classes(2)
    X = X[:, :2]
    phi = polynomial_features(X, degree=2)
    within, between = scatters(phi, y)
    within += lam * np.eye(phi.shape[1])
    found = kernel_fisher(Polynomial(2, 1.0), X, y, lam)
    w = phi.T @ found.directions.weights
    assert_allclose(w.T @ within @ w, np.eye(2), atol=1e-7)
    assert_allclose(w.T @ between @ w, np.diag(found.ratios), atol=1e-7)
    assert_allclose(found.ratios, np.sort(np.linalg.eigvals(np.linalg.solve(within, between)).real)[:-3:-1])


@pytest.mark.parametrize("k", [Linear(), Polynomial(3, 1.0), Gaussian(0.7)])
def test_two_classes_are_ridge_with_an_offset(k):
    X, labels = rings(15, (1.0, 2.0), 0.3, rng=np.random.default_rng(0))
    y = np.where(labels == 1, 1.0, -1.0)
    f = kernel_fisher(k, X, y, 0.2).scores(X)[:, 0]
    r = ridge_with_offset(k, X, y, 0.2)(X)
    assert abs(np.corrcoef(f, r)[0, 1]) == pytest.approx(1, abs=1e-10)


def test_a_large_penalty_leaves_the_class_means():
    X, y = three_classes(3)
    k, Z = Gaussian(1.5), np.random.default_rng(4).normal(size=(100, 4))
    assert (kernel_fisher(k, X, y, 1e7)(Z) == nearest_centroid(k, X, y)(Z)).all()


def test_a_table_of_kernel_values_will_do_and_shifts_of_the_points_do_not_matter():
    X, y = three_classes(5)
    k = Gaussian(2.0)
    found = kernel_fisher(k, X, y, 0.3)
    table = kernel_fisher(Precomputed(k(X)), range(60), y, 0.3)
    assert_allclose(found.scores(X), table.scores(range(60)), atol=1e-12)
    shifted = kernel_fisher(Linear(), X + 5.0, y, 0.3).scores(X + 5.0)
    plain = kernel_fisher(Linear(), X, y, 0.3).scores(X)
    assert_allclose(np.abs(shifted - shifted.mean(axis=0)), np.abs(plain - plain.mean(axis=0)), atol=1e-9)


def test_fewer_directions_are_the_first():
    X, y = three_classes(6)
    both, one = kernel_fisher(Gaussian(2.0), X, y, 0.3), kernel_fisher(Gaussian(2.0), X, y, 0.3, 1)
    assert_allclose(one.scores(X), both.scores(X)[:, :1])
    assert one.means.shape == (3, 1)


def test_what_cannot_be_answered_is_refused():
    X, y = xor()
    with pytest.raises(ValueError, match="0 direction"):
        kernel_fisher(Linear(), X, y, 1.0)  # both means are the origin
    with pytest.raises(ValueError, match="at least two classes"):
        kernel_fisher(Linear(), X, [1, 1, 1, 1], 1.0)
    with pytest.raises(ValueError, match="lam"):
        kernel_fisher(Gaussian(), X, y, 0.0)
    with pytest.raises(ValueError, match="n_components"):
        kernel_fisher(Gaussian(), X, y, 1.0, 2)
    with pytest.raises(ValueError, match="y has shape"):
        kernel_fisher(Gaussian(), X, [1, -1], 1.0)
