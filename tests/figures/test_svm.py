"""The figures of the chapter on support vector machines draw the package's numbers."""

import numpy as np

from kernelcourse import datasets, smo, svm
from kernelcourse.figures import svm as figures
from kernelcourse.kernels import Polynomial

X, y = datasets.xor()


def test_streets_ring_the_support_vectors_and_count_the_wrong():
    machine = svm(Polynomial(2), X, y, 10.0)
    picture = figures.streets(X, y, {"machine": machine, "always one": lambda Z: np.ones(len(Z))})
    rings = [c for c in picture.figure.axes[0].collections if len(c.get_offsets()) == 4]
    np.testing.assert_allclose(rings[0].get_offsets(), X[machine.support])
    assert picture.readouts["machine"] == "4 support vectors, 0 of 4 on the wrong side"
    assert picture.readouts["always one"] == "2 of 4 on the wrong side"


def test_the_climb_draws_primal_dual_and_gap():
    states = list(smo(Polynomial(2), X, y, 10.0))
    left, right = figures.climb(states).figure.axes
    np.testing.assert_allclose(left.lines[1].get_ydata(), [state.machine.dual for state in states])
    np.testing.assert_allclose(
        right.lines[0].get_ydata(), [max(state.gap, 1e-12) for state in states], atol=1e-12
    )


def test_price_and_classes_draw_what_they_are_given():
    picture = figures.price((1.0, 10.0), (2.0, 3.0), (5.0, 4.0), (7, 6))
    left, right = picture.figure.axes
    np.testing.assert_allclose(left.lines[0].get_ydata(), [2, 3])
    np.testing.assert_allclose(right.lines[0].get_ydata(), [7, 6])
    labels = np.array([0, 0, 1, 1])
    shown = figures.classes(X, labels, {"left or right": lambda Z: (np.asarray(Z)[:, 0] > 0) * 1}, 2.0)
    wrong = int(((X[:, 0] > 0) * 1 != labels).sum())
    assert shown.readouts["left or right"] == f"{wrong} of 4 wrong"
