"""Small problems on which the statements are tried, and solvers that know nothing of SMO."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import minimize

from kernelcourse.points import Array


def groups(seed: int, gap: float = 1.5, n: int = 8) -> tuple[Array, Array]:
    """2n points of the plane in two groups; they overlap for a small gap."""
    rng = np.random.default_rng(seed)
    t = np.repeat([1.0, -1.0], n)
    return rng.normal(0, 0.5, (2 * n, 2)) + np.outer(t, [gap, 0.5 * gap]), t


def overlapping(seed: int, n: int = 8) -> tuple[Array, Array]:
    return groups(seed, 0.3, n)


def best_margin(P: Array, t: Array, turns: int = 20_001) -> float:
    """Half the widest gap between the classes over directions of the plane: negative if no line separates them."""
    angle = np.linspace(0, 2 * np.pi, turns)
    heights = P @ np.stack([np.cos(angle), np.sin(angle)])
    return float((heights[t > 0].min(axis=0) - heights[t < 0].max(axis=0)).max() / 2)


def soft_value(K: Array, t: Array, C: float, coefficients: Array, b: float) -> float:
    """½‖f‖² + C Σ max(0, 1 − yᵢ(f(xᵢ) + b)) for f = Σ cᵢ k(·, xᵢ)."""
    f = K @ coefficients
    return float(coefficients @ f / 2 + C * np.maximum(0, 1 - t * (f + b)).sum())


def least_soft_value(K: Array, t: Array, C: float) -> float:
    """The minimum of the primal over c and b by sequential quadratic programming, with slack variables."""
    n = len(t)

    def split(v: Any) -> tuple[Array, float, Array]:
        return v[:n], float(v[n]), v[n + 1 :]

    def objective(v: Any) -> float:
        c, _, slack = split(v)
        return float(c @ K @ c / 2 + C * slack.sum())

    def slope(v: Any) -> Array:
        c, _, slack = split(v)
        return np.concatenate([K @ c, [0.0], np.full(len(slack), C)])

    jacobian = np.column_stack([t[:, None] * K, t, np.eye(n)])
    conditions = {"type": "ineq", "fun": lambda v: jacobian @ v - 1, "jac": lambda v: jacobian}
    bounds = [(-50.0, 50.0)] * (n + 1) + [(0.0, None)] * n
    start = np.concatenate([np.zeros(n + 1), np.ones(n)])
    found = minimize(
        objective,
        start,
        jac=slope,
        bounds=bounds,
        constraints=[conditions],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return float(found.fun)


def best_weights(dual: Callable[[Array], float], t: Array, C: float, balanced: bool, start: Any) -> Array:
    """Where a function of α is largest over 0 ≤ α ≤ C, with yᵀα = 0 or without, climbing from a start."""
    conditions = [{"type": "eq", "fun": lambda a: a @ t, "jac": lambda a: t}] if balanced else []
    found = minimize(
        lambda a: -dual(a),
        start,
        bounds=[(0.0, C)] * len(t),
        constraints=conditions,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return np.asarray(found.x)


def largest(dual: Callable[[Array], float], t: Array, C: float, balanced: bool) -> float:
    """The maximum of a function of α over 0 ≤ α ≤ C, with yᵀα = 0 or without."""
    return dual(best_weights(dual, t, C, balanced, np.full(len(t), C / 2)))
