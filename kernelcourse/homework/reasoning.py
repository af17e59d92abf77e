"""A derivation as an answer: every line judged by the derivation checker, points for the milestones it reaches.

Milestones (milestones.py) count while the lines hold: what follows the first line that is not accepted earns nothing.
"""

from __future__ import annotations

import tomllib
import traceback
from typing import TYPE_CHECKING, Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.expect import Failed
from kernelcourse.homework.milestones import (
    Held,
    about,
    canonical,
    formulas_of,
    milestones,
    standing,
    start_of,
    unknown_of,
)
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.values import clean

if TYPE_CHECKING:
    from kernelcourse.derivation.own import OwnLine

SAYS = "every line follows from the one before it"
ASKED_FOR = "the gradient"
MAX_LINES = 40
MAX_LINE = 600


def judge_derivation(question: Question, ask: Ask) -> list[Outcome]:
    """One outcome for the lines, one for each milestone."""
    spec = question.spec
    try:
        entries = read_entries(ask(question.names[0]), spec)
    except NotAttempted:
        return _all(question, NOT_ATTEMPTED, "")
    except Stopped:
        raise
    except (NoAnswer, Failed) as error:
        return _all(question, FAILED, str(error))
    if not entries:
        return _all(question, NOT_ATTEMPTED, "")
    held, lines_outcome = judge_lines(entries, spec)
    return [lines_outcome, *milestones(spec, held)]


def read_entries(value: Any, spec: dict[str, Any]) -> list[Any]:
    """What the student wrote, one entry for each line (a text, or a table as in a file); the given first left out."""
    if isinstance(value, str):  # a text: TOML [[line]] tables, or simply one line after the other
        try:
            value = tomllib.loads(value)["line"] if "[[line]]" in value else value.strip().splitlines()
        except tomllib.TOMLDecodeError as error:
            raise Failed(f"the [[line]] tables cannot be read: {clean(error)}") from error
    if not isinstance(value, (list, tuple)):
        raise Failed("the lines should be a list of strings, one for each line")
    entries = [part for part in value if part != ""]
    for number, part in enumerate(entries, 1):
        if not isinstance(part, (str, dict)) or len(str(part)) > MAX_LINE:
            raise Failed(f"line {number} should be a string of at most {MAX_LINE} characters")
    if len(entries) > MAX_LINES:
        raise Failed(f"there are {len(entries)} lines; at most {MAX_LINES} are read")
    first = (
        entries[0].get("is") if entries and isinstance(entries[0], dict) else entries[0] if entries else ""
    )
    return (
        entries[1:] if isinstance(first, str) and canonical(first) == canonical(start_of(spec)) else entries
    )


def judge_lines(entries: list[Any], spec: dict[str, Any]) -> tuple[list[Held], Outcome]:
    """The lines up to the first that is not accepted, and what to say about that one."""
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.own import judge_own

    problem = Derivation(spec["given"], spec.get("define", {}), start_of(spec), spec.get("where", ()))
    unknown = unknown_of(spec)
    try:
        found = judge_own(problem, entries, unknown)
    except Exception:  # no line of a student may end the grader, whatever it does to the checker
        text = "the lines have a form that cannot be checked"
        return [], Outcome("lines", SAYS, FAILED, text, trouble=traceback.format_exc(limit=-3))
    held: list[Held] = []
    for place, own in enumerate(found, 1):
        if own.report is None or not own.accepted:
            return held, _refused(place, own)
        line, relation = own.report.line, own.report.outcome.relation
        fixed = [name for name in line.let if name in spec["given"]]
        if fixed and not any(one.get("kind") == "let" for one in spec["milestone"]):
            return held, _special_case(place, own, fixed[0])
        setting = own.report.state.setting
        formulas = formulas_of(held, line, setting, spec)
        held.append(Held(line, setting, formulas, standing(held, line, relation), about(held, line, spec)))
    return held, Outcome("lines", SAYS, PASSED)


def _special_case(place: int, own: OwnLine, name: str) -> Outcome:
    """With α = 0 every line about α is true: a letter that is given stays free."""
    text = f"line {place} ({clean(own.entry, 120)}) fixes {name}, which is given: the lines are asked for every {name}."
    return Outcome("lines", SAYS, FAILED, text, misconception="a special case")


def _refused(place: int, own: OwnLine) -> Outcome:
    shown = clean(own.entry, 120)
    if own.report is None:
        return Outcome(
            "lines", SAYS, FAILED, f"line {place} ({shown}) cannot be read: {clean(own.problem, 600)}"
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


def _all(question: Question, status: str, text: str) -> list[Outcome]:
    """The same status for the lines and every milestone."""
    weights = [(str(m["name"]), float(m.get("weight", 1.0))) for m in question.spec["milestone"]]
    first = Outcome("lines", SAYS, status, text)
    return [first, *(Outcome(name, name, status, weight=weight) for name, weight in weights)]
