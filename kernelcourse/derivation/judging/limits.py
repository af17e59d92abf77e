"""The limit of a line as a letter grows, or goes to a number: the error must die out, among 60 digits.

Where the letter may be as large as it likes, the error is followed up to 10⁴⁰: a constant of 10⁻²⁰ is seen, and so is a
term that grows very slowly. Sums over the letter are followed as far as they can be added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import NO_VALUE, TooMuch, Undefined
from kernelcourse.language.exact import precision
from kernelcourse.language.in_text import rounded
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Number

from ..instances.instance import Instance, moderate
from ..instances.quantities import Measured, Quantity
from ..instances.samples import Samples
from ..outcome import Outcome, Verdict, Warrant, conditions_of, needs_more, witness
from ..proving.defined import unproved
from ..ranges.numbers import Interval
from ..reading.symbols import Setting
from .extrapolation import standing, taking_turns
from .limit_path import GRAIN, Path
from .slow_limits import far_errors, far_verdict, growing, offset, staying, without_bounded
from .turning_points import turning_points

_AWAY = 2.0  # an error that is no rounding
_FIRST = 10  # special values of the other letters that are never left out
_FAR_OUT, _SUSPECTS = Fraction(354), 2
_LOOKED_AT = 3  # instances at which an error of 10⁻¹⁰⁰ is looked for
_SECONDS = 0.6  # of computing, for one line
_MORE_DIGITS = 300
_NOISE = 1e-20  # where terms cancel, that much may be left of 60 digits
_ROUNDING = 1e-13  # of the largest number that was met on the way


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
    corners = [at for at in _once(samples.corners(used), used) if moderate(at)][:30] if free else []
    corners = [at for at in corners if inside(moving.setting, at) or growing(moving, name, at)]
    between = turning_points(moving, fixed, name, used, samples)
    limit, longest, unclear = Limit(_SECONDS), Limit(2 * _SECONDS), ""
    generic, enough = (samples.standard[:9], 3) if free else (samples.standard[:1], 1)
    first = [*generic[:1], *between, *generic[1:3]]
    drawn = [*first, *corners[:_FIRST], *generic[3:], *corners[_FIRST:]]
    for place, at in enumerate(_suspects_first(drawn, moving, fixed, name, to)):
        if limit.over() and len(tested) >= enough and (place >= len(first) + _FIRST or longest.over()):
            break
        try:
            goal = fixed.measure(at)
            target = goal.value
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            if isinstance(error, Undefined) and first_moves:
                missing = missing or (at, str(error))
            continue
        try:
            path = Path(moving, fixed, name, to, at)
            near = errors = path.errors()
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            limitless += isinstance(error, Undefined) and not first_moves
            continue
        outcome = path.settled(errors)
        if any(at is one for one in between) and not (
            inside(moving.setting, at) or growing(moving, name, at) or _rises(errors)
        ):
            continue
        hidden = outcome == "unclear" and 0 < min(filter(None, errors[-4:]), default=0.0) < _NOISE
        if (outcome == "away" or hidden) and not path.ran_its_course:  # terms may cancel: N (√(N² + 1) − N)
            with precision(_MORE_DIGITS):
                near = errors = path.errors()
            outcome = path.settled(errors)
        far: list[float] = []
        if outcome != "there":
            far = far_errors(moving, fixed, name, path.infinite, at)
            errors, outcome = (far, far_verdict(far)) if far else (errors, outcome)
        if outcome == "there" and path.infinite:
            back = path.turned() or path.beside()
            near = errors = back or errors
            outcome = "away" if back else outcome
        if not far and outcome != "away" and place < (1 if path.ran_its_course else _LOOKED_AT):
            stay = staying(
                moving, fixed, name, path.further(), at, path.reached(errors) if outcome == "there" else None
            )
            errors, outcome = (stay, "away") if stay else (errors, outcome)
        if outcome == "there" and path.ran_its_course:
            stands = offset(path.means(errors), errors) or (not place and standing(moving, fixed, name, at))
            outcome = "away" if stands else outcome
        if outcome == "unclear" and path.infinite:
            turning = taking_turns(moving, name, at)
            near = errors = path.along(turning) or errors
            outcome = "away" if turning else outcome
        if outcome == "away":
            worst = path.worst(near)
            sides = {"the previous line" if first_moves else "this line": path.last}
            sides["this line" if first_moves else "the previous line"] = target
            found = witness(moving.setting, at, (moving.node, fixed.node), sides)
            letters = {**found.values, name: worst}
            why = f"the error does not die out as {letter(name)} → {_goal(to)}: {_listed(errors)}"
            return Outcome(Verdict.REFUTED, why, "limit", type(found)(letters, found.sides))
        if outcome == "there" and _lost(goal, errors):
            outcome = "unclear"
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


def _rises(errors: list[float]) -> bool:
    """It runs away, halfway between two places where that may begin."""
    return errors[-1] > _AWAY and all(before < after for before, after in pairwise(errors[-3:]))


def _suspects_first(
    drawn: list[Instance], moving: Quantity, fixed: Quantity, name: str, to: str
) -> list[Instance]:
    """The first, then those where floats see a large error far out: not each can be followed step by step."""

    def suspect(at: Instance) -> bool:
        there = at.with_value(name, _FAR_OUT)
        try:
            gap = np.max(np.abs(moving.measure(there).value - fixed.measure(there).value), initial=0.0)
        except NO_VALUE:
            return False
        return bool(gap > 1)

    suspects = [at for at in drawn[1:] if to in ("", "inf", "∞") and suspect(at)][:_SUSPECTS]
    return [*drawn[:1], *suspects, *(at for at in drawn[1:] if not any(at is one for one in suspects))]


def _once(found: Iterable[Instance], used: frozenset[str]) -> Iterator[Instance]:
    """Each choice of the letters in use once."""
    seen = set[str]()
    for at in found:
        key = repr([at.sizes, [(name, at.values.get(name)) for name in sorted(used)]])
        if key not in seen:
            seen.add(key)
            yield at


def _lost(goal: Measured, errors: list[float]) -> bool:
    """A limit of 10⁻³⁰⁰ is not told from 0 by an error of 10⁻²⁸; 1 − 1 by floats is no such limit."""
    size = float(np.max(np.abs(goal.value), initial=0.0))
    return _ROUNDING * goal.peak < size <= 2 * max(errors[-1], GRAIN) * max(1.0, size)


def inside(setting: Setting, at: Instance) -> bool:
    """No letter stands next to the end of its interval, where rᴺ dies out too late to be seen."""
    return all(
        range_.clear_of_ends(at.values[name])
        for name, range_ in setting.given.items()
        if isinstance(range_, Interval)
    )


def _goal(to: str) -> str:
    return "∞" if to in ("", "inf") else to


def _listed(errors: list[float]) -> str:
    shown = errors if len(errors) <= 6 else [*errors[:3], *errors[-3:]]
    return ", ".join(map(rounded, shown))
