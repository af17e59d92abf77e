"""Figures of the chapter on ridge regression: fits, the path of the weights, shrinkage, and choosing λ."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    canvas,
    contours,
    frame,
    grid_lines,
    label,
    line,
    note,
    points,
)
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.scene.number import spelled


def fits(
    X: Any, y: Any, functions: Mapping[str, Any], truth: Callable[[Any], Any], at: Any = None
) -> Picture:
    """The same readings, fitted in several ways, one in each column, each with its distance from the truth.

    The distance is measured at the places `at`; from the first to the last reading, if none are given.
    """
    across = np.linspace(X.min(), X.max(), 161) if at is None else np.ravel(np.asarray(at, float))
    figure, panels = canvas(161 if len(functions) > 2 else 240, 190, columns=len(functions))
    errors = {}
    for axes, (title, f) in zip(panels, functions.items(), strict=True):
        values = f(across[:, None])
        errors[title] = number(np.sqrt(np.mean((values - truth(across)) ** 2)))
        frame(axes, x="x", y="y", title=title, ylim=(-2.6, 2.6))
        note(axes, f"off by\n{errors[title]}", "lower right")
        line(axes, across, truth(across), "truth")
        points(axes, np.column_stack([X[:, 0], y]), "a", size=18)
        line(axes, across, values, "fit")
    told = "; ".join(f"{title}: {error}" for title, error in errors.items())
    return Picture(
        figure,
        alt=f"{len(X)} noisy readings with {spelled(len(functions))} fits of them; root mean square distance of each "
        f"from the true curve, which is dotted: {told}.",
        readouts=errors,
    )


def moved(moves: Mapping[str, tuple[Any, Any]]) -> Picture:
    """The weights (w₁, w₂) that each method finds before and after a change of the data, joined by a line."""
    figure, (axes,) = canvas(360, 300)
    told = {}
    for (name, (before, after)), kind in zip(moves.items(), ("b", "fit"), strict=True):
        pair = np.array([before, after], float)
        line(axes, pair[:, 0], pair[:, 1], kind, marker="o")
        label(axes, pair[0, 0], pair[0, 1], name, kind, offset=(10, -4))
        told[name] = f"moved by {number(float(np.linalg.norm(pair[1] - pair[0])))}"
    grid_lines(axes)
    frame(
        axes,
        x="w₁",
        y="w₂",
        title="One bill corrected by 0.01",
        equal=True,
        xlim=(-1.6, 2.4),
        ylim=(-0.4, 2.6),
    )
    ends = "; ".join(f"{name} {how}" for name, how in told.items())
    return Picture(
        figure, alt=f"Two weights before and after a small change of the data: {ends}.", readouts=told
    )


def weight_path(X: Any, y: Any, lams: Any, weights: Any) -> Picture:
    """Level lines of the squared error over (w₁, w₂), and the ridge weights on their way to 0 as λ grows."""
    weights = np.asarray(weights, float)
    first, second = np.meshgrid(np.linspace(-0.3, 2.3, 81), np.linspace(-0.3, 2.9, 81))
    grid = np.stack([first, second], axis=-1)  # (81, 81, 2)
    errors = ((grid @ np.asarray(X, float).T - y) ** 2).sum(axis=-1)
    figure, (axes,) = canvas(360, 300)
    contours(axes, (first, second, errors), levels=[5, 15, 24], named=False)
    line(axes, weights[:, 0], weights[:, 1], "fit", marker="^")
    points(axes, [[0, 0]], "ink", size=60)
    label(axes, 0, 0, "w = 0", "ink", offset=(8, -10))
    for lam, w in list(zip(lams, weights, strict=True))[::2]:
        label(axes, w[0], w[1], f"λ = {number(lam)}", "fit", offset=(11, -4))
    frame(axes, x="w₁", y="w₂", title="Squared error, and the ridge weights", equal=True)
    ends = {f"λ = {number(lam)}": f"({w[0]:.3f}, {w[1]:.3f})" for lam, w in zip(lams, weights, strict=True)}
    return Picture(
        figure,
        alt="Elliptic level lines of the squared error over the two weights, and the path of the ridge "
        "weights, which leaves the lowest point and bends to the origin as λ grows.",
        readouts=ends,
    )


def shrinkage(eigenvalues: Any, lams: Any) -> Picture:
    """The factor s²/(s² + λ) by which ridge shrinks each direction of K, for several λ."""
    s = np.asarray(eigenvalues, float)
    places = np.arange(1, len(s) + 1)
    figure, (axes,) = canvas(400, 260)
    counts = {}
    for lam, kind in zip(lams, ("a", "fit", "b"), strict=True):
        factors = s / (s + lam)
        line(axes, places, factors, kind, marker=".")
        counts[f"λ = {number(lam)}"] = number(factors.sum())
        half = int(np.argmin(np.abs(factors - 0.5)))
        label(axes, places[half], factors[half], f"λ = {number(lam)}", kind, offset=(8, 2))
    grid_lines(axes)
    frame(
        axes, x="direction, by falling eigenvalue", y="kept part s²/(s² + λ)", title="Ridge keeps, or drops"
    )
    told = "; ".join(f"{name}: {value}" for name, value in counts.items())
    return Picture(
        figure,
        alt=f"Falling curves of the part that ridge keeps of each of {len(s)} directions. The sum of the "
        f"kept parts, the degrees of freedom: {told}.",
        readouts={f"kept in all, {name}": value for name, value in counts.items()},
    )


def choosing(lams: Any, training: Any, left_out: Any, truth: Any) -> Picture:
    """Three errors along λ: on the readings used, on the reading left out, and against the truth."""
    lams = np.asarray(lams, float)
    figure, (axes,) = canvas(420, 280)
    axes.set_xscale("log")
    axes.set_yscale("log")
    grid_lines(axes)
    best = int(np.argmin(left_out))
    for values, kind in ((training, "a"), (left_out, "fit"), (truth, "truth")):
        line(axes, lams, values, kind)
    points(axes, [[lams[best], left_out[best]]], "support", size=60)
    listed(axes, {"leave one out": "fit", "against the truth": "truth", "training": "a"}, "upper right")
    label(
        axes,
        lams[best],
        left_out[best],
        f"λ = {number(lams[best], 2)}",
        "support",
        offset=(0, 12),
        across="center",
    )
    axes.set_xticks([1e-6, 1e-4, 1e-2, 1, 100], ["10⁻⁶", "10⁻⁴", "0.01", "1", "100"])
    axes.set_yticks([0.1, 0.3, 1, 3], ["0.1", "0.3", "1", "3"])
    axes.minorticks_off()
    frame(axes, x="λ", y="root mean square error", title="How to choose λ")
    return Picture(
        figure,
        alt="Three errors along λ. The training error only rises; the leave-one-out error is large where "
        f"λ is small or large and least at λ = {number(lams[best], 2)}, near the least error against the truth.",
        readouts={
            "least leave-one-out error": number(left_out[best]),
            "at λ": number(lams[best], 2),
            "training error there": number(training[best]),
            "error against the truth there": number(truth[best]),
            "least error against the truth": number(np.min(truth)),
        },
    )


def norm_and_roughness(lams: Any, norms: Any, roughness: Any) -> Picture:
    """Along λ the norm falls; the roughness in relation to the size of f need not."""
    lams = np.asarray(lams, float)
    figure, (left, right) = canvas(240, 210, columns=2)
    for axes, values, title, kind in (
        (left, norms, "‖f‖ falls", "fit"),
        (right, roughness, "relative roughness rises", "mistake"),
    ):
        axes.set_xscale("log")
        grid_lines(axes)
        line(axes, lams, values, kind, marker="o")
        frame(axes, x="λ", title=title)
        axes.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        axes.minorticks_off()
    return Picture(
        figure,
        alt=f"Two curves along λ: the norm falls from {number(norms[0])} to {number(norms[-1])}, the "
        f"relative roughness rises from {number(roughness[0])} to {number(roughness[-1])}.",
        readouts={
            "‖f‖": f"{number(norms[0])} to {number(norms[-1])}",
            "relative roughness": f"{number(roughness[0])} to {number(roughness[-1])}",
        },
    )


def far_away(X: Any, y: Any, functions: Mapping[str, Any]) -> Picture:
    """Fits of the same readings, drawn beyond them: where does each go?"""
    reach = np.linspace(X.min() - 5, X.max() + 5, 201)
    figure, (axes,) = canvas(420, 250)
    points(axes, np.column_stack([X[:, 0], y]), "a", size=18)
    ends = {}
    for (name, f), kind, lift in zip(functions.items(), ("mistake", "fit"), (26, -16), strict=True):
        values = f(reach[:, None])
        line(axes, reach, values, kind)
        label(axes, reach[-1], values[-1], name, kind, offset=(0, lift), across="right")
        ends[name] = number(values[-1])
    frame(axes, x="x", y="y", title="Far from the readings")
    told = "; ".join(f"{name} ends at {value}" for name, value in ends.items())
    return Picture(
        figure,
        alt=f"Readings around a level far from zero, and two fits continued beyond them: {told}.",
        readouts=ends,
    )


def predicted(measured: Any, predictions: Mapping[str, Any]) -> Picture:
    """Measured score across, predicted score up, one way of predicting a column."""
    measured = np.asarray(measured, float)
    ends = np.array([measured.min(), measured.max()])
    figure, panels = canvas(161, 180, columns=len(predictions))
    errors = {}
    for axes, (title, values) in zip(panels, predictions.items(), strict=True):
        errors[title] = number(np.sqrt(np.mean((np.asarray(values) - measured) ** 2)))
        line(axes, ends, ends, "truth")
        points(axes, np.column_stack([measured, values]), "a", size=14)
        frame(axes, x="measured", y="predicted", title=title, ylim=(ends[0] - 0.5, ends[1] + 0.5))
        note(axes, f"off by {errors[title]}", "lower right")
    told = "; ".join(f"{title}: off by {error}" for title, error in errors.items())
    return Picture(
        figure,
        alt=f"Predicted against measured scores of {len(measured)} new patients. {begun(told)}.",
        readouts=errors,
    )
