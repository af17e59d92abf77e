"""A derivation as an answer: every line judged by the derivation checker, points for the milestones it reaches.

Milestones (milestones.py) count while the lines hold: what follows the first line that is not accepted earns nothing.
"""

from __future__ import annotations

import tomllib
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kernelcourse.homework.judging.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.judging.expect import Failed
from kernelcourse.homework.judging.milestones import (
    Held,
    about,
    canonical,
    formulas_of,
    milestones,
    standing,
)
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.tasks import Lines

if TYPE_CHECKING:
    from kernelcourse.derivation.readers.own_lines import OwnLine

SAYS = "every line follows from the one before it"
ASKED_FOR = "the gradient"
MAX_LINES = 40
MAX_LINE = 600


def judge_derivation(name: str, task: Lines, ask: Ask) -> list[Outcome]:
    """One outcome for the lines, which the student called `name`, and one for each milestone."""
    try:
        entries = read_entries(ask(name), task)
    except NotAttempted:
        return _all(task, NOT_ATTEMPTED, "")
    except Stopped:
        raise
    except (NoAnswer, Failed) as error:
        return _all(task, FAILED, str(error))
    if not entries:
        return _all(task, NOT_ATTEMPTED, "")
    held, lines_outcome = judge_lines(entries, task)
    return with_its_price(lines_outcome, milestones(task, held))


def with_its_price(lines: Outcome, reached: list[Outcome]) -> list[Outcome]:
    """A false line behind the last milestone costs as much as a milestone: no failed derivation has all its points."""
    if lines.status == FAILED and reached and all(one.status == PASSED for one in reached):
        lines = replace(lines, weight=sum(one.weight for one in reached) / len(reached))
    return [lines, *reached]


def read_entries(value: Any, task: Lines) -> list[Any]:
    """What the student wrote, one entry for each line (a text, or a table as in a file); the given first left out."""
    if isinstance(value, str):  # a text: TOML [[line]] tables, or simply one line after the other
        try:
            value = tomllib.loads(value)["line"] if "[[line]]" in value else value.strip().splitlines()
        except tomllib.TOMLDecodeError as error:
            raise Failed(f"the [[line]] tables cannot be read: {clean(error)}") from error
    if not isinstance(value, (list, tuple)):
        raise Failed("the lines should be a list of strings, one for each line")
    entries = [
        part for part in value if not isinstance(part, str) or part.split("#")[0].strip()
    ]  # comments aside
    for number, part in enumerate(entries, 1):
        if not isinstance(part, (str, dict)) or len(str(part)) > MAX_LINE:
            raise Failed(f"line {number} should be a string of at most {MAX_LINE} characters")
    if len(entries) > MAX_LINES:
        raise Failed(f"there are {len(entries)} lines; at most {MAX_LINES} are read")
    first = (
        entries[0].get("is") if entries and isinstance(entries[0], dict) else entries[0] if entries else ""
    )
    return entries[1:] if isinstance(first, str) and canonical(first) == canonical(task.start) else entries


def judge_lines(entries: list[Any], task: Lines) -> tuple[list[Held], Outcome]:
    """The lines up to the first that is not accepted, and what to say about that one."""
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.readers.own_lines import judge_own

    problem = Derivation(task.given, task.define, task.start, task.where)
    try:
        found = judge_own(problem, entries, task.unknowns)
    except Exception:  # no line of a student may end the grader, whatever it does to the checker
        text = "the lines have a form that cannot be checked"
        return [], Outcome("lines", SAYS, FAILED, text, trouble=traceback.format_exc(limit=-3))
    held: list[Held] = []
    for place, own in enumerate(found, 1):
        if own.report is None or not own.accepted:
            return held, _refused(place, own)
        line, relation = own.report.line, own.report.outcome.relation
        fixed = [name for name in line.let if name in task.given]
        if fixed and not any(one.kind == "let" for one in task.milestone):
            return held, _special_case(place, own, fixed[0])
        setting = own.report.state.setting
        formulas = formulas_of(held, line, setting, task)
        held.append(Held(line, setting, formulas, standing(held, line, relation), about(held, line, task)))
    return held, Outcome("lines", SAYS, PASSED)


def _special_case(place: int, own: OwnLine, name: str) -> Outcome:
    """With α = 0 every line about α is true: a letter that is given stays free."""
    text = f"line {place} ({clean(own.entry, 120)}) fixes {name}, which is given: the lines are asked for every {name}."
    return Outcome("lines", SAYS, FAILED, text, misconception="a special case")


def _refused(place: int, own: OwnLine) -> Outcome:
    shown = clean(own.entry, 120)
    if own.report is None:
        return Outcome(
            "lines", SAYS, FAILED, f"line {place} ({shown}) cannot be read: {clean(own.in_short, 600)}"
        )
    outcome = own.report.outcome
    text = f"line {place} ({shown}) is {outcome.verdict}: {clean(outcome.why, 600)}"
    witness = outcome.witness.to_dict() if outcome.witness else None
    sentences = [text, clean(numbers(witness), 400), clean(outcome.hint, 300)]
    told = " ".join(one if one.endswith((".", "?", "!")) else f"{one}." for one in sentences if one)
    return Outcome(
        "lines", SAYS, FAILED, told, misconception=clean(outcome.title or outcome.misconception, 80)
    )


def numbers(found: Any) -> str:
    """'For n = 1, X = [[-1]], λ = 1: the previous line is 1, this line is 2': what anyone can recompute.

    Only values of what the student wrote are shown, never that of the gradient that was asked for.
    """
    from kernelcourse.language.letters import letter

    if not isinstance(found, dict) or not isinstance(found.get("values"), dict):
        return ""
    place = ", ".join(f"{letter(name)} = {_short(value)}" for name, value in found["values"].items())
    shown = [
        (name, value)
        for name, value in found.items()
        if name not in ("values", ASKED_FOR) and value is not None
    ]
    told = ", ".join(
        f"{name.removesuffix(' is')} {'is' if ' ' in name else '='} {_short(value)}" for name, value in shown
    )
    told += f", {ASKED_FOR} is something else" if ASKED_FOR in found else ""
    return f"For {place}: {told}" if place and told else ""


def _short(value: Any) -> str:
    """Numbers with four digits, arrays as nested lists."""
    if isinstance(value, list):
        return "[" + ", ".join(_short(part) for part in value) + "]"
    return format(value, ".4g") if isinstance(value, float) else str(value)


def _all(task: Lines, status: str, text: str) -> list[Outcome]:
    """The same status for the lines and every milestone."""
    first = Outcome("lines", SAYS, status, text)
    return [first, *(Outcome(one.name, one.name, status, weight=one.weight) for one in task.milestone)]
