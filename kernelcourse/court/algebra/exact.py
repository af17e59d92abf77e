"""k(x, z) and aᵀKa at given points, as an exact fraction or as a number with a proven error bound.

Only these values make a witness: a negative aᵀKa counts if it stays negative when every error is at its worst. So
neither round-off nor overflow can refute anything.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.reading import Node

from ..domains import Domain
from ..exactly.clock import over
from ..formula.meaning import Reader
from ..formula.unrolling import visits
from .exact_algebra import Bounded, Exact, ExactAlgebra, NotFinite, Unclear, bounded

__all__ = [
    "Bounded",
    "Exact",
    "ExactAlgebra",
    "NotFinite",
    "Unclear",
    "bounded",
    "quadratic_form",
    "value_at",
]

PER_NODE = 6  # microseconds: what a node costs in fractions, and in floats with their errors


def value_at(node: Node, domain: Domain, x: Any, z: Any) -> Exact:
    """k(x, z), exactly or with an error bound; raises NotFinite or Unclear."""
    spend(PER_NODE * visits(node, domain.dim))
    if domain.name == "string":
        return Reader(ExactAlgebra(), domain, x, z).scalar(node)
    first = _coordinates(x, domain)
    second = first if np.array_equal(x, z) else _coordinates(z, domain)
    if domain.name == "sphere" and domain.dim > 1:
        return OnSphere(ExactAlgebra(), domain, first, second).scalar(node)
    return Reader(ExactAlgebra(), domain, *(p[0] if domain.dim == 1 else p for p in (first, second))).scalar(
        node
    )


class OnSphere(Reader):
    """x·x = 1, without an error."""

    def _product(self, left: Any, right: Any, node: Node) -> Any:
        whole = left is right and any(left is point for point in self.values.values())
        return Fraction(1) if whole else super()._product(left, right, node)


def _coordinates(point: Any, domain: Domain) -> list[Exact]:
    """The coordinates of a point; on the sphere those of x/‖x‖, for floats have no length of exactly 1."""
    given: list[Exact] = [Fraction(float(c)) for c in point]
    if domain.name != "sphere":
        return given
    algebra = ExactAlgebra()
    length = algebra.function("sqrt", sum((c * c for c in given if isinstance(c, Fraction)), Fraction(0)))
    return [algebra.divide(c, length) for c in given]


def quadratic_form(node: Node, domain: Domain, points: Any, weights: Any) -> Exact:
    """aᵀKa, exactly or with an error bound; unclear if there is no time to add it up."""
    algebra = ExactAlgebra()
    a = [Fraction(float(weight)) for weight in weights]
    total: Exact = Fraction(0)
    for i, x in enumerate(points):
        if over():
            raise Unclear
        for j, z in enumerate(points):
            if a[i] and a[j]:
                total = algebra.add(total, algebra.multiply(a[i] * a[j], value_at(node, domain, x, z)))
    return total
