"""What every learner starts from: the Gram matrix of its points, seen to be finite and symmetric."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array, as_points


def gram_matrix(k: Kernel, X: Any) -> tuple[Any, Array]:
    """The points as k reads them, and K[i, j] = k(xᵢ, xⱼ): an array of our own, finite and symmetric."""
    points = k.read(X, "X")
    with np.errstate(over="ignore", invalid="ignore"):
        K = np.require(k.finite_gram(points, points), dtype=float, requirements=["C", "W"])
        if not np.isfinite(K.sum()):  # each value is finite; what learners add up must be so too
            raise ValueError(f"{k} is too large for a float, or undefined, at some pair of X: scale X down.")
    if not is_symmetric(K):
        i, j = np.unravel_index(np.argmax(np.abs(K - K.T)), K.shape)
        raise ValueError(
            f"{k} is not symmetric: k(X[{i}], X[{j}]) = {K[i, j]:g} but k(X[{j}], X[{i}]) = {K[j, i]:g}. "
            "A kernel is; use (k(x, z) + k(z, x))/2 if that is what you mean."
        )
    return points, K


def is_symmetric(A: Array) -> bool:
    """Whether A = Aᵀ to rounding; (n, n), finite.

    Then Av = vᵀA for every v. Two products with one v cost far less than comparing all pairs across the diagonal,
    which is only done if they differ.
    """
    size = max(A.max(), -A.min())
    if size == 0:
        return True
    v = np.cos(np.arange(len(A))) / max(size, 1e-290)  # the inverse of a denormal number overflows
    right, left = A @ v, v @ A
    if (np.abs(right - left) <= 1e-9 * (np.abs(right) + np.abs(left))).all():
        return True
    return np.allclose(A, A.T, rtol=1e-9, atol=1e-12 * size)


def as_squarable(X: ArrayLike, name: str = "X") -> Array:
    """X as points whose squared lengths, and sums of them, still are floats."""
    points = as_points(X, name)
    largest = max(points.max(), -points.min())
    if largest > np.sqrt(np.finfo(float).max / (16 * points.size)):
        raise ValueError(f"{name} holds {largest:.3g}, whose square is too large for a float: scale it down.")
    return points


def take(X: Any, chosen: Any) -> Any:
    """The points of X with the numbers ``chosen``, whatever X is: an array, a list, a range."""
    return X[chosen] if isinstance(X, np.ndarray) else [X[i] for i in chosen]
