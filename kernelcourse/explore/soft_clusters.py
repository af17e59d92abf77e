"""EM for a mixture of two Gaussians, step by step, in the plane or on kernel principal components."""

from functools import cache

import numpy as np

from kernelcourse.datasets import blobs, rings
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, line, note, number
from kernelcourse.figures.soft_clusters import draw_memberships
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import Mixture, expectation_maximisation, kernel_pca, random_partition
from kernelcourse.scene.controls import choice, steps

LAST = 30
SETTINGS = {
    "blobs, in the plane": "blobs",
    "rings, in the plane": "rings",
    "rings, Gaussian kernel": "kernel",
}


@cache
def data(setting: str) -> tuple[np.ndarray, np.ndarray]:
    """The points, and the coordinates that the mixture is fitted to."""
    if setting == "blobs":
        X = blobs(30, np.array([[-1.2, 0.0], [1.4, 0.6]]), np.random.default_rng(5), spread=0.7)[0]
    else:
        X = rings(30, radii=(0.8, 3.0), spread=0.15, rng=np.random.default_rng(7))[0]
    return X, kernel_pca(Gaussian(1.0) if setting == "kernel" else Linear(), X, 2).scores(X)


@cache
def states(setting: str) -> tuple[Mixture, ...]:
    """The learner's own states from a random start."""
    coordinates = data(setting)[1]
    start = random_partition(Linear(), coordinates, 2, np.random.default_rng(0))
    return tuple(expectation_maximisation(coordinates, start, 2, LAST + 1))


def ends(setting: str) -> int:
    """The step after which nothing moves, or the last that is shown."""
    return len(states(setting)) - 1


def draw(setting: str, step: int) -> Picture:
    """Memberships after a step, and the objective so far."""
    return _drawn(setting, min(step, ends(setting)))


@cache
def _drawn(setting: str, step: int) -> Picture:
    (X, coordinates), run = data(setting), states(setting)
    R = run[step].responsibilities(coordinates)
    values = np.array([state.log_posterior for state in run])
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"Step {step}", (-4, 4), (-4, 4), equal=True)
    draw_memberships(left, X, R)
    room = 0.08 * max(float(np.ptp(values)), 1.0)
    frame(right, "step", "", "Log-posterior", (-1, LAST + 1), (values.min() - room, values.max() + room))
    line(right, np.arange(step + 1), values[: step + 1], "a", marker="o", markersize=3)
    note(right, number(values[step], 4), "lower right")
    undecided = int((R.max(axis=1) < 0.9).sum())
    return Picture(
        figure,
        alt=f"{len(X)} points in two soft clusters at step {step} of EM; {undecided} are undecided, and the "
        f"log-posterior is {number(values[step], 4)}.",
        readouts={
            "log-posterior": number(values[step], 4),
            "undecided points": str(undecided),
            "sizes": ", ".join(number(size) for size in R.sum(axis=0)),
        },
    )


def soft_clusters() -> Explorer:
    """Watch memberships harden."""
    return Explorer(
        name="soft_clusters",
        title="EM, step by step",
        caption="Every point belongs to both clusters at first. Means, covariances and memberships take turns, and the "
        "objective never falls. Rings cannot be told apart by two Gaussians in the plane; on two kernel principal "
        "components they can.",
        controls=(
            choice("setting", "Data", SETTINGS, "rings, Gaussian kernel"),
            steps("step", "Step", LAST, start=6),
        ),
        draw=draw,
        ends=ends,
        table="step",
    )
