"""Checks of the chapter on densities and mean embeddings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import gaussian_kde, multivariate_normal

from kernelcourse.kernels import Gaussian, Polynomial
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn import block_mmd_test, kernel_density, mmd_squared
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion, mean_embedding, norm

GRID = np.linspace(-12, 12, 2401)
STEP = GRID[1] - GRID[0]


def normal(z: Any, variance: float = 1.0) -> Any:
    return np.exp(-(z**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)


def is_estimate(estimate: Callable[[Array, float, Array], Array]) -> bool:
    """X, h, Z ↦ p(Z): means of scipy's normal densities in one and three dimensions; p(½) = .3226276 for 0, 1, 4"""
    rng = np.random.default_rng(0)
    for d in (1, 3):
        X, Z = rng.standard_normal((6, d)), rng.standard_normal((4, d))
        mean = np.mean([multivariate_normal(x, 0.49 * np.eye(d)).pdf(Z) for x in X], axis=0)
        if not np.allclose(estimate(X, 0.7, Z), mean):
            return False
    three = estimate(np.array([[0.0], [1.0], [4.0]]), 0.5, np.array([[0.5]]))
    return bool(abs(float(three[0]) - 0.3226276) < 5e-8)


def by_package(X: Array, h: float, Z: Array) -> Array:
    return kernel_density(X, h)(Z)


@dataclass(frozen=True)
class Smoothing:
    """h ↦ the density that estimates tend to, for a normal law of variance 1; and how samples are drawn."""

    limit: Callable[[float], Callable[[Any], Any]]
    sample: Callable[[np.random.Generator, int], Array] = lambda rng, n: rng.standard_normal((n, 1))


def is_smoothed(smoothing: Smoothing) -> bool:
    """each estimate has area 1; the mean of 300 of them from 30 points is the limit to 0.02, h = 0.4 and 1"""
    rng = np.random.default_rng(1)
    for h in (0.4, 1.0):
        estimates = [kernel_density(smoothing.sample(rng, 30), h)(GRID[::8, None]) for _ in range(300)]
        if abs(estimates[0].sum() * 8 * STEP - 1) > 1e-3:
            return False
        if np.abs(np.mean(estimates, axis=0) - smoothing.limit(h)(GRID[::8])).max() > 0.02:
            return False
    return True


def are_scipys_rules(rules: Callable[[Array], tuple[float, float]]) -> bool:
    """X ↦ (Silverman, Scott): scipy's factors times the standard deviation, n = 10, 60 on the line and in the plane"""
    rng = np.random.default_rng(2)
    for n in (10, 60):
        for d in (1, 2):
            X = rng.standard_normal((n, d)) * 3
            peer = gaussian_kde(X.T)
            spread = X.std(axis=0, ddof=1).mean()
            expected = (peer.silverman_factor() * spread, peer.scotts_factor() * spread)
            if not np.allclose(rules(X), expected):
                return False
    return True


def leaves_out(likelihood: Callable[[Array, float], float]) -> bool:
    """X, h ↦ Σ log p₋ᵢ(xᵢ), the density of all points but one built anew for each"""
    X = np.random.default_rng(3).standard_normal((12, 2))
    for h in (0.2, 0.6, 2.0):
        by_hand = sum(
            float(np.log(kernel_density(np.delete(X, i, axis=0), h)(X[[i]])[0])) for i in range(len(X))
        )
        if not np.isclose(likelihood(X, h), by_hand):
            return False
    return True


WINDOWS: Mapping[str, Callable[[Array], Any]] = {
    "Gaussian": lambda t: np.exp(-(t**2) / 2),
    "triangle": lambda t: np.maximum(0, 1 - np.abs(t)),
    "box": lambda t: (np.abs(t) <= 1) * 1.0,
    "Epanechnikov": lambda t: np.maximum(0, 1 - t**2),
}


def names_the_kernels(kernels: frozenset[str]) -> bool:
    """on 24 evenly spaced points, four spacings: eigenvalues below −1e-9 for exactly the windows that are not named"""
    refuted = set()
    for name, window in WINDOWS.items():
        for spacing in (0.3, 0.5, 0.8, 1.0):
            places = spacing * np.arange(24)
            if np.linalg.eigvalsh(window(np.subtract.outer(places, places)))[0] < -1e-9:
                refuted.add(name)
    return kernels == frozenset(WINDOWS) - refuted


def averages(embedding: Callable[[Kernel, Array], Any]) -> bool:
    """⟨μ, f⟩ is the mean of f over the sample, for ten f = Σ aⱼ k(·, zⱼ)"""
    rng, k = np.random.default_rng(4), Gaussian(0.8)
    X = rng.standard_normal((20, 2))
    mu = embedding(k, X)
    for _ in range(10):
        f = KernelExpansion(k, rng.standard_normal((5, 2)), rng.standard_normal(5))
        product = mu.weights @ k(mu.points, f.points) @ f.weights
        if not np.isclose(product, f(X).mean()):
            return False
    return True


@dataclass(frozen=True)
class Distance:
    """k, X, Y ↦ ‖μ_X − μ_Y‖², and the Gram function it is tried with."""

    square: Callable[[Callable[..., Array], Array, Array], float]
    gram: Callable[..., Array] = Gaussian(0.8)


