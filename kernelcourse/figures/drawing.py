"""The few strokes from which the book's figures are made, all in the style of `style.py`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kernelcourse.figures.style import FAINT, GROUPS, INK, MEANINGS, PAPER, RC, SMALL, SOFT, grown

WHOLE = 330.0  # points: a wider drawing is shown smaller on a telephone
NARROW = 170.0  # points: a narrower one has room for few ticks
LETTER = 5.6  # points: the width of a letter, about
MARGINS = (54.0, 12.0, 38.0, 26.0)  # left, right, bottom, top, in points: fixed, so that frames do not jump


def canvas(
    width: float = 320, height: float = 240, columns: int = 1, space: Sequence[int] = ()
) -> tuple[Figure, tuple[Any, ...]]:
    """A figure and its axes, one in each column: `figure, (left, right) = canvas(columns=2)`.

    Width and height are those of one column, in points (4/3 pixels). Columns stand side by side where there
    is room and one below the other on a telephone. `space` lists the columns that are three-dimensional.
    """
    left, right, bottom, top = MARGINS
    shrunk = max(
        0.0, width / WHOLE - 1
    )  # a telephone shows the drawing smaller, its letters as large as before
    closer = (
        4.0 if 170 < width <= SMALL else 0.0
    )  # two by two on a telephone, letters grow towards each other
    aside = max(4.0, 30 * (grown(width) - 1))  # the numbers of an axis grow towards its name
    left, bottom = left + (aside if shrunk else 0), bottom + 18 * shrunk + closer
    with rc_context(RC):
        figure = Figure(figsize=(columns * width / 72, height / 72))
        figure.kernelcourse_columns = columns  # type: ignore[attr-defined]
        axes = []
        for column in range(columns):
            if column in space:
                box = (column / columns, 0.0, 1 / columns, 1 - top / height)
                axes.append(figure.add_axes(box, projection="3d"))
            else:
                box = (
                    (column * width + left) / (columns * width),
                    bottom / height,
                    (width - left - right) / (columns * width),
                    (height - bottom - top) / height,
                )
                axes.append(figure.add_axes(box))
                ticks = 6 if width > NARROW else 4  # else −2 and −1 touch on a telephone
                axes[-1].xaxis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 2.5, 5, 10]))
                axes[-1].yaxis.labelpad += aside
                axes[-1].xaxis.labelpad += 12 * shrunk + closer
    return figure, tuple(axes)


def frame(
    axes: Any,
    x: str = "",
    y: str = "",
    title: str = "",
    xlim: tuple[float, float] | None = None,
    ylim: tuple[float, float] | None = None,
    equal: bool = False,
) -> None:
    """Name the axes and fix their limits; `equal` makes a unit as long across as up."""
    with rc_context(RC):
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.set_title(title, loc="left")  # matplotlib would centre that of a picture in space
    if xlim is not None:
        axes.set_xlim(*xlim)
    if ylim is not None:
        axes.set_ylim(*ylim)
    if equal:
        axes.set_aspect("equal", adjustable="box")


def scatter_classes(
    axes: Any, X: np.ndarray, labels: np.ndarray, size: float = 26, order: Any = None
) -> None:
    """Points of a plane (or of space), each group in its own colour and with its own marker.

    Labels −1/+1 take the meanings b/a; otherwise the sorted labels take a, b, fit, support, … in turn.
    `order` fixes the list of labels when some may be absent: a group then keeps its colour in every frame.
    """
    X, labels = np.asarray(X, float), np.asarray(labels)
    values = list(np.unique(labels) if order is None else order)
    if set(values) <= {-1, 1}:
        meaning = {1: "a", -1: "b"}
    else:
        meaning = {value: GROUPS[i % len(GROUPS)] for i, value in enumerate(values)}
    for value in values:
        chosen = labels == value
        if chosen.any():
            look = MEANINGS[meaning[value]]
            axes.scatter(
                *X[chosen].T,
                s=size,
                c=look.color,
                marker=look.marker,
                edgecolors=PAPER,
                linewidths=0.6,
                zorder=3,
            )


def points(axes: Any, X: Any, kind: str = "a", size: float = 26, **look: Any) -> Any:
    """Points with one meaning; keywords go to matplotlib's scatter."""
    meaning = MEANINGS[kind]
    style = {
        "c": meaning.color,
        "marker": meaning.marker,
        "edgecolors": PAPER,
        "linewidths": 0.6,
        "zorder": 3,
    }
    return axes.scatter(*np.atleast_2d(np.asarray(X, float)).T, s=size, **{**style, **look})


def rings_around(axes: Any, X: Any, kind: str = "support", size: float = 90) -> Any:
    """Circles around points that deserve attention."""
    X = np.atleast_2d(np.asarray(X, float))
    return axes.scatter(
        *X.T, s=size, facecolors="none", edgecolors=MEANINGS[kind].color, linewidths=1.6, zorder=4
    )


