"""A question that is marked as failed never has all its points, whatever the sheet."""

from __future__ import annotations

import pytest

from kernelcourse.homework.judging.asking import ask_here
from kernelcourse.homework.judging.checks import (
    FAILED,
    PASSED,
    Check,
    Outcome,
    Setting,
    collect,
    examines,
)
from kernelcourse.homework.judging.expect import holds
from kernelcourse.homework.judging.questions import CHECKED, earned, examine, status_of
from kernelcourse.homework.judging.reasoning import judge_derivation
from kernelcourse.homework.sheet import Question, personal

from .conftest import SHEET_FOLDERS
from .test_banks import desk_of

every_sheet = pytest.mark.parametrize("sheet", [folder.name for folder in SHEET_FOLDERS])


def outcome(check: Check, good: bool) -> Outcome:
    status = PASSED if good else FAILED
    return Outcome(
        check.name, check.says, status, hidden=check.hidden, weight=check.weight, share=float(good)
    )


def checks_of(sheet, question):
    desk = desk_of(sheet)
    return [*desk.sheet.public(question.id), *(one for one in desk.hidden if one.question == question.id)]


@every_sheet
def test_one_check_that_fails_costs_points_in_every_question(sheet):
    for question in desk_of(sheet).questions:
        checks = checks_of(sheet, question)
        for failing in checks if question.kind in CHECKED else ():
            outcomes = [outcome(one, one is not failing) for one in checks]
            assert status_of(outcomes) == FAILED
            assert 0 < earned(question, outcomes) < question.points, (question.id, failing.name)
        if question.kind in CHECKED:
            assert earned(question, [outcome(one, True) for one in checks]) == question.points


@examines("q1", "doubles two")
def doubles(ask):
    holds(ask.double(2) == 4, "2 is not doubled")


@examines("q1", "doubles nothing", rests_on=doubles)
def doubles_nothing(ask):
    holds(ask.double(0) == 0, "0 is not doubled")


@pytest.mark.parametrize(("answer", "points"), [(lambda v: 2 * v, 4), (lambda v: v * 0, 0), (lambda v: 4, 2)])
def test_a_check_earns_nothing_without_the_one_that_it_rests_on(answer, points):
    question = Question(id="q1", title="", points=4, kind="function", names=("double",))
    checks = collect(globals(), hidden=True)
    outcomes = examine(question, checks, ask_here({"double": answer}), Setting("doubles"))
    assert earned(question, outcomes) == points
    if not points:
        assert "doubles two" in outcomes[1].text and status_of(outcomes) == FAILED


@every_sheet
def test_a_check_rests_on_a_hidden_one_of_its_question_that_stands_by_itself(sheet):
    for question in desk_of(sheet).questions:
        checks = checks_of(sheet, question)
        stands = {one.function for one in checks if one.hidden and one.rests_on is None}
        assert all(one.rests_on in stands for one in checks if one.rests_on is not None)
        assert stands or question.kind not in CHECKED


@every_sheet
def test_public_checks_alone_earn_nothing(sheet):
    for question in desk_of(sheet).questions:
        if question.kind in CHECKED:
            assert earned(question, [outcome(one, not one.hidden) for one in checks_of(sheet, question)]) == 0


@every_sheet
def test_who_meets_one_check_more_has_no_fewer_points(sheet):
    for question in desk_of(sheet).questions:
        checks = checks_of(sheet, question) if question.kind in CHECKED else []
        for failing in checks:
            for other in checks:
                fewer = [outcome(one, one not in (failing, other)) for one in checks]
                more = [outcome(one, one is not failing) for one in checks]
                assert earned(question, fewer) <= earned(question, more)


@every_sheet
def test_a_false_line_behind_the_last_costs_points(sheet):
    from .test_trivial import right_values

    question = next(one for one in desk_of(sheet).questions if one.kind == "derivation")
    asked = personal(question, sheet)
    lines = [one for one in right_values(sheet, "")[question.names[0]] if one]
    outcomes = judge_derivation("lines", asked.task, lambda _: [*lines, "implies: 1 == 2"])
    assert status_of(outcomes) == FAILED and outcomes[0].status == FAILED
    assert question.points / 2 < earned(question, outcomes) < question.points
