"""The figures of the ridge chapter show the package's numbers."""

from __future__ import annotations

import numpy as np

from kernelcourse import Gaussian, datasets, primal_ridge, ridge
from kernelcourse.figures import number
from kernelcourse.figures import ridge as figures

X, Y = datasets.noisy_sine(25, np.random.default_rng(0), spread=0.3)
K = Gaussian(0.5)


def lines(axes):
    return [drawn.get_xydata() for drawn in axes.get_lines()]


def test_fits_draw_the_functions_and_the_readings():
    f = ridge(K, X, Y, 0.3)
    picture = figures.fits(X, Y, {"one": f, "two": ridge(K, X, Y, 3.0)}, np.sin)
    axes = picture.figure.axes[0]
    truth, fit = lines(axes)
    assert np.allclose(fit[:, 1], f(fit[:, :1]))
    assert np.allclose(truth[:, 1], np.sin(truth[:, 0]))
    assert np.allclose(axes.collections[0].get_offsets(), np.column_stack([X[:, 0], Y]))
    assert picture.readouts["one"] == number(np.sqrt(np.mean((fit[:, 1] - truth[:, 1]) ** 2)))


def test_fits_are_measured_where_they_are_asked_to_be():
    at = np.linspace(-np.pi, np.pi, 50)
    f = ridge(K, X, Y, 0.3)
    picture = figures.fits(X, Y, {"one": f}, np.sin, at[:, None])
    assert picture.readouts["one"] == number(np.sqrt(np.mean((f(at[:, None]) - np.sin(at)) ** 2)))


def test_moved_joins_the_weights_before_and_after():
    picture = figures.moved({"one": ([1.0, 0.0], [-1.0, 2.0]), "two": ([0.5, 0.5], [0.5, 0.5])})
    assert np.allclose(lines(picture.figure.axes[0])[0], [[1, 0], [-1, 2]])
    assert picture.readouts == {"one": f"moved by {number(np.sqrt(8))}", "two": "moved by 0"}


def test_the_weight_path_passes_through_the_ridge_weights():
    A, b = datasets.toy_a()
    lams = (0.1, 1.0, 10.0)
    path = [primal_ridge(A, b, lam) for lam in lams]
    picture = figures.weight_path(A, b, lams, path)
    assert np.allclose(lines(picture.figure.axes[0])[0], path)
    assert picture.readouts["λ = 1"] == f"({58 / 47:.3f}, {84 / 47:.3f})"


def test_shrinkage_draws_the_kept_parts():
    s = np.array([4.0, 1.0, 0.25])
    picture = figures.shrinkage(s, (0.25, 1.0, 4.0))
    drawn = lines(picture.figure.axes[0])
    assert np.allclose(drawn[1][:, 1], [0.8, 0.5, 0.2])
    assert picture.readouts["kept in all, λ = 1"] == number(1.5)


def test_choosing_marks_the_least_leave_one_out_error():
    lams, left_out = np.array([0.1, 1.0, 10.0, 100.0]), np.array([3.0, 1.0, 2.0, 4.0])
    picture = figures.choosing(lams, left_out / 2, left_out, left_out)
    assert np.allclose(picture.figure.axes[0].collections[0].get_offsets(), [[1.0, 1.0]])
    assert picture.readouts["at λ"] == "1"


def test_norms_predictions_and_ends_are_those_given():
    pair = figures.norm_and_roughness((0.1, 10), (2.0, 1.0), (3.0, 4.0)).figure.axes
    assert np.allclose(lines(pair[0])[0][:, 1], [2, 1])
    assert np.allclose(lines(pair[1])[0][:, 1], [3, 4])
    picture = figures.predicted([0.0, 1.0], {"a": [0.0, 3.0]})
    assert np.allclose(picture.figure.axes[0].collections[0].get_offsets(), [[0, 0], [1, 3]])
    assert picture.readouts == {"a": number(np.sqrt(2))}
    f = ridge(K, X, Y, 0.3)
    far = figures.far_away(X, Y, {"plain": f, "raised": lambda Z: f(Z) + 10})
    assert far.readouts["raised"] == number(10.0)
