"""Two groups of points on which the statements on logistic regression are tried."""

from __future__ import annotations

import numpy as np

from kernelcourse.points import Array


def groups(seed: int, gap: float = 0.4, n: int = 8) -> tuple[Array, Array]:
    """n points of each of two groups; they overlap for a small gap."""
    rng = np.random.default_rng(seed)
    t = np.repeat([1.0, -1.0], n)
    return rng.normal(0, 0.6, (2 * n, 2)) + np.outer(t, [gap, gap]), t
