"""A linear system with exactly one solution, in every spelling: (K + λI)α = y, α = (K + λI)⁻¹y, Kα + λα = y."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.homework.judging.padding import Looked
from kernelcourse.homework.judging.terms import equal
from kernelcourse.language.tree import Binary, Node

if TYPE_CHECKING:
    from kernelcourse.derivation.instances.instance import Instance
    from kernelcourse.derivation.reading.symbols import Setting

_LOOKS = 3
_CONDITION = 1e10


def is_system(sides: tuple[Node, ...], letter: str, setting: Setting) -> bool:
    """Left minus right is Mx − b with a square M that has an inverse, at matrices that are tall and that are wide."""
    if len(sides) != 2:
        return False
    names = tuple(setting.sizes)
    orders = [dict(zip(names, range(2, 2 + len(names)), strict=True)) for names in (names, names[::-1])]
    instances = [one for sizes in orders for one in islice(Samples(setting, 7, sizes).standard, _LOOKS)]
    difference = Binary("-", *sides)
    return bool(instances) and all(_regular(difference, letter, one, setting) for one in instances)


def _regular(difference: Node, letter: str, at: Instance, setting: Setting) -> bool:
    start = np.asarray(at.values[letter], dtype=float)

    def value(x: Any) -> Any:
        there = replace(at, values={**at.values, letter: x})
        found = Looked(setting, (there,), ()).of(difference)
        return None if found is None else found[0]

    zero = value(np.zeros_like(start))
    if zero is None or zero.shape != start.shape:
        return False
    columns = [value(unit) for unit in np.eye(start.size)]
    if any(one is None for one in columns):
        return False
    matrix = np.stack([one - zero for one in columns], axis=-1)
    straight = all(
        (found := value(x)) is not None and equal(found, zero + matrix @ x)
        for x in (start, -2 * start, 3 * start + 1)
    )
    return straight and bool(np.linalg.cond(matrix) < _CONDITION)
