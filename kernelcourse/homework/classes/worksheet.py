"""Moodle's grading worksheet, filled in: "Download grading worksheet" and "Upload grading worksheet" of an assignment.

Moodle finds a row by its Identifier and refuses the file unless Grade and Last modified (grade) are there too; so every
cell stays as it came, except the grade and the comment.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kernelcourse.homework.classes.gradebook import Row
from kernelcourse.homework.classes.spreadsheet import Cell, from_csv
from kernelcourse.homework.sheet import Sheet

NEEDED = ("identifier", "grade", "last modified (grade)")
COMMENTS = "Feedback comments"


def filled_worksheet(roster: Path | None, rows: Sequence[Row], sheet: Sheet) -> list[list[Cell]]:
    """The worksheet with grades and comments put in; [] if the roster is no worksheet."""
    table = from_csv(roster, "roster") if roster else []
    head = [part.strip().casefold() for part in table[0]] if table else []
    if not set(NEEDED) <= set(head):
        return []
    identifier, grade = head.index("identifier"), head.index("grade")
    comment = head.index(COMMENTS.casefold()) if COMMENTS.casefold() in head else None
    most = head.index("maximum grade") if "maximum grade" in head else None
    known = {row.person.identifier: row for row in rows if row.person and row.person.identifier}
    filled: list[list[Cell]] = [[*table[0], *([] if comment is not None else [COMMENTS])]]
    for line in table[1:]:
        cells: list[Cell] = [*line, *[""] * (len(filled[0]) - len(line))]
        row = known.get(line[identifier].strip())
        if row is not None:
            cells[grade] = round(row.points * scale(line, most, sheet), 2)
            cells[len(filled[0]) - 1 if comment is None else comment] = row.says
        filled.append(cells)
    return filled


def scale(line: Sequence[str], most: int | None, sheet: Sheet) -> float:
    """What one of our points is worth in Moodle: 100/30 where the assignment has 100 points and the sheet 30."""
    try:
        possible = float(line[most].replace(",", ".")) if most is not None else sheet.points
    except (ValueError, IndexError):
        return 1.0
    return possible / sheet.points if sheet.points and possible > 0 else 1.0
