"""Principal components, in the plane and in H: orthonormal, of largest variance, and the same thing for x·z."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.decomposition import PCA as PeerPCA
from sklearn.decomposition import KernelPCA as PeerKernelPCA

from kernelcourse.datasets import rings, toy_b
from kernelcourse.kernels import Claimed, Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import kernel_pca, pca
from kernelcourse.learn.pca import center
from kernelcourse.rkhs import KernelExpansion, inner, norm

KERNELS = [Linear(), Gaussian(2), Polynomial(2, 1), Polynomial(3, 0.5)]


def same_up_to_signs(A, B, atol=1e-9):
    signs = np.sign((A * B).sum(axis=0))
    assert_allclose(A, B * signs, atol=atol * max(1.0, np.abs(B).max()))


def quadratic(X):
    x, z = np.asarray(X, dtype=float).T
    r = np.sqrt(2)
    return np.column_stack([np.ones(len(x)), r * x, r * z, r * x * z, x**2, z**2])


@pytest.mark.parametrize("shape", [(30, 4), (5, 12), (6, 6)])
def test_pca_agrees_with_scikit_learn(shape):
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=shape) @ np.diag(np.arange(1, shape[1] + 1)) + 7, rng.normal(size=(4, shape[1]))
    peer, ours = PeerPCA(3).fit(X), pca(X, 3)
    same_up_to_signs(ours.scores(Z), peer.transform(Z))
    same_up_to_signs(ours.directions, peer.components_.T)
    assert_allclose(ours.variances, peer.explained_variance_ * (len(X) - 1) / len(X), rtol=1e-10)
    assert_allclose(ours.explained, peer.explained_variance_ratio_, rtol=1e-10)
    assert_allclose(ours.project(Z), peer.inverse_transform(peer.transform(Z)), atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS)
def test_directions_are_orthonormal_in_H(kernel):
    result = kernel_pca(kernel, toy_b(), 2)
    assert_allclose(inner(result.directions, result.directions), np.eye(2), atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS)
def test_scores_are_uncorrelated_with_the_variances_stated(kernel):
    X = toy_b()
    result = kernel_pca(kernel, X, 2)
    scores = result.scores(X)
    assert_allclose(scores.mean(axis=0), 0, atol=1e-10)
    assert_allclose(scores.T @ scores / len(X), np.diag(result.variances), atol=1e-9 * result.variances[0])


@pytest.mark.parametrize(
    "kernel, parameters",
    [
        (Gaussian(2), {"kernel": "rbf", "gamma": 1 / 8}),
        (Polynomial(2, 1), {"kernel": "poly", "degree": 2, "coef0": 1, "gamma": 1}),
        (Linear(), {"kernel": "linear"}),
    ],
)
@pytest.mark.parametrize("n", [20, 700])
def test_kernel_pca_agrees_with_scikit_learn(kernel, parameters, n):
    rng = np.random.default_rng(1)
    X, Z = rng.normal(size=(n, 3)) * [3, 2, 1] + 1, rng.normal(size=(7, 3))
    peer = PeerKernelPCA(3, eigen_solver="dense", **parameters).fit(X)
    ours = kernel_pca(kernel, X, 3)
    same_up_to_signs(ours.scores(Z), peer.transform(Z), atol=1e-8)
    same_up_to_signs(ours.scores(X), peer.transform(X), atol=1e-8)
    assert_allclose(ours.variances * n, peer.eigenvalues_, rtol=1e-9)


@pytest.mark.parametrize(
    "kernel, features", [(Linear(), lambda X: np.asarray(X, float)), (Polynomial(2, 1), quadratic)]
)
def test_kernel_route_is_pca_of_the_features(kernel, features):
    X, Z = toy_b(), np.array([[1.0, 4.0], [0.0, 0.0]])
    explicit, ours = pca(features(X), 2), kernel_pca(kernel, X, 2)
    assert_allclose(ours.scores(Z), explicit.scores(features(Z)), atol=1e-8)  # the signs agree as well
    assert_allclose(ours.variances, explicit.variances, rtol=1e-10)
    assert_allclose(ours.explained, explicit.explained, rtol=1e-10)


def test_toy_b_numbers():
    X = toy_b()
    assert_allclose(kernel_pca(Gaussian(2), X, 1).variances[0], 0.273167, atol=5e-7)
    variances = kernel_pca(Polynomial(2, 1), X, 3).variances
    assert_allclose(variances, [372.1598, 6.7216, 0.2010], atol=6e-5)
    assert_allclose(variances * 6, [2232.96, 40.33, 1.21], atol=6e-3)
    assert_allclose(np.linalg.eigvalsh(Polynomial(2, 1)(X))[::-1][:3], [6565.6, 60.4, 15.6], atol=0.06)
    scores = kernel_pca(Polynomial(2, 1), X, 2).scores([[1, 4]])
    assert_allclose(np.abs(scores[0]), [14.6999, 13.2510], atol=6e-5)


def test_uncentred_eigenvector_finds_the_mean_instead():
    t = np.linspace(-1, 1, 9)[:, None]
    X = 10 + t * [1.0, -1.0]
    first = np.linalg.eigh(X.T @ X)[1][:, -1]
    assert_allclose(np.abs(first), np.sqrt(0.5), atol=1e-12)
    assert_allclose(abs(first @ pca(X, 1).directions[:, 0]), 0, atol=1e-12)
    assert_allclose(np.abs(pca(X, 1).directions[:, 0] @ [1, -1]) / np.sqrt(2), 1, atol=1e-12)


def test_centring_is_JKJ():
    K = Gaussian(1)(toy_b())
    J = np.eye(6) - 1 / 6
    centred = center(K.copy())
    assert_allclose(centred, J @ K @ J, atol=1e-14)
    assert_allclose(centred.sum(axis=0), 0, atol=1e-13)
    assert np.linalg.eigvalsh(centred)[0] < 1e-14  # K̃1 = 0: no inverse exists


def test_first_direction_beats_every_other_of_length_one():
    X, rng = toy_b(), np.random.default_rng(2)
    best = kernel_pca(Gaussian(2), X, 1)
    kernel = best.directions.kernel
    for _ in range(50):
        f = KernelExpansion(kernel, X, rng.normal(size=6))
        f = f / norm(f)
        assert np.square(f(X)).mean() <= best.variances[0] * (1 + 1e-10)


def test_rings_come_apart():
    X, labels = rings()
    first = kernel_pca(Gaussian(1), X, 1).scores(X)[:, 0]
    inner_ring, outer_ring = first[labels == 0], first[labels == 1]
    assert max(inner_ring.min(), outer_ring.min()) > min(inner_ring.max(), outer_ring.max())
    squared = kernel_pca(Linear() ** 2, X, 3)
    assert_allclose(squared.variances[0], squared.variances[1], rtol=1e-9)  # a pair, and the third separates
    third = squared.scores(X)[:, 2]
    a, b = third[labels == 0], third[labels == 1]
    assert max(a.min(), b.min()) > min(a.max(), b.max())


def test_projection_is_the_nearest_element_of_the_principal_plane():
    X, Z, k = toy_b(), np.array([[1.0, 4.0], [3.0, 2.5]]), Gaussian(2)
    result = kernel_pca(k, X, 2)
    projected = result.project(Z)
    for i in range(2):
        left = KernelExpansion(k, Z[i : i + 1], [1.0]) - projected[i]  # φ(z) − Pφ(z)
        at_points = left(X) - left(X).mean()  # ⟨left, φ(x) − φ̄⟩
        assert_allclose(at_points @ result.directions.weights, 0, atol=1e-10)


def test_precomputed_and_words():
    X = toy_b()
    K = Gaussian(2)(X)
    ours, given = kernel_pca(Gaussian(2), X, 2), kernel_pca(Precomputed(K), range(6), 2)
    assert_allclose(given.scores(range(6)), ours.scores(X), atol=1e-10)
    k = Claimed(lambda x, z: float(sum(x.count(c) * z.count(c) for c in "abc")))
    words = ["aab", "abb", "ccc", "abc"]
    counts = np.array([[w.count(c) for c in "abc"] for w in words], dtype=float)
    assert_allclose(kernel_pca(k, words, 2).scores(words), pca(counts, 2).scores(counts), atol=1e-9)


def test_more_directions_than_there_are():
    with pytest.raises(ValueError, match="vary in 1 direction"):
        pca([[0.0, 0], [1, 1], [2, 2]], 2)
    with pytest.raises(ValueError, match="vary in 2 direction"):
        kernel_pca(Linear(), toy_b(), 3)
    with pytest.raises(ValueError, match="vary in 0 direction"):
        kernel_pca(Gaussian(1), np.ones((4, 2)), 1)
    with pytest.raises(ValueError, match="vary in 0 direction"):
        pca(np.full((4, 2), 0.1), 1)
