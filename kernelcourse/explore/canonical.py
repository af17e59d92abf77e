"""Kernel canonical correlation: what two descriptions agree on, on old pairs and on new ones, against λ and σ."""

from functools import cache

import numpy as np

from kernelcourse.datasets import two_views
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, note, number, points
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import CanonicalCorrelation, kernel_cca
from kernelcourse.scene.controls import choice, slider

LAMS = (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0)
SIGMAS = (0.3, 1.0, 3.0)
SETS = {"one angle, seen twice": "common", "two angles, unrelated": "unrelated"}


@cache
def data(name: str, new: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Sixty pairs to learn from, or three hundred new ones."""
    return two_views(300 if new else 60, np.random.default_rng(2 if new else 1), common=name == "common")


@cache
def fit(name: str, lam: float, sigma: float) -> CanonicalCorrelation:
    X, Y = data(name)
    return kernel_cca(Gaussian(sigma), X, Gaussian(sigma), Y, lam, 1)


def draw(name: str, lam: float, sigma: float) -> Picture:
    """f(x) against g(y): the pairs that were learned from, and new ones."""
    found = fit(name, lam, sigma)
    figure, panels = canvas(260, 250, columns=2)
    correlations = []
    for axes, new, title in zip(panels, (False, True), ("pairs learned from", "new pairs"), strict=True):
        f, g = (scores[:, 0] for scores in found.scores(*data(name, new)))
        correlations.append(float(np.corrcoef(f, g)[0, 1]))
        points(axes, np.column_stack([f, g]), "a", size=14)
        frame(axes, "f(x)", "g(y)", title)
        axes.set_ylim(axes.get_ylim()[0], axes.get_ylim()[1] + 0.1 * np.ptp(axes.get_ylim()))  # for the note
        note(axes, f"correlation {number(correlations[-1], 2)}", "upper left")
    return Picture(
        figure,
        alt=f"f(x) against g(y) for λ = {number(lam)} and σ = {number(sigma)}: correlation "
        f"{number(correlations[0], 2)} on the pairs learned from, {number(correlations[1], 2)} on new ones.",
        readouts={
            "ρ, with its penalty": number(float(found.correlations[0]), 3),
            "correlation of the pairs learned from": number(correlations[0], 3),
            "correlation of new pairs": number(correlations[1], 3),
        },
    )


def canonical() -> Explorer:
    """Agreement that was found, and agreement that was there."""
    return Explorer(
        name="canonical",
        title="Agreement of two descriptions, against λ and σ",
        caption="With a small λ and a small σ every pair lies on a line, even where the two have nothing to do with "
        "each other. Only new pairs tell which agreement was there.",
        controls=(
            choice("name", "Data", SETS),
            slider("lam", "Penalty λ", LAMS, 0.1, number),
            slider("sigma", "Width σ", SIGMAS, 1.0, number),
        ),
        draw=draw,
    )
