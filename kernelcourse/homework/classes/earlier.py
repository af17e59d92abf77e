"""What the grades were before this run: kept on the disk until the run is done, so that a kill forgets no change."""

from __future__ import annotations

import shutil
from pathlib import Path

from kernelcourse.homework.authoring.release import write_atomically
from kernelcourse.homework.classes.record import Record, from_json, to_json


def record_path(out: Path, student: str) -> Path:
    return out / "records" / f"{student}.json"


def read_record(out: Path, student: str) -> Record | None:
    """The record as it lies there; None if there is none that can be read."""
    try:
        return from_json(record_path(out, student).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


class Earlier:
    """The records of the last finished run: those that lie there, and those that a killed run had put aside."""

    def __init__(self, out: Path, lying: dict[str, Record | None]) -> None:
        self.folder = out / "records" / "earlier"
        kept = {student: read_record(self.folder, student) for student in lying}
        self.records = {student: kept[student] or record for student, record in lying.items()}
        self._kept = {student for student, record in kept.items() if record}

    def keep(self, student: str) -> None:
        """Put a record aside before it is written over; the first one counts, not one of a killed run."""
        record = self.records.get(student)
        if record is None or student in self._kept:
            return
        (self.folder / "records").mkdir(parents=True, exist_ok=True)
        write_atomically(record_path(self.folder, student), to_json(record))
        self._kept.add(student)

    def forget(self) -> None:
        """The run is done, and its report has told what changed."""
        shutil.rmtree(self.folder, ignore_errors=True)
