"""The checks of the chapter on the space a kernel makes, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.fourier import FourierSpace, PeriodicFunction, poisson_space
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion, feature, inner, interpolant, norm

KERNELS = (Gaussian(0.8), Polynomial(2), Linear())
ORDER = 4
FREQUENCIES = np.arange(-ORDER, ORDER + 1)


def pair(k: Any) -> tuple[KernelExpansion, KernelExpansion]:
    """Two functions with different points and weights."""
    rng = np.random.default_rng(0)
    return (
        KernelExpansion(k, rng.standard_normal((5, 2)), rng.standard_normal(5)),
        KernelExpansion(k, rng.standard_normal((3, 2)), rng.standard_normal(3)),
    )


def is_inner_product(product: Callable[[Array, Array], complex]) -> bool:
    """linear in the first, conjugate symmetric and positive on 20 random complex vectors"""
    rng = np.random.default_rng(1)
    v = rng.standard_normal((20, 3, 4)) + 1j * rng.standard_normal((20, 3, 4))
    return all(
        same(product(2 * f + 3j * g, h), 2 * product(f, h) + 3j * product(g, h))
        and same(product(f, g), np.conj(product(g, f)))
        and abs(complex(product(f, f)).imag) < 1e-12
        and complex(product(f, f)).real > 0
        for f, g, h in v
    )


def limit_of_ramps(limit: Callable[[Array], Array]) -> bool:
    """‖ramp of slope n − limit‖ in L²[−1, 1] is √(2/3n) for n = 10, 100, 1000: it tends to 0"""
    x = -1 + 2 * (np.arange(200_000) + 0.5) / 200_000

    def gap(n: float) -> float:
        return float(np.sqrt(2 * np.mean((np.clip(n * x, -1, 1) - limit(x)) ** 2)))

    return all(same(gap(n), np.sqrt(2 / (3 * n)), 1e-4) for n in (10.0, 100.0, 1000.0))


def evaluates(formula: Callable[[Array, Array, Array], float]) -> bool:
    """α, points, x ↦ f(x) equals the expansion's own value for three kernels"""
    x = np.array([[0.3, -0.4]])
    return all(same(formula(f.weights, k(f.points, x)[:, 0], x), f(x)[0]) for k in KERNELS for f in pair(k))


def is_rkhs_product(formula: Callable[[Array, Array, Array], float]) -> bool:
    """α, K, β ↦ ⟨f, g⟩: linear, symmetric, and ⟨k(·, x), k(·, z)⟩ = k(x, z), for three kernels"""
    x, z = np.array([[0.3, -0.4]]), np.array([[1.0, 0.7]])
    for k in KERNELS:
        f, g = pair(k)
        K = k(f.points, g.points)
        if not (
            same(formula(f.weights, K, g.weights), inner(f, g))
            and same(formula(np.ones(1), k(x, z), np.ones(1)), k(x, z)[0, 0])
            and same(formula(2 * f.weights, K, g.weights), 2 * formula(f.weights, K, g.weights))
        ):
            return False
    return True


def is_norm(formula: Callable[[Array, Array], float]) -> bool:
    """α, K ↦ ‖f‖² equals ⟨f, f⟩ for three kernels; for the linear one, ‖Σ αᵢxᵢ‖²"""
    f = pair(Linear())[0]
    explicit = float(((f.weights @ np.asarray(f.points)) ** 2).sum())
    known = same(formula(f.weights, Linear()(f.points)), explicit)
    return known and all(same(formula(f.weights, k(f.points)), inner(f, f)) for k in KERNELS for f in pair(k))


def reproduces(probe: Callable[[Any, Array], KernelExpansion]) -> bool:
    """⟨f, probe(x)⟩ = f(x) at five points, for two functions of each of three kernels"""
    P = np.random.default_rng(2).standard_normal((5, 2))
    return all(same(inner(f, probe(k, x)), f(x[None])[0]) for k in KERNELS for f in pair(k) for x in P)


