"""The figures of wide networks draw the curves they are given."""

import numpy as np
from numpy.testing import assert_allclose

from kernelcourse.figures import neural_networks as figures


def test_every_curve_is_drawn_and_its_gap_is_told():
    angle = np.linspace(0, 6, 5)
    picture = figures.network_and_kernel(
        angle, {"narrow": angle, "wide": 0.1 + 0 * angle}, 0 * angle, [1.0], [2.0]
    )
    drawn = picture.figure.axes[0].lines
    assert_allclose([line.get_ydata() for line in drawn], [angle, 0.1 + 0 * angle, 0 * angle])
    assert picture.readouts == {"narrow": "6", "wide": "0.1"}


def test_convergence_shows_both_ends():
    picture = figures.convergence([10, 100], {"one": [1.0, 0.1], "two": [2.0, 0.2]})
    assert picture.readouts == {"one": "1 to 0.1", "two": "2 to 0.2"}
