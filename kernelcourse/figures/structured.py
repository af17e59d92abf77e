"""Figures of the pages on words, sets, trees and graphs."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.distances import geodesic
from kernelcourse.figures.drawing import canvas, frame, heat_map, label, line, points, scatter_classes
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import INK, SOFT
from kernelcourse.scene.number import spelled

_NAMED = {  # words ↦ where they stand beside their points, in points; where it is crowded, at the end of a line
    "zucchero": (4, 4),
    "occhio": (4, 4),
    "kaunis": (7, -4),
    "amico": (-26, 82),
    "aurinko": (16, -11),
}


def two_languages(scores: Any, words: Sequence[str], language: Any) -> Picture:
    """The score of every word against its length, above 0 for the first language; a few words are named."""
    scores, language = np.asarray(scores, float), np.asarray(language)
    lengths = np.array([len(word) for word in words]) + np.linspace(-0.3, 0.3, len(words))  # side by side
    figure, (axes,) = canvas(440, 320)
    frame(axes, "letters", "score", "Italian (circles) and Finnish (squares)", xlim=(2, 10.5))
    scatter_classes(axes, np.column_stack([lengths, scores]), language)
    axes.axhline(0, color=INK, linewidth=1)
    for word, offset in _NAMED.items():
        if word in words:
            i = list(words).index(word)
            named = label(axes, float(lengths[i]), float(scores[i]), word, offset=offset)
            if max(np.abs(offset)) > 8:
                leader = {"arrowstyle": "-", "color": SOFT, "linewidth": 0.8, "shrinkA": 1, "shrinkB": 3}
                start = (0, 0.5) if offset[0] > 0 else (0.5, 0)  # in the box of the word
                axes.annotate("", (lengths[i], scores[i]), xytext=start, textcoords=named, arrowprops=leader)
    right = int((np.sign(scores) == language).sum())
    return Picture(
        figure,
        alt=f"Scores of {len(words)} words by their length; {right} of them are on their own language's side of zero.",
        readouts={"words": str(len(words)), "on their own side": str(right)},
    )


def table_of_ends(A: Any, x: str, z: str) -> Picture:
    """The table of common subsequences by the places where they end."""
    A = np.asarray(A, float)
    figure, (axes,) = canvas(330, 300)
    heat_map(axes, A, title="Common pairs, by their ends")
    axes.set_xticks(range(len(z)), list(z))
    axes.set_yticks(range(len(x)), list(x))
    i, j = divmod(int(A.argmax()), A.shape[1])
    largest = f"{number(A.max(), 4)} at {x[i]}, {z[j]}"
    return Picture(
        figure,
        alt=f"Table with a row for each letter of “{x}” and a column for each letter of “{z}”; the largest entry is "
        f"{largest}, and all add up to {number(A.sum(), 4)}.",
        readouts={"sum": number(A.sum(), 4), "largest entry": largest},
    )


def graph_portraits(graphs: Mapping[str, Any]) -> Picture:
    """Graphs side by side: circles for atoms, lines for bonds, two lines for a double bond."""
    figure, panels = canvas(240, 130, columns=len(graphs))
    for axes, (name, graph) in zip(panels, graphs.items(), strict=True):
        _portrait(axes, graph)
        frame(axes, title=name)
        axes.set_aspect("equal", adjustable="datalim")  # the title keeps its place over a flat drawing
        axes.set_xticks([])
        axes.set_yticks([])
        axes.spines[:].set_visible(False)
        axes.margins(0.15, 0.4)
    told = "; ".join(
        f"{name}, {spelled(len(graph))} nodes and {spelled(int((graph.adjacency > 0).sum()) // 2)} edges"
        for name, graph in graphs.items()
    )
    return Picture(figure, alt=f"Drawings of {spelled(len(graphs))} graphs: {told}.")


def heat_over_time(times: Sequence[float], heat: Any, names: Sequence[str]) -> Picture:
    """How much heat that starts at one node is at each node, as time goes on."""
    heat = np.asarray(heat, float)  # (times, nodes)
    figure, (axes,) = canvas(400, 250)
    frame(axes, "time t", "heat", "Heat that starts at the first node")
    kinds = ("a", "b", "fit", "support", "mistake", "truth")
    for curve, kind in zip(heat.T, kinds, strict=False):
        line(axes, times, curve, kind)
    listed(axes, dict(zip(names, kinds, strict=False)), corner="upper right")
    return Picture(
        figure,
        alt=f"Heat at {spelled(heat.shape[1])} nodes over time: it leaves the first node and evens out; "
        f"at t = {number(times[-1])} it is {', '.join(map(number, heat[-1]))}.",
        readouts={name: number(value) for name, value in zip(names, heat[-1], strict=True)},
    )


def _portrait(axes: Any, graph: Any) -> None:
    places = spring_places(graph.adjacency)
    for i, j in zip(*np.nonzero(np.triu(graph.adjacency)), strict=True):
        ends = places[[i, j]]
        across = np.array([ends[0, 1] - ends[1, 1], ends[1, 0] - ends[0, 0]])
        across = 0.06 * across / max(float(np.linalg.norm(across)), 1e-12)
        for shift in (-1, 1) if graph.adjacency[i, j] > 1 else (0,):
            axes.plot(*(ends + shift * across).T, color=SOFT, linewidth=1.4, zorder=1)
    points(axes, places, "ink", size=60, marker="o", c=INK)
    for i, name in enumerate(graph.labels):
        if name:
            x, y = _freest(places[graph.adjacency[i] > 0] - places[i])
            label(axes, places[i, 0], places[i, 1], str(name), offset=(12 * x, 12 * y - 4), across="center")


def _freest(bonds: np.ndarray) -> tuple[float, float]:
    """The direction in the middle of the widest angle without a bond; of about equally wide ones the upper."""
    turns = np.sort(np.arctan2(bonds[:, 1], bonds[:, 0]))
    gaps = np.diff(turns, append=turns[0] + 2 * np.pi)
    middles = (turns + gaps / 2)[gaps > gaps.max() - 0.6]
    best = middles[np.argmax(np.sin(middles))]
    return float(np.cos(best)), float(np.sin(best))


def spring_places(adjacency: Any) -> np.ndarray:
    """Places in the plane whose distances come near the numbers of edges between the nodes, the short ones first.

    Each round puts every node where the springs to all others, of stiffness 1 / edges², would have it; this lowers the
    energy every time.
    """
    edges = geodesic((np.asarray(adjacency) > 0).astype(float))
    n = len(edges)
    stiff = 1 / np.maximum(edges, 1) ** 2 * (1 - np.eye(n))
    solve = np.linalg.pinv(np.diag(stiff.sum(axis=1)) - stiff)
    turn = 2 * np.pi * np.arange(n) / n
    places = np.column_stack([np.cos(turn), np.sin(turn + 0.1)])
    for _ in range(300):
        apart = np.linalg.norm(places[:, None] - places[None], axis=2)
        pull = stiff * edges / np.maximum(apart, 1e-9)
        places = solve @ (np.diag(pull.sum(axis=1)) - pull) @ places
    axes = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)[2]
    return np.asarray((places - places.mean(axis=0)) @ axes.T)  # the long way lies across
