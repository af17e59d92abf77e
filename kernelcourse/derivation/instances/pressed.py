"""Large instances brought to where the side conditions hold: ones of length 1, a spike with the sum 0.

Some letters are scaled until a condition that is a number holds as an equality, or moved to it by the shortest way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node

from ..reading.symbols import Setting, plain
from .conditions import collapsed
from .instance import Instance
from .known_matrices import orthonormal_in_floats
from .met import meets
from .newton import newton

_LADDER = [16.0**step for step in range(-6, 7)]
_STEPS = 30
_NEAR = 1e-15
_INSIDE = 1 - 1e-12  # of an inequality: what rounding may add to a length
_MOVED = 150  # numbers that are moved together


def pressed(setting: Setting, at: Instance) -> Instance | None:
    """The instance if it satisfies every side condition, or a scaled or moved one that does."""
    if not setting.where or meets(setting, at):
        return at
    scaled = at
    for sign, left, right in setting.where:
        residual = plain(Binary("-", left, right))
        known = orthonormal_in_floats(residual, scaled.values) if sign == "==" else {}
        scaled = replace(scaled, values={**scaled.values, **known})
        scaled = scaled if known else _scaled(setting, scaled, sign, residual)
    if meets(setting, scaled):
        return scaled
    moved = _moved(setting, at)
    return moved if moved is not None and meets(setting, moved) else None


def _scaled(setting: Setting, at: Instance, sign: str, residual: Node) -> Instance:
    """With the letters of one condition multiplied by one number so that both sides are equal, if there is such."""
    names = setting.depends(residual) - {*at.sizes}
    free = [one for one in names if one in setting.given and setting.given[one].cone]
    if setting.shape(residual) or not free:
        return at

    def times(scale: float) -> Instance:
        return replace(at, values={**at.values, **{name: at.values[name] * scale for name in free}})

    def height(scale: float) -> float:
        try:
            return float(Evaluator(times(scale).values, setting.define, Floats())(residual))
        except (*NO_VALUE, TypeError):
            return np.nan

    root = _root(height)
    return at if root is None else times(root if sign == "==" else root * _INSIDE)


def _root(height: Callable[[float], float]) -> float | None:
    """Where it changes its sign between two numbers of a ladder."""
    heights = [height(one) for one in _LADDER]
    place = next((one for one in range(len(_LADDER) - 1) if heights[one] * heights[one + 1] < 0), None)
    if place is None:
        return None
    (first, second), (below, above) = _LADDER[place : place + 2], heights[place : place + 2]
    for _ in range(_STEPS):  # false position (Illinois)
        middle = (first * above - second * below) / (above - below)
        value = height(middle)
        if not abs(value) > _NEAR:
            return middle if value == value else None
        if value * above < 0:
            first, below = second, above
        else:
            below /= 2
        second, above = middle, value
    return second


def _moved(setting: Setting, at: Instance) -> Instance | None:
    residuals = [plain(Binary("-", left, right)) for sign, left, right in setting.where if sign == "=="]
    used: Any = frozenset().union(*(setting.depends(one) for one in residuals)) - {*at.sizes}
    free = [name for name in used if name in setting.given and setting.given[name].solid]
    if not residuals or not free or sum(np.size(at.values[name]) for name in free) > _MOVED:
        return None
    values = newton(dict(at.values), setting.define, residuals, free, steps=6)
    found = None if values is None else replace(at, values=values)
    return None if found is None or collapsed(at, found) else found
