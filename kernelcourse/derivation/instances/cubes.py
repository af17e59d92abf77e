"""Points at the corners of a cube in four dimensions, and the signs that alternate over them.

A function of the distance alone may be a kernel on a line, where random points look first, and none in space: of
(1 − r)₊ the alternating sum over the corners is negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ..ranges.matrices import Matrix
from ..ranges.vectors import Vector
from .instance import Instance
from .samples import Samples

_DIMENSIONS = 4
_EDGES = tuple(Fraction(round(30 * 1.11**step), 100) for step in range(23))  # from 0.3 to 3


def cubes(samples: Samples, names: frozenset[str]) -> Iterator[Instance]:
    """The rows of each matrix at such corners, the vectors with an entry for each row alternating."""
    setting = samples.setting
    signs: Any = np.array(list(product((Fraction(1), Fraction(-1)), repeat=_DIMENSIONS)), dtype=object)
    corners, parity = (1 - signs) / 2, np.array([prod(row) for row in signs], dtype=object)
    vectors = [name for name in names & setting.given.keys() if type(setting.given[name]) is Vector]
    for name in sorted(names & setting.given.keys()) if vectors else ():
        range_ = setting.given[name]
        if type(range_) is not Matrix:
            continue
        rows, columns = (next(iter(size.names), "") for size in range_.sizes)
        sizes = {**dict.fromkeys(setting.sizes, 2), rows: len(corners), columns: _DIMENSIONS}
        base = next(samples.sized(sizes), None) if rows and columns else None
        if base is None or base.exact is None or np.shape(base.exact[name]) != np.shape(corners):
            continue
        for one in vectors:
            if np.shape(base.exact[one]) == np.shape(parity):
                base = base.with_value(one, parity)
        for edge in _EDGES:
            yield from samples.allowed(base.with_value(name, corners * edge))
