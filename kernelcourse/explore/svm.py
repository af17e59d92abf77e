"""The support vector machine: street, support vectors and mistakes on new points, against C and σ."""

from functools import cache

import numpy as np

from kernelcourse.datasets import moons, rings
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import (
    INK,
    Picture,
    bars,
    boundary,
    canvas,
    frame,
    note,
    number,
    rings_around,
    scatter_classes,
)
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import SupportVectorMachine
from kernelcourse.learn import svm as fit
from kernelcourse.rkhs import norm
from kernelcourse.scene.controls import choice, slider

CS = (0.1, 1.0, 10.0, 100.0, 1000.0)
SIGMAS = (0.2, 0.5, 1.0, 2.0)
SETS = {"two moons": "moons", "two rings": "rings"}
AXIS = np.linspace(-3.2, 3.2, 49)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)


@cache
def data(name: str, new: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Points of the plane with labels ±1: forty to learn from, or four hundred new ones."""
    rng, n = np.random.default_rng(11 if new else 5), 200 if new else 20
    if name == "moons":
        X, labels = moons(n, rng, spread=0.35)
        X = 1.4 * (X - [0.5, 0.25])
    else:
        X, labels = rings(n, radii=(1.0, 2.0), spread=0.35, rng=rng)
    return X, np.where(labels == 1, 1.0, -1.0)


@cache
def machine(name: str, C: float, sigma: float) -> SupportVectorMachine:
    return fit(Gaussian(sigma), *data(name), C, tolerance=1e-8)


def draw(name: str, C: float, sigma: float) -> Picture:
    """The border with its street, and the weight of each point, the price C at the most."""
    (X, y), (Z, new) = data(name), data(name, new=True)
    found = machine(name, C, sigma)
    values = found(PLANE).reshape(49, 49)
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"C = {number(C)}, σ = {number(sigma)}", (-3.2, 3.2), (-3.2, 3.2), equal=True)
    if values.min() < 0 < values.max():
        boundary(left, (AXIS, AXIS, values))
    edges = [level for level in (-1, 1) if values.min() < level < values.max()]
    if edges:
        left.contour(AXIS, AXIS, values, levels=edges, colors=INK, linewidths=1.0, linestyles="dashed")
    rings_around(left, X[found.support], "support", size=70)
    scatter_classes(left, X, y)
    bars(right, found.alpha / C, kind="support")
    most = float(found.alpha.max()) / C
    top = 1.15 if most > 0.1 else 1.4 * most  # small shares are seen as well
    frame(right, "number of the point", "", "Weight αᵢ as a share of C", (0, len(X) + 1), (0, top))
    capped = int((found.alpha == C).sum())
    note(right, f"{capped} at the bound", "upper right")
    wrong = float((new * found(Z) <= 0).mean())
    return Picture(
        figure,
        alt=f"{len(X)} points of two classes, the border of the support vector machine and its dashed street; "
        f"{len(found.support)} points are ringed as support vectors, {capped} of them at the bound C.",
        readouts={
            "support vectors": f"{len(found.support)} of {len(X)}",
            "at the bound": str(capped),
            "wrong among these points": str(int((y * found(X) <= 0).sum())),
            "wrong among 400 new points": f"{100 * wrong:.1f} %",
            "half the street's width 1/‖f‖": number(1 / float(norm(found.expansion))),
        },
    )


def svm() -> Explorer:
    """What C and σ buy."""
    return Explorer(
        name="svm",
        title="Margin and support vectors against C and σ",
        caption="A small C buys a wide street and lets points stand in it; a large C pays for every one of them. A "
        "narrow kernel makes nearly every point a support vector and remembers instead of learning: no mistakes here, "
        "many among new points.",
        controls=(
            choice("name", "Data", SETS),
            slider("C", "Price C", CS, 1.0, number),
            slider("sigma", "Width σ", SIGMAS, 1.0, number),
        ),
        draw=draw,
    )
