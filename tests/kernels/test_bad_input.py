"""A kernel that is made or asked wrongly says what is wrong, and where."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse.datasets import graphs
from kernelcourse.kernels import (
    Bilinear,
    Cosine,
    CosineSimilarity,
    ExponentiatedHamming,
    FourierSeries,
    Gaussian,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Matern,
    Minimum,
    Periodic,
    Poisson,
    Polynomial,
    RandomWalk,
    RationalQuadratic,
    Spectrum,
    exp,
    median_sigma,
)

X = np.random.default_rng(0).standard_normal((30, 2))


def line(*numbers):
    return np.array(numbers, dtype=float)[:, None]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Linear()([[1e200]]), r"too large for a float at X\[0\], Z\[0\]"),
        (lambda: Polynomial(8)([[1e100]]), "too large for a float"),
        (lambda: exp(Linear())([[100.0]]), "too large for a float"),
        (lambda: (Linear() * Linear())([[1e100]]), "too large for a float"),
        (lambda: (Linear() ** 4)([[1e100]]), "too large for a float"),
        (lambda: (1e200 * Linear())([[1e100]]), "too large for a float"),
        (lambda: Linear()([[1, 2]], [[1]]), "same features"),
        (lambda: Gaussian()([1, 2]), "1-D"),
        (lambda: Gaussian().diagonal([[np.nan]]), "row 0"),
        (lambda: Polynomial(0), "degree = 0"),
        (lambda: Polynomial(1.5), "degree must be a whole number"),
        (lambda: Polynomial(2, c=-1), r"\(xz − 1\)² is not a kernel"),
        (lambda: Gaussian(0), "sigma = 0"),
        (lambda: Gaussian("wide"), "sigma must be a number"),
        (lambda: RationalQuadratic(1, -1), "a = -1"),
        (lambda: RationalQuadratic(0), "length = 0"),
        (lambda: Matern(1.0), "0.5, 1.5 or 2.5"),
        (lambda: Matern(1.5, 0), "length = 0"),
        (lambda: Laplace(-1), "gamma = -1"),
        (lambda: Periodic(0), "period = 0"),
        (lambda: Periodic(1, 0), "length = 0"),
        (lambda: Cosine(np.inf), "omega must be finite"),
        (lambda: Cosine()(X), "lives on the line"),
        (lambda: Minimum()(line(0, -1)), "X is negative in row 1"),
        (lambda: Minimum()(X), "lives on the line"),
        (lambda: Bilinear([[1, 2]]), "square matrix"),
        (lambda: Bilinear(np.eye(3))(X), "X has 2 features"),
        (lambda: MahalanobisGaussian([1, 2, 3])(X), "X has 2 features; covariance is for 3"),
        (lambda: MahalanobisGaussian([1, -1]), "positive definite"),
        (lambda: MahalanobisGaussian(1.0), r"give \(d, d\) or a diagonal"),
        (lambda: CosineSimilarity()([[0, 0]]), "zero in row 0"),
        (lambda: CosineSimilarity().diagonal([[0, 0]]), "zero in row 0"),
        (lambda: FourierSeries([]), "coefficients is empty"),
        (lambda: FourierSeries([1, np.nan]), r"coefficients\[1\] must be finite"),
        (lambda: FourierSeries([1])(X), "lives on the line"),
        (lambda: Poisson(1), "rho = 1"),
        (lambda: Poisson(-0.1), "rho = -0.1"),
        (lambda: Poisson()(X), "lives on the line"),
        (lambda: ExponentiatedHamming(0), "gamma = 0"),
        (lambda: ExponentiatedHamming()(["ab"], ["abc"]), "equal lengths"),
        (lambda: Spectrum(0), "q = 0"),
        (lambda: Spectrum()([1, 2]), r"X\[0\] must be a string"),
        (lambda: Spectrum()("word"), "one word"),
        (lambda: RandomWalk(0), "lam = 0"),
        (lambda: RandomWalk(0.3)([graphs()["K3"]]), r"too large for X\[0\].*lam < 0.25"),
        (lambda: RandomWalk()([[[0, 1], [0, 0]]]), r"X\[0\] must be square and symmetric"),
        (lambda: median_sigma([[1], [1]]), "no two different points"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
