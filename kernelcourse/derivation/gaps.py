"""How far an inequality is from breaking at an instance: in floats, and near equality among many digits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import TINY, precision

from .comparison import largest
from .instances import Instance, moderate
from .outcome import PREVIOUS
from .proving.defined import unproved
from .quantities import Quantity, decimals
from .samples import Samples

CLEAR = 1e-6
_CLEAR_IN_FLOATS = 1e-9  # of the largest number, however many were added up
_MORE_DIGITS = 300


@dataclass(frozen=True)
class Gap:
    """high − low at an instance: its smallest entry relative to the numbers it was made from, and whether it breaks."""

    at: Instance
    size: float
    broken: bool


class Gaps:
    """high − low of one inequality."""

    def __init__(self, left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]):
        self.left, self.sign, self.right, self.samples, self.names = left, sign, right, samples, names
        self.low, self.high = (left, right) if sign[0] == "<" else (right, left)
        self.strict = len(sign) == 1
        self.setting = right.setting
        self.used = self.setting.depends(left.node, right.node)
        granted = (left.node,) if names[0] == PREVIOUS else ()
        nodes = (right.node,) if granted else (left.node, right.node)
        self.asked = tuple(one for node in nodes for one in unproved(node, self.setting, granted))
        self.tested = 0
        self.condition = 1.0  # of the floats measured last
        self.trouble = ""
        self.missing: tuple[Instance, str] | None = None

    def gap(self, at: Instance) -> Gap | None:
        try:
            size = self.measured(at)
        except (Undefined, TooMuch):
            size = 0.0  # perhaps only for floats
            try:
                self.low.exactly(at), self.high.exactly(at)
            except (Undefined, TooMuch, Unsupported) as reason:
                self.trouble = str(reason)
                if isinstance(reason, Undefined) and self.counts(at):
                    self.missing = self.missing or (at, str(reason))
                return None
        return Gap(at, size, size <= CLEAR and self.violated(at, size))

    def counts(self, at: Instance) -> bool:
        """An undefined line matters where the line before it is defined."""
        return self.names[0] != PREVIOUS or self.left.has_value(at)

    def measured(self, at: Instance) -> float:
        small, large = self.low.measure(at), self.high.measure(at)
        self.condition = max(small.condition, large.condition)
        difference = np.subtract(large.value, small.value)
        if np.iscomplexobj(difference):
            if np.max(np.abs(np.imag(difference))) > 1e-9 * max(small.peak, large.peak):
                return -math.inf  # complex numbers have no order
            difference = np.real(difference)
        return float(np.min(difference)) / max(small.peak, large.peak, 1e-300)

    def violated(self, at: Instance, size: float) -> bool:
        """Near equality only exact numbers can tell: 60 digits, and 300 where they differ by what those may hide."""
        try:
            found = self.broken_among(at, TINY)
            if found is not False:  # None: too near to tell
                spend(75 * _MORE_DIGITS)
                with precision(_MORE_DIGITS):
                    again = self.broken_among(at, TINY**5)
                found = again if again is not None else bool(found)
            return found
        except (Unsupported, Undefined, TooMuch, TypeError, ArithmeticError):
            return size < -CLEAR or (self.strict and size == 0 and self.left.node == self.right.node)

    def broken_among(self, at: Instance, tiny: Decimal) -> bool | None:
        with precision():
            below, above = self.low.exactly(at), self.high.exactly(at)
            difference = np.min(np.asarray(_minus(above, below), dtype=object))
            if not isinstance(difference, Decimal):
                return bool(difference <= 0 if self.strict else difference < 0)
            scale = max(largest(decimals(below)), largest(decimals(above)), 1)
            if abs(difference) > tiny * scale:
                return bool(difference < 0)
            return True if self.strict and difference == 0 and moderate(at) else None

    def clearly_broken(self, at: Instance) -> bool:
        return self.measured(at) < -max(_CLEAR_IN_FLOATS, 1e-12 * self.condition)


def _minus(above: Any, below: Any) -> Any:
    try:
        return above - below
    except TypeError:  # a fraction and a decimal
        return decimals(above) - decimals(below)
