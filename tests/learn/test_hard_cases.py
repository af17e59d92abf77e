"""Duplicates, one point, too many features, extreme sizes, odd arrays: the right answer or a clear ValueError."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.datasets import toy_a, toy_b
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import (
    averaged_perceptron,
    classical_mds,
    denoise,
    dual_route,
    kernel_kmeans,
    kernel_lloyd,
    kernel_pca,
    kernel_perceptron,
    kmeans,
    knn_classify,
    knn_regress,
    lloyd,
    nearest_centroid,
    online_perceptron,
    pca,
    perceptron,
    primal_ridge,
    ridge,
    ridge_path,
    ridge_with_offset,
    svd_route,
    woodbury_route,
)

SIGNS = np.array([1, -1, 1, -1, 1])


def end(states):
    *_, state = states
    return state


# Every learner on five points with outputs: what it says about the points (or about X itself).
LEARNERS = {
    "ridge": lambda X, y: ridge(Gaussian(1), X, y, 0.1)(X),
    "ridge_with_offset": lambda X, y: ridge_with_offset(Gaussian(1), X, y, 0.1)(X),
    "primal_ridge": lambda X, y: primal_ridge(X, y, 0.1),
    "dual_route": lambda X, y: dual_route(X, y, 0.1),
    "svd_route": lambda X, y: svd_route(X, y, 0.1),
    "woodbury_route": lambda X, y: woodbury_route(X, y, 0.1),
    "ridge_path": lambda X, y: ridge_path(Gaussian(1), X, y, [0.1, 1]).loo_residuals,
    "pca": lambda X, y: pca(X, 1).scores(X),
    "kernel_pca": lambda X, y: kernel_pca(Gaussian(1), X, 2).scores(X),
    "denoise": lambda X, y: denoise(kernel_pca(Gaussian(1), X, 2), X),
    "lloyd": lambda X, y: end(lloyd(X, [0, 1, 0, 1, 0], 2)).centers,
    "kmeans": lambda X, y: kmeans(X, 2, np.random.default_rng(0)).centers,
    "kernel_lloyd": lambda X, y: end(kernel_lloyd(Gaussian(1), X, [0, 1, 0, 1, 0], 2)).weights,
    "kernel_kmeans": lambda X, y: kernel_kmeans(Gaussian(1), X, 2, np.random.default_rng(0)).squares(X),
    "online_perceptron": lambda X, y: end(online_perceptron(X, SIGNS)).function,
    "perceptron": lambda X, y: perceptron(X, SIGNS).function,
    "kernel_perceptron": lambda X, y: end(kernel_perceptron(Gaussian(1), X, SIGNS)).function(X),
    "averaged_perceptron": lambda X, y: averaged_perceptron(Gaussian(1), X, SIGNS)(X),
    "knn_regress": lambda X, y: knn_regress(Linear(), X, y, 2)(X),
    "knn_classify": lambda X, y: knn_classify(Linear(), X, y, 2)(X),
    "nearest_centroid": lambda X, y: nearest_centroid(Gaussian(1), X, y)(X),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_kinds_of_arrays(name):
    """Lists, integers, float32, columns of a wider array, reversed and read-only ones: the same answer."""
    X, y = toy_a()
    learn = partial(LEARNERS[name])
    expected = learn(X, y)
    wide = np.zeros((10, 6))
    wide[::2, 1:5:3] = X
    strided = wide[::2, 1:5:3]
    frozen, frozen_y = X.copy(), y.copy()
    frozen.setflags(write=False)
    frozen_y.setflags(write=False)
    kinds = [
        (X.tolist(), y.tolist()),
        (X.astype(int), y.astype(int)),
        (X.astype(np.float32), y.astype(np.float32)),
        (np.asfortranarray(X), y),
        (strided, np.repeat(y, 2)[::2]),
        (X[::-1].copy()[::-1], y),
        (frozen, frozen_y),
    ]
    for points, outputs in kinds:
        assert_allclose(learn(points, outputs), expected, atol=1e-10)


@pytest.mark.parametrize("name", LEARNERS)
def test_inputs_are_never_modified(name):
    X, y = toy_a()
    before, before_y = X.copy(), y.copy()
    LEARNERS[name](X, y)
    assert_array_equal(X, before)
    assert_array_equal(y, before_y)


def test_the_given_matrix_is_never_modified():
    X, y = toy_a()
    K, D = Gaussian(1)(X), 1.0 - np.eye(5)
    kept, kept_D = K.copy(), D.copy()
    k = Precomputed(K)
    ridge(k, range(5), y, 0.1)
    ridge_path(k, range(5), y, [0.1])
    kernel_pca(k, range(5), 2)
    kernel_kmeans(k, range(5), 2, np.random.default_rng(0))
    classical_mds(D, 2)
    assert_array_equal(K, kept)
    assert_array_equal(k.K, kept)
    assert_array_equal(D, kept_D)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(
    "bad", ["nan", "inf", "empty", "one dimension", "three dimensions", "words", "ragged"]
)
def test_bad_points_are_refused_by_every_learner(name, bad):
    X, y = toy_a()
    X = X.astype(object) if bad == "words" else X
    if bad in ("nan", "inf"):
        X[3, 1] = float(bad)
    points = {
        "empty": np.empty((0, 2)),
        "one dimension": X[:, 0],
        "three dimensions": X[None],
        "words": [["a", "b"]] * 5,
        "ragged": [[1.0], [1.0, 2.0], [1.0], [1.0], [1.0]],
    }.get(bad, X)
    with pytest.raises(ValueError, match=r"row 3" if bad in ("nan", "inf") else r"X") as caught:
        LEARNERS[name](points, y)
    assert len(str(caught.value)) > 20  # it says what would be right


@pytest.mark.parametrize(
    "name", [name for name in LEARNERS if "ridge" in name or "route" in name or "knn" in name]
)
@pytest.mark.parametrize(
    "wrong", [np.ones(4), np.full(5, np.nan), np.ones((5, 0)), np.ones((5, 1, 1)), ["a"] * 4]
)
def test_bad_outputs_are_refused(name, wrong):
    X, _ = toy_a()
    if name == "knn_classify" and wrong.__class__ is np.ndarray and wrong.shape == (5,):
        wrong = np.array([1.0, np.nan, 1, 1, 1])
    with pytest.raises(ValueError, match="y"):
        LEARNERS[name](X, wrong)


@pytest.mark.parametrize("lam", [0, -1, np.nan, np.inf, "1", None])
def test_bad_lambda(lam):
    X, y = toy_a()
    calls = [
        lambda: ridge(Linear(), X, y, lam),
        lambda: ridge_with_offset(Linear(), X, y, lam),
        lambda: primal_ridge(X, y, lam),
        lambda: dual_route(X, y, lam),
        lambda: svd_route(X, y, lam),
        lambda: woodbury_route(X, y, lam),
        lambda: ridge_path(Linear(), X, y, [1, lam]),
    ]
    for call in calls:
        if lam == "1":
            continue  # float("1") is a number
        with pytest.raises(ValueError, match="lam"):
            call()
    with pytest.raises(ValueError, match="lams is empty"):
        ridge_path(Linear(), X, y, [])


@pytest.mark.parametrize("count", [0, -1, 1.5, None, True])
def test_bad_n_components(count):
    for call in (lambda: pca(toy_b(), count), lambda: kernel_pca(Linear(), toy_b(), count)):
        with pytest.raises(ValueError, match="n_components"):
            call()


def test_one_point():
    assert_allclose(ridge(Gaussian(1), [[1.0, 2]], [3.0], 0.5)([[1, 2]]), 2)
    assert_allclose(ridge_with_offset(Gaussian(1), [[1.0, 2]], [3.0], 0.5)([[9, 9]]), 3)
    assert_allclose(ridge_path(Gaussian(1), [[1.0, 2]], [3.0], [0.5]).loo_residuals, 3)
    assert_allclose(primal_ridge([[2.0]], [4.0], 4.0), 1)
    for learner in (pca, partial(kernel_pca, Gaussian(1))):
        with pytest.raises(ValueError, match="0 direction"):
            learner([[1.0, 2.0]], 1)


@pytest.mark.parametrize("lam", 10.0 ** np.arange(-12, 13, 3))
@pytest.mark.parametrize("shape", [(5, 40), (40, 5), (6, 6)])
def test_every_lambda_more_features_or_more_points(lam, shape):
    """The answer satisfies its own normal equation, and the routes agree wherever none refuses."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=shape), rng.normal(size=shape[0])
    w = svd_route(X, y, lam)
    gradient = X.T @ (X @ w - y) + lam * w
    assert np.abs(gradient).max() <= 1e-11 * np.abs(X.T @ y).max()
    for route in (primal_ridge, dual_route, woodbury_route):
        try:
            other = route(X, y, lam)
        except ValueError as error:
            assert "lam" in str(error)
        else:
            assert_allclose(X @ other, X @ w, rtol=1e-3, atol=1e-3 * np.abs(X @ w).max() + 1e-15)
    f = ridge(Gaussian(1), X, y, lam)
    assert_allclose(Gaussian(1)(X) @ f.weights + lam * f.weights, y, atol=1e-9)


