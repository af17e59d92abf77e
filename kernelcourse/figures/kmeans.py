"""Figures of the chapter on k-means: palettes, half-steps, cells, starts, elbows and sorted Gram matrices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    canvas,
    frame,
    grid_lines,
    heat_map,
    label,
    line,
    note,
    points,
    rings_around,
    scatter_classes,
)
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, begun, number
from kernelcourse.figures.style import GROUPS, MEANINGS
from kernelcourse.scene.number import spelled


def palettes(images: Mapping[str, Any], losses: Mapping[str, float]) -> Picture:
    """A picture in several palettes, each with its mean squared loss."""
    figure, panels = canvas(190, 170, columns=len(images))
    for axes, (title, image) in zip(panels, images.items(), strict=True):
        axes.imshow(np.clip(np.asarray(image, float), 0, 1), interpolation="none", aspect="equal")
        axes.set_xticks([])
        axes.set_yticks([])
        frame(axes, x=f"loss {number(losses[title], 4)}" if title in losses else "", title=title)
    told = "; ".join(f"{title}: {number(loss, 4)}" for title, loss in losses.items())
    return Picture(
        figure,
        alt=f"A sun over the sea, in all its colours and in smaller palettes. Mean squared loss, {told}.",
        readouts={title: number(loss, 4) for title, loss in losses.items()},
    )


def half_steps(X: Any, states: Sequence[Any]) -> Picture:
    """One panel a state of Lloyd's algorithm: points by label, crosses for the centres, the cost below."""
    figure, panels = canvas(205, 205, columns=len(states))
    low, high = np.min(X) - 1.0, np.max(X) + 1.0
    for number_of, (axes, state) in enumerate(zip(panels, states, strict=True)):
        scatter_classes(axes, X, state.labels, size=40, order=range(len(state.centers)))
        _centres(axes, state.centers)
        frame(
            axes,
            x=f"cost {number(state.spread, 4)}",
            title=f"{number_of + 1}. {state.half_step}",
            xlim=(low, high),
            ylim=(low, high),
            equal=True,
        )
    costs = ", ".join(number(state.spread, 4) for state in states)
    return Picture(
        figure,
        alt=f"{len(X)} points after each of {spelled(len(states))} half-steps of Lloyd's algorithm; the cost falls: "
        f"{costs}.",
        readouts={"costs": costs, "labels at the end": " ".join(map(str, states[-1].labels))},
    )


def regions(X: Any, clusterings: Mapping[str, Any], margin: float = 0.6) -> Picture:
    """Points by label on a plane tinted by the nearest centre, one panel for each clustering."""
    X = np.asarray(X, float)
    figure, panels = canvas(290, 270, columns=len(clusterings))
    (left, low), (right, high) = X.min(axis=0) - margin, X.max(axis=0) + margin
    x, y = np.linspace(left, right, 81), np.linspace(low, high, 81)
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    readouts = {}
    for axes, (title, clusters) in zip(panels, clusterings.items(), strict=True):
        squares = clusters.squares(grid)
        for c in range(squares.shape[1]):
            others = np.delete(squares, c, axis=1).min(axis=1)
            ahead = (others - squares[:, c]).reshape(81, 81)  # positive where centre c is the nearest
            color = MEANINGS[GROUPS[c % len(GROUPS)]].color
            if ahead.max() > 0:
                axes.contourf(x, y, ahead, levels=[0, np.inf], colors=[color], alpha=0.13, zorder=0)
                axes.contour(x, y, ahead, levels=[0], colors=MEANINGS["soft"].color, linewidths=1, zorder=1)
        scatter_classes(axes, X, clusters.labels, size=20, order=range(squares.shape[1]))
        if hasattr(clusters, "centers"):
            _centres(axes, clusters.centers)
        frame(axes, title=title, xlim=(left, right), ylim=(low, high), equal=True)
        sizes = ", ".join(str(size) for size in np.sort(np.bincount(clusters.labels)))
        readouts[title] = f"spread {number(clusters.spread, 4)}, sizes {sizes}"
    told = ". ".join(f"{title}: {reading}" for title, reading in readouts.items())
    return Picture(
        figure,
        alt=f"{len(X)} points of the plane, marked by cluster, with the region of each centre tinted. {told}.",
        readouts=readouts,
    )


def partitions(X: Any, ends: Mapping[str, Any]) -> Picture:
    """The same points divided in several ways, each with its centres and its cost."""
    X = np.asarray(X, float)
    figure, panels = canvas(300, 170, columns=len(ends))
    across, up = (X[:, 0].min() - 1, X[:, 0].max() + 1), (X[:, 1].min() - 1, X[:, 1].max() + 1)
    for axes, (title, state) in zip(panels, ends.items(), strict=True):
        scatter_classes(axes, X, state.labels, size=60, order=range(len(state.centers)))
        _centres(axes, state.centers)
        frame(axes, x=f"cost {number(state.spread, 4)}", title=title, xlim=across, ylim=up)
    told = "; ".join(f"{title}: cost {number(state.spread, 4)}" for title, state in ends.items())
    return Picture(
        figure,
        alt=f"{len(X)} points in clusters at which Lloyd's algorithm stops. {begun(told)}.",
        readouts={title: number(state.spread, 4) for title, state in ends.items()},
    )


