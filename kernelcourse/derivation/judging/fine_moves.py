"""Moves that floats do not see: a minimum that is off by 10⁻⁸⁰, a saddle that bends down by 10⁻⁵⁰, a basin far away.

All of it is computed with fractions, or among 300 digits: a lower value that is found there is lower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Binary, Number

from ..instances.instance import Instance
from ..instances.moves import between_zeros
from ..instances.quantities import Quantity

_DIGITS = 300
_STEP = Fraction(1, 10**90)  # of a difference quotient: good to 180 digits
_NOISE = Fraction(1, 10**250)
_STEEP = Fraction(1, 10**100)
_SIZES = tuple(Fraction(1, 10**power) for power in (3, 8, 15, 30, 62, 95))


def lower_by_a_hair(
    objective: Quantity, name: str, claimed: Quantity, at: Instance, sign: int, allowed: Callable[[Any], bool]
) -> Any | None:
    """A value of the letter where the objective (times the sign) is lower, although floats may see no difference."""
    with precision(_DIGITS):
        try:
            stated = claimed.exactly(at)
            start, rounded = _fractions(stated), any(isinstance(one, Decimal) for one in np.ravel(stated))
            lowest = _value(objective, name, start, at, sign)
        except NO_VALUE:
            return None
        for point in _points(objective, name, start, at, sign):
            try:
                if allowed(point) and _lower(_value(objective, name, point, at, sign), lowest, rounded):
                    return point
            except NO_VALUE:
                continue
    return None


def _points(objective: Quantity, name: str, start: Any, at: Instance, sign: int) -> Iterator[Any]:
    symmetric = objective.setting.given[name].symmetric
    for size in _SIZES:
        along = _along(np.shape(start)) * size
        along = along + along.T if symmetric else along
        yield from (start + along, start - along, start * (1 - size), start * (1 + size))
    yield from (start / 2, start * 2, start + 1, start - 1)
    slope: Any = _slope(objective, name, start, at, sign)
    slope = slope + slope.T if symmetric and slope is not None else slope
    for power in range(60, -60, -4) if slope is not None else ():
        yield start - slope * Fraction(2) ** power
    if not np.ndim(start) and objective.rational:
        there = at.with_value(name, start)
        lowest = Number(Fraction(objective.exactly(there)))
        moved = between_zeros(Binary("-", objective.node, lowest), objective.setting, there, (name,))
        yield from (one.exact[name] for one, zero in moved if not zero and one.exact is not None)


def _slope(objective: Quantity, name: str, start: Any, at: Instance, sign: int) -> Any | None:
    """The gradient, by differences over 10⁻⁹⁰; None where it is zero, or has no value."""
    slopes = np.zeros(np.shape(start), dtype=object)
    try:
        for place in np.ndindex(np.shape(start)):
            move = np.zeros(np.shape(start), dtype=object) + Fraction(0)
            move[place] = _STEP
            ends = [_value(objective, name, start + side * (move if np.ndim(start) else _STEP), at, sign)
                    for side in (1, -1)]  # fmt: skip
            slopes[place] = (Fraction(ends[0]) - Fraction(ends[1])) / (2 * _STEP)
    except NO_VALUE:
        return None
    if max(abs(entry) for entry in slopes.flat) < _STEEP:
        return None
    return slopes if np.ndim(start) else slopes.item()


def _value(objective: Quantity, name: str, point: Any, at: Instance, sign: int) -> Any:
    spend(40)
    return sign * objective.exactly(at.with_value(name, point))


def _lower(value: Any, lowest: Any, rounded: bool) -> bool:
    """Fractions can tell; of 300 digits, of the value or of a point such as √b, the last fifty may be rounding."""
    noise = _NOISE * (1 + abs(Fraction(lowest))) if rounded or isinstance(value, Decimal) else 0
    return Fraction(value) < Fraction(lowest) - noise


def _along(shape: tuple[int, ...]) -> Any:
    """1, or entries of different size and sign."""
    if not shape:
        return Fraction(1)
    entries = [Fraction((-1) ** place * (place + 2), place + 3) for place in range(int(np.prod(shape)))]
    return np.array(entries, dtype=object).reshape(shape)


def _fractions(value: Any) -> Any:
    entries: Any = np.asarray(value, dtype=object)
    found = np.empty(entries.shape, dtype=object)
    for place in np.ndindex(entries.shape):
        found[place] = Fraction(entries[place])
    return found if entries.ndim else found.item()
