"""Figures of the chapter on the space a kernel makes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    canvas,
    frame,
    grid_lines,
    label,
    line,
    note,
    points,
    whole_numbers,
)
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, number
from kernelcourse.rkhs import KernelExpansion, evaluation_bound, norm

_LINE = np.linspace(-3, 3, 181)[:, None]


def bumps(f: KernelExpansion) -> Picture:
    """f on the line as the sum of its bumps."""
    figure, (axes,) = canvas(420, 240)
    across = _LINE[:, 0]
    for center, weight in zip(np.asarray(f.points), f.weights, strict=True):
        bump = KernelExpansion(f.kernel, center[None], np.array([weight]))
        line(axes, across, bump(_LINE), kind="a" if weight > 0 else "b", linewidth=1.0)
        # beyond its peak, or on this side of it where the sum passes beyond
        above = (weight > 0) != (float(f(center[None])[0]) / weight > 1)
        offset = (0, 4 if above else -13)
        label(axes, center[0], weight, number(weight), "a" if weight > 0 else "b", offset, "center")
    line(axes, across, f(_LINE), kind="ink", linewidth=2.2)
    top = int(np.argmax(f(_LINE)))
    label(axes, across[top], float(f(_LINE)[top]), "f", "ink", (0, 4), "center")
    length = number(norm(f), 3)
    frame(axes, x="x", y="f(x)", title="A function made of bumps")
    axes.margins(y=0.16)
    note(axes, f"‖f‖ = {length}", corner="lower right")
    return Picture(
        figure,
        alt=f"{len(f.weights)} bumps with their weights and their sum, a wavy function of length {length}.",
        readouts={"‖f‖": length, "bumps": str(len(f.weights))},
    )


def ramps(slopes: Sequence[float]) -> Picture:
    """Ramps of growing slope, and the jump they tend to."""
    figure, (axes,) = canvas(360, 220)
    x = np.linspace(-1, 1, 801)
    for slope in slopes:
        line(axes, x, np.clip(slope * x, -1, 1), kind="a", linewidth=1.2)
        # above the corner, where ramps are farthest apart; the steepest makes room on the left
        side = "right" if len(slopes) > 1 and slope == max(slopes) else "center"
        label(axes, 1 / slope, 1, f"{slope:g}", kind="a", offset=(0, 4), across=side)
    line(axes, [-1, 0], [-1, -1], kind="mistake", linewidth=2)
    line(axes, [0, 1], [1, 1], kind="mistake", linewidth=2)
    label(axes, 0.66, 1, "the limit", kind="mistake", offset=(0, 4), across="center")
    frame(axes, x="x", title="Continuous ramps, and a limit that jumps", ylim=(-1.15, 1.3))
    return Picture(
        figure,
        alt="Ramps through the origin, each steeper than the last, approaching a function that jumps at zero.",
        readouts={"slopes": ", ".join(f"{slope:g}" for slope in slopes)},
    )


def value_bound(f: KernelExpansion) -> Picture:
    """f inside the band ±‖f‖√k(x, x)."""
    figure, (axes,) = canvas(380, 220)
    across, bound = _LINE[:, 0], evaluation_bound(f, _LINE)
    line(axes, across, f(_LINE), kind="fit", name="f")
    line(axes, across, bound, kind="truth")
    line(axes, across, -bound, kind="truth")
    label(axes, across[0], float(bound[0]), "‖f‖ √k(x, x)", kind="truth", offset=(2, 4))
    frame(axes, x="x", y="f(x)", title="Values are bounded by the length")
    axes.set_ylim(-1.45 * bound.max(), 1.3 * bound.max())
    used = number(float((np.abs(f(_LINE)) / bound).max()), 3)
    note(axes, f"at most {used} of the bound is used", corner="lower right")
    return Picture(
        figure,
        alt=f"A wavy function inside a horizontal band; it uses at most {used} of the band.",
        readouts={"largest |f| / bound": used, "bound": number(float(bound.max()), 4)},
    )


def gibbs(sums: Mapping[int, Any]) -> Picture:
    """Partial Fourier sums of f(x) = x near its jump."""
    figure, panels = canvas(230, 210, columns=len(sums))
    tops = {}
    for axes, (order, function) in zip(panels, sums.items(), strict=True):
        highest = order / (order + 1) * np.pi  # of these sums, exactly
        x = np.sort(np.append(np.linspace(0, 2 * np.pi, 1201), highest))
        truth = np.where(x < np.pi, x, x - 2 * np.pi)
        values = function(x).real
        line(axes, x[x < np.pi], truth[x < np.pi], kind="truth")
        line(axes, x[x > np.pi], truth[x > np.pi], kind="truth")
        line(axes, x, values, kind="fit", linewidth=1.1)
        tops[f"order {order}"] = f"largest value {number(float(values.max()), 4)}"
        frame(axes, x="x", title=f"order {order}", ylim=(-4.2, 4.2))
        note(axes, number(float(values.max()), 4), corner="lower left")
    return Picture(
        figure,
        alt="Partial Fourier sums of the sawtooth: closer and closer to the line, with an overshoot at the jump that "
        "does not shrink.",
        readouts=tops,
    )


def price_lists(spaces: Mapping[str, Any], top: int) -> Picture:
    """What a unit of each frequency costs in each space, on a logarithmic scale."""
    figure, (axes,) = canvas(380, 230)
    frequencies = np.arange(top + 1)
    prices = {}
    kinds = dict(zip(spaces, ("a", "b", "fit"), strict=False))
    for name, kind in kinds.items():
        price = 1 / spaces[name].weights(top)[top:]
        line(axes, frequencies, price, kind=kind)
        points(axes, np.column_stack([frequencies, price]), kind=kind, size=18)
        prices[f"price of frequency {top}, {name}"] = number(float(price[-1]), 4)
    listed(axes, {name.removeprefix("k̂ = "): kind for name, kind in kinds.items()}, "upper left")
    axes.set_yscale("log")
    axes.set_ylim(top=30 * axes.get_ylim()[1])  # room for the names
    whole_numbers(axes)
    grid_lines(axes)
    frame(axes, x="frequency l", y="price 1/k̂", title="What a kernel charges for a frequency")
    return Picture(
        figure,
        alt="Price of a frequency under two kernels on a logarithmic scale; both rise with the frequency.",
        readouts=prices,
    )


def interpolants(P: Any, y: Any, curves: Mapping[float, KernelExpansion]) -> Picture:
    """The shortest functions through the same points for several widths."""
    figure, panels = canvas(290, 220, columns=len(curves))
    grid = np.linspace(float(np.min(P)) - 0.5, float(np.max(P)) + 0.5, 281)[:, None]
    squares = {}
    for axes, (sigma, curve) in zip(panels, curves.items(), strict=True):
        line(axes, grid[:, 0], curve(grid), kind="fit")
        points(axes, np.column_stack([np.asarray(P)[:, 0], y]), kind="a")
        squares[f"‖f‖² at σ = {sigma:g}"] = number(norm(curve) ** 2, 4)
        frame(axes, x="x", title=f"σ = {sigma:g}", ylim=(-2.6, 2.6))
        note(axes, f"‖f‖² = {number(norm(curve) ** 2, 4)}", corner="upper left")
    return Picture(
        figure,
        alt="The shortest functions through seven points for a narrow and a wide Gaussian: spikes returning to zero, "
        "and a smooth curve.",
        readouts=squares,
    )


def pinned(P: Any, y: Any, curves: Mapping[str, KernelExpansion]) -> Picture:
    """Shortest functions on [0, 1] through the same pins, one curve for each kernel."""
    figure, (axes,) = canvas(420, 240, columns=1)
    grid = np.linspace(0, 1, 201)[:, None]
    squares = {}
    for kind, at, offset, (name, curve) in zip(
        ("fit", "b"), (30, 110), ((8, -12), (8, 2)), curves.items(), strict=True
    ):
        line(axes, grid[:, 0], curve(grid), kind=kind)
        label(axes, float(grid[at, 0]), float(curve(grid[at][None])[0]), name, kind, offset)
        squares[f"‖f‖², {name}"] = number(norm(curve) ** 2, 4)
    points(axes, [[0, 0]], kind="fit", size=40)  # where the string is held, whatever the pins
    points(axes, np.column_stack([np.asarray(P)[:, 0], y]), kind="a")
    frame(axes, x="x")
    return Picture(
        figure,
        alt="Two curves through the inner pins, one of straight pieces, level after the last pin, and a smooth one; "
        "only the string is also held at 0.",
        readouts=squares,
    )
