"""Figures of the chapter on similarity and distance."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    boundary,
    canvas,
    frame,
    heat_map,
    label,
    line,
    points,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import INK, MEANINGS, SOFT
from kernelcourse.kernels import Gaussian


def four_answers(q: Any, others: Any, names: Sequence[str], winners: Mapping[str, str]) -> Picture:
    """A query and four candidates, each with the measure that prefers it."""
    q, others = np.asarray(q, float), np.asarray(others, float)
    figure, (axes,) = canvas(420, 230)
    axes.annotate("", xy=tuple(q), xytext=(0, 0), arrowprops={"arrowstyle": "->", "color": INK})
    points(axes, [q], kind="support", size=50)
    label(axes, q[0], q[1], "q", kind="support", offset=(5, -13))
    points(axes, others, kind="a", size=40)
    for name, (x, y) in zip(names, others, strict=True):
        prefer = ", ".join(measure for measure, winner in winners.items() if winner == name)
        side, aside = ("left", 6) if x < 4 else ("right", -6)
        over = 6 if abs(x * q[1] - y * q[0]) > 1e-9 else -14  # a point on the arrow has its name under it
        label(axes, x, y, f"{name}: {prefer}", offset=(aside, over), across=side)
    frame(axes, x="x₁", y="x₂", title="Four measures, four answers", xlim=(0, 6.6), ylim=(0, 3), equal=True)
    return Picture(
        figure,
        alt="A query point q and four candidates A, B, C, D, each preferred by another measure of likeness.",
        readouts=dict(winners),
    )


def balls(powers: Sequence[float]) -> Picture:
    """The unit balls of the Minkowski distances, one beside the other."""
    figure, panels = canvas(160, 170, columns=len(powers))
    angle = np.linspace(0, 2 * np.pi, 361)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    for axes, p in zip(panels, powers, strict=True):
        lengths = np.abs(circle).max(1) if np.isinf(p) else (np.abs(circle) ** p).sum(1) ** (1 / p)
        edge = circle / lengths[:, None]
        line(axes, edge[:, 0], edge[:, 1], kind="a" if p >= 1 else "mistake")
        shown = "∞" if np.isinf(p) else f"{p:g}"
        frame(axes, title=f"p = {shown}", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), equal=True)
        axes.set_xticks([-1, 0, 1])
        axes.set_yticks([-1, 0, 1])
    return Picture(
        figure,
        alt="Unit balls of Minkowski distances: a caved-in star for p below 1, a diamond for p = 1, a circle for "
        "p = 2, a square for p infinite.",
        readouts={"convex": ", ".join("∞" if np.isinf(p) else f"{p:g}" for p in powers if p >= 1)},
    )


def whitening(before: Any, after: Any) -> Picture:
    """A cloud before and after whitening, with an insider and an outsider at one Euclidean distance."""
    before, after = np.asarray(before, float), np.asarray(after, float)
    figure, panels = canvas(280, 250, columns=2)
    middle = before.mean(axis=0)
    _, axis = np.linalg.eigh(np.cov(before.T))
    reach = 3.0
    # The same linear map as the cloud's carries the two marked points along.
    map_, *_ = np.linalg.lstsq(before - middle, after - after.mean(axis=0), rcond=None)
    marks = np.array([reach * axis[:, 1], reach * axis[:, 0]])  # along the cloud, across the cloud
    far = {}
    for panel, cloud, centre, spots, title in (
        (panels[0], before, middle, marks, "before"),
        (panels[1], after, after.mean(axis=0), marks @ map_, "after whitening"),
    ):
        points(panel, cloud, kind="a", size=12)
        points(panel, [centre + spots[0]], kind="support", size=60)
        points(panel, [centre + spots[1]], kind="mistake", size=60)
        lengths = np.linalg.norm(spots, axis=1)
        far[title] = f"insider {number(lengths[0], 3)}, outsider {number(lengths[1], 3)}"
        frame(panel, x=far[title], title=title, equal=True)
    return Picture(
        figure,
        alt="First a long slanted cloud with two marked points equally far from its middle, one inside, one outside. "
        "Second the same after whitening: the cloud is round and the outsider is farther away.",
        readouts=far,
    )


def gram_widths(X: Any, sigmas: Sequence[float]) -> Picture:
    """Gram matrices of the Gaussian for several widths."""
    figure, panels = canvas(200, 220, columns=len(sigmas))
    means = {}
    for axes, sigma in zip(panels, sigmas, strict=True):
        K = Gaussian(sigma)(X)
        heat_map(axes, K, 0.0, 1.0, title=f"σ = {number(sigma, 3)}")
        means[f"mean similarity at σ = {number(sigma, 3)}"] = number(K.mean(), 3)
    return Picture(
        figure,
        alt="Three Gram matrices of the same points: nearly the identity for a narrow Gaussian, two blocks for a "
        "middle width, nearly all ones for a wide one.",
        readouts=means,
    )


def neighbour_regions(X: Any, y: Any, votes: Mapping[str, Callable[[Any], Any]]) -> Picture:
    """Where each classifier says which class, with the training points."""
    X, y = np.asarray(X, float), np.asarray(y)
    figure, panels = canvas(280, 220, columns=len(votes))
    low, high = X.min(axis=0) - 0.4, X.max(axis=0) + 0.4
    across, up = np.linspace(low[0], high[0], 90), np.linspace(low[1], high[1], 70)
    grid = np.stack(np.meshgrid(across, up), -1).reshape(-1, 2)
    a = y.max()  # as on all pages where these labels are ±1: class A, circles
    right = {}
    for axes, (name, vote) in zip(panels, votes.items(), strict=True):
        side = np.where(vote(grid) == a, 1.0, -1.0).reshape(len(up), len(across))
        boundary(axes, (across, up, side))
        scatter_classes(axes, X, np.where(y == a, 1, -1), size=14)
        right[name] = f"{(vote(X) == y).mean():.3f} of training points right"
        frame(axes, title=name)
    return Picture(
        figure,
        alt="Two half moons of points with the border between the classes: ragged for one neighbour, smooth for nine.",
        readouts=right,
    )


def smallest_eigenvalues(values: Mapping[str, float]) -> Picture:
    """The smallest eigenvalue of each candidate's Gram matrix, below zero or not."""
    figure, (axes,) = canvas(340, 300)
    smallest = np.array(list(values.values()))
    shown = np.sign(smallest) * np.sqrt(np.abs(smallest))  # roots, so that −2.7 and −0.04 fit one picture
    left = 1.15 * min(shown.min(), -0.5)
    for row, (name, value) in enumerate(
        values.items()
    ):  # the name over its bar: there is room for both on any screen
        kind = "mistake" if value < 0 else "a"
        axes.barh(-row, shown[row], height=0.35, color=MEANINGS[kind].color, zorder=2)
        words = f"{name.split(' at ')[0].split(' on ')[0]}:  {value:+.3f}".replace("-", "−")
        label(axes, left, -row + 0.22, words, offset=(5, 2))
    axes.axvline(0, color=SOFT, linewidth=0.8, zorder=1)
    frame(
        axes,
        x="signed root of the eigenvalue",
        title="Smallest eigenvalue of the Gram matrix",
        xlim=(left, max(0.5, 1.1 * shown.max())),
        ylim=(0.4 - len(values), 0.8),
    )
    axes.set_yticks([])
    negative = int((smallest < 0).sum())
    return Picture(
        figure,
        alt=f"Bars of the smallest eigenvalues of {len(values)} candidate similarities; {negative} are negative.",
        readouts={name: f"{value:+.4f}" for name, value in values.items()},
    )
