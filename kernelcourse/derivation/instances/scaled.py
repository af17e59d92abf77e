"""sum(p) = 1 for p ≥ 0, trace K = 1 for semidefinite K: a letter that has a sign, multiplied by a number."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.tree import Node

from ..ranges.matrices import SemiDefinite
from ..ranges.numbers import HalfLine
from ..reading.symbols import Setting
from .instance import Instance


def met_by_scale(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """sum(p) == 1 for p that must not be negative: p is divided by its sum; each condition has a letter of its own."""
    moved, scaled = start, set[str]()
    for residual in residuals:
        names = setting.depends(residual) & frozenset(setting.given) - scaled
        found = next(
            (one for name in sorted(names) if (one := _scaled(setting, moved, residual, name))), None
        )
        if found is None:
            return None
        moved = found
        scaled |= names
    return moved if residuals else None


def _scaled(setting: Setting, start: Instance, residual: Node, name: str) -> Instance | None:
    """A letter that has a sign, multiplied so that a residual which is linear in it vanishes, or None."""
    if start.exact is None or not isinstance(setting.given[name], (HalfLine, SemiDefinite)):
        return None
    value = start.exact[name]
    try:
        ends = [Evaluator({**start.exact, name: value * scale}, setting.define, Exact())(residual)
                for scale in (Fraction(0), Fraction(1), Fraction(2))]  # fmt: skip
    except (NotRational, Unsupported, Undefined, TooMuch, TypeError):
        return None
    if np.ndim(ends[0]) or ends[2] - ends[1] != ends[1] - ends[0] or ends[1] == ends[0]:
        return None
    scale = ends[0] / (ends[0] - ends[1])
    if scale <= 0 and isinstance(setting.given[name], SemiDefinite):
        return None  # vᵀKv = 0 says more than K = 0
    return start.with_value(name, value * scale)
