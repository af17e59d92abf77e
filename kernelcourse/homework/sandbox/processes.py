"""Ending everything a student's code started: the container, the group, and whatever escaped the group."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def adopt_orphans() -> None:
    """Orphaned grandchildren become this process's children (Linux), so that none can hide from `end`."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> None:
    """When the grader is killed its workers are too (Linux), so that a resumed run starts on an empty desk."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def descendants(root: int) -> list[int]:
    """Process numbers of everything below `root`, children before grandchildren; empty where /proc is missing."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ():
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    found, queue = [], [root]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def memory_in_use(root: int) -> int:
    """Bytes of memory held by `root` and everything below it: private, shared and swapped out.

    Pages that a fork shares count once for each process, so the sum is an upper bound.
    """
    total = 0
    for process in [root, *descendants(root)]:
        with contextlib.suppress(OSError, ValueError, IndexError):
            for line in Path(f"/proc/{process}/status").read_text().splitlines():
                if line.startswith(("RssAnon:", "RssShmem:", "VmSwap:")):
                    total += 1024 * int(line.split()[1])
    return total


def files_in_use(root: int) -> int:
    """Files and folders on the private disk of a contained process; 0 where that disk cannot be seen."""
    for process in descendants(root):
        with contextlib.suppress(OSError):
            disk = os.statvfs(f"/proc/{process}/root/tmp")
            outside = os.statvfs("/tmp")
            if disk.f_fsid != outside.f_fsid or disk.f_files != outside.f_files:
                return int(disk.f_files - disk.f_ffree)
    return 0


def disk_in_use(folder: str, enough: int) -> int:
    """Bytes in the files below a folder; counting stops once there are `enough`."""
    total = 0
    for root, folders, names in os.walk(folder, followlinks=False):
        for name in (*folders, *names):
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(root, name)).st_size + 512  # an empty file is not free either
            if total > enough:
                return total
    return total


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process, its group and every descendant, until none is left."""
    for _ in range(200):
        doomed = descendants(process.pid)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        for pid in doomed:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            process.kill()
        if not doomed:
            break
        time.sleep(0.005)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()


def end_orphans(known: set[int]) -> None:
    """Kill and collect adopted children: all those of this process that are not in `known`."""
    for _ in range(200):
        strays = [pid for pid in descendants(os.getpid()) if pid not in known]
        if not strays:
            return
        for pid in strays:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.005)
