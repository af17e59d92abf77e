"""A derivation as an answer: every line judged by the derivation checker, points for the milestones it reaches.

Milestones count while the lines hold: what follows the first line that is not accepted earns nothing. A milestone that
the sheet prints word for word counts only after another one has been reached on an earlier line: the goal copied behind
the first line is no derivation.
"""

from __future__ import annotations

import re
import tomllib
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.expect import Failed
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.values import clean

if TYPE_CHECKING:
    from kernelcourse.derivation.lines import Line
    from kernelcourse.derivation.own import OwnLine

SAYS = "every line follows from the one before it"
ARROWS = ("iff", "implies", "implied by")
ASKED_FOR = "the gradient"
MAX_LINES = 40
MAX_LINE = 600


@dataclass(frozen=True)
class Held:
    """An accepted line and how it stands to the line that began its chain: iff, one direction, estimate or neither."""

    line: Line
    standing: str = "iff"


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
    return [lines_outcome, *_milestones(spec["milestone"], held)]


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
        entries[1:] if isinstance(first, str) and _canonical(first) == _canonical(_start(spec)) else entries
    )


def _start(spec: dict[str, Any]) -> str:
    return str(spec["start"] if isinstance(spec["start"], str) else spec["start"]["is"])


def judge_lines(entries: list[Any], spec: dict[str, Any]) -> tuple[list[Held], Outcome]:
    """The lines up to the first that is not accepted, and what to say about that one."""
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.own import judge_own

    problem = Derivation(spec["given"], spec.get("define", {}), _start(spec), spec.get("where", ()))
    unknown = spec.get("unknown", ())
    try:
        found = judge_own(
            problem, entries, (unknown,) if isinstance(unknown, str) and unknown else tuple(unknown)
        )
    except Exception:  # no line of a student may end the grader, whatever it does to the checker
        text = "the lines have a form that cannot be checked"
        return [], Outcome("lines", SAYS, FAILED, text, trouble=traceback.format_exc(limit=-3))
    held: list[Held] = []
    for place, own in enumerate(found, 1):
        if own.report is None or not own.accepted:
            return held, _refused(place, own)
        line, relation = own.report.line, own.report.outcome.relation
        held.append(Held(line, _standing(held, line, relation)))
    return held, Outcome("lines", SAYS, PASSED)


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


def _standing(held: list[Held], line: Line, relation: str) -> str:
    """How a line stands to the one that began its chain.

    A ⇒ B ⇐ C says nothing about A and C: a chain that turns round has lost its way. What follows an estimate is about
    the estimate.
    """
    before = held[-1].standing if held else "iff"
    if line.kind == "inequality":
        return before
    if line.relation in ("<=", ">=", "<", ">") or before == "estimate":
        return "estimate"
    solving = line.kind == "equation" or line.relation in ARROWS or relation in ARROWS
    if not solving:
        return "iff"
    here = relation if relation in ARROWS else "iff"
    if "iff" in (before, here):
        return here if before == "iff" else before
    return before if before == here else "neither"


def _milestones(milestones: list[dict[str, Any]], held: list[Held]) -> list[Outcome]:
    """The milestones in their order; one that is printed on the sheet needs another on an earlier line."""
    outcomes: list[Outcome] = []
    reached: list[int] = []
    for number, milestone in enumerate(milestones):
        name, weight = str(milestone["name"]), float(milestone.get("weight", 1.0))
        places = [place for place, one in enumerate(held) if reaches(one, milestone)]
        copied = number > 0 and "exactly" in milestone
        good = [place for place in places if not copied or any(earlier < place for earlier in reached)]
        if good:
            reached.append(good[0])
            outcomes.append(Outcome(name, name, PASSED, weight=weight, share=1.0))
        else:
            text = "the lines between are missing" if places else "not among the lines that hold"
            outcomes.append(Outcome(name, name, FAILED, text, weight=weight))
    return outcomes


def reaches(held: Held, milestone: dict[str, Any]) -> bool:
    """The line is of the milestone's kind, avoids its forbidden words, contains the wanted ones, or is it exactly."""
    line = held.line
    kind = "expression" if line.kind == "equality" else line.kind
    if kind != milestone.get("kind", "expression"):
        return False
    if kind != "inequality" and held.standing not in ("iff", milestone.get("relation")):
        return False  # equivalent, unless the sheet asks for less
    text = _text(line)
    words = set(re.findall(r"[^\W\d]\w*|\d+(?:\.\d+)?|\*\*|\S", text))
    if words & set(milestone.get("without", ())) or not set(milestone.get("uses", ())) <= words:
        return False
    return "exactly" not in milestone or _canonical(text) == _canonical(milestone["exactly"])


def _text(line: Line) -> str:
    """The formula of a line in numpy's spelling."""
    if line.sides:
        return f"{line.sides[0]} {'==' if line.kind == 'equation' else line.relation or '<='} {line.sides[1]}"
    return line.text or ", ".join(line.let.values())


def _canonical(text: str) -> str:
    """One spelling for the same formula: α and alpha, spaces, needless brackets, <= turned into >=."""
    from kernelcourse.language.reading import LanguageError, parse_relation
    from kernelcourse.language.writing import show

    try:
        found = parse_relation(text)
    except LanguageError:
        return "".join(text.split())
    if not isinstance(found, tuple):
        return show(found, ascii_only=True)
    sign, left, right = found
    if sign in ("<=", "<"):
        sign, left, right = {"<=": ">=", "<": ">"}[sign], right, left
    return f"{show(left, ascii_only=True)} {sign} {show(right, ascii_only=True)}"


def _all(question: Question, status: str, text: str) -> list[Outcome]:
    """The same status for the lines and every milestone."""
    weights = [(str(m["name"]), float(m.get("weight", 1.0))) for m in question.spec["milestone"]]
    first = Outcome("lines", SAYS, status, text)
    return [first, *(Outcome(name, name, status, weight=weight) for name, weight in weights)]
