"""The figures of soft clusters."""

import numpy as np
from numpy.testing import assert_allclose

from kernelcourse.figures import soft_clusters as figures


def test_undecided_points_are_ringed_and_counted():
    X, R = np.arange(6.0).reshape(3, 2), np.array([[1.0, 0.0], [0.5, 0.5], [0.05, 0.95]])
    picture = figures.memberships(X, R)
    assert picture.readouts["undecided"] == "1"
    assert_allclose(picture.figure.axes[0].collections[-1].get_offsets(), X[[1]])


def test_the_climb_is_drawn():
    picture = figures.climbing([-3.0, -2.0, -1.5])
    assert_allclose(picture.figure.axes[0].lines[0].get_ydata(), [-3, -2, -1.5])
    assert picture.readouts == {"steps": "3", "first": "−3", "last": "−1.5"}
