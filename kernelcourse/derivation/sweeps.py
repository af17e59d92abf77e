"""Along one letter that is a number: where an expression is smallest, and where it is zero, to 150 digits.

A grid of thousands of numbers is computed at once in floats; random instances would meet neither the narrow valley of
eᵃ − a^2.7183 nor the place far out where two waves of different length come together.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import facts
from kernelcourse.language.tree import Binary, Call, Node, Number, walk

from .instances import Instance
from .quantities import Quantity, decimals
from .ranges import Range, holds
from .symbols import Setting, plain

_FINE, _WIDE = 1500, 40_001  # points of a grid, and of one on which waves are looked at
_FAR = 3000.0
_DIGITS = 200
_ZERO = Decimal(10) ** -150
_VALLEYS, _ZEROS = 3, 3


def lowest(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[Instance]:
    """The deepest valleys along the letter."""
    for grid, heights in _swept(node, setting, at, name):
        inner = np.flatnonzero((heights[1:-1] <= heights[:-2]) & (heights[1:-1] <= heights[2:])) + 1
        for place in sorted(inner, key=lambda place: heights[place])[:_VALLEYS]:
            yield from _there(at, setting, name, Fraction(float(grid[place])))


def zeros(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[Instance]:
    """Where it changes its sign along the letter, to 150 digits; not at a pole."""
    quantity = Quantity(node, setting)
    for grid, heights in _swept(node, setting, at, name):
        changes = np.flatnonzero(np.sign(heights[:-1]) * np.sign(heights[1:]) < 0)
        for place in changes[:_ZEROS]:
            ends = (Fraction(float(grid[place])), Fraction(float(grid[place + 1])))
            try:
                found = _bisected(quantity, at, name, *ends)
            except NO_VALUE:
                continue
            if found is not None:
                yield from _there(at, setting, name, found)


def flat_at_zero(node: Node) -> Iterator[tuple[Node, Node]]:
    """|f|, f², f⁴, …: the part that is 0 where f changes its sign, and f."""
    for part in walk(node):
        match part:
            case Call(function="abs", arguments=(inside,)):
                yield part, inside
            case Binary(op="**", left=inside, right=Number(value=int() as power)) if (
                power > 0 and not power % 2
            ):
                yield part, inside


def _swept(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[tuple[Any, Any]]:
    """Grids, and the finite values on them."""
    tree = plain(node)
    letters = setting.depends(node)
    if (
        not entrywise(tree)
        or any(setting.shapes.get(one, ()) for one in letters)
        or letters & setting.define.keys()
    ):
        return
    turns = any(isinstance(part, Call) and facts(part.function).turns for part in walk(tree))
    for grid in _grids(setting.given[name], turns):
        try:
            heights = Evaluator({**at.values, name: grid}, {}, Floats())(tree)
        except (*NO_VALUE, AttributeError):
            continue
        heights = np.broadcast_to(np.real(heights), grid.shape)
        finite = np.isfinite(heights)
        if np.any(finite):
            yield grid[finite], heights[finite]


def _grids(range_: Range, turns: bool) -> Iterator[Any]:
    if range_.kind in ("positive", "nonnegative", "scalar"):
        yield np.geomspace(1e-9, 1e9, _FINE) * 1.0371
        if turns:
            yield np.linspace(0, _FAR, _WIDE)[1:]
    if range_.kind == "scalar":
        yield -np.geomspace(1e9, 1e-9, _FINE) * 1.0371
        if turns:
            yield np.linspace(-_FAR, 0, _WIDE)[:-1]
    if range_.kind == "interval" and range_.bounds is not None:
        low, high = (float(bound) for bound in range_.bounds)
        yield np.linspace(low, high, _FINE)[1:-1]


def _there(at: Instance, setting: Setting, name: str, point: Fraction) -> Iterator[Instance]:
    if holds(setting.given[name], point):
        yield at.with_value(name, point)


def _bisected(quantity: Quantity, at: Instance, name: str, low: Fraction, high: Fraction) -> Fraction | None:
    """A zero between two points of different sign: false position (Illinois), among 200 digits."""
    with precision(_DIGITS):

        def height(point: Decimal) -> Decimal:
            return Decimal(decimals(quantity.exactly(at.with_value(name, Fraction(point)))))

        first, second = (Decimal(one.numerator) / Decimal(one.denominator) for one in (low, high))
        below, above = height(first), height(second)
        for _ in range(60):
            if below * above >= 0:
                return None
            middle = (first * above - second * below) / (above - below)
            value = height(middle)
            if abs(value) < _ZERO:
                return Fraction(middle)
            if value * above < 0:
                first, below = second, above
            else:
                below /= 2
            second, above = middle, value
    return None
