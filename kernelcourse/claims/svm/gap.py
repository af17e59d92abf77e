"""The claim on what the duality gap says about the function itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.svm.data import overlapping
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import smo, svm
from kernelcourse.points import Array

BY_DUAL, BY_GAP = "½‖f − f*‖² is at most W* − W(α)", "‖f − f*‖² is at most the gap"
K_OF = Gaussian(1.0)
PAIR = (np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0]))  # at distance 2: α* = ½ each


@dataclass(frozen=True)
class Promise:
    """W* − W(α) and the gap ↦ bounds on ‖f − f*‖²; what is done to α before it is used."""

    by_dual: Callable[[float], float] = lambda missing: 2 * missing
    by_gap: Callable[[float], float] = lambda gap: gap
    spoil: Callable[[Array, Array, Array], Array] = lambda alpha, t, K: alpha


def _states() -> Iterator[tuple[Array, Array, float, Array, Array]]:
    """K, y, C, α, α*: every move of eight runs; and two points with α = 0.4 each, for C = ½ and C = 5."""
    for seed in range(4):
        for C in (0.5, 5.0):
            P, t = overlapping(seed)
            best = svm(K_OF, P, t, C, tolerance=1e-11).alpha
            for state in smo(K_OF, P, t, C, tolerance=1e-4):
                yield K_OF(P), t, C, state.machine.alpha, best
    P, t = PAIR
    for C in (0.5, 5.0):
        yield Linear()(P), t, C, np.full(2, 0.4), np.full(2, 0.5)


def _bounds_the_function(promise: Promise) -> bool:
    """‖f − f*‖² exceeds neither bound at any move of eight runs, nor for two points, where both are reached"""
    for K, t, C, weights, best in _states():
        alpha = promise.spoil(weights, t, K)
        f = K @ (alpha * t)
        loss = min(
            float(np.maximum(0, 1 - t * (f + b)).sum()) for b in t - f
        )  # the best b puts a point on the kerb
        dual = float(alpha.sum() - alpha @ (t * f) / 2)
        top = float(best.sum() - (best * t) @ K @ (best * t) / 2)
        gap = float(alpha @ (t * f) / 2 + C * loss - dual)
        difference = (alpha - best) * t
        apart = float(difference @ K @ difference)
        if (
            apart > promise.by_dual(max(top - dual, 0.0)) + 1e-7
            or apart > promise.by_gap(max(gap, 0.0)) + 1e-7
        ):
            return False
    return True


GAP = (
    Claim(
        name="svm.gap",
        label=("prop-svm-gap", "eq-svm-gap"),
        says="½‖f − f*‖² ≤ W* − W(α), and ‖f − f*‖² ≤ primal(f, b) − W(α) for every b",
        check=_bounds_the_function,
        right=Promise(),
        clauses=(BY_DUAL, BY_GAP),
        hypotheses=("α is allowed",),
        twins={
            "W* − W(α) without the factor 2": Twin(Promise(by_dual=lambda missing: missing), breaks=BY_DUAL),
            "half the gap": Twin(Promise(by_gap=lambda gap: gap / 2), breaks=BY_GAP),
            "the gap squared": Twin(Promise(by_gap=lambda gap: gap**2), breaks=BY_GAP),
            "prices without cap and balance, f(xᵢ) = yᵢ": Twin(
                Promise(spoil=lambda alpha, t, K: t * (np.linalg.pinv(K) @ t)), drops="α is allowed"
            ),
        },
    ),
)
