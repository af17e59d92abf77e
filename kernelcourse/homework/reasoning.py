"""A derivation as an answer: every line judged by the derivation checker, points for the milestones it reaches.

Milestones count while the lines hold: what follows the first line that is not accepted earns nothing.
"""

from __future__ import annotations

import re
import tomllib
import traceback
from typing import Any

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.expect import Failed
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.values import clean

RELATIONS = ("iff", "implies", "implied by")
KEYS = {"is", "by", "let", "gradient", "equation", "unknown", "relation", "inequality", "minimiser", "maximiser", "of",
        "limit", "series", "to"}  # fmt: skip
ASKED_FOR = "the gradient"
MAX_LINES = 40
MAX_LINE = 600


def judge_derivation(question: Question, ask: Ask) -> list[Outcome]:
    """One outcome for the lines, one for each milestone."""
    spec = question.spec
    try:
        lines = read_lines(ask(question.names[0]), spec)
    except NotAttempted:
        return _all(question, NOT_ATTEMPTED, "")
    except Stopped:
        raise
    except (NoAnswer, Failed) as error:
        return _all(question, FAILED, str(error))
    if len(lines) < 2:
        return _all(question, NOT_ATTEMPTED, "")
    holding, lines_outcome = judge_lines(lines, spec)
    reached = [_milestone(milestone, holding) for milestone in spec["milestone"]]
    return [lines_outcome, *reached]


