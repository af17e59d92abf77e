"""A true line may still say less than the step that was asked for: 0 ≤ 1 is no proof of Cauchy and Schwarz."""

from __future__ import annotations

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Binary, Node, Number

from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..lines.expressions import EqualityLine
from ..lines.line import ESTIMATES, Line
from ..lines.relations import EquationLine, InequalityLine
from ..reading.symbols import Setting
from ..steps import State

_FARTHER = "true, but it says less than the estimate this step asks for"
_CLEARLY = 1e-7
_ANOTHER = "true, but it is another statement than the one this step asks for"


def claims_less(line: Line, asked: Line, state: State, samples: Samples) -> str:
    """Why an accepted line is not the step that was asked for, in a sentence; nothing if it is."""
    if isinstance(line, InequalityLine) and isinstance(asked, InequalityLine):
        return "" if _same_inequality(line, asked, state, samples) else _ANOTHER
    if isinstance(line, EquationLine) and isinstance(asked, EquationLine):
        setting = state.setting
        unknown = line.letters or asked.letters or state.unknown
        used = setting.depends(*(setting.read(side) for side in line.sides))
        if unknown and not used & set(unknown):
            return "the unknown does not occur in this equation: it says nothing about it"
    if isinstance(line, EqualityLine) and line.relation in ESTIMATES and asked.relation in ESTIMATES:
        return _FARTHER if _farther(line, asked, state, samples) else ""
    return ""


def _farther(line: Line, asked: Line, state: State, samples: Samples) -> bool:
    """The author's bound lies between the line before and this bound, at some instance clearly."""
    mine, theirs = (Quantity(*_with_lets(one.text, one, state)) for one in (line, asked))
    for at in samples.standard:
        try:
            one, two = (
                np.real(np.asarray(bound.measure(at).value)).astype(float) for bound in (mine, theirs)
            )
        except (LanguageError, Undefined, TooMuch, TypeError, ValueError):
            continue
        gap = one - two if line.relation in ("<=", "<") else two - one
        if np.any(gap > _CLEARLY * np.maximum(1, np.maximum(np.abs(one), np.abs(two)))):
            return True
    return False


def _with_lets(text: str, line: Line, state: State) -> tuple[Node, Setting]:
    setting = state.setting
    for name, meaning in line.let.items():
        setting = setting.let(name, setting.read(meaning))
    return setting.read(text), setting


def _same_inequality(line: Line, asked: Line, state: State, samples: Samples) -> bool:
    """The gap between the sides is a positive multiple of the author's gap, perhaps after squaring both sides."""
    mine, theirs = _sides(line, state), _sides(asked, state)
    return any(
        _proportional(_gap(*one), _gap(*two), state, samples)
        for one, two in ((mine, theirs), (_squared(*mine), theirs), (mine, _squared(*theirs)))
    )


def _sides(line: Line, state: State) -> tuple[Node, Node]:
    """The smaller side and the larger one."""
    left, right = (_with_lets(side, line, state)[0] for side in line.sides)
    return (right, left) if line.relation in (">=", ">") else (left, right)


def _squared(small: Node, large: Node) -> tuple[Node, Node]:
    return Binary("**", small, Number(2)), Binary("**", large, Number(2))


def _gap(small: Node, large: Node) -> Node:
    return Binary("-", large, small)


def _proportional(mine: Node, theirs: Node, state: State, samples: Samples) -> bool:
    ratios = []
    for at in samples.standard:
        try:
            one = np.real(np.asarray(Quantity(mine, state.setting).measure(at).value)).astype(float)
            two = np.real(np.asarray(Quantity(theirs, state.setting).measure(at).value)).astype(float)
        except (LanguageError, Undefined, TooMuch, TypeError, ValueError):
            continue
        if one.shape != two.shape:
            return False
        size = max(float(np.max(np.abs(one), initial=0)), float(np.max(np.abs(two), initial=0)))
        if size <= 1e-9:
            continue
        weight = float(np.vdot(two, two))
        ratio = float(np.vdot(two, one)) / weight if weight else 0.0
        if ratio <= 0 or float(np.max(np.abs(one - ratio * two))) > 1e-7 * size:
            return False
        ratios.append(ratio)
    return bool(ratios) and max(ratios) - min(ratios) <= 1e-6 * max(ratios)