def line(axes: Any, x: Any, y: Any, kind: str = "fit", name: str = "", at: int = -1, **look: Any) -> Any:
    """A curve with one meaning and, instead of a legend, its name beside the point number `at`."""
    meaning = MEANINGS[kind]
    (drawn,) = axes.plot(x, y, **{"color": meaning.color, "linestyle": meaning.line, "zorder": 2, **look})
    if name:
        label(
            axes,
            np.asarray(x)[at],
            np.asarray(y)[at],
            name,
            kind,
            offset=(-4 if at == -1 else 4, 6),
            across=at,
        )
    return drawn


def label(
    axes: Any,
    x: float,
    y: float,
    text: str,
    kind: str = "ink",
    offset: tuple[float, float] = (4, 4),
    across: int | str = 0,
) -> Any:
    """Words at a place, in the colour of what they name; `across`: "left", "center" or "right"."""
    side = across if isinstance(across, str) else ("right" if across == -1 else "left")
    with rc_context(RC):
        return axes.annotate(
            text,
            (x, y),
            xytext=offset,
            textcoords="offset points",
            ha=side,
            color=MEANINGS[kind].color,
            zorder=6,
            annotation_clip=False,
        )


def note(axes: Any, text: str, corner: str = "upper left", kind: str = "ink") -> Any:
    """The number that matters, printed in a corner of the figure."""
    vertical, horizontal = corner.split()
    x, ha = (0.02, "left") if horizontal == "left" else (0.98, "right")
    y, va = (0.97, "top") if vertical == "upper" else (0.03, "bottom")
    write = getattr(axes, "text2D", axes.text)  # a picture in space has its corners too
    with rc_context(RC):
        return write(
            x,
            y,
            text,
            transform=axes.transAxes,
            ha=ha,
            va=va,
            color=MEANINGS[kind].color,
            zorder=6,
            fontweight="bold",
        )


def heat_map(
    axes: Axes, K: np.ndarray, low: float | None = None, high: float | None = None, title: str = ""
) -> Any:
    """A matrix as a square of cells, dark = low, bright = high (cividis), the scale in words below."""
    K = np.asarray(K, float)
    low = float(K.min()) if low is None else low
    high = float(K.max()) if high is None else high
    image = axes.imshow(K, cmap="cividis", vmin=low, vmax=high, interpolation="none", aspect="equal")
    with rc_context(RC):
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_title(title)
        ends = [0 if abs(end) < 0.001 * (high - low) else end for end in (low, high)]
        scale = "dark {:.2g} … bright {:.2g}".format(*ends).replace("-", "−")
        room = axes.get_window_extent().width * 72 / axes.figure.dpi + 10  # hardly wider than the square
        if len(scale) * LETTER < room:
            axes.set_xlabel(scale, labelpad=7)  # clear of the cells
        else:
            axes.set_xlabel(scale.replace(" … ", "\n"), loc="left", multialignment="left")
    return image


def contours(
    axes: Axes,
    grid: tuple[Any, Any, Any],
    levels: Any = 7,
    kind: str = "soft",
    named: bool = True,
    at: Any = (),
) -> Any:
    """Level lines of a function on a grid (x, y, values); dashed below zero, named by their value (near `at`)."""
    x, y, values = grid
    drawn = axes.contour(x, y, values, levels=levels, colors=MEANINGS[kind].color, linewidths=1.0, zorder=1)
    if named:
        with rc_context(RC):
            axes.clabel(
                drawn,
                fontsize=10,
                fmt=lambda value: f"{value:g}".replace("-", "−"),
                colors=[INK],
                manual=list(at) or False,
                zorder=5,
            )
    return drawn


def boundary(axes: Axes, grid: tuple[Any, Any, Any], shade: bool = True) -> Any:
    """Where f = 0, with the side f > 0 tinted as class A and the side f < 0 as class B."""
    x, y, values = grid
    if shade:
        axes.contourf(
            x,
            y,
            values,
            levels=[-np.inf, 0, np.inf],
            colors=[to_rgba(MEANINGS["b"].color), to_rgba(MEANINGS["a"].color)],
            alpha=0.13,
            zorder=0,
        )
    return axes.contour(x, y, values, levels=[0], colors=INK, linewidths=1.6, zorder=2)


def bars(axes: Axes, values: Any, kind: str = "a", negative: str = "mistake", first: int = 1) -> Any:
    """Numbers as bars first, first + 1, …; those below zero have the colour of mistakes and an edge."""
    values = np.asarray(values, float)
    places = np.arange(first, first + len(values))
    drawn = axes.bar(places, values, width=0.7, color=MEANINGS[kind].color, zorder=2)
    for bar, value in zip(drawn, values, strict=True):
        if value < 0:
            bar.set_facecolor(MEANINGS[negative].color)
            bar.set_edgecolor(INK)
            bar.set_linewidth(min(1.0, 12 / len(values)))  # an edge, not all of a slim bar
    axes.axhline(0, color=SOFT, linewidth=0.8, zorder=1)
    whole_numbers(axes)
    return drawn


def whole_numbers(axes: Axes) -> None:
    """No half of a frequency, a component or a step is marked on the horizontal axis."""
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def grid_lines(axes: Axes) -> None:
    """Faint lines behind the data, for reading numbers off."""
    axes.grid(True, color=FAINT, zorder=0)
    axes.set_axisbelow(True)
