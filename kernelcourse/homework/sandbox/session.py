"""The grader's end of the pipe: start a student's process, load the cells, relay questions, and believe nothing.

Every wait has a deadline by the grader's own clock. Nothing that the other side sends, withholds or drips moves it.
"""

from __future__ import annotations

import contextlib
import math
import queue
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kernelcourse.homework.files.notebook import Notebook
from kernelcourse.homework.judging.asking import Stopped
from kernelcourse.homework.sandbox.channel import BadFrame, read_frame, write_frame
from kernelcourse.homework.sandbox.container import launch
from kernelcourse.homework.sandbox.limits import WALL, Limits
from kernelcourse.homework.sandbox.namespace import Mishap, Names
from kernelcourse.homework.sandbox.places import Given
from kernelcourse.homework.sandbox.processes import descendants, disk_in_use, end, files_in_use, memory_in_use
from kernelcourse.homework.sandbox.requests import Load, to_bytes
from kernelcourse.homework.sandbox.values import NotPlain, clean, unpack
from kernelcourse.homework.sandbox.waiting import OwnTime

START_SECONDS = 60.0  # for Python itself, which no student's code can slow down; a busy machine can
GRACE = 1.0  # after the student's own alarm should have rung
LOAD_FRAME = 1_000_000  # bytes of a report on the cells
NO_ANSWER = "wrote something on the answer channel that is not an answer"


@dataclass(frozen=True)
class CellFailure:
    """A cell that did not run as it stood: what happened, or that it ran after later ones."""

    cell: int
    mishap: Mishap
    reordered: bool
    late: bool = False


class LostCell(Stopped):
    """The process did not survive this cell (-1: it died outside any)."""

    def __init__(self, why: str, cell: int) -> None:
        super().__init__(why)
        self.cell = cell


