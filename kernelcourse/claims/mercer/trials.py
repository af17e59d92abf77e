"""What the claims of this chapter share: seeded points, the smallest eigenvalue, a test of many Gram matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

Array = np.ndarray


def lowest(K: Any) -> float:
    """The smallest eigenvalue of a symmetric matrix."""
    return float(np.linalg.eigvalsh(np.asarray(K, float))[0])


def symmetric(K: Any) -> bool:
    return bool(np.allclose(K, np.transpose(K)))


def no_negative(K: Any) -> bool:
    """Symmetric, and no eigenvalue below zero by more than rounding."""
    return symmetric(K) and lowest(K) >= -1e-10 * max(1.0, float(np.abs(K).max()))


def column(*numbers: float) -> Array:
    """Points with one feature each."""
    return np.array(numbers, float)[:, None]


def cloud(seed: int, n: int, d: int, size: float = 1.0) -> Array:
    """n seeded points of Rᵈ."""
    return size * np.random.default_rng(seed).standard_normal((n, d))


LINES = (column(0, 1), column(0.5, 1, 2), column(-2, -1, 0, 1, 2), cloud(1, 15, 1), cloud(2, 12, 1, 3.0))
PLANES = (
    np.array([[0.0, 0.0], [0.0, 0.5], [0.5, 0.0], [0.5, 0.5]]),
    cloud(3, 20, 2),
    cloud(4, 20, 2, 0.4),
    cloud(5, 12, 5),
)


def valid_at(sets: Iterable[Array], how: str = "") -> Callable[[Callable[[Array], Array]], bool]:
    """A check for a Gram matrix builder: symmetric, with no negative eigenvalue, at every one of the sets."""
    sets = tuple(sets)

    def check(gram: Callable[[Array], Array]) -> bool:
        return all(no_negative(gram(points)) for points in sets)

    check.__doc__ = how or f"its Gram matrices at {len(sets)} sets of points have no negative eigenvalue"
    return check


def inner(X: Array) -> Array:
    return np.asarray(X @ X.T)


def minus(X: Array) -> Array:
    """x − z for points of the line, all pairs."""
    return np.asarray(X - X.T)


def gaps(X: Array) -> Array:
    """‖x − z‖² for all pairs, from the differences."""
    return np.asarray(((X[:, None] - X[None]) ** 2).sum(-1))
