"""Kernel ridge regression: λ, σ and the kernel against the fit, its leave-one-out error and its norm.

In the live form any point can be moved or left out (live_ridge.py); the page's form has finitely many pictures, and a
switch that lifts one point.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.datasets import noisy_sine
from kernelcourse.explore.controls import choice, slider, toggle
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import (
    SOFT,
    Picture,
    canvas,
    frame,
    grid_lines,
    label,
    line,
    note,
    number,
    points,
    rings_around,
)
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import ridge_path
from kernelcourse.rkhs import norm

LAMS = (1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)
_SIGMAS = (0.2, 0.5, 1.0, 2.0)
COUNT = 20
HEIGHTS = (-2.4, 3.6)
GRID = np.linspace(-3.4, 3.4, 120)[:, None]
OUTLIER = 14  # the point that the switch lifts
KERNELS: dict[str, Callable[[float], Kernel]] = {
    "Gaussian": Gaussian,
    "Gaussian + x·z": lambda sigma: Gaussian(sigma) + Linear(),
    "cubic in x/3σ": lambda sigma: Polynomial(3, 1.0).of(lambda X: X / (3 * sigma)),
}


def data(
    outlier: bool, dropped: tuple[int, ...] = (), moved: dict[int, tuple[float, float]] | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Twenty noisy points of a sine, and which are kept; one may be lifted, some (counted from 1) moved or left out."""
    X, y = noisy_sine(COUNT, np.random.default_rng(3), spread=0.2)
    X, y = X.copy(), y.copy()
    if outlier:
        y[OUTLIER] += 2.5
    for position, place in (moved or {}).items():
        X[_index(position), 0], y[_index(position)] = place
    kept = np.ones(COUNT, dtype=bool)
    kept[[_index(position) for position in dropped]] = False
    if kept.sum() < 3:
        raise ValueError(f"left out: keep at least 3 of the {COUNT} points")
    return X, y, kept


def _index(position: int) -> int:
    if not 1 <= position <= COUNT:
        raise ValueError(f"point {position}: the points are numbered 1 to {COUNT}")
    return position - 1


def draw(
    lam: float,
    sigma: float,
    kernel: str,
    outlier: bool,
    dropped: tuple[int, ...] = (),
    moved: dict[int, tuple[float, float]] | None = None,
    chosen: int = 0,
) -> Picture:
    """The fit over the data, and the leave-one-out error along λ; the `chosen` point is marked with its number."""
    everywhere, heights, kept = data(outlier, dropped, moved)
    X, y = everywhere[kept], heights[kept]
    path = ridge_path(KERNELS[kernel](sigma), X, y, LAMS)
    i = LAMS.index(lam)
    f = path.expansion(i)
    error = np.sqrt(path.loo_error)
    figure, (left, right) = canvas(280, 240, columns=2)
    frame(left, x="x", y="y", title=f"Fit at λ = {number(lam)}", xlim=(-3.4, 3.4), ylim=HEIGHTS)
    line(left, GRID[:, 0], np.sin(GRID[:, 0]), "truth")
    points(left, np.column_stack([X[:, 0], y]), "a")
    if not kept.all():
        left.scatter(everywhere[~kept, 0], heights[~kept], marker="x", color=SOFT, linewidths=1.5)
    if outlier and kept[OUTLIER]:
        rings_around(left, [[everywhere[OUTLIER, 0], heights[OUTLIER]]], "mistake")
    if chosen:
        place = everywhere[_index(chosen), 0], heights[_index(chosen)]
        rings_around(left, [place], "support")
        label(left, place[0] + 0.12, place[1] + 0.2, str(chosen), "support")
    line(left, GRID[:, 0], f(GRID), "fit")
    label(left, -3.3, 2.3, "truth: dotted", "truth")
    note(left, "fit: solid", "upper left", "fit")
    frame(right, x="λ", y="leave-one-out error", title=f"Leave-one-out: {number(error[i])}")
    right.set_xscale("log")
    right.set_yscale("log")
    right.set_ylim(0.08, 4)
    right.set_yticks([0.1, 0.3, 1, 3], ["0.1", "0.3", "1", "3"])
    right.set_xticks([1e-3, 0.1, 10], ["0.001", "0.1", "10"])
    right.minorticks_off()
    grid_lines(right)
    line(right, np.array(LAMS), error, "a", marker="o")
    points(right, [[lam, error[i]]], "support", size=60)
    residuals = f(X) - y
    return Picture(
        figure,
        alt=f"{len(X)} noisy points of a sine with the ridge fit at λ = {number(lam)}; beside it the "
        f"leave-one-out error along λ, smallest at λ = {number(LAMS[path.best])}."
        + (f" Crosses: {COUNT - len(X)} left out." if len(X) < COUNT else "")
        + (f" Point {chosen} is ringed." if chosen else ""),
        readouts={
            "leave-one-out error": number(error[i]),
            "training error": number(np.sqrt(np.mean(residuals**2))),
            "‖f‖": number(float(norm(f))),
            "degrees of freedom": number(path.degrees_of_freedom[i]),
            "condition number of K + λI": number(path.condition_number[i], 2),
            "best λ of these": number(LAMS[path.best]),
        },
    )


def _live(explorer: Explorer) -> Any:
    from kernelcourse.explore.live_ridge import LiveRidge

    return LiveRidge(explorer)


def ridge() -> Explorer:
    """How much to smooth, and how to tell."""
    return Explorer(
        name="ridge",
        title="Ridge regression: fit, norm and leave-one-out error",
        caption="A small λ follows every point, a large one flattens the fit. The training error always "
        "prefers the smallest λ; the leave-one-out error, exact and from one decomposition, prefers one "
        "in between. Lift a point and see who follows it.",
        controls=(
            slider("lam", "Penalty λ", LAMS, 0.1, number),
            slider("sigma", "Width σ", _SIGMAS, 1.0, number),
            choice("kernel", "Kernel", {name: name for name in KERNELS}),
            toggle("outlier", "Lift a point"),
        ),
        draw=draw,
        more=("dropped", "moved", "chosen"),
        form=_live,
    )
