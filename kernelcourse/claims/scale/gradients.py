"""The claim on the number of steps that conjugate gradients need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.points import Array

Bound = Callable[[float, int], float]


def hardest(t: int, low: float, high: float) -> tuple[Array, Array]:
    """Eigenvalues and a right side for which t steps do no better than Chebyshev's polynomial.

    The eigenvalues are where that polynomial is ±1. With weights 1/(sᵢ |Πⱼ≠ᵢ (sᵢ − sⱼ)|) it is orthogonal to every
    s·q(s) of degree at most t, so no other p with p(0) = 1 has a smaller error.
    """
    s = (high + low) / 2 + (high - low) / 2 * np.cos(np.pi * np.arange(t + 1) / t)
    gaps = np.abs(s[:, None] - s) + np.eye(t + 1)
    squares = 1 / (s * gaps.prod(axis=1)) / s  # of the coordinates of the solution
    return s, s * np.sqrt(squares)


@dataclass(frozen=True, eq=False)
class Steps:
    """κ, t ↦ what the error is at most, as a share of the first; and what the eigenvalues are multiplied with."""

    bound: Bound
    signs: Callable[[int], Any] = np.ones


def errors(A: Array, y: Array, steps: int) -> list[float]:
    """‖α_t − α_*‖ in the energy norm of A, as a share of the first."""
    exact = np.linalg.solve(A, y)
    x, r = np.zeros(len(y)), y.copy()
    p, first, found = r.copy(), abs(exact @ A @ exact), []
    for _ in range(steps):
        Ap, rr = A @ p, r @ r
        x = x + rr / (p @ Ap) * p
        r = r - rr / (p @ Ap) * Ap
        p = r + (r @ r) / rr * p
        found.append(float(np.sqrt(abs((x - exact) @ A @ (x - exact)) / first)))
    return found


def never_above(candidate: Steps) -> bool:
    """the hardest spectra for 3, 6 and 10 steps, κ = 2, 20 and 200: the error stays below, and reaches half of it"""
    for kappa in (2.0, 20.0, 200.0):
        for t in (3, 6, 10):
            s, y = hardest(t, 1.0, kappa)
            for step, error in enumerate(errors(np.diag(s * candidate.signs(t + 1)), y, t), 1):
                limit = candidate.bound(kappa, step)
                if error > limit * (1 + 1e-6) or (step == t and error < 0.49 * limit):
                    return False
    return True


def chebyshev(kappa: float, step: int) -> float:
    root = np.sqrt(kappa)
    return float(2 * ((root - 1) / (root + 1)) ** step)


GRADIENTS = (
    Claim(
        name="scale.gradients",
        label="thm-scale-gradients",
        says="after t steps the error is at most 2((√κ − 1)/(√κ + 1))ᵗ of the first, in the energy norm",
        check=never_above,
        right=Steps(chebyshev),
        hypotheses=("K is positive semidefinite and λ > 0",),
        twins={
            "every second eigenvalue negated": Twin(
                Steps(chebyshev, lambda n: (-1.0) ** np.arange(n)),
                drops="K is positive semidefinite and λ > 0",
            ),
            "without the 2": Steps(lambda kappa, step: chebyshev(kappa, step) / 2),
            "κ to the power 0.45": Steps(lambda kappa, step: chebyshev(kappa**0.9, step)),
            "the fourth root of κ": Steps(lambda kappa, step: chebyshev(np.sqrt(kappa), step)),
            "κ without the root": Steps(lambda kappa, step: chebyshev(kappa**2, step)),
            "a bound that does not fall": Steps(lambda kappa, step: 2.0),
        },
    ),
)
