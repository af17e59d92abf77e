"""Whether an instance satisfies the side conditions: among fractions, else among 60 digits, else as floats see it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node

from ..proving.sign import Sign
from ..ranges.numbers import HalfLine, Interval
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .instance import Instance
from .quantities import Quantity, decimals, measured

_CLEARLY = 1e-9  # what rounding alone does not make
_NOTHING = 1e-300
_IN_DIGITS = Decimal(10) ** -50  # of 60
COMPARE: dict[str, Callable[[Any, Any], Any]] = {  # of left − right, and of how far from 0 it must be
    "<=": lambda gap, clearly: gap <= 0, ">=": lambda gap, clearly: gap >= 0,
    "<": lambda gap, clearly: gap < -clearly, ">": lambda gap, clearly: gap > clearly,
    "!=": lambda gap, clearly: np.abs(gap) > clearly,
}  # fmt: skip


def meets(setting: Setting, at: Instance) -> bool:
    """Does an instance made by hand still satisfy every side condition?"""
    try:
        for sign, left, right in setting.where:
            if sign != "==":
                continue
            exact = _exact_gap(setting, at, left, right)
            if exact is not None:
                if np.any(exact != 0):
                    return False
                continue
            if _apart(setting, at, left, right) > _CLEARLY or _apart_in_digits(setting, at, left, right):
                return False
    except (Undefined, TooMuch):
        return False
    return _inequalities_hold(setting, at)


def _apart(setting: Setting, at: Instance, left: Node, right: Node) -> float:
    """|left − right| among floats, beside the largest number on the way: 10⁻²² is not 0 where x·y is made of such."""
    floats = Floats()
    evaluator = Evaluator(at.values, setting.define, floats)
    sides = [measured(plain(one), evaluator, floats) for one in (left, right)]
    gap = float(np.max(np.abs(sides[0].value - sides[1].value)))
    return gap / max(sides[1].peak, sides[0].peak, _NOTHING)


def _apart_in_digits(setting: Setting, at: Instance, left: Node, right: Node) -> bool:
    """Where floats see no difference: do many digits? e^a = b at a = 1, b = e + 10⁻¹² does not hold."""
    try:
        with precision():
            sides = (decimals(Quantity(one, setting).exactly(at)) for one in (left, right))
            first, second = (np.ravel(np.asarray(side, dtype=object)) for side in sides)
            size = max((abs(entry) for entry in (*first, *second)), default=Decimal(0))
            gap = max((abs(entry) for entry in first - second), default=Decimal(0))
            return bool(gap > _IN_DIGITS * max(size, Decimal(1)))
    except Unsupported:
        return False


def _inequalities_hold(setting: Setting, found: Instance) -> bool:
    for sign, left, right in setting.where:
        if sign in COMPARE:
            value = Evaluator(found.values, setting.define, Floats())
            try:
                gap = _exact_gap(setting, found, left, right)
                clearly = 0.0 if gap is not None else _CLEARLY
                if gap is None:
                    gap = np.subtract(value(left), value(right))
                if not np.all(COMPARE[sign](gap, clearly)):
                    return False
            except (Undefined, TooMuch):
                return False
    return all(
        _in_range(range_, found, name) for name, range_ in setting.given.items() if name in found.values
    )


def _in_range(range_: Range, found: Instance, name: str) -> bool:
    """Positive numbers, intervals: clearly so where only floats are known."""
    value, slack = found.values[name], 0.0 if found.exact is not None else 1e-4
    if isinstance(range_, HalfLine):
        return bool(np.all(np.greater(value, slack) if range_.strict else np.greater_equal(value, 0)))
    if isinstance(range_, Interval) and found.exact is None:
        low, high = (float(end) for end in range_.ends)
        return bool(low + slack * (high - low) < value < high - slack * (high - low))
    if range_.form == Sign.POSITIVE and found.exact is None:
        lowest, highest = np.linalg.eigvalsh(value)[[0, -1]]
        return bool(lowest > _CLEARLY * highest)
    return True


def _exact_gap(setting: Setting, at: Instance, left: Node, right: Node) -> Any:
    """left − right among fractions; None where only floats can tell."""
    if at.exact is None or any(
        np.iscomplexobj(at.exact.get(name, 0)) for name in setting.depends(left, right)
    ):
        return None
    try:
        return Evaluator(at.exact, setting.define, Exact())(plain(Binary("-", left, right)))
    except (NotRational, Unsupported, TypeError, AttributeError, ValueError):
        return None
