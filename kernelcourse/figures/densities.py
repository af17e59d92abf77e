"""Figures of the chapter on densities and mean embeddings."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines, line, note, points
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.figures.style import INK


def bells(X: Any, grid: Any, curves: Mapping[str, Any], truth: Any = None) -> Picture:
    """Estimates of a density, one in each panel, over the sample's ticks; dotted the truth, if it is known."""
    X, grid = np.ravel(np.asarray(X, float)), np.ravel(np.asarray(grid, float))
    figure, panels = canvas(230, 230, columns=len(curves))
    tops = {}
    highest = 1.15 * max(float(np.max(values)) for values in curves.values())
    for axes, (name, values) in zip(panels, curves.items(), strict=True):
        if truth is not None:
            line(axes, grid, truth, "truth")
        line(axes, grid, values, "fit")
        axes.plot(X, np.full(len(X), -0.03 * highest), "|", color=INK, markersize=6)
        frame(axes, x="x", y="", title=name, ylim=(-0.07 * highest, highest))
        rises = np.diff(np.sign(np.diff(np.asarray(values))))
        count = int((rises < 0).sum())
        tops[name] = f"{count} summit" + "s" * (count != 1)
    return Picture(
        figure,
        alt="Estimates of a density from the same sample with different widths. "
        + begun("; ".join(f"{name}: {words}" for name, words in tops.items()))
        + ".",
        readouts=tops,
    )


def witness(X: Any, Y: Any, grid: Any, values: Any) -> Picture:
    """The function μ_X − μ_Y: high where the first sample is denser, low where the second is."""
    grid, values = np.ravel(np.asarray(grid, float)), np.asarray(values, float)
    figure, (axes,) = canvas(360, 230)
    line(axes, grid, values, "support")
    axes.axhline(0, color=INK, linewidth=0.7)
    low = float(values.min()) - 0.12 * float(np.ptp(values))
    for sample, kind, height in ((X, "a", low), (Y, "b", low - 0.1 * float(np.ptp(values)))):
        flat = np.ravel(np.asarray(sample, float))
        points(axes, np.column_stack([flat, np.full(len(flat), height)]), kind, size=10)
    frame(axes, x="x", y="", title="Where the two samples differ")
    place = number(grid[int(np.argmax(np.abs(values)))], 2)
    note(axes, f"farthest at x = {place}", "upper right")
    return Picture(
        figure,
        alt="The difference of two mean embeddings, with the two samples below it; farthest from zero at "
        f"x = {place}.",
        readouts={"largest difference at": place},
    )


def power(sizes: Sequence[int], shares: Mapping[str, Sequence[float]]) -> Picture:
    """How often each test finds a difference that is there, against the number of points."""
    figure, (axes,) = canvas(340, 250)
    kinds = dict(zip(shares, ("fit", "support", "mistake"), strict=False))
    for name, kind in kinds.items():
        line(axes, sizes, shares[name], kind, marker="o")
    listed(axes, kinds, "upper left")
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.set_xticks([], minor=True)
    grid_lines(axes)
    frame(axes, x="points in each sample", y="", title="How often the difference is found", ylim=(0, 1.05))
    said = {name: ", ".join(number(value, 3) for value in values) for name, values in shares.items()}
    return Picture(
        figure,
        alt="Share of pairs of samples in which each test finds the difference, against the number of points. "
        + begun("; ".join(f"{name}: {words}" for name, words in said.items()))
        + ".",
        readouts=said,
    )
