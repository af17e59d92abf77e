"""How much has been computed, in units of about a microsecond on a desktop computer.

A limit on time would make a verdict depend on the machine: a browser computes five times as slowly as CPython, a busy
server stops sooner than a quiet one. So searches are limited by what they did. Whoever computes says so with `spend`;
whoever searches holds a `Limit` and asks whether it is over.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

_WEB = sys.platform == "emscripten"
RARELY = 16
GUARD = 20 if _WEB else 6  # a clock ends what the units do not describe: so many times as patient


class _Meter:
    """What this process has spent so far; evaluators add to it themselves, since every node does."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0.0


METER = _Meter()


def spend(units: float) -> None:
    """Something was computed."""
    METER.spent += units


def spent() -> float:
    """All units so far."""
    return METER.spent


class Limit:
    """As much work as so many seconds would hold."""

    def __init__(self, seconds: float):
        self.until = METER.spent + 1e6 * seconds
        self.latest = time.process_time() + GUARD * seconds
        self.asked = 0

    def over(self) -> bool:
        """To look at the clock takes as long as a short computation: it is asked every few times."""
        self.asked += 1
        return METER.spent > self.until or (self.asked % RARELY == 1 and time.process_time() > self.latest)


@dataclass(frozen=True)
class Price:
    """What an arithmetic costs: at every node of a tree, and for each entry that an operation works on."""

    node: float
    entry: float


def entries(value: Any) -> int:
    """How many numbers a value holds; np.size would make an array of a number to count it."""
    return value.size if isinstance(value, np.ndarray) else 1
