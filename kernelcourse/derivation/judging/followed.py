"""A limit of powers that was counted up as far as 5164, followed far beyond: (1 − 10⁻⁶)ᴺ N³ begins to fall at 10⁶.

Whole powers and circular functions cost the same at any step; among 200 digits they are known up to 10³⁰.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Binary, free_names, walk

from ..instances.quantities import Quantity, decimals
from .errors_end import End
from .limit_path import Path
from .slow_limits import grows, runs_up_to

_STEPS = (10_007, 30_011, 10**5 + 3, 3 * 10**5 + 7, 10**6 + 3, 3 * 10**6 + 11, 10**7 + 19, 3 * 10**7 + 1,
          10**8 + 7, 3 * 10**8 + 23,
          *(10**power + 3 * power for power in (9, 10, 11, 12, 13, 14, 15, 18, 20, 21, 22, 24, 27, 30)))  # fmt: skip
_FEWEST, _DIGITS = 6, 200
_BESIDE = 3  # steps one after the other: (−1)ᴺ, cos(2πN/3)
_SMALL = 1e-6  # an error that might be one of a constant which is not seen yet
_STANDS = Decimal(50) / 10**30  # (1 − ε)ᴺ has not moved yet


def followed(path: Path, near: list[float]) -> tuple[End, list[float]]:
    """How the error ends far beyond, and the errors; none where the near ones tell as much."""
    if path.name in path.at.sizes or runs_up_to(path.moving.node, path.name, path.moving, False):
        return End.AWAY, []
    steps, errors = [], []
    for step in _STEPS:
        beside = []
        try:
            with precision(_DIGITS):  # N² (1 − cos(1/N)) loses 60 of them
                for more in range(_BESIDE):
                    beside.append(
                        path.error(path.at.with_value(path.name, Fraction(step + more)), exactly=True)
                    )
        except NO_VALUE:
            break
        steps.append(Fraction(step + max(range(_BESIDE), key=beside.__getitem__)))
        errors.append(max(beside))
    if len(errors) < _FEWEST:
        return (End.UNCLEAR if _stands(path) else End.AWAY), []
    end = path.ended(errors)
    seen = near[-1] < _SMALL < max(errors[-4:]) and errors[-1] > 0.1 * max(errors)
    if end is End.THERE or (not _stands(path) and (seen or (end is End.AWAY and near[-1] < _SMALL))):
        path.steps = steps
        return (end if end is End.THERE else End.AWAY), errors
    fell = max(errors[-4:]) < 0.5 * max(near[-4:])
    return (End.UNCLEAR if fell or _stands(path) else End.AWAY), []


def rises_again(path: Path, near: list[float]) -> list[float]:
    """The errors far beyond where they grow large after they seemed to die out: (1 + 10⁻⁶)ᴺ/N³."""
    steps = path.steps
    end, errors = followed(path, near)
    if end is End.AWAY and errors and max(errors[-4:]) > _SMALL:
        return errors
    path.steps = steps
    return []


def _stands(path: Path) -> bool:
    """Is there a power of a number so near 1 that it is still 1 as far as it was followed?"""
    setting = path.moving.setting
    for part in walk(path.moving.node):
        if not (isinstance(part, Binary) and part.op == "**" and grows(part.right, path.name)):
            continue
        if path.name in free_names(part.left) or setting.shape(part.left):
            continue
        try:
            with precision():
                base = decimals(Quantity(part.left, setting).exactly(path.at))
                if 0 < abs(abs(base) - 1) < _STANDS:
                    return True
        except NO_VALUE:
            continue
    return False
