"""Claims on the two forms of a linear predictor, the split of a weight vector and the representer theorem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim
from kernelcourse.kernels import Linear
from kernelcourse.learn.ridge import primal_ridge, ridge
from kernelcourse.points import Array

Split = Callable[[Array, Array], tuple[Array, Array]]


def shapes() -> list[tuple[Array, Array]]:
    """Points and weights: fewer points than features, more, dependent ones, and the example of the chapter."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((3, 5))
    dependent = np.vstack([X[:2], X[0] + X[1]])
    all_points = [X, rng.standard_normal((6, 3)), dependent, np.array([[1.0, 2.0]])]
    return [(P, rng.standard_normal(P.shape[1])) for P in all_points[:3]] + [
        (all_points[3], np.array([3.0, 1.0]))
    ]


def two_forms_agree(dual: Callable[[Array, Array, Array], float]) -> bool:
    """equals w·x for w = Xᵀα, at random points; for ridge on the toy points, λ = 1, it is 310/47 at (1, 3)"""
    rng = np.random.default_rng(1)
    trials = [(rng.standard_normal((4, 3)), rng.standard_normal(4), rng.standard_normal(3)) for _ in range(5)]
    agrees = all(same(dual(X, alpha, x), (X.T @ alpha) @ x) for X, alpha, x in trials)
    X, y = datasets.toy_a()
    return agrees and same(dual(X, ridge(Linear(), X, y, 1.0).weights, np.array([1.0, 3.0])), 310 / 47)


def gives_ridge_weights(solve: Callable[[Array, Array, float], Array]) -> bool:
    """Xᵀα is the primal ridge solution for random data and λ = .1, 1, 10, and (58, 84)/47 for the toy points"""
    rng = np.random.default_rng(2)
    for n, d in ((4, 6), (7, 3)):
        X, y = rng.standard_normal((n, d)), rng.standard_normal(n)
        for lam in (0.1, 1.0, 10.0):
            w = X.T @ solve(X @ X.T, y, lam)
            if not same(w, primal_ridge(X, y, lam)) or np.abs(X.T @ (X @ w - y) + lam * w).max() > 1e-9:
                return False
    X, y = datasets.toy_a()
    return same(X.T @ solve(X @ X.T, y, 1.0), np.array([58, 84]) / 47)


def scores_patients(by_patients: Callable[[Array, Array, Array], float]) -> bool:
    """for 60 invented patients and 20 new ones the sum over patients is the sum over features"""
    table, risk = datasets.patients(80, np.random.default_rng(0))
    S = (table - table.mean(axis=0)) / table.std(axis=0)
    known, score = S[:60], risk[:60] - risk[:60].mean()
    w, weights = primal_ridge(known, score, 1.0), ridge(Linear(), known, score, 1.0).weights
    return all(same(by_patients(known, weights, x), w @ x) for x in S[60:])


def splits(split: Split) -> bool:
    """w = Xᵀα + w₀ and Xw₀ = 0 for four matrices X; for X = (1, 2), w = (3, 1): α = 1, w₀ = (2, −1)"""
    for X, w in shapes():
        alpha, rest = split(X, w)
        if (
            alpha.shape != (len(X),)
            or not same(X.T @ alpha + rest, w)
            or not same(X @ rest, np.zeros(len(X)))
        ):
            return False
    return same(alpha, [1.0]) and same(rest, [2.0, -1.0])


def split(X: Array, w: Array) -> tuple[Array, Array]:
    alpha = np.linalg.pinv(X).T @ w
    return alpha, w - X.T @ alpha


def projects(projection: Callable[[Array], Array]) -> bool:
    """P = Pᵀ = P², XP = X, and ‖w‖² = ‖Pw‖² + ‖w − Pw‖², for four matrices X"""
    for X, w in shapes():
        P = projection(X)
        if P.shape != (len(w), len(w)):
            return False
        whole = same(w @ w, (P @ w) @ (P @ w) + (w - P @ w) @ (w - P @ w))
        rank = same(np.trace(P), np.linalg.matrix_rank(X))
        if not (same(P, P.T) and same(P @ P, P) and same(X @ P, X) and whole and rank):
            return False
    return True


def _losses(y: Array) -> list[Callable[[Array], float]]:
    return [
        lambda f: float(((f - y) ** 2).sum()),
        lambda f: float(np.logaddexp(0, -y * f).sum()),
        lambda f: float(np.maximum(0, 1 - y * f).sum()),
        lambda f: float((y * f <= 0).sum()),
    ]


