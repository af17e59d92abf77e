"""The evidence of a Gaussian process: its gradient, its summit, left-out predictions, and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from kernelcourse.datasets import noisy_sine
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import Belief, evidence, evident_process, gaussian_process, most_evident
from kernelcourse.scale import random_fourier

X, y = noisy_sine(25, np.random.default_rng(0), spread=0.2)


def shifted(belief, h):
    return Belief(*np.exp(belief.logarithms + h))


@pytest.mark.parametrize("belief", [Belief(), Belief(2.0, 0.4, 0.01), Belief(0.1, 3.0, 1.0)])
def test_the_gradient_is_that_of_the_value(belief):
    value, slope = evidence(belief, X, y)
    assert_allclose(value, gaussian_process(belief.kernel, X, y, belief.noise).log_evidence)
    steps = 1e-5 * np.eye(3)
    ends = [evidence(shifted(belief, h), X, y)[0] - evidence(shifted(belief, -h), X, y)[0] for h in steps]
    assert_allclose(slope, np.array(ends) / 2e-5, rtol=1e-4, atol=1e-5)


def test_the_summit_is_scikit_learns():
    belief, process = evident_process(X, y)
    model = ConstantKernel(1.0) * RBF(1.0) + WhiteKernel(0.1)
    peer = GaussianProcessRegressor(model).fit(X, y)
    assert_allclose(process.log_evidence, peer.log_marginal_likelihood_value_, rtol=1e-5)
    assert_allclose(belief.width, peer.kernel_.k1.k2.length_scale, rtol=1e-2)
    assert np.abs(evidence(belief, X, y)[1]).max() < 0.05
    assert all(evidence(shifted(belief, h), X, y)[0] < process.log_evidence for h in 0.3 * np.eye(3))


@pytest.mark.parametrize("frequency", [2.0, 10.0])
def test_a_fast_wave_is_not_taken_for_noise(frequency):
    """From half the median distance alone, a climb ends on the plateau where everything is noise."""
    rng = np.random.default_rng(0)
    Z = rng.uniform(-5, 5, (200, 1))
    waves = np.sin(frequency * Z[:, 0]) + 0.3 * rng.standard_normal(200)
    found = most_evident(Z, waves)
    known = Belief(0.5, 1.5 / frequency, 0.09)
    assert evidence(found, Z, waves)[0] > evidence(known, Z, waves)[0]
    assert 0.06 < found.noise < 0.13


def test_the_height_of_the_summit_is_the_best_for_its_width_and_ratio():
    belief = most_evident(X, y, Belief(30.0, 0.8, 3.0))
    higher, lower = (Belief(belief.height * f, belief.width, belief.noise * f) for f in (1.1, 1 / 1.1))
    summit = evidence(belief, X, y)[0]
    assert summit > evidence(higher, X, y)[0] and summit > evidence(lower, X, y)[0]


def test_left_out_predictions_are_those_of_processes_trained_without_the_point():
    process = gaussian_process(Gaussian(1.0), X, y, 0.05)
    means, variances = process.left_out()
    for i in (0, 7, 24):
        kept = np.arange(25) != i
        without = gaussian_process(Gaussian(1.0), X[kept], y[kept], 0.05)
        assert_allclose(means[i], without.mean(X[[i]])[0], atol=1e-8)
        assert_allclose(variances[i], without.variance(X[[i]])[0] + 0.05, atol=1e-8)


def test_bad_arguments():
    for name in ("height", "width", "noise"):
        with pytest.raises(ValueError, match=name):
            Belief(**{name: 0.0})
    with pytest.raises(ValueError, match="y"):
        most_evident(X, y[:-1])
    with pytest.raises(ValueError, match="one output per point"):
        most_evident(X, np.column_stack([y, y]))
    features = random_fourier(Gaussian(1.0), 1, 10, np.random.default_rng(0))
    with pytest.raises(ValueError, match="left_out"):
        gaussian_process(features, X, y, 0.1).left_out()


def test_data_that_say_nothing_end_at_a_finite_belief():
    for silent in ([1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]):
        assert np.isfinite(most_evident(np.zeros((4, 1)), silent).logarithms).all()
