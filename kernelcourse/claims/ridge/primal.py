"""Claims on ridge regression with weights of features: objective, gradient, square, prior, conventions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.ridge.data import (
    BIT_OUTPUTS,
    BITS,
    FIVE,
    OUTPUTS,
    TRIALS,
    fractions,
    half_loss,
    objective,
    shifted,
    slope,
)
from kernelcourse.points import Array

Solver = Callable[[Array, Array, float], Array]
_EXACT = [
    (fractions(FIVE), fractions(OUTPUTS), fractions(w), Fraction(lam))
    for w, lam in (((1, 2), 3), ((0.5, -0.75), 1), ((-2, 0), 0.5))
]
_LAM = Fraction(1)


def _solve(X: Array, y: Array, lam: float) -> Array:
    return shifted(X.T @ X, lam, X.T @ y)


def _is_minimum_at(w: Any) -> bool:
    """with fractions: the gradient on the five points at λ = 1 is zero, and the objective is 261/47"""
    points, outputs = fractions(FIVE), fractions(OUTPUTS)
    weights = np.array([Fraction(entry) for entry in w], dtype=object)
    gradient = slope(lambda v: objective(points, outputs, v, _LAM), weights)
    return not any(gradient) and objective(points, outputs, weights, _LAM) == Fraction(261, 47)


def _is_gradient(formula: Callable[..., Array]) -> bool:
    """equals, in fractions, the central differences of the objective on five points and on three of bits"""
    bits = (fractions(BITS), fractions(BIT_OUTPUTS), fractions((0.25, -0.75)), Fraction(1, 2))
    return all(
        bool(np.all(formula(A, b, w, lam) == slope(lambda v: objective(A, b, v, lam), w)))  # noqa: B023
        for A, b, w, lam in [*_EXACT, bits]
    )


def _minimises(solver: Solver) -> bool:
    """the gradient of ‖Xw − y‖² + λ‖w‖² is zero there, for tall, wide and integer data"""
    return all(same(X.T @ (X @ w - y) + lam * w, 0 * w) for X, y, lam in TRIALS for w in [solver(X, y, lam)])


def _minimises_half_loss(solver: Solver) -> bool:
    """the gradient of ½ Σ rᵢ² + λ‖w‖², by central differences, is zero there (5 data sets)"""
    return all(
        same(slope(lambda v: half_loss(X, y, v, lam), w, 0.5), 0 * w)  # noqa: B023
        for X, y, lam in TRIALS
        for w in [solver(X, y, lam)]
    )


def _has_floor(matrix: Callable[[Array, float], Array]) -> bool:
    """no eigenvalue is below λ, for tall and wide data (a wide XᵀX has the eigenvalue 0)"""
    return all(np.linalg.eigvalsh(matrix(X, lam))[0] >= lam * (1 - 1e-9) for X, _, lam in TRIALS)


def _quadratic(X: Array, y: Array, w: Array, lam: Any, sign: int = 1, cross: int = 2) -> Any:
    return sign * (y @ y) - cross * (y @ X @ w) + w @ X.T @ X @ w + lam * (w @ w)


def _square(X: Array, y: Array, lam: float, power: float = -0.5, sign: int = -1, last: int = 1) -> float:
    """y·y + ‖A^½ w − A^−½ Xᵀy‖² − ‖A^−½ Xᵀy‖² at w = (1, −1, 1, …), with A = XᵀX + λI."""
    values, vectors = np.linalg.eigh(X.T @ X + lam * np.eye(X.shape[1]))
    shift = vectors * values**power @ vectors.T @ X.T @ y
    moved = vectors * np.sqrt(values) @ vectors.T @ _signs(X) + sign * shift
    return float(y @ y + moved @ moved - last * (shift @ shift))


def _signs(X: Array) -> Array:
    return np.array([(-1.0) ** j for j in range(X.shape[1])])


@dataclass(frozen=True)
class Mode:
    """σ, τ ↦ λ; and the size of the last error, in units of σ."""

    price: Callable[[float, float], float]
    last: float = 1.0


def _is_posterior_mode(mode: Mode) -> bool:
    """ridge with this λ makes the gradient of −log(likelihood · prior) zero, for five pairs (σ, τ)"""
    price = mode.price
    for sigma, tau in ((1.0, 1.0), (0.5, 2.0), (2.0, 0.5), (0.3, 0.4), (1.5, 0.7)):
        for X, y, _ in TRIALS:
            w = _solve(X, y, price(sigma, tau)) if price(sigma, tau) else np.linalg.pinv(X) @ y
            sizes = sigma * np.where(np.arange(len(y)) == len(y) - 1, mode.last, 1.0)
            if not same(X.T @ ((X @ w - y) / sizes**2) + w / tau**2, 0 * w):
                return False
    return True


def _half_weights(alpha: Any) -> bool:
    """in fractions: α = (y − Xw)/2λ with w = Xᵀα = (8/7, 34/21), and L = 69/14"""
    points, outputs = fractions(FIVE), fractions(OUTPUTS)
    weights = np.array([Fraction(entry) for entry in alpha], dtype=object)
    w = points.T @ weights
    stationary = bool(np.all(weights == (outputs - points @ w) / 2))
    return (
        stationary
        and list(w) == [Fraction(8, 7), Fraction(34, 21)]
        and half_loss(points, outputs, w, _LAM) == Fraction(69, 14)
    )


def _over(numbers: tuple[int, ...], denominator: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number, denominator) for number in numbers)


CLAIMS = (
    Claim(
        name="ridge.objective",
        label="def-ridge",
        says="ridge minimises ‖Xw − y‖² + λ‖w‖²",
        check=agrees_with(objective, _EXACT, tolerance=0.0, how="the sums written out, in fractions"),
        right=lambda X, y, w, lam: (X @ w - y) @ (X @ w - y) + lam * (w @ w),
        twins={
            "½ in front of the loss": lambda X, y, w, lam: (X @ w - y) @ (X @ w - y) / 2 + lam * (w @ w),
            "a mean instead of a sum": lambda X, y, w, lam: (X @ w - y) @ (X @ w - y) / 5 + lam * (w @ w),
            "no penalty": lambda X, y, w, lam: (X @ w - y) @ (X @ w - y),
        },
    ),
    Claim(
        name="ridge.toy",
        label="ex-ridge-toy",
        says="on the five points at λ = 1, w = (58, 84)/47 and the least value is 261/47",
        check=_is_minimum_at,
        right=_over((58, 84), 47),
        twins={
            "least squares": (Fraction(4, 3), Fraction(2)),
            "λ counted twice": (Fraction(8, 7), Fraction(34, 21)),
            "the weights exchanged": _over((84, 58), 47),
        },
    ),
    Claim(
        name="ridge.gradient",
        label="eq-ridge-gradient",
        says="the gradient is 2Xᵀ(Xw − y) + 2λw",
        check=_is_gradient,
        right=lambda X, y, w, lam: 2 * (X.T @ (X @ w - y)) + 2 * lam * w,
        twins={
            "λw instead of 2λw": lambda X, y, w, lam: 2 * (X.T @ (X @ w - y)) + lam * w,
            "no penalty": lambda X, y, w, lam: 2 * (X.T @ (X @ w - y)),
            "sign of the residual": lambda X, y, w, lam: 2 * (X.T @ (y - X @ w)) + 2 * lam * w,
        },
    ),
    Claim(
        name="ridge.normal_equation",
        label="eq-ridge-normal",
        says="(XᵀX + λI)w = Xᵀy",
        check=_minimises,
        right=_solve,
        twins={
            "least squares": lambda X, y, lam: np.linalg.pinv(X) @ y,
            "Xy instead of Xᵀy": lambda X, y, lam: np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X @ y),
            "2λ": lambda X, y, lam: _solve(X, y, 2 * lam),
            "nλ": lambda X, y, lam: _solve(X, y, len(X) * lam),
        },
    ),
    Claim(
        name="ridge.unique",
        label="thm-ridge-unique",
        says="every eigenvalue of XᵀX + λI is at least λ > 0, so there is one minimiser",
        check=_has_floor,
        right=lambda X, lam: X.T @ X + lam * np.eye(X.shape[1]),
        hypotheses=("λ > 0",),
        twins={
            "λ on the first weight only": lambda X, lam: X.T @ X + lam * np.diag(np.eye(X.shape[1])[0]),
            "λ = 0: XᵀX is positive definite": Twin(lambda X, lam: X.T @ X, drops="λ > 0"),
            "λ is subtracted": Twin(lambda X, lam: X.T @ X - lam * np.eye(X.shape[1]), drops="λ > 0"),
        },
    ),
    Claim(
        name="ridge.quadratic",
        label="eq-ridge-quadratic",
        says="‖y − Xw‖² + λ‖w‖² = y·y − 2y·Xw + w·(XᵀX + λI)w",
        check=agrees_with(objective, _EXACT, tolerance=0.0, how="the objective, in fractions"),
        right=_quadratic,
        twins={
            "− y·y": lambda X, y, w, lam: _quadratic(X, y, w, lam, sign=-1),
            "the cross term once": lambda X, y, w, lam: _quadratic(X, y, w, lam, cross=1),
            "XXᵀ instead of XᵀX": lambda X, y, w, lam: y @ y - 2 * (y @ X @ w) + w @ (X @ X.T) @ w,
        },
    ),
    Claim(
        name="ridge.square",
        label="eq-ridge-square",
        says="the objective is y·y + ‖A^½w − A^−½Xᵀy‖² − ‖A^−½Xᵀy‖² with A = XᵀX + λI",
        check=agrees_with(
            lambda X, y, lam: float(objective(X, y, _signs(X), lam)), TRIALS, how="the objective"
        ),
        right=_square,
        twins={
            "the last term is forgotten": lambda X, y, lam: _square(X, y, lam, last=0),
            "the root is not inverted": lambda X, y, lam: _square(X, y, lam, power=0.5),
            "plus inside the square": lambda X, y, lam: _square(X, y, lam, sign=1),
        },
    ),
    Claim(
        name="ridge.posterior_mode",
        label="prop-ridge-map",
        says="with noise σ and prior width τ, the most probable w is ridge with λ = σ²/τ²",
        check=_is_posterior_mode,
        right=Mode(lambda sigma, tau: sigma**2 / tau**2),
        hypotheses=("the weights have a normal prior", "the errors are normal and alike"),
        twins={
            "no prior: the maximum likelihood estimate, λ = 0": Twin(
                Mode(lambda sigma, tau: 0.0), drops="the weights have a normal prior"
            ),
            "τ²/σ²": Mode(lambda sigma, tau: tau**2 / sigma**2),
            "σ/τ": Mode(lambda sigma, tau: sigma / tau),
            "the last error is three times as large": Twin(
                Mode(lambda sigma, tau: sigma**2 / tau**2, last=3.0), drops="the errors are normal and alike"
            ),
        },
    ),
    Claim(
        name="ridge.half_loss",
        label="eq-ridge-half",
        says="½ Σ rᵢ² + λ‖w‖² is minimised by (XᵀX + 2λI)⁻¹Xᵀy",
        check=_minimises_half_loss,
        right=lambda X, y, lam: _solve(X, y, 2 * lam),
        twins={
            "λ, as if the penalty were halved too": _solve,
            "λ/2": lambda X, y, lam: _solve(X, y, lam / 2),
        },
    ),
    Claim(
        name="ridge.half_toy",
        label="ex-ridge-half",
        says="half loss on five points, λ = 1: w = Σ αᵢxᵢ with α = r/2λ = (−3, 8, 5, 23, 16)/42, L = 69/14",
        check=_half_weights,
        right=_over((-3, 8, 5, 23, 16), 42),
        twins={
            "α = r/λ": _over((-3, 8, 5, 23, 16), 21),
            "the weights of the sum of squares": _over((-11, 10, -1, 35, 20), 47),
        },
    ),
)
