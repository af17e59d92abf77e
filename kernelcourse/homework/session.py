"""The grader's end of the pipe: start a student's process, load the cells, ask, and believe nothing."""

from __future__ import annotations

import contextlib
import queue
import tempfile
import threading
import time
from typing import Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.channel import BadFrame, read_frame, write_frame
from kernelcourse.homework.limits import Limits
from kernelcourse.homework.notebook import Notebook
from kernelcourse.homework.processes import descendants, disk_in_use, end, memory_in_use
from kernelcourse.homework.sandbox import launch
from kernelcourse.homework.values import NotPlain, clean, pack, unpack

START_SECONDS = 60.0  # for Python itself, which no student's code can slow down; a busy machine can


class Session:
    """One student's process. `load` runs the notebook, `ask` evaluates an expression in its names."""

    def __init__(self, limits: Limits, hidden: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self.folder = tempfile.TemporaryDirectory(prefix="kernelcourse-", ignore_cleanup_errors=True)
        self.process = launch(limits, hidden, self.folder.name)
        self.frames: queue.Queue[bytes | str | None] = queue.Queue(maxsize=64)
        self.output = bytearray()
        self.output_total = 0
        self.asked = 0
        self.over = ""
        for work in (self._read_frames, self._read_output):
            threading.Thread(target=work, daemon=True).start()

    def _read_frames(self) -> None:
        try:
            while (frame := read_frame(self.process.stdout)) is not None:  # type: ignore[arg-type]
                self.frames.put(frame, timeout=self.limits.total_seconds)
        except (BadFrame, OSError, ValueError, queue.Full):
            self.over = self.over or "wrote something on the answer channel that is not an answer"
        with contextlib.suppress(queue.Full):
            self.frames.put(None, timeout=self.limits.total_seconds)

    def _read_output(self) -> None:
        """Keep the first 64 kB of what the student's code printed; count the rest."""
        with contextlib.suppress(OSError, ValueError):
            while part := self.process.stderr.read1(1 << 16):  # type: ignore[union-attr]
                self.output_total += len(part)
                if len(self.output) < 64_000:
                    self.output += part[: 64_000 - len(self.output)]

    def load(self, notebook: Notebook, names: list[str], skip: set[int]) -> list[dict[str, Any]]:
        """Run the cells; what failed, per cell. Stopped (with .cell) if the process did not survive one of them."""
        if self._receive(time.monotonic() + START_SECONDS).get("ready") is not True:
            raise self._stop("its process did not start")
        deadline = time.monotonic() + self.limits.load_seconds
        cells = [(cell.index, cell.source) for cell in notebook.cells if cell.source.strip()]
        request = {"do": "load", "cells": cells, "names": names, "skip": sorted(skip)}
        self._send({**request, "cell_seconds": self.limits.cell_seconds})
        running = -1
        try:
            while True:
                reply = self._receive(deadline)
                if isinstance(reply.get("cell"), int):
                    running = reply["cell"]
                elif "loaded" in reply:
                    return _cell_failures(reply["loaded"])
                else:
                    raise self._stop("wrote something on the answer channel that is not an answer")
        except Stopped as stopped:
            stopped.cell = running  # type: ignore[attr-defined]
            raise

    def ask(self, expression: str, values: dict[str, Any]) -> Any:
        """The value of an expression in the student's names: plain data, checked on arrival."""
        if self.over:
            raise Stopped(self.over)
        self.asked += 1
        seconds = self.limits.call_seconds
        self._send(
            {"do": "ask", "id": self.asked, "expression": expression, "values": values, "seconds": seconds}
        )
        reply = self._receive(time.monotonic() + seconds + 1.0)
        if type(reply.get("id")) is not int or reply["id"] != self.asked:
            raise self._stop("wrote something on the answer channel that is not an answer")
        if "missing" in reply:
            raise NotAttempted(clean(reply["missing"], 60))
        if "late" in reply:
            raise NoAnswer(f"ran longer than {seconds:g} seconds")
        if "error" in reply:
            raise NoAnswer(clean(reply["error"]))
        if "ok" not in reply:
            raise self._stop("wrote something on the answer channel that is not an answer")
        return reply["ok"]

    def asking(self) -> Ask:
        """The same, as the object that checks use."""
        return Ask(self.ask)

    def _send(self, request: dict[str, Any]) -> None:
        try:
            write_frame(self.process.stdin, pack(request))  # type: ignore[arg-type]
        except (OSError, ValueError) as error:
            raise self._stop("its process ended before it was asked") from error

    def _receive(self, deadline: float) -> dict[str, Any]:
        while True:
            try:
                frame = self.frames.get(timeout=0.1)
                break
            except queue.Empty:
                self._watch(deadline)
        if frame is None:
            raise self._stop(self.over or "its process ended without an answer")
        try:
            reply = unpack(frame)  # type: ignore[arg-type]
        except NotPlain as error:
            raise self._stop(f"answered with {error}") from error
        if not isinstance(reply, dict):
            raise self._stop("wrote something on the answer channel that is not an answer")
        return reply

    def _watch(self, deadline: float) -> None:
        if time.monotonic() > deadline:
            raise self._stop("ran too long and was stopped")
        if self.output_total > self.limits.output_bytes:
            raise self._stop("printed more than is allowed and was stopped")
        if memory_in_use(self.process.pid) > self.limits.resident:
            raise self._stop("used more memory than is allowed and was stopped")
        # The container has a small disk of its own and counts processes itself; outside it the grader looks.
        if disk_in_use(self.folder.name, self.limits.disk_bytes) > self.limits.disk_bytes:
            raise self._stop("wrote more to the disk than is allowed and was stopped")
        if len(descendants(self.process.pid)) > 4 * self.limits.processes:
            raise self._stop("started more processes than are allowed and was stopped")

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


def _cell_failures(reply: Any) -> list[dict[str, Any]]:
    """The report of the cells as the student's process gave it: kept only if it has the right form."""
    kept = []
    for part in reply if isinstance(reply, list) else []:
        if isinstance(part, dict) and isinstance(part.get("cell"), int):
            kept.append(
                {
                    "cell": part["cell"],
                    "failure": clean(part.get("failure", "")),
                    "reordered": part.get("reordered") is True,
                }
            )
    return kept[:200]
