"""Figures of the page on kernelising."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines, label, line, scatter_classes
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.scene.number import spelled


def discriminants(scores: Mapping[str, Any], labels: Any) -> Picture:
    """The first two scores of each method, a panel for each."""
    labels = np.asarray(labels)
    figure, panels = canvas(250, 240, columns=len(scores))
    said = {}
    for axes, (name, found) in zip(panels, scores.items(), strict=True):
        found = np.asarray(found, float)
        frame(axes, "first score", "second score", name)
        scatter_classes(axes, found[:, :2], labels)
        said[name] = f"{number(100 * apart(found, labels), 3)} % of the spread lies between the classes"
    return Picture(
        figure,
        alt=f"{len(labels)} points of {spelled(len(np.unique(labels)))} classes by their first two scores. "
        + begun("; ".join(f"{name}: {words}" for name, words in said.items()))
        + ".",
        readouts=said,
    )


def apart(scores: np.ndarray, labels: np.ndarray) -> float:
    """The share of the first score's variance that lies between the class means."""
    first = scores[:, 0] - scores[:, 0].mean()
    means = np.array([first[labels == label].mean() for label in np.unique(labels)])
    sizes = np.array([(labels == label).sum() for label in np.unique(labels)])
    return float(sizes @ means**2 / (first @ first))


def against_penalty(lams: Sequence[float], cases: Mapping[str, Mapping[str, Sequence[float]]]) -> Picture:
    """Correlations against λ on a logarithmic scale: a panel for each case, a curve for each kind of pairs."""
    figure, panels = canvas(250, 240, columns=len(cases))
    said, most = {}, {}
    for axes, (case, curves) in zip(panels, cases.items(), strict=True):
        axes.set_xscale("log")
        for place, (kind, (name, values)) in enumerate(zip(("fit", "a", "b"), curves.items(), strict=False)):
            line(axes, lams, values, kind, linestyle="--" if place == 0 else "-", marker="o", markersize=3)
            label(axes, lams[1], values[1], name, kind, offset=(0, 8 if place == 0 else -15))
            said[f"{case}, {name}"] = (
                f"{number(values[0], 2)} at the smallest λ, {number(max(values), 2)} at most"
            )
        most[case] = ", ".join(f"{name} {number(max(values), 2)}" for name, values in curves.items())
        grid_lines(axes)
        frame(axes, "λ", "correlation", case, ylim=(-0.1, 1.15))
    return Picture(
        figure,
        alt="Correlations against λ. The largest for "
        + "; for ".join(f"{case}: {words}" for case, words in most.items())
        + ".",
        readouts=said,
    )
