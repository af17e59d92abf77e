"""The limit of a line as a letter grows, or goes to a number: the error must die out, among 60 digits.

Where the letter may be as large as it likes, the error is followed up to 10⁴⁰: a constant of 10⁻²⁰ is seen, and so is a
term that grows very slowly. Sums over the letter are followed as far as they can be added up.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.in_text import rounded
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Number

from .instances import Instance, moderate
from .outcome import Outcome, Verdict, Warrant, conditions_of, needs_more, witness
from .proving.defined import unproved
from .quantities import Quantity, decimals
from .samples import Samples
from .slow_limits import far_errors, far_verdict, offset, runs_up_to, standing, staying, without_bounded
from .symbols import Setting

_WHOLE = (1, 2, 3, 5, 8, 13, 24, 41, 70, 121, 207, 354, 605, 1034, 1767, 3021, 5164)
_FAR = (3, 17, 101, 1009, 10007, 1000003, 10**9 + 7, 10**14 + 31, 10**20 + 39, 10**27 + 103, 10**33 + 61,
        10**40 + 121)  # fmt: skip
_FURTHER = (200, 450, 1000, 3000, *(10**power for power in (6, 20, 40, 70, 100, 130, 160)))
_COUNTED = (41, 70, 121, 170, 354, 605)
_FIRST = 10  # special values of the other letters that are never left out
_LOOKED_AT = 3  # instances at which an error of 10⁻¹⁰⁰ is looked for
_SETTLED = 1e-7
_GRAIN = 1e-28  # an error below is rounding
_SECONDS = 0.6  # of computing, for one line


def judge_limit(
    moving: Quantity, fixed: Quantity, name: str, to: str, samples: Samples, first_moves: bool
) -> Outcome:
    """Does `moving` tend to `fixed` as the letter tends to `to`?"""
    found = _judge(moving, fixed, name, to, samples, first_moves)
    rest = without_bounded(moving.node, name) if fixed.node == Number(0) and not found.accepted else None
    if rest is None:
        return found
    squeezed = _judge(replace(moving, node=rest), fixed, name, to, samples, first_moves)
    return squeezed if squeezed.accepted else found


def _judge(
    moving: Quantity, fixed: Quantity, name: str, to: str, samples: Samples, first_moves: bool
) -> Outcome:
    tested: list[list[float]] = []
    trouble, missing, limitless = "", None, 0
    used = moving.setting.depends(moving.node, fixed.node) - {name}
    free = used & moving.setting.given.keys()  # without other letters all instances are the same
    corners = (
        [at for at in samples.corners(used) if moderate(at) and inside(moving.setting, at)][:30]
        if free
        else []
    )
    limit, longest, unclear = Limit(_SECONDS), Limit(2 * _SECONDS), ""
    generic, enough = (samples.standard[:9], 3) if free else (samples.standard[:1], 1)
    for place, at in enumerate([*generic[:3], *corners[:_FIRST], *generic[3:], *corners[_FIRST:]]):
        if limit.over() and len(tested) >= enough and (place >= 3 + _FIRST or longest.over()):
            break
        try:
            target = fixed.measure(at).value
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            if isinstance(error, Undefined) and first_moves:
                missing = missing or (at, str(error))
            continue
        try:
            path = _Path(moving, fixed, name, to, at)
            near = errors = path.errors()
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            limitless += isinstance(error, Undefined) and not first_moves
            continue
        outcome = path.settled(errors)
        far: list[float] = []
        if outcome != "there":
            far = far_errors(moving, fixed, name, path.infinite, at)
            errors, outcome = (far, far_verdict(far)) if far else (errors, outcome)
        if not far and outcome != "away" and place < _LOOKED_AT:
            stay = staying(moving, fixed, name, path.further(), at)
            errors, outcome = (stay, "away") if stay else (errors, outcome)
        if outcome == "there" and path.steps[-1] == _WHOLE[-1]:
            stands = offset(path.means(len(errors)), errors) or (
                not place and standing(moving, fixed, name, at)
            )
            outcome = "away" if stands else outcome
        if outcome == "away":
            worst = path.worst(near)
            sides = {"the previous line" if first_moves else "this line": path.last}
            sides["this line" if first_moves else "the previous line"] = target
            found = witness(moving.setting, at, (moving.node, fixed.node), sides)
            letters = {**found.values, name: worst}
            why = f"the error does not die out as {letter(name)} → {_goal(to)}: {_listed(errors)}"
            return Outcome(Verdict.REFUTED, why, "limit", type(found)(letters, found.sides))
        if outcome == "unclear":
            trouble = (
                f"the error falls too slowly to tell ({_listed(errors)}): try a faster form, or state a bound"
            )
            unclear = unclear or (trouble if any(at is one for one in generic) else "")
            continue
        tested.append(errors)
    if unclear:
        return Outcome(Verdict.OPEN, f"could not decide: {unclear}", "limit")
    if len(tested) >= enough:
        return _tested(moving, fixed, name, to, tested, missing)
    if limitless >= enough and not tested:
        return Outcome(
            Verdict.REFUTED,
            f"this line has no value as {letter(name)} grows: {trouble}",
            "limit",
            kind="undefined",
        )
    return Outcome(
        Verdict.OPEN, f"could not decide: {trouble or 'no instance satisfies the side conditions'}", "limit"
    )


def _tested(
    moving: Quantity, fixed: Quantity, name: str, to: str, tested: list[list[float]],
    missing: tuple[Instance, str] | None,
) -> Outcome:  # fmt: skip
    why = f"tested: the error dies out as {letter(name)} → {_goal(to)}: {_listed(max(tested))}"
    warrant = Warrant("the error followed at irregular points among 60 digits", len(tested))
    if missing is None:
        return Outcome(Verdict.TESTED, why, "limit", warrant=warrant)
    at, reason = missing
    asked = unproved(fixed.node, fixed.setting)
    needed = conditions_of(asked, reason)
    shown = witness(moving.setting, at, (moving.node, fixed.node), {"this line": None})
    return Outcome(Verdict.TESTED, needs_more(needed), "limit", shown, needed, warrant, kind="undefined")


def inside(setting: Setting, at: Instance) -> bool:
    """No letter stands next to the end of its interval, where rᴺ dies out too late to be seen."""
    return all(
        min(abs(float(at.values[name]) - float(bound)) for bound in range_.bounds or ()) > 1e-3
        for name, range_ in setting.given.items()
        if range_.kind == "interval"
    )


def _goal(to: str) -> str:
    return "∞" if to in ("", "inf") else to


class _Path:
    """The error at one instance, step by step, in decimals where they can be had."""

    def __init__(self, moving: Quantity, fixed: Quantity, name: str, to: str, at: Instance):
        self.moving, self.fixed, self.name, self.at = moving, fixed, name, at
        range_ = moving.setting.given.get(name)
        self.infinite = to in ("", "inf", "∞")
        counted = runs_up_to(moving.node, name, moving) or name in at.sizes
        whole = range_ is None or range_.kind in ("integer", "index")
        self.last: Any = None
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

    def further(self) -> list[Fraction]:
        """Steps towards the goal far beyond the others, never whole where nothing is counted."""
        if self.name in self.at.sizes:
            return []
        if self.infinite and runs_up_to(self.moving.node, self.name, self.moving, False):
            return [Fraction(step) for step in _COUNTED]
        part = Fraction(3, 7)
        if self.infinite:
            return [step + part for step in _FURTHER]
        return [self.goal + part / step for step in _FURTHER]

    def errors(self) -> list[float]:
        found: list[float] = []
        for step in self.steps:
            try:
                there = self.at.with_value(self.name, step)
                found.append(self.error(there))
            except (Undefined, TooMuch):
                if len(found) >= 4:
                    break
                if self.infinite:
                    raise
        if len(found) < 4:
            raise Undefined("it has no value near the goal")
        return found

    def worst(self, errors: list[float]) -> Fraction:
        """The step among the last four with the largest error; `last` is the value there."""
        place = max(range(max(0, len(errors) - 4), len(errors)), key=errors.__getitem__)
        self.error(self.at.with_value(self.name, self.steps[place]))
        return self.steps[place]

    def error(self, there: Instance) -> float:
        """The largest difference, relative to max(1, |target|)."""
        try:
            if self.name in there.sizes:
                raise Unsupported("a size")
            value, target = self.moving.exactly(there), self.fixed.exactly(there)
            self.last = value
            with precision():
                first, second = (
                    np.ravel(np.asarray(decimals(part), dtype=object)) for part in (value, target)
                )
                size = max((abs(entry) for entry in second), default=0)
                gap = float(max(abs(first - second), default=0)) / max(1.0, float(size))
            return gap if gap > _GRAIN else 0.0
        except (Unsupported, TypeError, ValueError, OverflowError):
            measured, target = self.moving.measure(there), self.fixed.measure(there)
            self.last = measured.value
            size = float(np.max(np.abs(target.value), initial=0.0))
            gap = float(np.max(np.abs(np.subtract(measured.value, target.value)), initial=0.0))
            if gap < 1e-13 * max(measured.peak, 1.0):  # round-off, not an error that stays
                gap = 0.0
            return gap / max(1.0, size)

    def means(self, count: int) -> list[float]:
        """Signed errors of a number, at the last steps N and N − 1 together: what alternates is averaged away."""
        if self.moving.shape:
            return [0.0] * 4
        found = []
        try:
            for step in self.steps[count - 4 : count]:
                both = [self.at.with_value(self.name, step + more) for more in (0, -1)]
                gaps = [self.moving.measure(one).value - self.fixed.measure(one).value for one in both]
                found.append(float(np.real(sum(gaps))) / 2)
        except (Undefined, TooMuch):
            return [0.0] * 4
        return found

    def settled(self, errors: list[float]) -> str:
        """there · away · unclear, from the last errors and how they fall."""
        tail = errors[-4:]
        if not all(math.isfinite(error) for error in errors):
            return "away"
        if max(errors[-3:]) == 0:
            return "there"
        exact = len(errors) == len(self.steps) and self.steps[-1] != _WHOLE[-1]
        falling = _falls(tail)
        if self.both:
            right, left = errors[0::2], errors[1::2]
            falling = _falls(right[-4:]) and _falls(left[-4:])
            tail = [max(pair) for pair in zip(right, left, strict=False)][-4:]
        if falling and (tail[-1] < _SETTLED or not exact):
            first = tail[0] or 1.0
            return "there" if tail[-1] < 1e-3 * max(1.0, first) or tail[-1] < 0.2 * max(errors) else "unclear"
        largest = max(errors)
        if largest > 1e-9 and largest in tail and all(min(e, largest - e) < 1e-9 for e in errors):
            return "away"  # right here, wrong by the same amount there, again and again
        if min(tail) > 0 and tail[-1] > 0.97 * tail[-2]:
            return "away"
        if max(tail) < 1e-12 and not exact:
            return "there"
        return "away" if tail[-1] >= max(tail) * 0.98 and tail[-1] > 1e-9 else "unclear"


def _falls(errors: list[float]) -> bool:
    return all(after <= before * 0.75 or after == 0 for before, after in pairwise(errors))


def _listed(errors: list[float]) -> str:
    shown = errors if len(errors) <= 6 else [*errors[:3], *errors[-3:]]
    return ", ".join(map(rounded, shown))
