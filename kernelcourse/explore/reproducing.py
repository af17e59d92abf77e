"""The reproducing property: the inner product of f with k(·, x) is the value f(x)."""

from typing import Any

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, label, line, note, number, points
from kernelcourse.kernels import Gaussian, Kernel, Polynomial
from kernelcourse.rkhs import KernelExpansion, evaluation_bound, feature, inner, norm
from kernelcourse.scene.controls import choice, slider

CENTERS = np.array([[-1.5], [-0.5], [0.4], [1.6]])
WEIGHTS = np.array([1.0, -1.2, 0.8, 0.9])
GRID = np.linspace(-3, 3, 121)[:, None]
KERNELS: dict[str, Kernel] = {
    "Gaussian, σ = 0.4": Gaussian(0.4),
    "Gaussian, σ = 0.8": Gaussian(0.8),
    "Gaussian, σ = 1.5": Gaussian(1.5),
    "(x·z + 1)²": Polynomial(2, 1.0),
}
_PLACES = tuple(round(-3 + 0.25 * i, 2) for i in range(25))


def draw(x: float, kernel: str) -> Picture:
    """f, the function k(·, x), and their inner product."""
    k = KERNELS[kernel]
    f = KernelExpansion(k, CENTERS, WEIGHTS)
    at = np.array([[x]])
    probe = feature(k, at[0])
    product, value = float(inner(f, probe)), float(f(at)[0])
    bound = float(evaluation_bound(f, at)[0])
    figure, (axes,) = canvas(330, 240)
    heights = np.concatenate([f(GRID), probe(GRID)])
    margin = 0.15 * (heights.max() - heights.min())
    frame(axes, x="x", y="value", xlim=(-3, 3), ylim=(heights.min() - margin, heights.max() + 2 * margin))
    line(axes, GRID[:, 0], f(GRID), "fit")
    line(axes, GRID[:, 0], probe(GRID), "b")
    _named(axes, "f", "fit", f(GRID), probe(GRID), x)
    _named(axes, "k(·, x)", "b", probe(GRID), f(GRID), x)
    axes.axvline(x, color="#6a6b6c", linewidth=0.8, zorder=1)
    points(axes, [[x, value]], "support", size=48)
    note(axes, f"⟨f, k(·, x)⟩ = {number(product)}", "upper left")
    note(axes, f"f(x) = {number(value)}", "upper right", "support")
    return Picture(
        figure,
        alt=f"A function f made of four kernel bumps, and the function k(·, x) at x = {number(x)}; "
        f"their inner product {number(product)} is the height of f there.",
        readouts={
            "⟨f, k(·, x)⟩": number(product),
            "f(x)": number(value),
            "‖f‖": number(float(norm(f))),
            "bound ‖f‖ √k(x, x)": number(bound),
        },
    )


def _named(axes: Any, name: str, kind: str, curve: np.ndarray, other: np.ndarray, x: float) -> None:
    """The curve's name just above it, where the other curve and the line at x are farthest away."""
    places, high = GRID[:, 0], float(np.ptp(axes.get_ylim()))
    half = 0.1 * len(name)  # of the name's width, on the axis
    near = np.abs(places[:, None] - places) <= half
    top = np.where(near, curve, -np.inf).max(axis=1)  # where the name stands free of its own curve
    away = np.where(near, np.abs(other - top[:, None] - 0.06 * high), np.inf).min(axis=1)
    room = np.minimum(170 / high * away, 44 * (np.abs(places - x) - half)) - 70 / high * (top - curve)
    shown = (np.abs(places) < 2.9 - half) & (top < axes.get_ylim()[1] - 0.2 * high)
    shown &= np.abs(curve) > 0.2 * np.abs(curve).max()  # not on a flat end
    at = int(np.argmax(np.where(shown, room, -np.inf)))
    label(axes, places[at], float(top[at]), name, kind, (0, 5), "center")


def reproducing() -> Explorer:
    """Evaluation is an inner product."""
    return Explorer(
        name="reproducing",
        title="Evaluating a function by an inner product",
        caption="Move x. The inner product of f with the function k(·, x) is always the height of f at x, "
        "and |f(x)| never exceeds ‖f‖ √k(x, x): a small norm means a small function, everywhere.",
        controls=(
            slider("x", "Place x", _PLACES, 0.5, lambda value: f"{value:g}"),
            choice("kernel", "Kernel", {name: name for name in KERNELS}, "Gaussian, σ = 0.8"),
        ),
        draw=draw,
    )
