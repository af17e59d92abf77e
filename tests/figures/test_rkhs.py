"""The figures of the chapter on the space of a kernel draw the package's numbers."""

from itertools import combinations

import numpy as np

from kernelcourse import Gaussian, KernelExpansion, Minimum, evaluation_bound, interpolant, norm
from kernelcourse.figures import number
from kernelcourse.figures import rkhs as figures
from kernelcourse.fourier import poisson_space

F = KernelExpansion(Gaussian(0.8), np.array([[-1.0], [0.5]]), np.array([1.0, -0.7]))


def test_the_bumps_add_up_to_the_function():
    axes = figures.bumps(F).figure.axes[0]
    *parts, whole = (line.get_ydata() for line in axes.lines)
    np.testing.assert_allclose(np.sum(parts, axis=0), whole, atol=1e-12)
    assert figures.bumps(F).readouts["‖f‖"] == number(norm(F), 3)


def test_the_band_is_the_bound():
    axes = figures.value_bound(F).figure.axes[0]
    x = axes.lines[1].get_xdata()
    np.testing.assert_allclose(axes.lines[1].get_ydata(), evaluation_bound(F, x[:, None]))


def test_prices_are_one_over_the_coefficients():
    axes = figures.price_lists({"poisson": poisson_space(0.5)}, 6).figure.axes[0]
    np.testing.assert_allclose(axes.lines[0].get_ydata(), 2.0 ** np.arange(7))


def test_only_whole_frequencies_are_marked():
    axes = figures.price_lists({"poisson": poisson_space(0.5)}, 12).figure.axes[0]
    assert all(float(tick).is_integer() for tick in axes.get_xticks())


def test_interpolants_pass_through_the_points():
    P = np.array([[-1.0], [0.0], [2.0]])
    y = np.array([1.0, 0.0, -1.0])
    curve = interpolant(Gaussian(1.0), P, y)
    picture = figures.interpolants(P, y, {1.0: curve})
    line = picture.figure.axes[0].lines[0]
    np.testing.assert_allclose(line.get_ydata(), curve(line.get_xdata()[:, None]))
    assert picture.readouts["‖f‖² at σ = 1"] == number(norm(curve) ** 2, 4)


def test_ramps_and_partial_sums_are_drawn():
    ramp = figures.ramps((2,)).figure.axes[0].lines[0]
    np.testing.assert_allclose(ramp.get_ydata(), np.clip(2 * ramp.get_xdata(), -1, 1))
    figure = figures.ramps((1, 3, 10, 100)).figure
    figure.draw_without_rendering()
    names = [text.get_window_extent() for text in figure.axes[0].texts]
    assert not any(a.overlaps(b) for a, b in combinations(names, 2))
    wave = figures.gibbs({1: lambda x: np.sin(x) + 0j})
    assert wave.readouts["order 1"] == "largest value 1"


def test_pinned_curves_pass_through_their_pins():
    pins, heights = np.array([[0.25], [0.75]]), np.array([1.0, -0.5])
    curves = {
        "string": interpolant(Minimum(), pins, heights),
        "smooth": interpolant(Gaussian(0.3), pins, heights),
    }
    picture = figures.pinned(pins, heights, curves)
    for drawn in picture.figure.axes[0].lines[:2]:
        np.testing.assert_allclose(drawn.get_ydata()[[50, 150]], heights, atol=1e-9)
    assert picture.readouts["‖f‖², string"] == number(1 / 0.25 + 1.5**2 / 0.5, 4)
