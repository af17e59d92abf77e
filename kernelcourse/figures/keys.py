"""Names of curves in a corner, each behind a piece of its line: colour alone names nothing."""

from collections.abc import Mapping
from typing import Any

from matplotlib import rc_context
from matplotlib.collections import LineCollection
from matplotlib.transforms import Affine2D, ScaledTranslation

from kernelcourse.figures.style import MEANINGS, RC

PIECE = 22.0  # points of line in front of a name: two dashes and more
GAP = 5.0
ROW = 17.0
HALF = 3.8  # from the foot of the letters to their middle


def listed(axes: Any, kinds: Mapping[str, str], corner: str = "lower left") -> None:
    """Names of curves that run too close together for labels, one above the other in a corner.

    On the right the names end, and the lines begin, at the edge: letters that a telephone shows larger grow inwards.
    """
    vertical, across = corner.split()
    above, right = vertical == "upper", across == "right"
    rows = list(kinds.items())[:: 1 if above else -1]
    place = (0.97 if right else 0.03, 0.96 if above else 0.04)
    inwards = -1 if right else 1
    with rc_context(RC):
        for row, (name, kind) in enumerate(rows):
            high = ROW * row * (-1 if above else 1) - (2 * HALF + 2 if above else 0)
            look = MEANINGS[kind]
            axes.annotate(
                name,
                place,
                xycoords="axes fraction",
                xytext=(inwards * (PIECE + GAP), high),
                textcoords="offset points",
                ha=across,
                va="baseline",
                color=look.color,
                zorder=6,
            )
            axes.add_artist(_piece(axes, place, inwards, high + HALF, look))


def _piece(axes: Any, place: tuple[float, float], inwards: int, high: float, look: Any) -> LineCollection:
    """A piece of line that starts at `place` of the axes and lies `high` points over it; no curve of theirs."""
    points = Affine2D().scale(1 / 72) + axes.figure.dpi_scale_trans
    return LineCollection(
        [[(0, high), (inwards * PIECE, high)]],
        transform=points + ScaledTranslation(*place, axes.transAxes),
        colors=look.color,
        linestyles=[look.line],
        linewidths=RC["lines.linewidth"],
        zorder=6,
    )
