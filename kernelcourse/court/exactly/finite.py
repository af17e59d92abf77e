"""{0,1}^d has finitely many points: one Gram matrix, in intervals."""

from __future__ import annotations

from itertools import product
from typing import Protocol

from kernelcourse.language.reading import Node

from .algebra import Algebra
from .enclosures import semidefinite
from .forms import Form, constant
from .reading import Reader
from .signs import bounds


class Instance(Protocol):
    """Who reads the formulas of a proof."""

    algebra: Algebra
    read: Reader
    dim: int

    def same(self, P: Form, Q: Form) -> bool: ...


def all_points_agree(v: Instance, k: Node) -> bool:
    """Whether this is {0,1}^d, d ≤ 5, and its Gram matrix is symmetric and semidefinite."""
    if v.algebra.domain != "binary" or v.dim > 5:
        return False
    points = [[constant(b) for b in bits] for bits in product((0, 1), repeat=v.dim)]
    rows = [[v.read(k, x=x, z=z) for z in points] for x in points]
    if any(not v.same(rows[i][j], rows[j][i]) for i in range(len(rows)) for j in range(i)):
        return False
    return semidefinite([[bounds(v.algebra, entry) for entry in row] for row in rows])
