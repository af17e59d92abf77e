"""Figures of the page on wide networks."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, label, line, note, points
from kernelcourse.figures.picture import Picture, number


def network_and_kernel(angle: Any, curves: Mapping[str, Any], kernel: Any, at: Any, y: Any) -> Picture:
    """Functions on the circle: networks of several widths, the kernel regression, and the points they learned from."""
    figure, (axes,) = canvas(430, 280)
    frame(axes, "angle", "f", "Trained networks and their kernel", xlim=(0, 7.4))
    for (name, values), kind in zip(curves.items(), ("b", "support", "a"), strict=False):
        line(axes, angle, values, kind, name, at=len(np.asarray(angle)) - 1)
    line(axes, angle, kernel, "truth", linewidth=2.5)
    points(axes, np.column_stack([at, y]), "ink", size=45, marker="o")
    note(axes, "dotted: the kernel", "lower left", "truth")
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
    for (name, values), kind in zip(errors.items(), ("a", "b", "fit"), strict=False):
        line(axes, widths, values, kind, marker="o")
        label(axes, widths[0], values[0], name, kind, offset=(6, 6))
    first, last = (", ".join(number(values[i], 2) for values in errors.values()) for i in (0, -1))
    return Picture(
        figure,
        alt=f"Distances from the limit fall as the width grows from {widths[0]} to {widths[-1]}.",
        readouts={f"width {widths[0]}": first, f"width {widths[-1]}": last},
    )
