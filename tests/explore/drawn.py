"""What an explorer drew, as numbers: the settings of its controls, and the data of its curves, bars and clouds."""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from kernelcourse import explore
from kernelcourse.figures import Picture


def module(name: str) -> Any:
    """The module of an explorer; `explore.ridge` itself is the function of that name."""
    return sys.modules[f"kernelcourse.explore.{name}"]


def settings(name: str) -> Iterator[tuple[dict[str, Any], Picture]]:
    """Every setting and its picture, drawn without a warning; each has readouts, all of them defined."""
    explorer = explore.EXPLORERS[name]()
    for _, values in explorer.settings():
        picture = explorer.frame(**values)  # a warning is an error: see pyproject.toml
        assert picture.readouts and all(picture.readouts.values())
        assert "nan" not in str(picture) and "$" not in str(picture)
        yield values, picture
    assert "NaN" not in picture.drawing()


def curve(picture: Picture, panel: int, number_: int) -> np.ndarray:
    return np.asarray(picture.figure.axes[panel].lines[number_].get_xydata())


def heights(picture: Picture, panel: int) -> np.ndarray:
    return np.array([bar.get_height() for bar in picture.figure.axes[panel].patches])


def cloud(picture: Picture, panel: int, number_: int) -> np.ndarray:
    scatters = [
        c
        for c in picture.figure.axes[panel].collections
        if hasattr(c, "get_offsets") and c.get_offsets().size
    ]
    return np.asarray(scatters[number_].get_offsets())
