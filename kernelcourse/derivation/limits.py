"""The limit of a line as a letter grows, or goes to a number: the error must die out, and is shown."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.evaluate import TooMuch, Undefined
from kernelcourse.language.letters import letter

from .instances import Instance
from .outcome import Outcome, Verdict, witness
from .quantities import Quantity
from .samples import Samples

_WHOLE = tuple(2**power for power in range(21))


def judge_limit(
    moving: Quantity, fixed: Quantity, name: str, to: str, samples: Samples, first_moves: bool
) -> Outcome:
    """Does `moving` tend to `fixed` as the letter tends to `to`?"""
    steps = _steps(moving, name, to)
    tested: list[list[float]] = []
    trouble = ""
    undefined = 0
    for at in samples.standard[:7]:
        try:
            target = np.asarray(fixed.measure(at).value)
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            continue
        try:
            values = _approach(moving, name, steps, at)
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            undefined += isinstance(error, Undefined) and not first_moves
            continue
        errors = _errors(values, target)
        outcome = _settled(values, target)
        if outcome == "away":
            sides = {"the previous line" if first_moves else "this line": values[-1]}
            sides["this line" if first_moves else "the previous line"] = target
            found = witness(moving.setting, at, (moving.node, fixed.node), sides)
            letters = {**found.values, name: steps[len(errors) - 1]}
            why = f"the error does not die out as {letter(name)} → {_goal(to)}: {_listed(errors)}"
            return Outcome(Verdict.REFUTED, why, "limit", type(found)(letters, found.sides))
        if outcome == "unclear":
            trouble = (
                f"the error falls too slowly to tell ({_listed(errors)}): try a faster form, or state a bound"
            )
            continue
        tested.append(errors)
    if len(tested) >= 3:
        return Outcome(
            Verdict.TESTED, f"the error dies out as {letter(name)} → {_goal(to)}: {_listed(max(tested))}", "limit"
        )
    if undefined >= 3 and not tested:
        return Outcome(
            Verdict.REFUTED, f"this line has no value as {letter(name)} grows: {trouble}", "limit", kind="undefined"
        )
    return Outcome(
        Verdict.OPEN, f"could not decide: {trouble or 'no instance satisfies the side conditions'}", "limit"
    )


def _goal(to: str) -> str:
    return "∞" if to in ("", "inf") else to


def _steps(moving: Quantity, name: str, to: str) -> list[float]:
    range_ = moving.setting.given.get(name)
    whole = range_ is None or range_.kind in ("integer", "index")
    if to in ("", "inf", "∞"):
        return [float(step) for step in _WHOLE] if whole else [10.0**power for power in range(8)]
    goal = float(to)
    return [goal + 10.0**-power for power in range(9)]


def _approach(moving: Quantity, name: str, steps: list[float], at: Instance) -> list[Any]:
    """The values along the steps, as far as they can be computed."""
    values: list[Any] = []
    for step in steps:
        try:
            there = Instance(at.sizes, {**at.values, name: step}, None, at.profile)
            values.append(np.asarray(moving.measure(there).value))
        except (Undefined, TooMuch):
            if len(values) >= 4:
                break
            raise
    return values


def _settled(values: list[Any], target: Any) -> str:
    """there · away · unclear: from the errors, their ratios, and where the values themselves seem to go."""
    scale = max(1.0, float(np.max(np.abs(target), initial=0.0)))
    errors = [error / scale for error in _errors(values, target)]
    if min(errors[-2:]) < 1e-7:
        return "there"
    late = errors[len(errors) // 2 :]
    ratios = [after / before for before, after in pairwise(late) if before > 0]
    goal = _extrapolated(values[-3:])
    miss = float(np.max(np.abs(goal - target), initial=0.0)) / scale
    if ratios and max(ratios) < 0.75 and (errors[-1] < 1e-4 or miss < 1e-3 * errors[0] / scale + 1e-5):
        return "there"
    if ratios and min(ratios[-2:]) > 0.98:
        return "away"
    last = float(np.max(np.abs(goal - values[-1]), initial=0.0)) / scale
    return "away" if math.isfinite(miss) and miss > 1e-3 and last < 0.05 * miss else "unclear"


def _errors(values: list[Any], target: Any) -> list[float]:
    return [float(np.max(np.abs(value - target), initial=0.0)) for value in values]


def _extrapolated(values: list[Any]) -> Any:
    """Where three values of a geometric approach are heading (Aitken)."""
    a, b, c = values
    bend = (c - b) - (b - a)
    with np.errstate(all="ignore"):
        return np.where(np.abs(bend) > 1e-14 * np.maximum(1.0, np.abs(c)), c - (c - b) ** 2 / bend, c)


def _listed(errors: list[float]) -> str:
    shown = errors if len(errors) <= 6 else [*errors[:3], *errors[-3:]]
    return ", ".join(f"{error:.1e}" for error in shown)
