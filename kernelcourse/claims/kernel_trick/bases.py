"""Claims on models that are linear in features, and what they fit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
from scipy.optimize import linprog

from kernelcourse import datasets
from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim
from kernelcourse.points import Array

FIVE = np.arange(-2.0, 3.0)
T = np.linspace(-3, 3, 25)
GRID = np.array(list(product([0.0, 1, 2], repeat=2)))


def squared_error(features: Array, y: Array) -> float:
    w, *_ = np.linalg.lstsq(features, y, rcond=None)
    return float(((features @ w - y) ** 2).sum())


def powers(x: Array, chosen: tuple[int, ...]) -> Array:
    return np.column_stack([x**m for m in chosen])


def surface_error(*chosen: tuple[int, int]) -> float:
    a, b = GRID.T
    return squared_error(np.column_stack([a**i * b**j for i, j in chosen]), 1 + 2 * a - b + 3 * a * b)


QUADRATIC = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2))


def is_linear_in_the_weights(model: Callable[[Array, Array], float]) -> bool:
    """f for u + v is f for u plus f for v, at 20 random weights and feature vectors, and f sees every feature"""
    rng = np.random.default_rng(0)
    trials = rng.standard_normal((20, 3, 4))
    adds = all(same(model(u + v, phi), model(u, phi) + model(v, phi)) for u, v, phi in trials)
    return adds and all(same(model(np.eye(4)[m], trials[0, 2]), trials[0, 2, m]) for m in range(4))


def gradient_vanishes(solve: Callable[[Array, Array], Array]) -> bool:
    """Φᵀ(Φw − y) = 0 to 10⁻⁸ for powers, bumps, sigmoids and waves at 25 points, and for raw points"""
    y, centres = 3 * np.sin(T) - np.cos(2 * T), np.linspace(-3, 3, 5)
    X, out = datasets.toy_a()
    trials = [
        (powers(T, (0, 1, 2)), y),
        (np.exp(-((T[:, None] - centres) ** 2) / 2), y),
        (1 / (1 + np.exp(-2 * (T[:, None] - centres))), y),
        (np.column_stack([np.sin(T), np.cos(2 * T)]), y),
        (X, out),
    ]
    return all(bool(np.abs(Phi.T @ (Phi @ solve(Phi, out) - out)).max() < 1e-8) for Phi, out in trials)


def minimises_the_expected_square(mean: Callable[[Array, Array], float]) -> bool:
    """no number of a fine grid has a smaller ∫ (y − c)² p(y) dy, for a lopsided density; and 3 for N(3, 2²)"""
    y = np.linspace(-20, 26, 46001)
    normal = np.exp(-((y - 3) ** 2) / 8) / np.sqrt(8 * np.pi)
    lopsided = np.where(y > 0, y * np.exp(-np.clip(y, 0, None)), 0.0)
    c = mean(y, lopsided)
    risk = [float(((y - value) ** 2 * lopsided).sum()) for value in (c, *np.linspace(0, 4, 81))]
    return same(mean(y, normal), 3.0, 1e-6) and risk[0] <= min(risk[1:]) * (1 + 1e-6)


def separates_the_rings(lift: Callable[[Array], Array]) -> bool:
    """a linear program finds a plane with margin between two rings of 40 points, radii 1 and 4, after the lift"""
    X, ring = datasets.rings(40)
    lifted, y = np.column_stack([lift(X), np.ones(80)]), np.where(ring == 0, -1.0, 1.0)
    found = linprog(
        np.zeros(lifted.shape[1]), A_ub=-y[:, None] * lifted, b_ub=-np.ones(80), bounds=(None, None)
    )
    return bool(found.status == 0)


def _fit(Phi: Array, y: Array) -> Array:
    return np.asarray(np.linalg.lstsq(Phi, y, rcond=None)[0], dtype=float)


CLAIMS = (
    Claim(
        name="kernel_trick.model",
        label="eq-trick-model",
        says="w·φ(x) is linear in the weights, whatever the features are",
        check=is_linear_in_the_weights,
        right=lambda w, phi: float(w @ phi),
        twins={
            "the weights inside the function": lambda w, phi: float(np.tanh(w * phi).sum()),
            "weights squared": lambda w, phi: float(w**2 @ phi),
            "the first feature only": lambda w, phi: float(w[0] * phi[0]),
        },
    ),
    Claim(
        name="kernel_trick.normal_equation",
        label="eq-trick-normal",
        says="at the least squares fit Φᵀ(Φw − y) = 0, for every basis",
        check=gradient_vanishes,
        right=_fit,
        twins={
            "Φᵀy without solving": lambda Phi, y: Phi.T @ y,
            "λI added": lambda Phi, y: np.linalg.solve(Phi.T @ Phi + np.eye(Phi.shape[1]), Phi.T @ y),
            "fitted to −y": lambda Phi, y: -_fit(Phi, y),
        },
    ),
    Claim(
        name="kernel_trick.cubic",
        label="ex-trick-cubic",
        says="y = x³ − x at −2 … 2: squared errors 14.4, 14.4, 0 on (x), (x, x²), (x, x², x³)",
        check=equals((14.4, 14.4, 0.0), 1e-9),
        right=tuple(squared_error(powers(FIVE, tuple(range(1, p + 1))), FIVE**3 - FIVE) for p in (1, 2, 3)),
        twins={
            "mean instead of sum": (2.88, 2.88, 0.0),
            "the parabola helps": (14.4, 7.2, 0.0),
            "of y = x³ + x²": tuple(
                squared_error(powers(FIVE, tuple(range(1, p + 1))), FIVE**3 + FIVE**2) for p in (1, 2, 3)
            ),
        },
    ),
    Claim(
        name="kernel_trick.cross_term",
        label="ex-trick-cross",
        says="1 + 2x₁ − x₂ + 3x₁x₂ on {0, 1, 2}²: squared error 0 with x₁x₂, 36 without",
        check=equals((0.0, 36.0), 1e-9),
        right=(surface_error(*QUADRATIC, (1, 1)), surface_error(*QUADRATIC)),
        twins={
            "x₁²x₂ for x₁x₂": (surface_error(*QUADRATIC, (2, 1)), surface_error(*QUADRATIC)),
            "a cube makes up for it": (surface_error(*QUADRATIC, (1, 1)), 0.0),
        },
    ),
    Claim(
        name="kernel_trick.truncate",
        label="ex-trick-truncate",
        says="3 sin t − cos 2t at 25 points: error 0 with two waves, 54.588 with 1, t, t²",
        check=equals((0.0, 54.588), 1e-5),
        right=tuple(
            squared_error(Phi, 3 * np.sin(T) - np.cos(2 * T))
            for Phi in (np.column_stack([np.sin(T), np.cos(2 * T)]), powers(T, (0, 1, 2)))
        ),
        twins={
            "cos t for cos 2t": tuple(
                squared_error(Phi, 3 * np.sin(T) - np.cos(2 * T))
                for Phi in (np.column_stack([np.sin(T), np.cos(T)]), powers(T, (0, 1, 2)))
            ),
            "no constant among the powers": (
                0.0,
                squared_error(powers(T, (1, 2)), 3 * np.sin(T) - np.cos(2 * T)),
            ),
        },
    ),
    Claim(
        name="kernel_trick.regression",
        label="eq-trick-regression",
        says="the mean ∫ y p(y | x) dy has the smallest expected squared error",
        check=minimises_the_expected_square,
        right=lambda y, p: float((y * p).sum() / p.sum()),
        twins={
            "the mean of the density": lambda y, p: float((p * p).sum() / p.sum()),
            "the most likely value": lambda y, p: float(y[p.argmax()]),
        },
    ),
    Claim(
        name="kernel_trick.rings_radius",
        label="ex-trick-rings",
        says="rings of radius 1 and 4 are separable in the radius, not in the plane, not by the angle",
        check=separates_the_rings,
        right=lambda X: np.linalg.norm(X, axis=1),
        twins={
            "as they are": lambda X: X,
            "the angle": lambda X: np.arctan2(X[:, 1], X[:, 0]),
        },
    ),
    Claim(
        name="kernel_trick.rings_squares",
        label="ex-trick-rings",
        says="they are separable in (x₁², x₂², x₁x₂)",
        check=separates_the_rings,
        right=lambda X: np.column_stack([X**2, X[:, 0] * X[:, 1]]),
        twins={
            "without the squares": lambda X: np.column_stack([X, X[:, 0] * X[:, 1]]),
            "one square": lambda X: np.column_stack([X, X[:, 0] ** 2]),
        },
    ),
)
