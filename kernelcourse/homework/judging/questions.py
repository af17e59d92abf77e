"""From a question to its outcomes: run its checks, or judge its derivation, its kernels or its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kernelcourse.homework.judging.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.checks import (
    FAILED,
    NOT_ATTEMPTED,
    PASSED,
    RESTS,
    UNSEEN,
    Check,
    Outcome,
    Setting,
    run_check,
)
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.tasks import Essay, Kernels, Lines

CHECKED = ("function", "value")  # kinds of question whose points come from hidden checks


def examine(
    question: Question,
    checks: Sequence[Check],
    ask: Ask,
    setting: Setting,
    restart: Callable[[], None] | None = None,
) -> list[Outcome]:
    """All outcomes of one question.

    Public checks give no points: an answer earns them on inputs it has not seen; one that fails costs some (`earned`).
    An answer that ends its process fails its own check; the others are asked anew, if there is a way to `restart`.
    """
    if question.kind in CHECKED:
        return _resting(checks, [_checked(check, ask, setting, restart) for check in checks])
    try:
        return _judged(question, ask, setting)
    except Stopped as stopped:
        if restart is not None:
            restart()
        return unusable(question, str(stopped))


def _checked(check: Check, ask: Ask, setting: Setting, restart: Callable[[], None] | None) -> Outcome:
    try:
        return run_check(check, ask, setting, restart)
    except Stopped as stopped:
        if restart is not None:
            restart()
        text = UNSEEN if check.hidden else f"your code gave no answer: {stopped}"
        return Outcome(check.name, check.says, FAILED, text, check.hidden, check.weight)


def _resting(checks: Sequence[Check], outcomes: list[Outcome]) -> list[Outcome]:
    """A passed check fails with the one that it rests on."""
    failed = {
        check.function: check for check, one in zip(checks, outcomes, strict=True) if one.status != PASSED
    }
    return [
        replace(one, status=FAILED, share=0.0, text=RESTS.format(failed[check.rests_on].says))
        if one.status == PASSED and check.rests_on in failed
        else one
        for check, one in zip(checks, outcomes, strict=True)
    ]


def _judged(question: Question, ask: Ask, setting: Setting) -> list[Outcome]:
    task = question.task
    if isinstance(task, Lines):
        from kernelcourse.homework.judging.reasoning import judge_derivation

        held_back = {one.name for one in task.milestone if one.held_back}
        return [
            replace(one, says=f"{one.says} (whether it is the one asked for is seen when it is graded)")
            if one.check in held_back and one.status == PASSED
            else one
            for one in judge_derivation(question.names[0], task, ask)
        ]
    if isinstance(task, Kernels):
        from kernelcourse.homework.judging.verdicts import judge_kernels

        return judge_kernels(task, ask, setting.secret)
    return [judge_text(question.names[0], task.words if isinstance(task, Essay) else 0, ask)]


def unusable(question: Question, why: str, hidden: bool = False) -> list[Outcome]:
    """The one outcome of a question whose answers could not be had or could not be judged."""
    text = UNSEEN if hidden else why
    return [Outcome("answer", "an answer that can be judged", FAILED, text, hidden, weight=1.0)]


def judge_text(name: str, least: int, ask: Ask) -> Outcome:
    """A free text is only seen to be there; a person reads it."""
    says = f"a text of at least {least} words, read by a person"
    try:
        text: Any = ask(name)
    except NotAttempted:
        return Outcome("text", says, NOT_ATTEMPTED)
    except Stopped:
        raise
    except NoAnswer as error:
        return Outcome("text", says, FAILED, f"the text cannot be read: {error}")
    if not isinstance(text, str):
        return Outcome("text", says, FAILED, f"{name} should be a text in quotation marks")
    words, answer = len(text.split()), clean(text, 8000)
    if words == 0:
        return Outcome("text", says, NOT_ATTEMPTED)
    if words < least:
        short = f"{name} has {words} words; it should have at least {least}"
        return Outcome("text", says, FAILED, short, answer=answer)
    return Outcome("text", says, PASSED, answer=answer)


def status_of(outcomes: Sequence[Outcome]) -> str:
    """not attempted if nothing was written, failed if anything failed, else passed."""
    found = {outcome.status for outcome in outcomes}
    if found <= {NOT_ATTEMPTED}:
        return NOT_ATTEMPTED
    return PASSED if found == {PASSED} else FAILED


def earned(question: Question, outcomes: Sequence[Outcome]) -> float:
    """Points in proportion to the weight earned, rounded to a hundredth; never all of them where something failed.

    Functions and values earn on hidden inputs. A public property that fails although all hidden inputs were met costs
    its part: the share is that of the hidden checks, or that of all checks together where this is less.
    """
    counted = [one for one in outcomes if one.hidden] if question.kind in CHECKED else outcomes
    return round(question.points * min(_share(counted), _share(outcomes)), 2)


def _share(outcomes: Sequence[Outcome]) -> float:
    weight = sum(outcome.weight for outcome in outcomes)
    return sum(outcome.weight * outcome.share for outcome in outcomes) / weight if weight > 0 else 0.0
