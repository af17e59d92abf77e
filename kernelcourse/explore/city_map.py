"""Multidimensional scaling of ten cities: what the table of distances has to become before it gives a map."""

from functools import cache
from typing import Any

import numpy as np

from kernelcourse.datasets import cities
from kernelcourse.distances import euclidean
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, note, number, points
from kernelcourse.figures.mds import named_points, short
from kernelcourse.learn import classical_mds, procrustes
from kernelcourse.learn.pca import center
from kernelcourse.scene.controls import choice, slider, toggle

# latitude and longitude in degrees; a degree is 69 miles north, and 69·cos 38° miles east
_DEGREES = np.array(
    [
        [33.75, -84.39],
        [41.88, -87.63],
        [39.74, -104.99],
        [29.76, -95.37],
        [34.05, -118.24],
        [25.76, -80.19],
        [40.71, -74.01],
        [37.77, -122.42],
        [47.61, -122.33],
        [38.91, -77.04],
    ]
)
_MILES = 69.0 * np.column_stack([_DEGREES[:, 1] * np.cos(np.radians(38)), _DEGREES[:, 0]])
ATLAS = _MILES - _MILES.mean(axis=0)
READINGS = {
    "distances as inner products": "D",
    "squared distances": "D⁽²⁾",
    "centred, not squared": "−½JDJ",
    "squared and centred": "−½JD⁽²⁾J",
}
_PAIRS = np.triu_indices(10, 1)


@cache
def reading(formula: str) -> tuple[Any, Any, float]:
    """The map (10, 2) that a reading gives, at its best scale; the eigenvalues; the error in miles (rms)."""
    _, D = cities()
    if formula == "−½JD⁽²⁾J":
        found = classical_mds(D, 2)
        places, eigenvalues = found.points, found.eigenvalues
    else:
        tables: dict[str, Any] = {"D": D, "D⁽²⁾": D**2, "−½JDJ": -center(D.copy()) / 2}
        M = tables[formula]
        eigenvalues = np.linalg.eigvalsh(M)[::-1]
        left, lengths, _ = np.linalg.svd(M)
        places = left[:, :2] * np.sqrt(lengths[:2])
        apart = euclidean(places)[_PAIRS]
        places = places * (apart @ D[_PAIRS] / (apart @ apart))  # the wrong readings deserve their best scale
    error = float(np.sqrt(np.mean((euclidean(places)[_PAIRS] - D[_PAIRS]) ** 2)))
    return places, eigenvalues, error


def turned(places: np.ndarray, angle: int, reflect: bool, fitted: bool) -> np.ndarray:
    """The map moved to the middle, reflected and turned by hand, or by Procrustes."""
    moved = places - places.mean(axis=0)
    if fitted:
        return procrustes(moved, ATLAS).aligned
    if reflect:
        moved = moved * np.array([-1.0, 1.0])
    turn = np.radians(angle)
    return moved @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def draw(formula: str, angle: int, reflect: bool, fitted: bool) -> Picture:
    """The map over the atlas, and the eigenvalues it came from; a fitted map does not depend on the hand."""
    return _drawn(formula, 0, False, True) if fitted else _drawn(formula, angle, reflect, False)


@cache
def _drawn(formula: str, angle: int, reflect: bool, fitted: bool) -> Picture:
    places, eigenvalues, error = reading(formula)
    shown = turned(places, angle, reflect, fitted)
    off = float(np.sqrt(np.mean(np.sum((shown - ATLAS) ** 2, axis=1))))
    negative = int((eigenvalues < -1e-6 * np.abs(eigenvalues).max()).sum())
    figure, (left, right) = canvas(280, 280, columns=2)
    east, north = ("miles east", "miles north") if fitted else ("miles", "miles")  # a turned map has no east
    frame(left, east, north, f"Map from {formula}; grey: the atlas", (-2000, 2000), (-2000, 2000))
    points(left, ATLAS, "truth", size=160)
    named_points(left, shown, [short(name) for name in cities()[0]], around=ATLAS)
    bars(right, eigenvalues / np.abs(eigenvalues).max())
    frame(right, "number of the eigenvalue", "share of the largest", "Eigenvalues", (0, 11), (-1.1, 1.1))
    note(right, f"error {number(error)} miles", "upper right")
    return Picture(
        figure,
        alt=f"Ten cities placed from {formula}, over their places in an atlas; distances on this map are "
        f"off by {number(error)} miles (root mean square), and {negative} of ten eigenvalues are negative.",
        readouts={
            "distance error (rms miles)": number(error),
            "off the atlas (rms miles)": number(off),
            "negative eigenvalues": str(negative),
            "largest eigenvalue": number(eigenvalues[0]),
        },
    )


def city_map() -> Explorer:
    """From a table of distances to a map."""
    return Explorer(
        name="city_map",
        title="A map from a table of distances",
        caption="Read the table as inner products and the map is wrong; square the distances and centre "
        "them, and it is right to a few miles. A map made from distances may be turned or mirrored: do "
        "that by hand, or let Procrustes do it.",
        controls=(
            choice("formula", "Read the table as", READINGS, "squared and centred"),
            slider("angle", "Turn by (degrees)", tuple(range(0, 360, 45)), 0),
            toggle("reflect", "Mirror"),
            toggle("fitted", "Fit to the atlas (Procrustes)"),
        ),
        draw=draw,
    )
