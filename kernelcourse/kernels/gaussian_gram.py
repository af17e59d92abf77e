"""exp(−‖x − z‖²/2σ²) for all pairs, as fast as one matrix product and one exp allow."""

from __future__ import annotations

import numpy as np

from kernelcourse.points import Array, differences

TILE = (
    108  # side of the tiles worked on at once: they stay in the cache between the product and the exponential
)
FEW = 20  # up to this many features a tile's product is small enough for BLAS not to wake its threads for it
FAR = 1e4  # beyond this many σ² from the mean, the digits of a product are not enough for the exponent


def exp_of_squares(X: Array, Z: Array, sigma: float) -> Array:
    """exp(−‖x − z‖²/2σ²) of points already read; for X is Z exactly symmetric, with 1 on the diagonal."""
    with np.errstate(over="ignore", invalid="ignore"):
        middle = X.mean(axis=0)  # distances do not change when all points move; small numbers lose less
        A = (X - middle) / sigma
        B = A if X is Z else (Z - middle) / sigma
        left = np.einsum("ij,ij->i", A, A) / 2
        right = left if X is Z else np.einsum("ij,ij->i", B, B) / 2
    if not max(left.max(), right.max()) < FAR:
        return _one_by_one(X, Z, sigma)
    # −‖a − b‖²/2 = a·b − ‖a‖²/2 − ‖b‖²/2 is itself one product of longer rows.
    ones = np.ones((len(A), 1))
    rows = np.hstack([A, -left[:, None], ones])
    columns = np.hstack([B, np.ones((len(B), 1)), -right[:, None]]).T.copy()
    return _triangle(rows, columns) if X is Z else _rectangle(rows, columns)


def _rectangle(rows: Array, columns: Array) -> Array:
    K = rows @ columns
    for start in range(0, len(K), TILE):
        _exp(K[start : start + TILE])
    return K


def _triangle(rows: Array, columns: Array) -> Array:
    """One triangle is computed, tile by tile; the other is its mirror image."""
    n, length = rows.shape
    small = length <= FEW + 2
    K = np.empty((n, n)) if small else rows @ columns
    for i in range(0, n, TILE):
        for j in range(i, n, TILE):
            across, down = slice(i, i + TILE), slice(j, j + TILE)
            tile = _exp(rows[across] @ columns[:, down] if small else K[across, down])
            if i == j:
                upper = np.triu(tile, 1)
                tile = upper + upper.T
            K[across, down] = tile
            K[down, across] = tile.T
    np.fill_diagonal(K, 1)
    return K


def _exp(exponents: Array) -> Array:
    """exp in place; rounding must not lift an exponent above 0."""
    return np.exp(np.minimum(exponents, 0, out=exponents), out=exponents)


def _one_by_one(X: Array, Z: Array, sigma: float) -> Array:
    """The same from x − z, feature by feature: for points far apart, or numbers near the largest float."""
    K = np.zeros((len(X), len(Z)))
    with np.errstate(over="ignore"):  # an infinite distance has exp(−∞) = 0
        for difference in differences(X, Z):
            difference /= sigma
            K -= np.square(difference, out=difference)
        K /= 2
    return np.exp(K, out=K)
