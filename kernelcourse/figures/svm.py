"""Figures of the chapter on support vector machines."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.ndimage import gaussian_filter

from kernelcourse.figures.drawing import (
    boundary,
    canvas,
    frame,
    grid_lines,
    label,
    line,
    note,
    rings_around,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.figures.style import INK

FINE, FINEST = 81, 201


def streets(X: Any, y: Any, machines: Mapping[str, Any], reach: float | None = None) -> Picture:
    """Each machine's border f = 0, the edges f = ±1 of its street, and rings around its support vectors.

    A machine is called with points; one without ``support`` (a perceptron) has no street.
    """
    X, y = np.asarray(X, float), np.asarray(y)
    figure, panels = canvas(270, 260, columns=len(machines))
    middle = (X.min(axis=0) + X.max(axis=0)) / 2
    half = reach or 0.62 * float(np.ptp(X, axis=0).max())
    across, up = (np.linspace(m - half, m + half, FINE) for m in middle)
    grid = np.stack(np.meshgrid(across, up), -1).reshape(-1, 2)
    said = {}
    for axes, (name, machine) in zip(panels, machines.items(), strict=True):
        values = machine(grid).reshape(FINE, FINE)
        if values.min() < 0 < values.max():
            boundary(axes, (across, up, values))
        wrong = int((y * machine(X) <= 0).sum())
        if hasattr(machine, "support"):
            edges = [level for level in (-1, 1) if values.min() < level < values.max()]
            if edges:
                axes.contour(
                    across,
                    up,
                    values,
                    levels=edges,
                    colors=INK,
                    linewidths=1.0,
                    linestyles="dashed",
                    zorder=2,
                )
            rings_around(axes, X[machine.support], "support")
            said[name] = f"{len(machine.support)} support vectors, {wrong} of {len(y)} on the wrong side"
        else:
            said[name] = f"{wrong} of {len(y)} on the wrong side"
        scatter_classes(axes, X, y)
        frame(axes, title=name, equal=True, xlim=(across[0], across[-1]), ylim=(up[0], up[-1]))
    return Picture(
        figure,
        alt="Two classes of points and the border between them. "
        + begun("; ".join(f"{name}: {words}" for name, words in said.items()))
        + ".",
        readouts=said,
    )


def climb(states: Sequence[Any]) -> Picture:
    """Primal and dual along the moves of SMO, and the gap between them on a logarithmic scale."""
    moves = np.arange(len(states))
    primal = np.array([state.machine.primal for state in states])
    dual = np.array([state.machine.dual for state in states])
    gaps = np.maximum(primal - dual, 1e-12)
    figure, (left, right) = canvas(270, 240, columns=2)
    line(left, moves, primal, "mistake")
    line(left, moves, dual, "fit")
    low = int(np.argmax(primal < 2.2 * dual.max()))
    label(left, moves[low], primal[low], "primal", "mistake", offset=(16, 8))
    label(left, moves[-1], dual[-1], "dual", "fit", offset=(-4, -16), across="right")
    frame(left, x="moves", y="", title="Primal and dual", ylim=(min(0.0, dual.min()), 3.2 * dual.max()))
    grid_lines(left)
    line(right, moves, gaps, "support")
    right.set_yscale("log")
    grid_lines(right)
    frame(right, x="moves", y="", title="The gap")
    note(right, f"{len(states) - 1} moves", "upper right")
    halfway = int(np.argmax(gaps < 0.01 * dual[-1]))
    return Picture(
        figure,
        alt="The dual objective rises and the primal objective falls, though not at every move, towards a common "
        "value; the gap between them shrinks by many powers of ten.",
        readouts={
            "moves": str(len(states) - 1),
            "common value": number(dual[-1]),
            "moves until the gap is 1 % of it": str(halfway),
        },
    )


def price(
    Cs: Sequence[float], norms: Sequence[float], violations: Sequence[float], counts: Sequence[int]
) -> Picture:
    """Along C: the norm and the total violation on the left, the number of support vectors on the right."""
    figure, (left, right) = canvas(270, 240, columns=2)
    line(left, Cs, norms, "fit", marker="o")
    line(left, Cs, np.maximum(violations, 1e-3), "mistake", name="Σξ", at=1, marker="x")
    middle = len(Cs) // 2
    label(left, Cs[middle], norms[middle], "‖f‖", "fit", offset=(-6, 6), across="right")
    left.set_xscale("log")
    left.set_yscale("log")
    grid_lines(left)
    frame(left, x="C", y="", title="What is bought, what is paid")
    line(right, Cs, counts, "support", marker="o")
    right.set_xscale("log")
    right.set_ylim(0, 1.1 * max(counts))
    grid_lines(right)
    frame(right, x="C", y="", title="Support vectors")
    return Picture(
        figure,
        alt=f"As C grows from {number(Cs[0])} to {number(Cs[-1])}, the norm grows from {number(norms[0])} to "
        f"{number(norms[-1])}, the violations fall from {number(violations[0])} to {number(violations[-1])}, and the "
        f"support vectors from {counts[0]} to {counts[-1]}.",
        readouts={
            "‖f‖": ", ".join(number(value) for value in norms),
            "Σξ": ", ".join(number(value) for value in violations),
            "support vectors": ", ".join(str(count) for count in counts),
        },
    )


def classes(X: Any, labels: Any, votes: Mapping[str, Any], reach: float) -> Picture:
    """The regions where each rule answers with each class, the points, and how many are answered wrongly."""
    X, labels = np.asarray(X, float), np.asarray(labels)
    figure, panels = canvas(270, 260, columns=len(votes))
    side = np.linspace(-reach, reach, FINEST)
    grid = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2)
    said = {}
    for axes, (name, rule) in zip(panels, votes.items(), strict=True):
        answers = np.asarray(rule(grid)).reshape(FINEST, FINEST)
        for kept in np.unique(labels):
            if (answers == kept).any() and (answers != kept).any():
                shares = gaussian_filter((answers == kept) * 1.0, 1.2)  # borders without the grid's stairs
                axes.contour(side, side, shares, levels=[0.5], colors=INK, linewidths=1.2, zorder=1)
        scatter_classes(axes, X, labels)
        wrong = int((np.asarray(rule(X)) != labels).sum())
        said[name] = f"{wrong} of {len(labels)} wrong"
        frame(axes, title=f"{name}: {wrong} wrong", equal=True, xlim=(-reach, reach), ylim=(-reach, reach))
    return Picture(
        figure,
        alt=f"Borders between {len(np.unique(labels))} classes of points. "
        + begun("; ".join(f"{name}: {words}" for name, words in said.items()))
        + ".",
        readouts=said,
    )
