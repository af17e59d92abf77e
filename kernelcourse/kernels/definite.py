"""Is a given matrix positive semidefinite? Yes, with a proven error bound; no, beyond rounding; or unknown.

The entries of a matrix that was computed are right only up to their last digit, so a form that is negative by less than
that refutes nothing: XXᵀ in floats usually is indefinite by 1e-17.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.points import Array
from kernelcourse.witnesses import coarseness

LARGEST_EXACT = 12  # rows for which elimination in fractions takes milliseconds
EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Finding:
    """`psd` True, False or None (unknown); `how` in words; `weights` with the smallest aᵀMa that was found."""

    psd: bool | None
    how: str
    weights: Array | None = None


@dataclass(frozen=True)
class Digits:
    """How a matrix was given: ε of its numbers over that of a float, and whether floats hold them exactly."""

    coarse: float
    exact: bool

    @staticmethod
    def of(given: ArrayLike, M: Array) -> Digits:
        """2⁶² + 1 and 1/3 are not held by the floats M; 0.1 in single precision is, and is coarse."""
        entries: Any = np.asarray(given)
        if entries.dtype.kind == "O" or (entries.dtype.kind in "iu" and np.abs(M).max(initial=0) > 2**53):
            return Digits(1.0, bool((entries.astype(object) == M.astype(object)).all()))
        return Digits(coarseness(entries), bool((entries == M).all()))


def examine(M: Array, given: Digits) -> Finding:
    """What is known of a symmetric matrix."""
    if not np.array_equal(M, M.T):
        return Finding(None, "it is not exactly symmetric")
    n, eliminate = len(M), given.exact and len(M) <= LARGEST_EXACT
    if eliminate and _exactly_semidefinite(M):
        return Finding(True, "elimination in fractions finds no negative pivot")
    if not eliminate and _verified_cholesky(M):
        return Finding(True, "Cholesky's factorisation with a proven error bound")
    size = int(np.frexp(np.abs(M).max())[1])
    M = np.ldexp(M, -size)  # entries of about 1: no sum of them is too large for a float
    weights = _worst_direction(M)
    form = _form(weights, M, exactly=eliminate)
    sizes = np.maximum(np.abs(M), np.sqrt(np.outer(np.abs(np.diagonal(M)), np.abs(np.diagonal(M)))))
    rounding = (
        64 * n * EPS * given.coarse * float(np.abs(weights) @ sizes @ np.abs(weights))
    )  # of dot products, too
    if form < -rounding:
        return Finding(False, f"a form of {np.ldexp(form, size):.3g}, beyond rounding", weights)
    if form >= 0:
        return Finding(None, "no form is negative but within rounding", weights)
    return Finding(None, f"indefinite by {np.ldexp(-form, size):.1g}, within rounding", weights)


def _form(a: Array, M: Array, exactly: bool) -> float:
    """aᵀMa; rounding of its own would hide what is negative by 1e-17."""
    if not exactly:
        return float(a @ M @ a)
    weights = [Fraction(float(weight)) for weight in a]
    return float(sum(p * q * Fraction(float(c)) for p, row in zip(weights, M) for q, c in zip(weights, row)))


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
