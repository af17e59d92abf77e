"""Figures of the page on kernelising."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines, line, scatter_classes
from kernelcourse.figures.picture import Picture, number


def discriminants(scores: Mapping[str, Any], labels: Any) -> Picture:
    """The first two scores of each method, a panel for each."""
    labels = np.asarray(labels)
    figure, panels = canvas(250, 240, columns=len(scores))
    said = {}
    for axes, (name, found) in zip(panels, scores.items(), strict=True):
        found = np.asarray(found, float)
        frame(axes, "first score", "second score", name)
        scatter_classes(axes, found[:, :2], labels, size=18)
        said[name] = f"{number(100 * apart(found, labels), 3)} % of the spread lies between the classes"
    return Picture(
        figure,
        alt=f"{len(labels)} points of {len(np.unique(labels))} classes by their first two scores. "
        + "; ".join(f"{name}: {words}" for name, words in said.items())
        + ".",
        readouts=said,
    )


def apart(scores: np.ndarray, labels: np.ndarray) -> float:
    """The share of the first score's variance that lies between the class means."""
    first = scores[:, 0] - scores[:, 0].mean()
    means = np.array([first[labels == label].mean() for label in np.unique(labels)])
    sizes = np.array([(labels == label).sum() for label in np.unique(labels)])
    return float(sizes @ means**2 / (first @ first))


def against_penalty(lams: Sequence[float], curves: Mapping[str, Sequence[float]]) -> Picture:
    """Correlations on old and on new pairs, against λ on a logarithmic scale."""
    figure, (axes,) = canvas(340, 240)
    axes.set_xscale("log")
    for kind, (name, values) in zip(("a", "fit", "mistake", "b"), curves.items(), strict=False):
        line(axes, lams, values, kind, name=name, at=len(lams) // 2, marker="o", markersize=3)
    grid_lines(axes)
    frame(axes, "λ", "correlation", "Agreement against λ", ylim=(-0.15, 1.1))
    said = {
        name: f"{number(values[0], 2)} at the smallest λ, {number(max(values), 2)} at most"
        for name, values in curves.items()
    }
    return Picture(
        figure,
        alt="Correlations against λ. " + "; ".join(f"{name}: {words}" for name, words in said.items()) + ".",
        readouts=said,
    )