@pytest.mark.parametrize("size", [1e-150, 1e-100, 1.0, 1e100, 1e150])
def test_sizes_of_numbers(size):
    """Scaling x by c and λ by c² scales w by 1/c: the same predictions, at any size a float can square."""
    X, y = toy_a()
    expected = X @ primal_ridge(X, y, 1.0)
    lam = size**2
    for predicted in (
        (X * size) @ primal_ridge(X * size, y, lam),
        (X * size) @ svd_route(X * size, y, lam),
        ridge(Linear(), X * size, y, lam)(X * size),
        ridge(Gaussian(size), X * size, y, 0.1)(X * size) - ridge(Gaussian(1), X, y, 0.1)(X) + expected,
    ):
        assert_allclose(predicted, expected, rtol=1e-9)
    assert_allclose(pca(X * size, 2).scores(X * size) / size, pca(X, 2).scores(X), atol=1e-9)
    scores = kernel_pca(Linear(), X * size, 2).scores(X * size) / size
    assert_allclose(scores, pca(X, 2).scores(X), atol=1e-7)
    found = kmeans(X * size, 2, np.random.default_rng(0))
    assert_array_equal(found.labels, kmeans(X, 2, np.random.default_rng(0)).labels)
    assert_array_equal(knn_regress(Linear(), X * size, y, 2)(X * size), knn_regress(Linear(), X, y, 2)(X))
    huge = ridge(Gaussian(1), X, y * size, 0.1)
    assert_allclose(huge(X) / size, ridge(Gaussian(1), X, y, 0.1)(X), rtol=1e-10)


