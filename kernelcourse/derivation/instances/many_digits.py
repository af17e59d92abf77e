"""An instance that floats found, among as many digits as are in force: its side conditions hold to nearly all of them.

The slopes that floats see are good enough: with them each step makes what is left of the residuals a million times
smaller. Where it does not, the equations meet their solutions at a tangent, and nothing is returned.
"""

from __future__ import annotations

import decimal
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.tree import Binary, Name

from ..ranges.numbers import HalfLine, Interval
from ..reading.symbols import Setting, plain
from .bound_letters import free_name, freed
from .instance import Instance
from .met import COMPARE
from .newton import jacobian_at
from .quantities import Quantity, decimals

_MOST = 60  # numbers that are moved at once
_LEFT = 8  # digits that may be lost
_FASTER = Decimal(10) ** -3  # what a step must at least leave


def in_many_digits(setting: Setting, at: Instance) -> Instance | None:
    """The solution of the equations among the side conditions next to this instance, as fractions; or None."""
    with precision():
        found = _in_many_digits(setting, at)
        return found if found is not None and _allowed(setting, found) else None


def _in_many_digits(setting: Setting, at: Instance) -> Instance | None:
    equations = [plain(Binary("-", left, right)) for sign, left, right in setting.where if sign == "=="]
    bound = freed(setting, at, list(setting.given))
    letters = [name for name, range_ in setting.given.items() if range_.solid and name not in at.sizes]
    moving = [*letters, *map(free_name, bound)]
    values = {name: value for name, value in at.values.items() if name not in bound}
    values |= {free_name(name): one.start for name, one in bound.items()}
    define = {**setting.define, **{name: one.letter for name, one in bound.items()}}
    equations += [equation for one in bound.values() for equation in one.equations]
    count = sum(int(np.size(values[name])) for name in moving)
    if not 0 < count <= _MOST or any(map(np.iscomplexobj, values.values())):
        return None
    exact = Exact(decimals=True)
    try:
        jacobian, _ = jacobian_at(values, define, equations, moving)
        found = _solved(
            {name: exact.lift(value) for name, value in values.items()},
            moving,
            np.linalg.pinv(jacobian, rcond=1e-10),
            lambda here: [Evaluator(here, define, exact)(equation) for equation in equations],
        )
        if found is None:
            return None
        letter = Evaluator(found, define, exact)
        solved = {name: letter(Name(name)) if name in bound else found[name] for name in setting.given}
    except (*NO_VALUE, np.linalg.LinAlgError, TypeError, AttributeError, ValueError):
        return None
    fractions = {name: _fractions(value) for name, value in solved.items()}
    sizes = {name: Fraction(size) for name, size in at.sizes.items()}
    return Instance(at.sizes, at.values, {**fractions, **sizes}, at.profile)


def _allowed(setting: Setting, at: Instance) -> bool:
    """On the right side of every bound: a = 1 may have become 1 − 10⁻¹⁷."""
    assert at.exact is not None
    for name, range_ in setting.given.items():
        if isinstance(range_, HalfLine) and np.min(np.ravel(at.exact[name])) < 0:
            return False
        if isinstance(range_, Interval) and not range_.ends[0] <= at.exact[name] <= range_.ends[1]:
            return False
    try:
        for sign, left, right in setting.where:
            gap = decimals(Quantity(plain(Binary("-", left, right)), setting).exactly(at))
            if sign in COMPARE and not np.all(COMPARE[sign](gap, 0)):
                return False
    except NO_VALUE:
        return False
    return True


def _solved(values: dict[str, Any], moving: list[str], inverse: Any, missed: Any) -> dict[str, Any] | None:
    before = Decimal(1)
    while True:
        misses = np.concatenate([np.ravel(np.asarray(one, dtype=object)) for one in missed(values)])
        left = max(map(abs, misses))
        if left < Decimal(10) ** (_LEFT - decimal.getcontext().prec):
            return values
        if left > before * _FASTER:
            return None
        step, place = inverse @ (misses / left).astype(float), 0
        for name in moving:
            size = int(np.size(values[name]))
            change = [left * Decimal(one) for one in step[place : place + size]]
            shape, place = np.shape(values[name]), place + size
            values = {**values, name: values[name] - np.array(change, dtype=object).reshape(shape)[()]}
        before = left


def _fractions(value: Any) -> Any:
    if not np.ndim(value):
        return Fraction(value)
    found = np.empty(np.shape(value), dtype=object)
    for place, entry in np.ndenumerate(value):
        found[place] = Fraction(entry)
    return found
