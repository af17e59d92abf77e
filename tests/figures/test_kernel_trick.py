"""The figures of the chapter on the kernel trick show the package's numbers."""

from __future__ import annotations

import numpy as np

from kernelcourse import Linear, Polynomial, count_up_to, datasets, ridge
from kernelcourse.figures import kernel_trick as figures


def lines(axes):
    return [drawn.get_xydata() for drawn in axes.get_lines()]


def test_two_views_draw_the_points_and_count_their_sides():
    X, ring = datasets.rings(20)
    y = np.where(ring == 0, -1.0, 1.0)
    picture = figures.two_views(X, y, X**2, total=4.0)
    plain, lifted = (
        np.vstack([dots.get_offsets() for dots in axes.collections]) for axes in picture.figure.axes
    )
    assert {tuple(p) for p in plain} == {tuple(p) for p in X}
    assert {tuple(p) for p in lifted} == {tuple(p) for p in X**2}
    assert picture.readouts["on their own side of the line"] == "100 %"
    assert figures.two_views(X, y, X**2, total=20.0).readouts["on their own side of the line"] == "50 %"


def test_valleys_mark_both_ends_and_the_middle():
    way = np.linspace(0, 1, 5)
    picture = figures.valleys(way, {"hill": way * (1 - way)})
    (axes,) = picture.figure.axes
    assert np.allclose(lines(axes)[0], np.column_stack([way, way * (1 - way)]))
    assert np.allclose(axes.collections[1].get_offsets(), [[0.5, 0.25]])
    assert picture.readouts["hill"] == "0.25" and "0 at the start, 0.25 half way, 0 at the end" in picture.alt


def test_both_sums_are_those_of_the_bars():
    picture = figures.two_sums(["a", "b"], [1.0, -0.25], [0.5, 0.5, -0.25])
    heights = [[bar.get_height() for bar in axes.patches] for axes in picture.figure.axes]
    assert heights == [[1.0, -0.25], [0.5, 0.5, -0.25]]
    assert picture.readouts == {"by features": "0.7500", "by patients": "0.7500"}


def test_regions_count_the_points_on_their_side():
    X, y = datasets.xor()
    rules = {"linear": ridge(Linear(), X, y, 1.0), "square": ridge(Polynomial(2, 1.0), X, y, 1.0)}
    assert figures.regions(X, y, rules).readouts == {"linear": "0 of 4", "square": "4 of 4"}


def test_penalties_name_the_values_at_both_minima():
    def bowl(w):
        return (np.asarray(w) ** 2).sum(axis=-1)

    picture = figures.penalties(bowl, (1.0, 2.0), (0.0, 0.5), (0.1, 0.2))
    assert picture.readouts == {"best w": "0.25", "best Xᵀα": "0.05"}


def test_sizes_draw_the_counts():
    degrees = [1, 2, 3]
    picture = figures.sizes(degrees, {10: [count_up_to(10, p) for p in degrees]}, n=100)
    assert np.array_equal(lines(picture.figure.axes[0])[0], [[1, 11], [2, 66], [3, 286]])
    assert picture.readouts["d = 10"] == "primal smaller up to degree 2"


def test_fits_and_jump_read_out_the_errors_they_are_given():
    x = np.arange(3.0)
    picture = figures.fits(x, x, {"x": (x, x)}, {"x": 14.4})
    assert np.allclose(lines(picture.figure.axes[0])[0], np.column_stack([x, x]))
    assert picture.readouts == {"x": "14.4"}
    grid = np.linspace(-1, 1, 20)
    jump = figures.jump(grid, {3: grid, 21: grid**3}, {3: 0.375, 21: 0.168})
    assert any(np.allclose(drawn[:, 1], grid**3) for drawn in lines(jump.figure.axes[0]) if len(drawn) == 20)
    assert jump.readouts == {"degree 3": "0.375", "degree 21": "0.168"}
