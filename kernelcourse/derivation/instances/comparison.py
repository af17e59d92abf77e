"""Two quantities are compared at an instance, and a difference is told apart from round-off.

Rational lines are compared modulo a random prime, others among 60 digits, and again among more if they differ; floats
decide only where nothing else can, and only what is clear in floats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import NO_VALUE, TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.modular import Unlucky
from kernelcourse.language.primes import random_prime

from .instance import Instance, moderate
from .quantities import Gradient, Measured, Quantity, decimals

CLEARLY_EQUAL = 1e-10
CLEARLY_DIFFERENT = 1e-6
_FAINT = 1e-150  # the square of what is smaller has fewer digits, or is 0
_MORE_DIGITS, _MANY_DIGITS = 300, 4000  # 1 − tanh(4096) begins after 3557 zeros
_HIDDEN = (600, 900)
_CONFIRMING = (150, 200)


@dataclass(frozen=True)
class Comparison:
    """equal · different · unclear · undefined (this side only) · skipped (the previous side has no value)."""

    outcome: str
    at: Instance
    left: Any = None
    right: Any = None
    why: str = ""
    exact: bool = False


def compare(left: Quantity, right: Quantity, at: Instance, thorough: bool = True) -> Comparison:
    """Is left = right at this instance? Exactly where that can be told; floats decide only what is clear in floats."""
    found = _compare(left, right, at, thorough)
    if at.again is not None and found.outcome in ("different", "undefined", "unclear"):
        return _confirmed(left, right, at, found)
    if found.outcome == "skipped" and isinstance(left, Gradient) and has_digits(left.source, at):
        try:  # √r has a value at 0, the line below it has none: there the line is no gradient
            right.exactly(at)
        except Undefined as error:
            return Comparison("undefined", at, None, None, str(error), True)
        except (Unsupported, TooMuch):
            pass
    return found


def _compare(left: Quantity, right: Quantity, at: Instance, thorough: bool) -> Comparison:
    if not thorough:
        found = _compare_floats(left, right, at)
        if found.outcome in ("equal", "different"):
            return found
    once = not thorough or at.again is not None
    for exactly in (_compare_residues, _compare_digits if once else _compare_exactly):
        exact = exactly(left, right, at)
        if exact is not None:
            return exact
    return _compare_floats(left, right, at)


def _confirmed(left: Quantity, right: Quantity, at: Instance, found: Comparison) -> Comparison:
    """Where side conditions hold up to rounding only: what two lines differ by must be the same among more digits."""
    gaps, last = [], found
    for digits in _CONFIRMING:
        spend(75 * digits)
        with precision(digits):
            nearer = at.renewed()
            again = None if nearer is None else _compare_digits(left, right, replace(nearer, again=at.again))
            if again is None:
                return _beyond_rounding(found)
            last = replace(again, at=at)
            if last.outcome == "different":
                gaps.append(largest(decimals(last.left) - decimals(last.right)))
            elif last.outcome != "undefined" or found.outcome != "undefined":
                return last
    if len(gaps) == 1 or (gaps and abs(gaps[0] - gaps[1]) > gaps[1] / 1000):
        why = "they differ by what is left of the side conditions"
        return Comparison("unclear", at, found.left, found.right, why)
    return last if found.outcome == "unclear" else found


def _beyond_rounding(found: Comparison) -> Comparison:
    """Without more digits: a number that floats made instead of 0 is not told from 0 by its own size."""
    if found.outcome != "different" or largest(np.subtract(found.left, found.right)) > CLEARLY_DIFFERENT:
        return found
    why = "they differ by what may be left of the side conditions"
    return Comparison("unclear", found.at, found.left, found.right, why)


def _compare_floats(left: Quantity, right: Quantity, at: Instance) -> Comparison:
    first, second = _try(left, at), _try(right, at)
    if isinstance(first, Measured) and isinstance(second, Measured):
        difference = float(np.max(np.abs(np.subtract(first.value, second.value)), initial=0.0))
        scale = max(first.peak, second.peak, 1e-300)
        noise = 1e-14 * max(first.condition, second.condition)
        relative = difference / scale
        if 0 < difference < _FAINT:
            why = "the values are too small to compare among floats"
            return Comparison("unclear", at, first.value, second.value, why)
        if relative > max(CLEARLY_DIFFERENT, 1000 * noise):
            return Comparison("different", at, first.value, second.value)
        if relative <= CLEARLY_EQUAL + 10 * noise and noise < 1e-5:
            return Comparison("equal", at, first.value, second.value)
        why = f"they differ by {difference:.1e}, which round-off could explain (condition {noise * 1e14:.0e})"
        return Comparison("unclear", at, first.value, second.value, why)
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


def _compare_residues(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    """Rational numbers that differ modulo a prime differ; a difference hides from a random prime of 61 bits in vain."""
    if at.exact is None or at.again is not None or not (left.rational and right.rational):
        return None
    for attempt in range(3):
        field_prime = random_prime(3) if attempt else left.prime
        values: list[Any] = []
        try:
            for quantity in (left, right):
                try:
                    values.append(quantity.residue(at, field_prime))
                except Undefined as error:
                    values.append(error)
        except Unlucky:
            continue
        except (Unsupported, TooMuch, TypeError, ValueError, AttributeError, OverflowError):
            return None
        first, second = values
        if isinstance(first, Undefined):
            return Comparison("skipped", at, None, None, str(first), True)
        if isinstance(second, Undefined):
            return Comparison("undefined", at, *shown(left, right, at), str(second), True)
        if not np.any(np.not_equal(first, second)):
            return Comparison("equal", at, exact=True)
        return Comparison("different", at, *shown(left, right, at), "", True)
    return None


def shown(left: Quantity, right: Quantity, at: Instance) -> tuple[Any, Any]:
    """The two values for a witness: exact if they can be had, None where there is none; more digits if need be."""
    found = _shown(left, right, at)
    if any(isinstance(entry, Decimal) for side in found for entry in np.ravel(side)) and np.all(
        found[0] == found[1]
    ):
        with precision(_MORE_DIGITS):
            return _shown(left, right, at)
    return found


def _shown(left: Quantity, right: Quantity, at: Instance) -> tuple[Any, Any]:
    found: list[Any] = []
    for quantity in (left, right):
        try:
            found.append(quantity.exactly(at))
        except Undefined:
            found.append(None)
        except (Unsupported, TooMuch):
            measured = _try(quantity, at)
            found.append(measured.value if isinstance(measured, Measured) else None)
    return found[0], found[1]


def _compare_exactly(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    """Among 60 digits; a difference must stay one among many more, where what has cancelled is seen again.

    A slope is a difference over a step: where it has a kink itself, it is off by as much as the step, which is shorter
    among more digits.
    """
    found = _compare_digits(left, right, at)
    if found is None or found.outcome in ("equal", "skipped"):
        return found
    if not any(isinstance(entry, Decimal) for side in (found.left, found.right) for entry in np.ravel(side)):
        return found
    digits = _MORE_DIGITS if found.outcome == "different" or moderate(at) else _MANY_DIGITS
    spend((75 if digits < _MANY_DIGITS else 400) * digits)
    with precision(digits):
        if found.outcome == "undefined" and not has_digits(right, at):
            return found
        again = _compare_digits(left, right, at)
    return found if again is None or again.outcome == found.outcome else again


def has_digits(quantity: Quantity, at: Instance) -> bool:
    try:
        quantity.exactly(at)
    except NO_VALUE:
        return False
    return True


def _compare_digits(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    values: list[Any] = []
    peak = 1.0
    for quantity in (left, right):
        try:
            values.append(quantity.exactly(at))
            measured = _try(quantity, at)
            peak = max(peak, measured.peak if isinstance(measured, Measured) else 1.0)
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
            if at.again is not None:  # no fraction is exact there
                first, second = decimals(first), decimals(second)
            difference = largest(first - second)
        except TypeError:  # one side is rational, the other is not
            try:
                first, second = (decimals(part) for part in (first, second))
            except Unsupported:
                return None
            difference = largest(first - second)
        size = max(largest(first), largest(second), Decimal(min(peak, 1e300)))
        close = difference == 0 or (isinstance(difference, Decimal) and difference <= left.grain * size)
    return Comparison("equal" if close else "different", at, first, second, "", True)


def apart(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    """A difference that 60 digits do not show: log(1 + e²⁰⁰) is 200 to 89 digits. It must be the same among more."""
    found: list[tuple[Any, Any, Any]] = []
    for digits in _HIDDEN:
        spend(75 * digits)
        with precision(digits):
            nearer = at.renewed()
            if nearer is None:
                return None
            try:
                first, second = (decimals(quantity.exactly(nearer)) for quantity in (left, right))
                found.append((largest(first - second), first, second))
            except NO_VALUE:
                return None
    (one, *_), (other, first, second) = found
    real = other > Decimal(10) ** (-_HIDDEN[0] // 2) and abs(one - other) <= other / 1000
    return Comparison("different", at, first, second, "", True) if real else None


def largest(value: Any) -> Any:
    """The largest entry, its sign left out."""
    return max((abs(entry) for entry in np.ravel(np.asarray(value, dtype=object))), default=0)
