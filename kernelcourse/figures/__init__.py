"""Figures: values in, `Picture` out. No mathematics here; the numbers come from the package.

How to write a figure of a chapter (in `kernelcourse/figures/<chapter>.py`, one function a figure):

    from kernelcourse.figures import Picture, canvas, frame, line, note, number, points

    def sine_fit(X, y, f) -> Picture:
        '''The ridge fit of a noisy sine.'''
        figure, (axes,) = canvas(320, 220)           # points; 320 fits a telephone; columns=2 stacks there
        frame(axes, x="x", y="y", title="Ridge fit")
        points(axes, np.column_stack([X[:, 0], y]), kind="a")
        line(axes, grid, f(grid[:, None]), kind="fit", name="fit")       # direct label, no legend
        note(axes, f"‖f‖ = {number(norm(f))}")                           # the number that matters
        return Picture(figure, alt="Twenty noisy points and the smooth ridge fit through them.",
                       readouts={"‖f‖": number(norm(f))})

In the notebook, the last line of the cell is `figures.ridge.sine_fit(X, y, f)`: the book shows the drawing,
the stored output is the alt sentence with the readouts, and nbval compares those. Hence: readouts are
*rounded text* (`number(value, digits)`), the same on every machine.

Words in figures are Unicode (σ, λ, ‖f‖², x₁), never LaTeX. Meanings (colour + marker + line style) are
`"a" "b" "fit" "truth" "support" "mistake" "ink" "soft"`: see `style.py`.

| stroke | draws |
|---|---|
| `canvas(width, height, columns, space)` | the figure, a tuple of axes; column 1 is 3-D with `space=(1,)` |
| `frame(axes, x, y, title, xlim, ylim, equal)` | names, limits |
| `scatter_classes(axes, X, labels)` | groups, each with colour and marker; labels ±1 are classes A and B |
| `points(axes, X, kind)`, `rings_around(axes, X)` | points of one meaning; circles around special ones |
| `line(axes, x, y, kind, name, at)` | a curve with its name at its end (or beside point `at`) |
| `heat_map(axes, K, low, high, title)` | a matrix |
| `contours(axes, (x, y, values))`, `boundary(axes, …)` | level lines; the line f = 0 with tinted sides |
| `bars(axes, values)` | numbers in order, negative ones marked |
| `label(axes, x, y, text, kind)`, `note(axes, text, corner)` | words at a place; the number that matters |
| `number(value, digits)` | a number as rounded text |

Everything else of matplotlib may be called on the axes; keep to the colours of `MEANINGS`, `INK`, `SOFT`.
"""

from importlib import import_module
from types import ModuleType

from kernelcourse.figures.drawing import (
    bars,
    boundary,
    canvas,
    contours,
    frame,
    grid_lines,
    heat_map,
    label,
    line,
    note,
    points,
    rings_around,
    scatter_classes,
)
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import FAINT, GROUPS, INK, MEANINGS, PAPER, SOFT

__all__ = [
    "FAINT",
    "GROUPS",
    "INK",
    "MEANINGS",
    "PAPER",
    "SOFT",
    "Picture",
    "bars",
    "boundary",
    "canvas",
    "contours",
    "frame",
    "grid_lines",
    "heat_map",
    "label",
    "line",
    "note",
    "number",
    "points",
    "rings_around",
    "scatter_classes",
]


def __getattr__(chapter: str) -> ModuleType:
    """`figures.ridge` is the module of that chapter's figures, imported when it is first used."""
    try:
        return import_module(f"{__name__}.{chapter}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{chapter}":
            raise
    raise AttributeError(f"{__name__} has no {chapter!r}")
