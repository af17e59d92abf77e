"""Figures of the page on kernels at scale: costs, errors against features, spectra, steps."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines, label, line
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, number

_KINDS = ("a", "b", "fit", "support", "mistake")


def memory(sizes: Any, m: int) -> Picture:
    """Bytes of K and of m features, against the number of points, with the memory of a laptop across."""
    n = np.asarray(sizes, float)
    figure, (axes,) = canvas(320, 250)
    axes.set_xscale("log")
    axes.set_yscale("log")
    frame(axes, x="number of points n", y="gigabytes", title="What has to be held")
    grid_lines(axes)
    line(axes, n, 8 * n**2 / 1e9, kind="b")
    line(axes, n, 8 * n * m / 1e9, kind="a")
    high = 4 * len(n) // 5
    label(axes, n[high], 8 * n[high] ** 2 / 1e9, "K: n² numbers", "b", offset=(-10, 0), across="right")
    label(axes, n[-1], 8 * n[-1] * m / 1e9, f"features: n × {m}", "a", offset=(-4, -58), across="right")
    line(axes, n, np.full_like(n, 8 * m**2 / 1e9), kind="fit", name=f"sums: {m} × {m}", at=-1)
    line(axes, n, np.full_like(n, 16.0), kind="truth", name="16 GB", at=0)
    limit = int(np.sqrt(16e9 / 8))
    return Picture(
        figure,
        alt="Memory against the number of points on logarithmic axes: K grows with the square and fits into "
        f"16 GB up to n = {limit:,}; features grow in proportion, the sums that one pass keeps not at all.",
        readouts={"largest n whose K fits into 16 GB": f"{limit:,}"},
    )


def errors(counts: Any, measured: Mapping[str, Any], theory: Mapping[str, Any]) -> Picture:
    """Errors against the number of features, measured ones as curves, what theory promises dotted."""
    m = np.asarray(counts, float)
    figure, (axes,) = canvas(330, 260)
    axes.set_xscale("log")
    axes.set_yscale("log")
    frame(axes, x="number of features m", title="The largest error of an entry")
    grid_lines(axes)
    for values, kind in zip(measured.values(), _KINDS):
        line(axes, m, np.asarray(values, float), kind=kind)
    for values in theory.values():
        line(axes, m, np.asarray(values, float), kind="truth")
    listed(axes, dict.fromkeys(theory, "truth") | dict(zip(measured, _KINDS)))
    return Picture(
        figure,
        alt=f"The largest error of an entry against m on logarithmic axes: {', '.join(measured)}; "
        f"dotted: {', '.join(theory)}.",
        readouts={
            name: f"{number(values[0])} → {number(values[-1])}"
            for name, values in {**measured, **theory}.items()
        },
    )


def spectra(exact: Any, approximate: Mapping[str, Any]) -> Picture:
    """Eigenvalues of K, largest first, beside those of approximations."""
    values = np.asarray(exact, float)
    figure, (axes,) = canvas(420, 270)
    axes.set_yscale("log")
    floor = 1e-12 * values[0]
    frame(axes, x="number of the eigenvalue", y="eigenvalue", title="Spectra", ylim=(floor, 3 * values[0]))
    grid_lines(axes)
    places = np.arange(1, len(values) + 1)
    line(axes, places, np.maximum(values, floor), kind="ink")
    for found, kind in zip(approximate.values(), _KINDS):
        kept = np.asarray(found, float)
        kept = kept[kept > floor]
        line(axes, places[: len(kept)], kept, kind=kind)
    listed(axes, {"exact": "ink"} | dict(zip(approximate, _KINDS)), "upper right")
    firsts = {name: number(np.max(found)) for name, found in approximate.items()}
    told = ", ".join(f"{value} with {name}" for name, value in firsts.items())
    return Picture(
        figure,
        alt="Eigenvalues of the exact Gram matrix, falling over many decades, and of its approximations, which "
        f"follow the large ones and end early. The first is {number(values[0])}, and {told}.",
        readouts={
            "exact, first": number(values[0]),
            **{f"{name}, first": value for name, value in firsts.items()},
            **{
                f"{name}, rank": str(int((np.asarray(found) > floor).sum()))
                for name, found in approximate.items()
            },
        },
    )


def _one_digit(count: int) -> int:
    """683 → 700: rounding on another processor moves such a count by tens."""
    return round(count, 1 - len(str(count)))


def steps(runs: Mapping[str, Any]) -> Picture:
    """Residuals of conjugate gradients, step by step."""
    figure, (axes,) = canvas(400, 250)
    axes.set_yscale("log")
    frame(axes, x="step", y="‖y − Aα‖ / ‖y‖", title="Conjugate gradients")
    grid_lines(axes)
    for residuals, kind in zip(runs.values(), _KINDS):
        line(axes, np.arange(len(residuals)), residuals, kind=kind)
    listed(axes, dict(zip(runs, _KINDS)), "upper right")
    # rounding decides the last few steps: they differ from machine to machine
    counts = {name: f"about {_one_digit(len(residuals) - 1)}" for name, residuals in runs.items()}
    told = ", ".join(f"{name} {count} steps" for name, count in counts.items())
    return Picture(
        figure,
        alt=f"Residuals against steps on a logarithmic axis: {told}.",
        readouts={f"{name}: steps": count for name, count in counts.items()},
    )
