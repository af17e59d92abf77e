"""The perceptron, update by update: counts, boundary, mistakes, and Novikoff's bound on their number."""

from functools import cache

import numpy as np

from kernelcourse.datasets import blobs, rings, xor
from kernelcourse.explore.controls import choice, steps
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import (
    Picture,
    bars,
    boundary,
    canvas,
    frame,
    note,
    number,
    rings_around,
    scatter_classes,
)
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import PerceptronState, kernel_perceptron, novikoff_bound
from kernelcourse.rkhs import norm

LAST = 17  # updates; every run that ends does so before
PASSES = 40
SETS = {"two blobs": "blobs", "XOR": "xor", "two rings": "rings"}
KERNELS: dict[str, Kernel] = {
    "x·z + 1": Linear() + 1,
    "(x·z + 1)²": Polynomial(2, 1.0),
    "Gaussian, σ = 1": Gaussian(1.0),
}
AXIS = np.linspace(-3.2, 3.2, 49)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)


@cache
def data(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Points of the plane with labels ±1."""
    if name == "xor":
        return xor()
    if name == "blobs":
        X, labels = blobs(10, [[-0.8, -0.5], [0.9, 0.7]], np.random.default_rng(4), spread=0.55)
    else:
        X, labels = rings(10, radii=(0.9, 2.4), spread=0.1, rng=np.random.default_rng(4))
    order = np.random.default_rng(1).permutation(len(X))
    return X[order], np.where(labels[order] == 0, 1.0, -1.0)


@cache
def states(name: str, kernel: str) -> tuple[PerceptronState, ...]:
    """The learner's states after 0, 1, 2, … updates; data that no f separates stop after forty passes."""
    X, y = data(name)
    run = kernel_perceptron(KERNELS[kernel], X, y, passes=PASSES)
    return tuple(
        {state.updates: state for state in run}.values()
    )  # of equal counts the last: it knows the outcome


def ends(name: str, kernel: str) -> int:
    """The number of updates after which the run ends."""
    return len(states(name, kernel)) - 1


def weights(state: PerceptronState, kernel: str) -> str:
    """w and b where f(x) = w·x + b can be written out; elsewhere the length of f, whose weights are the αᵢyᵢ."""
    f = state.function
    if kernel != "x·z + 1":
        return f"‖f‖ = {number(float(norm(f)))}, written by α only"
    w, b = f.weights @ f.points, float(f.weights.sum())
    return f"w = ({', '.join(number(float(entry)) for entry in w)}), b = {number(b)}"


def _times(updates: int) -> str:
    return "1 update" if updates == 1 else f"{updates} updates"


def draw(name: str, kernel: str, step: int) -> Picture:
    """The boundary after some updates, and how often each point was wrong."""
    return _drawn(name, kernel, min(step, ends(name, kernel)))


@cache
def _drawn(name: str, kernel: str, place: int) -> Picture:
    X, y = data(name)
    run = states(name, kernel)
    state = run[place]
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"After {_times(state.updates)}", (-3.2, 3.2), (-3.2, 3.2), equal=True)
    if state.updates:
        values = state.function(PLANE)
        if values.min() < 0 < values.max():
            boundary(left, (AXIS, AXIS, values.reshape(49, 49)))
    scatter_classes(left, X, y)
    wrong = y * state.function(X) <= 0
    if state.updates and wrong.any():
        rings_around(left, X[wrong], "mistake")
    bars(right, state.counts, kind="support")
    highest = max(int(run[-1].counts.max()), 3)
    frame(right, "number of the point", "", "Updates αᵢ by each point", (0, len(X) + 1), (0, highest * 1.15))
    note(right, f"{state.mistakes} of {len(X)} wrong", "upper right", "mistake" if state.mistakes else "fit")
    bound = novikoff_bound(run[-1].function, X, y) if run[-1].separated else None
    return Picture(
        figure,
        alt=f"{len(X)} points of two classes after {_times(state.updates)}, {state.mistakes} of them on "
        "the wrong side, and a bar for each point that counts its updates.",
        readouts={
            "weights": weights(state, kernel),
            "updates so far": str(state.updates),
            "points wrong": str(state.mistakes),
            "in the end": run[-1].outcome,
            "Novikoff's bound (R/γ)²": number(bound) if bound else "none: not separated",
        },
    )


def perceptron() -> Explorer:
    """Every mistake is added to the function."""
    return Explorer(
        name="perceptron",
        title="The perceptron, update by update",
        caption="A point on the wrong side is added to the function with its label. When some f separates "
        "the data, the updates stop, and never exceed (R/γ)², here with the margin γ of the f that was "
        "found. XOR stops for the quadratic and the Gaussian kernel, never for the linear one: there the "
        "slider ends, the updates do not.",
        controls=(
            choice("name", "Data", SETS, "two rings"),
            choice("kernel", "Kernel", {key: key for key in KERNELS}, "(x·z + 1)²"),
            steps("step", "Update", LAST, start=3),
        ),
        draw=draw,
        ends=ends,
        table="step",
    )
