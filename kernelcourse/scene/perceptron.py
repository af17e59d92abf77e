"""The perceptron under the reader's hand, update by update: boundary, counts, and Novikoff's bound on their number."""

from functools import cache, lru_cache

import numpy as np

from kernelcourse.datasets import blobs, rings, xor
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import PerceptronState, kernel_perceptron, novikoff_bound
from kernelcourse.rkhs import norm
from kernelcourse.scene.controls import choice, steps
from kernelcourse.scene.exhibit import Exhibit, Held
from kernelcourse.scene.level_lines import level_lines, upper_region
from kernelcourse.scene.marks import Hand, Line, Mark, Note, Panel, Region, Rings, Scene, flat
from kernelcourse.scene.number import number

LAST = 17  # updates; every run of the book's own points that ends does so before
PASSES = 40
SETS = {"two blobs": "blobs", "XOR": "xor", "two rings": "rings"}
KERNELS: dict[str, Kernel] = {
    "x·z + 1": Linear() + 1,
    "(x·z + 1)²": Polynomial(2, 1.0),
    "Gaussian, σ = 1": Gaussian(1.0),
}
REACH = (-3.2, 3.2)
AXIS = np.linspace(*REACH, 49)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1).reshape(-1, 2)
HAND = Hand((), (), choices=(("a", "class A"), ("b", "class B")), least=2, most=60)

Key = tuple[tuple[tuple[float, float], ...], tuple[str, ...]]  # places and groups


@cache
def data(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Points of the plane with labels ±1."""
    if name == "xor":
        return xor()
    if name == "blobs":
        X, labels = blobs(10, [[-0.8, -0.5], [0.9, 0.7]], np.random.default_rng(4), spread=0.55)
    else:
        X, labels = rings(10, radii=(0.9, 2.4), spread=0.1, rng=np.random.default_rng(4))
    order = np.random.default_rng(1).permutation(len(X))
    return X[order], np.where(labels[order] == 0, 1.0, -1.0)


def start(name: str) -> Held:
    """Class A is +1, class B is −1."""
    X, y = data(name)
    return Held(X, tuple("a" if label > 0 else "b" for label in y))


def signs(held: Held) -> np.ndarray:
    """y: +1 for class A, −1 for class B."""
    return np.array([1.0 if group == "a" else -1.0 for group in held.groups])


@lru_cache(maxsize=64)
def _states(key: Key, kernel: str) -> tuple[PerceptronState, ...]:
    held = Held(np.array(key[0]), key[1])
    run = kernel_perceptron(KERNELS[kernel], held.places, signs(held), passes=PASSES)
    # of equal counts the last: it knows the outcome
    return tuple({state.updates: state for state in run}.values())


def states(held: Held, kernel: str) -> tuple[PerceptronState, ...]:
    """The learner's states after 0, 1, 2, … updates; data that no f separates stop after forty passes."""
    return _states((held.points(), held.groups), kernel)


def ends(held: Held, name: str, kernel: str) -> int:
    """The number of updates after which the run ends."""
    return len(states(held, kernel)) - 1


def weights(state: PerceptronState, kernel: str) -> str:
    """w and b where f(x) = w·x + b can be written out; elsewhere the length of f, whose weights are the αᵢyᵢ."""
    f = state.function
    if kernel != "x·z + 1":
        return f"αᵢyᵢ, one for each point; ‖f‖ = {number(float(norm(f)))}"
    w, b = f.weights @ f.points, float(f.weights.sum())
    return f"w = ({', '.join(number(float(entry)) for entry in w)}), b = {number(b)}"


def _times(updates: int) -> str:
    return "1 update" if updates == 1 else f"{updates} updates"


def _sides(state: PerceptronState) -> list[Mark]:
    """Where f = 0, with the side f > 0 tinted as class A and the side f < 0 as class B.

    Updates may cancel (XOR, linear kernel): then f = 0 everywhere, and what is left of it is rounding.
    """
    values = state.function(PLANE).reshape(len(AXIS), len(AXIS))
    rounding = 1e-12 * max(state.updates, 1)
    if not values.min() < -rounding or not values.max() > rounding:
        return []
    inside = upper_region(AXIS, AXIS, values)
    low, high = REACH
    everything = (low, low, high, low, high, high, low, high)
    return [
        *(Region("a", flat(polygon)) for polygon in inside),
        Region("b", everything),
        *(Region("b", flat(polygon[::-1])) for polygon in inside),  # walked the other way round: left out
        *(Line("ink", flat(piece)) for piece in level_lines(AXIS, AXIS, values)),
    ]


def draw(held: Held, brief: bool, name: str, kernel: str, step: int) -> Scene:
    """The boundary after some updates (after the last, if there are fewer), and how often each point was wrong."""
    X, y, run = held.places, signs(held), states(held, kernel)
    state = run[min(step, len(run) - 1)]
    wrong = y * state.function(X) <= 0
    left = Panel(
        f"After {_times(state.updates)}", "x₁", "x₂", REACH, REACH,
        (*_sides(state), *([Rings("mistake", flat(X[wrong]))] if state.updates and wrong.any() else [])),
        equal=True,
    )  # fmt: skip
    highest = max(int(run[-1].counts.max()), 3)
    tall = [(i + 1, int(count)) for i, count in enumerate(state.counts) if count]
    right = Panel(
        "Updates αᵢ by each point", "number of the point", "", (0, len(X) + 1), (0, highest * 1.15),
        (
            *(Region("support", (i - 0.35, 0, i - 0.35, n, i + 0.35, n, i + 0.35, 0), full=True) for i, n in tall),
            Note("mistake" if state.mistakes else "fit", (), f"{state.mistakes} of {len(X)} wrong", "upper right"),
        ),
    )  # fmt: skip
    bound = novikoff_bound(run[-1].function, X, y) if run[-1].separated and run[-1].updates else None
    return Scene(
        (left, right),
        Hand(held.points(), held.groups, HAND.choices, HAND.least, HAND.most),
        alt=f"{len(X)} points of two classes after {_times(state.updates)}, {state.mistakes} of them on "
        "the wrong side, and a bar for each point that counts its updates.",
        readouts={
            "weights": weights(state, kernel),
            "updates so far": str(state.updates),
            "points wrong": str(state.mistakes),
            "in the end": run[-1].outcome,
            "Novikoff's bound (R/γ)²": number(bound) if bound else "none: not separated",
        },
    )


EXHIBIT = Exhibit(
    name="perceptron",
    title="The perceptron, update by update",
    caption="A point on the wrong side is added to the function with its label. When some f separates "
    "the data, the updates stop, and never exceed (R/γ)², here with the margin γ of the f that was "
    "found. XOR stops for the quadratic and the Gaussian kernel, never for the linear one: there the "
    "slider ends, the updates do not.",
    controls=(
        choice("name", "Data", SETS, "two rings"),
        choice("kernel", "Kernel", {key: key for key in KERNELS}, "(x·z + 1)²"),
        steps("step", "Update", LAST, start=3),
    ),
    draw=draw,
    start=start,
    chosen=("name",),
    hand=HAND,
    ends=ends,
    table="step",
)
