"""Explorers: pictures with knobs, and checks with text boxes.

    from kernelcourse import explore
    explore.gaussian_width()

An author writes one line in a notebook. Jupyter shows live widgets; the published page shows the same
pictures, drawn beforehand, behind ordinary controls; the stored output is text that the tests compare.
"""

from collections.abc import Callable

from kernelcourse.explore.closure import closure
from kernelcourse.explore.explorer import Explorer
from kernelcourse.explore.gaussian_width import gaussian_width
from kernelcourse.explore.reproducing import reproducing
from kernelcourse.explore.unit_balls import unit_balls

EXPLORERS: dict[str, Callable[[], Explorer]] = {
    "gaussian_width": gaussian_width,
    "closure": closure,
    "reproducing": reproducing,
    "unit_balls": unit_balls,
}

__all__ = [
    "EXPLORERS",
    "Explorer",
    "closure",
    "gaussian_width",
    "reproducing",
    "unit_balls",
]
