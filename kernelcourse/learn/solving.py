"""(K + λI)⁻¹ y by Cholesky, in the memory of K, and refused when rounding would make it meaningless."""

from __future__ import annotations

import numpy as np
from scipy import linalg
from scipy.linalg import lapack

from kernelcourse.points import Array

EPS = float(np.finfo(float).eps)
DIGITS = 1e-4  # an answer with fewer correct digits is refused


def solve_shifted(K: Array, lam: float, outputs: Array) -> Array:
    """α with (K + λI)α = y, for K symmetric and PSD. K is overwritten."""
    size = float(lapack.dlange("1", K.T))  # a symmetric matrix is its own transpose: no copy for Fortran
    K.flat[:: len(K) + 1] += lam
    factor, failed = lapack.dpotrf(K.T, lower=True, overwrite_a=True, clean=False)
    if failed:
        raise ValueError(_why(lam, size, len(K)))
    # If K is PSD every pivot is at least λ, and the condition number at most (‖K‖ + λ)/λ: nothing to fear.
    smallest_pivot = float(np.diagonal(factor).min()) ** 2
    if lam < 8 * EPS * size or smallest_pivot < lam / 2:
        reciprocal_condition, _ = lapack.dpocon(factor, size + lam, uplo="L")
        if reciprocal_condition < 4 * EPS:
            raise ValueError(_why(lam, size, len(K)))
    alpha = linalg.cho_solve((factor, True), outputs, check_finite=False)
    # K is known to rounding, ε‖K‖, and that times α is how well Kα, hence f, is known
    if (EPS * size * np.abs(alpha).max(axis=0) > DIGITS * np.abs(outputs).max(axis=0)).any():
        raise ValueError(_why(lam, size, len(K)))
    return alpha


def _why(lam: float, size: float, n: int) -> str:
    enough = max(4 * n, 10 / DIGITS) * EPS * size
    if lam <= enough:
        return (
            f"lam = {lam:g} is lost in rounding next to a Gram matrix of size {size:.3g}: "
            f"use lam ≥ {enough:.1g}, or scale the points down."
        )
    return (
        f"K + λI is singular or has a negative eigenvalue at λ = {lam:g}, so k is not a kernel: "
        "judge(k, X) finds the points and weights that show it."
    )
