"""A notebook in the sandbox, kept alive: a cell or an answer that ends the process costs that one, not the rest."""

from __future__ import annotations

import time
from collections.abc import Mapping

from kernelcourse.homework.files.notebook import Notebook
from kernelcourse.homework.judging.asking import NoAnswer, Stopped
from kernelcourse.homework.judging.examiner import Line
from kernelcourse.homework.sandbox.limits import Limits, patience
from kernelcourse.homework.sandbox.places import Given
from kernelcourse.homework.sandbox.session import GRACE, CellFailure, LostCell, Session
from kernelcourse.homework.sandbox.values import clean

MAX_STARTS = 8


class Visit:
    """Loads a notebook into a session; starts again after a cell (then left out) or an answer that ended it."""

    def __init__(
        self,
        notebook: Notebook,
        starters: Mapping[str, str],
        limits: Limits,
        hidden: tuple[str, ...] = (),
        given: Given | None = None,
    ) -> None:
        self.notebook, self.starters = notebook, starters
        self.allowed, self.patience = limits, 1.0
        self.hidden, self.given = hidden, given or Given()
        self.skip: dict[int, str] = {}
        self.failures: list[CellFailure] = []
        self.starts, self.spent = 0, 0.0
        self.silences = 0  # questions that got no word: after each, half the patience for the next
        self.session: Session | None = None
        self.renew()

    def renew(self) -> None:
        """A fresh process with the notebook loaded, and a fresh allowance of starts."""
        self.starts = 0
        self.patience = max(self.patience, patience())  # others may have come since it was last asked
        self.limits = self.allowed.on_this_machine(self.patience)
        self.restart()

    def restart(self) -> None:
        """A new process with the notebook loaded; `session` stays None when that is no longer possible."""
        self.close()
        while self.starts < MAX_STARTS and self.left > 0:
            self.starts += 1
            if self.starts == MAX_STARTS:
                self._leave_the_rest()
            started = time.monotonic()
            session = Session(self.limits, self.hidden, self.given)
            try:
                self.failures = session.load(
                    self.notebook, self.starters, set(self.skip), started + self.left
                )
                # What ran to its limit once would do so again: it is not tried in the next process.
                for failure in self.failures:
                    if failure.late:
                        self.skip.setdefault(failure.cell, str(failure.mishap))
                self.session = session
                return
            except LostCell as lost:
                session.close()
                places = {one.index for one in self.notebook.cells}
                if (
                    lost.cell not in places or lost.cell in self.skip
                ):  # it lied about the cell, or died outside any
                    return
                self.skip[lost.cell] = str(lost)
            except Stopped:  # it never started: the machine's fault, so it is tried again
                session.close()
            finally:
                self.spent += time.monotonic() - started

    def _leave_the_rest(self) -> None:
        """The last start is for what ran before: cells below the last that ended the process are left out."""
        last = max(self.skip, default=len(self.notebook.cells))
        for cell in self.notebook.cells:
            if cell.index > last:
                self.skip[cell.index] = "cells above ended the process too often"

    @property
    def left(self) -> float:
        """Seconds that this submission may still run."""
        return self.limits.total_seconds - self.spent

    def relay(self, request: bytes) -> bytes:
        """One question to the student's process; its time is taken from the submission's."""
        if self.session is None:
            raise NoAnswer("the notebook could not be run to its end")
        if self.left <= 0:
            raise NoAnswer(f"the notebook has used up its {self.limits.total_seconds:g} seconds")
        started = time.monotonic()
        patience = min(self.limits.wall * self.limits.call_seconds / 2**self.silences, self.left) + GRACE
        try:
            return self.session.relay(request, patience)
        except Stopped:
            if time.monotonic() - started >= patience:
                self.silences += 1
            raise
        finally:
            self.spent += time.monotonic() - started

    def line(self) -> Line:
        """What an examiner gets of this visit."""
        return Line(self.relay, self.restart)

    def notes(self) -> list[str]:
        """What the student should know about cells that were changed, left out, failed or reordered."""
        notes = [note for cell in self.notebook.cells for note in cell.notes]
        notes += [f"{self._called(cell)}: {why}; it was left out" for cell, why in sorted(self.skip.items())]
        for failure in self.failures:
            if failure.cell in self.skip:
                continue
            if failure.mishap.unwritten:
                if failure.mishap.called:
                    stops = f"stops where it calls {failure.mishap.called}, which is not written yet"
                    notes.append(f"{self._called(failure.cell)}: {stops}")
            elif failure.reordered:
                notes.append(
                    f"{self._called(failure.cell)}: uses names of later cells; it was run after them"
                )
            else:
                mishap, called = failure.mishap, self._called(failure.cell)
                own = mishap.place == f"cell {failure.cell + 1}"
                notes.append(f"{called}, line {mishap.line}: {mishap.says}" if own else f"{called}: {mishap}")
        if self.session is not None and self.session.undefined:
            names = ", ".join(self.session.undefined)
            notes.append(f"when all cells have run there is no {names}: answers are found by their names")
        return [clean(note, 300) for note in notes]

    def _called(self, index: int) -> str:
        """'cell 3 (x = 1 / 0)': counted from the top, text cells included, with its first line of code."""
        lines = [
            line.strip()
            for cell in self.notebook.cells
            if cell.index == index
            for line in cell.source.splitlines()
        ]
        first = next((line for line in lines if line and not line.startswith("#")), "")
        return f"cell {index + 1}" + (f" ({clean(first, 40)})" if first else "")

    def close(self) -> None:
        if self.session is not None:
            self.session.close()
        self.session = None

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
