"""A Gaussian process: functions drawn from the prior and, point by point, from the law given the data."""

from functools import cache

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, grid_lines, line, number, points
from kernelcourse.figures.gaussian_process import band
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import gaussian_process as law
from kernelcourse.scene.controls import slider, steps

WIDTHS = (0.3, 0.6, 1.0, 2.0)
NOISES = (1e-4, 0.01, 0.1, 0.5)
PLACES = np.array([0.6, -1.7, 2.3, -0.4, 1.4, -2.6, 0.1, -1.0])  # in the order in which they arrive
LAST = len(PLACES)
GRID = np.linspace(-3.2, 3.2, 81)
DRAWN = 4


@cache
def data() -> tuple[np.ndarray, np.ndarray]:
    """Eight points of a function drawn once from the process of width 1, with a little noise."""
    rng = np.random.default_rng(12)
    K = Gaussian(1.0)(PLACES[:, None])
    values = np.linalg.cholesky(K + 1e-9 * np.eye(LAST)) @ rng.standard_normal(LAST)
    return PLACES[:, None], values + 0.1 * rng.standard_normal(LAST)


@cache
def posterior(count: int, width: float, noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Mean, standard deviation and some draws on the grid after ``count`` points, and the log evidence of these."""
    Z, k = GRID[:, None], Gaussian(width)
    rng = np.random.default_rng(1)  # the same noise for each setting: a draw bends, it does not jump
    if count:
        X, y = data()
        process = law(k, X[:count], y[:count], noise)
        mean, covariance, value = process.mean(Z), process.covariance(Z), process.log_evidence
    else:
        mean, covariance, value = np.zeros(len(Z)), k(Z), 0.0
    factor = np.linalg.cholesky(covariance + 1e-8 * np.eye(len(Z)))  # no draw shows a ten-thousandth
    draws = mean[:, None] + factor @ rng.standard_normal((len(Z), DRAWN))
    return mean, np.sqrt(np.maximum(np.diag(covariance), 0)), draws, value


def draw(count: int, width: float, noise: float) -> Picture:
    """The band with some functions drawn from the law, and the standard deviation alone."""
    mean, spread, draws, value = posterior(count, width, noise)
    X, y = data()
    figure, (left, right) = canvas(280, 240, columns=2)
    band(left, GRID, mean, spread)
    for drawn in draws.T:
        line(left, GRID, drawn, "soft", linewidth=1.0)
    if count:
        points(left, np.column_stack([X[:count, 0], y[:count]]), "a")
    known = f"{count} point{'s' * (count != 1)}"
    frame(left, "x", "", f"After {known}", (-3.2, 3.2), (-3.4, 3.4))
    line(right, GRID, spread, "fit")
    title = f"Standard deviation of f(x), mean {number(float(spread.mean()), 2)}"
    frame(right, "x", "", title, (-3.2, 3.2), (0, 1.15))
    grid_lines(right)
    return Picture(
        figure,
        alt=f"{DRAWN} functions drawn from a Gaussian process after {known}, inside a band of two standard "
        f"deviations; beside it the standard deviation, {number(float(spread.min()), 2)} to "
        f"{number(float(spread.max()), 2)}.",
        readouts={
            "smallest standard deviation": number(float(spread.min()), 2),
            "largest": number(float(spread.max()), 2),
            "log evidence of the points": number(value) if count else "0 (no points yet)",
        },
    )


def gaussian_process() -> Explorer:
    """What the data rule out."""
    return Explorer(
        name="gaussian_process",
        title="Functions that are still possible",
        caption="Grey: functions drawn at random. Each new point rules out those that miss it, and the band narrows "
        "where points are, whatever their heights. A small width believes in nothing between the points, a large one "
        "in everything. Compare the log evidence of several widths: the data themselves have an opinion.",
        controls=(
            steps("count", "Points", LAST, start=3),
            slider("width", "Width σ", WIDTHS, 1.0, number),
            slider("noise", "Noise variance", NOISES, 0.01, number),
        ),
        draw=draw,
        table="count",
    )
