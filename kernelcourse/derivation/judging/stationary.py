"""Where a function of several numbers is stationary, to hundreds of digits, also under equations (Lagrange).

3 sin a + 4 cos a < 5 is wrong at one irrational angle, ab < ½ where a² + b² = 1 at a = 1/√2: no instance meets such a
point. Newton's method finds it; differences over 10⁻⁸⁰ among 340 digits are derivatives enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Any

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.tree import Node

from ..instances.instance import Instance
from ..reading.symbols import Setting, plain

Point = list[Decimal]
_FAR = Decimal(10) ** 4
_FLAT = Decimal(10) ** -9  # a pivot below is none: the point may be one of many, or none at all


@dataclass(frozen=True)
class Stage:
    """Digits in use, the step of a difference (its power of ten), and rounds of Newton's method."""

    digits: int
    step: int
    rounds: int

    @property
    def close(self) -> Decimal:
        return Decimal(10) ** -(3 * self.step // 2)


ROUGH, FINE, FINEST = Stage(60, 14, 20), Stage(340, 80, 8), Stage(800, 190, 6)


@dataclass(frozen=True)
class Problem:
    """A function of these letters only, and expressions that must be 0; where the letters start."""

    function: Node
    equations: tuple[Node, ...]
    names: tuple[str, ...]
    setting: Setting
    at: Instance
    along: bool = False  # may it be stationary along a whole curve, as what is turned is?

    def values(self, point: Sequence[Decimal]) -> Point:
        """The function and the equations there."""
        arithmetic = Exact(decimals=True)
        values: dict[str, Any] = dict(zip(self.names, point, strict=False))
        evaluator = Evaluator(values, self.setting.define, arithmetic)
        return [Decimal(evaluator(plain(node))) for node in (self.function, *self.equations)]

    def lagrangian(self, point: Sequence[Decimal]) -> Decimal:
        """Of a point with its multipliers."""
        first, *others = self.values(point)
        return first + sum((a * b for a, b in zip(point[len(self.names) :], others, strict=True)), Decimal(0))

    def start(self) -> Point:
        """The letters as in the instance, and multipliers that make the slopes as small as each alone can."""
        point = [Decimal(float(self.at.values[name])) for name in self.names]
        step = Decimal(10) ** -ROUGH.step
        slopes = [
            [(a - b) / (2 * step) for a, b in zip(*(self.values(_moved(point, {place: side * step}))
             for side in (1, -1)), strict=True)] for place in range(len(point))
        ]  # fmt: skip
        for number in range(1, 1 + len(self.equations)):
            along = sum((row[0] * row[number] for row in slopes), Decimal(0))
            length = sum((row[number] ** 2 for row in slopes), Decimal(0))
            point.append(-along / length if length else Decimal(0))
        return point


def stationary(problem: Problem, stage: Stage, start: Point | None = None) -> Point | None:
    """A stationary point (with multipliers) near the start, or None; `start` may come from a rougher stage."""
    with precision(stage.digits):
        try:
            held = Decimal(10) ** (-stage.digits // 3) if problem.along else Decimal(0)
            return _newton(problem.lagrangian, start or problem.start(), stage, held)
        except (*NO_VALUE, NotRational):
            return None


def _newton(function: Callable[[Point], Decimal], point: Point, stage: Stage, held: Decimal) -> Point | None:
    """`held` is added to each second derivative: then the point stays where it is along a curve of them."""
    for _ in range(stage.rounds):
        spend(stage.digits * len(point) ** 2)
        slopes, bends = _derivatives(function, point, Decimal(10) ** -stage.step)
        for place in range(len(point)):
            bends[place][place] += held
        move = _solved(bends, slopes, held / 2 or _FLAT)
        if move is None:
            return None
        point = [one - other for one, other in zip(point, move, strict=True)]
        if max(map(abs, point)) > _FAR:
            return None
        if max(map(abs, move)) < stage.close:
            return point
    return None


def _derivatives(
    function: Callable[[Point], Decimal], point: Point, step: Decimal
) -> tuple[Point, list[Point]]:
    """Slopes and second derivatives, by central differences."""
    count, here = len(point), function(point)
    after = [function(_moved(point, {place: step})) for place in range(count)]
    before = [function(_moved(point, {place: -step})) for place in range(count)]
    slopes = [(a - b) / (2 * step) for a, b in zip(after, before, strict=True)]
    bends = [[Decimal(0)] * count for _ in range(count)]
    for place in range(count):
        bends[place][place] = (after[place] - 2 * here + before[place]) / step**2
    for one, two in combinations(range(count), 2):
        both = function(_moved(point, {one: step, two: step})) + function(
            _moved(point, {one: -step, two: -step})
        )
        mixed = (both + 2 * here - after[one] - before[one] - after[two] - before[two]) / (2 * step**2)
        bends[one][two] = bends[two][one] = mixed
    return slopes, bends


def _solved(matrix: list[Point], right: Point, flat: Decimal) -> Point | None:
    """By elimination with pivots; None where one of them is next to nothing."""
    rows = [[*row, one] for row, one in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        if abs(rows[pivot][place]) < flat:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for row in (one for one in range(len(rows)) if one != place):
            factor = rows[row][place] / rows[place][place]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def _moved(point: Point, moves: dict[int, Decimal]) -> Point:
    return [one + moves.get(place, 0) for place, one in enumerate(point)]
