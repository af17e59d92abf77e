"""Tables for spreadsheets: no cell is a formula, whatever the program and its language."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from kernelcourse.homework.sandbox.values import clean

Cell = str | int | float

# What starts a formula: the ASCII signs and their full-width, small and superscript sisters.
_START = "=+\\-@\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207b\u207c"
# A program set to another separator cuts a cell at ; , | or a tab: what follows the cut starts a cell of its own.
_AFTER = re.compile(rf"(^|[;,|\t\n\r\"'])(\s*)([{_START}])")
_COMMAND = re.compile(r"(?i)(cmd|msexcel|dde|rundll32|mshta|powershell)\s*\|")


def to_csv(rows: Iterable[Sequence[Cell]], separator: str = ",") -> str:
    """The rows as text with every cell made harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", delimiter=separator)
    writer.writerows([harmless(value) for value in row] for row in rows)
    return text.getvalue()


def from_csv(path: Path, what: str) -> list[list[str]]:
    """The rows that say something, as a spreadsheet of any country saves them: comma, semicolon or tab; any Unicode."""
    data = path.read_bytes()
    marked = data.startswith(
        (b"\xff\xfe", b"\xfe\xff")
    )  # without its mark, any even number of bytes is UTF-16
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeError:
            continue
    else:
        raise ValueError(f"{what}: {path} is not text; save it as CSV (UTF-8)")
    if "\0" in text:
        raise ValueError(f"{what}: {path} is not text; save it as CSV (UTF-8)")
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    return [row for row in rows if any(part.strip() for part in row)]


def harmless(value: Cell) -> Cell:
    """Numbers stay numbers. In a text, an apostrophe goes before every sign that could begin a formula."""
    if not isinstance(value, str):
        return value
    indent = value[: len(value) - len(value.lstrip(" "))]
    kept = indent + clean(value, 2000)
    kept = _AFTER.sub(lambda found: f"{found[1]}{found[2]}'{found[3]}", kept)
    return _COMMAND.sub(lambda found: f"{found[1]} ¦", kept)


def original(text: str) -> str:
    """A text as it was before `harmless`: the apostrophes before formula signs taken off again."""
    return re.sub(rf"(^|[;,|\t\n\r\"'])(\s*)'(?=[{_START}])", r"\1\2", text)
