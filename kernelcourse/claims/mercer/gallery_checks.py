"""The checks on the gallery of kernels."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.mercer.trials import cloud, column, lowest, minus, no_negative
from kernelcourse.court import court
from kernelcourse.kernels import Polynomial


def ranks(count: Any) -> bool:
    """is the rank at 60 random points for five pairs (d, p); no eigenvalue is negative for p = 1 … 4"""
    ranks = all(
        np.linalg.matrix_rank(Polynomial(p)(cloud(20 + d, 60, d))) == count(d, p)
        for d, p in ((1, 3), (2, 2), (2, 3), (3, 2), (4, 2))
    )
    return ranks and all(no_negative(Polynomial(p)(cloud(40, 40, 3))) for p in (1, 2, 3, 4))


MATRICES = [np.array([[a, b], [c, d]]) for a, b, c, d in product(range(-2, 3), repeat=4)]
MATRICES += [np.array([[m]]) for m in (-1, 0, 1)]


def is_kernel_matrix(M: Any) -> bool:
    """Symmetric with all principal minors ≥ 0, in integers."""
    minors = [*np.diag(M), M[0, 0] * M[-1, -1] - M[0, -1] * M[-1, 0]]
    return bool(np.array_equal(M, M.T) and min(minors) >= 0)


def decides_bilinear(decide: Any) -> bool:
    """agrees with the signs of the minors for −1, 0, 1 and all 625 matrices 2 × 2 with entries −2 … 2"""
    return all(bool(decide(M)) == is_kernel_matrix(M) for M in MATRICES)


def factor_of_form(H: Any) -> bool:
    """HᵀH = [[2, 1], [1, 2]] and ⟨Hx, Hz⟩ = xᵀMz at random points"""
    M, X = np.array([[2.0, 1.0], [1.0, 2.0]]), cloud(41, 6, 2)
    made = H(*np.linalg.eigh(M))
    return same(made.T @ made, M) and same(X @ made.T @ (X @ made.T).T, X @ M @ X.T)


def steps(k: Any) -> bool:
    """at 1, 2, 3 it is LLᵀ with ones on and below the diagonal of L; no negative eigenvalue at random numbers ≥ 0"""
    grid, L = column(1, 2, 3), np.tril(np.ones((3, 3)))
    numbers = np.abs(cloud(42, 20, 1))
    return same(k(grid, grid.T), L @ L.T) and no_negative(k(numbers, numbers.T))


CELLS = [Fraction(j, 10) for j in range(60)]
NUMBERS = [(Fraction(a, 10), Fraction(b, 10)) for a, b in ((0, 7), (20, 30), (31, 12), (45, 45), (59, 1))]


def count(rule: Any, x: Fraction, z: Fraction) -> Fraction:
    """The total length of the cells [t, t + 1/10] for which the rule holds."""
    return sum((Fraction(1, 10) for t in CELLS if rule(t < x, t < z)), Fraction(0))


def chain(gram: Any) -> bool:
    """positive definite with a tridiagonal inverse at sorted points, (1.1565, −0.4255) first at 0, 1, 3, 4"""
    for P in (column(0, 1, 3, 4), np.sort(cloud(43, 9, 1), axis=0)):
        K = gram(np.abs(minus(P)))
        if lowest(K) <= 0:
            return False
        inverse = np.linalg.inv(K)
        if np.abs(np.triu(inverse, 2)).max() > 1e-8 * np.abs(inverse).max():
            return False
    first = np.linalg.inv(gram(np.abs(minus(column(0, 1, 3, 4)))))[0, :2]
    return bool(np.abs(first - [1.1565, -0.4255]).max() < 1e-4)


CUBE = 0.25 * np.array(list(product(range(3), repeat=3)), float)
FINE_CUBE = 0.1 * np.array(list(product(range(4), repeat=3)), float)
FINE = 0.1 * np.array(list(product(range(5), repeat=2)), float)
LAPLACE = [(g, x, z) for g in (0.5, 1.0, 2.0) for x, z in ((0.3, 1.7), (-1.0, 0.4), (2.0, -0.5), (1.0, 1.0))]
WORDS = ["".join(word) for word in product("abc", repeat=3)]


def knows_rates(allowed: Any) -> bool:
    """γ ↦ yes exactly where exp(−γ|x − z|) has no negative eigenvalue at 0, 0.1, 1, 3, 4, for γ from −2 to 2"""
    r = np.abs(minus(column(0, 0.1, 1, 3, 4)))
    return all(
        bool(allowed(g)) == no_negative(np.exp(-g * r)) for g in (-2.0, -0.5, -1e-3, 0.0, 1e-3, 0.5, 2.0)
    )


def hamming(factor: Any) -> bool:
    """the product of its factors is exp(−γH) for all words of three letters; no negative eigenvalue"""
    for g in (0.0, 0.3, 2.0):
        K = np.array([[np.prod([factor(g, a == b) for a, b in zip(x, z)]) for z in WORDS] for x in WORDS])
        H = np.array([[sum(a != b for a, b in zip(x, z)) for z in WORDS] for x in WORDS])
        if not same(K, np.exp(-g * H)) or not no_negative(K):
            return False
    return True


STEP = 0.01
T = np.arange(-40, 40 + STEP / 2, STEP)
OMEGA = np.linspace(0, 12, 121)
WAVES = np.cos(np.outer(OMEGA, T))
BUMPS: dict[str, Any] = {
    "exp(-(x - z)**2)": lambda t: np.exp(-(t**2)),
    "exp(-abs(x - z))": lambda t: np.exp(-np.abs(t)),
    "max(0, 1 - abs(x - z))": lambda t: np.maximum(0, 1 - np.abs(t)),
    "exp(-(x - z)**4)": lambda t: np.exp(-(t**4)),
    "1 / (1 + (x - z)**4)": lambda t: 1 / (1 + t**4),
    "max(0, 1 - (x - z)**2)": lambda t: np.maximum(0, 1 - t**2),
    "exp(-(x - z)**2) * (1 + (x - z) / 2)": lambda t: np.exp(-(t**2)) * (1 + t / 2),
    "exp(-(x - z)**2 / 2) - 0.505 * exp(-(x - z)**2 / 8)": lambda t: (
        np.exp(-(t**2) / 2) - 0.505 * np.exp(-(t**2) / 8)
    ),
}


def is_even(profile: Any) -> bool:
    return bool(np.allclose(profile(T), profile(-T)))


def is_continuous(profile: Any) -> bool:
    """No jump at 0, the only place where a bump with a transform ≥ 0 could hide one from the integral."""
    return bool(np.allclose(profile(np.zeros(2)), profile(np.array([-1e-9, 1e-9])), atol=1e-6))


def lowered(t: Any) -> Any:
    """The triangle, lowered to ½ at the single point 0: the transform does not see it."""
    return np.where(t == 0, 0.5, np.maximum(0, 1 - np.abs(t)))


def transform_of(profile: Any) -> Any:
    return WAVES @ profile(T) * STEP


def tells_bumps_apart(decide: Any) -> bool:
    """agrees with the court on seven bumps and a lopsided one, and with −0.4 at 0, 0.1 on a triangle lowered at 0"""
    for formula, profile in BUMPS.items():
        verdict = court(formula)
        if verdict.open or bool(decide(profile)) != verdict.proved:
            return False
    return same(lowest(lowered(minus(column(0, 0.1)))), -0.4) and not decide(lowered)


def known_transforms(transform: Any) -> bool:
    """the triangle gives (sin(ω/2)/(ω/2))² and exp(−|t|) gives 2/(1 + ω²), at 121 frequencies"""
    triangle = np.sinc(OMEGA / (2 * np.pi)) ** 2
    laplace = 2 / (1 + OMEGA**2)
    return same(transform(BUMPS["max(0, 1 - abs(x - z))"](T)), triangle, 1e-3) and same(
        transform(np.exp(-np.abs(T))), laplace, 1e-3
    )


def smooths_only(profile: Any) -> bool:
    """it has area 1, and at 0, 0.9, 1.8 the smallest eigenvalue −0.2071"""
    area = float(profile(T).sum() * STEP)
    low = lowest(profile(minus(column(0, 0.9, 1.8))))
    return abs(area - 1) < 0.01 and abs(low + 0.2071) < 1e-4
