"""What the lines of a derivation have reached: a true line earns something only if it is about what was asked.

Each milestone is reached by a line of its own, in the order of the sheet (matching.py). One that the sheet prints word
for word counts only after another one has been reached on an earlier line: the goal copied behind the first line is no
derivation. A word that the first line does not have must do something (padding.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from kernelcourse.homework.judging.checks import FAILED, PASSED, Outcome
from kernelcourse.homework.tasks import Lines

if TYPE_CHECKING:
    from kernelcourse.derivation.lines.line import Line
    from kernelcourse.derivation.reading.symbols import Setting
    from kernelcourse.language.tree import Node

ESTIMATES = ("<=", ">=", "<", ">")
ARROWS = ("iff", "implies", "implied by")
OF_IT = (
    "let",
    "equality",
    "gradient",
    "equation",
    "inequality",
)  # words of lines that still speak of what was asked
NOT_BY_ITSELF = (
    "the lines between are missing: each of these is asked for on a line of its own, in this order"
)
LONGEST = 3_000  # parts of a formula in which the student's own abbreviations are written out
FIRST, GRADIENT, FOLLOWS, ELSEWHERE = "the first line", "its gradient", "an equation", "something else"


@dataclass(frozen=True)
class Held:
    """An accepted line and how it stands to the line that began its chain: iff, one direction, estimate or neither.

    `about` is what it speaks of: the first line, its gradient, an equation, or something else altogether.
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
        if self.line.word != "equality":
            return self.line.word
        return "inequality" if len(self.formulas) == 2 else "expression"

    def is_a(self, kind: str) -> bool:
        """`= …` behind a gradient is an expression, and it is the gradient too: what it has become."""
        return kind == self.kind or (
            kind == "gradient" and self.kind == "expression" and self.about == GRADIENT
        )

    @property
    def sign(self) -> str:
        return "==" if self.line.word == "equation" else self.line.relation or "<="


def formulas_of(held: list[Held], line: Line, setting: Setting, task: Lines) -> tuple[Node, ...]:
    """The line's formula or both sides; the side before the first `>=` of a chain is the line before it."""
    own = written_out(line, setting, task)
    if (
        line.word != "equality"
        or line.relation not in ESTIMATES
        or any(one.standing != "iff" for one in held)
    ):
        return own
    earlier = [one.formulas for one in held if one.line.word == "equality"] or [
        (setting.formula(task.start).node,)
    ]
    return (*earlier[-1], *own) if own else ()


def written_out(line: Line, setting: Setting, task: Lines) -> tuple[Node, ...]:
    """The line's formulas without letters that the student has brought in by `let`; none if they would be too long."""
    from kernelcourse.homework.judging.spelling import inner_products, one_spelling
    from kernelcourse.language.tree import free_names, substitute, walk

    sheet = {*task.given, *task.define}
    own = {name: node for name, node in setting.define.items() if name not in sheet}
    found = []
    for text in line.sides or ((line.text,) if line.text else tuple(line.let.values())):
        node = setting.formula(text).node
        while own.keys() & free_names(node):
            node = substitute(node, own)
            if sum(1 for _ in islice(walk(node), LONGEST)) == LONGEST:
                return ()
        found.append(one_spelling(inner_products(node, setting)))
    return tuple(found)


def standing(held: list[Held], line: Line, relation: str) -> str:
    """How a line stands to the one that began its chain.

    A ⇒ B ⇐ C says nothing about A and C: a chain that turns round has lost its way. What follows an estimate is about
    the estimate.
    """
    before = held[-1].standing if held else "iff"
    if line.word == "inequality":
        return before
    if line.relation in ESTIMATES or before == "estimate":
        return "estimate"
    solving = line.word == "equation" or line.relation in ARROWS or relation in ARROWS
    if not solving:
        return "iff"
    here = relation if relation in ARROWS else "iff"
    if "iff" in (before, here):
        return here if before == "iff" else before
    return before if before == here else "neither"


def about(held: list[Held], line: Line, task: Lines) -> str:
    """What a line speaks of.

    A gradient in another letter than the unknown, a limit, the value at a minimiser, or a new beginning are true lines
    about something that was not asked for. An inequality stands alone: one of its sides must be what has been reached.
    """
    before = next((one.about for one in reversed(held) if one.line.word != "inequality"), FIRST)
    if line.word not in OF_IT or before == ELSEWHERE:
        return ELSEWHERE
    if line.word == "gradient":
        return GRADIENT if set(line.letters) <= set(task.unknowns or line.letters) else ELSEWHERE
    if line.word == "inequality" and before == FIRST and not _touches(held, line, task):
        return ELSEWHERE
    return FOLLOWS if line.word == "equation" else before


def _touches(held: list[Held], line: Line, task: Lines) -> bool:
    """A side of the inequality equals the first line."""
    from kernelcourse.homework.judging.reaching import one_equals

    let = {name: text for one in held for name, text in one.line.let.items()}
    return one_equals(line.sides, task.start, task, let)


def milestones(task: Lines, held: list[Held]) -> list[Outcome]:
    """The milestones in their order, each on a line of its own; a printed one needs another before it."""
    from kernelcourse.homework.judging.matching import Wanted, matched
    from kernelcourse.homework.judging.reaching import reaches

    wanted = []
    for number, milestone in enumerate(task.milestone):
        later = milestone.kind == "gradient" or any(
            one.kind in ("gradient", "equation") for one in task.milestone[:number]
        )
        places = tuple(
            place
            for place, one in enumerate(held)
            if reaches(one, milestone, task) and (later or one.about == FIRST or one.line.word != "equality")
        )
        wanted.append(
            Wanted(
                milestone.weight, places, copied=number > 0 and bool(milestone.exactly or milestone.system)
            )
        )
    outcomes: list[Outcome] = []
    for milestone, one, place in zip(task.milestone, wanted, matched(wanted), strict=True):
        name, weight = milestone.name, milestone.weight
        if place is not None:
            outcomes.append(Outcome(name, name, PASSED, weight=weight, share=1.0))
        else:
            text = NOT_BY_ITSELF if one.places else "not among the lines that hold"
            outcomes.append(Outcome(name, name, FAILED, text, weight=weight))
    return outcomes


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
