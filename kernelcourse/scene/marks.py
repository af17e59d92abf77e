"""A scene is a picture as data: panels with marks, each of a meaning, in the coordinates of its panel.

What draws it (a page, a notebook, matplotlib for paper) decides about colours and strokes; what computes it decides
about everything else. Meanings are those of `figures/style.py`: a, b, fit, truth, support, mistake, ink, soft.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernelcourse.scene.number import begun

MARGINS = (54.0, 12.0, 38.0, 26.0)  # left, right, bottom, top, in points: fixed, so that frames do not jump
GROUPS = ("a", "b", "fit", "support", "mistake", "truth")  # the order in which groups take their meaning

Coordinates = tuple[float, ...]  # x₁, y₁, x₂, y₂, …


def flat(points: Any) -> Coordinates:
    """An array (n, 2) as x₁, y₁, x₂, y₂, …"""
    return tuple(np.asarray(points, float).reshape(-1).tolist())


def curve(x: Any, y: Any) -> Coordinates:
    """A curve through (xᵢ, yᵢ)."""
    return flat(np.column_stack([x, y]))


@dataclass(frozen=True)
class Mark:
    """Something drawn at places of its panel."""

    meaning: str
    at: Coordinates


@dataclass(frozen=True)
class Points(Mark):
    """Points, in the shape and colour of their meaning."""


@dataclass(frozen=True)
class Rings(Mark):
    """Circles around points that deserve attention."""


@dataclass(frozen=True)
class Line(Mark):
    """One polyline; `dots` also marks its corners, `thin` for level lines."""

    dots: bool = False
    thin: bool = False


@dataclass(frozen=True)
class Region(Mark):
    """The inside of a closed polygon, counter-clockwise; a clockwise one of the same meaning is a hole in it."""

    full: bool = False  # a bar, rather than a tint behind the points


@dataclass(frozen=True)
class Label(Mark):
    """Words beside a place."""

    text: str = ""


@dataclass(frozen=True)
class Note(Mark):
    """The number that matters, in a corner: "upper left", …"""

    text: str = ""
    corner: str = "upper left"


@dataclass(frozen=True)
class Panel:
    """Axes with names, limits and ticks, and the marks in them, the first at the back."""

    title: str
    x: str
    y: str
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    marks: tuple[Mark, ...]
    xticks: tuple[tuple[float, str], ...] | None = None  # None: round numbers
    yticks: tuple[tuple[float, str], ...] | None = None
    equal: bool = False  # a unit is as long across as up
    grid: bool = False  # faint lines at the ticks


@dataclass(frozen=True)
class Hand:
    """The points that a reader may take hold of: they stand in the first panel."""

    points: tuple[tuple[float, float], ...]
    groups: tuple[str, ...]  # the meaning of each point
    choices: tuple[tuple[str, str], ...] = ()  # groups that a new point may have: (meaning, word)
    least: int = 3
    most: int = 80


@dataclass(frozen=True)
class Scene:
    """Panels side by side, the same in one sentence (`alt`), and the numbers to take away (`readouts`)."""

    panels: tuple[Panel, ...]
    hand: Hand
    alt: str
    readouts: Mapping[str, str] = field(default_factory=dict)
    width: float = 270
    height: float = 260

    def __post_init__(self) -> None:
        object.__setattr__(self, "alt", begun(self.alt))


def ticks(low: float, high: float, most: int = 6) -> tuple[tuple[float, str], ...]:
    """At most about `most` round numbers between two limits: steps of 1, 2 or 5 times a power of ten."""
    span = high - low
    power = 10.0 ** np.floor(np.log10(span / most))
    step = next(power * unit for unit in (1, 2, 5, 10) if span / (power * unit) <= most)
    places = max(0, -int(np.floor(np.log10(step) + 1e-9)))
    first = int(np.ceil(low / step - 1e-9))
    last = int(np.floor(high / step + 1e-9))
    values = [round(step * i, places) + 0.0 for i in range(first, last + 1)]
    return tuple((value, f"{value:.{places}f}".replace("-", "−")) for value in values)


def groups_of(labels: Iterable[Any], order: Sequence[Any]) -> tuple[str, ...]:
    """The meaning of each label: the first of `order` is a, the second b, …"""
    meaning = {value: GROUPS[i % len(GROUPS)] for i, value in enumerate(order)}
    return tuple(meaning[label] for label in labels)


def grouped(points: Any, groups: Sequence[str]) -> tuple[Points, ...]:
    """Points of several groups as one mark for each."""
    places = np.asarray(points, float)
    names = np.asarray(groups)
    return tuple(Points(name, flat(places[names == name])) for name in GROUPS if (names == name).any())
