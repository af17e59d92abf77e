"""Deriving alone: from the first line to the goal in one's own steps, each judged, none of the author's shown.

A reader writes what a line claims: `= …` (or only the expression), `<= …`, `let w = …`, `gradient α: …`,
`minimiser w0 = …`, `limit N: …`, `⇔ left = right` (⇒, ⇐). The number of steps is free. The goal is reached by a line
that holds and has the goal's form (form.py), and by nothing less: in a chain of equalities every line has the goal's
value, the first one too. On the way no letter may be given a value that the author does not give it, and no relation
may be weaker than the author's: whoever shows ≥ has not shown =.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from kernelcourse.language.errors import TooMuch
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Node

from ..derivation import Derivation, UnreadableLine, judge_line
from ..files import load
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..judging.equality import judge_equality
from ..lines.expressions import EqualityLine, LimitLine, StartLine
from ..lines.line import Line
from ..lines.relations import EquationLine, InequalityLine, MinimiserLine
from ..outcome import Outcome, Verdict
from ..reading.form import form
from ..reading.typed import Place, read_typed
from ..report import LineReport
from ..steps import State
from .at_one_lambda import picked
from .own_lines import limits_of, unknown_of
from .step_size import Steps, step_size

MOST = 100  # lines of one reader
COPIED = "This is the goal, copied: write at least one line between."
PUT = "put something in the place of {}"


@dataclass(frozen=True)
class Task:
    """From the author's line `start` to the author's line `goal`."""

    start: int
    goal: int


@dataclass
class Walk:
    """Where a reader stands: which task, in what state, with which relations used since its start."""

    task: int
    state: State
    near: int  # the author's line that was reached last: hints and stored mistakes are those of the next one
    used: set[str] = field(default_factory=set)
    last: LineReport | None = None
    reached: bool = False  # did the last line reach a goal?
    short: str = ""  # why a line in the goal's form is not yet the goal, or why a true line is not kept
    kept: bool = False  # did the last line join the reader's own?
    nodes: tuple[Node, ...] = ()  # of the line before
    count: int = 0  # own lines since the task began


def tasks(derivation: Derivation) -> tuple[Task, ...]:
    """One for every chain of lines, and one for an inequality that a chain ends with."""
    found, start, lines = [], 0, derivation.lines
    for place in range(1, len(lines)):
        if isinstance(lines[place], StartLine):
            start = place
        elif place + 1 == len(lines) or isinstance(lines[place + 1], (StartLine, InequalityLine)):
            found.append(Task(start, place))
    return tuple(found)


class Alone:
    """A derivation as a task for one reader; `lam` picks λ for the numbers that the lines are tried at."""

    def __init__(
        self, name: str, seed: int = 0, lam: Fraction | None = None, sizes: tuple[tuple[str, int], ...] = ()
    ):
        self.derivation = load(name) if lam is None else picked(load(name), lam)
        self.samples = Samples(self.derivation.setting(), seed, dict(sizes))
        self.walks: dict[tuple[str, ...], Walk] = {}  # where a reader stood: judged once
        self.tasks = tasks(self.derivation)
        self.tight = _tight(self.derivation, self.tasks)
        self.states = [State(self.samples.setting)]  # before line 0, 1, …
        self.forms: list[object] = []
        self.nodes: list[tuple[Node, ...]] = []
        for place, line in enumerate(self.derivation.lines):
            found = judge_line(self.derivation, place, line, self.states[-1], self.samples, hints=False)
            self.forms.append(written(line, self.states[-1], found.state, place in self.tight))
            self.states.append(found.state)
            self.nodes.append(formulas(line, found.state))
        self.steps = Steps(self.nodes)

    def walk(self, texts: list[str]) -> Walk:
        """Every line judged after the ones before it; LanguageError if one cannot be read."""
        if len(texts) > MOST:
            raise ValueError(f"lines: at most {MOST}")
        if not texts:
            start = self.tasks[0].start
            return Walk(0, self.states[start + 1], start, nodes=self.nodes[start])
        key = tuple(texts)
        if key not in self.walks:
            before = self.walk(texts[:-1])
            walk = replace(before, used=set(before.used))
            if walk.task == len(self.tasks):
                raise ValueError("the goal is reached already")
            if not before.kept and before.last is not None:
                raise ValueError("the line before is not one of yours: it was not accepted")
            self._step(walk, texts[-1])
            self.walks = dict([*self.walks.items()][-200:]) | {key: walk}
        return self.walks[key]

    def _step(self, walk: Walk, text: str) -> None:
        task = self.tasks[walk.task]
        line = self.read(text, walk.state, task)
        try:
            found = judge_line(self._with_mistakes(walk, task), walk.near + 1, line, walk.state, self.samples)
        except UnreadableLine as error:  # the reader's lines have no number yet
            raise LanguageError(error.message.partition(": ")[2], error.text, error.position) from None
        if found.outcome.accepted:
            found = replace(found, outcome=self._lets(line, walk.state) or found.outcome)
        walk.last, walk.reached, walk.short, walk.kept = found, False, "", found.outcome.accepted
        if not walk.kept:
            return
        if self._copied(walk, task, line, found):
            walk.short, walk.kept = COPIED, False
            return
        walk.short = self.steps.too_large(walk.nodes, formulas(line, found.state))
        if walk.short:
            walk.kept = False
            return
        walk.nodes = formulas(line, found.state) or walk.nodes
        restated = not line.let and step_size(self.nodes[task.start], walk.nodes) == 0
        walk.count += not restated  # the first line again is no step
        before, walk.state = walk.state, found.state
        if line.relation and not isinstance(line, InequalityLine):
            walk.used.add(line.relation)
        for place in range(walk.near + 1, task.goal + 1):
            if self.forms[place] == written(line, before, found.state, place in self.tight):
                walk.near = place
        if walk.near < task.goal:
            return
        walk.short = self._short(walk, task)
        if walk.short:
            walk.near = task.goal - 1
            return
        walk.reached, walk.task, walk.count = True, walk.task + 1, 0
        if walk.task < len(self.tasks) and self.tasks[walk.task].start != task.start:
            walk.near = self.tasks[walk.task].start
            walk.state, walk.used = self.states[walk.near + 1], set()
            walk.nodes = self.nodes[walk.near]

    def _copied(self, walk: Walk, task: Task, line: Line, found: LineReport) -> bool:
        """The goal as the first line, where the author takes several: copied, not derived."""
        first = max([task.start, *(one.goal for one in self.tasks[: walk.task] if one.start == task.start)])
        if task.goal - first < 2 or walk.count:
            return False
        return self.forms[task.goal] == written(line, walk.state, found.state, task.goal in self.tight)

    def hint(self, walk: Walk) -> str:
        """What the author did next, in words; never the line itself."""
        if walk.task == len(self.tasks):
            return "there is nothing left to do"
        line, *later = self.derivation.lines[walk.near + 1 : self.tasks[walk.task].goal + 1]
        for words in (line.by, PUT if line.let else line.advice, *(one.by for one in later)):
            if words:
                named = line.letters or tuple(line.let)
                return words.format(", ".join(letter(name) for name in named)) if "{}" in words else words
        return "look at what separates your last line from the goal"

    def _with_mistakes(self, walk: Walk, task: Task) -> Derivation:
        """Every stored mistake of this task may be made now: the reader's steps are not the author's."""
        wrong = (one for one in self.derivation.wrong if task.start <= one.after < task.goal)
        return replace(self.derivation, wrong=tuple(replace(one, after=walk.near) for one in wrong))

    def read(self, text: str, state: State, task: Task) -> Line:
        """The Line that a text claims; LanguageError if it is not a claim that can help here."""
        chain = self.derivation.lines[task.start : task.goal + 1]
        line = read_typed(text, Place(state, None, unknown_of(chain), limits_of(chain))).line
        goal = self.derivation.lines[task.goal]
        if isinstance(line, InequalityLine) and not isinstance(goal, InequalityLine):
            raise LanguageError("one expression is expected here, after its sign", text, 0)
        return line

    def _lets(self, line: Line, state: State) -> Outcome | None:
        """A new letter may stand for anything; one of the given letters only for what the author puts in its place."""
        for name, text in line.let.items():
            if name not in state.setting.given or name in state.setting.define:
                continue
            mine = Quantity(state.setting.read(text), state.setting)
            for other in _author_lets(self.derivation, name):
                theirs = Quantity(state.setting.read(other), state.setting)
                if judge_equality(theirs, mine, self.samples, ("", "")).accepted:
                    break
            else:
                why = f"{letter(name)} is given: with this in its place the lines would say something else"
                return Outcome(Verdict.OPEN, f"{why}; for an abbreviation take a new letter", "let")
        return None

    def _short(self, walk: Walk, task: Task) -> str:
        """Why the goal's form is not the goal: a weaker relation, or letters that no longer mean the same."""
        lines = self.derivation.lines[task.start + 1 : task.goal + 1]
        routes = [line for route in self.derivation.routes for line in route.lines]
        weak = walk.used - {line.relation for line in (*lines, *routes)} - {"", "=", "iff"}
        if weak:
            sign = {"implies": "⇒", "implied by": "⇐"}.get(min(weak), min(weak))
            return f"Your lines show {sign} only; the goal asks for more."
        author = self.states[task.goal + 1].setting
        assert walk.last is not None
        for name in sorted(author.depends(*walk.last.nodes) & author.given.keys()):
            if (name in author.define) != (name in walk.state.setting.define):
                return f"{letter(name)} does not mean here what it means in the goal."
        return ""


