"""Limits that are reached slowly: √t, log t and t^0.001 followed to 10^±90000, 1/log log t even farther."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import facts, turns
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Sum, Unary, free_names, walk

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..reading.symbols import plain
from .errors_end import End
from .far_out import can_tell, value_at
from .towering import last_errors
from .waves import out_of_step

_DIGITS = 400
_FLOOR = Decimal(10) ** -180  # what the functions lose of 400 digits at 10¹⁶⁰
_LARGE = Decimal(10) ** -6  # an error that floats see
_SAME = 1 - Decimal(10) ** -6
_SECONDS = 0.3  # of computing; then the errors that were found must do
WHOLE_TURNS = (710, 1420, 2130, 3550)  # 710 = 226π + 0.00006
_BEYOND = (1e12, 1e15, 1e18)
_COUNTING = ("factorial", "binom", "I", "ones", "zeros")
_POWERS = (100, 300, 1000, 3000, 10_000, 30_000, 90_000)
_FARTHER = (3, 10, 10**2, 10**4, 10**8, 10**16)  # the logarithm of the logarithm doubles at each


def far_errors(moving: Quantity, fixed: Quantity, name: str, infinite: bool, at: Instance) -> list[float]:
    """The error at 10^±100 … 10^±90000, or farther if that settles more; nothing where rounding could deceive."""
    setting = moving.setting
    ways = list(out_of_step(moving.node, name))
    if name in setting.depends(fixed.node) or not all(can_tell(one, setting, name) for one in ways):
        return []
    found: list[float] = []
    goal: Any = []
    for powers in (_POWERS, _FARTHER):
        found = []
        try:
            with precision():
                goal = np.ravel(np.asarray(decimals(fixed.exactly(at)), dtype=object))
                for power in powers:
                    gaps = [np.ravel(np.asarray(value_at(one, setting, at, name, power if infinite else -power),
                                                dtype=object)) - goal for one in ways]  # fmt: skip
                    found.append(float(min(max(abs(one) for gap in gaps for one in gap), Decimal(10) ** 300)))
        except NO_VALUE:
            return []
        if far_end(found) != End.UNCLEAR:
            break
    last = _last_errors(moving, goal, name, infinite, at)
    found = last if last and far_end(last) == End.AWAY else found
    turning = turns(moving.node)  # waves set to any values may say that it is there, not that it is away
    return [] if not found or (turning and far_end(found) != End.THERE) else found


def _last_errors(moving: Quantity, goal: Any, name: str, infinite: bool, at: Instance) -> list[float]:
    """At powers of e that no decimal holds: an error that falls may pass 0 and stay."""
    if moving.shape or len(goal) != 1:
        return []
    return last_errors(moving.node, goal[0], moving.setting, at, name, 1 if infinite else -1)


def far_end(errors: list[float]) -> End:
    tail = errors[-4:]
    if all(after <= 0.75 * before or after == 0 for before, after in pairwise(tail)):
        return End.THERE if tail[-1] < 0.1 * max(errors) or tail[-1] == 0 else End.UNCLEAR
    return End.AWAY if tail[-1] >= tail[-2] > 0 else End.UNCLEAR


def growing(moving: Quantity, name: str, at: Instance) -> bool:
    """Next to the end of an interval rᴺ dies out too late to be seen; but far out what grows has no bounds."""
    try:
        for step in _BEYOND:
            values = {**at.values, name: np.float64(step)}
            found = Evaluator(values, moving.setting.define, Floats())(plain(moving.node))
            if not np.max(np.abs(found)) > 1e9:
                return False
    except NO_VALUE:
        return False
    return True


def staying(
    moving: Quantity,
    fixed: Quantity,
    name: str,
    steps: Sequence[Fraction],
    at: Instance,
    reached: Fraction | None,
) -> list[float]:
    """Further out and among 400 digits: the errors, if the last of them are the same or grow; else nothing.

    Large errors count only beyond what was `reached` where the error had died out: 1/(1 + e^(N − 10⁵)) begins as 1.
    """
    found: list[Decimal] = []
    limit = Limit(_SECONDS)
    for step in steps:
        if limit.over():
            break
        try:
            with precision(_DIGITS):
                error = _error(moving, fixed, name, step, at)
        except NO_VALUE:
            if found:  # else it is only too early: tanh(10⁴⁰ t) at t = 1
                break
            continue
        last_step = step
        found.append(error if error > _FLOOR else Decimal(0))
    tail = found[-3:]
    if len(found) < 4 or any(after < before * _SAME or not after for before, after in pairwise(tail)):
        return []
    if reached is not None and tail[-1] > _LARGE and last_step < reached:
        return []
    with precision(2 * _DIGITS):  # what grows because the terms cancel is gone among twice as many digits
        try:
            last = _error(moving, fixed, name, last_step, at)
        except NO_VALUE:
            return []
        if abs(last - tail[-1]) > tail[-1] / 1000:
            return []
    return [float(min(error, Decimal(10) ** 300)) for error in found]


def _error(moving: Quantity, fixed: Quantity, name: str, step: Fraction, at: Instance) -> Decimal:
    there = replace(at, exact={**(at.exact or {}), name: step})
    spend(10 * _DIGITS)
    pair = (decimals(one.exactly(there)) for one in (moving, fixed))
    first, second = (np.ravel(np.asarray(part, dtype=object)) for part in pair)
    size = max((abs(entry) for entry in second), default=Decimal(0))
    return Decimal(max(abs(first - second), default=Decimal(0)) / max(size, Decimal(1)))


def offset(means: list[float], errors: list[float]) -> float:
    """What signed errors at N, rN, r²N, r³N tend to, if they are a + b N⁻ᵖ (Aitken), or stand while |error| falls."""
    found = []
    for first, second, third in zip(means, means[1:], means[2:], strict=False):
        bend = third - 2 * second + first
        found.append(third - (third - second) ** 2 / bend if bend else third)
    falling = all(after < 0.8 * before for before, after in pairwise(errors[-3:]))
    for guesses in (found, means[1:] if falling else []):
        last = guesses[-1] if guesses else 0.0
        steady = all(abs(one - last) <= 0.02 * abs(last) for one in guesses)
        if steady and abs(last) > max(1e-9, 0.005 * abs(means[-1])):
            return last
    return 0.0


def without_bounded(node: Node, name: str) -> Node | None:
    """sin(N)/N → 1/N: if what is left tends to 0, so does the whole. None if no factor is bounded."""
    match node:
        case Binary(op="*", left=left, right=right):
            if _bounded(left, name):
                return without_bounded(right, name) or right
            if _bounded(right, name):
                return without_bounded(left, name) or left
        case Binary(op="/", left=left, right=right):
            if _bounded(left, name):
                return Binary("/", Number(1), right)
            inside = without_bounded(left, name)
            return None if inside is None else Binary("/", inside, right)
        case Unary():
            return without_bounded(node.operand, name)
    return None


def _bounded(node: Node, name: str) -> bool:
    if name not in free_names(node):
        return False
    match node:
        case Call():
            return facts(node.function).bounded
        case Binary(op="**", left=Unary(op="-", operand=Number(value=1))):
            return True
        case Binary(op="**", right=Number(value=int() as power)):
            return power > 0 and _bounded(node.left, name)
        case Binary(op="*"):
            return _bounded(node.left, name) and _bounded(node.right, name)
    return False


def runs_up_to(node: Node, name: str, quantity: Quantity, digits: bool = True) -> bool:
    """Does a sum run up to the letter, or a factorial hold it? Or must it stay near because of 60 digits?"""
    defined = quantity.setting.define
    trees = [node, *(tree for key, tree in defined.items() if key in quantity.setting.depends(node))]
    for part in (part for tree in trees for part in walk(tree)):
        match part:
            case Sum() if any(Name(name) in walk(stop) for _, stop in part.ranges):
                return True
            case Call() if Name(name) in walk(part):  # far out, a float loses its place on the circle
                if part.function in _COUNTING or (digits and facts(part.function).turns):
                    return True
            case Binary(op="**") if digits and grows(part.right, name):
                return True
    return False


def grows(exponent: Node, name: str) -> bool:
    """The letter stands in the exponent, and not only below a fraction bar."""
    if isinstance(exponent, Binary) and exponent.op == "/" and Name(name) not in walk(exponent.left):
        return False
    return Name(name) in walk(exponent)
