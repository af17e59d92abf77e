"""Every wrong solution of every bank loses points, an idle one all of them, and a right one none.

Judged in this process: banks are the author's own code. `kernelcourse homework audit` grades them in the sandbox.
"""

from __future__ import annotations

from functools import cache

import pytest

from kernelcourse.homework.authoring.audit import LEAST_RIGHT, LEAST_WRONG, Entry, read_bank
from kernelcourse.homework.authoring.master import solved_cells
from kernelcourse.homework.classes.grading import Bench, bench
from kernelcourse.homework.judging.asking import ask_here
from kernelcourse.homework.judging.checks import Setting
from kernelcourse.homework.judging.questions import earned, examine
from kernelcourse.homework.sheet import SHEETS, Question, personal

from .conftest import MATERIALS, SHEET_FOLDERS

ENTRIES = [(folder.name, entry) for folder in SHEET_FOLDERS for entry in read_bank(folder)]


@cache
def desk_of(sheet: str) -> Bench:
    return bench(sheet, str(MATERIALS), str(SHEETS))


def entries(entries: list[tuple[str, Entry]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("sheet", "entry"),
        [pytest.param(sheet, one, id=f"{sheet}-{one.question}-{one.name}") for sheet, one in entries],
    )


@entries(ENTRIES)
def test_the_checks_tell_wrong_from_right(sheet, entry):
    question, points = graded(sheet, entry, "bank")
    assert (points >= question.points) == entry.right


@entries([(sheet, one) for sheet, one in ENTRIES if one.idle])
@pytest.mark.parametrize("secret", ["one", "two", "three"])
def test_what_takes_no_work_earns_nothing_by_luck(sheet, entry, secret):
    assert graded(sheet, entry, secret)[1] == 0


def graded(sheet: str, entry: Entry, secret: str) -> tuple[Question, float]:
    desk = desk_of(sheet)
    names: dict = {}

    def load() -> None:
        names.clear()
        names.update({"__name__": "__main__", "display": lambda *_, **__: None})
        for source in [*solved_cells(desk.master), entry.source]:
            exec(compile(source, f"<{sheet}>", "exec"), names)

    load()
    question = next(one for one in desk.questions if one.id == entry.question)
    checks = [*desk.sheet.public(question.id), *(one for one in desk.hidden if one.question == question.id)]
    setting = Setting(sheet, desk.sheet.data(), desk.solution, secret)
    outcomes = examine(personal(question, sheet), checks, ask_here(names), setting, load)
    return question, earned(question, outcomes)


@pytest.mark.parametrize("folder", SHEET_FOLDERS, ids=lambda folder: folder.name)
def test_every_bank_is_large_enough(folder):
    for question in desk_of(folder.name).questions:
        mine = [one for sheet, one in ENTRIES if (sheet, one.question) == (folder.name, question.id)]
        right = sum(one.right for one in mine)
        assert question.kind == "text" or (right >= LEAST_RIGHT and len(mine) - right >= LEAST_WRONG)
