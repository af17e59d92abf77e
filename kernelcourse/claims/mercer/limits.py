"""Claims on limits of kernels: mixtures, power series, exponentials."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from scipy.linalg import expm

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import LINES, column, inner, minus, no_negative, valid_at

_HALF_ONE_TWO = inner(column(0.5, 1, 2))


def _mixture(density: Any) -> bool:
    """Σ cos(ω(x − z)) p(ω) over a grid of ω has no negative eigenvalue at six sets of points, one of them long"""
    omega = np.linspace(0, 6, 61)
    return valid_at((*LINES, column(*np.arange(0, 150, 0.5))))(
        lambda X: np.cos(minus(X)[..., None] * omega) @ density(omega)
    )


def _limit(member: Any) -> bool:
    """for m = 1, 2, 4, … 4096 no member at four sets of points has a negative eigenvalue, nor has the limit"""
    for X in LINES[:4]:
        grams = [member(inner(X), m) for m in 2 ** np.arange(13.0)]
        settled = np.abs(grams[-1] - grams[-2]).max() <= 0.05 * np.abs(grams[-1]).max()
        if not settled or not all(no_negative(K) for K in grams):
            return False
    return True


_POLYNOMIALS: tuple[tuple[float, ...], ...] = (
    (0, 0, 1),
    (0, -1, 1),
    (1, 1, 1),
    (0, 1, 0, 2),
    (0, 1, -1),
    (3, -1, 0, 1),
    (0,),
    (-1, 0, 1),
    (1, -0.01, 1),
)


def _coefficients(allowed: Any) -> bool:
    """says yes exactly for those of nine polynomials that leave xz valid at three sets of points"""
    sets = (column(0.5, 1, 2), column(-2, -1, 0, 1, 2), column(-0.1, 0, 0.1))

    def valid(c: tuple[float, ...]) -> bool:
        return all(no_negative(sum(a * inner(P) ** j for j, a in enumerate(c)) * np.ones(1)) for P in sets)

    return all(bool(allowed(c)) == valid(c) for c in _POLYNOMIALS)


def _series(T: Any, terms: int) -> Any:
    return sum(T**j / factorial(j) for j in range(terms))


def _geometric(points: Any) -> bool:
    """1/(1 − xz) has no negative eigenvalue at these points, and 400 terms of Σ (xz)ʲ give it"""
    T = inner(column(*points))
    return no_negative(1 / (1 - T)) and same(sum(T**j for j in range(400)), 1 / (1 - T))


def _exponential(f: Any) -> bool:
    """at ½, 1, 2 it has the eigenvalues 0.1211, 2.6928, 55.7866 and is the limit of Σ kʲ/j!"""
    K = f(_HALF_ONE_TWO)
    known = np.array([0.1211, 2.6928, 55.7866])
    return bool(np.abs(np.linalg.eigvalsh(K) - known).max() < 1e-4) and same(K, _series(_HALF_ONE_TWO, 40))


CLAIMS = (
    Claim(
        name="mercer.mixture",
        label="lem-mercer-limit",
        says="a mixture of kernels with weights ≥ 0 is a kernel",
        check=_mixture,
        right=lambda omega: np.exp(-omega),
        hypotheses=("the weights are not negative",),
        twins={
            "weights of both signs": Twin(
                lambda omega: np.cos(2 * omega), drops="the weights are not negative"
            ),
            "one weight a little below zero": Twin(
                lambda omega: np.exp(-omega) - 0.07 * (np.abs(omega - 3) < 0.05),
                drops="the weights are not negative",
            ),
            "weights below zero at high frequencies": Twin(
                lambda omega: 2 - omega, drops="the weights are not negative"
            ),
        },
    ),
    Claim(
        name="mercer.limit",
        label="lem-mercer-limit",
        says="a limit of kernels, pair by pair, is a kernel: (1 + k/m)ᵐ tends to exp(k)",
        check=_limit,
        right=lambda T, m: (1 + T / m) ** m,
        hypotheses=("every member is a kernel",),
        twins={
            "(1 − k/m)ᵐ": Twin(lambda T, m: (1 - T / m) ** m, drops="every member is a kernel"),
            "k − 1 + 1/m: differences on the way": lambda T, m: T - 1 + 1 / m,
        },
    ),
    Claim(
        name="mercer.polynomial_of",
        label="cor-mercer-polynomial",
        says="a polynomial in k is a kernel if no coefficient is negative; zero is allowed",
        check=_coefficients,
        right=lambda c: min(c) >= 0,
        hypotheses=("no coefficient is negative",),
        twins={
            "all coefficients positive": lambda c: min(c) > 0,
            "the sum of the coefficients is not negative": Twin(
                lambda c: sum(c) >= 0, drops="no coefficient is negative"
            ),
            "only a little negative": Twin(lambda c: min(c) > -0.1, drops="no coefficient is negative"),
            "the leading one is not negative": Twin(lambda c: c[-1] >= 0, drops="no coefficient is negative"),
        },
    ),
    Claim(
        name="mercer.power_series",
        label="cor-mercer-polynomial",
        says="Σ cⱼkʲ with all cⱼ ≥ 0 is a kernel where it converges for all pairs: 1/(1 − xz) for |x| < 1",
        check=_geometric,
        right=(-0.9, -0.3, 0.0, 0.5, 0.8),
        hypotheses=("the series converges for all pairs",),
        twins={
            "a point beyond the radius": Twin((0.0, 0.4, 2.0), drops="the series converges for all pairs"),
            "all points beyond the radius": Twin((1.5, 2.0, 3.0), drops="the series converges for all pairs"),
        },
    ),
    Claim(
        name="mercer.exponential",
        label="cor-mercer-polynomial",
        says="exp(k) = Σ kʲ/j!, entry by entry, is a kernel",
        check=_exponential,
        right=np.exp,
        twins={
            "the exponential of the matrix": expm,
            "the series stopped after three terms": lambda K: _series(K, 3),
            "exp(−k)": lambda K: np.exp(-K),
        },
    ),
)
