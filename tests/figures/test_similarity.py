"""The figures of the chapter on similarity draw the package's numbers."""

import numpy as np

from kernelcourse import Gaussian, datasets, euclidean, knn_classify
from kernelcourse.figures import similarity as figures


def test_unit_balls_have_length_one_in_their_norm():
    picture = figures.balls((1, 3))
    for axes, p in zip(picture.figure.axes, (1, 3), strict=True):
        edge = np.column_stack(axes.lines[0].get_data())
        np.testing.assert_allclose((np.abs(edge) ** p).sum(axis=1), 1)


def test_gram_matrices_are_those_of_the_package():
    X, _ = datasets.moons(10, np.random.default_rng(0))
    picture = figures.gram_widths(X, (0.1, 2.0))
    for axes, sigma in zip(picture.figure.axes, (0.1, 2.0), strict=True):
        np.testing.assert_allclose(np.asarray(axes.images[0].get_array()), Gaussian(sigma)(X))


def test_whitening_keeps_the_cloud_and_tells_the_two_marks_apart():
    rng = np.random.default_rng(1)
    before = rng.standard_normal((60, 2)) @ np.array([[2.0, 0.0], [1.5, 0.5]])
    after = np.linalg.solve(np.linalg.cholesky(np.cov(before.T)), before.T).T
    picture = figures.whitening(before, after)
    np.testing.assert_allclose(picture.figure.axes[1].collections[0].get_offsets(), after)
    assert picture.readouts["before"] == "insider 3, outsider 3"
    inside, outside = (float(word.split()[1]) for word in picture.readouts["after whitening"].split(", "))
    assert outside > 2 * inside


def test_regions_report_the_training_accuracy():
    X, y = datasets.moons(15, np.random.default_rng(2), spread=0.3)
    vote = knn_classify(euclidean, X, y, 1)
    picture = figures.neighbour_regions(X, y, {"one": vote})
    assert picture.readouts["one"].startswith(f"{(vote(X) == y).mean():.3f}")
    squares, circles = picture.figure.axes[0].collections[-2:]  # as where these labels are ±1
    np.testing.assert_allclose(circles.get_offsets(), X[y == 1])
    np.testing.assert_allclose(squares.get_offsets(), X[y == 0])


def test_eigenvalues_are_drawn_with_their_sign():
    picture = figures.smallest_eigenvalues({"a": -0.25, "b": 0.04, "c": -4.0, "d": 1.0, "e": 0.0})
    lengths = [bar.get_width() for bar in picture.figure.axes[0].patches]
    np.testing.assert_allclose(lengths, [-0.5, 0.2, -2.0, 1.0, 0.0])