def test_too_large_for_a_float_says_so():
    X, y = toy_a()
    for call in (
        lambda: ridge(Polynomial(3, 1), X * 1e150, y, 1.0),
        lambda: kernel_pca(Linear(), X * 1e160, 1),
        lambda: primal_ridge(X * 1e160, y, 1.0),
        lambda: kmeans(X * 1e160, 2, np.random.default_rng(0)),
        lambda: knn_regress(Linear(), X * 1e160, y, 1)(X),
        lambda: pca(X * 1e160, 1),
    ):
        with pytest.raises(ValueError, match=r"scale|too large"):
            call()


def test_constant_and_duplicated_points():
    same, y = np.ones((5, 2)), np.arange(5.0)
    assert_allclose(ridge(Gaussian(1), same, y, 1e-6)(same), y.mean(), rtol=1e-5)
    assert_allclose(ridge_with_offset(Gaussian(1), same, y, 0.1)(same), y.mean(), rtol=1e-12)
    assert_allclose(ridge_path(Gaussian(1), same, y, [1e-9]).weights.sum() * 1, y.mean(), rtol=1e-5)
    assert kmeans(same, 3, np.random.default_rng(0)).spread == 0
    doubled = np.vstack([toy_b(), toy_b()])
    assert_allclose(
        kernel_pca(Gaussian(2), doubled, 2).variances, kernel_pca(Gaussian(2), toy_b(), 2).variances
    )
    assert_allclose(pca(doubled, 2).variances, pca(toy_b(), 2).variances)
