"""Figures of the chapter on Gaussian processes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines, line, note, points
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.figures.style import MEANINGS

_KINDS = ("fit", "mistake", "support")


def band(axes: Any, grid: Any, mean: Any, spread: Any) -> None:
    """The mean and two standard deviations on both sides of it."""
    axes.fill_between(
        grid, mean - 2 * spread, mean + 2 * spread, color=MEANINGS["fit"].color, alpha=0.15, linewidth=0
    )
    line(axes, grid, mean, "fit")


def before_and_after(grid: Any, panels: Mapping[str, tuple[Any, Any, Any]], X: Any, y: Any) -> Picture:
    """title ↦ (mean, standard deviation, draws (m, count)): the band, functions drawn; the last panel has the data."""
    grid = np.asarray(grid, float).ravel()
    figure, axes = canvas(270, 240, columns=len(panels))
    widths = {}
    for number_of, (axis, (title, (mean, spread, draws))) in enumerate(
        zip(axes, panels.items(), strict=True)
    ):
        band(axis, grid, np.asarray(mean), np.asarray(spread))
        for draw in np.asarray(draws).T:
            line(axis, grid, draw, "soft", linewidth=1.0)
        if number_of == len(panels) - 1:
            points(axis, np.column_stack([np.ravel(X), np.ravel(y)]), "a")
        frame(axis, x="x", y="", title=title, ylim=(-3.4, 3.4))
        least, most = (number(4 * width, 2) for width in (np.min(spread), np.max(spread)))
        widths[title] = f"{most} wide everywhere" if least == most else f"between {least} and {most} wide"
    return Picture(
        figure,
        alt="Functions drawn from a Gaussian process with a band of two standard deviations around the mean. "
        "The band is "
        + "; ".join(f"{words} {title[:1].lower()}{title[1:]}" for title, words in widths.items())
        + ".",
        readouts=widths,
    )


def calibration(levels: Sequence[float], measured: Mapping[str, Sequence[float]]) -> Picture:
    """How often intervals of each promised level held the truth; on the diagonal they keep their promise."""
    figure, (axes,) = canvas(320, 270)
    line(axes, [0, 1], [0, 1], "soft")
    for kind, shares in zip(_KINDS, measured.values(), strict=False):
        line(axes, levels, shares, kind, marker="o")
    listed(axes, dict(zip(measured, _KINDS, strict=False)), "upper left")
    grid_lines(axes)
    frame(axes, x="promised", y="kept", title="Promised and kept", xlim=(0, 1), ylim=(0, 1.02))
    return Picture(
        figure,
        alt="Share of intervals that contain the truth, against the share that was promised. "
        + begun(
            "; ".join(
                f"{name}: {number(shares[-1], 3)} at {number(levels[-1], 3)}"
                for name, shares in measured.items()
            )
        )
        + ".",
        readouts={name: number(shares[-1], 3) for name, shares in measured.items()},
    )


def choosing(widths: Sequence[float], evidence: Sequence[float], left_out: Sequence[float]) -> Picture:
    """Log evidence and left-out log density against the width, each with its best place marked."""
    figure, (left, right) = canvas(270, 240, columns=2)
    chosen = {}
    panels = ((left, "log evidence", evidence), (right, "left-out log density", left_out))
    for axes, title, values in panels:
        best = int(np.argmax(values))
        line(axes, widths, values, "a")
        points(axes, [[widths[best], values[best]]], "support", size=60)
        axes.set_xscale("log")
        axes.set_xticks([0.2, 0.5, 1, 2, 5], ["0.2", "0.5", "1", "2", "5"])
        axes.set_xticks([], minor=True)
        grid_lines(axes)
        top = max(values)
        frame(axes, x="width σ", y="", title=title, ylim=(top - 40, top + 6))
        note(axes, f"best at σ = {number(widths[best], 2)}", "lower left")
        chosen[title] = f"largest at σ = {number(widths[best], 2)}: {number(top, 3)}"
    return Picture(
        figure,
        alt="Two curves against the width of the kernel, both with a summit. "
        + begun("; ".join(f"{title} {words}" for title, words in chosen.items()))
        + ".",
        readouts=chosen,
    )
