"""Claims of the chapter on multidimensional scaling."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from kernelcourse.claims.claim import Claim

Matrix = list[list[Fraction]]

POINTS = [[2, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]]


def _squared_distances() -> Matrix:
    return [[Fraction(sum((a - b) ** 2 for a, b in zip(x, z))) for z in POINTS] for x in POINTS]


def _double_centre(squares: Matrix, factor: Fraction = Fraction(-1, 2), columns: bool = True) -> Matrix:
    """factor · J D⁽²⁾ J: subtract each row's mean, then each column's."""
    rows = [[entry - sum(row, Fraction(0)) / len(row) for entry in row] for row in squares]
    means = [sum(column, Fraction(0)) / len(rows) if columns else Fraction(0) for column in zip(*rows)]
    return [[factor * (entry - mean) for entry, mean in zip(row, means)] for row in rows]


def _gives_gram_of_centred_points(double_centre: Callable[[Matrix], Matrix]) -> bool:
    """applied to the squared distances of six integer points it gives ⟨xᵢ − x̄, xⱼ − x̄⟩, in exact fractions"""
    middle = [Fraction(sum(axis), len(POINTS)) for axis in zip(*POINTS)]
    centred = [[value - mean for value, mean in zip(x, middle)] for x in POINTS]
    gram = [[sum(a * b for a, b in zip(x, z)) for z in centred] for x in centred]
    return double_centre(_squared_distances()) == gram


CLAIMS = (
    Claim(
        name="mds.double_centring",
        label="eq-double-centring",
        says="B = −½ J D⁽²⁾ J has the entries ⟨xᵢ − x̄, xⱼ − x̄⟩",
        check=_gives_gram_of_centred_points,
        right=_double_centre,
        twins={
            "the factor ½ is dropped": lambda squares: _double_centre(squares, Fraction(-1)),
            "the minus sign is dropped": lambda squares: _double_centre(squares, Fraction(1, 2)),
            "columns are not centred": lambda squares: _double_centre(squares, columns=False),
        },
    ),
)
