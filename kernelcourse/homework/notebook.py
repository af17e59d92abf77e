"""What a submitted notebook says, read without trusting it: its code cells in order, and nothing run."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

from kernelcourse.homework.values import clean

MAX_NOTEBOOK = 20_000_000
MAX_CELLS = 2_000
MAX_CELL = 200_000


class Unreadable(ValueError):
    """The file is not a notebook that can be graded; the message is one sentence for the report."""


@dataclass(frozen=True)
class Cell:
    """One code cell: its place in the notebook, its source, and what was taken out of it."""

    index: int
    source: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notebook:
    """Code cells in order, and the sheet and version that the file says it belongs to."""

    cells: tuple[Cell, ...]
    sheet: str = ""
    version: str = ""


def read_notebook(data: bytes) -> Notebook:
    """The notebook in these bytes; Unreadable, with a clear sentence, if there is none."""
    tree = parse_notebook(data)
    cells = []
    for index, cell in enumerate(tree["cells"]):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell_source(cell)
            if len(source) > MAX_CELL:
                cells.append(
                    Cell(index, "", (f"cell {index + 1}: longer than {MAX_CELL} characters, not run",))
                )
            else:
                cells.append(_without_magics(index, source))
    stamp = tree.get("metadata", {})
    stamp = stamp.get("kernelcourse", {}) if isinstance(stamp, dict) else {}
    stamp = stamp if isinstance(stamp, dict) else {}
    return Notebook(tuple(cells), clean(stamp.get("sheet", ""), 60), clean(stamp.get("version", ""), 60))


def read_script(data: bytes) -> Notebook:
    """A Python script as a notebook: its parts between lines that start with '# %%', or one cell."""
    try:
        parts = re.split(r"^# %%.*\n", data.decode("utf-8-sig"), flags=re.MULTILINE)
    except UnicodeDecodeError as error:
        raise Unreadable(f"The file is not UTF-8 text (byte {error.start}).") from error
    return Notebook(tuple(_without_magics(place, part) for place, part in enumerate(parts)))


def parse_notebook(data: bytes) -> dict[str, Any]:
    """The notebook's JSON; only its outermost form is checked here."""
    if not data.strip():
        raise Unreadable("The file is empty.")
    if len(data) > MAX_NOTEBOOK:
        raise Unreadable(f"The file has {len(data) // 1_000_000} MB; a notebook may have at most 20 MB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"The file is not UTF-8 text (byte {error.start}); save it again as a notebook."
        ) from error
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("The file is not a notebook: its JSON is broken.") from error
    if not isinstance(tree, dict) or not isinstance(tree.get("cells"), list):
        raise Unreadable("The file is not a notebook: it has no list of cells.")
    if len(tree["cells"]) > MAX_CELLS:
        raise Unreadable(f"The notebook has {len(tree['cells'])} cells; at most {MAX_CELLS} are read.")
    return tree


def cell_source(cell: dict[str, Any]) -> str:
    """A cell's text, whether stored as one string or as a list of lines."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _without_magics(index: int, source: str) -> Cell:
    """Magics and shell escapes are reported and replaced by `pass`, never run."""
    lines, notes = source.splitlines(), []
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%"):
        return Cell(
            index, "", (f"cell {index + 1}: the cell magic {clean(first, 40)} is not run when grading",)
        )
    inside = _lines_inside_strings(source)
    for number, line in enumerate(lines):
        bare = line.strip()
        if number in inside or (not bare.startswith(("%", "!", "?")) and not bare.endswith("?")):
            continue
        if bare.startswith("#"):
            continue
        notes.append(
            f"cell {index + 1}: the line {clean(bare, 40)} is not Python and is not run when grading"
        )
        lines[number] = line[: len(line) - len(line.lstrip())] + "pass"
    return Cell(index, "\n".join(lines) if notes else source, tuple(notes))


def _lines_inside_strings(source: str) -> set[int]:
    """Lines of a cell that parses belong to Python, whatever they start with (a % in a text, a continuation)."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return set(range(source.count("\n") + 1))


def assigned_names(source: str) -> set[str]:
    """Names that a cell's top level defines: functions, classes and assigned variables."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(
                leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)
            )
    return names