def formulas(line: Line, state: State) -> tuple[Node, ...]:
    """The formulas of a line as written, abbreviations and functions left as they are."""
    return tuple(state.setting.formula(text).node for text in (line.text, *line.sides) if text)


def written(line: Line, before: State, after: State, grouped: bool = False) -> object:
    """The form of a line: of an expression, of the two sides of an equation, of the smaller and larger side."""
    setting = after.setting

    def one(text: str) -> str:
        return form(setting.formula(text).node, setting, grouped)

    try:
        if isinstance(line, InequalityLine):
            left, right = map(one, line.sides)
            turned = line.relation in (">=", ">")
            return len(line.relation), (right, left) if turned else (left, right)
        if isinstance(line, EquationLine):
            return frozenset(map(one, line.sides))
        if isinstance(line, MinimiserLine):
            return frozenset({f"1·{line.letters[0]}", one(line.text)})
        if isinstance(line, EqualityLine) and before.equation is not None:
            unknown = line.letters or before.equation.unknown
            return frozenset({f"1·{unknown[0]}", one(line.text)})
        return one(line.text) if line.text else None
    except TooMuch:
        return None


def _author_lets(derivation: Derivation, name: str) -> Iterator[str]:
    for line in (*derivation.lines, *(line for route in derivation.routes for line in route.lines)):
        if name in line.let:
            yield line.let[name]


def _tight(derivation: Derivation, wanted: tuple[Task, ...]) -> set[int]:
    """Goals that an earlier line differs from by its grouping only: there the grouping is the step."""
    setting = derivation.setting()
    forms = {
        place: form(setting.formula(line.text).node, setting)
        for place, line in enumerate(derivation.lines)
        if isinstance(line, (EqualityLine, StartLine, LimitLine))
    }
    return {
        task.goal
        for task in wanted
        if forms.get(task.goal, "") in [forms.get(place) for place in range(task.start, task.goal)]
    }


@lru_cache(maxsize=16)
def alone(
    name: str, seed: int = 0, lam: Fraction | None = None, sizes: tuple[tuple[str, int], ...] = ()
) -> Alone:
    """The task, prepared once: its instances and its goals."""
    return Alone(name, seed, lam, sizes)
