"""The limit of a line as a letter grows, or goes to a number: the error must die out, and is shown."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from .evaluate import TooMuch, Undefined
from .instances import Instance
from .letters import letter
from .outcome import FAILS, HOLDS, UNDECIDED, Outcome, witness
from .quantities import Quantity
from .samples import Samples

_WHOLE = (1, 2, 4, 8, 16, 32, 64, 100)


def judge_limit(
    moving: Quantity, fixed: Quantity, name: str, to: str, samples: Samples, first_moves: bool
) -> Outcome:
    """Does `moving` tend to `fixed` as the letter tends to `to`?"""
    steps = _steps(moving, name, to)
    tested: list[list[float]] = []
    trouble = ""
    for at in samples.standard[:7]:
        try:
            target = fixed.measure(at)
            errors, last = _errors(moving, name, steps, at, target.value)
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            continue
        scale = max(1.0, float(np.max(np.abs(target.value), initial=0.0)))
        if len(errors) < 4:
            trouble = "too few terms could be computed"
            continue
        outcome = _settled([error / scale for error in errors])
        if outcome == "away":
            sides = {"the previous line" if first_moves else "this line": last}
            sides["this line" if first_moves else "the previous line"] = target.value
            found = witness(moving.setting, at, (moving.node, fixed.node), sides)
            values = {**found.values, name: steps[len(errors) - 1]}
            why = f"the error does not die out as {letter(name)} → {_goal(to)}: {_listed(errors)}"
            return Outcome(FAILS, why, "limit", type(found)(values, found.sides))
        if outcome == "unclear":
            trouble = f"the error falls too slowly to tell: {_listed(errors)}"
            continue
        tested.append(errors)
    if len(tested) >= 3:
        return Outcome(
            HOLDS, f"the error dies out as {letter(name)} → {_goal(to)}: {_listed(max(tested))}", "limit"
        )
    return Outcome(
        UNDECIDED, f"could not decide: {trouble or 'no instance satisfies the side conditions'}", "limit"
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


def _errors(
    moving: Quantity, name: str, steps: list[float], at: Instance, target: Any
) -> tuple[list[float], Any]:
    errors: list[float] = []
    last: Any = None
    for step in steps:
        values = {**at.values, name: step}
        try:
            last = moving.measure(Instance(at.sizes, values, None, at.profile)).value
        except (Undefined, TooMuch):
            if len(errors) >= 4:
                break
            raise
        errors.append(float(np.max(np.abs(np.subtract(last, target)), initial=0.0)))
    return errors, last


def _settled(errors: list[float]) -> str:
    """there · away · unclear, from the sequence of relative errors."""
    if min(errors[-2:]) < 1e-7:
        return "there"
    late = errors[len(errors) // 2 :]
    ratios = [after / before for before, after in pairwise(late) if before > 0]
    if ratios and max(ratios) < 0.6:
        return "there" if errors[-1] < 1e-4 else "unclear"
    if ratios and min(ratios) > 0.85:
        return "away"
    # what the errors themselves tend to, by the last three (Aitken)
    a, b, c = errors[-3:]
    bend = (c - b) - (b - a)
    rest = c - (c - b) ** 2 / bend if bend else c
    return (
        "away" if math.isfinite(rest) and abs(rest) > 1e-3 and abs(c - rest) < 0.1 * abs(rest) else "unclear"
    )


def _listed(errors: list[float]) -> str:
    return ", ".join(f"{error:.1e}" for error in errors[:6])
