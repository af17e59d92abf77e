"""Where a function on a grid takes a value: {f = c} as polylines, {f > c} as polygons.

Marching squares: the line crosses an edge of the grid where the values at its ends lie on both sides of c, at the place
that linear interpolation gives; within a cell the crossings are joined. A crossing is named by its edge, so joining
pieces never compares floats.
"""

from typing import Any

import numpy as np


def level_lines(x: Any, y: Any, values: Any, level: float = 0.0) -> list[np.ndarray]:
    """{f = level} as polylines (n, 2); values[i, j] = f(x[j], y[i]). A closed line ends where it begins.

    Whoever walks along a line has f > level on the left.
    """
    x, y, values = (np.asarray(entry, float) for entry in (x, y, values))
    if values.shape != (len(y), len(x)):
        raise ValueError(
            f"values has shape {values.shape}; rows go with y, columns with x: {(len(y), len(x))}"
        )
    places, joined = _crossings(x, y, values, level), _joins(values, level)
    return [np.array([places[edge] for edge in chain]) for chain in _chains(joined)]


def upper_region(x: Any, y: Any, values: Any, level: float = 0.0) -> list[np.ndarray]:
    """{f > level} within the grid's rectangle, as closed polygons, counter-clockwise; holes are clockwise.

    A rim of cells without width, below the level, closes the lines along the border.
    """
    x, y, values = (np.asarray(entry, float) for entry in (x, y, values))
    around = np.pad(values, 1, constant_values=min(float(values.min()), level) - 1.0)
    wide = np.concatenate([x[:1], x, x[-1:]])
    high = np.concatenate([y[:1], y, y[-1:]])
    return level_lines(wide, high, around, level)


def _crossings(
    x: np.ndarray, y: np.ndarray, values: np.ndarray, level: float
) -> dict[int, tuple[float, float]]:
    """Edge ↦ place. Edge r·m + c leads from node (r, c) to the right; edge n·m + r·m + c leads upwards."""
    above = values > level
    rows, columns = values.shape
    places: dict[int, tuple[float, float]] = {}
    r, c = np.nonzero(above[:, 1:] != above[:, :-1])
    share = (level - values[r, c]) / (values[r, c + 1] - values[r, c])
    across = x[c] + share * (x[c + 1] - x[c])
    places.update(
        zip((r * columns + c).tolist(), zip(across.tolist(), y[r].tolist(), strict=True), strict=True)
    )
    r, c = np.nonzero(above[1:] != above[:-1])
    share = (level - values[r, c]) / (values[r + 1, c] - values[r, c])
    up = y[r] + share * (y[r + 1] - y[r])
    names = (rows * columns + r * columns + c).tolist()
    places.update(zip(names, zip(x[c].tolist(), up.tolist(), strict=True), strict=True))
    return places


def _joins(values: np.ndarray, level: float) -> dict[int, int]:
    """Crossing ↦ next crossing. In a saddle the mean of the corners decides which sides belong together."""
    above = values > level
    rows, columns = values.shape
    case = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    middle = (values[:-1, :-1] + values[:-1, 1:] + values[1:, 1:] + values[1:, :-1]) / 4
    case = np.where(((case == 5) | (case == 10)) & (middle > level), case + 15, case)
    r, c = np.nonzero((case > 0) & (case != 15))
    joined: dict[int, int] = {}
    for number, south in zip(case[r, c].tolist(), (r * columns + c).tolist(), strict=True):
        west = rows * columns + south
        side = {"s": south, "n": south + columns, "e": west + 1, "w": west}
        for way in _SIDES[number]:
            joined[side[way[0]]] = side[way[1]]
    return joined


# From which side of a cell to which a line leads, f > level on its left, by the corners above (SW 1, SE 2, NE 4, NW 8).
# Two opposite corners make a saddle: 5 and 10, or 20 and 25 where the middle lies above too.
_SIDES: dict[int, tuple[str, ...]] = {
    1: ("sw",), 2: ("es",), 3: ("ew",), 4: ("ne",), 5: ("sw", "ne"), 6: ("ns",), 7: ("nw",), 8: ("wn",),
    9: ("sn",), 10: ("es", "wn"), 11: ("en",), 12: ("we",), 13: ("se",), 14: ("ws",),
    20: ("se", "nw"), 25: ("ws", "en"),
}  # fmt: skip


def _chains(joined: dict[int, int]) -> list[list[int]]:
    """Walk along the joins: first from the beginnings of open lines, then around the closed ones."""
    left = dict(joined)
    chains = []
    for start in [*(joined.keys() - set(joined.values())), *joined]:
        if start in left:
            chain = [start]
            while chain[-1] in left:
                chain.append(left.pop(chain[-1]))
            chains.append(chain)
    return chains
