"""What the lines of a derivation have reached: a true line earns something only if it is about what was asked.

A milestone that the sheet prints word for word counts only after another one has been reached on an earlier line: the
goal copied behind the first line is no derivation. A word that the first line does not have must do something
(padding.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from kernelcourse.homework.checks import FAILED, PASSED, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernelcourse.derivation.lines import Line
    from kernelcourse.derivation.symbols import Setting
    from kernelcourse.language.tree import Node

ESTIMATES = ("<=", ">=", "<", ">")
ARROWS = ("iff", "implies", "implied by")
LONGEST = 3_000  # parts of a formula in which the student's own abbreviations are written out
FIRST, FOLLOWS, ELSEWHERE = "the first line", "its gradient or an equation", "something else"


@dataclass(frozen=True)
class Held:
    """An accepted line and how it stands to the line that began its chain: iff, one direction, estimate or neither.

    `about` is what it speaks of: the first line, or its gradient or an equation, or something else altogether.
    `formulas` is its formula, or both sides, with the student's own abbreviations written out: a sum called r is a sum.
    """

    line: Line
    setting: Setting
    formulas: tuple[Node, ...]
    standing: str = "iff"
    about: str = FIRST

    @property
    def kind(self) -> str:
        """That of the milestones it may reach; `>= …` behind a line is an inequality of which that line is a side."""
        if self.line.kind != "equality":
            return self.line.kind
        return "inequality" if len(self.formulas) == 2 else "expression"

    @property
    def sign(self) -> str:
        return "==" if self.line.kind == "equation" else self.line.relation or "<="


def formulas_of(held: list[Held], line: Line, setting: Setting, spec: dict[str, Any]) -> tuple[Node, ...]:
    """The line's formula or both sides; the side before the first `>=` of a chain is the line before it."""
    own = written_out(line, setting, spec)
    if (
        line.kind != "equality"
        or line.relation not in ESTIMATES
        or any(one.standing != "iff" for one in held)
    ):
        return own
    earlier = [one.formulas for one in held if one.line.kind == "equality"] or [
        (setting.formula(start_of(spec)).node,)
    ]
    return (*earlier[-1], *own) if own else ()


def written_out(line: Line, setting: Setting, spec: dict[str, Any]) -> tuple[Node, ...]:
    """The line's formulas without letters that the student has brought in by `let`; none if they would be too long."""
    from kernelcourse.language.tree import free_names, substitute, walk

    sheet = {*spec["given"], *spec.get("define", ())}
    own = {name: node for name, node in setting.define.items() if name not in sheet}
    found = []
    for text in line.sides or ((line.text,) if line.text else tuple(line.let.values())):
        node = setting.formula(text).node
        while own.keys() & free_names(node):
            node = substitute(node, own)
            if sum(1 for _ in islice(walk(node), LONGEST)) == LONGEST:
                return ()
        found.append(node)
    return tuple(found)


def standing(held: list[Held], line: Line, relation: str) -> str:
    """How a line stands to the one that began its chain.

    A ⇒ B ⇐ C says nothing about A and C: a chain that turns round has lost its way. What follows an estimate is about
    the estimate.
    """
    before = held[-1].standing if held else "iff"
    if line.kind == "inequality":
        return before
    if line.relation in ESTIMATES or before == "estimate":
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
    let = {name: text for one in held for name, text in one.line.let.items()}
    return _one_equals(line.sides, start_of(spec), spec, let)


def _one_equals(sides: Iterable[str], text: str, spec: dict[str, Any], let: dict[str, str]) -> bool:
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.own import judge_own

    problem = Derivation(spec["given"], {**spec.get("define", {}), **let}, text, spec.get("where", ()))
    return any(judge_own(problem, [f"= {side}"])[0].accepted for side in sides)


def start_of(spec: dict[str, Any]) -> str:
    """The line that the sheet gives."""
    return str(spec["start"] if isinstance(spec["start"], str) else spec["start"]["is"])


def unknown_of(spec: dict[str, Any]) -> tuple[str, ...]:
    """What the question is to be solved for."""
    unknown = spec.get("unknown", ())
    return ((unknown,) if unknown else ()) if isinstance(unknown, str) else tuple(unknown)


def milestones(spec: dict[str, Any], held: list[Held]) -> list[Outcome]:
    """The milestones in their order; one that is printed on the sheet needs another on an earlier line."""
    wanted = spec["milestone"]
    outcomes: list[Outcome] = []
    reached: list[int] = []
    for number, milestone in enumerate(wanted):
        name, weight = str(milestone["name"]), float(milestone.get("weight", 1.0))
        later = any(one.get("kind") in ("gradient", "equation") for one in wanted[:number])
        places = [
            place
            for place, one in enumerate(held)
            if reaches(one, milestone, spec) and (later or one.about == FIRST or one.line.kind != "equality")
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


def reaches(held: Held, milestone: dict[str, Any], spec: dict[str, Any]) -> bool:
    """The line is of the milestone's kind and form: forbidden words, wanted words, solved for a letter, exactly so."""
    from kernelcourse.homework.forms import functions, multiplied_out, numbers_multiplied, one_product
    from kernelcourse.homework.padding import words
    from kernelcourse.language.writing import show

    if held.kind != milestone.get("kind", "expression") or not held.formulas:
        return False
    if held.about == ELSEWHERE:
        return False
    if held.kind != "inequality" and held.standing not in ("iff", milestone.get("relation")):
        return False  # equivalent, unless the sheet asks for less
    sides = [show(one, ascii_only=True) for one in held.formulas]
    text = f" {held.sign} ".join(sides)
    uses, there = set(milestone.get("uses", ())), words(text)
    if there & set(milestone.get("without", ())) or not uses <= there:
        return False
    if "solved" in milestone and not _solved(held, milestone["solved"]):
        return False
    if "multiplied_out" in milestone and not multiplied_out(held.formulas[0], milestone["multiplied_out"]):
        return False
    if "product" in milestone and not one_product(held.formulas[0]):
        return False
    if "functions" in milestone and not functions(held.formulas) <= set(milestone["functions"]):
        return False
    if milestone.get("numbers_multiplied") is False and numbers_multiplied(held.formulas, held.setting):
        return False
    if "exactly" in milestone and canonical(text) != canonical(milestone["exactly"]):
        return False
    if any(_idle(held, word) for word in uses - words(start_of(spec))):
        return False
    return "against" not in milestone or _one_equals(sides, milestone["against"], spec, {})


def _idle(held: Held, word: str) -> bool:
    """The word does nothing on the line: nothing on either side changes without it."""
    from kernelcourse.homework.padding import padded, words_of

    sides = [side for side in held.formulas if word in words_of(side)]
    return bool(sides) and all(padded(side, word, held.setting) for side in sides)


def _solved(held: Held, letter: str) -> bool:
    """The letter stands alone on one side of the equation and does not occur on the other."""
    from kernelcourse.language.letters import canonical as plain
    from kernelcourse.language.tree import Name, free_names

    alone, sides = Name(plain(letter)), held.formulas
    return len(sides) == 2 and any(
        side == alone and alone.id not in free_names(rest) for side, rest in (sides, sides[::-1])
    )


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
