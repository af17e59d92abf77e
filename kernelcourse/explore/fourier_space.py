"""The Fourier-series RKHS: what each frequency costs, and which functions have a finite norm."""

from collections.abc import Callable

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, line, note, number, points
from kernelcourse.fourier import L2, FourierSpace, PeriodicFunction, from_samples, poisson_space
from kernelcourse.scene.controls import choice, slider

_ORDERS = (1, 2, 4, 8, 16, 32)
GRID = np.linspace(0, 2 * np.pi, 181)
PLACE = 1.0  # where f is evaluated
FUNCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "smooth: ½ exp(cos x)": lambda x: np.exp(np.cos(x)) / 2,
    "a kink: triangle": lambda x: np.abs(np.mod(x, 2 * np.pi) - np.pi) / 2 - np.pi / 4,
    "a jump: square wave": lambda x: np.where(np.mod(x, 2 * np.pi) < np.pi, 0.8, -0.8),
}
SPACES: dict[str, FourierSpace] = {
    "Poisson, ρ = 0.5": poisson_space(0.5),
    "Poisson, ρ = 0.8": poisson_space(0.8),
    "1/(1 + l²)": FourierSpace(lambda l: 1 / (1 + np.asarray(l, float) ** 2)),
    "1 (this is L²)": L2,
}


def partial_sum(name: str, order: int) -> PeriodicFunction:
    """The trigonometric polynomial of this order through equally spaced values of the function."""
    places = 2 * np.pi * np.arange(2 * order + 1) / (2 * order + 1)
    return from_samples(FUNCTIONS[name](places))


def draw(order: int, name: str, spectrum: str) -> Picture:
    """The function and its polynomial, and the price |f̂_l|²/k̂_l of every frequency."""
    space = SPACES[spectrum]
    f = partial_sum(name, order)
    size, value = space.norm(f), float(f(PLACE).real)
    product = float(space.inner(f, space.feature(PLACE, order)).real)
    prices = np.abs(f.coefficients[order:]) ** 2 / space.weights(order)[order:]
    figure, (left, right) = canvas(280, 240, columns=2)
    frame(left, "x", "f(x)", f"Frequencies up to {order}", (0, 2 * np.pi), (-1.6, 2.0))
    line(left, GRID, FUNCTIONS[name](GRID), "truth")
    line(left, GRID, f(GRID).real, "fit")
    points(left, [[PLACE, value]], "support", size=48)
    note(left, f"f(1) = {number(value)}", "upper right", "support")
    frame(right, "frequency l", "price |f̂|²/k̂", f"‖f‖² in ℋ (sum of both sides): {number(size**2)}")
    bars(right, prices[: min(order, 16) + 1], first=0)
    largest = float(prices[: min(order, 16) + 1].max())
    right.set_ylim(0, 1.15 * largest)
    return Picture(
        figure,
        alt=f"A periodic function, its trigonometric polynomial of order {order}, and the price of each "
        f"frequency (k̂: {spectrum}); its norm in that space is {number(size)}.",
        readouts={
            "‖f‖ in ℋ": number(size),
            "‖f‖ in L²": number(L2.norm(f)),
            "f(1)": number(value),
            "⟨f, k(·, 1)⟩": number(product),
            "largest |f(x)| at ‖f‖ = 1": number(space.evaluation_norm(order)),
        },
    )


def fourier_space() -> Explorer:
    """Smoothness is a price list for frequencies."""
    return Explorer(
        name="fourier_space",
        title="A space of periodic functions and its price list",
        caption="Raise the order. A smooth function soon stops getting dearer; a kink or a jump costs "
        "more with every frequency, so its norm grows without end where k̂ falls fast. In L² every norm "
        "settles, but the largest value of a function of norm one grows: there is no kernel.",
        controls=(
            slider("order", "Order L", _ORDERS, 4),
            choice("name", "Function", {key: key for key in FUNCTIONS}),
            choice("spectrum", "k̂", {key: key for key in SPACES}),
        ),
        draw=draw,
    )
