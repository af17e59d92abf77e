"""From a question to its outcomes: run its checks, or judge its derivation, its kernels or its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import FAILED, NOT_ATTEMPTED, PASSED, Check, Outcome, Setting, run_check
from kernelcourse.homework.sheet import Question, Sheet
from kernelcourse.homework.values import clean


def examine(
    question: Question, sheet: Sheet, ask: Ask, setting: Setting, hidden: Sequence[Check] = ()
) -> list[Outcome]:
    """All outcomes of one question. Public checks carry no points: an answer earns them on inputs it has not seen."""
    if question.kind == "derivation":
        from kernelcourse.homework.reasoning import judge_derivation

        return judge_derivation(question, ask)
    if question.kind == "validity":
        from kernelcourse.homework.verdicts import judge_kernels

        return judge_kernels(question, ask)
    if question.kind == "text":
        return [judge_text(question, ask)]
    checks = [*sheet.public(question.id), *(check for check in hidden if check.question == question.id)]
    outcomes = [run_check(check, ask, setting) for check in checks]
    return [_unscored(outcome) for outcome in outcomes]


def _unscored(outcome: Outcome) -> Outcome:
    if outcome.hidden:
        return outcome
    fields = {**vars(outcome), "weight": 0.0, "share": 0.0}
    return Outcome(**fields)


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
    words = len(text.split())
    if words == 0:
        return Outcome("text", says, NOT_ATTEMPTED)
    if words < least:
        return Outcome(
            "text",
            says,
            FAILED,
            f"{question.names[0]} has {words} words; it should have at least {least}",
            answer=clean(text, 8000),
        )
    return Outcome("text", says, PASSED, answer=clean(text, 8000))


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
