"""Claims on ridge regression with weights of points: substitution, dual weights, residuals, predictions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.ridge.data import FIVE, GRAM, OUTPUTS, TRIALS, fractions, objective, shifted, slope
from kernelcourse.learn.ridge import primal_ridge
from kernelcourse.points import Array

ALPHA = np.array([0.1, -0.2, 0.3, 0.4, -0.5])
_FLAT = np.column_stack([FIVE, np.zeros(5)])  # the five points in space: (0, 0, 1) is orthogonal to all


def _dual(K: Array, y: Array, lam: float) -> Array:
    return shifted(K, lam, y)


def _split(alpha: Array, height: float, lam: float, part: str = "") -> float:
    """‖Kα − y‖² + λα·Kα + λ‖w₀‖² with w₀ = (0, 0, height)."""
    length = alpha @ alpha if part == "α·α" else alpha @ GRAM @ alpha
    outside = 0.0 if part == "no w₀" else height**2
    loss = np.sum((GRAM @ alpha - OUTPUTS) ** 2)
    return float(loss + lam * length + (outside if part == "w₀ free of λ" else lam * outside))


def _whole(alpha: Array, height: float, lam: float) -> float:
    """the objective at w = Xᵀα + w₀ for five points in space"""
    return float(objective(_FLAT, OUTPUTS, _FLAT.T @ alpha + np.array([0, 0, height]), lam))


def _dual_minimum(solver: Callable[[Array, Array, float], Array]) -> bool:
    """gradient zero though K is singular, moved along Kv = 0 too; Xᵀα is the primal w; value λ y·α"""
    for X, y, lam in TRIALS:
        K = X @ X.T
        alpha = solver(K, y, lam)
        w = X.T @ alpha
        if not (same(K @ (K @ alpha - y) + lam * K @ alpha, 0 * y) and same(w, primal_ridge(X, y, lam))):
            return False
        if not same(objective(X, y, w, lam), lam * y @ alpha):
            return False
        v = np.linalg.eigh(K)[1][:, 0]  # the eigenvector of the least eigenvalue: 0 if K is singular
        if np.linalg.matrix_rank(K) < len(K) and not same(X.T @ (alpha + 3 * v), w, 1e-6):
            return False
    return True


def _freedom(count: Callable[[Array], int]) -> bool:
    """is the dimension of the solutions of K(K + λI)α = Ky, on tall, wide, integer and rank-deficient data"""
    found = []
    for X, _, lam in TRIALS:
        K = X @ X.T
        system = K @ (K + lam * np.eye(len(K)))
        found.append(count(X) == len(K) - np.linalg.matrix_rank(system))
    return all(found)


def _dual_toy(alpha: Any) -> bool:
    """in fractions: (K + I)α = y, Xᵀα = (58, 84)/47, y·α = 261/47 and the prediction at (1, 3) is 310/47"""
    points, outputs = fractions(FIVE), fractions(OUTPUTS)
    weights = np.array([Fraction(entry) for entry in alpha], dtype=object)
    w = points.T @ weights
    return (
        bool(np.all(points @ w + weights == outputs))
        and list(w) == [Fraction(58, 47), Fraction(84, 47)]
        and outputs @ weights == Fraction(261, 47)
        and weights @ (points @ fractions((1, 3))) == Fraction(310, 47)
    )


def _twice_half_loss(alpha: Array, lam: float, factor: int = 2, power: int = 2, cross: int = 2) -> float:
    end = alpha @ GRAM @ GRAM @ alpha if power == 2 else alpha @ GRAM @ alpha
    return float(
        OUTPUTS @ OUTPUTS - cross * alpha @ GRAM @ OUTPUTS + end + factor * lam * alpha @ GRAM @ alpha
    )


def _slope_of_half(alpha: Array, lam: float, factor: int) -> Array:
    return GRAM @ (GRAM @ alpha - OUTPUTS) + factor * lam * GRAM @ alpha


def _sizes(n: int, d: int) -> dict[str, tuple[int, ...]]:
    return {"X": (n, d), "K": (n, n), "XᵀX": (d, d), "α": (n,), "w": (d,), "residual": (n,), "row": (1, n)}


def _fits_sizes(sizes: Callable[[int, int], dict[str, tuple[int, ...]]]) -> bool:
    """are the shapes of the arrays themselves, and rank K ≤ min(n, d), for five shapes of X"""
    for X, y, lam in TRIALS:
        K = X @ X.T
        alpha = _dual(K, y, lam)
        w, row = X.T @ alpha, X[:1] @ X.T
        found = {"X": X, "K": K, "XᵀX": X.T @ X, "α": alpha, "w": w, "residual": y - X @ w, "row": row}
        shapes = {name: array.shape for name, array in found.items()}
        if sizes(*X.shape) != shapes or np.linalg.matrix_rank(K) > min(X.shape):
            return False
    return True


def _is_residual(formula: Callable[[Array, float], Array]) -> bool:
    """equals y − Kα for α = (K + λI)⁻¹y (5 data sets)"""
    return all(
        same(formula(alpha, lam), y - X @ X.T @ alpha)
        for X, y, lam in TRIALS
        for alpha in [_dual(X @ X.T, y, lam)]
    )


def _predicts(formula: Callable[..., Any]) -> bool:
    """is the number z·w with the primal w, at two new points of each data set, and 310/47 at (1, 3)"""
    for points, y, lam in TRIALS:
        for z in (np.ones(points.shape[1]), np.arange(points.shape[1]) - 0.5):
            if not same(formula(points, y, lam, z), z @ primal_ridge(points, y, lam)):
                return False
    return same(formula(FIVE, OUTPUTS, 1.0, np.array([1.0, 3.0])), 310 / 47)


CLAIMS = (
    Claim(
        name="ridge.substitution",
        label="eq-ridge-substitution",
        says="w = Xᵀα + w₀ with Xw₀ = 0 costs ‖Kα − y‖² + λα·Kα + λ‖w₀‖²",
        check=agrees_with(_whole, [(ALPHA, h, lam) for h, lam in ((2.0, 0.5), (-1.0, 3.0), (0.0, 1.0))]),
        right=_split,
        twins={
            name: lambda alpha, height, lam, name=name: _split(alpha, height, lam, name)
            for name in ("no w₀", "α·α", "w₀ free of λ")
        },
    ),
    Claim(
        name="ridge.dual_theorem",
        label="thm-ridge-dual",
        says="α = (K + λI)⁻¹y minimises the dual objective, also when K is singular; w and values are unique",
        check=_dual_minimum,
        right=_dual,
        hypotheses=("λ > 0",),
        twins={
            "K is cancelled and λ with it": Twin(lambda K, y, lam: np.linalg.pinv(K) @ y, drops="λ > 0"),
            "2λ": lambda K, y, lam: _dual(K, y, 2 * lam),
            "λ is subtracted": Twin(lambda K, y, lam: _dual(K, y, -lam), drops="λ > 0"),
        },
    ),
    Claim(
        name="ridge.many_alphas",
        label="thm-ridge-dual",
        says="the minimisers are α + v with Kv = 0: they have n − rank K dimensions",
        check=_freedom,
        right=lambda X: len(X) - int(np.linalg.matrix_rank(X)),
        hypotheses=(),
        twins={
            "K can always be cancelled: one α": lambda X: 0,
            "n − d": lambda X: len(X) - X.shape[1],
            "n − min(n, d), as if X had full rank": lambda X: len(X) - min(X.shape),
        },
    ),
    Claim(
        name="ridge.dual_weights",
        label="eq-ridge-dual",
        says="w = Xᵀα with α = (K + λI)⁻¹y",
        check=agrees_with(primal_ridge, TRIALS, how="the primal formula, tall and wide"),
        right=lambda X, y, lam: X.T @ _dual(X @ X.T, y, lam),
        twins={
            "Xα": lambda X, y, lam: X @ _dual(X @ X.T, y, lam),
            "a row, αᵀX": lambda X, y, lam: _dual(X @ X.T, y, lam)[None] @ X,
            "nλ": lambda X, y, lam: X.T @ _dual(X @ X.T, y, len(X) * lam),
            "α itself": lambda X, y, lam: _dual(X @ X.T, y, lam),
        },
    ),
    Claim(
        name="ridge.dual_toy",
        label="ex-ridge-dual-toy",
        says="on the five points at λ = 1, α = (−11, 10, −1, 35, 20)/47, and the prediction at (1, 3) is 310/47",
        check=_dual_toy,
        right=tuple(Fraction(number, 47) for number in (-11, 10, -1, 35, 20)),
        twins={
            "the half loss": tuple(Fraction(number, 42) for number in (-3, 8, 5, 23, 16)),
            "a sign": tuple(Fraction(number, 47) for number in (11, 10, -1, 35, 20)),
        },
    ),
    Claim(
        name="ridge.dual_half",
        label="eq-ridge-dual-half",
        says="2L = y·y − 2α·Ky + α·KKα + 2λα·Kα: 49.57 at α = (0.1, −0.2, 0.3, 0.4, −0.5), λ = 1",
        check=agrees_with(
            lambda alpha, lam: float(objective(FIVE, OUTPUTS, FIVE.T @ alpha, 2 * lam)),
            [(ALPHA, 1.0), (ALPHA, 0.3), (ALPHA[::-1], 2.0)],
            how="Σ rᵢ² + 2λ‖w‖² at w = Xᵀα",
        ),
        right=_twice_half_loss,
        twins={
            "2λ becomes λ": lambda alpha, lam: _twice_half_loss(alpha, lam, factor=1),
            "K instead of KK": lambda alpha, lam: _twice_half_loss(alpha, lam, power=1),
            "the cross term once": lambda alpha, lam: _twice_half_loss(alpha, lam, cross=1),
        },
    ),
    Claim(
        name="ridge.dual_half_gradient",
        label="eq-ridge-dual-half",
        says="the gradient of L in α is −Ky + KKα + 2λKα, half of that of 2L",
        check=agrees_with(
            lambda alpha, lam: slope(lambda a: _twice_half_loss(a, lam) / 2, alpha, 0.5),
            [(ALPHA, 1.0), (ALPHA, 0.3)],
            how="central differences, exact for a quadratic",
        ),
        right=lambda alpha, lam: _slope_of_half(alpha, lam, 2),
        twins={
            "the gradient of 2L": lambda alpha, lam: 2 * _slope_of_half(alpha, lam, 2),
            "λ instead of 2λ": lambda alpha, lam: _slope_of_half(alpha, lam, 1),
        },
    ),
    Claim(
        name="ridge.sizes",
        label="prop-ridge-sizes",
        says="X is n × d, K = XXᵀ is n × n of rank ≤ d, α and the residual have n entries, w = Xᵀα has d",
        check=_fits_sizes,
        right=_sizes,
        hypotheses=(),
        twins={
            "X is n × n": lambda n, d: _sizes(n, d) | {"X": (n, n)},
            "X is d × n": lambda n, d: _sizes(n, d) | {"X": (d, n)},
            "w is a row": lambda n, d: _sizes(n, d) | {"w": (1, d)},
            "the residual lives among the features": lambda n, d: _sizes(n, d) | {"residual": (d,)},
        },
    ),
    Claim(
        name="ridge.residual",
        label="eq-ridge-residual",
        says="the training residual y − Kα is λα",
        check=_is_residual,
        right=lambda alpha, lam: lam * alpha,
        twins={
            "α": lambda alpha, lam: alpha,
            "2λα": lambda alpha, lam: 2 * lam * alpha,
            "α/λ": lambda alpha, lam: alpha / lam,
        },
    ),
    Claim(
        name="ridge.predict",
        label="eq-ridge-predict",
        says="ŷ(z) = Σ αᵢ k(xᵢ, z), one number",
        check=_predicts,
        right=lambda X, y, lam, z: _dual(X @ X.T, y, lam) @ (X @ z),
        twins={
            "the training point in place of the new one": lambda X, y, lam, z: X[0] @ primal_ridge(X, y, lam),
            "no index on α": lambda X, y, lam, z: (X @ z).sum() * _dual(X @ X.T, y, lam),
            "Kα": lambda X, y, lam, z: X @ X.T @ _dual(X @ X.T, y, lam),
        },
    ),
)
