"""One step: a line is judged against the line before it, and becomes the line before the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Node, Number

from .instances.quantities import Quantity
from .instances.samples import Samples
from .judging.solutions import Equation
from .outcome import Outcome, Verdict, Warrant
from .proving.products import nothing
from .reading.symbols import Setting


@dataclass(frozen=True)
class State:
    """What has been reached: the letters as they now stand, the current expression or equation, the unknown."""

    setting: Setting
    expression: Quantity | None = None
    equation: Equation | None = None
    objective: Quantity | None = None
    unknown: tuple[str, ...] = ()

    @property
    def reached(self) -> Node | None:
        """What has a value here: the current expression, or both sides of the equation."""
        if self.equation is not None:
            return self.equation.residual
        return None if self.expression is None else self.expression.node

    def under(self, setting: Setting) -> State:
        """The same, where letters may have got a new meaning since that line."""
        return replace(
            self,
            setting=setting,
            expression=None if self.expression is None else Quantity(self.expression.node, setting),
            objective=None if self.objective is None else Quantity(self.objective.node, setting),
            equation=None if self.equation is None else replace(self.equation, setting=setting),
        )


@dataclass(frozen=True)
class Step:
    """The state after a line, the two quantities it compared (for the diagnosis), and its verdict, once asked for."""

    judged: Outcome | Callable[[], Outcome]
    state: State
    left: Quantity | None = None
    right: Quantity | None = None
    nodes: tuple[Node, ...] = ()
    claim: str = ""

    @cached_property
    def outcome(self) -> Outcome:
        if isinstance(self.judged, Outcome):
            return self.judged
        try:
            return self.judged()
        except OverflowError:
            return Outcome(Verdict.OPEN, "could not decide: the numbers become too large to compute with")
        except ShapeError as error:
            return misfit(str(error))


def misfit(why: str, relation: str = "=") -> Outcome:
    """Refuted, because the shapes do not fit."""
    return Outcome(Verdict.REFUTED, why, relation, kind="shape")


def given(why: str = "the starting point", relation: str = "") -> Outcome:
    """Nothing is claimed, so there is nothing to prove."""
    return Outcome(Verdict.PROVED, why, relation, warrant=Warrant("given, nothing is claimed", claims=False))


@dataclass(frozen=True)
class Here:
    """Where a line is judged: after a state, at these instances."""

    state: State
    samples: Samples

    @property
    def setting(self) -> Setting:
        return self.state.setting

    def read(self, text: str, beside: Shape = ()) -> Quantity:
        """The expression; beside a vector or a matrix 0 is the vector or matrix of zeros."""
        node = self.setting.read(text)
        self.setting.shape(node, text)
        return Quantity(nothing(beside) if node == Number(0) else node, self.setting)

    def known(self, name: str) -> str:
        """A letter that may be differentiated, solved for or minimised over."""
        if name not in self.setting.given:
            listed = ", ".join(letter(one) for one in self.setting.given)
            raise LanguageError(f"{letter(name)[:40]} is not one of the given letters; they are {listed}")
        if name in self.setting.define:
            raise LanguageError(
                f"{letter(name)} now abbreviates another expression: name the letter it depends on"
            )
        return name

    def reached(self, this: Quantity) -> State:
        """The state after a line that is an expression."""
        return State(self.setting, this, None, this, self.state.unknown)