class Session:
    """One student's process. `load` runs the notebook, `relay` hands over one question and brings the reply."""

    def __init__(self, limits: Limits, hidden: tuple[str, ...] = (), given: Given | None = None) -> None:
        self.limits = limits
        self.undefined: list[str] = []  # names of answers for which no cell has anything
        self.folder = tempfile.TemporaryDirectory(prefix="kernelcourse-", ignore_cleanup_errors=True)
        self.process = launch(limits, hidden, self.folder.name, given or Given())
        # One frame waits at most: more of them stay in the pipe, where they hold up only their writer.
        self.frames: queue.Queue[bytes | None] = queue.Queue(maxsize=1)
        self.output_total = 0
        self.watched = 0.0
        self.own = OwnTime(self.process.pid, math.inf)
        self.over = ""
        for work in (self._read_frames, self._read_output):
            threading.Thread(target=work, daemon=True).start()

    def _read_frames(self) -> None:
        try:
            while (frame := read_frame(self.process.stdout)) is not None:  # type: ignore[arg-type]
                self.frames.put(frame, timeout=2 * self.limits.total_seconds + START_SECONDS)
        except (BadFrame, OSError, ValueError, queue.Full):
            self.over = self.over or NO_ANSWER
        with contextlib.suppress(queue.Full):
            self.frames.put(None, timeout=self.limits.total_seconds)

    def _read_output(self) -> None:
        """What the student's code prints is counted and dropped."""
        with contextlib.suppress(OSError, ValueError):
            while part := self.process.stderr.read1(1 << 16):  # type: ignore[union-attr]
                self.output_total += len(part)

    def load(
        self, notebook: Notebook, starters: Mapping[str, str], skip: set[int], until: float = math.inf
    ) -> list[CellFailure]:
        """Run the cells; what failed, per cell. LostCell if the process did not survive one of them."""
        if self._message(time.monotonic() + START_SECONDS).get("ready") is not True:
            raise self._stop("its process did not start")
        deadline = min(until, time.monotonic() + self.limits.load_seconds)
        self.own = self._own(self.limits.load_seconds)
        cells = [(cell.index, cell.source) for cell in notebook.cells if cell.source.strip()]
        request = Load(cells, dict(starters), sorted(skip), self.limits.cell_seconds)
        running = -1
        try:
            self._send(to_bytes(request), deadline)
            while True:
                reply = self._message(deadline)
                if type(reply.get("cell")) is int:
                    running = reply["cell"]
                elif "loaded" in reply:
                    told = reply.get("undefined")
                    self.undefined = [name for name in starters if isinstance(told, list) and name in told]
                    return _cell_failures(reply["loaded"])
                else:
                    raise self._stop(NO_ANSWER)
        except Stopped as stopped:
            raise LostCell(str(stopped), running) from None

    def relay(self, request: bytes, seconds: float) -> bytes:
        """The reply to one question, as it came; whoever reads it must not trust it."""
        if self.over:
            raise Stopped(self.over)
        deadline = time.monotonic() + seconds
        self.own = self._own(seconds)
        self._send(request, deadline)
        return self._receive(deadline)

    def _own(self, seconds: float) -> OwnTime:
        """Of seconds that were stretched for a busy machine, those that a quiet one would give."""
        return OwnTime(self.process.pid, seconds * WALL / max(self.limits.wall, WALL))

    def _send(self, payload: bytes, deadline: float) -> None:
        """Written by a thread of its own: a pipe that nobody reads must not hold up the grader."""
        failed: list[BaseException] = []

        def write() -> None:
            try:
                write_frame(self.process.stdin, payload)  # type: ignore[arg-type]
            except (OSError, ValueError) as error:
                failed.append(error)

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        while writer.is_alive():
            writer.join(0.05)
            if writer.is_alive():
                self._watch(deadline)
        if failed:
            raise self._stop(self.over or "its process ended before it was asked")

    def _receive(self, deadline: float) -> bytes:
        while True:
            self._watch(deadline)
            try:
                frame = self.frames.get(timeout=0.05)
                break
            except queue.Empty:
                continue
        if frame is None:
            raise self._stop(self.over or "its process ended without an answer")
        return frame

    def _message(self, deadline: float) -> Names:
        """A small message of the runner itself."""
        frame = self._receive(deadline)
        if len(frame) > LOAD_FRAME:
            raise self._stop(NO_ANSWER)
        try:
            reply = unpack(frame)
        except NotPlain as error:
            raise self._stop(f"answered with {error}") from error
        if not isinstance(reply, dict):
            raise self._stop(NO_ANSWER)
        return reply

    def _watch(self, deadline: float) -> None:
        """The clock at every call; what the processes hold, ten times a second."""
        now = time.monotonic()
        if now > deadline:
            raise self._stop("ran too long and was stopped")
        if now < self.watched + 0.1:
            return
        if self.own.over():
            raise self._stop("ran too long and was stopped")
        limits = self.limits
        if self.output_total > limits.output_bytes:
            raise self._stop("printed more than is allowed and was stopped")
        if memory_in_use(self.process.pid) > limits.resident:
            raise self._stop("used more memory than is allowed and was stopped")
        # The container has a small disk of its own and counts processes itself; outside it the grader looks.
        if disk_in_use(self.folder.name, limits.disk_bytes) > limits.disk_bytes:
            raise self._stop("wrote more to the disk than is allowed and was stopped")
        if files_in_use(self.process.pid) > limits.files:
            raise self._stop("made more files than are allowed and was stopped")
        if len(descendants(self.process.pid)) > 4 * limits.processes:
            raise self._stop("started more processes than are allowed and was stopped")
        self.watched = time.monotonic()

    def _stop(self, why: str) -> Stopped:
        self.over = why
        self.close()
        return Stopped(why)

    def close(self) -> None:
        """End the process and everything it started."""
        self.over = self.over or "the session is closed"
        end(self.process)
        self.folder.cleanup()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _mishap(part: Names) -> Mishap:
    line = part.get("line")
    return Mishap(
        clean(part.get("says", "")),
        clean(part.get("place", ""), 80),
        line if type(line) is int and 0 < line < 10**6 else 0,
        part.get("unwritten") is True,
        clean(part.get("called", ""), 60),
    )


def _cell_failures(reply: Any) -> list[CellFailure]:
    """The report of the cells as the student's process gave it: kept only if it has the right form."""
    return [
        CellFailure(
            part["cell"],
            _mishap(part),
            part.get("reordered") is True,
            part.get("late") is True,
        )
        for part in (reply if isinstance(reply, list) else [])[:200]
        if isinstance(part, dict) and type(part.get("cell")) is int
    ]
