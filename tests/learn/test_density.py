"""Densities integrate to 1, and are mean embeddings."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import trapezoid
from scipy.stats import multivariate_normal

from kernelcourse.kernels import Gaussian
from kernelcourse.learn import kernel_density
from kernelcourse.rkhs import mean_embedding


def test_three_points():
    p = kernel_density([[0.0], [1], [4]], 0.5)
    assert_allclose(p([[0.5]]), 0.3226276, atol=5e-8)
    grid = np.linspace(-10, 14, 4001)
    assert_allclose(trapezoid(p(grid[:, None]), grid), 1, rtol=1e-9)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_mean_of_normal_densities(d):
    rng = np.random.default_rng(d)
    X, Z = rng.normal(size=(6, d)), rng.normal(size=(4, d))
    p = kernel_density(X, 0.7)
    expected = np.mean([multivariate_normal(x, 0.49 * np.eye(d)).pdf(Z) for x in X], axis=0)
    assert_allclose(p(Z), expected, rtol=1e-11)
    assert_allclose(p(Z) / p.height, mean_embedding(Gaussian(0.7), X)(Z), rtol=1e-13)


def test_bad_arguments():
    for h in (0, -1, np.nan):
        with pytest.raises(ValueError, match="bandwidth"):
            kernel_density([[0.0]], h)
    with pytest.raises(ValueError, match="too small in 3 dimensions"):
        kernel_density(np.ones((2, 3)), 1e-140)
    with pytest.raises(ValueError, match="1-D"):
        kernel_density([0.0, 1.0], 1)
