"""`kernelcourse homework check FILE`: the public checks on a saved file, and whether it would be accepted as it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kernelcourse.homework.classes.grading import at_hand, claimed_student, judged
from kernelcourse.homework.elsewhere import not_everywhere
from kernelcourse.homework.files.contents import read_any, read_submission
from kernelcourse.homework.files.notebook import Unreadable
from kernelcourse.homework.get import sheet_of
from kernelcourse.homework.judging.checks import FAILED, PASSED, Outcome, Setting
from kernelcourse.homework.judging.questions import status_of
from kernelcourse.homework.local import closing_line, question_lines, wanted_questions
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sandbox.visit import Visit
from kernelcourse.homework.sheet import load_sheet, personal, sheet_names


@dataclass(frozen=True)
class FileReport:
    """What `check FILE` found: the lines of the checks, notes on cells, whether all passed, and whether it counts."""

    checks: str
    notes: tuple[str, ...]
    all_passed: bool
    verdict: str

    def __str__(self) -> str:
        return "\n".join([*(f"note: {note}" for note in self.notes), self.checks, self.verdict])


def check_file(path: Path, question: str | None = None) -> FileReport:
    """Read and run the file exactly as the grader would. Unreadable, with the grader's sentence, if it cannot be."""
    try:
        notebook = read_any(read_submission(path), path.name)
    except Unreadable as error:
        raise Unreadable(f"this file would NOT be accepted: {error}") from error
    name = sheet_of(notebook)
    if not name:
        raise Unreadable(
            "this file would NOT be accepted: it has no answers to any sheet; "
            f"the sheets are {', '.join(sheet_names())}"
        )
    sheet = load_sheet(name)
    wanted = wanted_questions(sheet, question)
    outcomes: dict[str, list[Outcome]] = {}
    with Visit(notebook, sheet.starters, Limits(), given=at_hand(sheet, notebook)) as visit:
        student = claimed_student(visit)
        setting = Setting(name, data=sheet.data(student))
        for one in wanted:
            outcomes[one.id] = judged(personal(one, name, student), sheet.public(one.id), visit, setting)
        notes, alive = visit.notes(), visit.session is not None
    notes += not_everywhere(notebook, sheet.closed)
    lines = [line for one in wanted for line in question_lines(one, outcomes[one.id])]
    every = [outcome for some in outcomes.values() for outcome in some]
    passed = sum(outcome.status == PASSED for outcome in every)
    lines.append(closing_line(passed, len(every), sum(one.hidden for one in wanted)))
    verdict = f"this file would be accepted as homework {name}"
    verdict += (
        f" of {clean(student, 80)}" if student.strip() else " (STUDENT is empty: the common data were used)"
    )
    if not alive:
        verdict = "this file would be accepted, but it cannot be run to its end: see the notes"
    elif any(outcome.status == FAILED for outcome in every):
        verdict += ", with the failures above"
    done = all(status_of(some) == PASSED for some in outcomes.values())
    return FileReport("\n".join(lines), tuple(notes), done, verdict)
