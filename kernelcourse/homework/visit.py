"""A notebook in the sandbox, kept alive: a cell or an answer that ends the process costs that one, not the rest."""

from __future__ import annotations

import re
import time
from typing import Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.limits import Limits
from kernelcourse.homework.notebook import Notebook
from kernelcourse.homework.session import Session
from kernelcourse.homework.values import clean

MAX_STARTS = 12


class Visit:
    """Loads a notebook into a session; starts again after a cell (then left out) or an answer that ended it."""

    def __init__(
        self, notebook: Notebook, names: list[str], limits: Limits, hidden: tuple[str, ...] = ()
    ) -> None:
        self.notebook, self.names, self.limits, self.hidden = notebook, names, limits, hidden
        self.skip: dict[int, str] = {}
        self.failures: list[dict[str, Any]] = []
        self.starts = 0
        self.deadline = time.monotonic() + limits.total_seconds
        self.session: Session | None = None
        self.restart()

    def restart(self) -> None:
        """A new process with the notebook loaded; `session` stays None when that is no longer possible."""
        self.close()
        while self.starts < MAX_STARTS and time.monotonic() < self.deadline:
            self.starts += 1
            session = Session(self.limits, self.hidden)
            try:
                self.failures = session.load(self.notebook, self.names, set(self.skip))
            except Stopped as stopped:
                session.close()
                cell = getattr(stopped, "cell", -1)
                places = {one.index for one in self.notebook.cells}
                if cell not in places or cell in self.skip:  # it lied about the cell, or died outside any
                    return
                self.skip[cell] = str(stopped)
                continue
            self.session = session
            return

    def ask(self, expression: str, values: dict[str, Any]) -> Any:
        if self.session is None:
            raise NoAnswer("the notebook could not be run to its end")
        return self.session.ask(expression, values)

    def asking(self) -> Ask:
        return Ask(self.ask)

    def student(self) -> str:
        """The ID that the notebook gives itself; a claim, not a fact."""
        try:
            claimed = self.ask("STUDENT", {})
        except (NotAttempted, NoAnswer):
            return ""
        return claimed[:80] if isinstance(claimed, str) else ""

    def notes(self) -> list[str]:
        """What the student should know about cells that were changed, left out, failed or reordered."""
        notes = [note for cell in self.notebook.cells for note in cell.notes]
        notes += [f"{self._called(cell)}: {why}; it was left out" for cell, why in sorted(self.skip.items())]
        for failure in self.failures:
            if failure["cell"] in self.skip:
                continue
            if failure["reordered"]:
                notes.append(
                    f"{self._called(failure['cell'])}: uses names of later cells; it was run after them"
                )
            else:
                own = re.fullmatch(rf"(.*) \(cell {failure['cell'] + 1}, (line \d+)\)", failure["failure"])
                place = f"{self._called(failure['cell'])}{', ' + own[2] if own else ''}"
                notes.append(f"{place}: {own[1] if own else failure['failure']}")
        return [clean(note, 500) for note in notes if "NotImplementedError" not in note]

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
