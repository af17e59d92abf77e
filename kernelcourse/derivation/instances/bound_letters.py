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
    bound = freed(setting, start, [name for name in only or setting.given if name in concerned])
    moving = [*free, *bound]
    if not bound or sum(int(np.size(start.values[name])) for name in moving) > _MOST:
        return None
    values = {**start.values, **{free_name(name): one.start for name, one in bound.items()}}
    define = {**setting.define, **{name: one.letter for name, one in bound.items()}}
    kept = [equation for one in bound.values() for equation in one.equations]
    moved = newton(values, define, [*residuals, *kept], [*free, *map(free_name, bound)])
    if moved is None:
        return None
    return {
        **{name: moved[name] for name in start.values},
        **{name: bound[name].value(moved[free_name(name)]) for name in bound},
    }


def freed(setting: Setting, at: Instance, names: Sequence[str]) -> dict[str, Freed]:
    """Those of these letters that can be written in a free one."""
    letters = ((name, setting.given[name]) for name in names if name not in at.sizes)
    found = ((name, range_.freed(Name(free_name(name)), at.values[name])) for name, range_ in letters)
    return {name: one for name, one in found if one is not None}


def free_name(name: str) -> str:
    return f"{name} free"
