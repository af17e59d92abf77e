"""Kernel logistic regression: lines of equal probability and the weights, against λ and σ."""

from functools import cache

import numpy as np
from scipy.special import expit

from kernelcourse.datasets import moons
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import (
    Picture,
    bars,
    boundary,
    canvas,
    contours,
    frame,
    note,
    number,
    scatter_classes,
)
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import WithOffset, kernel_logistic_with_offset
from kernelcourse.scene.controls import slider

LAMS = (1e-3, 0.01, 0.1, 1.0, 10.0)
SIGMAS = (0.3, 0.6, 1.0, 2.0)
AXIS = np.linspace(-3.2, 3.2, 49)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)


@cache
def data(new: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Two moons that overlap, with labels ±1: forty points to learn from, or four hundred new ones."""
    X, labels = moons(200 if new else 20, np.random.default_rng(11 if new else 5), spread=0.35)
    return 1.4 * (X - [0.5, 0.25]), np.where(labels == 1, 1.0, -1.0)


@cache
def fit(lam: float, sigma: float) -> WithOffset:
    return kernel_logistic_with_offset(Gaussian(sigma), *data(), lam)


def draw(lam: float, sigma: float) -> Picture:
    """Lines of 10, 50 and 90 per cent, and the size of each point's weight as a share of the largest possible."""
    (X, y), (Z, new) = data(), data(new=True)
    f = fit(lam, sigma)
    values = expit(f(PLANE)).reshape(49, 49)
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"λ = {number(lam)}, σ = {number(sigma)}", (-3.2, 3.2), (-3.2, 3.2), equal=True)
    if values.min() < 0.5 < values.max():
        boundary(left, (AXIS, AXIS, values - 0.5))
    edges = [level for level in (0.1, 0.9) if values.min() < level < values.max()]
    if edges:
        contours(left, (AXIS, AXIS, values), edges, "ink", named=False)
    scatter_classes(left, X, y)
    surprises = expit(-y * f(X))
    bars(right, surprises, kind="support")
    frame(right, "number of the point", "", "Surprise at each point", (0, len(X) + 1), (0, 1.05))
    note(right, f"mean {number(float(surprises.mean()), 2)}", "upper right")
    loss = float(np.logaddexp(0, -new * f(Z)).mean())
    return Picture(
        figure,
        alt=f"{len(X)} points of two classes, a thick line of probability 50 %, thin ones where it reaches 10 "
        f"or 90 %, and a bar for each point: how surprising its label is, {number(float(surprises.mean()), 2)} on "
        "average.",
        readouts={
            "mean surprise": number(float(surprises.mean()), 3),
            "mean log loss on 400 new points": number(loss, 3),
            "wrong among 400 new points": f"{100 * float((new * f(Z) <= 0).mean()):.1f} %",
            "most certain answer here": f"{100 * float(expit(np.abs(f(X)).max())):.1f} %",
        },
    )


def logistic() -> Explorer:
    """How certain to be."""
    return Explorer(
        name="logistic",
        title="Probabilities against λ and σ",
        caption="A small λ makes the answers certain, and being certain and wrong costs dearly: watch the log "
        "loss on new points. A large λ says fifty-fifty everywhere. The bars are the surprises: the weights, up "
        "to sign and scale.",
        controls=(
            slider("lam", "Penalty λ", LAMS, 0.1, number),
            slider("sigma", "Width σ", SIGMAS, 1.0, number),
        ),
        draw=draw,
    )
