"""Kernel PCA: a component as a landscape over the plane, and the points by their scores."""

from collections.abc import Callable
from functools import cache

import numpy as np

from kernelcourse.datasets import rings
from kernelcourse.explore.controls import choice, slider, toggle
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, contours, frame, note, number, scatter_classes
from kernelcourse.kernels import Gaussian, Kernel, Polynomial
from kernelcourse.learn import kernel_pca as principal_components
from kernelcourse.learn.eigen import leading_eigenpairs
from kernelcourse.rkhs import KernelExpansion

_SIGMAS = (0.5, 1.0, 2.0, 4.0)
AXIS = np.linspace(-5, 5, 41)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)
COMPONENTS = 3
KERNELS: dict[str, Callable[[float], Kernel]] = {
    "Gaussian": Gaussian,
    "quadratic in x/σ": lambda sigma: Polynomial(2, 1.0).of(lambda X: X / sigma),
}


def data() -> tuple[np.ndarray, np.ndarray]:
    """Two noisy rings, not around the origin: centring has something to do."""
    X, labels = rings(24, radii=(1.0, 3.2), spread=0.15, rng=np.random.default_rng(5))
    return X + np.array([0.8, 0.4]), labels


@cache
def solution(kernel: str, sigma: float, centred: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of the points (n, q), components over the plane (m, q), and the share of each component (q,)."""
    X, _ = data()
    k = KERNELS[kernel](sigma)
    if centred:
        found = principal_components(k, X, COMPONENTS)
        return found.scores(X), found.scores(PLANE), found.explained
    K = k(X)
    values, vectors = leading_eigenpairs(K.copy(), COMPONENTS)
    f = KernelExpansion(k, X, vectors / np.sqrt(values))  # unit length in H: vᵀKv / λ = 1
    return f(X), f(PLANE), values / np.trace(K)


def draw(sigma: float, kernel: str, component: int, centred: bool) -> Picture:
    """One component's level lines over the plane, and the first two scores."""
    X, labels = data()
    scores, landscape, share = solution(kernel, sigma, centred)
    values = landscape[:, component - 1]
    word = "centred" if centred else "not centred"
    figure, (left, right) = canvas(270, 260, columns=2)
    frame(left, "x₁", "x₂", f"Component {component}, {word}", (-5, 5), (-5, 5), equal=True)
    reach = np.abs(values).max() or 1.0
    levels = reach * np.array([-0.8, -0.5, -0.2, 0.2, 0.5, 0.8])
    contours(left, (AXIS, AXIS, values.reshape(41, 41)), levels=levels, named=False)
    scatter_classes(left, X, labels, size=18)
    frame(right, "score 1", "score 2", "Points by their scores")
    scatter_classes(right, scores[:, :2], labels, size=18)
    span = 1.15 * np.abs(scores[:, :2]).max()
    right.set_xlim(-span, span)
    right.set_ylim(-span, span)
    note(right, f"{number(100 * share[component - 1])} % of the trace", "lower left")
    inner, outer = (scores[labels == ring, 0] for ring in (0, 1))
    gap = max(inner.min() - outer.max(), outer.min() - inner.max())
    return Picture(
        figure,
        alt=f"Level lines of component {component} over two rings, and the rings by their first two "
        f"scores; score 1 {'separates' if gap > 0 else 'does not separate'} the rings.",
        readouts={
            "share of this component": f"{number(100 * share[component - 1])} %",
            "share of the first two": f"{number(100 * share[:2].sum())} %",
            "gap between the rings in score 1": number(gap),
        },
    )


def kernel_pca() -> Explorer:
    """What the leading components see."""
    return Explorer(
        name="kernel_pca",
        title="Kernel PCA of two rings",
        caption="Each component is a function on the plane. With the right width one of them tells the "
        "rings apart, which no straight line can. Without centring the first component mostly points at "
        "the mean.",
        controls=(
            slider("sigma", "Width σ", _SIGMAS, 1.0, number),
            choice("kernel", "Kernel", {name: name for name in KERNELS}),
            slider("component", "Component", (1, 2, 3), 1),
            toggle("centred", "Centre in H", True),
        ),
        draw=draw,
    )