def is_canonical(entry: Callable[[KernelExpansion, KernelExpansion], float]) -> bool:
    """equals k(x, z) for the features of ten pairs of points"""
    P = np.random.default_rng(3).standard_normal((10, 2, 2))
    return all(
        same(entry(feature(k, x), feature(k, z)), k(x[None], z[None])[0, 0]) for k in KERNELS for x, z in P
    )


def bounds_values(bound: Callable[[float, float], float]) -> bool:
    """‖f‖, k(x, x) ↦ a number never below |f(x)|, and equal to it for f = k(·, x)"""
    P = np.random.default_rng(4).standard_normal((40, 2))
    for k in KERNELS:
        for f in pair(k):
            if any(abs(f(x[None])[0]) > bound(norm(f), k.diagonal(x[None])[0]) + 1e-9 for x in P):
                return False
        bump, diagonal = feature(k, P[0]), k.diagonal(P[:1])[0]
        if not same(bound(norm(bump), diagonal), diagonal):
            return False
    return True


def only_one_space(squared_norm: Callable[[Array, Array], float]) -> bool:
    """values and features ↦ ‖f‖², the same from three and from four quadratic features, and fᵀK⁺f"""
    X, _ = datasets.toy_a()
    a, b = X.T
    three = np.column_stack([a**2, b**2, np.sqrt(2) * a * b])
    four = np.column_stack([a**2, b**2, a * b, a * b])
    values = three @ np.array([1.0, -2.0, 0.5])
    known = float(values @ np.linalg.pinv(three @ three.T) @ values)
    return same(squared_norm(values, three), known, 1e-8) and same(squared_norm(values, four), known, 1e-8)


def real_function() -> PeriodicFunction:
    rng = np.random.default_rng(5)
    half = (rng.standard_normal(ORDER) + 1j * rng.standard_normal(ORDER)) / np.arange(1, ORDER + 1)
    return PeriodicFunction(np.concatenate([np.conj(half[::-1]), [0.4], half]))


def recovers(coefficient: Callable[[Any, Any, int], complex]) -> bool:
    """x, f(x), l ↦ f̂ₗ recovers the coefficients of a trigonometric polynomial from a fine grid"""
    f = real_function()
    x = -np.pi + 2 * np.pi * np.arange(64) / 64
    found = np.array([coefficient(x, f(x), int(l)) for l in FREQUENCIES])
    return same(found, f.coefficients)


def is_parseval(formula: Callable[[Any, Any], complex]) -> bool:
    """f̂, ĝ ↦ (1/2π)∫f ḡ, compared with the mean over a fine grid; and exp(ilx) has length one"""
    f, x = real_function(), -np.pi + 2 * np.pi * np.arange(64) / 64
    g = PeriodicFunction(f.coefficients[::-1] * (1 + 0.3j))
    mean = complex(np.mean(f(x) * np.conj(g(x))))
    unit = np.eye(9)[6]
    return same(formula(f.coefficients, g.coefficients), mean) and same(formula(unit, unit), 1.0)


def evaluation_grows(norm_of_evaluation: Callable[[int], float]) -> bool:
    """L ↦ the largest |f(x)| at ‖f‖ = 1 in L²: attained by exp(−ilx)/√(2L+1), never passed by 200 random f"""
    rng = np.random.default_rng(6)
    for order in (1, 3, 10):
        l = np.arange(-order, order + 1)
        best = PeriodicFunction(np.exp(-0.7j * l) / np.sqrt(2 * order + 1))
        if not same(abs(best(0.7)), norm_of_evaluation(order)):
            return False
        for _ in range(200):
            c = rng.standard_normal(2 * order + 1) + 1j * rng.standard_normal(2 * order + 1)
            if abs(PeriodicFunction(c / np.linalg.norm(c))(0.7)) > norm_of_evaluation(order) + 1e-9:
                return False
    return True


