"""A network on the circle, trained by gradient descent, beside the kernel regression it tends to."""

from functools import cache
from typing import Any

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, line, note, number, points
from kernelcourse.kernels import NeuralTangent
from kernelcourse.learn.wide_network import DescentState, gradient_descent, random_network
from kernelcourse.scene.controls import slider

AT = np.array([0.3, 0.9, 1.8, 2.4, 3.5, 4.1, 5.2])
Y = np.sin(2 * AT)
GRID = np.linspace(0, 2 * np.pi, 121)
SHOWN = (0, 1, 3, 10, 30, 100, 300)
RATE = 0.2


def circle(angle: Any) -> np.ndarray:
    """Points of the unit circle: (n, 2)."""
    return np.column_stack([np.cos(angle), np.sin(angle)])


@cache
def states(width: int) -> dict[int, DescentState]:
    """The states that the page shows, by their step."""
    network = random_network(2, width, np.random.default_rng(1), centred=True)
    run = gradient_descent(network, circle(AT), Y, RATE, SHOWN[-1])
    return {state.step: state for state in run if state.step in SHOWN}


def kernel_after(step: int) -> np.ndarray:
    """Θ(z, X) (I − (I − ηΘ)ˢ) Θ⁻¹ y: the kernel's own descent, after s steps."""
    k, X = NeuralTangent(1), circle(AT)
    values, vectors = np.linalg.eigh(k(X))
    share = (1 - (1 - RATE * values) ** step) / values
    return np.asarray(k(circle(GRID), X) @ (vectors @ (share * (vectors.T @ Y))))


@cache
def draw(width: int, step: int) -> Picture:
    """The function of the network, and that of the kernel after as many steps."""
    state, kernel = states(width)[step], kernel_after(step)
    f = state.network(circle(GRID))
    figure, (axes,) = canvas(430, 280)
    frame(axes, "angle", "f", f"Width {width}, after {step} steps", (0, 2 * np.pi), (-2.2, 2.2))
    line(axes, GRID, f, "a")
    line(axes, GRID, kernel, "truth", linewidth=2.5)
    points(axes, np.column_stack([AT, Y]), "ink", size=45, marker="o")
    gap = float(np.abs(f - kernel).max())
    note(axes, f"gap {number(gap, 2)}", "lower left")
    return Picture(
        figure,
        alt=f"A network of width {width} after {step} steps and its kernel, dotted; they differ by at most "
        f"{number(gap, 2)}.",
        readouts={
            "loss": number(state.loss, 2),
            "largest gap to the kernel": number(gap, 2),
            "weights moved by": f"{number(100 * state.moved, 2)} %",
        },
    )


def wide_network() -> Explorer:
    """Watch a wide network follow its kernel."""
    return Explorer(
        name="wide_network",
        title="A network and its tangent kernel, step by step",
        caption="Widen the network: it follows the dotted curve of its kernel more closely, and its weights move less. "
        "A narrow network also fits the points, by a way of its own.",
        controls=(
            slider("width", "Width", (10, 30, 100, 300, 1000), 100),
            slider("step", "Steps of gradient descent", SHOWN, 30),
        ),
        draw=draw,
        table="width",
    )
