"""The error of a limit at one instance, step by step, in decimals where they can be had."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.functions import turns

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..ranges.numbers import IndexLetter, Integer
from .errors_end import End
from .slow_limits import WHOLE_TURNS, runs_up_to

_WHOLE = (1, 2, 3, 5, 8, 13, 24, 41, 70, 121, 207, 354, 605, 1034, 1767, 3021, 5164)
_FAR = (3, 17, 101, 1009, 10007, 1000003, 10**9 + 7, 10**14 + 31, 10**20 + 39, 10**27 + 103, 10**33 + 61,
        10**40 + 121)  # fmt: skip
_FURTHER = (10, 20, 30, 40, 200, 450, 1000, 3000, *(10**power for power in (6, 20, 40, 70, 100, 130, 160)))
_COUNTED = (41, 70, 121, 170, 354, 605)
_SETTLED, _NEARLY, _STEEP = 1e-7, 1e-5, 50
_BESIDE = Fraction(381966, 10**6)  # no multiple of a short fraction
GRAIN = 1e-28  # an error below is rounding
_ROUNDING = 1e-13  # of the largest float on the way; what may be hidden by it
_CLEAR = 1e-3  # an error that no rounding should be trusted to hide


class Path:
    """The error at one instance, step by step, in decimals where they can be had."""

    def __init__(self, moving: Quantity, fixed: Quantity, name: str, to: str, at: Instance):
        self.moving, self.fixed, self.name, self.at = moving, fixed, name, at
        range_ = moving.setting.given.get(name)
        self.infinite = to in ("", "inf", "∞")
        counted = runs_up_to(moving.node, name, moving) or name in at.sizes
        whole = range_ is None or isinstance(range_, (Integer, IndexLetter))
        self.last: Any = None
        self.whole_turns = whole and turns(moving.node)
        self.skips = self.infinite and counted and not whole and name not in at.sizes
        if self.infinite:
            far = [Fraction(step) for step in _FAR]
            near = [Fraction(step) for step in _WHOLE]
            if not whole:
                far = [step + Fraction(3, 7) for step in far]
            self.steps = near if counted else [*near[:6], *far[2:]]
        else:
            self.goal = goal = Fraction(to)
            sides = (1,) if goal == 0 else (1, -1)  # "to 0" means from above
            gaps = [Fraction(3, 7) * Fraction(10) ** -power for power in (0, 1, 2, 3, 4, 6, 8, 10, 12)]
            self.steps = [goal + side * gap for gap in gaps for side in sides]
        self.both = not self.infinite and len(self.steps) > 9

    @property
    def ran_its_course(self) -> bool:
        """The letter was counted up one by one, as far as it can be."""
        return bool(self.steps[-1] == _WHOLE[-1])

    def further(self) -> list[Fraction]:
        """Steps towards the goal far beyond the others, never whole where nothing is counted or turns."""
        if self.name in self.at.sizes:
            return []
        if self.infinite and runs_up_to(self.moving.node, self.name, self.moving, False):
            return [Fraction(step) for step in _COUNTED]
        part = Fraction(0 if self.infinite and self.whole_turns else 3, 7)  # cos 2πN is 1 at whole N only
        if self.infinite:
            return [step + part for step in _FURTHER]
        return [self.goal + part / step for step in _FURTHER]

    def reached(self, errors: list[float]) -> Fraction | None:
        """How far out the errors were followed; None where the letter goes to a number."""
        return Fraction(self.steps[len(errors) - 1]) if self.infinite else None

    def errors(self) -> list[float]:
        found: list[float] = []
        for step in self.steps:
            try:
                there = self.at.with_value(self.name, step)
                found.append(self.error(there))
            except (Undefined, TooMuch) as error:
                if len(found) >= 4:
                    break
                if self.infinite and (found or isinstance(error, TooMuch)):
                    raise  # else it begins later: log log N
        if len(found) < 4:
            raise Undefined("it has no value near the goal")
        return found

    def along(self, steps: Sequence[Fraction]) -> list[float]:
        """The errors at these steps, which take the place of the others."""
        if steps:
            self.steps = list(steps)
        return [self.error(self.at.with_value(self.name, step)) for step in steps]

    def turned(self) -> list[float]:
        """The errors at 710, 1420, …, almost whole turns, if the line has circular functions and they do not fall."""
        if not turns(self.moving.node):
            return []
        steps, self.steps = self.steps, [Fraction(step) for step in WHOLE_TURNS]
        try:
            found = self.errors()
        except (Undefined, TooMuch):
            found = [0.0]
        if min(found) > max(1e-3, 0.5 * max(found)):  # cos(N)ᴺ is small elsewhere
            return found
        self.steps = steps
        return []

    def beside(self) -> list[float]:
        """The errors beside the whole numbers, if only those were tried: cos 2πN is 1 at each."""
        if not self.skips:
            return []
        steps, self.steps = self.steps, [step + _BESIDE for step in self.steps]
        try:
            found = self.errors()
        except (Undefined, TooMuch):
            found = []
        if found and self.settled(found) == End.AWAY:
            return found
        self.steps = steps
        return []

    def worst(self, errors: list[float]) -> Fraction:
        """The step among the last four with the largest error; `last` is the value there."""
        place = max(range(max(0, len(errors) - 4), len(errors)), key=errors.__getitem__)
        self.error(self.at.with_value(self.name, self.steps[place]))
        return self.steps[place]

    def error(self, there: Instance, exactly: bool = False) -> float:
        """The largest difference, relative to max(1, |target|)."""
        try:
            first, second = self.sides(there)
            with precision():
                size = max((abs(entry) for entry in second), default=0)
                gap = float(max(abs(first - second), default=0)) / max(1.0, float(size))
            return gap if gap > GRAIN else 0.0
        except (Unsupported, TypeError, ValueError, OverflowError):
            if exactly:
                raise TooMuch("only floats know it") from None
            measured, target = self.moving.measure(there), self.fixed.measure(there)
            self.last = measured.value
            size = float(np.max(np.abs(target.value), initial=0.0))
            gap = float(np.max(np.abs(np.subtract(measured.value, target.value)), initial=0.0))
            if gap < _ROUNDING * max(measured.peak, 1.0):  # perhaps round-off, not an error that stays
                if gap > _CLEAR * max(1.0, size) and math.isfinite(measured.peak):
                    raise TooMuch("rounding hides the error") from None
                gap = gap if gap > _CLEAR * max(1.0, size) else 0.0  # 1/(1 + e¹⁰⁰⁰⁰) is 0, whatever was large
            return gap / max(1.0, size)

    def sides(self, there: Instance) -> tuple[Any, Any]:
        """Both lines in decimals, as long vectors."""
        if self.name in there.sizes:
            raise Unsupported("a size")
        with precision():
            self.last = self.moving.exactly(there)
            pair = (self.last, self.fixed.exactly(there))
            first, second = (np.ravel(np.asarray(decimals(part), dtype=object)) for part in pair)
            return first, second

    def means(self, errors: list[float]) -> list[float]:
        """Signed errors of a number, at the last steps N and N − 1 together: what alternates is averaged away.

        In floats, and only where those know the errors: 2⁻²⁰⁰⁰ is 0 for them.
        """
        found = []
        last = range(len(errors) - 4, len(errors))
        try:
            for place in last if not self.moving.shape else ():
                here, before = (self.signed(self.steps[place] + more) for more in (0, -1))
                if abs(abs(here) - errors[place]) > 0.01 * errors[place] + 1e-12:
                    break
                found.append((here + before) / 2)
        except (Undefined, TooMuch):
            pass
        return found if len(found) == len(last) else [0.0] * 4

    def signed(self, step: Fraction) -> float:
        """The error at a step in floats, with its sign, relative to max(1, |target|)."""
        there = self.at.with_value(self.name, step)
        value, target = (one.measure(there).value for one in (self.moving, self.fixed))
        return float(np.real(value - target)) / max(1.0, float(np.abs(target)))

    def settled(self, errors: list[float]) -> End:
        """From the last errors and how they fall."""
        if not all(math.isfinite(error) for error in errors):
            return End.AWAY
        return self.ended(errors, len(errors) == len(self.steps) and self.steps[-1] != _WHOLE[-1])

    def ended(self, errors: list[float], exact: bool = True) -> End:
        """The same, of errors that are known to many digits or only to those of floats."""
        tail = errors[-4:]
        if max(errors[-3:]) == 0:
            return End.THERE
        falling = _falls(tail)
        if self.both:
            right, left = errors[0::2], errors[1::2]
            falling = _falls(right[-4:]) and _falls(left[-4:])
            tail = [max(pair) for pair in zip(right, left, strict=False)][-4:]
        if falling and (tail[-1] < _SETTLED or not exact or (not self.infinite and _dives(tail))):
            first = tail[0] or 1.0
            return (
                End.THERE
                if tail[-1] < 1e-3 * max(1.0, first) or tail[-1] < 0.2 * max(errors)
                else End.UNCLEAR
            )
        largest = max(errors)
        if largest > 1e-9 and largest in tail and all(min(e, largest - e) < 1e-9 for e in errors):
            return End.AWAY  # right here, wrong by the same amount there, again and again
        if min(tail) > 0 and tail[-1] > 0.97 * tail[-2]:
            return End.AWAY
        if max(tail) < 1e-12 and not exact:
            return End.THERE
        return End.AWAY if tail[-1] >= max(tail) * 0.98 and tail[-1] > 1e-9 else End.UNCLEAR


def _falls(errors: list[float]) -> bool:
    return all(after <= before * 0.75 or after == 0 for before, after in pairwise(errors))


def _dives(errors: list[float]) -> bool:
    """As fast as the letter nears its goal: (K + tI)⁻¹K where K is almost singular."""
    return errors[-1] < _NEARLY * max(1.0, *errors) and all(
        after * _STEEP <= before for before, after in pairwise(errors[-3:])
    )
