"""From a question to its outcomes: run its checks, or judge its derivation, its kernels or its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import (
    FAILED,
    NOT_ATTEMPTED,
    PASSED,
    UNSEEN,
    Check,
    Outcome,
    Setting,
    run_check,
)
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.values import clean

CHECKED = ("function", "value")  # kinds of question whose points come from hidden checks


def examine(
    question: Question,
    checks: Sequence[Check],
    ask: Ask,
    setting: Setting,
    restart: Callable[[], None] | None = None,
) -> list[Outcome]:
    """All outcomes of one question.

    Public checks carry no points: an answer earns them on inputs it has not seen. An answer that ends its process fails
    its own check; the others are asked anew, if there is a way to `restart`.
    """
    if question.kind in CHECKED:
        return [_checked(check, ask, setting, restart) for check in checks]
    try:
        return _judged(question, ask, setting)
    except Stopped as stopped:
        if restart is not None:
            restart()
        return unusable(question, str(stopped))


def _checked(check: Check, ask: Ask, setting: Setting, restart: Callable[[], None] | None) -> Outcome:
    try:
        outcome = run_check(check, ask, setting)
    except Stopped as stopped:
        if restart is not None:
            restart()
        text = UNSEEN if check.hidden else f"your code gave no answer: {stopped}"
        outcome = Outcome(check.name, check.says, FAILED, text, check.hidden, check.weight)
    return outcome if check.hidden else replace(outcome, weight=0.0, share=0.0)


def _judged(question: Question, ask: Ask, setting: Setting) -> list[Outcome]:
    if question.kind == "derivation":
        from kernelcourse.homework.reasoning import judge_derivation

        held_back = {str(one["name"]) for one in question.spec["milestone"] if one.get("held_back")}
        return [
            replace(one, says=f"{one.says} (whether it is the one asked for is seen when it is graded)")
            if one.check in held_back and one.status == PASSED
            else one
            for one in judge_derivation(question, ask)
        ]
    if question.kind == "validity":
        from kernelcourse.homework.verdicts import judge_kernels

        return judge_kernels(question, ask, setting.secret)
    return [judge_text(question, ask)]


def unusable(question: Question, why: str, hidden: bool = False) -> list[Outcome]:
    """The one outcome of a question whose answers could not be had or could not be judged."""
    text = UNSEEN if hidden else why
    return [Outcome("answer", "an answer that can be judged", FAILED, text, hidden, weight=1.0)]


def judge_text(question: Question, ask: Ask) -> Outcome:
    """A free text is only seen to be there; a person reads it."""
    least = int(question.spec.get("words", 20))
    says = f"a text of at least {least} words, read by a person"
    try:
        text: Any = ask(question.names[0])
    except NotAttempted:
        return Outcome("text", says, NOT_ATTEMPTED)
    except Stopped:
        raise
    except NoAnswer as error:
        return Outcome("text", says, FAILED, f"the text cannot be read: {error}")
    if not isinstance(text, str):
        return Outcome("text", says, FAILED, f"{question.names[0]} should be a text in quotation marks")
    words, answer = len(text.split()), clean(text, 8000)
    if words == 0:
        return Outcome("text", says, NOT_ATTEMPTED)
    if words < least:
        short = f"{question.names[0]} has {words} words; it should have at least {least}"
        return Outcome("text", says, FAILED, short, answer=answer)
    return Outcome("text", says, PASSED, answer=answer)


def status_of(outcomes: Sequence[Outcome]) -> str:
    """not attempted if nothing was written, failed if anything failed, else passed."""
    found = {outcome.status for outcome in outcomes}
    if found <= {NOT_ATTEMPTED}:
        return NOT_ATTEMPTED
    return PASSED if found == {PASSED} else FAILED


def earned(question: Question, outcomes: Sequence[Outcome]) -> float:
    """Points: the question's points in proportion to the weight earned, rounded to a hundredth."""
    weight = sum(outcome.weight for outcome in outcomes)
    share = sum(outcome.weight * outcome.share for outcome in outcomes)
    return round(question.points * share / weight, 2) if weight > 0 else 0.0
