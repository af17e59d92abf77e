"""The one reader of typed lines: page, notebook, homework, command line and files all ask `read_typed`.

A claim (claims.py) becomes a Line at its place: what stands before it decides what a full equation means, and the step
that is asked for decides which kinds of claim may stand there. A line without a sign is read as "=" (a full equation as
⇔), never as what the author happened to write; `Typed.notes` says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kernelcourse.language.letters import canonical, letter
from kernelcourse.language.reading import LanguageError, show
from kernelcourse.language.shapes import ShapeError

from ..lines.expressions import EqualityLine, GradientLine, LimitLine, StartLine
from ..lines.line import ESTIMATES, SIGNS, Line
from ..lines.reading import RELATIONS, read_line, without_sign
from ..lines.relations import EquationLine, InequalityLine, MinimiserLine
from ..steps import State
from .claims import is_zero, read_claim, starred
from .unknowns import meant, unmarked

NO_SIGN = "no sign was typed: read as ="
NO_ARROW = "no arrow was typed: read as ⇔"
_STRONGER = {
    "=": {"", "="}, "": {"", "="}, "<=": {"<=", "<", "=", ""}, ">=": {">=", ">", "=", ""}, "<": {"<"}, ">": {">"},
}  # fmt: skip


@dataclass(frozen=True)
class Typed:
    """A typed line as a Line, and in sentences what had to be decided to read it."""

    line: Line
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where a line stands: after `state`; `asked` is the author's line there, if there is one.

    `unknown` is what a first equation is solved for, `limits` where each letter tends to if the line does not say.
    """

    state: State
    asked: Line | None = None
    unknown: tuple[str, ...] = ()
    limits: tuple[tuple[str, str], ...] = ()


def read_typed(typed: object, place: Place, relation: str = "") -> Typed:
    """The Line that a text (or a table of a file) means at its place; LanguageError says what to type instead."""
    if not isinstance(relation, str) or (relation and relation not in RELATIONS):
        raise ValueError(f"relation {relation!r} must be one of iff, implies, implied by, =, <=, >=, <, >")
    if isinstance(typed, Mapping):
        return _Reading(place).table(typed)
    claim = read_claim(typed)
    reading = _Reading(place)
    if starred(typed) and reading.wants_equation(claim.letters[0]):
        reading.leaves_out(claim.letters[0])
        claim = EquationLine(sides=(claim.letters[0], claim.text))
    if relation and not claim.relation and isinstance(claim, (EqualityLine, EquationLine)):
        claim = replace(claim, relation=RELATIONS[relation])
    return reading.claim(claim)


