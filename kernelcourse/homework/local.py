"""What the public checks say, as text: the same in a notebook, in a script and on the command line."""

from __future__ import annotations

from typing import Any

from kernelcourse.homework.asking import Ask, ask_here
from kernelcourse.homework.checks import NOT_ATTEMPTED, PASSED, Outcome, Setting
from kernelcourse.homework.questions import examine, status_of
from kernelcourse.homework.sheet import Question, Sheet, load_sheet, sheet_names


def report_on_namespace(namespace: dict[str, Any], question: str | None = None) -> str:
    """The report on the answers among these names."""
    sheet = load_sheet(_sheet_of(namespace))
    student = namespace.get("STUDENT", "")
    return report(sheet, ask_here(namespace), student if isinstance(student, str) else "", question)


def _sheet_of(namespace: dict[str, Any]) -> str:
    """The caller's SHEET, or the sheet most of whose names are there."""
    name = namespace.get("SHEET")
    if isinstance(name, str):
        return name
    counts = {name: len(set(load_sheet(name).names) & set(namespace)) for name in sheet_names()}
    best = max(counts, key=lambda name: counts[name], default="")
    if not best or not counts[best]:
        raise ValueError(
            "SHEET: set it to the sheet's name, as the notebook's first cell does, e.g. SHEET = 'ridge'"
        )
    return best


def report(sheet: Sheet, ask: Ask, student: str = "", question: str | None = None) -> str:
    """Per question what passed, failed or was not attempted, and one honest line."""
    known = {one.id: one for one in sheet.questions}
    if question is not None and question not in known:
        raise ValueError(f"question: {sheet.name} has no {question!r}; its questions are {', '.join(known)}")
    wanted = list(sheet.questions) if question is None else [known[question]]
    setting = Setting(sheet.name, data=sheet.data(student))
    lines: list[str] = []
    passed = total = 0
    for one in wanted:
        outcomes = examine(one, sheet, ask, setting)
        lines += question_lines(one, outcomes)
        passed += sum(outcome.status == PASSED for outcome in outcomes)
        total += len(outcomes)
    hidden = sum(one.hidden for one in wanted)
    return "\n".join([*lines, closing_line(passed, total, hidden)])


def question_lines(question: Question, outcomes: list[Outcome]) -> list[str]:
    """The question's verdict, then a line a check; a failure ends in its hint."""
    lines = [f"{question.id}  {status_of(outcomes)}  {question.title} ({question.points:g} points)"]
    for outcome in outcomes:
        text = outcome.text if outcome.status not in (PASSED, NOT_ATTEMPTED) else ""
        lines.append(f"    {outcome.status}: {outcome.says}" + (f"\n        {text}" if text else ""))
    return lines


def closing_line(passed: int, total: int, hidden: int) -> str:
    """What a public check can honestly promise."""
    return f"public checks {passed}/{total} · hidden checks run at grading: {hidden} · this is not your final score"
