"""What a student's process may use: time, memory, processes, files, output. Set before any of its code runs."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, replace

WALL = 2.0  # seconds by the clock for each second of work that a cell or an answer may take
MOST_PATIENCE = 4.0
STARVED = 20.0  # the most that is made of a machine on which others come first
SPIN = 0.01  # seconds of work that show how long work takes just now


def patience() -> float:
    """How many processes wait for each core just now, between 1 and 4: a busy machine is not the student's fault.

    Where others come first, or have only just come, the queue is no measure: a little work that takes longer than it
    should is one, whatever the queue.
    """
    try:
        waiting = os.getloadavg()[0]
    except (OSError, AttributeError):  # Windows does not tell
        waiting = 0.0
    factor = min(max(waiting / (os.cpu_count() or 1), 1.0), MOST_PATIENCE)
    return max(factor, min(slowness(), STARVED))


def slowness() -> float:
    """Seconds by the clock for a second of work."""
    started, before = time.monotonic(), time.process_time()
    while (worked := time.process_time() - before) < SPIN:
        pass
    return (time.monotonic() - started) / worked


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes; the process count covers everything the student's code starts, threads included."""

    cell_seconds: float = 6.0  # one notebook cell; half as much after each that ran out of time
    load_seconds: float = 30.0  # all cells together, by the grader's clock
    call_seconds: float = 5.0  # one answer
    total_seconds: float = 60.0  # everything that a submission runs
    judge_seconds: float = 20.0  # the grader's own thinking about one question
    cpu_seconds: int = 60
    memory: int = 2_000_000_000  # address space of one process
    resident: int = 1_200_000_000  # memory in use by all its processes together
    judge_memory: int = 800_000_000  # what the examiner may take on top of what it starts with
    processes: int = 16
    file_bytes: int = 16_000_000
    disk_bytes: int = 64_000_000
    files: int = 5_000
    open_files: int = 64
    output_bytes: int = 16_000_000
    wall: float = WALL

    def on_this_machine(self, factor: float) -> Limits:
        """The same work, and so many times as long by the clock."""
        return replace(
            self,
            wall=factor * self.wall,
            load_seconds=factor * self.load_seconds,
            total_seconds=factor * self.total_seconds,
            judge_seconds=factor * self.judge_seconds,
        )

    def for_reference(self, seconds: float) -> Limits:
        """These limits as floors, and generous multiples of the time that the instructor's own solution takes."""
        return replace(
            self,
            cell_seconds=max(self.cell_seconds, 20 * seconds),
            load_seconds=max(self.load_seconds, 30 * seconds),
            call_seconds=max(self.call_seconds, 10 * seconds),
            total_seconds=max(self.total_seconds, 60 * seconds),
            cpu_seconds=max(self.cpu_seconds, int(60 * seconds)),
        )


def apply_limits(limits: Limits, processes_already: int = 0, user: int | None = None) -> None:
    """Bind this process and its children; hard limits cannot be raised again without privilege.

    The process limit counts per user, so `processes_already` (the user's processes elsewhere) is added. A root
    process becomes `user` first: the kernel exempts root from the process limit.
    """
    if sys.platform == "win32":  # no such limits there; the wall clock is the parent's
        return
    import resource

    hard = {
        "RLIMIT_CPU": limits.cpu_seconds,
        "RLIMIT_AS": limits.memory,
        "RLIMIT_NPROC": limits.processes + processes_already,
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
    }
    for name, value in hard.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            ceiling = resource.getrlimit(kind)[1]
            value = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
            try:
                resource.setrlimit(kind, (value, value))
            except (ValueError, OSError):  # e.g. macOS knows RLIMIT_AS but will not set it
                continue
    if user is not None and os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
