"""Figures of the page on wide networks."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, line, points
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, number


def network_and_kernel(angle: Any, curves: Mapping[str, Any], kernel: Any, at: Any, y: Any) -> Picture:
    """Functions on the circle: networks of several widths, the kernel regression, and the points they learned from."""
    figure, (axes,) = canvas(430, 280)
    low, high = float(np.min(kernel)), float(np.max(kernel))  # room for the names below the curves
    frame(
        axes, "angle", "f", "Trained networks and their kernel", ylim=(low - 0.7 * (high - low), high + 0.3)
    )
    kinds = dict(zip(curves, ("b", "support", "a"), strict=False))
    for name, kind in kinds.items():
        line(axes, angle, curves[name], kind, linewidth=1.3)
    line(axes, angle, kernel, "truth", linewidth=2.5)
    points(axes, np.column_stack([at, y]), "ink", size=45, marker="o")
    listed(axes, kinds | {"the kernel": "truth"})
    gaps = {name: number(np.abs(np.asarray(values) - kernel).max(), 2) for name, values in curves.items()}
    told = "; ".join(f"{name}: {gap}" for name, gap in gaps.items())
    return Picture(
        figure,
        alt=f"Functions on a circle learned by networks and by their kernel; largest gap to the kernel, {told}.",
        readouts=gaps,
    )


def convergence(widths: Sequence[int], errors: Mapping[str, Any]) -> Picture:
    """How fast something approaches its limit as the width grows, on logarithmic axes."""
    figure, (axes,) = canvas(380, 250)
    axes.set_xscale("log")
    axes.set_yscale("log")
    frame(axes, "width", "distance from the limit", "Wider is nearer")
    kinds = dict(zip(errors, ("a", "b", "fit"), strict=False))
    for name, kind in kinds.items():
        line(axes, widths, errors[name], kind, marker="o")
    listed(axes, dict(reversed(kinds.items())))
    fall = {name: f"{number(values[0], 2)} to {number(values[-1], 2)}" for name, values in errors.items()}
    told = ", ".join(f"from {ends} with {name}" for name, ends in fall.items())
    return Picture(
        figure,
        alt=f"Distances from the limit fall as the width grows from {widths[0]} to {widths[-1]}: {told}.",
        readouts=fall,
    )
