"""What leaves the grader: a row for every student, feedback, gradebooks for the usual platforms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelcourse.homework.course import Lateness
from kernelcourse.homework.feedback import feedback_html, feedback_text
from kernelcourse.homework.record import Record
from kernelcourse.homework.release import write_atomically
from kernelcourse.homework.roster import Person
from kernelcourse.homework.sheet import Sheet
from kernelcourse.homework.spreadsheet import Cell, to_csv

HANDED_IN, UNREADABLE, MISSING = "handed in", "unreadable", "missing"


@dataclass(frozen=True)
class Row:
    """One student of the class: the record, if something was handed in, the roster's row, if there is one."""

    student: str
    record: Record | None = None
    person: Person | None = None
    late: Lateness = Lateness()

    @property
    def status(self) -> str:
        if self.record is None:
            return MISSING
        return UNREADABLE if self.record.problem else HANDED_IN

    @property
    def points(self) -> float:
        """What counts: the points of the record, less what being late costs."""
        return round(self.record.points * self.late.keeps, 2) if self.record else 0.0

    @property
    def name(self) -> str:
        return (self.person.name if self.person else "") or (
            self.record.shown if self.record else self.student
        )

    @property
    def says(self) -> str:
        """The comment that goes with the grade."""
        if self.record is None:
            return "nothing was handed in"
        waiting = self.record.waiting
        told = [self.record.problem or "see the feedback file", self.late.says]
        told += [f"{', '.join(waiting)} not read yet"] if waiting else []
        return "; ".join(one for one in told if one)


def write_outputs(out: Path, rows: Sequence[Row], sheet: Sheet) -> None:
    """Feedback, results and gradebooks; each file is replaced whole."""
    for folder in ("feedback", "gradescope"):
        (out / folder).mkdir(exist_ok=True)
    handed_in = [row for row in rows if row.record is not None]
    for row in handed_in:
        assert row.record is not None
        write_atomically(
            out / "feedback" / f"{row.student}.txt", feedback_text(row.record, row.late.says) + "\n"
        )
        write_atomically(out / "feedback" / f"{row.student}.html", feedback_html(row.record, row.late.says))
        result = json.dumps(gradescope_results(row.record), indent=1, ensure_ascii=True) + "\n"
        write_atomically(out / "gradescope" / f"{row.student}.json", result)
        if len(handed_in) == 1:
            write_atomically(out / "results.json", result)
    write_atomically(out / "grades.csv", to_csv(grades(rows, sheet)))
    write_atomically(out / "grades_canvas.csv", to_csv(canvas(rows, sheet)))
    write_atomically(out / "grades_moodle.csv", to_csv(moodle(rows, sheet)))
    write_atomically(out / "grades_blackboard.csv", to_csv(blackboard(rows, sheet)))


def grades(rows: Sequence[Row], sheet: Sheet) -> list[list[Cell]]:
    """Everything in one table: the student, the status, the questions, the total and a comment."""
    head: list[Cell] = [
        "Student",
        "ID number",
        "Email address",
        "Status",
        *(one.id for one in sheet.questions),
    ]
    table = [[*head, f"{sheet.title} (out of {sheet.points:g})", "Percent", "Days late", "Feedback comments"]]
    for row in rows:
        cells: list[Cell] = [row.name, row.person.id if row.person else row.student]
        cells += [row.person.email if row.person else "", row.status]
        if row.record is None:
            cells += [0.0] * len(sheet.questions)
        else:
            cells += ["" if question.waiting else question.points for question in row.record.questions]
        percent = round(100 * row.points / sheet.points, 1) if sheet.points else 0.0
        table.append([*cells, row.points, percent, row.late.days, row.says])
    return table


def canvas(rows: Sequence[Row], sheet: Sheet) -> list[list[Cell]]:
    """Canvas' import: Student, ID, SIS User ID, SIS Login ID, Section, one assignment; then the points possible."""
    table: list[list[Cell]] = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", sheet.title]]
    table.append(["    Points Possible", "", "", "", "", f"{sheet.points:g}"])
    for row in rows:
        person = row.person or Person(row.student, login=row.student)
        login = person.login or person.id
        table.append([row.name, person.canvas_id, person.sis_id, login, person.section, row.points])
    return table


def moodle(rows: Sequence[Row], sheet: Sheet) -> list[list[Cell]]:
    """Moodle's import of grades: matched by ID number or e-mail address, one grade, one comment."""
    table: list[list[Cell]] = [["ID number", "Email address", "Full name", sheet.title, "Feedback comments"]]
    for row in rows:
        person = row.person or Person(row.student)
        table.append([person.id, person.email, row.name, row.points, row.says])
    return table


def blackboard(rows: Sequence[Row], sheet: Sheet) -> list[list[Cell]]:
    """Blackboard's upload of a gradebook: user name, then one column named with its possible points, then feedback."""
    title = f"{sheet.title} [Total Pts: {sheet.points:g} Score]"
    table: list[list[Cell]] = [
        ["Last Name", "First Name", "Username", "Student ID", title, "Feedback to Learner"]
    ]
    for row in rows:
        person = row.person or Person(row.student)
        first, _, last = row.name.rpartition(" ")
        table.append([last, first, person.login or person.id, person.id, row.points, row.says])
    return table


def gradescope_results(record: Record) -> dict[str, Any]:
    """Gradescope's results.json: one test for each question, the feedback as plain text."""
    tests = []
    for question in record.questions:
        lines = [
            f"{one.status}: {one.says}" + (f" ({one.text})" if one.text else "") for one in question.outcomes
        ]
        tests.append(
            {
                "number": question.id,
                "name": f"{question.id} {question.title}",
                "score": question.points,
                "max_score": question.possible,
                "output": "\n".join(
                    [*lines, *(["read by a person: points will follow"] if question.waiting else [])]
                ),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    head = [record.problem] if record.problem else []
    return {
        "score": record.points,
        "output": "\n".join([*head, *record.notes, record.isolation]),
        "output_format": "text",
        "visibility": "visible",
        "tests": tests,
    }
