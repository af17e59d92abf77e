"""Two samples: the function that tells them apart, and their distance among those of shuffled labels."""

from functools import cache

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, line, note, number, points
from kernelcourse.figures.style import SOFT
from kernelcourse.kernels import Gaussian
from kernelcourse.rkhs import mean_embedding
from kernelcourse.scene.controls import choice, slider

LAWS = {
    "no difference": "none",
    "the second is shifted by ½": "shift",
    "the second is 1.6 times as wide": "scale",
    "normal and Laplace, same variance": "shape",
}
SIGMAS = (0.05, 0.3, 1.0, 5.0)
SIZES = (30, 120)
SHUFFLES = 199
GRID = np.linspace(-4, 4, 161)


@cache
def data(law: str, size: int) -> tuple[np.ndarray, np.ndarray]:
    """A normal sample, and a second one that differs from it in one respect or in none."""
    rng = np.random.default_rng(1)
    X, Y = rng.standard_normal((size, 1)), rng.standard_normal((size, 1))
    if law == "shape":
        return X, rng.laplace(0, 1 / np.sqrt(2), (size, 1))
    return X, {"none": Y, "shift": Y + 0.5, "scale": 1.6 * Y}[law]


@cache
def distances(law: str, sigma: float, size: int) -> np.ndarray:
    """‖μ_X − μ_Y‖² as the samples are, and then for labels shuffled 199 times."""
    P = np.vstack(data(law, size))
    signs = np.repeat([1 / size, -1 / size], size)
    rng = np.random.default_rng(12)
    all_signs = np.vstack([signs, *(rng.permutation(signs) for _ in range(SHUFFLES))])
    return np.einsum("ij,jk,ik->i", all_signs, Gaussian(sigma)(P), all_signs)


def draw(law: str, sigma: float, size: int) -> Picture:
    """Left the difference of the embeddings over both samples, right the distance seen among the shuffled ones."""
    (X, Y), found = data(law, size), distances(law, sigma, size)
    k = Gaussian(sigma)
    difference = mean_embedding(k, X)(GRID[:, None]) - mean_embedding(k, Y)(GRID[:, None])
    p_value = float(np.mean(found >= found[0] - 1e-12))
    figure, (left, right) = canvas(280, 240, columns=2)
    line(left, GRID, difference, "support")
    left.axhline(0, color=SOFT, linewidth=0.8)
    deep = float(np.abs(difference).max())
    for sample, kind, height in ((X, "a", -1.3 * deep), (Y, "b", -1.6 * deep)):
        points(left, np.column_stack([sample[:, 0], np.full(size, height)]), kind, size=9)
    frame(left, "x", "", "Where the samples differ", (-4, 4), (-1.8 * deep, 1.3 * deep))
    counts, edges = np.histogram(found[1:], bins=24, range=(0, 1.05 * float(found.max())))
    right.stairs(counts, edges, fill=True, color=SOFT)
    line(right, [found[0]] * 2, [0, 1.05 * counts.max()], "support")
    frame(right, "squared distance", "", "Seen, and shuffled", ylim=(0, 1.3 * counts.max()))
    note(right, f"p = {number(p_value, 3)}", "upper right")
    return Picture(
        figure,
        alt=f"The difference of two mean embeddings over samples of {size} points, and their squared distance "
        f"{number(found[0])} as a line among those of {SHUFFLES} shuffles; p-value {number(p_value, 3)}.",
        readouts={
            "squared distance": number(found[0]),
            "mean of the shuffled ones": number(found[1:].mean()),
            "p-value": number(p_value, 3),
        },
    )


def two_samples() -> Explorer:
    """Is the distance that is seen larger than chance makes it?"""
    return Explorer(
        name="two_samples",
        title="The distance of two samples, and what chance makes of it",
        caption="The distance is never zero, even where nothing differs: what counts is its place among the shuffled "
        "ones. A narrow bell sees every point alone, a wide one little more than the two means.",
        controls=(
            choice("law", "The two laws", LAWS),
            slider("sigma", "Width σ", SIGMAS, 1.0, number),
            slider("size", "Points in each sample", SIZES, 120, str),
        ),
        draw=draw,
    )
