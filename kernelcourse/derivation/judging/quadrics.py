"""One quadratic equation in a vector, solved: fᵀCf = λ fᵀf holds on a cone, which Newton finds slowly or not at all.

The surface is met by lines through its centre, along the eigenvectors of the form and between any two of them: where
the form has both signs there are many solutions, where it is semidefinite only those on which it vanishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE

from ..instances.instance import Instance
from .quadratic_forms import quadratic
from .solutions import Equation, residual_at, solves

_MOST = 8  # entries
_ENOUGH = 12  # solutions
_SEEN = 1e-6  # of a form beside the other terms: among larger ones rounding is all that floats see of it
_NOTHING = 1e-10  # beside the largest eigenvalue


def on_quadric(equation: Equation, at: Instance) -> list[Any] | None:
    """Solutions of one real equation that is quadratic in its unknown numbers; None if it is another equation."""
    values = [at.values[name] for name in equation.unknown]
    size = sum(int(np.size(one)) for one in values)
    if (
        not 1 < size <= _MOST
        or equation.setting.shape(equation.residual)
        or any(map(np.iscomplexobj, values))
    ):
        return None

    def height(point: np.ndarray) -> float:
        return float(residual_at(equation, at, point, False)[0])

    try:
        read = quadratic(height, size)
        if read is None or not np.max(np.abs(read[0])) > _SEEN * max(
            float(np.max(np.abs(read[1]))), abs(read[2])
        ):
            return None
        return list(islice((one for one in _points(*read) if solves(equation, at, one, False)), _ENOUGH))
    except (*NO_VALUE, TypeError, np.linalg.LinAlgError):
        return None


def _points(form: np.ndarray, slope: np.ndarray, nothing: float) -> Iterator[np.ndarray]:
    """Where lines through the centre meet pᵀAp + bᵀp + c = 0; the centre, and where A vanishes, if they solve it."""
    values, vectors = np.linalg.eigh(form)
    values = np.where(np.abs(values) > _NOTHING * np.max(np.abs(values)), values, 0.0)
    kept = values != 0
    centre = -(vectors[:, kept] / values[kept]) @ vectors[:, kept].T @ slope / 2
    yield centre
    columns = [vectors[:, place] for place in range(len(values))]
    mixed = []
    for one, other in combinations(range(len(values)), 2):
        if values[one] * values[other] < 0:  # here the form vanishes
            weights = np.sqrt(np.abs(values[[other, one]]))
            mixed += [weights[0] * columns[one] + side * weights[1] * columns[other] for side in (1, -1)]
        mixed += [columns[one] + side * columns[other] for side in (1, -1)]
    height = nothing + slope @ centre / 2
    if abs(height) <= _NOTHING * max(abs(nothing), abs(slope @ centre)):  # a double zero: the centre alone
        height = 0.0
    for along in (*mixed, *columns):
        bent, tilt = _small(along @ form @ along, values), _small(along @ (slope + 2 * form @ centre), values)
        if bent and -height / bent > 0:
            yield from (centre + side * np.sqrt(-height / bent) * along for side in (1, -1))
        elif not bent and tilt:
            yield centre - height / tilt * along
        elif not bent:
            yield from (centre + along, centre - 3 * along)


def _small(value: float, values: np.ndarray) -> float:
    """0 where it is nothing beside the form."""
    return value if abs(value) > _NOTHING * np.max(np.abs(values)) else 0.0
