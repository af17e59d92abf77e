"""Nearest neighbours under different kernels and distances: who is near, and who wins the vote."""

from functools import cache
from typing import Any

import numpy as np

from kernelcourse.datasets import moons
from kernelcourse.distances import euclidean, manhattan
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, boundary, canvas, frame, line, note, number, points, scatter_classes
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import knn_classify, nearest
from kernelcourse.scene.controls import choice, slider

MEASURES: dict[str, Any] = {
    "Euclidean distance": euclidean,
    "Manhattan distance": manhattan,
    "x·z (Euclidean again)": Linear(),
    "Gaussian, σ = 0.5": Gaussian(0.5),
    "(x·z + 1)³": Polynomial(3, 1.0),
    "cosine, (x·z)/(‖x‖ ‖z‖)": Linear().normalised(),
}
QUERIES = {"between the moons": (0.5, 0.25), "far out": (2.2, 1.4), "inside a moon": (-0.6, 0.7)}
ACROSS, UP = np.linspace(-1.6, 2.8, 56), np.linspace(-1.2, 1.8, 39)
PLANE = np.stack(np.meshgrid(ACROSS, UP), axis=-1).reshape(-1, 2)


@cache
def data() -> tuple[np.ndarray, np.ndarray]:
    """Forty points on two moons, labels ±1."""
    X, labels = moons(20, np.random.default_rng(2), spread=0.18)
    return X, np.where(labels == 1, 1, -1)


@cache
def votes(measure: str, count: int) -> np.ndarray:
    """The vote at every point of the grid."""
    X, y = data()
    return np.asarray(knn_classify(MEASURES[measure], X, y, count)(PLANE), float)


def draw(count: int, measure: str, where: str) -> Picture:
    """The neighbours of one query, and the class that the vote gives to every place."""
    X, y = data()
    query = np.array([QUERIES[where]])
    found = nearest(MEASURES[measure], X, query, count)
    near = found.indices[0]
    vote = int(knn_classify(MEASURES[measure], X, y, count)(query)[0])
    figure, (axes,) = canvas(330, 260)
    frame(axes, "x₁", "x₂", f"{count} nearest by: {measure}", (-1.6, 2.8), (-1.2, 1.8))
    boundary(axes, (ACROSS, UP, votes(measure, count).reshape(39, 56)))
    for i in near:
        line(axes, [query[0, 0], X[i, 0]], [query[0, 1], X[i, 1]], "support", linewidth=1.2)
    scatter_classes(axes, X, y)
    points(axes, query, "ink", size=90, marker="*")
    word = "A (circles)" if vote == 1 else "B (squares)"
    note(axes, f"vote: {word}", "lower right")
    wrong = int((knn_classify(MEASURES[measure], X, y, count)(X) != y).sum())
    return Picture(
        figure,
        alt=f"Two moons, the {count} points nearest to a query by {measure}, and the region where each "
        f"class wins the vote; the query is given to class {word}.",
        readouts={
            "vote": word,
            "neighbours of class A": f"{int((y[near] == 1).sum())} of {count}",
            "distance to the nearest": number(found.distances[0, 0]),
            "distance to the last of them": number(found.distances[0, -1]),
            "training points voted wrong": f"{wrong} of {len(X)}",
        },
    )


def neighbours() -> Explorer:
    """The same vote, different neighbours."""
    return Explorer(
        name="neighbours",
        title="Nearest neighbours under different kernels",
        caption="A kernel brings a distance: ‖φ(x) − φ(z)‖² = k(x, x) − 2k(x, z) + k(z, z). The linear kernel "
        "gives the Euclidean neighbours, and so does the Gaussian, whose distance grows with the "
        "Euclidean one; other kernels have other neighbours.",
        controls=(
            slider("count", "Neighbours", (1, 3, 5, 9, 15), 3),
            choice("measure", "Near by", {name: name for name in MEASURES}),
            choice("where", "Query", {name: name for name in QUERIES}),
        ),
        draw=draw,
    )
