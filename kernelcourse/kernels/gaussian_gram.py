"""exp(−‖x − z‖²/2σ²) for all pairs, as fast as one matrix product and one exp allow."""

from __future__ import annotations

import numpy as np

from kernelcourse.points import Array, differences

ROWS = 128  # rows worked on at once: they stay in the cache between the product and the exponential
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
    K = np.empty((len(rows), columns.shape[1]))
    for start in range(0, len(rows), ROWS):
        block = K[start : start + ROWS]
        np.matmul(rows[start : start + ROWS], columns, out=block)
        np.exp(np.minimum(block, 0, out=block), out=block)
    return K


def _triangle(rows: Array, columns: Array) -> Array:
    """One triangle is computed, the other is its mirror image."""
    n = len(rows)
    K = np.empty((n, n))
    for start in range(0, n, ROWS):
        end = start + ROWS
        block = K[start:end, start:]
        np.matmul(rows[start:end], columns[:, start:], out=block)
        np.exp(np.minimum(block, 0, out=block), out=block)
        K[end:, start:end] = block[:, ROWS:].T
        square = np.triu(block[:, :ROWS], 1)
        K[start:end, start:end] = square + square.T
    np.fill_diagonal(K, 1)
    return K


def _one_by_one(X: Array, Z: Array, sigma: float) -> Array:
    """The same from x − z, feature by feature: for points far apart, or numbers near the largest float."""
    K = np.zeros((len(X), len(Z)))
    with np.errstate(over="ignore"):  # an infinite distance has exp(−∞) = 0
        for difference in differences(X, Z):
            difference /= sigma
            K -= np.square(difference, out=difference)
        K /= 2
    return np.exp(K, out=K)
