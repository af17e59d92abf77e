"""The figures of the perceptron chapter draw the package's numbers."""

import numpy as np

from kernelcourse import datasets, kernel_perceptron, online_perceptron
from kernelcourse.figures import perceptron as figures
from kernelcourse.kernels import Linear, Polynomial
from kernelcourse.learn import with_bias


def test_rulers_draw_the_weights_of_every_state():
    X = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, -2.0], [-2.0, -1.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    states = list(online_perceptron(with_bias(X), y))
    picture = figures.rulers(X, y, states)
    lines = picture.figure.axes[0].lines
    weights = [state.function for state in states if np.abs(state.function[:2]).sum() > 0]
    assert len(lines) == len(weights)
    for line, (a, b, c) in zip(lines, weights, strict=True):
        np.testing.assert_allclose(a * line.get_xdata() + b * line.get_ydata() + c, 0, atol=1e-9)
    assert picture.readouts["corrections"] == str(states[-1].updates)


def test_borders_count_the_points_on_the_wrong_side():
    X, y = datasets.xor()
    *_, quadratic = kernel_perceptron(Polynomial(2), X, y)
    *_, linear = kernel_perceptron(Linear() + 1, X, y, passes=1)
    picture = figures.borders(X, y, {"quadratic": quadratic.function, "linear": linear.function})
    assert picture.readouts["quadratic"] == "0 of 4 on the wrong side"
    wrong = int((y * linear.function(X) <= 0).sum())
    assert picture.readouts["linear"] == f"{wrong} of 4 on the wrong side"


def test_the_bound_is_drawn_above_the_mistakes():
    picture = figures.mistakes_and_bound((1.0, 0.1), (2, 30), (5.0, 600.0))
    axes = picture.figure.axes[0]
    np.testing.assert_allclose(axes.lines[0].get_ydata(), [5.0, 600.0])
    np.testing.assert_allclose(axes.collections[0].get_offsets()[:, 1], [2, 30])
    assert picture.readouts["largest share of the bound"] == "0.4"
