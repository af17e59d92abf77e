"""A limit on the time of one hearing: whoever works long asks the clock, and stops when the time is up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SECONDS = 1.6
SLOWER = (
    3.5 if sys.platform == "emscripten" else 1
)  # times as long as CPython, in a browser: so long is a second there
_until: list[float] = []


def _thread_time() -> Callable[[], float]:
    """The time of this thread alone, where there is such a clock: threads of a matrix library do not count."""
    clock = getattr(time, "thread_time", time.process_time)  # Python in a page has none
    try:
        clock()
    except OSError:
        clock = time.process_time
    return lambda: clock() / SLOWER


now = _thread_time()


class TimeIsUp(Exception):
    """The hearing has taken as long as it may."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    """All that runs inside has this long; an inner limit does not lengthen an outer one."""
    end = now() + seconds
    _until.append(min(end, _until[-1]) if _until else end)
    try:
        yield
    finally:
        _until.pop()


def over() -> bool:
    """Whether the time is up."""
    return bool(_until) and now() > _until[-1]


def check() -> None:
    """Stop here if the time is up."""
    if over():
        raise TimeIsUp
