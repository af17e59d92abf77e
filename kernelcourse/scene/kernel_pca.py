"""Kernel PCA under the reader's hand: a component as a landscape over the plane, and the points by their scores."""

from collections.abc import Callable

import numpy as np

from kernelcourse.datasets import rings
from kernelcourse.kernels import Gaussian, Kernel, Polynomial
from kernelcourse.learn import kernel_pca as principal_components
from kernelcourse.learn.eigen import leading_eigenpairs
from kernelcourse.rkhs import KernelExpansion
from kernelcourse.scene.controls import choice, slider, toggle
from kernelcourse.scene.exhibit import Exhibit, Held
from kernelcourse.scene.level_lines import level_lines
from kernelcourse.scene.marks import Hand, Line, Note, Panel, Scene, flat, grouped
from kernelcourse.scene.number import number

SIGMAS = (0.5, 1.0, 2.0, 4.0)
REACH = (-5.0, 5.0)
AXIS = np.linspace(*REACH, 41)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)
COMPONENTS = 3
LEVELS = (-0.8, -0.5, -0.2, 0.2, 0.5, 0.8)  # of the greatest absolute value
KERNELS: dict[str, Callable[[float], Kernel]] = {
    "Gaussian": Gaussian,
    "quadratic in x/σ": lambda sigma: Polynomial(2, 1.0).of(lambda X: X / sigma),
}
HAND = Hand((), (), choices=(("a", "inner ring"), ("b", "outer ring")), least=6, most=80)


def data() -> tuple[np.ndarray, np.ndarray]:
    """Two noisy rings, not around the origin: centring has something to do."""
    X, labels = rings(24, radii=(1.0, 3.2), spread=0.15, rng=np.random.default_rng(5))
    return X + np.array([0.8, 0.4]), labels


def start() -> Held:
    """The inner ring is group a, the outer one b; the components never look at that."""
    X, labels = data()
    return Held(X, tuple("ab"[int(label)] for label in labels))


def solution(
    X: np.ndarray, kernel: str, sigma: float, centred: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of the points (n, q), components over the plane (m, q), and the share of each component (q,)."""
    k = KERNELS[kernel](sigma)
    if centred:
        found = principal_components(k, X, COMPONENTS)
        return found.scores(X), found.scores(PLANE), found.explained
    K = k(X)
    values, vectors = leading_eigenpairs(K.copy(), COMPONENTS)
    f = KernelExpansion(k, X, vectors / np.sqrt(values))  # unit length in H: vᵀKv / λ = 1
    return f(X), f(PLANE), values / np.trace(K)


def _gap(first: np.ndarray, inner: np.ndarray) -> float | None:
    """How far apart the groups lie in the first score; negative where they overlap, None if one is empty."""
    if inner.all() or not inner.any():
        return None
    near, far = first[inner], first[~inner]
    return float(max(near.min() - far.max(), far.min() - near.max()))


def draw(held: Held, brief: bool, sigma: float, kernel: str, component: int, centred: bool) -> Scene:
    """One component's level lines over the plane, and the first two scores."""
    scores, landscape, share = solution(held.places, kernel, sigma, centred)
    values = landscape[:, component - 1].reshape(len(AXIS), len(AXIS))
    reach = float(np.abs(values).max()) or 1.0
    lines = [
        Line("truth" if level < 0 else "soft", flat(piece), thin=True)
        for level in LEVELS
        for piece in level_lines(AXIS, AXIS, values, level * reach)
    ]
    word = "centred" if centred else "not centred"
    left = Panel(f"Component {component}, {word}", "x₁", "x₂", REACH, REACH, tuple(lines), equal=True)
    span = 1.15 * float(np.abs(scores[:, :2]).max() or 1.0)
    share_text = f"{number(100 * share[component - 1])} %"
    right = Panel(
        "Points by their scores", "score 1", "score 2", (-span, span), (-span, span),
        (*grouped(scores[:, :2], held.groups), Note("ink", (), f"{share_text} of the trace", "lower left")),
    )  # fmt: skip
    gap = _gap(scores[:, 0], np.array(held.groups) == "a")
    separates = gap is not None and gap > 0
    return Scene(
        (left, right),
        Hand(held.points(), held.groups, HAND.choices, HAND.least, HAND.most),
        alt=f"Level lines of component {component} over two rings, and the rings by their first two "
        f"scores; score 1 {'separates' if separates else 'does not separate'} the rings.",
        readouts={
            "share of this component": share_text,
            "share of the first two": f"{number(100 * share[:2].sum())} %",
            "gap between the rings in score 1": "none: one ring is empty" if gap is None else number(gap),
        },
    )


EXHIBIT = Exhibit(
    name="kernel_pca",
    title="Kernel PCA of two rings",
    caption="Each component is a function on the plane. With the right width one of them tells the "
    "rings apart, which no straight line can. Without centring the first component mostly points at "
    "the mean.",
    controls=(
        slider("sigma", "Width σ", SIGMAS, 1.0, number, between="geometric"),
        choice("kernel", "Kernel", {name: name for name in KERNELS}),
        slider("component", "Component", (1, 2, 3), 1),
        toggle("centred", "Centre in ℋ", True),
    ),
    draw=draw,
    start=start,
    chosen=(),
    hand=HAND,
)