def projection_never_hurts(penalty: Callable[[Array], float]) -> bool:
    """J(Pw) ≤ J(w) for 1000 random w and four losses: squared, logistic, hinge, number of mistakes"""
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((3, 6)), np.array([1.0, -1.0, 1.0])
    P = np.linalg.pinv(X) @ X
    # the loss sees only Xw, which is XPw: equal up to rounding
    for w in rng.standard_normal((1000, 6)):
        for loss in _losses(y):
            if loss(X @ (P @ w)) + penalty(P @ w) > loss(X @ w) + penalty(w) + 1e-9:
                return False
    return True


def makes_w0_cost(penalty: Callable[[float], float]) -> bool:
    """whenever w₀ ≠ 0, J(Pw) < J(w): for 1000 random w, short and long, and four losses"""
    rng = np.random.default_rng(6)
    X, y = rng.standard_normal((3, 6)), np.array([1.0, -1.0, 1.0])
    P = np.linalg.pinv(X) @ X
    for size, w in zip(np.geomspace(0.01, 100, 1000), rng.standard_normal((1000, 6)), strict=True):
        long, short = float(np.linalg.norm(size * w)), float(np.linalg.norm(size * (P @ w)))
        # the loss is the same at w and at Pw, so the penalties decide
        if penalty(short) >= penalty(long):
            return False
    return all(
        same(loss(X @ P @ w), loss(X @ w)) for loss in _losses(y) for w in rng.standard_normal((20, 6))
    )


def is_the_dual_objective(size: Callable[[Array, Array], float]) -> bool:
    """equals ‖w‖ for w = Xᵀα, so L(Kα) + Ω(size) is L(Xw) + Ω(‖w‖), for random X and α"""
    rng = np.random.default_rng(4)
    for n, d in ((3, 5), (5, 3)):
        X, alpha, y = rng.standard_normal((n, d)), rng.standard_normal(n), np.sign(rng.standard_normal(n))
        w, K = X.T @ alpha, X @ X.T
        for loss in _losses(y)[:3]:
            if not same(loss(K @ alpha) + 0.7 * size(K, alpha) ** 2, loss(X @ w) + 0.7 * (w @ w)):
                return False
    return True


def l1_objective(w: Array) -> float:
    return float((w[0] + 2 * w[1] - 1) ** 2 + 0.5 * np.abs(w).sum())


def is_the_l1_minimum(w: tuple[float, float]) -> bool:
    """no point of a grid of 161 × 161 has a smaller (w₁ + 2w₂ − 1)² + ½‖w‖₁; all multiples of (1, 2) are above"""
    here = l1_objective(np.array(w))
    grid = [np.array([a, b]) for a in np.linspace(-1, 1, 161) for b in np.linspace(-1, 1, 161)]
    in_row = min(l1_objective(t * np.array([1.0, 2.0])) for t in np.linspace(-1, 1, 2001))
    return here <= min(map(l1_objective, grid)) + 1e-12 and here < in_row - 0.04 and same(in_row, 0.2775)


