"""What the lines of a derivation have reached: a true line earns something only if it is about what was asked.

A milestone that the sheet prints word for word counts only after another one has been reached on an earlier line: the
goal copied behind the first line is no derivation. A word that the first line does not have must do something
(padding.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernelcourse.homework.checks import FAILED, PASSED, Outcome

if TYPE_CHECKING:
    from kernelcourse.derivation.lines import Line
    from kernelcourse.derivation.symbols import Setting
    from kernelcourse.language.tree import Node

ARROWS = ("iff", "implies", "implied by")
FIRST, FOLLOWS, ELSEWHERE = "the first line", "its gradient or an equation", "something else"


@dataclass(frozen=True)
class Held:
    """An accepted line and how it stands to the line that began its chain: iff, one direction, estimate or neither.

    `about` is what it speaks of: the first line, or its gradient or an equation, or something else altogether.
    """

    line: Line
    setting: Setting
    standing: str = "iff"
    about: str = FIRST


def standing(held: list[Held], line: Line, relation: str) -> str:
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


def about(held: list[Held], line: Line, spec: dict[str, Any]) -> str:
    """What a line speaks of.

    A gradient in another letter than the unknown, a limit, or the value at a minimiser are true lines about something
    that was not asked for. An inequality stands alone: one of its sides must be what has been reached.
    """
    before = next((one.about for one in reversed(held) if one.line.kind != "inequality"), FIRST)
    if line.kind in ("minimiser", "maximiser", "limit") or before == ELSEWHERE:
        return ELSEWHERE
    if line.kind == "gradient":
        return FOLLOWS if set(line.letters) <= set(unknown_of(spec) or line.letters) else ELSEWHERE
    if line.kind == "inequality" and before == FIRST and not _touches(held, line, spec):
        return ELSEWHERE
    return FOLLOWS if line.kind == "equation" else before


def _touches(held: list[Held], line: Line, spec: dict[str, Any]) -> bool:
    """A side of the inequality equals the first line."""
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.own import judge_own

    let = {name: text for one in held for name, text in one.line.let.items()}
    problem = Derivation(
        spec["given"], {**spec.get("define", {}), **let}, start_of(spec), spec.get("where", ())
    )
    return any(judge_own(problem, [f"= {side}"])[0].accepted for side in line.sides)


def start_of(spec: dict[str, Any]) -> str:
    """The line that the sheet gives."""
    return str(spec["start"] if isinstance(spec["start"], str) else spec["start"]["is"])


def unknown_of(spec: dict[str, Any]) -> tuple[str, ...]:
    """What the question is to be solved for."""
    unknown = spec.get("unknown", ())
    return ((unknown,) if unknown else ()) if isinstance(unknown, str) else tuple(unknown)


def milestones(spec: dict[str, Any], held: list[Held]) -> list[Outcome]:
    """The milestones in their order; one that is printed on the sheet needs another on an earlier line."""
    wanted, start = spec["milestone"], start_of(spec)
    outcomes: list[Outcome] = []
    reached: list[int] = []
    for number, milestone in enumerate(wanted):
        name, weight = str(milestone["name"]), float(milestone.get("weight", 1.0))
        later = any(one.get("kind") in ("gradient", "equation") for one in wanted[:number])
        places = [
            place
            for place, one in enumerate(held)
            if reaches(one, milestone, start) and (later or one.about == FIRST or one.line.kind != "equality")
        ]
        copied = number > 0 and "exactly" in milestone
        good = [place for place in places if not copied or any(earlier < place for earlier in reached)]
        if good:
            reached.append(good[0])
            outcomes.append(Outcome(name, name, PASSED, weight=weight, share=1.0))
        else:
            text = "the lines between are missing" if places else "not among the lines that hold"
            outcomes.append(Outcome(name, name, FAILED, text, weight=weight))
    return outcomes


def reaches(held: Held, milestone: dict[str, Any], start: str) -> bool:
    """The line is of the milestone's kind and form: forbidden words, wanted words, solved for a letter, exactly so."""
    from kernelcourse.homework.forms import multiplied_out, one_product
    from kernelcourse.homework.padding import words

    line = held.line
    kind = "expression" if line.kind == "equality" else line.kind
    if kind != milestone.get("kind", "expression"):
        return False
    if held.about == ELSEWHERE:
        return False
    if kind != "inequality" and held.standing not in ("iff", milestone.get("relation")):
        return False  # equivalent, unless the sheet asks for less
    text = _text(line)
    uses, there = set(milestone.get("uses", ())), words(text)
    if there & set(milestone.get("without", ())) or not uses <= there:
        return False
    if "solved" in milestone and not _solved(line, milestone["solved"]):
        return False
    if "multiplied_out" in milestone and not multiplied_out(_tree(held), milestone["multiplied_out"]):
        return False
    if "product" in milestone and not one_product(_tree(held)):
        return False
    if "exactly" in milestone and canonical(text) != canonical(milestone["exactly"]):
        return False
    return not any(_idle(held, word) for word in uses - words(start))


def _tree(held: Held) -> Node:
    return held.setting.formula(held.line.text).node


def _idle(held: Held, word: str) -> bool:
    """The word does nothing on the line: nothing on either side changes without it."""
    from kernelcourse.homework.padding import padded, words

    sides = [side for side in held.line.sides or (held.line.text,) if word in words(side)]
    return bool(sides) and all(padded(held.setting.formula(side).node, word, held.setting) for side in sides)


def _solved(line: Line, letter: str) -> bool:
    """The letter stands alone on one side of the equation and does not occur on the other."""
    if not line.sides:
        return False
    one, other = (canonical(side) for side in line.sides)
    alone = canonical(letter)
    return any(
        side == alone and alone not in re.findall(r"[^\W\d]\w*", rest)
        for side, rest in ((one, other), (other, one))
    )


def _text(line: Line) -> str:
    """The formula of a line in numpy's spelling."""
    if line.sides:
        return f"{line.sides[0]} {'==' if line.kind == 'equation' else line.relation or '<='} {line.sides[1]}"
    return line.text or ", ".join(line.let.values())


def canonical(text: str) -> str:
    """One spelling for the same formula: α and alpha, spaces, brackets, a <= b and b >= a, a == b and b == a."""
    from kernelcourse.language.reading import LanguageError, parse_relation
    from kernelcourse.language.writing import show

    try:
        found = parse_relation(text)
    except LanguageError:
        return "".join(text.split())
    if not isinstance(found, tuple):
        return show(found, ascii_only=True)
    sign, *both = found
    sides = [show(side, ascii_only=True) for side in both]
    if sign in ("<=", "<"):
        sign, sides = {"<=": ">=", "<": ">"}[sign], sides[::-1]
    return f" {sign} ".join(sorted(sides) if sign == "==" else sides)
