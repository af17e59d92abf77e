"""An exhibit is a scene that can be turned and touched: controls, points to take hold of, and what follows from them.

    EXHIBITS["ridge"].scene([2, 2, 0, 0])                          controls at these positions, the exhibit's own points
    EXHIBITS["ridge"].scene([2.5, 2, 0, 0], [(0.0, 1.0, "a"), …])  between two stops, and the reader's points

Explorers show exhibits in a notebook and on paper; `answer` shows them to a page that runs Python.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.scene.controls import Control
from kernelcourse.scene.marks import Hand, Scene

Touched = Sequence[tuple[float, float, str]]  # x, y and group of each point


@dataclass(frozen=True)
class Held:
    """The points as they stand: places (n, 2) and the meaning of each."""

    places: np.ndarray
    groups: tuple[str, ...]

    def points(self) -> tuple[tuple[float, float], ...]:
        return tuple((float(x), float(y)) for x, y in self.places)


@dataclass(frozen=True, eq=False)
class Exhibit:
    """`draw(held, brief, **values)` gives the scene; `start(**chosen)` the points before anyone touched them."""

    name: str
    title: str
    caption: str
    controls: tuple[Control, ...]
    draw: Callable[..., Scene]
    start: Callable[..., Held]
    chosen: tuple[str, ...]  # the controls that choose the points: turning one puts the points back
    hand: Hand  # an example: which groups a new point may have, how few and how many there may be
    ends: Callable[..., int] | None = (
        None  # the last step of a run: of the points held and the other controls
    )
    table: str = ""

    def held(self, values: dict[str, Any], touched: Touched | None = None) -> Held:
        """The reader's points, or the exhibit's own."""
        if touched is None:
            return self.start(**{name: values[name] for name in self.chosen})
        if not self.hand.least <= len(touched) <= self.hand.most:
            raise ValueError(
                f"points: there must be {self.hand.least} to {self.hand.most} of them, got {len(touched)}"
            )
        places = np.array([(x, y) for x, y, _ in touched], float)
        if not np.isfinite(places).all():
            raise ValueError("points: every coordinate must be a finite number")
        known = [meaning for meaning, _ in self.hand.choices]
        groups = tuple(group for _, _, group in touched)
        if known and not set(groups) <= set(known):
            raise ValueError(f"points: a group must be one of {', '.join(known)}")
        return Held(places, groups)

    def values(self, positions: Sequence[float]) -> dict[str, Any]:
        """What the controls say at these positions."""
        if len(positions) != len(self.controls):
            raise ValueError(
                f"positions: {self.name} has {len(self.controls)} controls, got {len(positions)}"
            )
        pairs = zip(self.controls, positions, strict=True)
        return {control.name: control.at(position) for control, position in pairs}

    def scene(self, positions: Sequence[float], touched: Touched | None = None, brief: bool = False) -> Scene:
        """What there is to see; `brief` leaves out the numbers that take long, while a hand is moving."""
        values = self.values(positions)
        return self.draw(self.held(values, touched), brief, **values)

    def last(self, values: dict[str, Any], touched: Touched | None = None) -> int | None:
        """The last step of the run, where there is one."""
        if self.ends is None:
            return None
        others = {c.name: values[c.name] for c in self.controls if c.kind != "steps"}
        return self.ends(self.held(values, touched), **others)
