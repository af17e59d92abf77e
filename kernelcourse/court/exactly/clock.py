"""A limit on the work of one hearing: whoever works long asks the clock, and stops when its time is up.

The clock goes by what was computed, not by the sun: a verdict must not depend on how busy the machine is. Each question
to it stands for the work of about STEP microseconds since the last one; other work is told to `effort.spend`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kernelcourse.language.effort import Limit, spend

SECONDS = 1.6
STEP = 50
FEW = 4  # terms or factors that cost no more than one
LONGER = 40  # for each term beyond a few that one is multiplied by
PER_FACTOR = 10  # for each factor beyond a few that a term has
PER_CHARACTER = 0.15  # for each character of a polynomial in writing, by which it is known
SHORT = 100  # characters that cost no more than one
WAVES = 200  # for a product of two waves, which is a sum
PER_TRIPLE = 2e-3  # of rows: eigenvalues and eigenvectors
PER_TERM = 2  # for each term of a sum that is added up
_limits: list[Limit] = []


def price_of_products(factors: int, terms: int) -> float:
    """What it costs to multiply a term of so many factors by a sum of so many terms."""
    return STEP + LONGER * max(0, terms - FEW) + PER_FACTOR * max(0, factors - FEW) * terms


class TimeIsUp(Exception):
    """The hearing has taken as long as it may."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    """All that runs inside has this long; an inner limit does not lengthen an outer one."""
    _limits.append(Limit(seconds))
    try:
        yield
    finally:
        _limits.pop()


def over() -> bool:
    """Whether the time is up."""
    return any(limit.over() for limit in _limits)


def check(units: float = STEP) -> None:
    """So much was computed since the last question: stop here if the time is up."""
    spend(units)
    if over():
        raise TimeIsUp
