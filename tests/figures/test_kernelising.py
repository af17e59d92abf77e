"""The figures of the page on kernelising."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.figures import kernelising as figures


def test_the_share_between_the_classes_is_told():
    scores = np.array([[0.0, 1.0], [0.0, 2.0], [3.0, 0.0], [3.0, 5.0]])
    assert figures.apart(scores, np.array([0, 0, 1, 1])) == pytest.approx(1)
    assert figures.apart(scores, np.array([0, 1, 0, 1])) == pytest.approx(0)
    picture = figures.discriminants({"one": scores, "two": scores[:, ::-1]}, [0, 0, 1, 1])
    assert picture.readouts["one"] == "100 % of the spread lies between the classes"
    drawn = np.vstack([np.asarray(c.get_offsets()) for c in picture.figure.axes[0].collections])
    assert_allclose(np.sort(drawn, axis=0), np.sort(scores, axis=0))


def test_curves_are_drawn_against_the_penalty():
    curves = {"old": [1.0, 0.9, 0.5], "new": [0.1, 0.4, 0.3]}
    picture = figures.against_penalty([0.1, 1.0, 10.0], {"same": {"old": [1.0, 1.0, 1.0]}, "apart": curves})
    assert_allclose([drawn.get_ydata() for drawn in picture.figure.axes[1].lines], list(curves.values()))
    assert all(axes.get_xscale() == "log" for axes in picture.figure.axes)
    assert picture.readouts["apart, new"] == "0.1 at the smallest λ, 0.4 at most"
