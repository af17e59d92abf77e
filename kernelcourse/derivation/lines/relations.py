"""Lines that relate two sides, or a letter and its best value: equations, inequalities, minimisers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Name, Node, Number

from ..instances.quantities import Quantity
from ..judging.equations import judge_equation
from ..judging.inequalities import judge_inequality
from ..judging.minimise import judge_minimiser
from ..judging.solutions import Equation
from ..outcome import Outcome, Verdict
from ..steps import Here, State, Step, given, misfit
from .line import ESTIMATES, SIGNS, Line

ARROWS = ("iff", "implies", "implied by")


class EquationLine(Line):
    """The line before ⇔, ⇒ or ⇐ left = right, in the unknown."""

    word = "equation"
    advice = "write an equation"

    @property
    def sign(self) -> str:
        return SIGNS.get(self.relation or "iff", "⇔")

    @property
    def begins(self) -> str:
        return f"{SIGNS[self.relation or 'iff']} … = …"

    def body(self) -> str:
        arrow = self.sign if self.relation in ("", *ARROWS) else ""
        return f"{arrow} {self.sides[0]} = {self.sides[1]}".strip()

    def step(self, here: Here) -> Step:
        left, right = (here.read(side) for side in self.sides)
        if left.shape != right.shape and right.node != Number(0) and left.node != Number(0):
            why = f"{left} is {shape_text(left.shape)}; {right} is {shape_text(right.shape)}: they cannot be equal"
            return Step(misfit(why), here.state)
        if left.node == Number(0):
            left, right = right, left
        previous, before = here.state.equation, here.state.expression
        unknown = tuple(here.known(name) for name in self.letters)
        unknown = unknown or (previous.unknown if previous else ()) or here.state.unknown
        unknown = unknown or _left_letter(here, left.node)
        this = Equation(left.node, right.node, here.setting, unknown)
        state = State(here.setting, None, this, here.state.objective, unknown)
        nodes = (left.node, right.node)
        if previous is not None:
            source = replace(previous, unknown=unknown)
        elif before is not None:
            source = Equation(before.node, Number(0), here.setting, unknown)
        else:
            return Step(given(), state, nodes=nodes)
        claim = self.relation if self.relation in ARROWS else "iff"
        mixed = (
            before is not None and before.shape == () != left.shape
        )  # an objective, where its gradient was meant?

        def judged() -> Outcome:
            found = judge_equation(source, this, claim, here.samples)
            if found.verdict == Verdict.REFUTED and mixed:
                return replace(found, why=f"{found.why} (the line before is no equation: read as … = 0)")
            return found

        first, second = Quantity(source.residual, here.setting), Quantity(this.residual, here.setting)
        return Step(judged, state, first, second, nodes, claim)


def _left_letter(here: Here, node: Node) -> tuple[str, ...]:
    """Without a stated unknown: the left side, if it is a letter."""
    if isinstance(node, Name) and node.id in here.setting.given:
        return (here.known(node.id),)
    raise LanguageError('say which letter is unknown: unknown = "…"')


class InequalityLine(Line):
    """left ≤ right for all values of the letters."""

    word = "inequality"
    advice = "state the inequality"

    @property
    def begins(self) -> str:
        sign = self.relation or "<="
        return f"… {SIGNS.get(sign, sign)} …"

    def body(self) -> str:
        return f"{self.sides[0]} {self.relation or '<='} {self.sides[1]}"

    def step(self, here: Here) -> Step:
        left, right = (here.read(side) for side in self.sides)
        sign = self.relation if self.relation in ESTIMATES else "<="
        judged = partial(judge_inequality, left, sign, right, here.samples, ("left", "right"))
        return Step(judged, here.state, left, right, (left.node, right.node), sign)


class MinimiserLine(Line):
    """This value of the letter minimises the line before."""

    word = "minimiser"
    advice = "minimise over {}"
    direction: ClassVar[float] = 1.0

    @property
    def sign(self) -> str:
        return f"{self.word} in {self.names}:"

    @property
    def begins(self) -> str:
        return f"{self.word} {self.names} = …"

    def body(self) -> str:
        return f"{self.word} {', '.join(self.letters)} = {self.text}"

    def step(self, here: Here) -> Step:
        name, setting = here.known(self.letters[0]), here.setting
        value = here.read(self.text, setting.shapes[name])
        objective = here.read(self.of) if self.of else here.state.expression or here.state.objective
        if here.state.equation is not None and not self.of:
            objective = here.state.objective
        if value.shape != setting.shapes[name]:
            why = f"{letter(name)} is {shape_text(setting.shapes[name])}; this is {shape_text(value.shape)}"
            return Step(misfit(why), here.state)
        if objective is None or objective.shape:
            return Step(Outcome(Verdict.OPEN, "could not decide: there is no number to minimise"), here.state)
        if name in setting.depends(value.node):
            raise LanguageError(f"{letter(name)} appears in its own minimiser")
        judged = partial(judge_minimiser, objective, name, value, here.samples, self.direction)
        after = setting.let(name, value.node)
        state = State(after, Quantity(objective.node, after), None, Quantity(objective.node, after))
        return Step(judged, state, None, value, (value.node,), "minimiser")


class MaximiserLine(MinimiserLine):
    """This value of the letter maximises the line before."""

    word = "maximiser"
    advice = "maximise over {}"
    direction = -1.0
