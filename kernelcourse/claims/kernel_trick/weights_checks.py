"""The checks on the two forms of a predictor, the split and the representer theorem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
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
    """Xᵀα is the primal ridge solution for random data and λ = 0.1, 1, 10, and (58, 84)/47 for the toy points"""
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


def losses(y: Array) -> list[Callable[[Array], float]]:
    return [
        lambda f: float(((f - y) ** 2).sum()),
        lambda f: float(np.logaddexp(0, -y * f).sum()),
        lambda f: float(np.maximum(0, 1 - y * f).sum()),
        lambda f: float((y * f <= 0).sum()),
    ]


def sees_predictions(X: Array, y: Array, w: Array) -> list[float]:
    """Squared, logistic and hinge loss and the number of mistakes: functions of Xw."""
    return [loss(X @ w) for loss in losses(y)]


def sees_a_new_point(X: Array, y: Array, w: Array) -> list[float]:
    """A squared error at a point that is not among the rows of X."""
    return [float((w[0] - 1) ** 2)]


def projection_never_hurts(candidate: tuple[Callable[[Array], float], Callable[..., list[float]]]) -> bool:
    """J(Pw) ≤ J(w), four losses: all directions of the plane, the point (1, 2); 3000 w in R⁶ of lengths 0.01 to 100"""
    penalty, losses = candidate
    rng = np.random.default_rng(3)
    angles = np.radians(np.arange(360))
    trials = [(np.array([[1.0, 2.0]]), np.column_stack([np.cos(angles), np.sin(angles)]))]
    for n in (2, 3, 5):
        X = rng.standard_normal((n, 6))
        X[:, -1] = X[:, 0]  # points in general position, and a repeated feature
        w = rng.standard_normal((1000, 6)) * rng.integers(0, 2, (1000, 6))
        trials.append((X, w * np.repeat([1.0, 0.01, 100.0], [800, 100, 100])[:, None]))
    for X, weights in trials:
        P, y = np.linalg.pinv(X) @ X, np.sign(rng.standard_normal(len(X)))
        for w in weights:
            pairs = zip(losses(X, y, P @ w), losses(X, y, w), strict=True)
            costs = [(short + penalty(P @ w), long + penalty(w)) for short, long in pairs]
            if any(short > long + 1e-9 + 1e-12 * abs(long) for short, long in costs):
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
    return all(same(loss(X @ P @ w), loss(X @ w)) for loss in losses(y) for w in rng.standard_normal((20, 6)))


def is_the_dual_objective(size: Callable[[Array, Array], float]) -> bool:
    """equals ‖w‖ for w = Xᵀα, so L(Kα) + Ω(size) is L(Xw) + Ω(‖w‖), for random X and α"""
    rng = np.random.default_rng(4)
    for n, d in ((3, 5), (5, 3)):
        X, alpha, y = rng.standard_normal((n, d)), rng.standard_normal(n), np.sign(rng.standard_normal(n))
        w, K = X.T @ alpha, X @ X.T
        for loss in losses(y)[:3]:
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