def all_fit_without_penalty(pair: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    """two different w have (w·(1, 2) − 1)² = 0, and only the first is a multiple of (1, 2)"""
    a, b = np.array(pair)
    in_row = [same(2 * w[0], w[1]) for w in (a, b)]
    return same([a @ [1, 2], b @ [1, 2]], [1.0, 1.0]) and in_row == [True, False]


CLAIMS = (
    Claim(
        name="kernel_trick.two_forms",
        label="eq-trick-two-forms",
        says="w·x = Σ αᵢ⟨xᵢ, x⟩ for w = Xᵀα: a weight for every feature or for every point",
        check=two_forms_agree,
        right=lambda X, alpha, x: float(alpha @ (X @ x)),
        twins={
            "the weights left out": lambda X, alpha, x: float((X @ x).sum()),
            "a mean instead of a sum": lambda X, alpha, x: float(np.mean(alpha * (X @ x))),
            "distances for inner products": lambda X, alpha, x: float(alpha @ np.linalg.norm(X - x, axis=1)),
        },
    ),
    Claim(
        name="kernel_trick.ridge_weights",
        label="eq-trick-ridge",
        says="w = Xᵀα minimises ‖Xw − y‖² + λ‖w‖² if (K + λI)α = y",
        check=gives_ridge_weights,
        right=lambda K, y, lam: np.linalg.solve(K + lam * np.eye(len(K)), y),
        twins={
            "λ forgotten": lambda K, y, lam: np.linalg.pinv(K) @ y,
            "2λ": lambda K, y, lam: np.linalg.solve(K + 2 * lam * np.eye(len(K)), y),
            "nλ": lambda K, y, lam: np.linalg.solve(K + len(K) * lam * np.eye(len(K)), y),
        },
    ),
    Claim(
        name="kernel_trick.patients",
        label="ex-trick-patients",
        says="a patient's score by features is the score by resemblance to earlier patients",
        check=scores_patients,
        right=lambda known, weights, x: float(sum(a * (p @ x) for a, p in zip(weights, known, strict=True))),
        twins={
            "only the most similar patient": lambda known, weights, x: float(
                weights[(known @ x).argmax()] * (known @ x).max()
            ),
            "all patients count the same": lambda known, weights, x: float(
                weights.mean() * (known @ x).sum()
            ),
        },
    ),
    Claim(
        name="kernel_trick.split",
        label="eq-trick-split",
        says="every w is Xᵀα + w₀ with Xw₀ = 0",
        check=splits,
        right=split,
        twins={
            "w₀ = 0": lambda X, w: (split(X, w)[0], np.zeros_like(w)),
            "α = Xw, unsolved": lambda X, w: (X @ w, w - X.T @ (X @ w)),
            "w₀ with the wrong sign": lambda X, w: (split(X, w)[0], -split(X, w)[1]),
        },
    ),
    Claim(
        name="kernel_trick.projection",
        label="thm-trick-split",
        says="X⁺X projects on the row space: Rᵈ is the orthogonal sum of row space and null space",
        check=projects,
        right=lambda X: np.linalg.pinv(X) @ X,
        twins={
            "XX⁺": lambda X: X @ np.linalg.pinv(X),
            "XᵀX": lambda X: X.T @ X,
            "the identity": lambda X: np.eye(X.shape[1]),
            "I − X⁺X": lambda X: np.eye(X.shape[1]) - np.linalg.pinv(X) @ X,
        },
    ),
    Claim(
        name="kernel_trick.representer",
        label="thm-trick-representer",
        says="if the loss sees only Xw and the penalty grows with ‖w‖, dropping w₀ never raises the objective",
        check=projection_never_hurts,
        right=lambda w: 0.3 * float(w @ w),
        twins={
            "an ℓ₁ penalty": lambda w: 3.0 * float(np.abs(w).sum()),
            "the largest entry": lambda w: 3.0 * float(np.abs(w).max()),
            "a penalty that falls with the length": lambda w: -0.3 * float(w @ w),
        },
    ),
    Claim(
        name="kernel_trick.every_minimiser",
        label="thm-trick-representer",
        says="if Ω is strictly increasing, w₀ ≠ 0 always costs: every minimiser is a combination of the points",
        check=makes_w0_cost,
        right=lambda length: length**2,
        twins={
            "flat for short w": lambda length: max(0.0, length - 1),
            "flat for long w": lambda length: min(1.0, length),
            "no penalty": lambda length: 0.0,
        },
    ),
    Claim(
        name="kernel_trick.dual_objective",
        label="eq-trick-dual-objective",
        says="J(Xᵀα) = L(Kα) + Ω(√(αᵀKα)): the points occur in K only",
        check=is_the_dual_objective,
        right=lambda K, alpha: float(np.sqrt(alpha @ K @ alpha)),
        twins={
            "‖α‖": lambda K, alpha: float(np.linalg.norm(alpha)),
            "‖Kα‖": lambda K, alpha: float(np.linalg.norm(K @ alpha)),
            "the root forgotten": lambda K, alpha: float(alpha @ K @ alpha),
        },
    ),
    Claim(
        name="kernel_trick.l1_leaves_the_row_space",
        label="ex-trick-l1",
        says="with an ℓ₁ penalty the best w is (0, .4375), no multiple of the training point (1, 2)",
        check=is_the_l1_minimum,
        right=(0.0, 0.4375),
        twins={
            "the best multiple of (1, 2)": (0.17, 0.34),
            "the fit without penalty": (0.2, 0.4),
            "the other axis": (0.75, 0.0),
        },
    ),
    Claim(
        name="kernel_trick.free_without_penalty",
        label="thm-trick-representer",
        says="without a penalty w₀ is free: (.2, .4) and (10.2, −4.6) both fit (1, 2) ↦ 1",
        check=all_fit_without_penalty,
        right=((0.2, 0.4), (10.2, -4.6)),
        twins={
            "moved along the point": ((0.2, 0.4), (1.2, 2.4)),
            "moved anywhere": ((0.2, 0.4), (10.2, 0.4)),
        },
    ),
)
