"""A clock that stands still while a process stands in line for a core: a busy machine is nobody's fault."""

from __future__ import annotations

import contextlib
import math
import time
from pathlib import Path

from kernelcourse.homework.sandbox.limits import STARVED
from kernelcourse.homework.sandbox.processes import descendants


def waited(pid: int) -> float:
    """Seconds that the process was ready to run and did not; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def stood_in_line(root: int) -> float:
    """The most seconds that one thread of `root` or below was ready to run and did not, since it began.

    Infinite where the system does not tell: then nothing is known against it.
    """
    found = []
    for process in [root, *descendants(root)]:
        for thread in Path(f"/proc/{process}/task").glob("[0-9]*"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                ran, waited = (int(part) for part in (thread / "schedstat").read_text().split()[:2])
                if ran:
                    found.append(waited / 1e9)
    return max(found, default=math.inf)


class OwnTime:
    """So many seconds in which nobody stood in line: who sleeps gains nothing by a busy machine."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid, self.seconds = pid, seconds
        self.started = time.monotonic()

    def over(self) -> bool:
        """What stood in line is looked up only when the seconds seem to be over."""
        gone = time.monotonic() - self.started
        return gone > self.seconds and gone - stood_in_line(self.pid) > self.seconds


class Deadline:
    """So many seconds from now in which the process ran or slept; by the sun at most `STARVED` times as many."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid, self.seconds = pid, seconds
        self.started, self.before = time.monotonic(), waited(pid)

    def left(self) -> float:
        """Seconds that are left; what the process stood in line is looked up only when they seem to be over."""
        gone = time.monotonic() - self.started
        if gone < self.seconds:
            return self.seconds - gone
        return self.seconds - max(gone - (waited(self.pid) - self.before), gone / STARVED)

    def put_off(self, seconds: float) -> None:
        """Time that was not the process's own."""
        self.started += seconds
