"""Where a sheet says that the caller's arrays stay as they were, writing into any of them costs points."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

from kernelcourse.homework.authoring.master import solved_cells
from kernelcourse.homework.judging.asking import ask_here
from kernelcourse.homework.judging.checks import FAILED, Setting
from kernelcourse.homework.judging.questions import earned, examine

from .conftest import SHEET_FOLDERS
from .test_banks import desk_of

PROMISE = re.compile(r"(leave|do not change) the caller's", re.IGNORECASE)
PROMISED = [
    (folder.name, question.id)
    for folder in SHEET_FOLDERS
    for question in desk_of(folder.name).questions
    if PROMISE.search(desk_of(folder.name).prompts.get(question.id, ""))
]


def writing(function, place):
    """The same function, which writes into its argument at that place when all is computed."""

    def written(*given):
        got = np.array(function(*given), copy=True)
        if not np.array_equal(got, given[place]):  # a move that is not made writes nothing
            given[place].flat[0] += 1.0
        return got

    return written


def test_the_sheets_that_promise_it_are_found():
    assert {sheet for sheet, _ in PROMISED} == {"kernel_trick", "mds", "mercer", "pca", "ridge", "svm"}


@pytest.mark.parametrize(("sheet", "asked"), PROMISED)
def test_writing_into_an_array_of_the_caller_costs_points(sheet, asked):
    desk = desk_of(sheet)
    question = next(one for one in desk.questions if one.id == asked)
    names: dict = {"__name__": "__main__", "display": lambda *_, **__: None}
    for source in solved_cells(desk.master):
        exec(compile(source, f"<{sheet}>", "exec"), names)
    (name,) = question.names
    right = names[name]
    public, hidden = desk.sheet.public(asked), [one for one in desk.hidden if one.question == asked]
    arrays = [
        place
        for place, one in enumerate(inspect.signature(right).parameters)
        if one in ("K", "X", "y", "w", "D", "alpha")
    ]
    assert arrays
    for place in arrays:
        names[name] = writing(right, place)
        setting = Setting(sheet, desk.sheet.data(), desk.solution, "caller")
        outcomes = examine(question, [*public, *hidden], ask_here(names), setting)
        assert {one.hidden for one in outcomes if one.status == FAILED} == {True, False}, place
        assert 0 < earned(question, outcomes) <= 3 / 4 * question.points, place
