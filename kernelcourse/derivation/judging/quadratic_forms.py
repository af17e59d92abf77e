"""A gap that is quadratic in a vector is smallest along an eigenvector: αᵀ max(K, L) α ≥ 0 breaks nowhere else.

The form is read off the gap at sums of two unit vectors; random vectors rarely meet the one direction in which a matrix
that looks semidefinite is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Node

from ..instances.instance import Instance
from ..ranges.entries import short_fractions
from ..ranges.vectors import Vector
from ..reading.symbols import Setting, plain

_MOST = 8  # entries
_SAME = 1e-8
_BENT = 1e-9  # an eigenvalue that is negative, beside the largest
_STRETCHES = (1, 1000)


def downhill(gap: Node, setting: Setting, at: Instance) -> Iterator[Instance]:
    """The instance with a vector put where the gap, quadratic in it, is smallest."""
    names = [name for name in setting.depends(gap) if type(setting.given.get(name)) is Vector]
    for name in sorted(names):
        size = np.size(at.values[name])
        if setting.shape(gap) or size > _MOST or at.exact is None:
            continue

        def height(point: np.ndarray, name: str = name) -> float:
            found = Evaluator({**at.values, name: point}, setting.define, Floats())(plain(gap))
            return float(np.real(found))

        try:
            for point in _lowest(height, size):
                yield at.with_value(name, short_fractions(point))
        except (*NO_VALUE, TypeError, np.linalg.LinAlgError):
            continue


def _lowest(height: Callable[[np.ndarray], float], size: int) -> Iterator[np.ndarray]:
    found = quadratic(height, size)
    if found is None:
        return
    form, slope, _ = found
    values, vectors = np.linalg.eigh(form)
    if values[0] < -_BENT * max(abs(values[-1]), 1e-300):
        for stretch in _STRETCHES:
            yield vectors[:, 0] * stretch * (-1 if slope @ vectors[:, 0] > 0 else 1)
    if np.any(slope):
        yield -np.linalg.pinv(form) @ slope / 2


def first_downhill(
    gap: Node, setting: Setting, instances: list[Instance], wrong: Callable[[Instance], bool], limit: Limit
) -> Instance | None:
    """The first of these instances from which that leads to a wrong one."""
    for at in instances:
        if limit.over():
            break
        for moved in downhill(gap, setting, at):
            if wrong(moved):
                return moved
    return None


def quadratic(
    height: Callable[[np.ndarray], float], size: int
) -> tuple[np.ndarray, np.ndarray, float] | None:
    """A, b and c of a height that is pᵀAp + bᵀp + c, or None if it is not."""
    rng = np.random.default_rng(size)
    nothing, units = height(np.zeros(size)), np.eye(size)
    ends = [(height(unit), height(-unit)) for unit in units]
    slope = np.array([(ahead - back) / 2 for ahead, back in ends])
    form = np.diag([(ahead + back) / 2 - nothing for ahead, back in ends])
    for row in range(size):
        for column in range(row):
            pair = height(units[row] + units[column]) - nothing - slope[row] - slope[column]
            form[row, column] = form[column, row] = (pair - form[row, row] - form[column, column]) / 2
    probe = rng.normal(size=size) * 2
    expected, found = nothing + slope @ probe + probe @ form @ probe, height(probe)
    scale = np.array([1.0, abs(expected), *np.abs(form).flat])
    return (form, slope, nothing) if abs(expected - found) <= _SAME * float(np.max(scale)) else None
