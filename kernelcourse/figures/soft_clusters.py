"""Figures of the page on soft clusters."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, line, points, rings_around
from kernelcourse.figures.picture import Picture, number
from kernelcourse.scene.number import spelled


def memberships(X: Any, R: Any, title: str = "Who belongs where, and how surely") -> Picture:
    """Points of the plane by their most probable cluster; the undecided ones, below 90 per cent, in a ring."""
    X, R = np.asarray(X, float), np.asarray(R, float)
    across, up = np.ptp(X, axis=0)
    figure, (axes,) = canvas(
        330, float(np.clip(64 + 264 * up / across, 150, 290))
    )  # the frame fills its height
    frame(axes, "x₁", "x₂", title, equal=True)
    draw_memberships(axes, X, R)
    undecided = int((R.max(axis=1) < 0.9).sum())
    return Picture(
        figure,
        alt=f"{len(X)} points in {spelled(R.shape[1])} soft clusters; {undecided} of them, in rings, are less than "
        "90 % sure.",
        readouts={"sizes": ", ".join(number(s) for s in R.sum(axis=0)), "undecided": str(undecided)},
    )


def draw_memberships(axes: Any, X: np.ndarray, R: np.ndarray) -> None:
    """Each point in the colour of its most probable cluster, undecided ones ringed."""
    labels = R.argmax(axis=1)
    for cluster, kind in zip(range(R.shape[1]), ("a", "b", "fit"), strict=False):
        if (labels == cluster).any():
            points(axes, X[labels == cluster], kind)
    undecided = R.max(axis=1) < 0.9
    if undecided.any():
        rings_around(axes, X[undecided])


def climbing(values: Sequence[float]) -> Picture:
    """What EM raises, step by step."""
    figure, (axes,) = canvas(300, 220)
    frame(axes, "step", "log-posterior", "It never falls")
    line(axes, np.arange(1, len(values) + 1), values, "a", marker="o", markersize=3)
    return Picture(
        figure,
        alt=f"The log-posterior over {len(values)} steps of EM, rising from {number(values[0], 4)} to "
        f"{number(values[-1], 4)}.",
        readouts={"steps": str(len(values)), "first": number(values[0], 4), "last": number(values[-1], 4)},
    )
