"""The checks on Fourier series and the spaces of periodic kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.fourier import FourierSpace, PeriodicFunction
from kernelcourse.points import Array

ORDER = 4
FREQUENCIES = np.arange(-ORDER, ORDER + 1)


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


_COEFFICIENTS = (
    *([1.0, 0.6, 0.1], [1.0, 0.6, -0.4], [0.0, 0.5, 0.0], [1.0, -0.1, 0.0], [0.2, 0.0, 0.3]),
    [-0.01, 0.6, 0.1],
)


def gives_kernels(allowed: Callable[[Array], bool]) -> bool:
    """says yes exactly when Σ k̂ₗ cos(l(x − z)) has PSD Gram matrices on 12 points of the circle"""
    x = 2 * np.pi * np.arange(12) / 12
    for k_hat in _COEFFICIENTS:
        K = sum(2 * c * np.cos(l * np.subtract.outer(x, x)) for l, c in enumerate(k_hat))
        if allowed(np.array(k_hat)) != bool(np.linalg.eigvalsh(K)[0] > -1e-9):
            return False
    return True


def is_poisson(closed: Callable[[float, Array], Array]) -> bool:
    """ρ, t ↦ the sum Σ ρ^|l| exp(ilt), to 10⁻¹², for three ρ at eleven t"""
    t, l = np.linspace(-3, 3, 11), np.arange(-400, 401)
    return all(
        same(closed(rho, t), (rho ** np.abs(l) * np.exp(1j * np.outer(t, l))).sum(1).real, 1e-12)
        for rho in (0.2, 0.5, 0.9)
    )


def bump(k_hat: Any, x: float) -> Any:
    """The coefficients of k(·, x)."""
    return np.asarray(k_hat * np.exp(-1j * FREQUENCIES * x))


def halves(l: Any) -> Any:
    return 0.5 ** np.abs(l).astype(float)


@dataclass(frozen=True)
class Waves:
    """A candidate for the coefficients of k(·, x), the k̂ of the kernel, and how far f(x) is from its series."""

    coefficients: Callable[[Any, float], Any]
    k_hat: Callable[[Any], Any] = halves
    off_the_series: float = 0.0


def divided(f: Any, g: Any, k_hat: Any) -> complex:
    """Σ f̂ₗ ĝₗ*/k̂ₗ; infinite if f and g share a frequency that the kernel does not have."""
    product = f * np.conj(g)
    if np.any(np.abs(product[k_hat == 0]) > 0):
        return complex(np.inf)
    kept = k_hat != 0
    return complex(np.sum(product[kept] / k_hat[kept]))


def reproduces_fourier(candidate: Waves) -> bool:
    """⟨f, k(·, x)⟩ = f(x), ⟨k(·, x), k(·, z)⟩ = k(z, x), ‖f‖² > 0, k(x, x) settles; complex f too"""
    k_hat = candidate.k_hat(FREQUENCIES)
    f = real_function().coefficients * np.exp(0.3j * FREQUENCIES**2)
    x, z = 0.7, -1.1
    at_x, at_z = (candidate.coefficients(k_hat, point) for point in (x, z))
    kept = k_hat != 0
    k_zx = complex(np.sum(k_hat * np.exp(1j * FREQUENCIES * (z - x))))
    value = complex(np.sum(f * np.exp(1j * FREQUENCIES * x))) + candidate.off_the_series
    sums = [float(candidate.k_hat(np.arange(-n, n + 1)).sum()) for n in (10_000, 20_000)]
    return (
        same(complex(np.sum((f * np.conj(at_x))[kept] / k_hat[kept])), value)
        and same(divided(at_x, at_z, k_hat), k_zx)
        and all(divided(wave, wave, k_hat).real > 0 for wave in np.eye(len(f)))
        and abs(sums[1] - sums[0]) < 1e-6
    )


def fourier_product(formula: Callable[[Any, Any, Any], complex]) -> bool:
    """f̂, ĝ, k̂ ↦ ⟨f, g⟩ with ⟨f, k(·, x)⟩ = f(x), also where some k̂ₗ = 0; and ‖exp(2ix)‖ is infinite if k̂₂ = 0"""
    f, x = real_function().coefficients, 0.4
    full = 1 / (1.0 + FREQUENCIES**2) ** 2
    sparse = full * (np.abs(FREQUENCIES) != 2)
    for k_hat in (full, sparse):
        inside = np.where(k_hat > 0, f, 0)
        value = complex(np.sum(inside * np.exp(1j * FREQUENCIES * x)))
        if not same(
            formula(inside, k_hat * np.exp(-1j * FREQUENCIES * x), np.where(k_hat > 0, k_hat, 1.0)), value
        ):
            return False
    wave = 1.0 * (FREQUENCIES == 2)
    package = FourierSpace(lambda l: 0.5 * (np.abs(l) == 1)).norm(
        PeriodicFunction(np.array([0.5, 0, 0, 0, 0.5]))
    )
    return bool(np.isinf(formula(wave, wave, sparse)) and np.isinf(package))


def converges(series: Callable[[Array], Array]) -> bool:
    """its sums over l from 2ⁿ to 2ⁿ⁺¹, n = 8 … 19, fall by a factor of at least 0.9 from each to the next"""
    blocks = [float(series(np.arange(2.0**n, 2.0 ** (n + 1))).sum()) for n in range(8, 20)]
    return all(later <= 0.9 * earlier for earlier, later in pairwise(blocks))
