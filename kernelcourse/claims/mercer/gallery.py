"""Claims on the gallery: polynomials, bilinear forms, minimum, Laplace, Hamming, and Bochner's theorem."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, exp
from typing import Any

import numpy as np

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim
from kernelcourse.claims.mercer.trials import PLANES, cloud, column, lowest, minus, no_negative, valid_at
from kernelcourse.court import court
from kernelcourse.kernels import Bilinear, Polynomial


def _ranks(count: Any) -> bool:
    """is the rank at 60 random points for five pairs (d, p); no eigenvalue is negative for p = 1 … 4"""
    ranks = all(
        np.linalg.matrix_rank(Polynomial(p)(cloud(20 + d, 60, d))) == count(d, p)
        for d, p in ((1, 3), (2, 2), (2, 3), (3, 2), (4, 2))
    )
    return ranks and all(no_negative(Polynomial(p)(cloud(40, 40, 3))) for p in (1, 2, 3, 4))


_MATRICES = [np.array([[a, b], [c, d]]) for a, b, c, d in product(range(-2, 3), repeat=4)]
_MATRICES += [np.array([[m]]) for m in (-1, 0, 1)]


def _is_kernel_matrix(M: Any) -> bool:
    """Symmetric with all principal minors ≥ 0, in integers."""
    minors = [*np.diag(M), M[0, 0] * M[-1, -1] - M[0, -1] * M[-1, 0]]
    return bool(np.array_equal(M, M.T) and min(minors) >= 0)


def _decides_bilinear(decide: Any) -> bool:
    """agrees with the signs of the minors for −1, 0, 1 and all 625 matrices 2 × 2 with entries −2 … 2"""
    return all(bool(decide(M)) == _is_kernel_matrix(M) for M in _MATRICES)


def _factor_of_form(H: Any) -> bool:
    """HᵀH = [[2, 1], [1, 2]] and ⟨Hx, Hz⟩ = xᵀMz at random points"""
    M, X = np.array([[2.0, 1.0], [1.0, 2.0]]), cloud(41, 6, 2)
    made = H(*np.linalg.eigh(M))
    return same(made.T @ made, M) and same(X @ made.T @ (X @ made.T).T, X @ M @ X.T)


def _steps(k: Any) -> bool:
    """at 1, 2, 3 the Cholesky factor is all ones; no negative eigenvalue at random numbers ≥ 0"""
    grid = column(1, 2, 3)
    factor = np.linalg.cholesky(k(grid, grid.T))
    numbers = np.abs(cloud(42, 20, 1))
    return same(factor, np.tril(np.ones((3, 3)))) and no_negative(k(numbers, numbers.T))


_CELLS = [Fraction(j, 10) for j in range(60)]
_NUMBERS = [(Fraction(a, 10), Fraction(b, 10)) for a, b in ((0, 7), (20, 30), (31, 12), (45, 45), (59, 1))]


def _count(rule: Any, x: Fraction, z: Fraction) -> Fraction:
    """The total length of the cells [t, t + 1/10] for which the rule holds."""
    return sum((Fraction(1, 10) for t in _CELLS if rule(t < x, t < z)), Fraction(0))


def _chain(gram: Any) -> bool:
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


_LAPLACE = [(g, x, z) for g in (0.5, 1.0, 2.0) for x, z in ((0.3, 1.7), (-1.0, 0.4), (2.0, -0.5), (1.0, 1.0))]
_WORDS = ["".join(word) for word in product("abc", repeat=3)]


def _hamming(factor: Any) -> bool:
    """the product of its factors is exp(−γH) for all words of three letters; no negative eigenvalue"""
    for g in (0.0, 0.3, 2.0):
        K = np.array([[np.prod([factor(g, a == b) for a, b in zip(x, z)]) for z in _WORDS] for x in _WORDS])
        H = np.array([[sum(a != b for a, b in zip(x, z)) for z in _WORDS] for x in _WORDS])
        if not same(K, np.exp(-g * H)) or not no_negative(K):
            return False
    return True


_STEP = 0.01
_T = np.arange(-40, 40 + _STEP / 2, _STEP)
_OMEGA = np.linspace(0, 12, 121)
_WAVES = np.cos(np.outer(_OMEGA, _T))
_BUMPS: dict[str, Any] = {
    "exp(-(x - z)**2)": lambda t: np.exp(-(t**2)),
    "exp(-abs(x - z))": lambda t: np.exp(-np.abs(t)),
    "max(0, 1 - abs(x - z))": lambda t: np.maximum(0, 1 - np.abs(t)),
    "exp(-(x - z)**4)": lambda t: np.exp(-(t**4)),
    "1 / (1 + (x - z)**4)": lambda t: 1 / (1 + t**4),
    "max(0, 1 - (x - z)**2)": lambda t: np.maximum(0, 1 - t**2),
}


def _tells_bumps_apart(decide: Any) -> bool:
    """agrees with the court (a proof, or a witness) on the six bumps of the first figure"""
    for formula, profile in _BUMPS.items():
        verdict = court(formula)
        if verdict.open or bool(decide(profile)) != verdict.proved:
            return False
    return True


def _known_transforms(transform: Any) -> bool:
    """the triangle gives (sin(ω/2)/(ω/2))² and exp(−|t|) gives 2/(1 + ω²), at 121 frequencies"""
    triangle = np.sinc(_OMEGA / (2 * np.pi)) ** 2
    laplace = 2 / (1 + _OMEGA**2)
    return same(transform(_BUMPS["max(0, 1 - abs(x - z))"](_T)), triangle, 1e-3) and same(
        transform(np.exp(-np.abs(_T))), laplace, 1e-3
    )


def _smooths_only(profile: Any) -> bool:
    """it has area 1, and at 0, 0.9, 1.8 the smallest eigenvalue −0.2071"""
    area = float(profile(_T).sum() * _STEP)
    low = lowest(profile(minus(column(0, 0.9, 1.8))))
    return abs(area - 1) < 0.01 and abs(low + 0.2071) < 1e-4


CLAIMS = (
    Claim(
        name="mercer.polynomial",
        label="thm-mercer-polynomial",
        says="(x·z + 1)ᵖ on Rᵈ is a kernel with C(d + p, p) features: degree and dimension are independent",
        check=_ranks,
        right=lambda d, p: comb(d + p, p),
        twins={
            "degree p exactly": lambda d, p: comb(d + p - 1, p),
            "one letter for both": lambda d, p: comb(2 * d, d),
            "(d + 1)ᵖ": lambda d, p: (d + 1) ** p,
        },
    ),
    Claim(
        name="mercer.bilinear",
        label="thm-mercer-bilinear",
        says="xᵀMz is a kernel exactly for symmetric positive semidefinite M; M = −1 is not",
        check=_decides_bilinear,
        right=lambda M: Bilinear(M).certificate is not None,
        twins={
            "aᵀMa ≥ 0 is enough": lambda M: lowest((M + M.T) / 2) >= -1e-9,
            "symmetric is enough": lambda M: np.array_equal(M, M.T),
            "positive definite only": lambda M: np.array_equal(M, M.T) and lowest(M) > 1e-9,
        },
    ),
    Claim(
        name="mercer.bilinear_features",
        label="eq-mercer-bilinear",
        says="M = UQUᵀ = HᵀH with H = Q^½Uᵀ, and φ(x) = Hx",
        check=_factor_of_form,
        right=lambda q, U: np.sqrt(q)[:, None] * U.T,
        twins={
            "UQ^½ instead of its transpose": lambda q, U: U * np.sqrt(q),
            "Q instead of its root": lambda q, U: q[:, None] * U.T,
            "Uᵀ alone": lambda q, U: U.T,
        },
    ),
    Claim(
        name="mercer.minimum",
        label="prop-mercer-minimum",
        says="min(x, z) is a kernel for x, z ≥ 0; at 1, 2, 3 its Cholesky factor is all ones",
        check=_steps,
        right=np.minimum,
        twins={"max": np.maximum, "the product": np.multiply, "the mean": lambda x, z: (x + z) / 2},
    ),
    Claim(
        name="mercer.minimum_integral",
        label="eq-mercer-minimum",
        says="min(x, z) = ∫ 1[t ≤ x] 1[t ≤ z] dt",
        check=agrees_with(min, _NUMBERS, 0.0, how="the smaller number, for tenths, in fractions"),
        right=lambda x, z: _count(lambda a, b: a and b, x, z),
        twins={
            "either step": lambda x, z: _count(lambda a, b: a or b, x, z),
            "exactly one step": lambda x, z: _count(lambda a, b: a != b, x, z),
        },
    ),
    Claim(
        name="mercer.laplace",
        label="prop-mercer-laplace",
        says="exp(−γ|x − z|), γ > 0, is a kernel; at sorted points its inverse Gram matrix is tridiagonal",
        check=_chain,
        right=lambda r: np.exp(-r),
        twins={
            "γ < 0": np.exp,
            "the Gaussian": lambda r: np.exp(-(r**2) / 2),
            "1/(1 + |x − z|), another kernel": lambda r: 1 / (1 + r),
        },
    ),
    Claim(
        name="mercer.laplace_manhattan",
        label="prop-mercer-laplace",
        says="exp(−γ‖x − z‖₁), γ > 0, is a kernel on every Rᵈ",
        check=valid_at(PLANES),
        right=lambda X: np.exp(-np.abs(X[:, None] - X[None]).sum(-1)),
        twins={
            "the Manhattan distance squared": lambda X: np.exp(-(np.abs(X[:, None] - X[None]).sum(-1) ** 2)),
            "γ < 0": lambda X: np.exp(np.abs(X[:, None] - X[None]).sum(-1)),
            "the largest difference, squared": lambda X: np.exp(-(np.abs(X[:, None] - X[None]).max(-1) ** 2)),
        },
    ),
    Claim(
        name="mercer.laplace_minimum",
        label="eq-mercer-laplace",
        says="exp(−γ|x − z|) = exp(−γx) min(exp(2γx), exp(2γz)) exp(−γz)",
        check=agrees_with(lambda g, x, z: exp(-g * abs(x - z)), _LAPLACE, how="exp(−γ|x − z|)"),
        right=lambda g, x, z: exp(-g * x) * min(exp(2 * g * x), exp(2 * g * z)) * exp(-g * z),
        twins={
            "γ instead of 2γ inside": lambda g, x, z: exp(-g * x) * min(exp(g * x), exp(g * z)) * exp(-g * z),
            "the maximum": lambda g, x, z: exp(-g * x) * max(exp(2 * g * x), exp(2 * g * z)) * exp(-g * z),
            "weighted on one side": lambda g, x, z: exp(-g * x) * min(exp(2 * g * x), exp(2 * g * z)),
        },
    ),
    Claim(
        name="mercer.hamming",
        label="prop-mercer-hamming",
        says="exp(−γH(x, z)) is the product of exp(−γ) + (1 − exp(−γ)) 1[xⱼ = zⱼ], a kernel",
        check=_hamming,
        right=lambda g, equal: exp(-g) + (1 - exp(-g)) * equal,
        twins={
            "1 + … instead of exp(−γ) + …": lambda g, equal: 1 + (1 - exp(-g)) * equal,
            "the letters that agree count": lambda g, equal: exp(-g * equal),
            "nothing where the letters differ": lambda g, equal: 1.0 * equal,
        },
    ),
    Claim(
        name="mercer.bochner",
        label="thm-mercer-bochner",
        says="κ(x − z) is a kernel exactly when the Fourier transform of κ is nowhere negative",
        check=_tells_bumps_apart,
        right=lambda profile: (_WAVES @ profile(_T) * _STEP).min() > -1e-6,
        twins={
            "κ itself is nowhere negative": lambda profile: profile(_T).min() >= 0,
            "κ is largest at zero": lambda profile: profile(_T).max() <= profile(np.zeros(1))[0] + 1e-12,
            "κ is convex to the right of zero": lambda profile: (
                np.diff(profile(np.arange(0, 5, 0.1)), 2).min() > -1e-9
            ),
        },
    ),
    Claim(
        name="mercer.fourier",
        label="eq-mercer-fourier",
        says="κ̂(ω) = ∫ κ(t) cos(ωt) dt",
        check=_known_transforms,
        right=lambda values: _WAVES @ values * _STEP,
        twins={
            "divided by 2π": lambda values: _WAVES @ values * _STEP / (2 * np.pi),
            "half of the line": lambda values: _WAVES @ (values * (_T >= 0)) * _STEP,
            "sine for cosine": lambda values: np.sin(np.outer(_OMEGA, _T)) @ values * _STEP,
        },
    ),
    Claim(
        name="mercer.smoothing",
        label="thm-mercer-bochner",
        says="the box ½·1[|t| ≤ 1] has area 1, as a smoothing kernel must, and is no kernel in our sense",
        check=_smooths_only,
        right=lambda t: 0.5 * (np.abs(t) <= 1),
        twins={
            "the triangle": lambda t: np.maximum(0, 1 - np.abs(t)),
            "area 2": lambda t: 1.0 * (np.abs(t) <= 1),
            "the Gaussian density": lambda t: np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi),
        },
    ),
)