class _Reading:
    def __init__(self, place: Place):
        self.place, self.asked, self.state = place, place.asked, place.state
        self.setting = place.state.setting
        self.notes: list[str] = []

    def table(self, table: Mapping[str, object]) -> Typed:
        if "of" in table:
            raise LanguageError("what is differentiated or minimised is the line before: leave `of` out")
        line = read_line(table, "line")
        if isinstance(line, EquationLine) and not (line.letters or self.solving()):
            line = replace(line, letters=self.place.unknown)
        self.check(line)
        return Typed(line)

    def claim(self, claim: Line) -> Typed:
        line = self.line(claim)
        self.check(line)
        return Typed(self.plain(line), tuple(dict.fromkeys(self.notes)))

    def solving(self) -> bool:
        """Is an unknown known here?"""
        return self.state.equation is not None or bool(self.state.unknown)

    def wants_equation(self, name: str) -> bool:
        """Is α* = … the solution here, rather than a minimiser, or a conjugate?"""
        range_ = self.setting.given.get(name)
        if range_ is None or range_.is_complex:
            return False
        nothing = self.state.expression is None and self.state.objective is None
        return isinstance(self.asked, EquationLine) or (
            self.state.equation is not None and (nothing or isinstance(self.asked, EqualityLine))
        )

    def line(self, claim: Line) -> Line:
        if isinstance(claim, EquationLine):
            return self.minimiser(claim) or self.equation(self.unmarked(claim))
        if isinstance(claim, LimitLine) and not claim.letters:
            claim = self.limit(claim)
        plain = isinstance(claim, EqualityLine) and claim.relation in ("", "=")
        if plain and (gradient := self.gradient()) and self.is_zero(claim.text):
            # under a gradient `= 0` does not say what it is, but what is asked of it
            return self.equation(EquationLine(sides=(gradient, claim.text)))
        let = {self.name(name): text for name, text in claim.let.items()}
        line = replace(without_sign(claim), let=let, letters=tuple(self.name(name) for name in claim.letters))
        if isinstance(line, LimitLine):
            return replace(line, to=line.to or dict(self.place.limits).get(line.letters[0], ""))
        if not isinstance(line, EqualityLine):
            return line
        if not let and isinstance(self.asked, EqualityLine) and self.asked.let:
            let = dict(self.asked.let)  # the author's substitution stays in force
        if not claim.relation:
            self.notes.append(NO_SIGN)
        letters = self.asked.letters if isinstance(self.asked, EqualityLine) else ()
        return replace(line, letters=letters, let=let)

    def limit(self, claim: LimitLine) -> LimitLine:
        """→ E: which letter tends where, the step that is asked for says."""
        if isinstance(self.asked, LimitLine):
            return replace(claim, letters=self.asked.letters, to=self.asked.to)
        known = self.place.limits if len(self.place.limits) == 1 else ()
        return replace(claim, letters=tuple(name for name, _ in known))

    def minimiser(self, claim: EquationLine) -> Line | None:
        """w₀ = … where the minimiser w is asked for."""
        asked = self.asked
        plain = isinstance(asked, MinimiserLine) and claim.relation in ("", "=")
        if not plain or asked is None or (meant(claim.sides[0], self.setting),) != asked.letters:
            return None
        self.notes.append(f"{claim.sides[0]} is read as the {asked.word} {letter(asked.letters[0])}")
        return type(asked)(claim.sides[1], letters=asked.letters)

    def unmarked(self, claim: EquationLine) -> EquationLine:
        """An equation without the stars and hats of its unknown."""
        asked = self.asked.letters if isinstance(self.asked, EquationLine) else ()
        names = dict.fromkeys((*self.state.unknown, *self.place.unknown, *asked))
        sides, read = zip(*(unmarked(side, names, self.setting) for side in claim.sides), strict=True)
        for name in {*read[0], *read[1]}:
            self.leaves_out(name)
        return replace(claim, sides=sides)

    def leaves_out(self, name: str) -> None:
        self.notes.append(f"stars and hats are left out: {letter(name)} is the unknown")

    def gradient(self) -> str:
        """The line before, if it is a gradient that may be set to zero here."""
        free = self.asked is None or isinstance(self.asked, EquationLine)
        before = self.state.expression
        waits = free and self.state.unknown and self.state.equation is None
        return show(before.node) if waits and before is not None else ""

    def is_zero(self, text: str) -> bool:
        try:
            return is_zero(self.setting.read(text))
        except LanguageError:
            return False

    def equation(self, claim: EquationLine) -> Line:
        """A = b: after an equation or a gradient the next equation; after an expression that is A, an equality.

        A gradient that is repeated and set to zero is an equation too.
        """
        before = self.state.expression
        free = not self.solving() and not self.place.unknown
        if before is not None and not claim.relation and self.state.equation is None:
            try:
                repeated = self.setting.read(claim.sides[0]) == before.node
                if repeated and not (self.state.unknown and is_zero(self.setting.read(claim.sides[1]))):
                    return EqualityLine(claim.sides[1])
            except LanguageError:
                pass
        if before is not None and free and not isinstance(self.asked, EquationLine):
            raise LanguageError(
                "write only what the last line is equal to: = …" + self.for_a_letter(claim.sides[0])
            )
        if not claim.relation:
            self.notes.append(NO_ARROW)
        letters = self.asked.letters if isinstance(self.asked, EquationLine) else ()
        if not letters and not self.solving():
            letters = self.place.unknown
        let = dict(self.asked.let) if isinstance(self.asked, EquationLine) else {}
        return EquationLine(sides=claim.sides, letters=letters, relation=claim.relation, let=let)

    def for_a_letter(self, text: str) -> str:
        """w = … after an expression: what may have been meant."""
        plain = re.sub(r"[\u0302\u0303\u0304*]|hat$", "", unicodedata.normalize("NFD", text.strip()))  # ŵ, w*
        name = self.name(canonical(plain))
        if name not in self.setting.given:
            return ""
        return f"; if it makes the line smallest, minimiser {letter(name)} = …; to put it in, let {letter(name)} = …"

    def name(self, name: str) -> str:
        """w_0 is w0, if that is the letter here."""
        short = name.replace("_", "")
        return short if name not in self.setting.names and short in self.setting.names else name

    def plain(self, line: Line) -> Line:
        """The line in numpy's spelling, where it was written by hand; what was decided goes to the notes."""
        setting = self.setting
        let = {}
        for name, text in line.let.items():
            let[name] = self.numpy(text)
            if name not in setting.functions:
                try:
                    setting = setting.let(name, setting.read(let[name]))
                except LanguageError:
                    continue  # the step says what is wrong with it
        self.setting = setting
        return replace(line, text=self.numpy(line.text), sides=tuple(map(self.numpy, line.sides)), let=let)

    def numpy(self, text: str) -> str:
        if not text:
            return text
        before = self.state.expression
        size = before.shape[0] if before is not None and len(before.shape) == 2 else None
        try:
            formula = self.setting.formula(text, size)
        except ShapeError:  # it can be read, and its shapes do not fit: that is for the step to say
            return text
        self.notes += formula.notes
        return show(formula.node) if formula.by_hand else text

    # a line may not claim less, or something else, than the step that is asked for ---------------------------------

    def check(self, line: Line) -> None:
        if isinstance(line, (GradientLine, MinimiserLine)):
            self.check_letter(line)
        if self.asked is None:
            return
        asked, after_equation = self.asked, self.state.equation is not None
        either = (EqualityLine, EquationLine)
        if isinstance(asked, StartLine):
            fits = isinstance(line, EqualityLine)
        elif isinstance(asked, either) and after_equation:
            fits = isinstance(line, either)
        else:
            fits = type(line) is type(asked)
        if not fits:
            raise LanguageError(f"this step asks for something else: type {wanted(asked, after_equation)}")
        if isinstance(asked, (GradientLine, MinimiserLine, LimitLine)) and line.letters != asked.letters:
            names = ", ".join(map(letter, asked.letters))
            raise LanguageError(f"this step is about {names}: type {wanted(asked, after_equation)}")
        if isinstance(line, LimitLine) and isinstance(asked, LimitLine) and line.goal != asked.goal:
            raise LanguageError(f"this step lets {letter(asked.letters[0])} tend to {asked.to or '∞'}")
        if isinstance(line, (*either, InequalityLine)):
            self.check_relation(line, asked, after_equation)

    def check_letter(self, line: Line) -> None:
        """The letter occurs in what is differentiated or minimised."""
        source = (
            self.state.expression
            if isinstance(line, GradientLine)
            else self.state.expression or self.state.objective
        )
        name = line.letters[0]
        free = name in self.setting.given and name not in self.setting.define
        if source is not None and free and name not in self.setting.depends(source.node):
            raise LanguageError(
                f"{letter(name)} does not occur in the line before: nothing there depends on it"
            )

    def check_relation(self, line: Line, asked: Line, after_equation: bool) -> None:
        mine, theirs = line.relation, asked.relation
        if isinstance(line, EquationLine) or (after_equation and theirs not in ESTIMATES):
            known = (*ESTIMATES, "implies", "implied by")
            mine, theirs = (one if one in known else "iff" for one in (mine, theirs))
            fine = mine in ("iff", theirs)
        elif isinstance(line, InequalityLine):
            turned = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
            fine = any(mine in _STRONGER[one] and mine for one in (theirs or "<=", turned[theirs or "<="]))
        else:
            fine = mine in _STRONGER.get(theirs, {"", "="})
        if not fine:
            raise LanguageError(
                f"{SIGNS.get(mine, mine)} is not what this step asks for: type {wanted(asked, after_equation)}"
            )


def wanted(asked: Line, after_equation: bool = False) -> str:
    """How a line of the kind that is asked for begins."""
    if isinstance(asked, (EqualityLine, StartLine)) and after_equation:
        sign = SIGNS.get(asked.relation, asked.relation)
        return f"{SIGNS['iff'] if sign == '=' else sign} … = …"
    return asked.begins
