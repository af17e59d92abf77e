"""Claims on the other routes to the dual formula: push-through, singular values, Woodbury, columns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim
from kernelcourse.claims.ridge.data import TRIALS, shifted
from kernelcourse.learn.ridge import primal_ridge
from kernelcourse.points import Array

_MATRICES = [(X, lam) for X, _, lam in TRIALS]


def _inverse(A: Array, lam: float) -> Array:
    return shifted(A, lam, np.eye(len(A)))


def _thin(X: Array) -> tuple[Array, Array, Array]:
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return U, s, Vt.T


def _svd(X: Array, y: Array, lam: float) -> Array:
    U, s, V = _thin(X)
    return V @ (s / (s**2 + lam) * (U.T @ y))


def _svd_twin(X: Array, y: Array, lam: float, power: int = 2, top: int = 1) -> Array:
    U, s, V = _thin(X)
    return V @ (s**top / (s**power + lam) * (U.T @ y))


def _turned_inside(X: Array, y: Array, lam: float) -> Array:
    U, s, _ = _thin(X)
    return X.T @ np.linalg.inv(U.T @ np.diag(s**2) @ U + lam * np.eye(len(X))) @ y


def _removes_the_gap(multiplied: Callable[[Array, Array], Array]) -> bool:
    """makes U(S² + λI)⁻¹Uᵀ and (K + λI)⁻¹ equal, for tall and for wide data"""
    for X, lam in _MATRICES:
        U, s, _ = _thin(X)
        short = U / (s**2 + lam) @ U.T
        if not same(multiplied(X, short), multiplied(X, _inverse(X @ X.T, lam))):
            return False
    return True


def _woodbury(X: Array, lam: float, power: int = 2, sign: int = -1) -> Array:
    middle = X.T @ np.linalg.inv(np.eye(len(X)) + X @ X.T / lam) @ X
    return np.eye(X.shape[1]) / lam + sign * middle / lam**power


def _cancelled(X: Array, y: Array, lam: float, times: int = 1) -> Array:
    """Xᵀλ⁻¹M⁻¹y with M = I + K/λ, which is left after M⁻¹M = I."""
    inverse = np.linalg.inv(np.eye(len(X)) + X @ X.T / lam)
    return X.T @ np.linalg.matrix_power(inverse, times) @ y / lam


def _columns(columns: Array, y: Array, lam: float) -> Array:
    """C(CᵀC + λI)⁻¹y for points in the columns of C."""
    return columns @ _inverse(columns.T @ columns, lam) @ y


def _same_from_columns(formula: Callable[[Array, Array, float], Array]) -> bool:
    """given Xᵀ in place of X, returns the same weights as the primal formula (5 data sets)"""
    return all(same(formula(X.T, y, lam), primal_ridge(X, y, lam)) for X, y, lam in TRIALS)


_PUSHED = {
    "X instead of Xᵀ": lambda X, lam: _inverse(X.T @ X, lam) @ X,
    "nλ": lambda X, lam: _inverse(X.T @ X, len(X) * lam) @ X.T,
    "the inverse of a sum taken apart": lambda X, lam: X.T @ np.linalg.pinv(X @ X.T) + X.T / lam,
}

CLAIMS = (
    Claim(
        name="ridge.push_through",
        label=("thm-push-through", "eq-push-through"),
        says="Xᵀ(XXᵀ + λI)⁻¹ = (XᵀX + λI)⁻¹Xᵀ",
        check=agrees_with(
            lambda X, lam: X.T @ _inverse(X @ X.T, lam), _MATRICES, how="the left side, tall and wide"
        ),
        right=lambda X, lam: _inverse(X.T @ X, lam) @ X.T,
        hypotheses=("λ > 0",),
        undropped={"λ > 0": "at λ = 0 neither inverse need exist, so there are no two sides to compare"},
        twins=_PUSHED,
    ),
    Claim(
        name="ridge.svd",
        label="eq-ridge-svd",
        says="w = Σ sⱼ/(sⱼ² + λ) (uⱼ·y) vⱼ, for wide and for tall X",
        check=agrees_with(primal_ridge, TRIALS, how="the primal formula"),
        right=_svd,
        twins={
            "s instead of s² in the denominator": lambda X, y, lam: _svd_twin(X, y, lam, power=1),
            "s missing in the numerator": lambda X, y, lam: _svd_twin(X, y, lam, top=0),
            "the outer factors transposed": _turned_inside,
        },
    ),
    Claim(
        name="ridge.svd_padding",
        label="eq-ridge-svd",
        says="U(S² + λI)⁻¹Uᵀ and (K + λI)⁻¹ agree after multiplication by Xᵀ, not before",
        check=_removes_the_gap,
        right=lambda X, M: X.T @ M,
        twins={"they are equal as they stand": lambda X, M: M},
    ),
    Claim(
        name="ridge.woodbury",
        label="eq-woodbury",
        says="(λI + XᵀX)⁻¹ = λ⁻¹I − λ⁻²Xᵀ(I + λ⁻¹XXᵀ)⁻¹X",
        check=agrees_with(lambda X, lam: _inverse(X.T @ X, lam), _MATRICES, how="the inverse itself"),
        right=_woodbury,
        twins={
            "λ⁻¹ once instead of twice": lambda X, lam: _woodbury(X, lam, power=1),
            "plus for minus": lambda X, lam: _woodbury(X, lam, sign=1),
        },
    ),
    Claim(
        name="ridge.woodbury_cancels",
        label="eq-woodbury",
        says="with M = I + K/λ, what is left is w = λ⁻¹XᵀM⁻¹y",
        check=agrees_with(primal_ridge, TRIALS, how="the primal formula"),
        right=_cancelled,
        twins={
            "M is inverted twice": lambda X, y, lam: _cancelled(X, y, lam, 2),
            "M is not inverted": lambda X, y, lam: _cancelled(X, y, lam, 0),
        },
    ),
    Claim(
        name="ridge.columns",
        label="rem-ridge-columns",
        says="points as columns: w = X(XᵀX + λI)⁻¹y = (XXᵀ + λI)⁻¹Xy, the same weights",
        check=_same_from_columns,
        right=_columns,
        twins={
            "the formula for rows": lambda C, y, lam: _inverse(C.T @ C, lam) @ C.T @ y,
            "half of each layout": lambda C, y, lam: C @ _inverse(C @ C.T, lam) @ y,
        },
    ),
    Claim(
        name="ridge.columns_primal",
        label="rem-ridge-columns",
        says="points as columns: the primal formula is (XXᵀ + λI)⁻¹Xy",
        check=_same_from_columns,
        right=lambda C, y, lam: _inverse(C @ C.T, lam) @ C @ y,
        twins={
            "(XᵀX + λI)⁻¹Xᵀy": lambda C, y, lam: _inverse(C.T @ C, lam) @ C.T @ y,
            "(XXᵀ + λI)⁻¹y": lambda C, y, lam: _inverse(C @ C.T, lam) @ y,
        },
    ),
)
