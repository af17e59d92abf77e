"""Gaussian elimination over any exact field: reduced row echelon form, and what follows from it.

Works on numpy arrays of Fractions (zero = 0) or of 60-digit Decimals (zero = a tiny bound).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .effort import spend


def reduced(matrix: Any, zero: Any = 0) -> tuple[Any, list[int]]:
    """The reduced row echelon form and its pivot columns."""
    rows = np.array(matrix, dtype=object)
    spend(5 * rows.size * min(rows.shape))
    pivots: list[int] = []
    for column in range(rows.shape[1]):
        row = len(pivots)
        if row == rows.shape[0]:
            break
        best = max(range(row, rows.shape[0]), key=lambda place: abs(rows[place, column]))
        if abs(rows[best, column]) <= zero:
            continue
        rows[[row, best]] = rows[[best, row]]
        rows[row] = rows[row] / rows[row, column]
        for other in range(rows.shape[0]):
            if other != row and rows[other, column] != 0:
                rows[other] = rows[other] - rows[other, column] * rows[row]
        pivots.append(column)
    return rows, pivots


def rank(matrix: Any, zero: Any = 0) -> int:
    """The number of pivots."""
    return len(reduced(matrix, zero)[1])


def inverse(matrix: Any, zero: Any = 0) -> Any | None:
    """A⁻¹, or None if A is singular."""
    size = len(matrix)
    one = matrix[0, 0] * 0 + 1
    unit = np.full((size, size), one * 0, dtype=object)
    unit[np.arange(size), np.arange(size)] = one
    rows, pivots = reduced(np.hstack([matrix, unit]), zero)
    return rows[:, size:] if pivots[:size] == list(range(size)) else None


def determinant(matrix: Any, zero: Any = 0) -> Any:
    """det A, by elimination without normalising."""
    rows = np.array(matrix, dtype=object)
    value = rows[0, 0] * 0 + 1
    for column in range(len(rows)):
        best = max(range(column, len(rows)), key=lambda place: abs(rows[place, column]))
        if abs(rows[best, column]) <= zero:
            return value * 0
        if best != column:
            rows[[column, best]] = rows[[best, column]]
            value = -value
        value = value * rows[column, column]
        for other in range(column + 1, len(rows)):
            rows[other] = rows[other] - rows[other, column] / rows[column, column] * rows[column]
    return value


def pseudo_inverse(matrix: Any, zero: Any = 0) -> Any:
    """A⁺ from a full-rank factorisation A = B C: A⁺ = Cᵀ (C Cᵀ)⁻¹ (Bᵀ B)⁻¹ Bᵀ."""
    rows, pivots = reduced(matrix, zero)
    if not pivots:
        return np.array(matrix, dtype=object).T * 0
    left, right = np.asarray(matrix)[:, pivots], rows[: len(pivots)]
    outer, inner = inverse(right @ right.T, zero), inverse(left.T @ left, zero)
    assert outer is not None and inner is not None
    return right.T @ outer @ inner @ left.T


def solutions(matrix: Any, right: Any, zero: Any = 0) -> tuple[Any | None, Any]:
    """One solution of A u = b (None if there is none) and a basis of the null space of A, as columns."""
    size = matrix.shape[1]
    rows, pivots = reduced(np.hstack([matrix, np.reshape(right, (-1, 1))]), zero)
    one = (matrix.flat[0] if matrix.size else right.flat[0]) * 0 + 1
    free = [column for column in range(size) if column not in pivots]
    basis = np.full((size, len(free)), one * 0, dtype=object)
    for place, column in enumerate(free):
        basis[column, place] = one
        for row, pivot in enumerate(pivots):
            if pivot < size:
                basis[pivot, place] = -rows[row, column]
    if size in pivots:
        return None, basis
    particular = np.full(size, one * 0, dtype=object)
    for row, pivot in enumerate(pivots):
        particular[pivot] = rows[row, size]
    return particular, basis