def is_largest_difference(distance: Distance) -> bool:
    """at least the difference of means of 200 functions of the unit ball, and that of the witness; five pairs"""
    rng = np.random.default_rng(5)
    for _ in range(5):
        X, Y = rng.standard_normal((15, 1)), rng.standard_normal((20, 1)) + 0.5
        P = np.vstack([X, Y])
        K = distance.gram(P, P)
        signs = np.concatenate([np.full(15, 1 / 15), np.full(20, -1 / 20)])
        square = distance.square(distance.gram, X, Y)
        if square < 0 or not np.isclose(signs @ K @ signs / np.sqrt(square), np.sqrt(square)):
            return False
        for _ in range(200):
            a = rng.standard_normal(35)
            length = a @ K @ a
            if length <= 0 or signs @ K @ a / np.sqrt(length) > np.sqrt(square) + 1e-9:
                return False
    return True


def is_squared_difference(factor: Callable[[float], tuple[float, float]]) -> bool:
    """h ↦ (width of the kernel, factor): ∫(p̂ − q̂)² on a fine grid is factor·‖μ_X − μ_Y‖², h = 0.3 and 0.9"""
    rng = np.random.default_rng(6)
    X, Y = rng.standard_normal((10, 1)), rng.standard_normal((14, 1)) + 1
    for h in (0.3, 0.9):
        difference = kernel_density(X, h)(GRID[:, None]) - kernel_density(Y, h)(GRID[:, None])
        width, scale = factor(h)
        if not np.isclose(
            (difference**2).sum() * STEP, scale * mmd_squared(Gaussian(width), X, Y), rtol=1e-6
        ):
            return False
    return True


COIN, DIE = (
    np.array([[-1.0], [1.0]]),
    np.array([[-(2**0.5)], [0.0], [0.0], [2**0.5]]),
)  # mean 0, variance 1 both


@dataclass(frozen=True)
class Sight:
    """Which of these kernels tell two laws with equal mean and variance apart, and two with different variances."""

    shape: Mapping[Any, bool]
    scale: Mapping[Any, bool]


def sees(sight: Sight) -> bool:
    """exactly, on laws of two and three values: distance 0 or above 1e-3"""
    pairs = ((sight.shape, DIE), (sight.scale, 2 * COIN))
    return all(
        (mmd_squared(k, COIN, other) > 1e-3) == seen for what, other in pairs for k, seen in what.items()
    )


@dataclass(frozen=True)
class Shuffling:
    """Number of distances as large, number of shuffles ↦ p-value; and how the two samples are drawn."""

    p_value: Callable[[int, int], float]
    sample: Callable[[np.random.Generator], Array] = lambda rng: rng.standard_normal(24)


def keeps_its_level(shuffling: Shuffling) -> bool:
    """1500 pairs of samples of one law, 15 shuffles each: p ≤ 0.1 in at most 8.5 % of them (a share of 1/16 is due)"""
    rng, k = np.random.default_rng(7), Gaussian(1.0)
    rejected = 0
    signs = np.repeat([1.0, -1.0], 12)
    for _ in range(1500):
        P = shuffling.sample(rng)[:, None]
        K = k(P)
        shuffled = np.array([rng.permutation(signs) for _ in range(15)])
        as_large = int((np.einsum("ij,jk,ik->i", shuffled, K, shuffled) >= signs @ K @ signs - 1e-12).sum())
        rejected += shuffling.p_value(as_large, 15) <= 0.1
    return rejected / 1500 <= 0.085


def walk(rng: np.random.Generator) -> Array:
    """Two stretches of a random walk: neighbours in time resemble each other."""
    return np.concatenate(
        [np.cumsum(rng.standard_normal(12)), 3 * rng.standard_normal() + np.cumsum(rng.standard_normal(12))]
    )


def mirrored(rng: np.random.Generator) -> Array:
    """Twelve numbers of a symmetric law, and minus the same: both samples have this law, and neither is independent."""
    half = rng.standard_normal(12)
    return np.concatenate([half, -half])


def is_unbiased(statistic: Callable[[Kernel, Array, Array], float]) -> bool:
    """the mean over 1500 pairs of samples of N(0, 1) and N(½, 1) is the squared distance of the laws, in closed form"""
    rng, k = np.random.default_rng(8), Gaussian(1.0)
    values = [
        statistic(k, rng.standard_normal((12, 1)), rng.standard_normal((12, 1)) + 0.5) for _ in range(1500)
    ]
    truth = 2 / np.sqrt(3) * (1 - np.exp(-(0.5**2) / 6))  # E k(x, y) = exp(−δ²/6)/√3 for difference δ
    return bool(abs(np.mean(values) - truth) < 3.5 * np.std(values) / np.sqrt(1500))


def blocks_of(block: int) -> Callable[[Kernel, Array, Array], float]:
    return lambda k, X, Y: block_mmd_test(k, X, Y, block).statistic


def as_norm(k: Any, X: Array, Y: Array) -> float:
    """The package's own norm of the difference."""
    return float(norm(mean_embedding(k, X) - mean_embedding(k, Y)) ** 2)


QUADRATIC, QUARTIC, BELL = Polynomial(2), Polynomial(4), Gaussian(1.0)
