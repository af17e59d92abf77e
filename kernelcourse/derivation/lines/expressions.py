"""Lines that are an expression: a beginning, an abbreviation, = this, the gradient, the limit."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError

from ..instances.quantities import Gradient
from ..judging.equality import judge_equality
from ..judging.inequalities import judge_inequality
from ..judging.limits import judge_limit
from ..judging.smooth import judge_corners
from ..outcome import PREVIOUS, THIS, Outcome, Verdict
from ..steps import Here, State, Step, given, misfit
from .line import ESTIMATES, SIGNS, Line
from .relations import EquationLine


class StartLine(Line):
    """A new beginning, unrelated to the line before."""

    word = "start"

    @property
    def begins(self) -> str:
        return "= …"

    def __str__(self) -> str:
        return f"{self.lets}: {self.text}" if self.let else self.text

    def step(self, here: Here) -> Step:
        this = here.read(self.text)
        return Step(given(), here.reached(this), nodes=(this.node,))


class LetLine(Line):
    """From here on a letter stands for an expression."""

    word = "let"

    @property
    def begins(self) -> str:
        return "let " + ", ".join(f"{letter(name)} = …" for name in self.let)

    def body(self) -> str:
        return self.lets

    def step(self, here: Here) -> Step:
        names = ", ".join(letter(name) for name in self.let)
        nodes = tuple(here.setting.define[name] for name in self.let)
        return Step(given(f"{names} stands for this from here on", "let"), here.state, nodes=nodes)


class EqualityLine(Line):
    """The line before is equal to this, or estimated by it; after an equation, the unknown is."""

    word = "equality"

    @property
    def sign(self) -> str:
        return SIGNS.get(self.relation, self.relation)

    @property
    def begins(self) -> str:
        return f"{self.sign} …"

    def __str__(self) -> str:
        return (f"{self.lets}: " if self.let else "") + f"{self.relation or '='} {self.text}"

    def step(self, here: Here) -> Step:
        state = here.state
        if state.equation is not None and self.relation not in ESTIMATES:
            unknown = self.letters or state.equation.unknown
            if len(unknown) != 1:
                raise LanguageError(
                    "after an equation in several unknowns, write the next equation out in full"
                )
            solved = EquationLine(relation=self.relation, letters=unknown, sides=(unknown[0], self.text))
            return solved.step(here)
        previous = state.expression
        this = here.read(self.text, previous.shape if previous is not None else ())
        if previous is None and self.relation in ESTIMATES:
            raise LanguageError(
                f"there is no expression before this line that {self.sign} could compare with it"
            )
        if previous is None:
            return Step(given(), here.reached(this), nodes=(this.node,))
        sign = self.relation if self.relation in ESTIMATES else "="
        if sign == "=":
            judged = partial(judge_equality, previous, this, here.samples, (PREVIOUS, THIS))
        else:
            judged = partial(judge_inequality, previous, sign, this, here.samples, (PREVIOUS, THIS))
        return Step(judged, here.reached(this), previous, this, (this.node,), sign)


class GradientLine(Line):
    """This is the gradient of the line before in a letter."""

    word = "gradient"
    advice = "take the gradient in {}"

    @property
    def sign(self) -> str:
        return f"∇ in {self.names}:"

    @property
    def begins(self) -> str:
        return f"∇_{self.names}: …"

    def body(self) -> str:
        return f"{self.sign} {self.text}"

    def step(self, here: Here) -> Step:
        name = here.known(self.letters[0])
        this = here.read(self.text, here.setting.shapes[name])
        source = here.read(self.of) if self.of else here.state.expression
        state = State(here.setting, this, None, source, (name,))
        if source is None:
            return Step(
                Outcome(Verdict.OPEN, "could not decide: there is no expression to differentiate"), state
            )
        if source.shape:
            why = f"only a number has a gradient here; the previous line is {shape_text(source.shape)}"
            return Step(misfit(why, "gradient"), state)
        gradient = Gradient(source.node, here.setting, wrt=name)
        if not gradient.differentiable:
            why = f"with z̄, Re z or |z| in it the line before has no derivative in {letter(name)}"
            advice = f"write {letter(name)} = a + ib, and take the gradients in a and b"
            return Step(Outcome(Verdict.OPEN, f"could not decide: {why}; {advice}", "gradient"), state)
        if gradient.shape != this.shape:
            shapes = shape_text(gradient.shape), shape_text(this.shape)
            why = f"the gradient in {letter(name)} is {shapes[0]}; this line is {shapes[1]}"
            return Step(misfit(why, "gradient"), state, gradient, this, (this.node,))

        def judged() -> Outcome:
            found = judge_equality(gradient, this, here.samples, ("the gradient", THIS))
            return judge_corners(replace(found, relation="gradient"), source, name, here.samples)

        return Step(judged, state, gradient, this, (this.node,), "gradient")


class LimitLine(Line):
    """The line before tends to this as the letter tends to `to`."""

    word = "limit"
    advice = "let {} tend to its limit"

    @property
    def sign(self) -> str:
        return f"limit in {self.names}:"

    @property
    def begins(self) -> str:
        return f"limit {self.names}: …"

    def body(self) -> str:
        to = f" → {self.to}" if self.to else ""
        return f"limit in {', '.join(self.letters)}{to}: {self.text}"

    @property
    def goal(self) -> float:
        """Where the letter tends to."""
        try:
            return math.inf if self.to in ("", "∞") else float(self.to)
        except ValueError:
            raise LanguageError(f"to = {self.to!r} must be a number or inf") from None

    def step(self, here: Here) -> Step:
        name, setting, _ = self.letters[0], here.setting, self.goal
        if name not in setting.names:
            raise LanguageError(f"{letter(name)[:40]} is not one of the letters here")
        previous = here.state.expression
        this = here.read(self.text, previous.shape if previous is not None else ())
        state = here.reached(this)
        if previous is None:
            return Step(
                Outcome(Verdict.OPEN, "could not decide: there is no expression before this limit"), state
            )
        if previous.shape != this.shape:
            why = f"the previous line is {shape_text(previous.shape)}; this line is {shape_text(this.shape)}"
            return Step(misfit(why, "limit"), state, previous, this, (this.node,))
        moves = name in setting.depends(previous.node)
        if not moves and name not in setting.depends(this.node):
            raise LanguageError(
                f"{letter(name)} appears in neither line: there is nothing to take a limit of"
            )
        if moves and name in setting.depends(this.node):
            why = (
                f"{letter(name)} is still in this line: a limit does not depend on the letter that was let go"
            )
            return Step(Outcome(Verdict.REFUTED, why, "limit"), state, previous, this, (this.node,))
        pair = (previous, this) if moves else (this, previous)
        judged = partial(judge_limit, *pair, name, self.to, here.samples, moves)
        return Step(judged, state, previous, this, (this.node,), "limit")
