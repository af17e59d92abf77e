"""What the public checks say, as text: the same in a notebook, in a script and on the command line."""

from __future__ import annotations

from kernelcourse.homework.judging.asking import Ask, ask_here
from kernelcourse.homework.judging.checks import NOT_ATTEMPTED, PASSED, Outcome, Setting
from kernelcourse.homework.judging.questions import examine, status_of
from kernelcourse.homework.sandbox.namespace import Names
from kernelcourse.homework.sheet import Question, Sheet, load_sheet, personal, sheet_names, spelled

SET_UP_FIRST = (
    "nothing to check yet: run the notebook's first cell (the one that sets SHEET and STUDENT), "
    "then the cells with your answers, then check() again"
)


def report_on_namespace(namespace: Names, question: str | None = None) -> str:
    """The report on the answers among these names; a sentence if the set-up cell was not run yet."""
    name = _sheet_of(namespace)
    if not name:
        return SET_UP_FIRST
    sheet = load_sheet(name)
    return report(sheet, ask_here(namespace), spelled(namespace.get("STUDENT", "")), question)


def _sheet_of(namespace: Names) -> str:
    """The caller's SHEET, or the sheet most of whose names are there; empty if nothing tells."""
    name = namespace.get("SHEET")
    if isinstance(name, str):
        return name
    counts = {name: len(set(load_sheet(name).names) & set(namespace)) for name in sheet_names()}
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] else ""


def wanted_questions(sheet: Sheet, question: str | None) -> list[Question]:
    """All questions of the sheet, or the one that is named."""
    known = {one.id: one for one in sheet.questions}
    if question is not None and question not in known:
        raise ValueError(f"question: {sheet.name} has no {question!r}; its questions are {', '.join(known)}")
    return list(sheet.questions) if question is None else [known[question]]


def report(sheet: Sheet, ask: Ask, student: str = "", question: str | None = None) -> str:
    """Per question what passed, failed or was not attempted, and one honest line."""
    wanted = wanted_questions(sheet, question)
    setting = Setting(sheet.name, data=sheet.data(student))
    lines: list[str] = []
    passed = total = 0
    for one in wanted:
        outcomes = examine(personal(one, sheet.name, student), sheet.public(one.id), ask, setting)
        lines += question_lines(one, outcomes)
        passed += sum(outcome.status == PASSED for outcome in outcomes)
        total += len(outcomes)
    hidden = sum(one.hidden for one in wanted)
    return "\n".join([*lines, closing_line(passed, total, hidden)])


def question_lines(question: Question, outcomes: list[Outcome]) -> list[str]:
    """The question's verdict, then a line for each check; a failure ends in its hint."""
    lines = [f"{question.id}  {status_of(outcomes)}  {question.title} ({question.points:g} points)"]
    for outcome in outcomes:
        text = outcome.text if outcome.status not in (PASSED, NOT_ATTEMPTED) else ""
        lines.append(f"    {outcome.status}: {outcome.says}" + (f"\n        {text}" if text else ""))
    return lines


def closing_line(passed: int, total: int, hidden: int) -> str:
    """What a public check can honestly promise."""
    return f"public checks {passed}/{total} · hidden checks run at grading: {hidden} · this is not your final score"
