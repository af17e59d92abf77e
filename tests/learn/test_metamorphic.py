"""What must not change does not, what must change does: permuting, rotating, shifting, scaling, duplicating."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import (
    classical_mds,
    kernel_lloyd,
    kernel_pca,
    kernel_perceptron,
    knn_regress,
    lloyd,
    nearest,
    pca,
    primal_ridge,
    procrustes,
    ridge,
    ridge_path,
    ridge_with_offset,
)
from kernelcourse.points import squared_distances
from kernelcourse.rkhs import norm

KERNELS = st.sampled_from([Linear(), Gaussian(1.0), Gaussian(3.0), Polynomial(2, 1.0)])
SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=40, deadline=None)


def cloud(seed, n=14, d=3):
    rng = np.random.default_rng(seed)
    return rng, rng.normal(size=(n, d)), rng.normal(size=n)


def rotation(rng, d=3):
    return np.linalg.qr(rng.normal(size=(d, d)))[0]


@few
@given(SEEDS, KERNELS, st.floats(1e-2, 1e2))
def test_ridge_ignores_order_and_rotation(seed, k, lam):
    rng, X, y = cloud(seed)
    Z, order, Q = rng.normal(size=(5, 3)), rng.permutation(14), rotation(rng)
    f = ridge(k, X, y, lam)
    assert_allclose(ridge(k, X[order], y[order], lam).weights, f.weights[order], atol=1e-9 / lam)
    assert_allclose(ridge(k, X @ Q, y, lam)(Z @ Q), f(Z), rtol=1e-6, atol=1e-7)


@few
@given(SEEDS, KERNELS, st.floats(1e-2, 1e2), st.floats(-5, 5))
def test_ridge_is_linear_in_y_and_homogeneous_in_the_kernel(seed, k, lam, c):
    _, X, y = cloud(seed)
    f, other = ridge(k, X, y, lam), ridge(k, X, np.cos(y), lam)
    both = ridge(k, X, y + c * np.cos(y), lam)
    assert_allclose(both.weights, f.weights + c * other.weights, rtol=1e-7, atol=1e-8 / lam)
    assert_allclose(ridge(4 * k, X, y, 4 * lam)(X), f(X), rtol=1e-7, atol=1e-8)  # ‖·‖² of 4k is a quarter


@few
@given(SEEDS, st.floats(1e-2, 1e2), st.floats(-50, 50))
def test_shifting_points(seed, lam, by):
    """A Gaussian does not notice; a line without an offset does, and with one it does not."""
    _, X, y = cloud(seed)
    k = Gaussian(2.0)
    assert_allclose(ridge(k, X + by, y, lam).weights, ridge(k, X, y, lam).weights, atol=1e-8 / lam)
    fit, moved = ridge_with_offset(Linear(), X, y, lam), ridge_with_offset(Linear(), X + by, y, lam)
    assert_allclose(moved(X + by), fit(X), atol=1e-6)


@few
@given(SEEDS, KERNELS)
def test_a_point_twice_with_half_the_weight_each(seed, k):
    """Σ (f(xᵢ) − yᵢ)² counts a doubled set twice: the same f at twice the λ."""
    _, X, y = cloud(seed)
    twice = ridge(k, np.vstack([X, X]), np.concatenate([y, y]), 1.0)
    once = ridge(k, X, y, 0.5)
    assert_allclose(twice(X), once(X), rtol=1e-6, atol=1e-7)
    assert_allclose(norm(twice), norm(once), rtol=1e-6)


@few
@given(SEEDS)
def test_a_constant_feature_is_the_kernel_plus_a_constant(seed):
    _, X, y = cloud(seed)
    wider = np.column_stack([X, np.full(14, 2.0)])
    assert_allclose(ridge(Linear(), wider, y, 1.0)(wider), ridge(Linear() + 4, X, y, 1.0)(X), atol=1e-10)
    assert_allclose(
        primal_ridge(wider, y, 1.0)[3] / 2, ridge(Linear(), wider, y, 1.0).weights.sum(), atol=1e-10
    )
    assert_allclose(kernel_pca(Linear() + 4, X, 2).scores(X), pca(X, 2).scores(X), atol=1e-8)
    assert_array_equal(nearest(Linear(), wider, wider, 3).indices, nearest(Linear(), X, X, 3).indices)


@few
@given(SEEDS, KERNELS)
def test_path_ignores_order(seed, k):
    rng, X, y = cloud(seed)
    order = rng.permutation(14)
    a, b = ridge_path(k, X, y, [0.1, 1]), ridge_path(k, X[order], y[order], [0.1, 1])
    assert_allclose(b.loo_residuals, a.loo_residuals[:, order], rtol=1e-6, atol=1e-8)
    assert_allclose(b.gcv, a.gcv, rtol=1e-7)


@few
@given(SEEDS, st.floats(1e-3, 1e3), st.floats(-30, 30))
def test_pca_of_moved_turned_and_scaled_points(seed, size, by):
    rng, X, _ = cloud(seed)
    Q = rotation(rng)
    a, b = pca(X, 3), pca(size * X @ Q + by, 3)
    assert_allclose(b.variances, size**2 * a.variances, rtol=1e-6)
    assert_allclose(np.abs(b.scores(size * X @ Q + by)), size * np.abs(a.scores(X)), atol=1e-6 * size)
    assert_allclose(b.explained, a.explained, rtol=1e-6)


@few
@given(SEEDS, st.sampled_from([Gaussian(1.0), Gaussian(3.0), Polynomial(2, 1.0)]))
def test_kernel_pca_ignores_order_and_duplication_of_all(seed, k):
    rng, X, _ = cloud(seed)
    order = rng.permutation(14)
    a, b, twice = kernel_pca(k, X, 2), kernel_pca(k, X[order], 2), kernel_pca(k, np.vstack([X, X]), 2)
    assert_allclose(b.variances, a.variances, rtol=1e-8)
    assert_allclose(twice.variances, a.variances, rtol=1e-8)  # the same mean, the same covariance
    gap = (a.variances[0] - a.variances[1]) / a.variances[0]
    if gap > 1e-3:
        assert_allclose(np.abs(b.scores(X)), np.abs(a.scores(X)), atol=1e-5 * np.abs(a.scores(X)).max())


@few
@given(SEEDS, st.floats(1e-3, 1e3))
def test_maps_keep_their_shape(seed, size):
    rng, X, _ = cloud(seed)
    D = np.sqrt(squared_distances(X))
    a, b = classical_mds(D, 3), classical_mds(size * D, 3)
    assert_allclose(b.points, size * a.points, atol=1e-7 * size)
    order = rng.permutation(14)
    turned = classical_mds(D[np.ix_(order, order)], 3)
    assert procrustes(turned.points, a.points[order]).error < 1e-6


@few
@given(SEEDS, st.sampled_from([0.25, 4.0, 1024.0]), st.integers(2, 5))
def test_lloyd_follows_the_points(seed, size, q):
    rng, X, _ = cloud(seed, n=30)
    start, order, Q = rng.permutation(np.arange(30) % q), rng.permutation(30), rotation(rng)
    *_, end = lloyd(X, start, q)
    *_, scaled = lloyd(size * X, start, q)
    *_, shuffled = lloyd(X[order], start[order], q)
    *_, turned = lloyd(X @ Q + 3, start, q)
    *_, in_h = kernel_lloyd(Linear(), X, start, q)
    assert_array_equal(scaled.labels, end.labels)
    assert_array_equal(shuffled.labels, end.labels[order])
    assert_array_equal(turned.labels, end.labels)
    assert_array_equal(in_h.labels, end.labels)
    assert_allclose(scaled.spread, size**2 * end.spread, rtol=1e-9)


@few
@given(SEEDS, st.integers(1, 6), st.floats(-100, 100))
def test_neighbours_follow_the_points(seed, count, by):
    rng, X, y = cloud(seed, n=30)
    Z, order, Q = rng.normal(size=(6, 3)), rng.permutation(30), rotation(rng)
    found = nearest(Linear(), X, Z, count)
    assert_array_equal(order[nearest(Linear(), X[order], Z, count).indices], found.indices)
    assert_array_equal(nearest(Linear(), X @ Q + by, Z @ Q + by, count).indices, found.indices)
    y = rng.normal(size=30)
    assert_allclose(
        knn_regress(Linear(), X, 2 * y + 1, count)(Z), 2 * knn_regress(Linear(), X, y, count)(Z) + 1
    )


@few
@given(SEEDS)
def test_perceptron_ignores_scale_and_rotation(seed):
    rng, X, y = cloud(seed)
    signs, Q = np.where(y > 0, 1, -1), rotation(rng)
    *_, a = kernel_perceptron(Linear() + 1, X, signs, passes=3)
    *_, b = kernel_perceptron(4 * (Linear() + 1), X, signs, passes=3)
    assert_array_equal(a.counts, b.counts)
    *_, c = kernel_perceptron(Gaussian(1), X @ Q + 5, signs, passes=3)
    *_, d = kernel_perceptron(Gaussian(1), X, signs, passes=3)
    assert_array_equal(c.counts, d.counts)


finite = arrays(
    float, st.tuples(st.integers(1, 8), st.integers(1, 3)), elements=st.floats(-1e3, 1e3, width=32)
)


@few
@given(finite, st.sampled_from([1e-6, 1.0, 1e6]))
def test_ridge_never_gives_silent_nonsense(X, lam):
    """For any points: the normal equation (K + λI)α = y holds to rounding."""
    y = np.arange(len(X), dtype=float)
    for k in (Linear(), Gaussian(1.0)):
        try:
            f = ridge(k, X, y, lam)
        except ValueError as error:
            assert "lam" in str(error)
            continue
        K = k(X)
        size = np.abs(K).sum(axis=1).max() + lam
        left = K @ f.weights + lam * f.weights - y
        assert np.abs(left).max() <= 1e-12 * (size * np.abs(f.weights).max() + np.abs(y).max())


@few
@given(finite, st.integers(1, 8), SEEDS)
def test_lloyd_ends_for_any_points(X, q, seed):
    q = min(q, len(X))
    start = np.random.default_rng(seed).permutation(np.arange(len(X)) % q)
    for states in (list(lloyd(X, start, q)), list(kernel_lloyd(Gaussian(1.0), X, start, q))):
        spreads = np.array([s.spread for s in states])
        assert (np.diff(spreads) <= 1e-9 * (spreads[0] + 1e-9)).all()
        assert np.bincount(states[-1].labels, minlength=q).all()


@pytest.mark.parametrize("k", [Linear(), Gaussian(1.0), Polynomial(2, 1.0)])
def test_appending_a_far_point_leaves_gaussian_neighbours_alone(k):
    _, X, _ = cloud(0)
    Z, far = X[:4] + 0.01, np.full((1, 3), 1e3)
    found = nearest(k, np.vstack([X, far]), Z, 3)
    assert_array_equal(found.indices, nearest(k, X, Z, 3).indices)
