"""A student's two commands: get a sheet, check a notebook."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kernelcourse.homework.asking import Ask, Stopped
from kernelcourse.homework.limits import Limits
from kernelcourse.homework.local import report
from kernelcourse.homework.notebook import Notebook, Unreadable, assigned_names, read_notebook, read_script
from kernelcourse.homework.release import for_student, write_atomically
from kernelcourse.homework.sheet import load_sheet, sheet_folders, sheet_names
from kernelcourse.homework.visit import Visit


def write_sheet(name: str, student: str = "", out: Path | None = None, force: bool = False) -> Path:
    """Write the sheet's notebook, with the student's ID in it; an existing file is kept unless forced."""
    load_sheet(name)  # a ValueError that lists the names there are
    source = next(file for folder in sheet_folders() if (file := folder / f"{name}.ipynb").is_file())
    if student and not re.fullmatch(r"[\w.@+ -]{1,80}", student):
        raise ValueError(f"student: {student!r} is not an ID; letters, digits and . _ @ + - are allowed")
    path = out or Path(f"{name}.ipynb")
    if path.exists() and not force:
        raise ValueError(f"{path} exists already; --force overwrites it, --out writes elsewhere")
    tree = json.loads(source.read_text(encoding="utf-8"))
    for cell in tree["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = for_student("".join(cell["source"]), student).splitlines(keepends=True)
    write_atomically(path, json.dumps(tree, indent=1, ensure_ascii=False) + "\n")
    return path


def sheet_of(notebook: Notebook) -> str:
    """The sheet a notebook belongs to: its stamp, or the sheet whose names it defines; '' if neither says."""
    if notebook.sheet in sheet_names():
        return notebook.sheet
    defined: set[str] = set()
    for cell in notebook.cells:
        defined |= assigned_names(cell.source)
    counts = {name: len(defined & set(load_sheet(name).names)) for name in sheet_names()}
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] else ""


def check_notebook(path: Path, question: str | None = None) -> tuple[str, bool]:
    """The text that `check()` prints for the answers in this file, with notes on cells that did not run."""
    data = path.read_bytes()
    notebook = read_script(data) if path.suffix == ".py" else read_notebook(data)
    name = sheet_of(notebook)
    if not name:
        raise Unreadable(f"{path} has no answers to any sheet: there are {', '.join(sheet_names())}")
    sheet = load_sheet(name)
    with Visit(notebook, sheet.names, Limits()) as visit:
        student = visit.student()
        text = report(sheet, Ask(_never_stopping(visit)), student, question)
        notes = visit.notes()
    lines = [*(f"note: {note}" for note in notes), text]
    return "\n".join(lines), "  failed" not in text and "not attempted" not in text


def _never_stopping(visit: Visit) -> Any:
    def evaluate(expression: str, values: dict[str, Any]) -> Any:
        try:
            return visit.ask(expression, values)
        except Stopped as stopped:
            visit.restart()
            raise _plain_failure(stopped) from None

    return evaluate


def _plain_failure(stopped: Stopped) -> Exception:
    from kernelcourse.homework.asking import NoAnswer

    return NoAnswer(str(stopped))
