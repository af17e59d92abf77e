"""The few largest eigenpairs of a symmetric matrix, to rounding, without computing the others.

The space of b, Kb, K²b, … soon contains the leading eigenvectors (Lanczos' method; ARPACK does it). An iteration
can overlook a direction, above all where eigenvalues repeat, so the answer is proved before it is returned: with
the pairs found taken out of K, θI − (K − VΛVᵀ) has a Cholesky factor exactly when no eigenvalue above θ is left.
No factor, no answer: then LAPACK's dense solver does the work instead.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg
from scipy.linalg import lapack
from scipy.sparse.linalg import ArpackError, eigsh

from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array

LARGE = 500  # below this many points LAPACK's dense solver is faster
ROUNDS = 12  # restarts of the iteration before giving up on it


def leading_eigenpairs(K: Array, q: int) -> tuple[Array, Array]:
    """The q largest eigenvalues, largest first, and orthonormal eigenvectors (n, q). K is overwritten."""
    n = len(K)
    if n >= LARGE and 16 * q <= n:
        found = _lanczos(K, q)
        if found is not None:
            return found
    values, vectors = linalg.eigh(
        K.T, subset_by_index=[n - q, n - 1], driver="evr", overwrite_a=True, check_finite=False
    )
    return values[::-1], with_fixed_signs(vectors[:, ::-1])


def with_fixed_signs(vectors: Array) -> Array:
    """Each column times ±1 so that its largest entry (the first, of several) is positive."""
    sizes = np.abs(vectors)
    first = np.argmax(sizes >= (1 - 1e-6) * sizes.max(axis=0), axis=0)
    signs = np.where(vectors[first, np.arange(vectors.shape[1])] < 0, -1.0, 1.0)
    return vectors * signs


def _lanczos(K: Array, q: int) -> tuple[Array, Array] | None:
    """ARPACK's answer, if it is right to rounding and nothing was overlooked; otherwise None."""
    n = len(K)
    try:  # any first vector will do; this one is the same every time
        values, vectors = eigsh(K, q, which="LA", v0=np.cos(np.arange(n)), ncv=2 * q + 26, maxiter=ROUNDS)
    except ArpackError:  # no convergence within the rounds, or a matrix of zeros
        return None
    values, vectors = values[::-1], vectors[:, ::-1]
    size = float(np.abs(values).max()) or 1.0
    residuals = np.linalg.norm((K @ vectors - vectors * values) / size, axis=0)
    skewness = np.abs(vectors.T @ vectors - np.eye(q))
    exact = max(residuals.max(), skewness.max()) <= 16 * EPS * np.sqrt(n)
    return (values, with_fixed_signs(vectors)) if exact and _complete(K, values, vectors) else None


def _complete(K: Array, values: Array, vectors: Array) -> bool:
    """Whether no eigenvalue above the smallest one found is missing."""
    rest = vectors * values @ vectors.T
    rest -= K
    rest.flat[:: len(K) + 1] += values[-1] + 8 * len(K) * EPS * abs(values[0])
    return lapack.dpotrf(rest.T, lower=True, overwrite_a=True, clean=False)[1] == 0
