"""Level lines: on the line f takes the level, regions have the right area, and both sides fill the rectangle."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.scene.level_lines import level_lines, upper_region

AXIS = np.linspace(-3, 3, 61)
X, Y = np.meshgrid(AXIS, AXIS)


def area(polygon: np.ndarray) -> float:
    """∮ x dy, positive counter-clockwise."""
    x, y = polygon.T
    return float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]) / 2)


def test_a_circle_is_one_closed_line_with_the_inside_on_its_left() -> None:
    (line,) = level_lines(AXIS, AXIS, 4 - X**2 - Y**2)
    assert_allclose(np.hypot(*line.T), 2, atol=2e-3)
    assert_allclose(line[0], line[-1])
    assert area(line) == pytest.approx(4 * np.pi, rel=2e-3)
    (other,) = level_lines(AXIS, AXIS, X**2 + Y**2 - 4)
    assert area(other) == pytest.approx(-area(line))


def test_a_line_that_leaves_the_grid_is_open() -> None:
    (line,) = level_lines(AXIS, AXIS, X + 0.5 * Y, level=0.25)
    assert_allclose(line @ [1.0, 0.5], 0.25, atol=1e-12)
    assert {abs(line[0, 1]), abs(line[-1, 1])} == {3.0}


@pytest.mark.parametrize("seed", range(20))
def test_the_two_sides_fill_the_rectangle(seed: int) -> None:
    """Saddles, holes, islands and corners: random values have all of them."""
    values = np.random.default_rng(seed).normal(size=(13, 17))
    x, y = np.arange(17.0), np.linspace(0, 5, 13)
    both = [area(polygon) for sign in (1, -1) for polygon in upper_region(x, y, sign * values)]
    assert sum(both) == pytest.approx(16 * 5)
    for polygon in upper_region(x, y, values):
        assert (polygon[0] == polygon[-1]).all()


def test_a_function_that_never_takes_the_level_has_no_line() -> None:
    assert level_lines(AXIS, AXIS, X**2 + 1) == []
    (whole,) = upper_region(AXIS, AXIS, X**2 + 1)
    assert area(whole) == pytest.approx(36)


def test_rows_go_with_y() -> None:
    with pytest.raises(ValueError, match="rows go with y"):
        level_lines(np.arange(3.0), np.arange(4.0), np.zeros((3, 4)))
