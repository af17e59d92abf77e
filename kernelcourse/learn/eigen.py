"""The few largest eigenpairs of a symmetric matrix, to rounding, without computing the others.

A block Krylov space (B, KB, K²B, …) soon contains the leading eigenvectors, and K only meets it in matrix
products. An iteration can overlook a direction, so the answer is proved before it is returned: with the pairs
found taken out of K, θI − (K − VΛVᵀ) has a Cholesky factor exactly when no eigenvalue above θ is left. No
factor, no answer: then LAPACK's dense solver does the work instead.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg
from scipy.linalg import lapack

from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array

LARGE = 500  # below this many points LAPACK's dense solver is faster
STEPS = 16  # blocks of the Krylov space before giving up on it


def leading_eigenpairs(K: Array, q: int) -> tuple[Array, Array]:
    """The q largest eigenvalues, largest first, and orthonormal eigenvectors (n, q). K is overwritten."""
    n = len(K)
    if n >= LARGE and 16 * q <= n:
        found = _krylov(K, q)
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


def _krylov(K: Array, q: int) -> tuple[Array, Array] | None:
    n, width = len(K), q + 8
    # Any first block will do; this one is full of different numbers and the same every time.
    block = np.linalg.qr(np.sin(0.7 * np.outer(np.arange(1, n + 1), np.arange(1, width + 1)) ** 2))[0]
    room, room_for_images = np.empty((2, n, STEPS * width))
    for step in range(STEPS):
        here = slice(step * width, (step + 1) * width)
        room[:, here], room_for_images[:, here] = block, K @ block
        basis, images = room[:, : here.stop], room_for_images[:, : here.stop]
        if step >= 2:
            values, vectors, residual = _best_in(basis, images, q)
            if residual <= 8 * EPS * np.sqrt(n):
                return (values, with_fixed_signs(vectors)) if _complete(K, values, vectors) else None
        # Gram–Schmidt, twice: enough even when K offers no new direction and the block is all rounding.
        block = room_for_images[:, here]
        for _ in range(2):
            block = np.linalg.qr(block - basis @ (basis.T @ block))[0]
    return None


def _best_in(basis: Array, images: Array, q: int) -> tuple[Array, Array, float]:
    """The q best eigenpairs within the span of the basis, and the largest ‖Kv − λv‖/λ₁ among them."""
    small = basis.T @ images
    values, rotation = linalg.eigh((small + small.T) / 2, check_finite=False)
    values, rotation = values[: -q - 1 : -1], rotation[:, : -q - 1 : -1]
    vectors = basis @ rotation
    size = abs(float(values[0])) or 1.0
    residuals = np.linalg.norm((images @ rotation - vectors * values) / size, axis=0)
    return values, vectors, float(residuals.max())


def _complete(K: Array, values: Array, vectors: Array) -> bool:
    """Whether no eigenvalue above the smallest one found is missing."""
    rest = vectors * values @ vectors.T
    rest -= K
    rest.flat[:: len(K) + 1] += values[-1] + 8 * len(K) * EPS * abs(values[0])
    return lapack.dpotrf(rest.T, lower=True, overwrite_a=True, clean=False)[1] == 0
