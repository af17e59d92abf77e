"""How a row of errors ends."""

from __future__ import annotations

from enum import Enum, auto


class End(Enum):
    THERE = auto()  # it dies out
    AWAY = auto()  # it stays
    UNCLEAR = auto()
