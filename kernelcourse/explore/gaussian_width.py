"""The Gaussian kernel's σ, from the identity matrix to the matrix of ones."""

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, heat_map, note, number
from kernelcourse.kernels import Gaussian
from kernelcourse.scene.controls import choice, slider

_SIGMAS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
_LINE = np.linspace(-3, 3, 24)[:, None]
_CLUMPS = (np.array([-3.0, 0.0, 3.0])[:, None] + np.linspace(-0.4, 0.4, 8)[None, :]).reshape(-1, 1)
_POINTS = {"evenly on a line": "line", "in three clumps": "clumps"}


def points(where: str) -> np.ndarray:
    """Twenty-four points on a line, in order."""
    return _LINE if where == "line" else _CLUMPS


def draw(sigma: float, where: str) -> Picture:
    """The Gram matrix and its eigenvalues at one σ."""
    X = points(where)
    K = Gaussian(sigma)(X)
    eigenvalues = np.linalg.eigvalsh(K)[::-1]
    n = len(X)
    between = K[~np.eye(n, dtype=bool)].mean()
    needed = int(np.searchsorted(np.cumsum(eigenvalues) / n, 0.99) + 1)
    figure, (left, right) = canvas(270, 260, columns=2)
    heat_map(left, K, 0, 1, title=f"K at σ = {sigma:g}")
    bars(right, np.maximum(eigenvalues, 0), kind="a")
    frame(
        right,
        x="number of the eigenvalue",
        y="",
        title="Eigenvalues of K",
        xlim=(0, n + 1),
        ylim=(0, n * 1.05),
    )
    note(right, f"{needed} carry 99 %", "upper right")
    nature = "almost the identity" if between < 0.01 else "almost all ones" if between > 0.95 else "a band"
    return Picture(
        figure,
        alt=f"Heat map of the {n} by {n} Gaussian Gram matrix, {nature}, and its {n} eigenvalues; "
        f"the largest is {number(eigenvalues[0])}.",
        readouts={
            "mean k(x, z), x ≠ z": number(between),
            "largest eigenvalue": number(eigenvalues[0]),
            "eigenvalues for 99 % of the trace": str(needed),
        },
    )


def gaussian_width() -> Explorer:
    """How σ decides who is similar to whom."""
    return Explorer(
        name="gaussian_width",
        title="The width of a Gaussian kernel",
        caption="Make σ small: every point is similar to itself only, and K is the identity. Make it large: "
        "all points look the same, K is all ones, and one eigenvalue takes everything. Learning happens in "
        "between.",
        controls=(
            slider("sigma", "Width σ", _SIGMAS, 0.5, lambda value: f"{value:g}"),
            choice("where", "Points", _POINTS),
        ),
        draw=draw,
    )
