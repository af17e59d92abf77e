"""Newton for letters that are bound to a form of their own: unit vectors, orthogonal and semidefinite matrices.

Such a letter is written in a free one, with equations that keep its form: K = FFᵀ; u, where uᵀu = 1; Q, where
QᵀQ = I. So there are correlation matrices, orthogonal matrices that fix the ones, unit vectors at right angles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelcourse.language.tree import Name, Node, free_names

from ..ranges.range import Freed
from ..reading.symbols import Setting
from .instance import Instance
from .newton import newton

_MOST = 40  # numbers that are moved at once


def bound_newton(
    setting: Setting, start: Instance, residuals: list[Node], free: list[str], only: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Values that meet the residuals, letters bound to a form (or only these) moved too; None if none were found."""
    concerned = {name for residual in residuals for name in free_names(residual)}
    bound: dict[str, Freed] = {}
    for name in (name for name in only or setting.given if name in concerned and name not in start.sizes):
        found = setting.given[name].freed(Name(_free(name)), start.values[name])
        if found is not None:
            bound[name] = found
    moving = [*free, *bound]
    if not bound or sum(int(np.size(start.values[name])) for name in moving) > _MOST:
        return None
    values = {**start.values, **{_free(name): one.start for name, one in bound.items()}}
    define = {**setting.define, **{name: one.letter for name, one in bound.items()}}
    kept = [equation for one in bound.values() for equation in one.equations]
    moved = newton(values, define, [*residuals, *kept], [*free, *map(_free, bound)])
    if moved is None:
        return None
    return {
        **{name: moved[name] for name in start.values},
        **{name: bound[name].value(moved[_free(name)]) for name in bound},
    }


def _free(name: str) -> str:
    return f"{name} free"
