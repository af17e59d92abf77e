"""Solutions among the values of a letter that is bound to a form: a unit vector, labels, a semidefinite matrix.

det K = 0 has solutions among all matrices that are no K: special values, drawn ones, and what Newton reaches from them
while the form is kept.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import Any

import numpy as np

from ..instances.bound_letters import bound_newton
from ..instances.instance import Instance
from ..ranges.entries import Profile
from ..ranges.numbers import HalfLine, Integer
from ..ranges.range import Range
from .solutions import Equation, solves

_SPECIAL, _DRAWN, _MOVED = 12, 24, 6
_WHOLE = 1001  # whole numbers that are tried one by one


def is_bound(range_: Range | None) -> bool:
    """Is nearly every array of its shape no value?"""
    free = range_ is None or range_.whole_space or range_.is_complex or isinstance(range_, HalfLine)
    return not free and (bool(range_ and range_.shape) or isinstance(range_, Integer))


def bound_solutions(equation: Equation, at: Instance, rng: np.random.Generator) -> list[Any]:
    """Some values of the one unknown letter that solve the equation."""
    (name,) = equation.unknown
    range_ = equation.setting.given[name]
    if isinstance(range_, Integer):
        low, high = (int(end) for end in range_.ends)
        whole = islice(range(low, high + 1), _WHOLE)
        candidates = [np.array([float(one)]) for one in chain(whole, range(max(low, high - 3), high + 1))]
        return [one for one in candidates if solves(equation, at, one, False)]
    drawn = [range_.draw(at.sizes, Profile("small"), rng) for _ in range(_DRAWN)]
    values = [_floats(one) for one in chain(islice(range_.specials(at.sizes), _SPECIAL), drawn)]
    found = [np.ravel(one) for one in values if solves(equation, at, np.ravel(one), False)]
    for value in values[-_MOVED:]:
        start = at.with_value(name, value)
        moved = bound_newton(equation.setting, start, [equation.residual], [], (name,))
        if moved is not None:
            found.append(np.ravel(moved[name]))
    return found


def _floats(value: Any) -> Any:
    return np.asarray(value, dtype=float)
