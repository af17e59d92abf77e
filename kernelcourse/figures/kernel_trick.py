"""Figures of the chapter on the kernel trick."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    bars,
    boundary,
    canvas,
    contours,
    frame,
    grid_lines,
    label,
    line,
    note,
    points,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import PAPER, SOFT


def two_views(X: Any, y: Any, lifted: Any, total: float) -> Picture:
    """The same points in the plane and as squares of their coordinates, with the line u + v = total."""
    figure, (left, right) = canvas(270, 250, columns=2)
    scatter_classes(left, X, y, size=18)
    frame(left, "x₁", "x₂", "As they are", equal=True)
    scatter_classes(right, lifted, y, size=18)
    line(right, [0.0, total], [total, 0.0], kind="ink")
    label(right, 0.62 * total, 0.38 * total, f"x₁² + x₂² = {number(total)}", offset=(4, 2))
    frame(right, "x₁²", "x₂²", "Squares of the coordinates")
    sides = np.sign(np.asarray(lifted).sum(axis=1) - total)
    right_side = max((sides == y).mean(), (sides == -np.asarray(y)).mean())
    return Picture(
        figure,
        alt="First: a ring inside a ring, which no line separates. Second: the squares of the coordinates of the "
        "same points, two bands on either side of a straight line.",
        readouts={"points": str(len(y)), "on their own side of the line": f"{100 * right_side:.0f} %"},
    )


def fits(x: Any, y: Any, curves: Mapping[str, tuple[Any, Any]], errors: Mapping[str, float]) -> Picture:
    """The same points, one panel a basis: the least-squares fit and its squared error."""
    figure, panels = canvas(156, 180, columns=len(curves))
    for axes, (name, (grid, values)) in zip(panels, curves.items(), strict=True):
        line(axes, grid, values, kind="fit")
        points(axes, np.column_stack([x, y]), kind="a", size=34)
        frame(axes, x="x", title=f"on {name}", ylim=(-7.5, 7.5))
        note(axes, f"error {number(errors[name] + 0.0)}")
    told = "; ".join(f"{number(error)} on {name}" for name, error in errors.items())
    return Picture(
        figure,
        alt=f"Five points of y = x³ − x and least-squares fits on growing bases. Squared errors: {told}.",
        readouts={name: number(error) for name, error in errors.items()},
    )


def jump(grid: Any, curves: Mapping[int, Any], errors: Mapping[int, float]) -> Picture:
    """sign(x) and its best polynomials in the mean; beside them the falling error."""
    figure, (left, right) = canvas(330, 240, columns=2)
    grid = np.asarray(grid, float)
    for half in (grid < 0, grid > 0):
        line(left, grid[half], np.sign(grid[half]), kind="truth")
    for kind, (degree, values) in zip(("a", "b", "fit"), curves.items(), strict=False):
        line(left, grid, values, kind=kind)
        top = int(np.argmax(values)) if degree < 5 else int(np.searchsorted(grid, 0.0))
        height = values[top] if degree < 5 else (0.45 if degree < 50 else 0.8)
        label(
            left,
            grid[top],
            height,
            f"degree {degree}",
            kind,
            offset=(0, 6) if degree < 5 else (-5, 0),
            across="center" if degree < 5 else "right",
        )
    frame(left, "x", "", "A jump and three polynomials", (-1, 1), (-1.6, 1.6))
    line(right, list(errors), list(errors.values()), kind="fit", marker="o")
    line(right, [min(errors), max(errors)], [1.0, 1.0], kind="mistake")
    label(right, min(errors), 1.0, "largest error: never below 1", "mistake", offset=(6, -14))
    label(right, min(errors), max(errors.values()), "root mean square", "fit", offset=(14, 6))
    frame(right, "degree", "error", "Two errors", ylim=(0, 1.15))
    right.set_xscale("log")
    right.set_xticks(list(errors), [str(degree) for degree in errors])
    right.minorticks_off()
    told = ", ".join(f"{degree}: {error:.3f}" for degree, error in errors.items())
    return Picture(
        figure,
        alt="The sign function and polynomials that follow it more and more closely except at the jump. "
        f"Root mean square error by degree: {told}; the largest error does not fall below 1.",
        readouts={f"degree {degree}": f"{error:.3f}" for degree, error in errors.items()},
    )


def valleys(steps: Any, losses: Mapping[str, Any]) -> Picture:
    """The loss on the straight line between two weight vectors, one panel a model."""
    figure, panels = canvas(270, 210, columns=len(losses))
    for axes, (name, values) in zip(panels, losses.items(), strict=True):
        values = np.asarray(values, float)
        line(axes, steps, values, kind="fit")
        middle = len(values) // 2
        points(axes, [[steps[0], values[0]], [steps[-1], values[-1]]], kind="a", size=40)
        points(axes, [[steps[middle], values[middle]]], kind="support", size=46)
        frame(axes, x="from one to the other", y="loss", title=name)
        axes.set_ylim(-0.08 * values.max(), 1.25 * values.max())
        note(axes, f"half way: {number(values[middle])}")
    seen = {
        name: (number(v[0] + 0.0), number(v[len(v) // 2]), number(v[-1] + 0.0)) for name, v in losses.items()
    }
    return Picture(
        figure,
        alt="Loss on the straight line between two weight vectors. "
        + " ".join(
            f"{name}: {start} at the start, {middle} half way, {end} at the end."
            for name, (start, middle, end) in seen.items()
        ),
        readouts={name: middle for name, (_, middle, _) in seen.items()},
    )


def two_sums(features: Sequence[str], by_feature: Any, by_patient: Any) -> Picture:
    """One score as a sum over features, and as a sum over earlier patients."""
    by_feature, by_patient = np.asarray(by_feature, float), np.asarray(by_patient, float)
    figure, (left, right) = canvas(280, 230, columns=2)
    bars(left, by_feature)
    left.set_xticks(range(1, len(features) + 1), features)
    frame(left, "", "part of the score", "By features: wⱼ xⱼ")
    note(left, f"sum {by_feature.sum():+.4f}".replace("-", "−"), "upper right")
    bars(right, by_patient)
    frame(right, "earlier patient", "part of the score", "By patients: αᵢ ⟨xᵢ, x⟩")
    note(right, f"sum {by_patient.sum():+.4f}".replace("-", "−"), "upper right")
    for axes in (left, right):
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.2 * (high - low))
    return Picture(
        figure,
        alt=f"Bars of {len(by_feature)} contributions of features and of {len(by_patient)} contributions of "
        "earlier patients; both add up to the same score.",
        readouts={"by features": f"{by_feature.sum():.4f}", "by patients": f"{by_patient.sum():.4f}"},
    )


def penalties(values: Callable[[Any], Any], row: Any, best: Any, best_in_row: Any) -> Picture:
    """Level lines of an objective in the plane of w, the line of all Xᵀα, and both minima."""
    figure, (axes,) = canvas(360, 290)
    u, v = np.meshgrid(np.linspace(-0.35, 0.6, 160), np.linspace(-0.2, 0.75, 160))
    heights = values(np.stack([u, v], axis=-1))
    contours(axes, (u, v, heights), levels=[0.24, 0.26, 0.2775, 0.32, 0.4, 0.6, 1.0], named=False)
    t = np.array([-0.09, 0.36])
    line(axes, t * row[0], t * row[1], kind="truth")
    points(axes, [best_in_row], kind="a", size=50)
    points(axes, [best], kind="support", size=60)
    at = {"best w": np.asarray(best, float), "best Xᵀα": np.asarray(best_in_row, float)}
    read = {name: number(float(values(w)), 4) for name, w in at.items()}
    for words in (
        label(axes, 0.34 * row[0], 0.34 * row[1], "all Xᵀα", "truth", offset=(8, -8)),
        label(axes, best[0], best[1], f"best: {read['best w']}", "support", offset=(6, 9)),
        label(axes, best_in_row[0], best_in_row[1], f"best Xᵀα: {read['best Xᵀα']}", "a", offset=(8, -4)),
    ):  # no level line crosses them
        words.set_bbox({"facecolor": PAPER, "edgecolor": "none", "pad": 1.5})
    frame(axes, "w₁", "w₂", "With an ℓ₁ penalty w leaves the line", equal=True)
    return Picture(
        figure,
        alt="Level lines of a squared error with an ℓ₁ penalty; the minimum lies on the axis w₁ = 0, away from "
        "the line of combinations of the training point.",
        readouts=read,
    )


def regions(X: Any, y: Any, rules: Mapping[str, Callable[[Any], Any]]) -> Picture:
    """Four points and the sides of one or more rules: where f > 0 and where f < 0."""
    figure, panels = canvas(230, 230, columns=len(rules))
    u, v = np.meshgrid(np.linspace(-2, 2, 121), np.linspace(-2, 2, 121))
    grid = np.column_stack([u.ravel(), v.ravel()])
    read = {}
    for axes, (name, f) in zip(panels, rules.items(), strict=True):
        values = np.where(np.abs(f(grid)) < 1e-12, 0.0, f(grid)).reshape(u.shape)
        if (values != 0).any():
            boundary(axes, (u, v, values))
        scatter_classes(axes, X, y, size=60)
        correct = int((np.sign(f(X)) * y > 0).sum()) if (values != 0).any() else 0
        read[name] = f"{correct} of {len(y)}"
        note(axes, f"{read[name]} right", corner="upper left")
        frame(axes, "x₁", "x₂", name, (-2, 2), (-2, 2), equal=True)
    return Picture(
        figure,
        alt="The four points of XOR and what each rule makes of the plane. Points on their right side: "
        + "; ".join(f"{name}, {count}" for name, count in read.items())
        + ".",
        readouts=read,
    )


def sizes(degrees: Sequence[int], counts: Mapping[int, Sequence[int]], n: int) -> Picture:
    """How many numbers the primal needs, by degree and dimension, and how many the dual."""
    figure, (axes,) = canvas(400, 260)
    ceiling = max(max(row) for row in counts.values())
    for d, row in counts.items():
        line(axes, degrees, row, kind="fit")
        label(axes, degrees[-1], row[-1], f"d = {d}", "fit", offset=(6, -3))
    axes.plot([degrees[0], degrees[-1]], [n, n], color=SOFT, linestyle="--", linewidth=1.4)
    label(axes, degrees[-1], n, f"dual: n = {n}", offset=(-2, -13), across="right")
    frame(axes, "degree p", "numbers to find", "Weights: of features, or of points")
    axes.set_yscale("log")
    axes.set_ylim(1, 4 * ceiling)
    axes.set_xlim(degrees[0] - 0.2, degrees[-1] + 1.8)  # room for the names of the lines
    axes.minorticks_off()
    grid_lines(axes)
    fewer = {d: sum(count < n for count in row) for d, row in counts.items()}
    return Picture(
        figure,
        alt=f"Number of polynomial features by degree for dimensions {', '.join(map(str, counts))} on a "
        f"logarithmic scale, and a level line at n = {n} for the dual.",
        readouts={f"d = {d}": f"primal smaller up to degree {count}" for d, count in fewer.items()},
    )
