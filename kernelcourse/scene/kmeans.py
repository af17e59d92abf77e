"""k-means under the reader's hand, half-step by half-step, in the plane and through a kernel."""

from functools import cache, lru_cache, partial
from typing import Any

import numpy as np

from kernelcourse.datasets import blobs, rings
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
from kernelcourse.scene.controls import choice, slider, steps
from kernelcourse.scene.exhibit import Exhibit, Held
from kernelcourse.scene.marks import Hand, Line, Note, Panel, Points, Scene, curve, flat, groups_of
from kernelcourse.scene.number import number

LAST = 17  # half-steps; every run of the book's own points ends before
SETTINGS = {
    "blobs, in the plane": "blobs",
    "rings, in the plane": "rings",
    "rings, Gaussian kernel": "kernel",
}
STARTS = {
    "random partition": random_partition,
    "farthest points": farthest_points,
    "k-means++": plus_plus,
    "one centre far away": None,
}
GAUSSIAN = Gaussian(0.9)
REACH = (-4.6, 4.6)
HAND = Hand((), (), least=6, most=120)

Places = tuple[tuple[float, float], ...]


@cache
def data(setting: str) -> np.ndarray:
    """Sixty points in three blobs, or two rings of thirty."""
    if setting == "blobs":
        centers = np.array([[-2.0, -1.0], [2.2, -1.2], [0.2, 2.0]])
        return blobs(20, centers, np.random.default_rng(7), spread=0.75)[0]
    return rings(30, radii=(0.8, 3.0), spread=0.15, rng=np.random.default_rng(7))[0]


def begin(setting: str) -> Held:
    """The points; their groups are what the algorithm finds."""
    X = data(setting)
    return Held(X, ("a",) * len(X))


@lru_cache(maxsize=256)
def _states(places: Places, setting: str, start: str, clusters: int) -> tuple:
    X = np.array(places)
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


def states(held: Held, setting: str, start: str, clusters: int) -> tuple:
    """The learner's own states, from the start to the end."""
    return _states(held.points(), setting, start, clusters)


@lru_cache(maxsize=16)
def _best_spreads(places: Places, setting: str) -> str:
    """The spread of the best of several runs for one to six clusters, in words, and where it bends."""
    X, rng = np.array(places), np.random.default_rng(0)
    cluster: Any = partial(best_of_restarts, X, rng=rng)
    if setting == "kernel":
        cluster = partial(kernel_kmeans, GAUSSIAN, X, rng=rng)
    found = elbow(cluster, range(1, 7))
    return f"{', '.join(number(spread) for spread in found.spreads)}; the bend is at {found.bend}"


def ends(held: Held, setting: str, start: str, clusters: int) -> int:
    """The half-step after which nothing moves."""
    return len(states(held, setting, start, clusters)) - 1


def draw(held: Held, brief: bool, setting: str, start: str, clusters: int, step: int) -> Scene:
    """The partition after a half-step (after the last, if there are fewer), and the spread after each so far."""
    run = states(held, setting, start, clusters)
    step = min(step, len(run) - 1)
    state, done = run[step], step == len(run) - 1
    spreads = np.array([earlier.spread for earlier in run])
    centers = [Points("ink", flat(state.centers))] if hasattr(state, "centers") else []
    left = Panel(f"Half-step {step}: {state.half_step}", "x₁", "x₂", REACH, REACH, tuple(centers), equal=True)
    right = Panel(
        "Spread", "half-step", "", (-0.5, max(LAST, len(run) - 1) + 0.5), (0, 1.08 * max(spreads.max(), 1e-9)),
        (
            Line("a", curve(np.arange(step + 1), spreads[: step + 1]), dots=True),
            Note("ink", (), f"spread {number(state.spread)}" + (", the end" if done else ""), "upper right"),
        ),
    )  # fmt: skip
    sizes = ", ".join(str(int((state.labels == cluster).sum())) for cluster in range(clusters))
    best = "when the hand rests" if brief else _best_spreads(held.points(), setting)
    return Scene(
        (left, right),
        Hand(held.points(), groups_of(state.labels.tolist(), range(5)), (), HAND.least, HAND.most),
        alt=f"{len(held.groups)} points in {clusters} clusters of {sizes} after half-step {step} "
        f"({state.half_step}); the spread is {number(state.spread)} and has never risen.",
        readouts={
            "spread": number(state.spread),
            "points moved": str(state.moved),
            "cluster sizes": sizes,
            "finished": "yes" if done else f"no, {len(run) - 1 - step} half-steps left",
            "best spread for 1 to 6 clusters": best,
        },
    )


EXHIBIT = Exhibit(
    name="kmeans",
    title="k-means, half-step by half-step",
    caption="Points go to the nearest centre, centres to the mean of their points, and neither "
    "half-step can raise the spread. Rings cannot be told apart in the plane; through a Gaussian "
    "kernel they can. A centre that loses all its points takes over, from a cluster of two or more, the "
    "point that lies farthest from its own centre.",
    controls=(
        choice("setting", "Data", SETTINGS),
        choice("start", "Start", {name: name for name in STARTS}),
        slider("clusters", "Clusters", (2, 3, 4, 5), 3),
        steps("step", "Half-step", LAST, start=2),
    ),
    draw=draw,
    start=begin,
    chosen=("setting",),
    hand=HAND,
    ends=ends,
    table="step",
)
