"""A scene as plain data for JSON, with no more digits than a screen can show."""

from dataclasses import asdict
from typing import Any

from kernelcourse.scene.in_print import readouts_in_print
from kernelcourse.scene.marks import MARGINS, Mark, Panel, Scene, ticks

FINE = 4000  # steps across a panel: an eighth of a pixel at full size


def plain(scene: Scene) -> dict[str, Any]:
    """{"panels": […], "hand": {…}, "alt", "readouts": [[name, value], …], "size": [width, height]}."""
    hand = asdict(scene.hand)
    hand["points"] = [[round(x, 4), round(y, 4)] for x, y in scene.hand.points]
    return {
        "panels": [_panel(panel, scene.width, scene.height) for panel in scene.panels],
        "hand": hand,
        "alt": scene.alt,
        "readouts": [list(pair) for pair in readouts_in_print(scene.readouts)],
        "size": [scene.width, scene.height],
    }


def box(panel: Panel, width: float, height: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the axes within a panel, in points; square units if it asks for them."""
    left, right, bottom, top = MARGINS
    across, down = width - left - right, height - bottom - top
    if panel.equal:
        unit = min(across / (panel.xlim[1] - panel.xlim[0]), down / (panel.ylim[1] - panel.ylim[0]))
        wide, high = unit * (panel.xlim[1] - panel.xlim[0]), unit * (panel.ylim[1] - panel.ylim[0])
        return left + (across - wide) / 2, top + (down - high) / 2, wide, high
    return left, top, across, down


def _panel(panel: Panel, width: float, height: float) -> dict[str, Any]:
    digits = max(0, *(_digits((high - low) / FINE) for low, high in (panel.xlim, panel.ylim)))
    return {
        "title": panel.title,
        "x": panel.x,
        "y": panel.y,
        "xlim": list(panel.xlim),
        "ylim": list(panel.ylim),
        "xticks": [list(tick) for tick in panel.xticks or ticks(*panel.xlim)],
        "yticks": [list(tick) for tick in panel.yticks or ticks(*panel.ylim)],
        "grid": panel.grid,
        "box": [round(value, 1) for value in box(panel, width, height)],
        "marks": [_mark(mark, digits) for mark in panel.marks],
    }


def _digits(step: float) -> int:
    """Decimals that tell apart what lies a step apart: 0.02 ↦ 2."""
    return len(f"{1 / step:.0f}") if step < 1 else 0


def _mark(mark: Mark, digits: int) -> dict[str, Any]:
    """Its kind and what differs from the default; coordinates rounded."""
    entries = {key: value for key, value in asdict(mark).items() if value and key != "at"}
    at = [int(value) if value == int(value) else value for value in (round(v, digits) for v in mark.at)]
    return {"kind": type(mark).__name__.lower(), **entries, "at": at}
