"""Two equations at the special values of all letters, unknown or given: where a = 0 every v solves a vᵀv = 0.

Newton looks for solutions at generic parameters; the classical slip, dividing by what may be 0, shows where a parameter
vanishes, where two are equal, where a matrix is nilpotent. There a point is simply put into both equations, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.modular import Unlucky

from ..judging.solutions import Equation
from .comparison import largest
from .instance import Instance
from .quantities import Quantity, decimals
from .samples import Samples

_SECONDS = 0.25  # of computing, for one line
_DIGITS = 300
_ZERO, _NOT_ZERO = Decimal(10) ** -250, Decimal(10) ** -30
_MODEST = 4  # among such numbers e⁻ˣ is seen beside 1


@dataclass(frozen=True)
class Special:
    """An instance where only the previous equation is solved, only this one, or where this one has no value (why)."""

    at: Instance
    ahead: bool
    why: str = ""

    def flat(self, unknown: tuple[str, ...]) -> Any:
        """The unknown letters as one long vector of fractions."""
        assert self.at.exact is not None
        return np.concatenate([np.ravel(np.asarray(self.at.exact[name], dtype=object)) for name in unknown])


def special_escapes(
    previous: Equation, this: Equation, samples: Samples, asked: frozenset[str]
) -> Iterator[Special]:
    """Where one equation is solved and not the other; whether this one is defined depends on the letters `asked`."""
    limit = Limit(_SECONDS)
    first, second = (Quantity(one.residual, this.setting) for one in (previous, this))
    names = first.used | second.used
    for at in chain(samples.corners(names), samples.together(names)):
        if limit.over():
            return
        try:
            solved = _vanishes(first, at)
        except Undefined:
            continue
        try:
            other = _vanishes(second, at)
        except Undefined as error:
            if not asked & set(this.unknown):
                yield Special(at, True, str(error))
                continue
            other = False
        if None not in (solved, other) and solved != other:
            yield Special(at, bool(solved))


def _vanishes(quantity: Quantity, at: Instance) -> bool | None:
    """Is every entry zero, exactly? None where nobody can tell; Undefined where there is no value."""
    try:
        if at.exact is None:
            return None
        if quantity.rational:
            return not np.any(quantity.residue(at, quantity.prime))
        if not _modest(at):
            return None
        if _largest(quantity, at) > _NOT_ZERO:
            return False
        spend(75 * _DIGITS)
        with precision(_DIGITS):
            return True if _largest(quantity, at) < _ZERO else None
    except Undefined:
        raise
    except (Unlucky, Unsupported, TooMuch, TypeError, ValueError, AttributeError, ArithmeticError):
        return None


def _largest(quantity: Quantity, at: Instance) -> Any:
    with precision():
        return largest(decimals(quantity.exactly(at)))


def _modest(at: Instance) -> bool:
    assert at.exact is not None
    entries = [abs(one) for value in at.exact.values() for one in np.ravel(np.asarray(value, dtype=object))]
    return all(one == 0 or 1 <= _MODEST * one <= _MODEST**2 for one in entries)
