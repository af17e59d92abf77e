"""Two rings that no line separates, and features in which a plane does."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from kernelcourse.datasets import rings
from kernelcourse.explore.explorer import Explorer
from kernelcourse.features import polynomial_features
from kernelcourse.figures import Picture, canvas, frame, note, number, scatter_classes
from kernelcourse.figures.style import INK, MEANINGS
from kernelcourse.learn import PerceptronState, perceptron, with_bias
from kernelcourse.scene.controls import choice, slider

PASSES = 300
_SPREADS = (0.0, 0.1, 0.2, 0.4, 0.7, 1.0)
_SQUARES = [0, 2]  # of x₁², √2 x₁x₂, x₂²
LIFTS: dict[str, tuple[tuple[str, ...], Callable[[np.ndarray], np.ndarray]]] = {
    "as they are (x₁, x₂)": (("x₁", "x₂"), lambda X: X),
    "polar (radius, angle)": (
        ("radius", "angle"),
        lambda X: np.column_stack([np.linalg.norm(X, axis=1), np.arctan2(X[:, 1], X[:, 0])]),
    ),
    "squares (x₁², x₂²)": (("x₁²", "x₂²"), lambda X: polynomial_features(X, 2, c=0.0)[:, _SQUARES]),
    "quadratic (x₁², √2 x₁x₂, x₂²)": (
        ("x₁²", "√2 x₁x₂", "x₂²"),
        lambda X: polynomial_features(X, 2, c=0.0),
    ),
}


def data(spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Thirty points on each of two rings, labels ±1."""
    X, labels = rings(30, radii=(1.0, 2.2), spread=spread, rng=np.random.default_rng(6))
    return X, np.where(labels == 0, 1.0, -1.0)


def separation(lifted: np.ndarray, y: np.ndarray) -> PerceptronState:
    """The perceptron's last state on the lifted points, moved to their middle, with a bias."""
    return perceptron(with_bias(lifted - lifted.mean(axis=0)), y, passes=PASSES)


def draw(lift: str, spread: float, azimuth: int) -> Picture:
    """The rings in the plane, and where the features put them; only a picture in space can be turned."""
    return _drawn(lift, spread, azimuth if len(LIFTS[lift][0]) == 3 else 0)


@cache
def _drawn(lift: str, spread: float, azimuth: int) -> Picture:
    X, y = data(spread)
    names, features = LIFTS[lift]
    lifted = features(X)
    found = separation(lifted, y)
    solid = len(names) == 3
    figure, (left, right) = canvas(270, 260, columns=2, space=(1,) if solid else ())
    frame(left, "x₁", "x₂", "In the plane", (-5, 5), (-5, 5), equal=True)
    scatter_classes(left, X, y, size=18)
    frame(right, names[0], names[1], "With these features")
    scatter_classes(right, lifted, y, size=18)
    word = "a plane" if solid else "a line"
    if solid:
        right.set_zlabel(names[2])
        right.locator_params(nbins=4)
        right.xaxis.labelpad = right.yaxis.labelpad = 10  # past the numbers, from every side
        right.view_init(elev=22, azim=azimuth)
        right.set_box_aspect(None, zoom=0.82)  # room for the names of the axes
        if found.separated:
            _cut(right, found.function, lifted.mean(axis=0))
    else:
        if found.separated:
            _divide(right, found.function, lifted)
        right.set_ylim(right.get_ylim()[0], right.get_ylim()[1] + 0.18 * np.ptp(right.get_ylim()))
    note(right, "separated" if found.separated else "not separated", "upper right")
    verdict = f"{word} separates" if found.separated else f"no {word[2:]} found in {PASSES} passes"
    return Picture(
        figure,
        alt=f"Two rings in the plane, and the same points with the features {', '.join(names)}: {verdict}.",
        readouts={
            "features": ", ".join(names),
            "separated": "yes" if found.separated else f"not in {PASSES} passes of the perceptron",
            "updates": str(found.updates),
            "points on the wrong side": str(found.mistakes),
            "largest inner radius": number(np.linalg.norm(X[y > 0], axis=1).max()),
            "smallest outer radius": number(np.linalg.norm(X[y < 0], axis=1).min()),
        },
    )


def _cut(axes: Any, weights: np.ndarray, middle: np.ndarray) -> None:
    """The plane w·(u − middle) + b = 0 inside the box of the axes."""
    box = np.array([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()])
    corners = np.array(list(product(*box)))
    height = (corners - middle) @ weights[:3] + weights[3]
    meets = [
        corners[i] + (corners[j] - corners[i]) * height[i] / (height[i] - height[j])
        for i, j in combinations(range(8), 2)
        if (corners[i] != corners[j]).sum() == 1 and height[i] * height[j] < 0
    ]
    if len(meets) < 3:
        return
    around = np.array(meets) - np.mean(meets, axis=0)
    across, up = np.linalg.svd(around)[2][:2]
    order = np.argsort(np.arctan2(around @ up, around @ across))
    look = MEANINGS["fit"].color
    plane = Poly3DCollection([np.array(meets)[order]], alpha=0.22, facecolor=look, edgecolor=look)
    axes.add_collection3d(plane)
    axes.set(xlim=box[0], ylim=box[1], zlim=box[2])


def _divide(axes: Any, weights: np.ndarray, lifted: np.ndarray) -> None:
    """The line w·(u − mean) + b = 0 inside the picture's window."""
    across, up = axes.get_xlim(), axes.get_ylim()
    middle = lifted.mean(axis=0)
    if abs(weights[1]) > abs(weights[0]):
        u = np.array(across)
        v = middle[1] - (weights[0] * (u - middle[0]) + weights[2]) / weights[1]
    else:
        v = np.array(up)
        u = middle[0] - (weights[1] * (v - middle[1]) + weights[2]) / weights[0]
    axes.plot(u, v, color=INK, linewidth=1.6, zorder=1)
    axes.set_xlim(*across)
    axes.set_ylim(*up)


def lifted_rings() -> Explorer:
    """New coordinates, the same linear method."""
    return Explorer(
        name="lifted_rings",
        title="Rings, lifted",
        caption="In the plane no line separates the rings. The radius alone does, and so do the two "
        "squares, since x₁² + x₂² is the squared radius. Turn the picture in space until the plane that "
        "separates the rings is seen edge-on. Scatter the rings until they overlap, and no "
        "feature made of the radius helps.",
        controls=(
            choice("lift", "Features", {name: name for name in LIFTS}, "quadratic (x₁², √2 x₁x₂, x₂²)"),
            slider("spread", "Scatter", _SPREADS, 0.1, number),
            slider("azimuth", "Turn (degrees)", tuple(range(-90, 91, 15)), -60),
        ),
        draw=draw,
    )
