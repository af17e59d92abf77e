"""An exact ridge fit and the same fit with few features, on a line."""

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, grid_lines, line, note, number, points
from kernelcourse.kernels import Gaussian
from kernelcourse.learn.ridge import ridge
from kernelcourse.scale import by_pivots, nystroem, random_fourier, uniformly
from kernelcourse.scene.controls import choice, slider

_COUNTS = (4, 8, 16, 32, 64, 128)
_SIGMAS = (0.1, 0.3, 1.0)
_KINDS = {
    "Nyström, uniform landmarks": "uniform",
    "Nyström, pivots": "pivots",
    "random Fourier features": "fourier",
    "orthogonal Fourier features": "orthogonal",
}
_LAM = 0.1


def data() -> tuple[np.ndarray, np.ndarray]:
    """Two hundred noisy points on a line: many on the left, few on the right."""
    rng = np.random.default_rng(11)
    x = np.sort(np.concatenate([rng.uniform(-3, 0, 180), rng.uniform(0, 3, 20)]))
    return x[:, None], np.sin(3 * x) + 0.3 * x + 0.1 * rng.normal(size=len(x))


def approximate(kind: str, m: int, sigma: float):
    """The approximate kernel of one setting, always with the same draw."""
    rng, k = np.random.default_rng(1), Gaussian(sigma)
    X, _ = data()
    if kind in ("fourier", "orthogonal"):
        return random_fourier(k, 1, m, rng, orthogonal=kind == "orthogonal")
    return nystroem(k, X, m, rng, by_pivots if kind == "pivots" else uniformly)


def draw(kind: str, m: int, sigma: float) -> Picture:
    """Both fits over the points, and both spectra."""
    X, y = data()
    grid = np.linspace(-3, 3, 241)[:, None]
    k, few = Gaussian(sigma), approximate(kind, m, sigma)
    exact, near = ridge(k, X, y, _LAM)(grid), ridge(few, X, y, _LAM)(grid)
    gap = float(np.abs(exact - near).max())
    off = float(np.abs(k(X) - few(X)).max())
    figure, (left, right) = canvas(330, 250, columns=2)
    points(left, np.column_stack([X[:, 0], y]), kind="ink", size=14, linewidths=0)
    line(left, grid[:, 0], exact, kind="truth", linewidth=3)
    line(left, grid[:, 0], near, kind="fit")
    frame(left, x="x", y="y", title=f"Exact (dotted) and {few.size} features", ylim=(-2.6, 2.9))
    note(left, f"largest gap {number(gap)}", "lower right")
    right.set_yscale("log")
    frame(right, x="number of the eigenvalue", title="Spectra of K (dotted) and K̃", ylim=(1e-8, 500))
    grid_lines(right)
    exact_values = np.linalg.eigvalsh(k(X))[::-1]
    values = np.linalg.eigvalsh(few(X))[::-1]
    line(right, np.arange(1, 201), np.maximum(exact_values, 1e-9), kind="truth", linewidth=3)
    line(right, np.arange(1, few.size + 1), np.maximum(values[: few.size], 1e-9), kind="fit")
    return Picture(
        figure,
        alt=f"Two hundred points on a line with the exact ridge fit and the fit with {few.size} features, "
        f"which differ by at most {number(gap)}; beside them both spectra.",
        readouts={
            "features": str(few.size),
            "largest gap of the fits": number(gap),
            "largest error of an entry of K": number(off),
        },
    )


def approximation() -> Explorer:
    """How many features a fit needs."""
    return Explorer(
        name="approximation",
        title="A fit with few features",
        caption="Add features until the two curves lie on each other. Then make σ small: the spectrum falls more "
        "slowly, and the same number of features no longer suffices. For x > 1, where points are few, uniform "
        "landmarks miss; pivots do not. A landmark that adds nothing but rounding is left out.",
        controls=(
            slider("m", "Features m", _COUNTS, 16),
            choice("kind", "Approximation", _KINDS),
            slider("sigma", "Width σ", _SIGMAS, 0.3, lambda value: f"{value:g}"),
        ),
        draw=draw,
    )
