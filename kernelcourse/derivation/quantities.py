"""Two quantities are compared at an instance, and a difference is told apart from round-off.

A `Quantity` knows its float value with the size of the numbers it was made from, and, where it can, its exact
value. Floats that clearly agree or clearly differ settle the matter; anything in between is evaluated again without
round-off.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.duals import Duals, parts, variable
from kernelcourse.language.evaluate import Evaluator, TooMuch, Undefined
from kernelcourse.language.exact import TINY, Exact, NotRational, Unsupported, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.shapes import brief
from kernelcourse.language.tree import Node

from .instances import Instance
from .symbols import Setting, plain

CLEARLY_EQUAL = 1e-10
CLEARLY_DIFFERENT = 1e-6


@dataclass(frozen=True)
class Measured:
    """A float value, the size of what was added up to make it, and its condition number."""

    value: Any
    peak: float
    condition: float
    visits: int = 0


@dataclass(frozen=True)
class Quantity:
    """An expression in a setting."""

    node: Node
    setting: Setting

    @property
    def shape(self) -> Shape:
        return self.setting.shape(self.node)

    def __str__(self) -> str:
        return brief(self.node)

    def measure(self, at: Instance) -> Measured:
        floats = Floats()
        evaluator = Evaluator(at.values, self.setting.define, floats)
        return _measured(evaluator(plain(self.node)), floats, evaluator.visits)

    def exactly(self, at: Instance) -> Any:
        """The value as fractions, or as 60-digit decimals; Unsupported if only floats can do it."""
        if at.exact is None:
            raise Unsupported("this instance is only known in floats")
        node = plain(self.node)
        with precision():
            for arithmetic in (Exact(), Exact(decimals=True)):
                try:
                    values = {name: arithmetic.lift(value) for name, value in at.exact.items()}
                    return Evaluator(values, self.setting.define, arithmetic)(node)
                except NotRational:
                    continue
                except (TypeError, AttributeError, ValueError):
                    break
        raise Unsupported("no exact value")


@dataclass(frozen=True)
class Gradient(Quantity):
    """The gradient of a number with respect to a letter, by forward mode."""

    wrt: str = ""

    @property
    def shape(self) -> Shape:
        return self.setting.shapes[self.wrt]

    def measure(self, at: Instance) -> Measured:
        duals = Duals()
        letter_value = at.values[self.wrt]
        values = {**at.values, self.wrt: variable(letter_value)}
        _, slope = parts(Evaluator(values, self.setting.define, duals)(plain(self.node)))
        shape = np.shape(letter_value)
        gradient = np.zeros(shape) if slope is None else np.reshape(slope, shape)
        return _measured(gradient if shape else gradient[()], duals)

    def exactly(self, at: Instance) -> Any:
        raise Unsupported("gradients are computed in floats")


def _measured(value: Any, floats: Floats, visits: int = 0) -> Measured:
    if not np.all(np.isfinite(value)):
        raise Undefined("the value is not finite")
    size = float(np.max(np.abs(value), initial=0.0)) if np.ndim(value) else abs(value)
    return Measured(value, max(size, floats.peak), floats.condition, visits)


@dataclass(frozen=True)
class Comparison:
    """equal · different · unclear · undefined (this side only) · skipped (the previous side has no value)."""

    outcome: str
    at: Instance
    left: Any = None
    right: Any = None
    why: str = ""
    exact: bool = False


def compare(left: Quantity, right: Quantity, at: Instance, thorough: bool = False) -> Comparison:
    """Is left = right at this instance? `thorough` also asks the exact arithmetic when floats agree."""
    first, second = _try(left, at), _try(right, at)
    if isinstance(first, Measured) and isinstance(second, Measured):
        difference = float(np.max(np.abs(np.subtract(first.value, second.value)), initial=0.0))
        scale = max(first.peak, second.peak, 1e-300)
        noise = 1e-14 * max(first.condition, second.condition)
        relative = difference / scale
        if relative > max(CLEARLY_DIFFERENT, 1000 * noise):
            return Comparison("different", at, first.value, second.value)
        if relative <= CLEARLY_EQUAL + 10 * noise and noise < 1e-5 and not thorough:
            return Comparison("equal", at, first.value, second.value)
        exact = _compare_exactly(left, right, at)
        if exact is not None:
            return exact
        if relative <= CLEARLY_EQUAL + 10 * noise and noise < 1e-5:
            return Comparison("equal", at, first.value, second.value)
        why = f"they differ by {difference:.1e}, which round-off could explain (condition {noise * 1e14:.0e})"
        return Comparison("unclear", at, first.value, second.value, why)
    exact = _compare_exactly(left, right, at)
    if exact is not None:
        return exact
    if isinstance(first, TooMuch) or isinstance(second, TooMuch):
        return Comparison("unclear", at, why=str(first if isinstance(first, TooMuch) else second))
    if isinstance(first, Measured):
        return Comparison("undefined", at, first.value, None, str(second))
    return Comparison("skipped", at, None, None, str(first))


def _try(quantity: Quantity, at: Instance) -> Measured | Undefined | TooMuch:
    try:
        return quantity.measure(at)
    except (Undefined, TooMuch) as error:
        return error


def _compare_exactly(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    values: list[Any] = []
    for quantity in (left, right):
        try:
            values.append(quantity.exactly(at))
        except Undefined as error:
            values.append(error)
        except (Unsupported, TooMuch):
            return None
    first, second = values
    if isinstance(first, Undefined):
        return Comparison("skipped", at, None, None, str(first), True)
    if isinstance(second, Undefined):
        return Comparison("undefined", at, first, None, str(second), True)
    with precision():
        try:
            difference = _largest(first - second)
        except TypeError:  # one side is rational, the other is not
            first, second = (_decimals(part) for part in (first, second))
            difference = _largest(first - second)
        size = max(_largest(first), _largest(second))
        close = difference == 0 or (isinstance(difference, Decimal) and difference <= TINY * max(size, 1))
    return Comparison("equal" if close else "different", at, first, second, "", True)


def _largest(value: Any) -> Any:
    return max((abs(entry) for entry in np.ravel(np.asarray(value, dtype=object))), default=0)


def _decimals(value: Any) -> Any:
    arithmetic = Exact(decimals=True)
    entries = np.asarray(value, dtype=object)
    if all(isinstance(entry, Decimal) for entry in entries.flat):
        return value
    return arithmetic.lift(value if np.ndim(value) else np.asarray(value, dtype=object).item())
