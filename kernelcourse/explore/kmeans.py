"""k-means, half-step by half-step, in the plane and through a kernel."""

from functools import cache, partial
from typing import Any

import numpy as np

from kernelcourse.datasets import blobs, rings
from kernelcourse.explore.controls import choice, slider, steps
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, line, note, number, points, scatter_classes
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import (
    elbow,
    farthest_points,
    kernel_kmeans,
    kernel_lloyd,
    lloyd,
    plus_plus,
    random_partition,
)
from kernelcourse.learn import kmeans as best_of_restarts

LAST = 17  # half-steps; every run ends before
SETTINGS = {
    "blobs, in the plane": "blobs",
    "rings, in the plane": "rings",
    "rings, Gaussian kernel": "kernel",
}
STARTS = {
    "random partition": random_partition,
    "farthest points": farthest_points,
    "k-means++": plus_plus,
    "one center far away": None,
}
GAUSSIAN = Gaussian(0.9)


@cache
def data(setting: str) -> np.ndarray:
    """Sixty points in three blobs, or two rings of thirty."""
    if setting == "blobs":
        centers = np.array([[-2.0, -1.0], [2.2, -1.2], [0.2, 2.0]])
        return blobs(20, centers, np.random.default_rng(7), spread=0.75)[0]
    return rings(30, radii=(0.8, 3.0), spread=0.15, rng=np.random.default_rng(7))[0]


@cache
def states(setting: str, start: str, clusters: int) -> tuple:
    """The learner's own states, from the start to the end."""
    X = data(setting)
    k = GAUSSIAN if setting == "kernel" else Linear()
    seeding = STARTS[start]
    if seeding is not None:
        labels = seeding(k, X, clusters, np.random.default_rng(11))
    elif setting == "kernel":  # all points but a few in one cluster: the kernel's way to start badly
        labels = np.zeros(len(X), dtype=int)
        labels[: clusters - 1] = np.arange(1, clusters)
    else:
        far = np.vstack([X[: clusters - 1], [[30.0, 30.0]]])
        return tuple(lloyd(X, far))
    run = kernel_lloyd(k, X, labels, clusters) if setting == "kernel" else lloyd(X, labels, clusters)
    return tuple(run)


@cache
def best_spreads(setting: str) -> tuple[str, int]:
    """The spread of the best of several runs for one to six clusters, in words, and where it bends."""
    X, rng = data(setting), np.random.default_rng(0)
    cluster: Any = partial(best_of_restarts, X, rng=rng)
    if setting == "kernel":
        cluster = partial(kernel_kmeans, GAUSSIAN, X, rng=rng)
    found = elbow(cluster, range(1, 7))
    return ", ".join(number(spread) for spread in found.spreads), found.bend


def ends(setting: str, start: str, clusters: int) -> int:
    """The half-step after which nothing moves."""
    return len(states(setting, start, clusters)) - 1


def draw(setting: str, start: str, clusters: int, step: int) -> Picture:
    """The partition after a half-step (after the last, if there are fewer), and the spread after each so far."""
    return _drawn(setting, start, clusters, min(step, len(states(setting, start, clusters)) - 1))


@cache
def _drawn(setting: str, start: str, clusters: int, step: int) -> Picture:
    X, run = data(setting), states(setting, start, clusters)
    state = run[step]
    spreads = np.array([earlier.spread for earlier in run])
    done = step == len(run) - 1
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"Half-step {step}: {state.half_step}", (-4.6, 4.6), (-4.6, 4.6), equal=True)
    scatter_classes(left, X, state.labels, order=range(5))
    if hasattr(state, "centers"):
        points(left, state.centers, "ink", size=110, marker="P", edgecolors="#fdfefe")
    frame(right, "half-step", "", "Spread", (-0.5, LAST + 0.5), (0, 1.08 * spreads.max()))
    line(right, np.arange(step + 1), spreads[: step + 1], "a", marker="o")
    note(right, f"spread {number(state.spread)}" + (", the end" if done else ""), "upper right")
    totals, bend = best_spreads(setting)
    sizes = [int((state.labels == cluster).sum()) for cluster in range(clusters)]
    return Picture(
        figure,
        alt=f"{len(X)} points in {clusters} clusters of {', '.join(map(str, sizes))} after half-step {step} "
        f"({state.half_step}); the spread is {number(state.spread)} and has never risen.",
        readouts={
            "spread": number(state.spread),
            "points moved": str(state.moved),
            "cluster sizes": ", ".join(map(str, sizes)),
            "finished": "yes" if done else f"no, {len(run) - 1 - step} half-steps left",
            "best spread for 1 to 6 clusters": f"{totals}; the bend is at {bend}",
        },
    )


def kmeans() -> Explorer:
    """Watch the spread fall."""
    return Explorer(
        name="kmeans",
        title="k-means, half-step by half-step",
        caption="Points go to the nearest center, centers to the mean of their points, and neither "
        "half-step can raise the spread. Rings cannot be told apart in the plane; through a Gaussian "
        "kernel they can. A center that loses all its points takes over the point that lies farthest from "
        "its own center.",
        controls=(
            choice("setting", "Data", SETTINGS),
            choice("start", "Start", {name: name for name in STARTS}),
            slider("clusters", "Clusters", (2, 3, 4, 5), 3),
            steps("step", "Half-step", LAST, start=2),
        ),
        draw=draw,
        ends=ends,
        table="step",
    )
