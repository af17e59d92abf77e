"""Kernel ridge regression under the reader's hand: λ, σ and the kernel, and every point of the data."""

from collections.abc import Callable

import numpy as np

from kernelcourse.datasets import noisy_sine
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import RidgePath, ridge_path
from kernelcourse.rkhs import norm
from kernelcourse.scene.controls import choice, slider, toggle
from kernelcourse.scene.exhibit import Exhibit, Held
from kernelcourse.scene.marks import Hand, Label, Line, Panel, Points, Rings, Scene, curve
from kernelcourse.scene.number import number

LAMS = (1e-3, 0.01, 0.1, 1.0, 10.0, 100.0)
SIGMAS = (0.2, 0.5, 1.0, 2.0)
COUNT = 20
ACROSS = (-3.4, 3.4)
HEIGHTS = (-2.4, 3.6)
GRID = np.linspace(*ACROSS, 120)[:, None]
OUTLIER = 14  # the point that the switch lifts
KERNELS: dict[str, Callable[[float], Kernel]] = {
    "Gaussian": Gaussian,
    "Gaussian + x·z": lambda sigma: Gaussian(sigma) + Linear(),
    "cubic in x/3σ": lambda sigma: Polynomial(3, 1.0).of(lambda X: X / (3 * sigma)),
}
HAND = Hand((), (), least=3, most=60)
_DECADES = ((1e-3, "0.001"), (0.1, "0.1"), (10.0, "10"))
_ERRORS = ((0.1, "0.1"), (0.3, "0.3"), (1.0, "1"), (3.0, "3"))


def data(outlier: bool) -> tuple[np.ndarray, np.ndarray]:
    """Twenty noisy points of a sine; one may be lifted."""
    X, y = noisy_sine(COUNT, np.random.default_rng(3), spread=0.2)
    y = y.copy()
    if outlier:
        y[OUTLIER] += 2.5
    return X, y


def start(outlier: bool) -> Held:
    """The data as points of the plane."""
    X, y = data(outlier)
    return Held(np.column_stack([X[:, 0], y]), ("a",) * COUNT)


def draw(held: Held, brief: bool, lam: float, sigma: float, kernel: str, outlier: bool) -> Scene:
    """The fit over the data, and the leave-one-out error along λ."""
    X, y = held.places[:, :1], held.places[:, 1]
    lams = sorted({*LAMS, lam})
    path = ridge_path(KERNELS[kernel](sigma), X, y, lams)
    i = lams.index(lam)
    f = path.expansion(i)
    error = np.sqrt(path.loo_error)
    lifted = np.allclose(held.places[OUTLIER], start(True).places[OUTLIER]) if len(y) > OUTLIER else False
    fit = Panel(
        f"Fit at λ = {number(lam)}", "x", "y", ACROSS, HEIGHTS,
        (
            Line("truth", curve(GRID[:, 0], np.sin(GRID[:, 0]))),
            Line("fit", curve(GRID[:, 0], f(GRID))),
            *([Rings("mistake", tuple(held.places[OUTLIER].tolist()))] if outlier and lifted else []),
            Label("fit", (-3.3, 3.0), "fit: solid"),
            Label("truth", (-3.3, 2.4), "truth: dotted"),
        ),
    )  # fmt: skip
    chosen = [lams.index(stop) for stop in LAMS]
    best = LAMS[int(np.argmin(path.loo_error[chosen]))]
    residuals = f(X) - y
    return Scene(
        (fit, _along(path, error, i)),
        Hand(held.points(), held.groups, least=HAND.least, most=HAND.most),
        alt=f"{len(y)} noisy points of a sine with the ridge fit at λ = {number(lam)}; beside it the "
        f"leave-one-out error along λ, smallest at λ = {number(best)}.",
        readouts={
            "leave-one-out error": number(error[i]),
            "training error": number(np.sqrt(np.mean(residuals**2))),
            "‖f‖": number(float(norm(f))),
            "degrees of freedom": number(path.degrees_of_freedom[i]),
            "condition number of K + λI": number(path.condition_number[i], 2),
            "best λ of these": number(best),
        },
        width=280,
        height=240,
    )


def _along(path: RidgePath, error: np.ndarray, i: int) -> Panel:
    """The leave-one-out error along λ; both axes are logarithms, written as the numbers themselves."""
    x, y = np.log10(path.lams), np.log10(np.clip(error, 1e-3, 1e3))
    return Panel(
        f"Leave-one-out: {number(error[i])}", "λ", "leave-one-out error",
        (-3.25, 2.25), (np.log10(0.08), np.log10(4)),
        (Line("a", curve(x, y), dots=True), Points("support", (float(x[i]), float(y[i])))),
        xticks=tuple((float(np.log10(value)), text) for value, text in _DECADES),
        yticks=tuple((float(np.log10(value)), text) for value, text in _ERRORS),
        grid=True,
    )  # fmt: skip


EXHIBIT = Exhibit(
    name="ridge",
    title="Ridge regression: fit, norm and leave-one-out error",
    caption="A small λ follows every point, a large one flattens the fit. The training error always "
    "prefers the smallest λ; the leave-one-out error, exact and from one decomposition, prefers one "
    "in between. Lift a point and see who follows it.",
    controls=(
        slider("lam", "Penalty λ", LAMS, 0.1, number, between="geometric"),
        slider("sigma", "Width σ", SIGMAS, 1.0, number, between="geometric"),
        choice("kernel", "Kernel", {name: name for name in KERNELS}),
        toggle("outlier", "Lift a point"),
    ),
    draw=draw,
    start=start,
    chosen=("outlier",),
    hand=HAND,
)
