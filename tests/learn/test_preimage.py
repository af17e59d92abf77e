"""Pre-images: the iteration never moves away from its goal, and denoising pulls points onto the curve."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.datasets import toy_b
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import denoise, kernel_pca, preimages
from kernelcourse.rkhs import KernelExpansion, feature


def test_feature_of_a_point_has_that_point_as_preimage():
    k, z = Gaussian(1), np.array([0.3, -0.7])
    found = preimages(feature(k, z), [z + 0.5])
    assert_allclose(found, z[None, :], atol=1e-6)
    assert_allclose(preimages(feature(k, z), [z]), z[None, :], atol=1e-12)


def test_distance_to_the_goal_never_grows():
    """‖φ(z) − f‖² = 1 − 2f(z) + ‖f‖², so f(z) never falls; also with negative weights."""
    rng = np.random.default_rng(0)
    k, X = Gaussian(0.8), rng.normal(size=(9, 2))
    f = KernelExpansion(k, X, rng.normal(size=(9, 5)))
    start = rng.normal(size=(5, 2))
    heights = [np.diag(f(preimages(f, start, steps))) for steps in range(12)]
    assert (np.diff(heights, axis=0) >= -1e-12).all()
    end = preimages(f, start, 5000)
    shares = f.weights.T * k(end, X)
    gradient = shares @ X - shares.sum(axis=1)[:, None] * end
    assert np.abs(gradient).max() < 1e-4


def test_one_function_many_starts():
    f = feature(Gaussian(1), np.array([1.0, 1.0]))
    assert_allclose(preimages(f, [[0.5, 1.0], [1.2, 0.9]]), [[1, 1], [1, 1]], atol=1e-6)


def test_denoising_pulls_points_to_the_circle():
    rng = np.random.default_rng(1)
    t = rng.uniform(0, 2 * np.pi, 80)
    clean = np.column_stack([np.cos(t), np.sin(t)])
    noisy = clean + 0.12 * rng.normal(size=clean.shape)
    better = denoise(kernel_pca(Gaussian(0.7), noisy, 5), noisy)
    before = np.abs(np.linalg.norm(noisy, axis=1) - 1).mean()
    after = np.abs(np.linalg.norm(better, axis=1) - 1).mean()
    assert after < 0.6 * before


def test_all_directions_reproduce_the_points():
    X = toy_b()
    assert_allclose(denoise(kernel_pca(Gaussian(2), X, 5), X), X, atol=1e-5)


def test_bad_input():
    with pytest.raises(ValueError, match="Gaussian"):
        preimages(feature(Linear(), np.ones(2)), [[1.0, 1.0]])
    f = KernelExpansion(Gaussian(1), np.eye(2), np.ones((2, 3)))
    with pytest.raises(ValueError, match="3 functions and start 2 points"):
        preimages(f, np.eye(2))
    with pytest.raises(ValueError, match="features"):
        preimages(f, np.ones((3, 5)))
    with pytest.raises(ValueError, match="steps"):
        preimages(f, np.ones((3, 2)), -1)
