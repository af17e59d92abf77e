"""A limit on the time of one hearing: whoever works long asks the clock, and stops when the time is up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 1.8
_until: list[float] = []


class TimeIsUp(Exception):
    """The hearing has taken as long as it may."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    """All that runs inside has this long; an inner limit does not lengthen an outer one."""
    end = time.process_time() + seconds
    _until.append(min(end, _until[-1]) if _until else end)
    try:
        yield
    finally:
        _until.pop()


def over() -> bool:
    """Whether the time is up."""
    return bool(_until) and time.process_time() > _until[-1]


def check() -> None:
    """Stop here if the time is up."""
    if over():
        raise TimeIsUp
