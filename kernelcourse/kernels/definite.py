"""Is a given matrix positive semidefinite? Yes, with a proven error bound; no, beyond rounding; or unknown.

The entries of a matrix that was computed are right only up to their last digit, so a form that is negative by less than
that refutes nothing: XXᵀ in floats usually is indefinite by 1e-17.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from kernelcourse.points import Array

LARGEST_EXACT = 12  # rows for which elimination in fractions takes milliseconds
EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Finding:
    """`psd` True, False or None (unknown); `how` in words; `weights` with the smallest aᵀMa that was found."""

    psd: bool | None
    how: str
    weights: Array | None = None


def examine(M: Array) -> Finding:
    """What is known of a symmetric matrix."""
    if not np.array_equal(M, M.T):
        return Finding(None, "it is not exactly symmetric")
    n = len(M)
    if n <= LARGEST_EXACT and _exactly_semidefinite(M):
        return Finding(True, "elimination in fractions finds no negative pivot")
    if n > LARGEST_EXACT and _verified_cholesky(M):
        return Finding(True, "Cholesky's factorisation with a proven error bound")
    weights = _worst_direction(M)
    form = float(weights @ M @ weights)
    sizes = np.maximum(np.abs(M), np.sqrt(np.outer(np.abs(np.diagonal(M)), np.abs(np.diagonal(M)))))
    rounding = 64 * n * EPS * float(np.abs(weights) @ sizes @ np.abs(weights))  # of dot products, too
    if form < -rounding:
        return Finding(False, f"a form of {form:.3g}, beyond rounding", weights)
    return Finding(None, f"indefinite by {max(-form, 0):.1g}, within rounding", weights)


def _exactly_semidefinite(M: Array) -> bool:
    """Every pivot is ≥ 0, and a zero pivot has a zero row."""
    rows = [[Fraction(float(entry)) for entry in row] for row in M]
    while rows:
        pivot = max(range(len(rows)), key=lambda i: rows[i][i])
        head = rows[pivot]
        if head[pivot] <= 0:
            return all(entry == 0 for row in rows for entry in row)
        kept = [i for i in range(len(rows)) if i != pivot]
        rows = [[rows[i][j] - rows[i][pivot] * head[j] / head[pivot] for j in kept] for i in kept]
    return True


def _verified_cholesky(M: Array) -> bool:
    """M − s·diag(M) has a Cholesky factor, with s larger than the error of the factorisation (Demmel, Rump)."""
    n = len(M)
    diagonal = np.diagonal(M)
    if not (diagonal > 0).all():
        return False
    scale = 2.0 ** -np.round(np.log2(diagonal) / 2)  # powers of two: exact
    A = scale[:, None] * M * scale
    try:
        np.linalg.cholesky(A - np.diag(4 * n * (n + 2) * EPS * np.diagonal(A)))
    except np.linalg.LinAlgError:
        return False
    return True


def _worst_direction(M: Array) -> Array:
    """Weights with the smallest aᵀMa, every row scaled to weigh the same."""
    diagonal, largest = np.abs(np.diagonal(M)), np.abs(M).max()
    scale = 1 / np.sqrt(np.where(diagonal > 0, diagonal, largest if largest > 0 else 1.0))
    candidates = [scale * np.linalg.eigh(scale[:, None] * M * scale)[1][:, 0], np.linalg.eigh(M)[1][:, 0]]
    sizes = [float(a @ M @ a) / max(float(np.abs(a) @ np.abs(M) @ np.abs(a)), 1e-300) for a in candidates]
    best = candidates[int(np.argmin(sizes))]
    return best / np.abs(best).max()
