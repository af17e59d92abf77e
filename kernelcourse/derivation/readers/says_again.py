"""The line before said again is true, and no step: it may not stand where a step is asked for."""

from __future__ import annotations

from kernelcourse.language.errors import TooMuch
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Node, Number

from ..lines.expressions import EqualityLine, StartLine
from ..lines.line import Line
from ..lines.relations import EquationLine
from ..reading.form import form
from ..steps import State

_AGAIN = "true, but it is the line before again, and no step"


def says_again(line: Line, asked: Line, state: State) -> str:
    """Why an accepted line is no step, in a sentence; nothing if it is one, or if the author's own line is none."""
    try:
        before = _reached(state)
        again = before is not None and _parts(line, state) == before and _parts(asked, state) != before
    except (LanguageError, TooMuch):
        return ""
    return _AGAIN if again else ""


def _reached(state: State) -> frozenset[str] | None:
    """The forms of the sides of the line before; of an expression and of 0, where it is a gradient set to zero."""
    if state.equation is not None:
        return _forms(state, state.equation.left, state.equation.right)
    return None if state.expression is None else _forms(state, state.expression.node, Number(0))


def _parts(line: Line, state: State) -> frozenset[str] | None:
    if isinstance(line, EquationLine):
        return _forms(state, *(state.setting.formula(side).node for side in line.sides))
    plain = isinstance(line, (EqualityLine, StartLine)) and state.equation is None  # x ≥ x is x = x again
    return _forms(state, state.setting.formula(line.text).node, Number(0)) if plain and line.text else None


def _forms(state: State, *nodes: Node) -> frozenset[str]:
    return frozenset(form(node, state.setting, grouped=True) for node in nodes)
