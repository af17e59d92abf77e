"""What leaves the grader: a row for every student, feedback, gradebooks for the usual platforms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kernelcourse.homework.authoring.release import write_atomically
from kernelcourse.homework.classes.course import Lateness
from kernelcourse.homework.classes.feedback import feedback_html, feedback_text
from kernelcourse.homework.classes.gradescope_results import GradescopeResults, GradescopeTest
from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.classes.roster import Person
from kernelcourse.homework.classes.spreadsheet import Cell, to_csv
from kernelcourse.homework.sheet import Sheet

HANDED_IN, UNREADABLE, MISSING, IGNORED = "handed in", "unreadable", "missing", "file ignored"


@dataclass(frozen=True)
class Row:
    """One student of the class: the record, if something was handed in, the roster's row, if there is one."""

    student: str
    record: Record | None = None
    person: Person | None = None
    late: Lateness = Lateness()
    ignored: str = ""  # the file that was handed in and could not count, and why

    @property
    def status(self) -> str:
        if self.record is None:
            return IGNORED if self.ignored else MISSING
        return UNREADABLE if self.record.problem else HANDED_IN

    @property
    def points(self) -> float:
        """What counts: the points of the record, less what being late costs."""
        return round(self.record.points * self.late.keeps, 2) if self.record else 0.0

    @property
    def counts(self) -> str:
        """What being late did to the points, for the student: 4 days late, keeps 70% of the points: 18.9 count."""
        lost = (
            f": {self.points:g} of {self.record.points:g} count"
            if self.record and self.late.keeps < 1
            else ""
        )
        return self.late.says + lost

    @property
    def name(self) -> str:
        return (self.person.name if self.person else "") or (
            self.record.shown if self.record else self.student
        )

    @property
    def says(self) -> str:
        """The comment that goes with the grade."""
        if self.record is None:
            return self.ignored or "nothing was handed in"
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
            out / "feedback" / f"{row.student}.txt", feedback_text(row.record, row.counts) + "\n"
        )
        write_atomically(out / "feedback" / f"{row.student}.html", feedback_html(row.record, row.counts))
        result = gradescope_results(row.record).to_json()
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
        first, last = split_name(row.name)
        table.append([last, first, person.login or person.id, person.id, row.points, row.says])
    return table


def split_name(name: str) -> tuple[str, str]:
    """First and last name of 'Jörg Müller' and of 'Müller, Jörg'."""
    if "," in name:
        last, _, first = name.partition(",")
    else:
        first, _, last = name.rpartition(" ")
    return first.strip(), last.strip()


def gradescope_results(record: Record) -> GradescopeResults:
    """One test for each question, the feedback as plain text."""
    tests = []
    for question in record.questions:
        lines = [
            f"{one.status}: {one.says}" + (f" ({one.text})" if one.text else "") for one in question.outcomes
        ]
        tests.append(
            GradescopeTest(
                question.id,
                f"{question.id} {question.title}",
                question.points,
                question.possible,
                "\n".join([*lines, *(["read by a person: points will follow"] if question.waiting else [])]),
            )
        )
    head = [record.problem] if record.problem else []
    return GradescopeResults(record.points, "\n".join([*head, *record.notes, record.isolation]), tuple(tests))
