"""Maps from distances: exact for Euclidean ones, PCA again, and honest about the ten cities."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial import procrustes as peer_procrustes
from sklearn.manifold import ClassicalMDS

from kernelcourse.datasets import cities, toy_b
from kernelcourse.kernels import Gaussian, Polynomial
from kernelcourse.learn import classical_mds, kernel_pca, pca, procrustes
from kernelcourse.points import squared_distances


def distances(X):
    return np.sqrt(squared_distances(X))


def test_euclidean_distances_give_the_points_back():
    X = toy_b()
    found = classical_mds(distances(X), 2)
    assert_allclose(distances(found.points), distances(X), atol=1e-7)
    assert procrustes(found.points, X).error < 1e-12 * 10
    assert found.stress < 1e-8 and found.goodness_of_fit > 1 - 1e-12
    assert_allclose(found.eigenvalues[2:], 0, atol=1e-12 * found.eigenvalues[0])


def test_inner_products_from_distances():
    X = toy_b() - toy_b().mean(axis=0)
    J, D = np.eye(6) - 1 / 6, distances(X)
    assert_allclose(-J @ D**2 @ J / 2, X @ X.T, atol=1e-13)


@pytest.mark.parametrize("n", [12, 600])
def test_mds_of_euclidean_distances_is_pca(n):
    X = np.random.default_rng(0).normal(size=(n, 3)) * [4, 2, 1]
    found, scores = classical_mds(distances(X), 2), pca(X, 2).scores(X)
    assert_allclose(found.points, scores, atol=1e-8)  # the same rule fixes the signs of both


@pytest.mark.parametrize("kernel", [Gaussian(2), Polynomial(2, 1)])
def test_mds_of_kernel_distances_is_kernel_pca(kernel):
    X = toy_b()
    K = kernel(X)
    D = np.sqrt(np.maximum(np.diag(K)[:, None] + np.diag(K) - 2 * K, 0))
    np.fill_diagonal(D, 0)
    assert_allclose(classical_mds(D, 2).points, kernel_pca(kernel, X, 2).scores(X), atol=1e-6)


@pytest.mark.parametrize("n", [15, 600])
def test_agrees_with_scikit_learn(n):
    D = distances(np.random.default_rng(1).normal(size=(n, 4)) * [5, 3, 2, 1])
    peer, ours = ClassicalMDS(2, metric="precomputed").fit(D), classical_mds(D, 2)
    assert_allclose(np.abs(ours.points), np.abs(peer.embedding_), atol=1e-7)
    assert_allclose(ours.lengths**2, peer.eigenvalues_, rtol=1e-9)


def test_cities():
    names, D = cities()
    found = classical_mds(D, 2)
    expected = [9580699.3, 1688539.8, 9201.0, 1050.6, 388.6, 0, -49.1, -635.3, -5260.5, -37653.0]
    assert_allclose(found.eigenvalues, expected, atol=0.06)
    upper = np.triu_indices(10, 1)
    errors = np.abs(distances(found.points) - D)[upper]
    assert_allclose([errors.max(), np.sqrt(np.mean(errors**2))], [21.50, 5.434], atol=5e-3)
    assert_allclose(found.stress, 0.003439, atol=5e-7)
    assert_allclose(found.goodness_of_fit, 0.99521, atol=5e-6)
    across, along = found.points.T
    west, north = found.points[names.index("San Francisco")], found.points[names.index("Seattle")]
    across, along = across * np.sign(-west[0]), along * np.sign(north[1])
    assert names[np.argmin(across)] == "San Francisco"
    assert names[np.argmax(along)] == "Seattle" and names[np.argmin(along)] == "Miami"


def test_distances_are_not_inner_products():
    _, D = cities()
    values = np.linalg.eigvalsh(D)
    assert (values < 0).sum() == 9 and abs(values[-1] - 13008) < 1


def test_new_points_are_placed():
    rng = np.random.default_rng(2)
    X, Z = rng.normal(size=(10, 2)), rng.normal(size=(3, 2))
    found = classical_mds(distances(X), 2)
    motion = procrustes(X, found.points)
    new = np.sqrt(squared_distances(Z, X))
    assert_allclose(found.place(new), motion(Z), atol=1e-9)
    assert_allclose(found.place(new[0]), motion(Z)[0], atol=1e-9)
    assert_allclose(found.place(distances(X)), found.points, atol=1e-9)


@pytest.mark.parametrize("size", [1e-200, 1e-150, 1.0, 1e149])
def test_scale(size):
    D = distances(toy_b())
    found = classical_mds(D * size, 2)
    assert_allclose(found.points / size, classical_mds(D, 2).points, rtol=1e-9, atol=1e-9)
    assert found.stress < 1e-7
    assert_allclose(found.place(D * size) / size, found.points / size, atol=1e-8)


def test_squares_beyond_the_range_of_floats_are_refused():
    with pytest.raises(ValueError, match="divide D"):
        classical_mds(distances(toy_b()) * 1e160, 2)


def test_points_that_coincide_or_lie_on_a_line():
    assert_allclose(classical_mds(np.zeros((3, 3)), 2).points, 0)
    assert classical_mds(np.zeros((3, 3)), 1).stress == 0
    assert classical_mds(np.zeros((3, 3)), 1).goodness_of_fit == 1
    line = np.abs(np.subtract.outer([0.0, 1, 3], [0.0, 1, 3]))
    found = classical_mds(line, 2)
    assert_allclose(found.points[:, 1], 0)
    with pytest.raises(ValueError, match="length 0"):
        found.place([1, 1, 1])
    assert classical_mds([[0.0]], 1).points.shape == (1, 1)


def test_dimensions_that_the_distances_do_not_have():
    D = 1 - np.eye(4)
    D[0, 1] = D[1, 0] = 3.0  # no triangle has sides 1, 1, 3
    with pytest.raises(ValueError, match="at most"):
        classical_mds(D, 4)


def test_procrustes_undoes_a_rigid_motion():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(8, 3))
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    Y = X @ Q + [1, 2, 3]
    motion = procrustes(X, Y)
    assert_allclose(motion.rotation, Q, atol=1e-12)
    assert_allclose(motion.aligned, Y, atol=1e-12)
    assert_allclose(motion(X), Y, atol=1e-12)
    assert motion.error < 1e-13
    assert procrustes(X, rng.normal(size=(8, 3))).error > 0.1


def test_procrustes_agrees_with_scipy_on_shapes_of_equal_size():
    rng = np.random.default_rng(4)
    A, B = rng.normal(size=(7, 2)), rng.normal(size=(7, 2))
    A, B = A - A.mean(axis=0), B - B.mean(axis=0)
    A, B = A / np.linalg.norm(A), B / np.linalg.norm(B)
    _, aligned, _ = peer_procrustes(A, B)  # scipy also scales
    ours = procrustes(B, A)
    s = (ours.aligned * aligned).sum() / (ours.aligned**2).sum()
    assert_allclose(ours.aligned * s, aligned, atol=1e-12)


@pytest.mark.parametrize(
    "D, message",
    [
        ([[0.0, 1]], "square"),
        ([[0.0, 1], [2, 0]], "symmetric"),
        ([[0.0, -1], [-1, 0]], "negative"),
        ([[1.0, 1], [1, 0]], "itself is 0"),
        ([[0.0, np.nan], [np.nan, 0]], "row 0"),
        ([0.0, 1.0], "1-D"),
    ],
)
def test_bad_distances(D, message):
    with pytest.raises(ValueError, match=message):
        classical_mds(D, 1)


def test_bad_arguments():
    D = distances(toy_b())
    for q in (0, 7, 1.5, True):
        with pytest.raises(ValueError, match="n_components"):
            classical_mds(D, q)
    found = classical_mds(D, 2)
    for wrong in ([1.0, 2.0], np.ones((2, 2, 6)), -np.ones(6), np.full(6, np.nan)):
        with pytest.raises(ValueError, match="distances"):
            found.place(wrong)
    with pytest.raises(ValueError, match="same points"):
        procrustes(np.ones((3, 2)), np.ones((4, 2)))
