"""Figures of the chapter on Mercer validity: bumps and their spectra, quadratic forms, series, eigenfunctions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import (
    bars,
    canvas,
    contours,
    frame,
    heat_map,
    label,
    line,
    note,
    points,
    rings_around,
)
from kernelcourse.figures.keys import listed
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import MEANINGS, SOFT
from kernelcourse.scene.number import spelled

_TICKS = [digit * 10.0**power for power in range(-6, 1) for digit in (1, 2, 5)]  # of a logarithmic axis
_LEVELS = (1, 4, 12, 30)  # of a quadratic form
VERDICT_KIND = {"proved": "fit", "refuted": "mistake", "open": "ink"}


def bumps(t: Any, profiles: Mapping[str, Any], verdicts: Mapping[str, str]) -> Picture:
    """Functions of x − z that look alike, each with what is known of it."""
    figure, panels = canvas(186, 150, columns=len(profiles))
    for axes, (formula, values) in zip(panels, profiles.items(), strict=True):
        verdict = verdicts[formula]
        line(axes, t, values, kind=VERDICT_KIND[verdict])
        frame(axes, x="t = x − z", title=formula, ylim=(-0.05, 1.4))
        note(axes, verdict.upper(), "upper right", kind=VERDICT_KIND[verdict])
    told = "; ".join(f"{formula} is {verdicts[formula]}" for formula in profiles)
    return Picture(
        figure,
        alt=f"{len(profiles)} bell-shaped curves that look alike. As kernels k(x, z) of t = x − z: {told}.",
        readouts=dict(verdicts),
    )


def spectra(omega: Any, transforms: Mapping[str, Any]) -> Picture:
    """The Fourier transforms of the bumps: those of kernels never dip below zero."""
    figure, panels = canvas(186, 150, columns=len(transforms))
    lowest = {}
    for axes, (formula, values) in zip(panels, transforms.items(), strict=True):
        values = np.asarray(values, float) / np.max(values)
        low = float(values.min())
        lowest[formula] = low
        axes.axhline(0, color=SOFT, linewidth=0.8, zorder=1)
        line(axes, omega, values, kind="fit" if low > -1e-6 else "mistake")
        axes.fill_between(omega, values, 0, where=values < 0, color=MEANINGS["mistake"].color, alpha=0.5)
        frame(axes, x="frequency ω", title=formula, ylim=(-0.3, 1.45))
        axes.locator_params(axis="x", nbins=3, integer=True)
        kind = "fit" if low > -1e-6 else "mistake"
        note(axes, "never below 0" if low > -1e-6 else f"dips to {number(low, 2)}", "upper right", kind=kind)
    return Picture(
        figure,
        alt="Fourier transforms of the bumps, scaled to height one. Those of the kernels never fall below zero; "
        "the others do.",
        readouts={f: "never below 0" if low > -1e-6 else number(low, 2) for f, low in lowest.items()},
    )


def quadratic_forms(grams: Mapping[str, Any], weights: Mapping[str, Any]) -> Picture:
    """aᵀKa over the plane of weights, a panel for each Gram matrix of two points; weights that refute are marked."""
    figure, panels = canvas(280, 270, columns=len(grams))
    side = np.linspace(-3.5, 3.5, 141)
    one, two = np.meshgrid(side, side)
    for axes, (title, gram) in zip(panels, grams.items(), strict=True):
        K = np.asarray(gram, float)
        form = K[0, 0] * one**2 + (K[0, 1] + K[1, 0]) * one * two + K[1, 1] * two**2
        axes.contourf(
            side, side, form, levels=[-1e9, 0], colors=[MEANINGS["mistake"].color], alpha=0.35, zorder=0
        )
        steepness, directions = np.linalg.eigh(K)
        reach = np.sqrt(np.array(_LEVELS) / steepness[-1])[:, None] * directions[:, -1]  # the steepest way
        contours(axes, (side, side, form), levels=_LEVELS, at=[*reach, *-reach])
        if title in weights:
            spot = np.asarray(weights[title], float)
            points(axes, [spot], kind="mistake", size=46)
            rings_around(axes, [spot], kind="mistake")
            label(axes, spot[0], spot[1], f"aᵀKa = {number(spot @ K @ spot)}", "mistake", (12, 9), "right")
        frame(axes, x="a₁", y="a₂", title=title, equal=True)
    lowest = {title: float(np.linalg.eigvalsh(gram)[0]) for title, gram in grams.items()}
    told = "; ".join(f"{title}: smallest eigenvalue {number(low)}" for title, low in lowest.items())
    return Picture(
        figure,
        alt=f"Level lines of the quadratic form of weights for two points. {told}. A saddle has shaded "
        "sectors in which the form is negative; a bowl has none.",
        readouts={title: number(low) for title, low in lowest.items()},
    )


def entrywise(first: Any, second: Any, names: Sequence[str]) -> Picture:
    """Two Gram matrices and their product, entry by entry, each with its smallest eigenvalue."""
    first, second = np.asarray(first, float), np.asarray(second, float)
    figure, panels = canvas(160, 190, columns=3)
    lowest = {}
    for axes, K, name in zip(panels, (first, second, first * second), names, strict=True):
        heat_map(axes, K, title=name)
        lowest[name] = float(np.linalg.eigvalsh(K)[0])
    told = "; ".join(f"{name}: {number(low)}" for name, low in lowest.items())
    return Picture(
        figure,
        alt=f"Heat maps of two Gram matrices and of their entrywise product. Smallest eigenvalues: {told}.",
        readouts={name: number(low) for name, low in lowest.items()},
    )


def overlap(x: float, z: float) -> Picture:
    """The indicator functions of (0, x] and (0, z]: the area under both is min(x, z)."""
    figure, (axes,) = canvas(360, 190)
    end = 1.6 * max(x, z)
    for place, kind, name in ((x, "a", "φ(x)"), (z, "b", "φ(z)")):
        line(axes, [0, place, place, end], [1, 1, 0, 0], kind=kind)
        label(axes, place, 1, name, kind, (5, -14))
    shared = min(x, z)
    axes.fill_between([0, shared], 0, 1, color=MEANINGS["fit"].color, alpha=0.25, zorder=0)
    label(axes, shared / 2, 0.45, f"area {shared:g}", "fit", (0, 0), "center")
    frame(axes, x="t", title="Two step functions", xlim=(0, end), ylim=(0, 1.2))
    return Picture(
        figure,
        alt=f"Two step functions, one of them 1 up to {x:g}, the other 1 up to {z:g}, and 0 from there on. The area "
        f"under both is {shared:g}, the smaller of the two numbers.",
        readouts={"shared area": number(shared)},
    )


def partial_sums(x: Any, sums: Mapping[int, Any], truth: Any, z: float) -> Picture:
    """The series of the Gaussian, stopped early, as functions of x with z fixed."""
    figure, (axes,) = canvas(430, 260)
    line(axes, x, truth, kind="truth", linewidth=4.0)
    kinds = dict(zip(sums, ("b", "support", "a", "fit"), strict=False))
    errors = {}
    for degree, kind in kinds.items():
        line(axes, x, sums[degree], kind=kind)
        errors[degree] = float(np.abs(np.asarray(sums[degree]) - truth).max())
    names = {f"to degree {degree}": kind for degree, kind in kinds.items()}
    listed(axes, dict(reversed({**names, "Gaussian": "truth"}.items())), "upper left")
    frame(
        axes, x="x", y=f"k(x, {z:g})", title="The Gaussian and its series, stopped early", ylim=(-0.15, 1.2)
    )
    told = "; ".join(f"degree {degree}: {number(error, 2)}" for degree, error in errors.items())
    return Picture(
        figure,
        alt=f"A Gaussian bump around {z:g} and partial sums of its series, which approach it. Largest "
        f"errors: {told}.",
        readouts={f"error to degree {degree}": number(error, 2) for degree, error in errors.items()},
    )


def ranks(counts: Sequence[int], by_kernel: Mapping[str, Sequence[int]]) -> Picture:
    """The rank of the Gram matrix as points are added."""
    figure, (axes,) = canvas(380, 240)
    for kind, (name, values) in zip(("fit", "b", "a"), by_kernel.items(), strict=False):
        line(axes, counts, values, kind=kind, name=name)
        points(axes, np.column_stack([counts, values]), kind=kind)
    frame(axes, x="number of points n", y="rank of the Gram matrix", title="How many dimensions are used")
    told = ", ".join(
        f"{values[-1]} with {'the ' if name.isalpha() else ''}{name}" for name, values in by_kernel.items()
    )
    return Picture(
        figure,
        alt=f"Rank against number of points. At {counts[-1]} points: rank {told}.",
        readouts={name: ", ".join(str(value) for value in values) for name, values in by_kernel.items()},
    )


def eigenfunctions(t: Any, functions: Any, eigenvalues: Any, formula: Any) -> Picture:
    """Eigenvectors of a Gram matrix as functions, and its eigenvalues beside those of the theorem."""
    functions = np.asarray(functions, float)
    found, known = np.asarray(eigenvalues, float), np.asarray(formula, float)
    figure, (left, right) = canvas(320, 240, columns=2)
    names = ((0.75, (-5, 5)), (0.93, (-7, -5)), (0.53, (-6, -4)))  # where on each curve its name stands
    for j, (kind, column) in enumerate(zip(("a", "b", "fit", "support"), functions.T, strict=False)):
        line(left, t, column, kind=kind)
        if j < len(names):
            spot = int(names[j][0] * (len(column) - 1))
            label(left, t[spot], column[spot], f"j = {j + 1}", kind, names[j][1], "right")
    frame(left, x="t", title="The first eigenfunctions of min(x, z)")
    floor = known.min() / 2  # where the bars begin: below the smallest, so that it shows
    bars(right, np.log10(found / floor))
    places = np.arange(1, len(known) + 1)
    points(right, np.column_stack([places, np.log10(known / floor)]), kind="mistake", size=34)
    frame(right, x="number j", title="Eigenvalues (log scale); crosses: the formula")
    ticks = [tick for tick in _TICKS if floor < tick < found.max()]
    right.set_yticks([np.log10(tick / floor) for tick in ticks], [number(tick) for tick in ticks])
    gap = float(np.abs(found / known - 1).max())
    return Picture(
        figure,
        alt=f"a: the leading {spelled(functions.shape[1])} eigenfunctions, sines with 1, 3, 5, … quarter waves. b: "
        f"eigenvalues of the Gram matrix divided by n, with those of the formula on top.",
        readouts={
            "eigenvalues": ", ".join(number(value) for value in found),
            "off the formula": "by less than 1 in 1000" if gap < 1e-3 else f"by {number(100 * gap)} %",
        },
    )
