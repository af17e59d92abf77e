"""Claims on universality: what sums of bumps come close to, what they cannot reach, and what the Gaussian lacks."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.kernels import Constant, Gaussian, Linear, Polynomial
from kernelcourse.points import Array

Fit = tuple[Any, Array]
_INSIDE = np.linspace(-1, 1, 161)[:, None]


def _comes_close(candidate: Fit) -> bool:
    """a sum of 41 bumps on [−1, 1] is within 0.05 of |x|, of cos 5x and of 1 at all points of the set"""
    k, places = candidate
    centres = np.linspace(-1, 1, 41)[:, None]
    for target in (np.abs, lambda x: np.cos(5 * x), np.ones_like):
        weights = np.linalg.lstsq(k(_INSIDE, centres), target(_INSIDE[:, 0]), rcond=1e-13)[0]
        if np.abs(k(places, centres) @ weights - target(places[:, 0])).max() > 0.05:
            return False
    return True


def _counts_reachable(most: Callable[[int], int]) -> bool:
    """D ↦ the largest number of different points at which sums of bumps take all values: ranks for D = 1 … 6"""
    x = np.linspace(-1, 1, 9)[:, None]
    for features in range(1, 7):
        k = Polynomial(features - 1) if features > 1 else Constant(1.0)
        reachable = max(n for n in range(1, 10) if np.linalg.matrix_rank(k(x[:n], x)) == n)
        if most(features) != reachable:
            return False
    return True


def _squares_of_coefficients(square: Callable[[int], float]) -> bool:
    """(2m)! times the squared coefficient of x²ᵐ in exp(x²/2), for m < 30; the partial sums pass 2√(M/π) − 1"""
    exact = all(same(square(m), factorial(2 * m) / (2**m * factorial(m)) ** 2, 1e-12) for m in range(30))
    total = sum(square(m) for m in range(401))
    return exact and bool(total > 2 * np.sqrt(400 / np.pi) - 1)


CLAIMS = (
    Claim(
        name="rkhs.universal",
        label=("thm-rkhs-universal", "def-rkhs-universal"),
        says="sums of Gaussian bumps come close to every continuous function on an interval; a cubic kernel does not",
        check=_comes_close,
        right=(Gaussian(0.3), _INSIDE),
        hypotheses=("the set is compact", "infinitely many features"),
        twins={
            "the whole line": Twin(
                (Gaussian(0.3), np.linspace(-9, 9, 91)[:, None]), drops="the set is compact"
            ),
            "a cubic kernel": Twin((Polynomial(3), _INSIDE), drops="infinitely many features"),
            "straight lines": (Linear(), _INSIDE),
        },
    ),
    Claim(
        name="rkhs.not_universal",
        label="thm-rkhs-universal",
        says="a kernel with D features takes all values at D points of an interval and not at D + 1",
        check=_counts_reachable,
        right=lambda D: D,
        hypotheses=(),
        twins={
            "all values everywhere": lambda D: 9,
            "at twice as many points": lambda D: 2 * D,
            "at one point fewer": lambda D: D - 1,
        },
    ),
    Claim(
        name="rkhs.no_constants",
        label=("prop-rkhs-no-constants", "eq-rkhs-no-constants"),
        says="the constant 1 would need w₂ₘ² = (2m choose m)/4ᵐ, whose sum diverges",
        check=_squares_of_coefficients,
        right=lambda m: comb(2 * m, m) / 4**m,
        hypotheses=(),
        twins={
            "the root instead of the square": lambda m: float(np.sqrt(comb(2 * m, m) / 4**m)),
            "8ᵐ": lambda m: comb(2 * m, m) / 8**m,
            "1/(m + 1)²": lambda m: 1 / (m + 1) ** 2,
        },
    ),
)
