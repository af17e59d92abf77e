"""Kernel density estimation: the window and its width against the estimate and its left-out likelihood."""

from functools import cache

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, grid_lines, line, note, number, points
from kernelcourse.learn import left_out_likelihood, silverman
from kernelcourse.scene.controls import choice, slider

WIDTHS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.5)
GRID = np.linspace(-4.5, 4.5, 241)
# Each integrates to 1 and has standard deviation 1, so that one width means the same for all.
WINDOWS = {
    "Gaussian": lambda t: np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi),
    "box": lambda t: (np.abs(t) <= np.sqrt(3)) / (2 * np.sqrt(3)),
    "Epanechnikov": lambda t: np.maximum(1 - t**2 / 5, 0) * 3 / (4 * np.sqrt(5)),
}


@cache
def data() -> np.ndarray:
    """Sixty numbers, two thirds of them around −1.2 and the others, closer together, around 1.6."""
    rng = np.random.default_rng(4)
    return np.concatenate([rng.normal(-1.2, 0.8, 40), rng.normal(1.6, 0.35, 20)])


def truth(grid: np.ndarray) -> np.ndarray:
    """The density from which they were drawn."""
    bell = WINDOWS["Gaussian"]
    return bell((grid + 1.2) / 0.8) / 0.8 * 2 / 3 + bell((grid - 1.6) / 0.35) / 0.35 / 3


def estimate(window: str, width: float, grid: np.ndarray) -> np.ndarray:
    """1/nh Σ w((z − xᵢ)/h)."""
    return WINDOWS[window]((grid[:, None] - data()[None, :]) / width).mean(axis=1) / width


def draw(window: str, width: float) -> Picture:
    """The estimate over the truth, and the left-out likelihood (of Gaussian windows) along the width."""
    X, values = data(), estimate(window, width, GRID)
    scores = [left_out_likelihood(X[:, None], h) / len(X) for h in WIDTHS]
    error = float(np.sum((values - truth(GRID)) ** 2) * (GRID[1] - GRID[0]))
    figure, (left, right) = canvas(280, 240, columns=2)
    line(left, GRID, truth(GRID), "truth")
    line(left, GRID, values, "fit")
    points(left, np.column_stack([X, np.full(len(X), -0.02)]), "a", size=8)
    frame(left, "x", "", f"{window}, h = {number(width)}", (-4.5, 4.5), (-0.05, 0.75))
    line(right, WIDTHS, scores, "a", marker="o")
    points(right, [[width, scores[WIDTHS.index(width)]]], "support", size=60)
    right.set_xscale("log")
    right.set_xticks([0.05, 0.2, 1.0], ["0.05", "0.2", "1"])
    right.minorticks_off()
    grid_lines(right)
    best = WIDTHS[int(np.argmax(scores))]
    frame(right, "width h", "", "Left-out log-likelihood of a point")
    note(right, f"best: h = {number(best)}", "lower right")
    return Picture(
        figure,
        alt=f"Estimate of a density from 60 numbers with {window} windows of width {number(width)}, over the dotted "
        f"truth; beside it the left-out likelihood along the width, largest at {number(best)}.",
        readouts={
            "squared error of the estimate": number(error, 2),
            "left-out log-likelihood of a point (Gaussian windows)": number(scores[WIDTHS.index(width)]),
            "best width of these": number(best),
            "Silverman's width": number(silverman(X[:, None])),
        },
    )


def density() -> Explorer:
    """How much to smooth a histogram."""
    return Explorer(
        name="density",
        title="A bell on every point",
        caption="The width matters much, the shape of the window little, although two of these three windows are not "
        "kernels in the sense of this book. Silverman's rule is made for a single bell, and here it smooths too much.",
        controls=(
            choice("window", "Window", {name: name for name in WINDOWS}),
            slider("width", "Width h", WIDTHS, 0.3, number),
        ),
        draw=draw,
    )
