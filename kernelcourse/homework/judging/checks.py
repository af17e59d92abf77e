"""A check: a function that asks for the student's answers and demands a property of them."""

from __future__ import annotations

import hashlib
import inspect
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from kernelcourse.homework.judging.asking import NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.expect import Failed
from kernelcourse.homework.sandbox.namespace import Names

PASSED, FAILED, NOT_ATTEMPTED = "passed", "failed", "not attempted"
UNSEEN = "failed on a hidden input of this kind"
RESTS = "this counts only where the answer also passes: {}"


@dataclass(frozen=True)
class Check:
    """One property of one question; its arguments are among ask, rng, data, solution, afresh."""

    question: str
    says: str
    function: Callable[..., None]
    hint: str = ""
    weight: float = 1.0
    hidden: bool = False
    rests_on: Callable[..., None] | None = None  # the check without which this one earns nothing

    @property
    def name(self) -> str:
        return self.function.__name__


@dataclass(frozen=True)
class Outcome:
    """What one check found. `text` is for the student, `trouble` for the instructor only."""

    check: str
    says: str
    status: str
    text: str = ""
    hidden: bool = False
    weight: float = 0.0
    share: float = 0.0  # the part of `weight` that was earned, between 0 and 1
    misconception: str = ""
    trouble: str = ""
    answer: str = ""  # a free text, for the person who reads it


@dataclass(frozen=True)
class Setting:
    """What a check may see besides the answers: the student's data, the instructor's solution, the secret seed."""

    sheet: str
    data: Any = None
    solution: SimpleNamespace | None = None
    secret: str = "public"


def examines(
    question: str,
    says: str,
    *,
    hint: str = "",
    weight: float = 1.0,
    rests_on: Callable[..., None] | None = None,
) -> Callable[[Callable], Callable]:
    """Mark a function as a check of a question. `says` is the property, in the words that the student reads.

    What a right answer does in a corner, many wrong ones do too: such a check `rests_on` that of ordinary inputs.
    """

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        function.check = Check(question, says, function, hint, weight, rests_on=rests_on)  # type: ignore[attr-defined]
        return function

    return mark


def collect(namespace: Names, hidden: bool) -> list[Check]:
    """The marked functions of a module, in the order in which they were written."""
    marked = [value.check for value in namespace.values() if isinstance(getattr(value, "check", None), Check)]
    return [replace(one, hidden=hidden) for one in marked]


def check_rng(setting: Setting, check: Check) -> np.random.Generator:
    """The generator of one check: the same for every student and every run with the same secret."""
    text = "\0".join(["check", setting.secret, setting.sheet, check.question, check.name])
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big"))


def run_check(check: Check, ask: Any, setting: Setting, afresh: Callable[[], None] | None = None) -> Outcome:
    """Run one check; whatever the student's side does becomes an outcome, never an exception. Stopped passes on.

    `afresh` loads the notebook into a new process, where there is one: what the answers remember is gone.
    """
    offered = {
        "ask": ask,
        "rng": check_rng(setting, check),
        "data": setting.data,
        "solution": setting.solution,
        "afresh": afresh or (lambda: None),
    }
    wanted = inspect.signature(check.function).parameters

    def outcome(status: str, text: str = "", **more: str) -> Outcome:
        share = 1.0 if status == PASSED else 0.0
        # Student code has seen the hidden input by now: what it says and how it fails is repeated to nobody.
        text = UNSEEN if check.hidden and status == FAILED else text
        return Outcome(check.name, check.says, status, text, check.hidden, check.weight, share, **more)

    try:
        with np.errstate(all="ignore"):
            check.function(**{name: offered[name] for name in wanted})
    except NotAttempted:
        return outcome(NOT_ATTEMPTED)
    except Failed as failed:
        text = str(failed) + (f"; {check.hint}" if check.hint else "")
        return outcome(FAILED, text, misconception=failed.misconception)
    except Stopped:
        raise
    except NoAnswer as error:
        return outcome(FAILED, f"your code gave no answer: {error}")
    except MemoryError:
        raise
    except (
        Exception
    ):  # an answer of a form that the check did not foresee: the student's loss, the author's note
        return outcome(
            FAILED, "the answer has a form that cannot be checked", trouble=traceback.format_exc(limit=-3)
        )
    return outcome(PASSED)
