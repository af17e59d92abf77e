"""Which values of one letter are allowed at an instance: those of its range that meet the side conditions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.floats import Floats, to_float
from kernelcourse.language.tree import Binary, Node

from ..instances.instance import Instance
from ..instances.newton import newton
from ..proving.sign import Sign
from ..ranges.numbers import HalfLine, IndexLetter, Integer, Interval
from ..ranges.range import Range
from ..reading.symbols import Setting, plain

_EQUAL, _NEARLY = 1e-7, 1e-12  # of the largest number: how far floats may miss an equation, or an edge
_INSIDE = 1e-6  # of the largest entry: the least eigenvalue of a matrix that may be moved by a hair
_HAIR = Fraction(1, 10**50)  # how far √b among 60 digits may miss one


class Feasible:
    """The letter's range, the equations that it has to satisfy, and the inequalities."""

    def __init__(self, setting: Setting, name: str, at: Instance):
        range_ = setting.given[name]
        self.at, self.name = at, name
        self.range = range_.counted(at.sizes) if isinstance(range_, IndexLetter) else range_
        self.define: Mapping[str, Node] = setting.define
        concerned = [one for one in setting.where if name in setting.depends(*one[1:])]
        self.equations = [plain(Binary("-", left, right)) for sign, left, right in concerned if sign == "=="]
        self.edges = [
            (sign, plain(Binary("-", left, right))) for sign, left, right in concerned if sign != "=="
        ]

    def fault(self, point: Any, exact: Any | None) -> str:
        """Why a claimed point is not allowed, or nothing; `exact` is the same in fractions, where it is known."""
        found = self.range.fault(point)
        if found:
            return found
        for equation in self.equations:
            gap, peak = self.in_floats(equation, point)
            if float(np.max(np.abs(gap), initial=0.0)) > _EQUAL * peak:
                return "it does not satisfy the side condition"
        told = self.inside_exactly(exact, _HAIR) if exact is not None else None
        if told is None:
            gaps = [(sign, *self.in_floats(edge, point)) for sign, edge in self.edges]
            told = all(_holds(sign, gap, _NEARLY * peak, _NEARLY * peak) for sign, gap, peak in gaps)
        return "" if told else "it does not satisfy the side condition"

    def nearest(self, point: Any) -> Any | None:
        """The point moved back into the range and onto the equations, or None if that fails."""
        point = self.range.nearest(point)
        if point is None:
            return None
        if self.equations:
            values = {**self.at.values, self.name: point}
            moved = newton(values, self.define, self.equations, [self.name], steps=12, patience=4)
            if moved is None:
                return None
            point = moved[self.name]
        try:
            gaps = [(sign, *self.in_floats(edge, point)) for sign, edge in self.edges]
        except NO_VALUE:
            return None
        return point if all(_holds(sign, gap, _NEARLY * peak) for sign, gap, peak in gaps) else None

    def allows(self, point: Any) -> bool:
        """Is a value in fractions in the range, and inside every inequality?"""
        return _in_range(self.range, point) and bool(self.inside_exactly(point))

    def inside_exactly(self, point: Any, blur: Fraction = Fraction(0)) -> bool | None:
        """Do the inequalities hold at a value in fractions? None where fractions cannot tell."""
        if not self.edges:
            return True
        if self.at.exact is None:
            return None
        values = {**self.at.exact, self.name: point}
        try:
            gaps = [(sign, Evaluator(values, self.define, Exact())(edge)) for sign, edge in self.edges]
        except (*NO_VALUE, NotRational, AttributeError):
            return None
        return all(_holds(sign, np.asarray(gap, dtype=object), blur, blur) for sign, gap in gaps)

    def in_floats(self, node: Node, point: Any) -> tuple[Any, float]:
        """A difference there, and the largest number it was made of."""
        floats = Floats()
        gap = Evaluator({**self.at.values, self.name: point}, self.define, floats)(node)
        return gap, max(1.0, floats.peak)


def _holds(sign: str, gap: Any, blur: Any, beyond: Any = 0) -> bool:
    """gap < 0, ≤ 0, …: an open edge is kept at a distance, a closed one may be passed a little."""
    if sign == "!=":
        return bool(np.any(abs(gap) > blur))
    over = gap if sign[0] == "<" else -gap
    return bool(np.all(over < -blur if sign in ("<", ">") else over <= beyond))


def _well_inside(range_: Range, point: Any) -> bool:
    """Symmetric, and far from singular where it must be semidefinite: floats cannot tell −10⁻³⁰ from 0."""
    free = range_.form is Sign.UNKNOWN
    return not range_.fault(point) and (
        free or np.linalg.eigvalsh(point)[0] > _INSIDE * max(1.0, np.max(np.abs(point)))
    )


def _in_range(range_: Range, point: Any) -> bool:
    entries = [point] if not np.ndim(point) else list(np.ravel(point))
    if isinstance(range_, HalfLine):
        return min(entries) > 0 if range_.strict else min(entries) >= 0
    if range_.symmetric:
        return bool(np.all(point == point.T)) and _well_inside(range_, to_float(point))
    return not isinstance(range_, (Interval, Integer)) or range_.holds(point)
