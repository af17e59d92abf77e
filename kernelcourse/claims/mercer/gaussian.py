"""Claims on the Gaussian: its series, its features, its waves, and that they never end."""

from __future__ import annotations

from math import factorial, sqrt
from typing import Any

import numpy as np
from scipy.integrate import quad

from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import LINES, PLANES, cloud, gaps, inner, no_negative, valid_at
from kernelcourse.kernels import Cosine, Gaussian, Linear, Polynomial


def _g(x: Any) -> float:
    return float(np.exp(-x @ x / 2))


def _sum(t: float, terms: int = 60) -> float:
    return float(sum(t**j / factorial(j) for j in range(terms)))


_PAIRS = [(np.array([1.0, 0.5]), np.array([-0.3, 2.0]))] + [tuple(cloud(s, 2, 3)) for s in range(5)]


def _builds_the_gaussian(feature: Any) -> bool:
    """thirty of them give exp(−(x − z)²/2) on [−2, 2] to 10⁻¹⁴"""
    x = np.linspace(-2, 2, 41)
    F = np.column_stack([feature(j, x) for j in range(30)])
    return bool(np.abs(F @ F.T - np.exp(-(np.subtract.outer(x, x) ** 2) / 2)).max() < 1e-14)


def _bounds_the_error(bound: Any) -> bool:
    """is never below the true error, for 0 … 8 terms at 40 pairs of points, and falls to zero"""
    for seed in range(40):
        size = 0.01 if seed == 0 else 0.3 + 0.05 * seed  # short ones make the bound sharp
        first, second = cloud(60 + seed, 2, 2, size)
        for x, z in ((first, second), (first, first)):
            T = float(np.linalg.norm(x) * np.linalg.norm(z))
            for N in range(9):
                error = abs(np.exp(-(x - z) @ (x - z) / 2) - _g(x) * _g(z) * _sum(float(x @ z), N + 1))
                if error > bound(N, T) + 1e-14:
                    return False
    return bool(bound(60, 4.0) < 1e-12)


def _stays_valid(coefficient: Any) -> bool:
    """each partial sum, weighted with g, has no negative eigenvalue; forty terms give the Gaussian"""
    for X in PLANES[:3]:
        g = np.exp(-(X**2).sum(1) / 2)
        total = np.zeros((len(X), len(X)))
        for j in range(40):
            total = total + coefficient(j) * inner(X) ** j
            if j < 8 and not no_negative(g[:, None] * total * g):
                return False
        if not same(g[:, None] * total * g, Gaussian(1.0)(X), 1e-6):
            return False
    return True


def _uses_every_dimension(k: Any) -> bool:
    """n different points, 1 apart on the line or on a grid of the plane, give rank n, for n = 6 … 144"""
    lines = [np.arange(float(n))[:, None] for n in (6, 24, 60, 144)]
    planes = [np.array([[i, j] for i in range(m) for j in range(m)], float) for m in (3, 12)]
    return all(np.linalg.matrix_rank(k(P)) == len(P) for P in (*lines, *planes))


def _many_cosines(X: Any) -> Any:
    """A kernel with 47 features: a constant and 23 waves, which looks like a bump."""
    t = X[:, :1] - X[:, 0]
    return np.asarray(1 + sum(2 * np.exp(-((m / 9) ** 2)) * np.cos(0.26 * m * t) for m in range(1, 24)))


def _waves(density: Any) -> bool:
    """∫ cos(ωt) p(ω) dω = exp(−t²/2σ²) for three widths and four t, and p is positive"""
    omega = np.linspace(-40, 40, 16001)
    step = omega[1] - omega[0]
    for sigma in (0.5, 1.0, 2.0):
        p = density(omega, sigma)
        for t in (0.0, 0.4, 1.0, 2.5):
            if abs((np.cos(omega * t) * p).sum() * step - np.exp(-(t**2) / (2 * sigma**2))) > 1e-9:
                return False
    return bool(density(np.array([0.0, 3.0]), 1.0).min() > 0)


def _integral(density: Any, gamma: float, r: float) -> float:
    """∫ p(s) exp(−s r²) ds over s > 0, in three parts."""

    def integrand(s: float) -> float:
        return float(density(s, gamma) * np.exp(-s * r * r))

    return float(sum(quad(integrand, a, b, limit=200)[0] for a, b in ((0, 1), (1, 10), (10, np.inf))))


def _mixes_widths(density: Any) -> bool:
    """∫ p(s) exp(−s r²) ds = exp(−γr) for six pairs of γ and r, by numerical integration"""
    pairs = [(gamma, r) for gamma in (0.5, 2.0) for r in (0.3, 1.0, 2.0)]
    return all(abs(_integral(density, gamma, r) - np.exp(-gamma * r)) < 1e-6 for gamma, r in pairs)


