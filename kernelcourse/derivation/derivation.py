"""A derivation is a value: letters, a first line, and lines that each follow from the one before.

>>> d = Derivation(given={"x": "vector(n)"}, start="norm(x)**2").then("x @ x")
>>> check(d).verdict
<Verdict.PROVED: 'proved'>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kernelcourse.language.letters import canonical
from kernelcourse.language.reading import LanguageError

from .diagnosis.diagnose import explain
from .diagnosis.misconceptions import MISCONCEPTIONS, Misconception
from .instances.samples import Samples
from .lines.expressions import EqualityLine, GradientLine, LetLine, LimitLine, StartLine
from .lines.line import Line
from .lines.reading import RELATIONS, read_line
from .lines.relations import EquationLine, InequalityLine, MaximiserLine, MinimiserLine
from .outcome import Outcome, Verdict
from .reading.settings import read_setting
from .reading.symbols import Setting
from .report import LineReport, Report
from .steps import State, Step


@dataclass(frozen=True)
class WrongLine:
    """A line known to be wrong after line `after`, and the misconception it must be diagnosed as."""

    after: int
    line: Line
    misconception: str
    hint: str = ""
    source: str = ""


@dataclass(frozen=True)
class Route:
    """Another right way: lines that replace those after line `after` (or all of them, if None)."""

    title: str
    lines: tuple[Line, ...]
    after: int | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    define: Mapping[str, str] = field(default_factory=dict)
    where: tuple[str, ...] = ()


class UnreadableLine(LanguageError):
    """A line that is not in the language; `.line` counts from 0, `.judged` are the reports on the lines before it."""

    def __init__(self, line: int, error: LanguageError):
        super().__init__(f"line {line}: {error.message}", error.text, error.position)
        self.line, self.why = line, error.message
        self.judged: tuple[LineReport, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """Immutable; every method returns a longer derivation."""

    given: Mapping[str, str]
    define: Mapping[str, str] = field(default_factory=dict)
    start: str = ""
    where: Iterable[str] = ()
    title: str = ""
    sources: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    routes: tuple[Route, ...] = ()
    wrong: tuple[WrongLine, ...] = ()
    misconceptions: Mapping[str, Misconception] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", (self.where,) if isinstance(self.where, str) else tuple(self.where))
        if self.start and not self.lines:
            object.__setattr__(self, "lines", (EqualityLine(self.start),))

    def setting(self) -> Setting:
        return read_setting(self.given, self.define, self.where)

    def add(self, line: Line) -> Derivation:
        return replace(self, lines=(*self.lines, line))

    def then(self, text: str, by: str = "", relation: str = "") -> Derivation:
        """previous = this (or <=, >=, <, >)."""
        return self.add(EqualityLine(text, by, _relation(relation)))

    def let(self, by: str = "", **letters: str) -> Derivation:
        """From here on a letter stands for an expression: let(w="X.T @ α")."""
        return self.add(LetLine(by=by, let={canonical(name): text for name, text in letters.items()}))

    def gradient(self, text: str, wrt: str, by: str = "") -> Derivation:
        """This is the gradient of the previous line in a letter."""
        return self.add(GradientLine(text, by, letters=(canonical(wrt),)))

    def equation(
        self, left: str, right: str, unknown: str | Iterable[str] = (), relation: str = "iff", by: str = ""
    ) -> Derivation:
        """previous ⟨relation⟩ left = right, in the unknown."""
        names = (unknown,) if isinstance(unknown, str) else tuple(unknown)
        letters = tuple(canonical(name) for name in names)
        return self.add(
            EquationLine(sides=(left, right), letters=letters, relation=_relation(relation), by=by)
        )

    def inequality(self, left: str, sign: str = "", right: str = "", by: str = "") -> Derivation:
        """left sign right for all values of the letters; or one text, "a <= b"."""
        if not sign:
            return self.add(read_line({"inequality": left, "by": by}, "inequality"))
        return self.add(InequalityLine(sides=(left, right), relation=_relation(sign), by=by))

    def minimiser(self, text: str, over: str, of: str = "", by: str = "") -> Derivation:
        """This value of the letter minimises the current expression (or `of`)."""
        return self.add(MinimiserLine(text, by, letters=(canonical(over),), of=of))

    def maximiser(self, text: str, over: str, of: str = "", by: str = "") -> Derivation:
        """This value of the letter maximises the current expression (or `of`)."""
        return self.add(MaximiserLine(text, by, letters=(canonical(over),), of=of))

    def limit(self, text: str, of: str, to: str | float = "inf", by: str = "") -> Derivation:
        """The previous expression tends to this one as the letter `of` tends to `to`."""
        return self.add(LimitLine(text, by, letters=(canonical(of),), to=str(to)))

    def starting(self, text: str) -> Derivation:
        """A new beginning, unrelated to the line before."""
        return self.add(StartLine(text))

    def along(self, route: Route) -> Derivation:
        """The derivation that takes this route."""
        kept = () if route.after is None else self.lines[: route.after + 1]
        return replace(
            self,
            given={**self.given, **route.given},
            define={**self.define, **route.define},
            where=(*self.where, *route.where),
            lines=(*kept, *route.lines),
            title=route.title,
            start="",
        )

    def misconception(self, name: str) -> Misconception:
        found = self.misconceptions.get(name) or MISCONCEPTIONS.get(name)
        if found is None:
            raise ValueError(f"{name!r} is not the name of a misconception")
        return found


def _relation(text: str) -> str:
    if text and text not in RELATIONS:
        raise ValueError(f"relation {text!r} must be one of iff, implies, implied by, =, <=, >=, <, >")
    return RELATIONS.get(text, "")


def check(
    derivation: Derivation,
    seed: int = 0,
    sizes: Mapping[str, int] | None = None,
    hints: bool = True,
    samples: Samples | None = None,
) -> Report:
    """Judge every line against the one before it. `hints=False` skips the diagnosis of wrong lines."""
    samples = samples or Samples(derivation.setting(), seed, sizes)
    state = State(samples.setting)
    reports: list[LineReport] = []
    for place, line in enumerate(derivation.lines):
        try:
            reports.append(judge_line(derivation, place, line, state, samples, hints))
        except UnreadableLine as error:
            error.judged = tuple(reports)
            raise
        state = reports[-1].state
    return Report(derivation.title, tuple(reports))


def judge_line(
    derivation: Derivation, place: int, line: Line, state: State, samples: Samples, hints: bool = True
) -> LineReport:
    """The report on one line that stands at `place`, after the state reached so far."""
    step = _taken(place, line, state, samples)
    outcome: Outcome = step.outcome
    if hints and (outcome.verdict == Verdict.REFUTED or outcome.conditions):
        outcome = explain(derivation, place, line, state, step, samples)
    return LineReport(place, line, outcome, step.nodes, step.state)


def state_after(derivation: Derivation, count: int, samples: Samples) -> State:
    """The state after the first `count` lines, which nobody judges."""
    state = State(samples.setting)
    for place, line in enumerate(derivation.lines[:count]):
        state = _taken(place, line, state, samples).state
    return state


def _taken(place: int, line: Line, state: State, samples: Samples) -> Step:
    try:
        return line.take(state, samples)
    except LanguageError as error:
        raise UnreadableLine(place, error) from None


__all__: list[Any] = [
    "Derivation",
    "Route",
    "UnreadableLine",
    "WrongLine",
    "check",
    "judge_line",
    "state_after",
]
