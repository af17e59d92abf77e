"""Figures of the chapter on the perceptron."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    boundary,
    canvas,
    frame,
    grid_lines,
    line,
    note,
    points,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, number

FINE = 82  # even: a border that crosses the middle of the picture meets no grid point there


def rulers(X: Any, y: Any, states: Sequence[Any]) -> Picture:
    """The lines w·(x, 1) = 0 of a run, the early ones faint, the last one strong."""
    X = np.asarray(X, float)
    figure, (axes,) = canvas(420, 270)
    low, high = X.min(axis=0) - 0.5, X.max(axis=0) + 0.5
    weights = [state.function for state in states if np.abs(state.function[:2]).sum() > 0]
    for number_of, w in enumerate(weights, start=1):
        ends = _across(w, low, high)
        last = number_of == len(weights)
        strength = 0.15 + 0.5 * number_of / len(weights)
        axes.plot(
            *ends, color="#009e73", linewidth=2.4 if last else 1.2, alpha=1.0 if last else strength, zorder=1
        )
    scatter_classes(axes, X, np.asarray(y))
    updates = states[-1].updates
    frame(
        axes,
        x="x₁",
        y="x₂",
        title=f"{updates} corrections; thick: the last ruler",
        xlim=(low[0], high[0]),
        ylim=(low[1], high[1]),
    )
    return Picture(
        figure,
        alt=f"Two groups of points and the lines that the perceptron tried; after {updates} corrections the last line "
        f"leaves {states[-1].mistakes} points on the wrong side.",
        readouts={"corrections": str(updates), "mistakes at the end": str(states[-1].mistakes)},
    )


def borders(X: Any, y: Any, functions: Mapping[str, Callable[[Any], Any]]) -> Picture:
    """Where each function changes its sign, with the points."""
    X, y = np.asarray(X, float), np.asarray(y)
    figure, panels = canvas(270, 250, columns=len(functions))
    reach = 1.35 * np.abs(X).max()
    side = np.linspace(-reach, reach, FINE)
    grid = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2)
    wrong = {}
    for axes, (name, f) in zip(panels, functions.items(), strict=True):
        values = f(grid).reshape(FINE, FINE)
        if values.min() < 0 < values.max():
            boundary(axes, (side, side, values))
        scatter_classes(axes, X, y)
        mistaken = int((y * f(X) <= 0).sum())
        wrong[name] = f"{mistaken} of {len(y)} on the wrong side"
        frame(axes, title=f"{name}: {mistaken} wrong", equal=True)
    return Picture(
        figure,
        alt="Borders between two classes, drawn by two functions: "
        + "; ".join(f"{k}, {v}" for k, v in wrong.items())
        + ".",
        readouts=wrong,
    )


def mistakes_and_bound(gaps: Sequence[float], made: Sequence[int], bounds: Sequence[float]) -> Picture:
    """Mistakes made and Novikoff's bound against the gap between the classes, both axes logarithmic."""
    figure, (axes,) = canvas(360, 240)
    line(axes, gaps, bounds, kind="truth", name="(R/γ)²", at=1)
    points(axes, np.column_stack([gaps, np.maximum(made, 0.5)]), kind="mistake", size=44)
    axes.set_xscale("log")
    axes.set_yscale("log")
    grid_lines(axes)
    frame(axes, x="gap between the classes", y="mistakes", title="Mistakes and their bound")
    share = max(m / b for m, b in zip(made, bounds, strict=True))
    note(axes, f"at most {number(share, 2)} of the bound", corner="upper right")
    return Picture(
        figure,
        alt="Number of mistakes against the gap between the classes: crosses below the falling line of "
        "Novikoff's bound.",
        readouts={
            "mistakes": ", ".join(str(m) for m in made),
            "largest share of the bound": number(share, 2),
        },
    )


def _across(w: Any, low: Any, high: Any) -> tuple[list[float], list[float]]:
    """Two points of the line w₁x + w₂y + w₃ = 0 outside the frame."""
    a, b, c = (float(v) for v in w)
    if abs(b) >= abs(a):
        xs = [low[0] - 9, high[0] + 9]
        return xs, [-(a * x + c) / b for x in xs]
    ys = [low[1] - 9, high[1] + 9]
    return [-(b * y + c) / a for y in ys], ys
