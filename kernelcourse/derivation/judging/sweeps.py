"""Along one letter that is a number: where an expression is smallest, and where it is zero, to 150 digits.

A grid of thousands of numbers is computed at once in floats; random instances would meet neither the narrow valley of
eᵃ − a^2.7183 nor the place far out where two waves of different length come together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import turns
from kernelcourse.language.tree import Binary, Call, Node, Number, Unary, free_names, transform, walk

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..ranges.numbers import Interval, Nonnegative, Scalar
from ..ranges.range import Range
from ..reading.symbols import Setting, plain

_FINE, _WIDE = 1500, 40_001  # points of a grid, and of one on which waves are looked at
_FAR = 3000.0
_DIGITS = 200
_ZERO = Decimal(10) ** -150
_VALLEYS, _ZEROS = 3, 3
_ROUNDS, _BESIDE = 8, 40


def lowest(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[Instance]:
    """The deepest valleys along the letter."""
    for sweep in swept(node, setting, at, name):
        for point in sweep.valleys():
            yield from _there(at, setting, name, Fraction(point))


def zeros(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[Instance]:
    """Where it changes its sign along the letter, to 150 digits; not at a pole."""
    quantity = Quantity(node, setting)
    for sweep in swept(node, setting, at, name):
        for low, high in sweep.changes()[:_ZEROS]:
            try:
                found = _bisected(quantity, partial(at.with_value, name), Fraction(low), Fraction(high))
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


def both_sides(node: Node, setting: Setting, at: Instance) -> Iterator[Instance]:
    """Where it is zero, smallest and largest along each number: on both sides of a kink that is no polynomial."""
    if at.exact is None or Quantity(node, setting).rational:
        return
    for name in sorted(setting.depends(node) & setting.given.keys() - set(at.sizes)):
        yield from zeros(node, setting, at, name)
        for one in (node, Unary("-", node)):
            yield from lowest(one, setting, at, name)


@dataclass(frozen=True)
class Sweep:
    """Heights on a grid, and how to compute more of them."""

    grid: Any
    heights: Any
    function: Callable[[Any], Any]
    finer: int = 51  # points of the grids that look more closely

    def changes(self) -> list[tuple[float, float]]:
        """Neighbours of different sign, those near 0 first."""
        places = np.flatnonzero(np.sign(self.heights[:-1]) * np.sign(self.heights[1:]) < 0)
        pairs = [(float(self.grid[place]), float(self.grid[place + 1])) for place in places]
        return sorted(pairs, key=lambda pair: abs(pair[0]))

    def root(self, low: float, high: float) -> float:
        """The zero between neighbours of different sign, or the pole."""
        for _ in range(math.ceil(50 / math.log2(self.finer - 1 or 2))):
            finer = np.linspace(low, high, self.finer)
            try:
                signs = np.sign(self.function(finer))
            except (*NO_VALUE, AttributeError):  # the pole itself
                break
            place = next(iter(np.flatnonzero(signs[:-1] * signs[1:] <= 0)), None)
            if place is None:
                break
            low, high = float(finer[place]), float(finer[place + 1])
        return (low + high) / 2

    def valleys(self) -> Iterator[float]:
        """The deepest local minima, each looked at on finer and finer grids."""
        heights = self.heights
        inner = np.flatnonzero((heights[1:-1] < heights[:-2]) & (heights[1:-1] <= heights[2:])) + 1
        chosen: list[int] = []  # where floats have steps there are many small ones side by side
        for place in sorted(inner, key=lambda place: heights[place]):
            if len(chosen) < _VALLEYS and all(abs(place - other) > _BESIDE for other in chosen):
                chosen.append(int(place))
        for start in chosen:
            low, point, high = (float(self.grid[start + side]) for side in (-1, 0, 1))
            for _ in range(_ROUNDS):
                finer = np.linspace(low, high, self.finer)
                try:
                    best = int(np.nanargmin(self.function(finer)))
                except (*NO_VALUE, AttributeError):
                    break
                low, point, high = (
                    float(finer[min(max(best + side, 0), self.finer - 1)]) for side in (-1, 0, 1)
                )
            yield point


def swept(node: Node, setting: Setting, at: Instance, name: str) -> Iterator[Sweep]:
    """Grids along the letter; none where the expression is not made of numbers only."""
    tree = transform(plain(node), without_letters_above)
    letters = setting.depends(node)
    shaped = any(setting.shapes.get(one, ()) for one in letters) or letters & setting.define.keys()
    if name not in letters or np.ndim(at.values[name]) or shaped or not entrywise(tree):
        return

    def function(points: Any) -> Any:
        found = Evaluator({**at.values, name: points}, {}, Floats())(tree)
        return np.broadcast_to(np.real(found), points.shape)

    for grid in _grids(setting.given[name], turns(tree)):
        try:
            heights = function(grid)
        except (*NO_VALUE, AttributeError):
            continue
        finite = np.isfinite(heights)
        if np.any(finite):
            yield Sweep(grid[finite], heights[finite], function)


def without_letters_above(part: Node) -> Node:
    """pᵖ as e^(p log p): numpy's powers of a whole grid have one exponent."""
    match part:
        case Binary(op="**", left=base, right=power) if free_names(power) - {"pi"}:
            return Call("exp", (Binary("*", power, Call("log", (base,))),))
    return part


def _grids(range_: Range, waves: bool) -> Iterator[Any]:
    if isinstance(range_, (Nonnegative, Scalar)):
        yield np.geomspace(1e-9, 1e9, _FINE) * 1.0371
        if waves:
            yield np.linspace(0, _FAR, _WIDE)[1:]
    if isinstance(range_, Scalar):
        yield -np.geomspace(1e9, 1e-9, _FINE) * 1.0371
        if waves:
            yield np.linspace(-_FAR, 0, _WIDE)[:-1]
    if isinstance(range_, Interval):
        low, high = (float(end) for end in range_.ends)
        yield np.linspace(low, high, _FINE)[1:-1]


def _there(at: Instance, setting: Setting, name: str, point: Fraction) -> Iterator[Instance]:
    if setting.given[name].holds(point):
        yield at.with_value(name, point)


def between(node: Node, setting: Setting, first: Instance, second: Instance, name: str) -> Instance | None:
    """Where it is zero on the straight way of a letter from one instance to the other, to 150 digits."""
    assert first.exact is not None and second.exact is not None
    start, way = first.exact[name], second.exact[name] - first.exact[name]

    def put(part: Fraction) -> Instance:
        return first.with_value(name, start + part * way)

    try:
        found = _bisected(Quantity(node, setting), put, Fraction(0), Fraction(1))
    except NO_VALUE:
        return None
    return None if found is None else put(found)


def _bisected(
    quantity: Quantity, put: Callable[[Fraction], Instance], low: Fraction, high: Fraction
) -> Fraction | None:
    """A zero between two points of different sign: false position (Illinois), among 200 digits."""
    with precision(_DIGITS):

        def height(point: Decimal) -> Decimal:
            return Decimal(decimals(quantity.exactly(put(Fraction(point)))))

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
