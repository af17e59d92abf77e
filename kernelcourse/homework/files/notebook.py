"""What a submitted notebook says, read without trusting it: its code cells in order, and nothing run."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import tokenize
from dataclasses import dataclass
from typing import Any

from kernelcourse.homework.files.colab import uncommented
from kernelcourse.homework.sandbox.magics import as_python
from kernelcourse.homework.sandbox.values import clean

MAX_NOTEBOOK = 20_000_000
MAX_CELLS = 2_000
MAX_CELL = 200_000
MAX_CODE = 2_000_000  # characters of all code cells together


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
    code = [
        (index, cell_source(cell))
        for index, cell in enumerate(tree["cells"])
        if isinstance(cell, dict) and cell.get("cell_type") == "code"
    ]
    if sum(len(source) for _, source in code) > MAX_CODE:
        raise Unreadable(f"The notebook has more than {MAX_CODE} characters of code.")
    cells = [_cell(index, source) for index, source in code]
    stamp = tree.get("metadata", {})
    stamp = stamp.get("kernelcourse", {}) if isinstance(stamp, dict) else {}
    stamp = stamp if isinstance(stamp, dict) else {}
    return Notebook(tuple(cells), clean(stamp.get("sheet", ""), 60), clean(stamp.get("version", ""), 60))


def read_script(data: bytes) -> Notebook:
    """A Python script as a notebook: its parts between '# %%' or '# In[3]:' (as Jupyter exports them), or one cell."""
    text = uncommented(_script_text(data).replace("\r\n", "\n"))
    if not text.strip():
        raise Unreadable("The file is empty.")
    parts = re.split(r"^# ?(?:%%.*|In ?\[[\d ]*\]:?[ \t]*)\n", text, flags=re.MULTILINE)
    if len(parts) > MAX_CELLS:
        raise Unreadable(f"The script has {len(parts)} parts; at most {MAX_CELLS} are read.")
    if len(text) > MAX_CODE:
        raise Unreadable(f"The script has more than {MAX_CODE} characters.")
    return Notebook(tuple(_cell(place, part) for place, part in enumerate(parts)))


def _script_text(data: bytes) -> str:
    """In the encoding that the script's own first lines name, as Python reads it; else as any file."""
    try:
        return decoded(data)
    except Unreadable:
        with contextlib.suppress(SyntaxError, LookupError, UnicodeDecodeError):
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            return data.decode(encoding)
        raise


def _cell(index: int, source: str) -> Cell:
    if len(source) > MAX_CELL:
        return Cell(index, "", (f"cell {index + 1}: longer than {MAX_CELL} characters, not run",))
    python, notes = as_python(source, f"cell {index + 1}")
    return Cell(index, python, tuple(notes[:5]))


def parse_notebook(data: bytes) -> dict[str, Any]:
    """The notebook's JSON in the form of version 4; only its outermost form is checked here."""
    if len(data) > MAX_NOTEBOOK:
        size = len(data) // 1_000_000
        raise Unreadable(f"The file has {size} MB; a notebook may have at most 20 MB (clear its outputs).")
    text = decoded(data).strip("\0 \t\r\n")  # zeros behind the end: what a disk leaves that was switched off
    if not text:
        raise Unreadable("The file is empty.")
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(_what_it_is(text)) from error
    tree = _version_four(tree)
    if not isinstance(tree, dict) or not isinstance(tree.get("cells"), list):
        raise Unreadable("The file is not a notebook: it has no list of cells.")
    if len(tree["cells"]) > MAX_CELLS:
        raise Unreadable(f"The notebook has {len(tree['cells'])} cells; at most {MAX_CELLS} are read.")
    return tree


def decoded(data: bytes) -> str:
    """Text in UTF-8, or in UTF-16 or UTF-32 as some editors save it, with a byte order mark or without."""
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"The file is not UTF-8 text (byte {error.start}); save it again as a notebook."
        ) from error


def _what_it_is(text: str) -> str:
    """One sentence for text that is no JSON, with the usual reason where it can be seen."""
    start = text.lstrip()[:200]
    if "<<<<<<< " in text and ">>>>>>> " in text:
        return "The file is not a notebook: it holds the marks of an unfinished merge."
    if start.lower().startswith(("<!doctype html", "<html")):
        return "The file is a web page, not a notebook: download the .ipynb file itself."
    if start.startswith(("%PDF", "{\\rtf")):
        return "The file is a document, not a notebook: hand in the .ipynb file."
    if start.startswith("{"):
        return "The file is not a notebook: its JSON is broken (was it cut off?)."
    return "The file is not a notebook: its JSON is broken."


def _version_four(tree: Any) -> Any:
    """Formats 2 and 3 kept their cells in worksheets and called a code cell's text `input`."""
    if not isinstance(tree, dict) or isinstance(tree.get("cells"), list):
        return tree
    sheets = tree.get("worksheets")
    if not isinstance(sheets, list):
        return tree
    cells = [
        cell
        for sheet in sheets
        if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)
        for cell in sheet["cells"]
    ]
    return {**tree, "cells": cells}


def cell_source(cell: dict[str, Any]) -> str:
    """A cell's text, whether stored as one string or as a list of lines, as `source` or (formats 2, 3) as `input`.

    Lines carry their line ends; where none of them does, a tool has left them out.
    """
    source = cell.get("source", cell.get("input", ""))
    if isinstance(source, list):
        lines = [line for line in source if isinstance(line, str)]
        source = ("" if any(line.endswith("\n") for line in lines[:-1]) else "\n").join(lines)
    return (
        source.encode("utf-8", "replace").decode() if isinstance(source, str) else ""
    )  # half a letter is "?"


def assigned_names(source: str) -> set[str]:
    """Names that a cell defines: functions, classes, variables; also inside `if`, `try`, `with` and loops."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(
                leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)
            )
        elif isinstance(node, ast.stmt):
            waiting += ast.iter_child_nodes(node)
        elif isinstance(node, (ast.ExceptHandler, ast.match_case)):
            waiting += node.body
    return names
