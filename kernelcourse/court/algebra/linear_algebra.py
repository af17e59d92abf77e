"""Exactly: is a symmetric matrix of fractions positive semidefinite? Elimination without any rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..exactly.clock import check


def positive_semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Whether a symmetric matrix is PSD: every pivot ≥ 0, and a zero pivot has a zero row."""
    rows = [list(row) for row in matrix]
    while rows:
        pivot = max(range(len(rows)), key=lambda i: rows[i][i])
        head = rows[pivot]
        if head[pivot] < 0:
            return False
        if head[pivot] == 0:  # the largest diagonal entry is 0: PSD only if nothing is left
            return all(entry == 0 for row in rows for entry in row)
        kept = [i for i in range(len(rows)) if i != pivot]
        rows = [[rows[i][j] - rows[i][pivot] * head[j] / head[pivot] for j in kept] for i in kept]
    return True


def pivots(matrix: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """The pivots of the elimination in the order given, up to the first that is ≤ 0."""
    rows = [list(row) for row in matrix]
    found = []
    while rows:
        head = rows[0]
        found.append(head[0])
        if head[0] <= 0:
            break
        rows = [[row[j] - row[0] * head[j] / head[0] for j in range(1, len(head))] for row in rows[1:]]
    return found


def squares_of_form(matrix: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """C = Σ cₗ hₗhₗᵀ with cₗ > 0 (LDLᵀ with pivoting), or None if C is not positive semidefinite."""
    rows = [list(row) for row in matrix]
    n = len(rows)
    if any(rows[i][j] != rows[j][i] for i in range(n) for j in range(i)):
        return None
    found: list[tuple[Fraction, list[Fraction]]] = []
    left = list(range(n))
    while left:
        pivot = max(left, key=lambda i: rows[i][i])
        c = rows[pivot][pivot]
        if c < 0:
            return None
        if c == 0:
            return found if all(rows[i][j] == 0 for i in left for j in left) else None
        check()
        touched = [j for j in left if rows[pivot][j]]  # most entries of a long formula's table are 0
        h = [Fraction(0)] * n
        for j in touched:
            h[j] = rows[pivot][j] / c
        found.append((c, h))
        left.remove(pivot)
        touched.remove(pivot)
        for i in touched:
            for j in touched:
                rows[i][j] -= c * h[i] * h[j]
    return found
