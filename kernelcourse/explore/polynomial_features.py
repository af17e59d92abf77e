"""How many features a polynomial kernel stands for, and that it computes their inner product without them."""

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.features import count_up_to
from kernelcourse.features import polynomial_features as explicit_features
from kernelcourse.figures import Picture, canvas, frame, grid_lines, label, line, note, number, points
from kernelcourse.kernels import Polynomial
from kernelcourse.scene.controls import slider

_DIMENSIONS = (1, 2, 3, 5, 10, 20, 50, 100, 256, 784)
_DEGREES = tuple(range(1, 9))
SHOWN = (2, 10, 100, 784)  # the curves drawn for comparison
FEW = 3000  # so many features are written out and multiplied


def pair(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Two points of Rᵈ that have x·z = 1/2, whatever d is."""
    return np.full((1, d), 1 / np.sqrt(d)), np.full((1, d), 0.5 / np.sqrt(d))


def by_squaring(p: int) -> int:
    """So many multiplications raise a number to the power p: squares, and one more for every further bit of p."""
    return p.bit_length() - 1 + p.bit_count() - 1


def draw(d: int, p: int) -> Picture:
    """The count C(d + p, d) along the degree, and both routes to one inner product."""
    count = count_up_to(d, p)
    x, z = pair(d)
    kernel = float(Polynomial(p, 1.0)(x, z)[0, 0])
    by_hand = "too many to write out"
    if count <= FEW:
        by_hand = number(float((explicit_features(x, p) @ explicit_features(z, p).T)[0, 0]), 6)
    figure, (axes,) = canvas(330, 260)
    frame(axes, "degree p", "number of features", "Features behind (x·z + 1)ᵖ", (0.7, 9.6), (1, 3e19))
    axes.set_yscale("log")
    axes.set_yticks([1, 1e5, 1e10, 1e15], ["1", "10⁵", "10¹⁰", "10¹⁵"])
    axes.minorticks_off()
    grid_lines(axes)
    for dimension in sorted({*SHOWN, d}):
        curve = [count_up_to(dimension, degree) for degree in _DEGREES]
        line(axes, _DEGREES, curve, "fit" if dimension == d else "truth")
        label(axes, 8, curve[-1], f"d = {dimension}", "fit" if dimension == d else "truth", offset=(5, -3))
    points(axes, [[p, count]], "support", size=60)
    told = f"{count:,}" if count < 10**9 else number(count, 3)  # room for the name of the curve
    note(axes, f"{told} features", "upper left")
    return Picture(
        figure,
        alt="The number of monomials of degree at most p against p on a logarithmic scale; in dimension "
        f"{d} with p = {p} there are {number(count)}.",
        readouts={
            "features C(d + p, d)": f"{count:,}",
            "(x·z + 1)ᵖ": number(kernel, 6),
            "φ(x)·φ(z), written out": by_hand,
            "multiplications by the kernel": str(d + by_squaring(p)),
        },
    )


def polynomial_features() -> Explorer:
    """The explosion that the kernel trick avoids."""
    return Explorer(
        name="polynomial_features",
        title="How many features a polynomial kernel has",
        caption="Raise the degree or the dimension: the number of features explodes, and the kernel still "
        "needs one inner product and a power. While the features are few enough to write out, both ways "
        "give the same number.",
        controls=(
            slider("d", "Dimension d", _DIMENSIONS, 10),
            slider("p", "Degree p", _DEGREES, 3),
        ),
        draw=draw,
        table="p",
    )