def read_lines(value: Any, spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The student's lines in the form of the derivation files, the given first line in front."""
    if isinstance(value, str):  # a text: TOML [[line]] tables, or simply a line a row
        try:
            value = tomllib.loads(value)["line"] if "[[line]]" in value else value.strip().splitlines()
        except tomllib.TOMLDecodeError as error:
            raise Failed(f"the [[line]] tables cannot be read: {clean(error)}") from error
    if not isinstance(value, (list, tuple)):
        raise Failed("the lines should be a list of strings, one for each line")
    lines = [_line(part, number, spec) for number, part in enumerate(value, 1) if part != ""]
    if len(lines) > MAX_LINES:
        raise Failed(f"there are {len(lines)} lines; at most {MAX_LINES} are read")
    start = {"is": spec["start"]} if isinstance(spec["start"], str) else dict(spec["start"])
    if not lines or _plain(lines[0]) != _plain(start):
        lines = [start, *lines]
    return lines


def _line(part: Any, number: int, spec: dict[str, Any]) -> dict[str, Any]:
    """'gradient alpha: …', 'let w: …', 'implied by: A == B', 'A == B' or an expression; or the table itself."""
    if isinstance(part, dict):
        if not part or not set(part) <= KEYS or len(str(part)) > MAX_LINE:
            raise Failed(
                f"line {number} is not a line of a derivation: its keys can be {', '.join(sorted(KEYS))}"
            )
        return dict(part)
    if not isinstance(part, str) or len(part) > MAX_LINE:
        raise Failed(f"line {number} should be a string of at most {MAX_LINE} characters")
    text = part.strip()
    found = re.match(r"(gradient|let)\s+(\w+)\s*[:=]\s*(.+)", text, re.DOTALL)
    if found:
        word, name, rest = found.groups()
        return {"gradient": name, "is": rest.strip()} if word == "gradient" else {"let": {name: rest.strip()}}
    relation = next((word for word in RELATIONS if re.match(rf"{word}\s*:", text)), "")
    if relation:
        text = text.partition(":")[2].strip()
    sides = text.split("==")
    if len(sides) == 2:
        line: dict[str, Any] = {
            "equation": [side.strip() for side in sides],
            "unknown": spec.get("unknown", ""),
        }
        return line | ({"relation": relation} if relation else {})
    if relation or len(sides) > 2:
        raise Failed(f"line {number}: an equation is written left == right, with one ==")
    found = re.fullmatch(r"([^<>=]+)(<=|>=)([^<>=]+)", text)
    if found:
        return {"inequality": [found[1].strip(), found[2], found[3].strip()]}
    return {"is": text}


def judge_lines(lines: list[dict[str, Any]], spec: dict[str, Any]) -> tuple[list[dict[str, Any]], Outcome]:
    """The lines up to the first that is not accepted, each with its `standing`, and what to say about that one."""
    from kernelcourse.derivation import respond

    problem = {"given": spec["given"], "define": spec.get("define", {}), "line": lines}
    problem |= {key: spec[key] for key in ("where",) if key in spec}
    says = "every line follows from the one before it"
    try:
        reply = respond({"derivation": problem})
    except Exception:  # no line of a student may end the grader, whatever it does to the checker
        text = "the lines have a form that cannot be checked"
        return lines[:1], Outcome("lines", says, FAILED, text, trouble=traceback.format_exc(limit=-3))
    if "lines" not in reply:
        return lines[:1], Outcome("lines", says, FAILED, clean(reply.get("why", ""), 600))
    held: list[dict[str, Any]] = []
    for place, (line, verdict) in enumerate(zip(lines, reply["lines"], strict=False)):
        if not verdict["accepted"]:
            return held, _refused(says, place, line, verdict)
        held.append({**line, "standing": _standing(held, line, str(verdict.get("relation", "")))})
    return held, Outcome("lines", says, PASSED)


def _refused(says: str, place: int, line: dict[str, Any], verdict: dict[str, Any]) -> Outcome:
    word = "fails" if verdict["verdict"] == "refuted" else "could not be decided"
    text = f"line {place} ({clean(_text(line), 120)}) {word}: {clean(verdict['why'], 600)}"
    sentences = [text, clean(numbers(verdict.get("witness")), 400), clean(verdict.get("hint") or "", 300)]
    name = clean(verdict.get("title") or verdict.get("misconception") or "", 80)
    told = " ".join(one if one.endswith((".", "?", "!")) else f"{one}." for one in sentences if one)
    return Outcome("lines", says, FAILED, told, misconception=name)


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


def _standing(held: list[dict[str, Any]], line: dict[str, Any], relation: str) -> str:
    """How an equation stands to the line that began the chain of equations: iff, one direction, or neither.

    A ⇒ B ⇐ C says nothing about A and C: a chain that turns round has lost its way.
    """
    if "equation" not in line or not held:
        return "iff"
    before, here = held[-1]["standing"], relation if relation in RELATIONS else "iff"
    if "iff" in (before, here):
        return here if before == "iff" else before
    return before if before == here else "neither"


def _milestone(milestone: dict[str, Any], holding: list[dict[str, Any]]) -> Outcome:
    name, weight = str(milestone["name"]), float(milestone.get("weight", 1.0))
    if any(reaches(line, milestone) for line in holding[1:]):
        return Outcome(name, name, PASSED, weight=weight, share=1.0)
    return Outcome(name, name, FAILED, "not among the lines that hold", weight=weight)


def reaches(line: dict[str, Any], milestone: dict[str, Any]) -> bool:
    """The line is of the milestone's kind, avoids its forbidden words, contains the wanted ones, or is it exactly."""
    kinds = {"gradient": "gradient" in line, "equation": "equation" in line}
    kinds |= {"let": "let" in line, "inequality": "inequality" in line}
    kinds["expression"] = "is" in line and not kinds["gradient"]
    if line.get("relation") in ("<=", ">=", "<", ">", "≤", "≥"):  # an estimate is not the expression itself
        kinds["expression"] = False
    if not kinds[milestone.get("kind", "expression")]:
        return False
    if line.get("standing") not in (
        "iff",
        milestone.get("relation"),
    ):  # equivalent, unless the sheet asks for less
        return False
    text = _text(line)
    words = set(re.findall(r"[^\W\d]\w*|\d+(?:\.\d+)?|\*\*|\S", text))
    if words & set(milestone.get("without", ())) or not set(milestone.get("uses", ())) <= words:
        return False
    return "exactly" not in milestone or _canonical(text) == _canonical(milestone["exactly"])


def _text(line: dict[str, Any]) -> str:
    if "equation" in line and isinstance(line["equation"], list):
        return " == ".join(map(str, line["equation"]))
    if "inequality" in line:
        return " ".join(map(str, line["inequality"]))
    return str(line.get("is", line.get("let", "")))


def _plain(line: dict[str, Any]) -> str:
    return _canonical(_text(line)) + str(sorted(set(line) - {"by", "relation", "unknown"}))


def _canonical(text: str) -> str:
    """One spelling for the same formula: α and alpha, spaces, needless brackets."""
    from kernelcourse.language.reading import LanguageError, parse
    from kernelcourse.language.writing import show

    try:
        return " == ".join(show(parse(side), ascii_only=True) for side in text.split("=="))
    except LanguageError:
        return "".join(text.split())


def _all(question: Question, status: str, text: str) -> list[Outcome]:
    """The same status for the lines and every milestone."""
    weights = [(str(m["name"]), float(m.get("weight", 1.0))) for m in question.spec["milestone"]]
    first = Outcome("lines", "every line follows from the one before it", status, text)
    return [first, *(Outcome(name, name, status, weight=weight) for name, weight in weights)]
