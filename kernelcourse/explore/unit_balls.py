"""Distances and their unit balls: all points at distance one from the origin."""

import numpy as np

from kernelcourse.distances import mahalanobis, minkowski
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, label, line, note, number, points
from kernelcourse.scene.controls import slider

_ORDERS = (1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, float("inf"))
_CORRELATIONS = (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9)
ORIGIN = np.zeros((1, 2))
ALONG, ACROSS = np.array([[1.0, 1.0]]), np.array([[1.0, -1.0]])
_ANGLES = np.linspace(0, 2 * np.pi, 121)
DIRECTIONS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def covariance(correlation: float) -> np.ndarray:
    """Unit variances with the given correlation."""
    return np.array([[1.0, correlation], [correlation, 1.0]])


def draw(p: float, correlation: float) -> Picture:
    """The unit circle of the p-distance beside that of the Mahalanobis distance."""
    spread = covariance(correlation)
    # the distance of 0 and t·u is t times that of 0 and u: divided by it, u is at distance one
    of_order = DIRECTIONS / minkowski(ORIGIN, DIRECTIONS, p=p)[0][:, None]
    of_spread = DIRECTIONS / mahalanobis(ORIGIN, DIRECTIONS, covariance=spread)[0][:, None]
    order = "∞" if np.isinf(p) else f"{p:g}"
    figure, (left, right) = canvas(250, 250, columns=2)
    rows = {
        "(1, 1), Minkowski": float(minkowski(ORIGIN, ALONG, p=p)[0, 0]),
        "(1, 1), Mahalanobis": float(mahalanobis(ORIGIN, ALONG, covariance=spread)[0, 0]),
        "(1, −1), Mahalanobis": float(mahalanobis(ORIGIN, ACROSS, covariance=spread)[0, 0]),
    }
    values = list(rows.values())
    for axes, ball, kind, title in (
        (left, of_order, "a", f"Minkowski, p = {order}"),
        (right, of_spread, "b", f"Mahalanobis, r = {number(correlation)}"),
    ):
        frame(axes, "x₁", "x₂", title, (-1.6, 1.6), (-1.6, 1.6), equal=True)
        line(axes, DIRECTIONS[:, 0], DIRECTIONS[:, 1], "truth", linewidth=1.0)
        line(axes, ball[:, 0], ball[:, 1], kind)
        points(axes, ALONG, "support")
    label(left, 1, 1, number(values[0]), "support")
    label(right, 1, 1, number(values[1]), "support")
    points(right, ACROSS, "support")
    label(right, 1, -1, number(values[2]), "support")
    note(left, "distance 1", "lower left", kind="a")
    note(right, "distance 1", "lower left", kind="b")
    shape = {1.0: "a diamond", 2.0: "a circle"}.get(p, "a square" if np.isinf(p) else "a rounded shape")
    oval = "a circle" if correlation == 0 else "an ellipse"
    return Picture(
        figure,
        alt=f"The unit ball of the Minkowski distance with p = {order} is {shape}; that of the Mahalanobis "
        f"distance at correlation {number(correlation)} is {oval}.",
        readouts={f"distance 0 to {name}": number(value) for name, value in rows.items()},
    )


def unit_balls() -> Explorer:
    """What "near" means under each distance."""
    return Explorer(
        name="unit_balls",
        title="Distances and their unit balls",
        caption="All points at distance one from the origin, with the Euclidean circle dotted. Raising p "
        "turns the diamond into a circle and then a square. Correlation stretches the Mahalanobis ball along "
        "the data: a step along it is short, a step across it is long.",
        controls=(
            slider("p", "Order p", _ORDERS, 1.0, lambda value: "∞" if np.isinf(value) else f"{value:g}"),
            slider("correlation", "Correlation r", _CORRELATIONS, 0.6, lambda value: f"{value:g}"),
        ),
        draw=draw,
    )