CLAIMS = (
    Claim(
        name="mercer.gaussian",
        label="thm-mercer-gaussian",
        says="exp(−‖x − z‖²/2σ²) is a kernel on every Rᵈ",
        check=valid_at([*LINES, *PLANES]),
        right=lambda X: np.exp(-gaps(X) / 2),
        hypotheses=("the distance is Euclidean",),
        twins={
            "the fourth power": lambda X: np.exp(-(gaps(X) ** 2)),
            "the ℓ₁ distance squared": Twin(
                lambda X: np.exp(-(np.abs(X[:, None] - X[None]).sum(-1) ** 2)),
                drops="the distance is Euclidean",
            ),
            "the sign lost": lambda X: np.exp(gaps(X) / 50),
        },
    ),
    Claim(
        name="mercer.gaussian_series",
        label="eq-mercer-gaussian-series",
        says="exp(−‖x − z‖²/2) = g(x) Σ ⟨x, z⟩ʲ/j! g(z) with g(x) = exp(−‖x‖²/2)",
        check=agrees_with(
            lambda x, z: np.exp(-(x - z) @ (x - z) / 2), _PAIRS, how="the Gaussian from the difference"
        ),
        right=lambda x, z: _g(x) * _sum(x @ z) * _g(z),
        twins={
            "exponent −½ − 2⟨x, z⟩": lambda x, z: _g(x) * _g(z) * np.exp(-0.5 - 2 * x @ z),
            "g(x)g(z) taken for a constant": lambda x, z: _sum(x @ z),
            "powers of 1 + x·z": lambda x, z: _g(x) * _sum(1 + x @ z) * _g(z),
            "g on one side": lambda x, z: _g(x) * _sum(x @ z),
        },
    ),
    Claim(
        name="mercer.gaussian_features",
        label="eq-mercer-gaussian-features",
        says="on the line φⱼ(x) = exp(−x²/2) xʲ/√j! are features of the Gaussian; thirty are enough on [−2, 2]",
        check=_builds_the_gaussian,
        right=lambda j, x: np.exp(-(x**2) / 2) * x**j / sqrt(factorial(j)),
        twins={
            "j! without the root": lambda j, x: np.exp(-(x**2) / 2) * x**j / factorial(j),
            "no decay": lambda j, x: x**j / sqrt(factorial(j)),
            "exp(−x²)": lambda j, x: np.exp(-(x**2)) * x**j / sqrt(factorial(j)),
        },
    ),
    Claim(
        name="mercer.truncated",
        label="prop-mercer-truncated",
        says="stopped after j = N the series errs by at most (‖x‖‖z‖)ᴺ⁺¹/(N + 1)!",
        check=_bounds_the_error,
        right=lambda N, T: T ** (N + 1) / factorial(N + 1),
        hypotheses=(),
        twins={
            "one power too many": lambda N, T: T ** (N + 2) / factorial(N + 2),
            "a hundredth less": lambda N, T: 0.99 * T ** (N + 1) / factorial(N + 1),
            "times exp(−T)": lambda N, T: T ** (N + 1) / factorial(N + 1) * np.exp(-T),
            "no factorial": lambda N, T: T ** (N + 1),
        },
    ),
    Claim(
        name="mercer.partial_kernels",
        label="prop-mercer-truncated",
        says="every partial sum of the series is a kernel, and the sums tend to the Gaussian",
        check=_stays_valid,
        right=lambda j: 1 / factorial(j),
        twins={
            "alternating signs": lambda j: (-1) ** j / factorial(j),
            "no factorials": lambda j: 1.0,
            "the first term missing": lambda j: (j > 0) / factorial(j),
        },
    ),
    Claim(
        name="mercer.gaussian_strict",
        label="thm-mercer-gaussian-strict",
        says="n different points give the Gaussian rank n: no finite number of features is enough",
        check=_uses_every_dimension,
        right=Gaussian(1.0),
        hypotheses=("the points are different",),
        twins={
            "47 features": _many_cosines,
            "points that coincide in pairs": Twin(
                lambda X: Gaussian(1.0)(np.floor(X / 2)), drops="the points are different"
            ),
            "quadratic": Polynomial(2),
            "linear": Linear(),
            "cos(x − z)": Cosine(1.0),
        },
    ),
    Claim(
        name="mercer.gaussian_waves",
        label="eq-mercer-gaussian-waves",
        says="exp(−t²/2σ²) = ∫ cos(ωt) σ/√(2π) exp(−σ²ω²/2) dω: the transform is positive",
        check=_waves,
        right=lambda w, s: s / np.sqrt(2 * np.pi) * np.exp(-(s**2) * w**2 / 2),
        twins={
            "σ and 1/σ exchanged": lambda w, s: np.exp(-(w**2) / (2 * s**2)) / (s * np.sqrt(2 * np.pi)),
            "the factor σ is missing": lambda w, s: np.exp(-(s**2) * w**2 / 2) / np.sqrt(2 * np.pi),
            "½ missing in the exponent": lambda w, s: s / np.sqrt(2 * np.pi) * np.exp(-(s**2) * w**2),
        },
    ),
    Claim(
        name="mercer.subordination",
        label="eq-mercer-subordination",
        says="exp(−γr) is a mixture of exp(−s r²): a kernel for the Euclidean distance in every dimension",
        check=_mixes_widths,
        right=lambda s, g: g / (2 * np.sqrt(np.pi * s**3)) * np.exp(-(g**2) / (4 * s)),
        twins={
            "the 2 is missing": lambda s, g: g / np.sqrt(np.pi * s**3) * np.exp(-(g**2) / (4 * s)),
            "2s instead of 4s": lambda s, g: g / (2 * np.sqrt(np.pi * s**3)) * np.exp(-(g**2) / (2 * s)),
            "γ² in front": lambda s, g: g**2 / (2 * np.sqrt(np.pi * s**3)) * np.exp(-(g**2) / (4 * s)),
        },
    ),
)
