"""Figures of the chapter on kernel logistic regression."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    boundary,
    canvas,
    contours,
    frame,
    grid_lines,
    line,
    scatter_classes,
)
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, begun, number

FINE = 61
_KINDS = ("fit", "mistake", "support")


def levels(X: Any, y: Any, probabilities: Mapping[str, Callable[[Any], Any]]) -> Picture:
    """Where each rule says 10, 50 and 90 per cent, with the points."""
    X, y = np.asarray(X, float), np.asarray(y)
    figure, panels = canvas(270, 260, columns=len(probabilities))
    middle, half = (X.min(axis=0) + X.max(axis=0)) / 2, 0.6 * float(np.ptp(X, axis=0).max())
    across, up = (np.linspace(m - half, m + half, FINE) for m in middle)
    plane = np.stack(np.meshgrid(across, up), -1).reshape(-1, 2)
    said = {}
    for axes, (name, probability) in zip(panels, probabilities.items(), strict=True):
        values = probability(plane).reshape(FINE, FINE)
        if values.min() < 0.5 < values.max():
            boundary(axes, (across, up, values - 0.5))
        edges = [level for level in (0.1, 0.9) if values.min() < level < values.max()]
        if edges:
            contours(axes, (across, up, values), edges, "ink", named=False)
        scatter_classes(axes, X, y, size=18)
        unsure = float(((values > 0.1) & (values < 0.9)).mean())
        said[name] = f"between 10 and 90 % on {number(100 * unsure, 2)} % of the picture"
        frame(axes, title=name, equal=True, xlim=(across[0], across[-1]), ylim=(up[0], up[-1]))
    return Picture(
        figure,
        alt="Two classes of points. On the thick line the probability is 50 %, on the thin ones 10 % (towards the "
        "squares) and 90 % (towards the circles). "
        + begun("; ".join(f"{name}: {words}" for name, words in said.items()))
        + ".",
        readouts=said,
    )


def reliability(measured: Mapping[str, tuple[Sequence[float], Sequence[float]]]) -> Picture:
    """name ↦ (mean probability, share of +1) in bins: on the diagonal a forecast of 70 % comes true in 70 %."""
    figure, (axes,) = canvas(320, 270)
    line(axes, [0, 1], [0, 1], "soft")
    gaps = {}
    for kind, (name, (said, came)) in zip(_KINDS, measured.items(), strict=False):
        line(axes, said, came, kind, marker="o")
        gaps[name] = (
            f"farthest from the diagonal by {number(float(np.abs(np.subtract(said, came)).max()), 2)}"
        )
    listed(axes, dict(zip(measured, _KINDS, strict=False)), "upper left")
    grid_lines(axes)
    frame(
        axes,
        x="probability that was said",
        y="how often it came true",
        title="What was said, what came true",
        xlim=(0, 1),
        ylim=(0, 1),
    )
    return Picture(
        figure,
        alt="How often a forecast came true against its probability. "
        + begun("; ".join(f"{name}: {words}" for name, words in gaps.items()))
        + ".",
        readouts=gaps,
    )