def starts(costs: Mapping[str, Any]) -> Picture:
    """For each way to start, the costs of many runs in ascending order."""
    figure, (axes,) = canvas(420, 270)
    grid_lines(axes)
    least = min(float(np.min(runs)) for runs in costs.values())
    readouts, reached = {}, {}
    for kind, (name, runs) in zip(GROUPS, costs.items(), strict=False):
        ordered = np.sort(np.asarray(runs, float))
        share = np.arange(1, len(ordered) + 1) / len(ordered)
        line(axes, share, ordered, kind)
        reached[name] = f"{100 * float((ordered < least * 1.001).mean()):.0f} %"
        readouts[name] = f"{reached[name]} of runs reach {number(least, 4)}; mean {number(ordered.mean(), 4)}"
    frame(
        axes, x="share of runs", y="cost at the end", title="Many runs of Lloyd’s algorithm", xlim=(0, 1.02)
    )
    listed(axes, dict(zip(costs, GROUPS, strict=False)), "upper left")
    told = ", ".join(f"{share} from {name}" for name, share in reached.items()).replace(
        "%", "% of the runs", 1
    )
    return Picture(
        figure,
        alt="Costs at which runs of Lloyd's algorithm end, in ascending order, one curve for each start. The least, "
        f"{number(least, 4)}, is reached by {told}.",
        readouts=readouts,
    )


def elbow(found: Any) -> Picture:
    """The best cost against the number of clusters, and the bend."""
    figure, (axes,) = canvas(340, 240)
    grid_lines(axes)
    line(axes, found.counts, found.spreads, "a", marker="o")
    place = int(np.flatnonzero(found.counts == found.bend)[0])
    rings_around(axes, [found.bend, found.spreads[place]], size=130)
    label(axes, found.bend, found.spreads[place], f"the bend: {found.bend}", "support", offset=(9, 9))
    frame(axes, x="clusters", y="cost", title="Cost against the number of clusters")
    axes.set_xticks(found.counts)
    costs = ", ".join(number(spread, 4) for spread in found.spreads)
    return Picture(
        figure,
        alt=f"The cost falls as clusters are added, steeply up to {found.bend} and slowly after: {costs}.",
        readouts={"costs": costs, "bend": str(found.bend)},
    )


def outliers(X: Any, clusters: Any, scores: Any, count: int) -> Picture:
    """Points by cluster, with circles around those farthest from their centre."""
    X, scores = np.asarray(X, float), np.asarray(scores, float)
    figure, (axes,) = canvas(340, 270)
    scatter_classes(axes, X, clusters.labels)
    _centres(axes, clusters.centers)
    worst = np.argsort(-scores)[:count]
    rings_around(axes, X[worst], "mistake", size=150)
    far = ", ".join(number(scores[i], 3) for i in worst)
    frame(axes, x="x₁", y="x₂", title="Far from every centre", equal=True)
    note(axes, f"distances {far}")
    return Picture(
        figure,
        alt=f"{len(X)} points in clusters; circles around the {count} that lie farthest from their centres, "
        f"at distances {far}.",
        readouts={"farthest": far, "next": number(np.sort(scores)[-count - 1], 3)},
    )


def sorted_gram(K: Any, orders: Mapping[str, Any]) -> Picture:
    """One Gram matrix with its rows and columns in several orders."""
    K = np.asarray(K, float)
    figure, panels = canvas(260, 250, columns=len(orders))
    for axes, (title, order) in zip(panels, orders.items(), strict=True):
        heat_map(axes, K[np.ix_(order, order)], low=min(0.0, float(K.min())), title=title)
    return Picture(
        figure,
        alt=f"The same {len(K)} by {len(K)} Gram matrix, rows and columns in different orders: "
        f"{'; '.join(orders)}.",
        readouts={"points": str(len(K))},
    )


def bandwidths(sigmas: Any, shares: Any, words: Iterable[tuple[float, str]] = ()) -> Picture:
    """The share of points in the right group against the width σ of the Gaussian."""
    sigmas, shares = np.asarray(sigmas, float), np.asarray(shares, float)
    figure, (axes,) = canvas(400, 240)
    grid_lines(axes)
    line(axes, sigmas, shares, "fit", marker="^")
    axes.set_xscale("log")
    axes.set_xticks(sigmas, [f"{sigma:g}" for sigma in sigmas])
    axes.minorticks_off()
    for at, text in words:
        label(axes, at, 0.44, text, "soft", offset=(0, 0), across="center")
    frame(axes, x="σ", y="share right", title="Two rings and the width of the kernel", ylim=(0.4, 1.06))
    right = ", ".join(f"{sigma:g}" for sigma in sigmas[shares == 1])
    return Picture(
        figure,
        alt=f"Share of points of two rings put into the right cluster against σ: all of them at σ = {right}, "
        "fewer on either side.",
        readouts={"σ": ", ".join(f"{sigma:g}" for sigma in sigmas), "share": ", ".join(map(number, shares))},
    )


def _centres(axes: Any, centers: Any) -> None:
    points(axes, centers, "ink", size=110, marker="P", edgecolors="#fdfefe")
