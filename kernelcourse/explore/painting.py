"""A scene drawn by matplotlib, for paper, for authors and for readers without a script."""

from typing import Any

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from kernelcourse.figures import (
    INK,
    MEANINGS,
    Picture,
    canvas,
    frame,
    grid_lines,
    label,
    line,
    note,
    points,
    rings_around,
)
from kernelcourse.scene.marks import (
    Label,
    Line,
    Mark,
    Note,
    Panel,
    Points,
    Region,
    Rings,
    Scene,
    grouped,
    ticks,
)

TINT = 0.13


def paint(scene: Scene) -> Picture:
    """The same marks at the same places; points to take hold of are plain points here."""
    figure, axes = canvas(scene.width, scene.height, columns=len(scene.panels))
    for place, (panel, panes) in enumerate(zip(scene.panels, axes, strict=True)):
        frame(panes, panel.x, panel.y, panel.title, panel.xlim, panel.ylim, panel.equal)
        _tick(panes, panel)
        held = grouped(scene.hand.points, scene.hand.groups) if place == 0 else ()
        regions = [mark for mark in panel.marks if isinstance(mark, Region)]
        for meaning, full in dict.fromkeys((mark.meaning, mark.full) for mark in regions):
            _fill(panes, [m for m in regions if (m.meaning, m.full) == (meaning, full)])
        marks = [mark for mark in panel.marks if not isinstance(mark, Region)]
        for mark in sorted((*marks, *held), key=_on_top):
            _draw(panes, mark)
    return Picture(figure, scene.alt, scene.readouts)


def _tick(axes: Any, panel: Panel) -> None:
    for given, limits, put in (
        (panel.xticks, panel.xlim, axes.set_xticks),
        (panel.yticks, panel.ylim, axes.set_yticks),
    ):
        chosen = given or ticks(*limits)
        put([value for value, _ in chosen], [text for _, text in chosen])
    if panel.grid:
        grid_lines(axes)


def _fill(axes: Any, regions: list[Region]) -> None:
    """Polygons of one meaning as one path, so that clockwise ones are holes."""
    corners: list[Any] = []
    codes: list[Any] = []
    for region in regions:
        polygon = _pairs(region)
        corners += [*polygon, polygon[0]]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(polygon) - 1), Path.CLOSEPOLY]
    color = MEANINGS[regions[0].meaning].color
    look = {"alpha": 1.0, "zorder": 2} if regions[0].full else {"alpha": TINT, "zorder": 0}
    axes.add_patch(PathPatch(Path(corners, codes), facecolor=color, linewidth=0, **look))


def _on_top(mark: Mark) -> bool:
    """Centres: no other point may hide them."""
    return isinstance(mark, Points) and mark.meaning == "ink"


def _draw(axes: Any, mark: Mark) -> None:
    if isinstance(mark, Note):
        note(axes, mark.text, mark.corner, mark.meaning)
        return
    places = _pairs(mark)
    if isinstance(mark, Points):
        cross: dict[str, Any] = {"size": 110, "marker": "P", "linewidths": 1.2} if _on_top(mark) else {}
        points(axes, places, mark.meaning, **cross)
    elif isinstance(mark, Rings):
        rings_around(axes, places, mark.meaning)
    elif isinstance(mark, Label):
        label(axes, places[0, 0], places[0, 1], mark.text, mark.meaning)
    elif isinstance(mark, Line):
        look: dict[str, Any] = (
            {"marker": "o"} if mark.dots else {"linewidth": 1.0, "zorder": 1} if mark.thin else {}
        )
        if mark.meaning == "ink":
            look |= {"color": INK, "linewidth": 1.6}
        line(axes, places[:, 0], places[:, 1], mark.meaning, **look)


def _pairs(mark: Mark) -> np.ndarray:
    return np.array(mark.at).reshape(-1, 2)
