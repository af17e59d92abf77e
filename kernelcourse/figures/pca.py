"""Figures of the chapter on principal components: directions, centring, landscapes, digits."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelcourse.figures.drawing import (
    bars,
    canvas,
    contours,
    frame,
    heat_map,
    label,
    line,
    points,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import MEANINGS


def unrolled(X: Any, labels: Any, scores: Any) -> Picture:
    """Two rings in the plane, and the same points by their first two kernel scores."""
    X, labels, scores = np.asarray(X, float), np.asarray(labels), np.asarray(scores, float)
    figure, (left, right) = canvas(280, 250, columns=2)
    scatter_classes(left, X, labels, size=20)
    frame(left, x="x₁", y="x₂", title="The points", equal=True)
    scatter_classes(right, scores[:, :2], labels, size=20)
    inner, outer = scores[labels == 0, 0], scores[labels == 1, 0]
    gap = max(inner.min() - outer.max(), outer.min() - inner.max())
    right.axvline(
        (inner.min() + outer.max()) / 2 if inner.min() > outer.max() else (outer.min() + inner.max()) / 2,
        color=MEANINGS["truth"].color,
        linestyle=MEANINGS["truth"].line,
    )
    frame(right, x="score 1", y="score 2", title=f"Their kernel scores: gap {number(gap)}")
    return Picture(
        figure,
        alt="First, two rings of points, one inside the other. Second, the same points by their first two "
        f"kernel scores; the first score alone {'separates' if gap > 0 else 'does not separate'} the rings.",
        readouts={"gap between the rings in score 1": number(gap)},
    )


def variance_by_angle(X: Any, directions: Any, angles: Any, variances: Any) -> Picture:
    """Points with their two principal directions, and the variance along every direction of the plane."""
    X, angles, variances = (np.asarray(values, float) for values in (X, angles, variances))
    figure, (left, right) = canvas(280, 240, columns=2)
    middle = X.mean(axis=0)
    for direction, kind, name in zip(
        np.asarray(directions).T, ("fit", "support"), ("first", "second"), strict=True
    ):
        ends = middle + np.outer([-2.6, 2.6] if kind == "fit" else [-1.1, 1.1], direction)
        line(left, ends[:, 0], ends[:, 1], kind=kind)
        far = ends[np.argmax(ends[:, 0])]
        label(left, far[0], far[1], name, kind=kind, offset=(2, -10))
    points(left, X, kind="a")
    frame(left, x="x₁", y="x₂", title="Six points", equal=True)
    line(right, angles, variances, kind="a")
    top, low = int(variances.argmax()), int(variances.argmin())
    for at, kind in ((top, "fit"), (low, "support")):
        points(right, [[angles[at], variances[at]]], kind=kind, size=50)
        text = f"{number(variances[at], 4)} at {angles[at]:.0f}°"
        above = 7 if kind == "fit" else -15
        label(right, angles[at], variances[at], text, kind=kind, offset=(0, above), across="center")
    frame(right, x="angle of w in degrees", y="variance", title="Variance along w", ylim=(-0.6, 4.2))
    right.set_xticks([0, 45, 90, 135, 180])
    return Picture(
        figure,
        alt=f"Six points stretched along a diagonal with two directions at right angles; then the "
        f"variance as a wave over the angle, highest at {angles[top]:.0f} degrees and lowest at "
        f"{angles[low]:.0f}.",
        readouts={
            "largest": f"{number(variances[top], 4)} at {angles[top]:.0f}°",
            "smallest": f"{number(variances[low], 4)} at {angles[low]:.0f}°",
        },
    )


def two_origins(X: Any, raw: Any, centred: Any) -> Picture:
    """The first direction found with and without centring, for points far from the origin."""
    X = np.asarray(X, float)
    figure, (axes,) = canvas(320, 290)
    middle = X.mean(axis=0)
    for direction, kind, name, start, reach in (
        (raw, "mistake", "not centred", np.zeros(2), np.linalg.norm(middle)),
        (centred, "fit", "centred", middle, 3.4),
    ):
        direction = np.asarray(direction, float) * np.sign(direction[0])
        ends = start + np.outer([0.0, reach] if kind == "mistake" else [-reach, reach], direction)
        line(axes, ends[:, 0], ends[:, 1], kind=kind)
        at = ends.mean(axis=0) if kind == "mistake" else ends[1]
        label(axes, at[0], at[1], name, kind=kind, offset=(8, -4) if kind == "mistake" else (-10, -14))
    points(axes, X, kind="a")
    points(axes, [[0, 0]], kind="soft", size=60)
    label(axes, 0, 0, "origin", kind="soft", offset=(8, -3))
    frame(
        axes, x="x₁", y="x₂", title="Variance is seen from the mean", equal=True, xlim=(-1, 15), ylim=(-1, 14)
    )
    cosine = abs(float(np.dot(raw, centred)))
    return Picture(
        figure,
        alt="Five points on a line, far from the origin. The direction found without centring runs from the "
        "origin to their mean; the direction found after centring runs along the points.",
        readouts={"cosine between the two": number(round(cosine, 6))},
    )


def gram_matrices(K: Any, centred: Any) -> Picture:
    """A Gram matrix as it is, and centred."""
    K, centred = np.asarray(K, float), np.asarray(centred, float)
    figure, (left, right) = canvas(250, 260, columns=2)
    heat_map(left, K, low=min(0.0, float(K.min())), title="K")
    heat_map(right, centred, title="JKJ")
    row_sum = float(np.abs(centred.sum(axis=0)).max())
    return Picture(
        figure,
        alt=f"Two heat maps of {len(K)} × {len(K)} numbers: the Gram matrix, nowhere negative, and the "
        "centred one, negative between the groups.",
        readouts={
            "mean entry": f"{number(K.mean())} and {number(round(float(centred.mean()), 9))}",
            "largest row sum of JKJ": number(round(row_sum, 9)),
        },
    )


def landscapes(X: Any, labels: Any, axis: Any, values: Any, variances: Sequence[float]) -> Picture:
    """Level lines of several components over the plane; `values` has one square grid for each."""
    figure, panels = canvas(235, 245, columns=len(variances))
    for place, (axes, grid, variance) in enumerate(zip(panels, values, variances, strict=True), 1):
        grid = np.asarray(grid, float)
        levels = np.abs(grid).max() * np.array([-0.75, -0.5, -0.25, 0.25, 0.5, 0.75])
        contours(axes, (axis, axis, grid), levels=levels, named=False)
        scatter_classes(axes, X, labels, size=12)
        limits = (float(np.min(axis)), float(np.max(axis)))
        title = f"Component {place}"
        frame(axes, x=f"variance {variance:.3f}", title=title, xlim=limits, ylim=limits, equal=True)
    return Picture(
        figure,
        alt=f"Level lines of the first {len(variances)} components over two rings: closed curves around the "
        "inner ring for one of them, hills and valleys on opposite sides for the others.",
        readouts={"variances": ", ".join(f"{variance:.3f}" for variance in variances)},
    )


def widths(shares: Mapping[float, Any]) -> Picture:
    """The share of each of the first components, one panel for each width σ."""
    figure, panels = canvas(170, 200, columns=len(shares))
    for axes, (sigma, share) in zip(panels, shares.items(), strict=True):
        bars(axes, 100 * np.asarray(share, float))
        frame(axes, x="component", y="% of variance", title=f"σ = {sigma:g}", ylim=(0, 60))
    return Picture(
        figure,
        alt="Bars of the shares of the first components for several widths: nearly equal for a small width, "
        "two large ones for a large width.",
        readouts={f"σ = {sigma:g}": f"{number(100 * share[0])} % first" for sigma, share in shares.items()},
    )


def digit_rows(rows: Mapping[str, Any], side: int, errors: Mapping[str, float]) -> Picture:
    """Images in rows: a column for each digit, a row for each treatment with its error."""
    columns = len(next(iter(rows.values())))
    figure, (axes,) = canvas(340, 36 * len(rows))
    gap = 1
    height, width = len(rows) * (side + gap) - gap, columns * (side + gap) - gap
    sheet = np.full((height, width), np.nan)
    for r, images in enumerate(rows.values()):
        for c, image in enumerate(np.asarray(images, float)):
            top, left = r * (side + gap), c * (side + gap)
            sheet[top : top + side, left : left + side] = np.clip(image, 0, 1).reshape(side, side)
    axes.set_position((0.2, 0.02, 0.79, 0.96))
    axes.imshow(sheet, cmap="gray", vmin=0, vmax=1, interpolation="none", aspect="equal")
    axes.set_xticks([])
    axes.set_yticks([(r + 0.5) * (side + gap) - gap for r in range(len(rows))], list(rows))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    told = "; ".join(f"{name}: {number(error)}" for name, error in errors.items())
    return Picture(
        figure,
        alt=f"Rows of small images of {columns} digits: {', '.join(rows)}. Root mean square errors: {told}.",
        readouts={name: number(error) for name, error in errors.items()},
    )


def denoising(counts: Sequence[int], curves: Mapping[str, Sequence[float]]) -> Picture:
    """Error of denoised images against the number of components, one curve a method."""
    figure, (axes,) = canvas(340, 240)
    for (name, errors), kind in zip(curves.items(), ("b", "fit", "support"), strict=False):
        best = int(np.argmin(errors))
        line(axes, counts, errors, kind=kind)
        points(axes, [[counts[best], errors[best]]], kind=kind, size=50)
        label(axes, counts[-1], errors[-1], name, kind=kind, offset=(-2, 7), across="right")
    axes.set_xscale("log")
    axes.set_xticks(list(counts), [str(count) for count in counts])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.yaxis.labelpad += 5
    frame(axes, x="components kept", y="root mean square error", title="Noise taken away")
    return Picture(
        figure,
        alt="Error against the number of components: the curve of linear PCA falls and rises again, that of "
        "kernel PCA lies lower.",
        readouts={
            name: f"{number(min(errors))} with {counts[int(np.argmin(errors))]}"
            for name, errors in curves.items()
        },
    )
