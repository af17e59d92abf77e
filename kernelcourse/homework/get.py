"""Get a sheet: the notebook with the student's ID in it. And which sheet does a notebook belong to?"""

from __future__ import annotations

import json
import re
from pathlib import Path

from kernelcourse.homework.authoring.release import for_student, write_atomically
from kernelcourse.homework.files.notebook import Notebook, assigned_names
from kernelcourse.homework.sheet import load_sheet, sheet_folders, sheet_names


def write_sheet(name: str, student: str = "", out: Path | None = None, force: bool = False) -> Path:
    """Write the sheet's notebook, with the student's ID in it; an existing file is kept unless forced."""
    load_sheet(name)  # a ValueError that lists the names there are
    source = next(file for folder in sheet_folders() if (file := folder / f"{name}.ipynb").is_file())
    if student and not re.fullmatch(r"[\w.@+ -]{1,80}", student):
        raise ValueError(f"student: {student!r} is not an ID; letters, digits and . _ @ + - are allowed")
    path = out or Path(f"homework-{name}.ipynb")
    if path.exists() and not force:
        raise ValueError(f"{path} exists already; --force overwrites it, --out writes elsewhere")
    tree = json.loads(source.read_text(encoding="utf-8"))
    for cell in tree["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = for_student("".join(cell["source"]), student).splitlines(keepends=True)
    write_atomically(path, json.dumps(tree, indent=1, ensure_ascii=False) + "\n")
    return path


def sheet_of(notebook: Notebook, prefer: str = "", folder: Path | None = None) -> str:
    """The sheet a notebook belongs to: its stamp, or the sheet whose names it defines; '' if neither says.

    A stamp counts less than the answers: who writes the answers of `prefer` into another sheet's file means `prefer`.
    The sheets are those of `folder`, or all that this installation holds.
    """
    defined: set[str] = set()
    for cell in notebook.cells:
        defined |= assigned_names(cell.source)
    counts = {name: len(defined & set(load_sheet(name, folder).names)) for name in sheet_names(folder)}
    if counts.get(prefer) and not counts.get(notebook.sheet):
        return prefer
    if notebook.sheet in counts:
        return notebook.sheet
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] else ""