def gives_kernels(allowed: Callable[[Array], bool]) -> bool:
    """says yes exactly when Σ k̂ₗ cos(l(x − z)) has PSD Gram matrices on 12 points of the circle"""
    x = 2 * np.pi * np.arange(12) / 12
    for k_hat in ([1.0, 0.6, 0.1], [1.0, 0.6, -0.4], [0.0, 0.5, 0.0], [1.0, -0.1, 0.0], [0.2, 0.0, 0.3]):
        K = sum(2 * c * np.cos(l * np.subtract.outer(x, x)) for l, c in enumerate(k_hat))
        if allowed(np.array(k_hat)) != bool(np.linalg.eigvalsh(K)[0] > -1e-9):
            return False
    return True


def is_poisson(closed: Callable[[float, Array], Array]) -> bool:
    """ρ, t ↦ the sum Σ ρ^|l| exp(ilt), to 1e-12, for three ρ at eleven t"""
    t, l = np.linspace(-3, 3, 11), np.arange(-400, 401)
    return all(
        same(closed(rho, t), (rho ** np.abs(l) * np.exp(1j * np.outer(t, l))).sum(1).real, 1e-12)
        for rho in (0.2, 0.5, 0.9)
    )


def reproduces_fourier(coefficients: Callable[[Any, float], Any]) -> bool:
    """k̂, x ↦ coefficients of k(·, x): then ⟨f, k(·, x)⟩ = f(x) and ⟨k(·, x), k(·, z)⟩ = k(z, x), complex f too"""
    k_hat = 0.5 ** np.abs(FREQUENCIES)
    space = poisson_space(0.5)
    f = PeriodicFunction(real_function().coefficients * np.exp(0.3j * FREQUENCIES**2))
    x, z = 0.7, -1.1
    at_x, at_z = (PeriodicFunction(coefficients(k_hat, point)) for point in (x, z))
    k_zx = complex(np.sum(k_hat * np.exp(1j * FREQUENCIES * (z - x))))
    return same(space.inner(f, at_x), f(x)) and same(space.inner(at_x, at_z), k_zx)


def fourier_product(formula: Callable[[Any, Any, Any], complex]) -> bool:
    """f̂, ĝ, k̂ ↦ ⟨f, g⟩ with ⟨f, k(·, x)⟩ = f(x); a frequency with k̂ = 0 is not in the space"""
    k_hat = 1 / (1.0 + FREQUENCIES**2) ** 2
    f, x = real_function(), 0.4
    probe = k_hat * np.exp(-1j * FREQUENCIES * x)
    outside = FourierSpace(lambda l: 0.5 * (np.abs(l) == 1)).norm(
        PeriodicFunction(np.array([0.5, 0, 0, 0, 0.5], dtype=complex))
    )
    return same(formula(f.coefficients, probe, k_hat), complex(f(x))) and np.isinf(outside)


def converges(series: Callable[[Array], Array]) -> bool:
    """its partial sums at 10⁴ and 10⁶ terms differ by less than .001"""
    short, long = (float(series(np.arange(1.0, n + 1)).sum()) for n in (10**4, 10**6))
    return abs(long - short) < 1e-3


def is_shortest(weights: Callable[[Array, Array], Array]) -> bool:
    """K, y ↦ α: passes through the data, has the interpolant's norm, and no function through the data is shorter"""
    P = np.linspace(-2, 2, 6)[:, None]
    y, k = np.sin(2 * P[:, 0]), Gaussian(0.9)
    alpha = weights(k(P), y)
    f = KernelExpansion(k, P, alpha)
    if not (same(f(P), y, 1e-7) and same(norm(f) ** 2, float(y @ alpha), 1e-7)):
        return False
    if not same(norm(f), norm(interpolant(k, P, y)), 1e-7):
        return False
    rng = np.random.default_rng(7)
    for _ in range(20):  # any bump, minus its own interpolant, vanishes at the data: add it
        bump = KernelExpansion(k, rng.uniform(-3, 3, (1, 1)), np.array([0.5]))
        nothing = bump - interpolant(k, P, bump(P))
        if norm(f + nothing) < norm(f) - 1e-9:
            return False
    return True
