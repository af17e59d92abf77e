"""Checks of the chapter on densities and mean embeddings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import gaussian_kde, multivariate_normal

from kernelcourse.kernels import Gaussian, Polynomial
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn import block_mmd_test, kernel_density, mmd_squared
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion

GRID = np.linspace(-12, 12, 2401)
STEP = GRID[1] - GRID[0]


def is_estimate(estimate: Callable[[Array, float, Array], Array]) -> bool:
    """X, h, Z ↦ p(Z): means of scipy's normal densities in one and three dimensions; p(½) = 0.3226276 for 0, 1, 4"""
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
    """Which kernels tell laws apart: of one mean and variance; of different variances; with the same seven moments."""

    shape: Mapping[Any, bool]
    scale: Mapping[Any, bool]
    moments: Mapping[Any, bool]


def law_gap(k: Kernel, one: tuple[Array, Array], two: tuple[Array, Array]) -> float:
    """‖μ_P − μ_Q‖² of two laws with finitely many values, each given by values and probabilities."""
    points = np.concatenate([one[0], two[0]])[:, None]
    weights = np.concatenate([one[1], -two[1]])
    return float(weights @ k(points) @ weights)


def alike_up_to(nodes: int) -> tuple[Array, Array]:
    """A law of so many values with the moments of N(0, 1) up to 2·nodes − 1."""
    values, weights = np.polynomial.hermite_e.hermegauss(nodes)
    return values, weights / weights.sum()


def sees(sight: Sight) -> bool:
    """exactly, on laws of two to five values: distance 0 or above 10⁻⁶"""
    pairs = ((sight.shape, DIE), (sight.scale, 2 * COIN))
    found = all(
        (mmd_squared(k, COIN, other) > 1e-6) == seen for what, other in pairs for k, seen in what.items()
    )
    return found and all(
        (law_gap(k, alike_up_to(4), alike_up_to(5)) > 1e-6) == seen for k, seen in sight.moments.items()
    )


@dataclass(frozen=True)
class Shuffling:
    """Number of distances as large, number of shuffles ↦ p-value; and how the two samples are drawn."""

    p_value: Callable[[int, int], float]
    sample: Callable[[np.random.Generator], Array] = lambda rng: rng.standard_normal(24)


def keeps_its_level(shuffling: Shuffling) -> bool:
    """p ≤ α for a share of at most α of the ranks, every α; and p ≤ 0.1 in at most 8.5 % of 1500 pairs of one law"""
    for B in (15, 99):  # without ties all ranks are equally likely
        values = np.array([shuffling.p_value(as_large, B) for as_large in range(B + 1)])
        if any(np.mean(values <= alpha) > alpha + 1e-12 for alpha in values):
            return False
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
    """the mean over all 256 pairs of samples of four, from laws of two values each, is ‖μ_P − μ_Q‖²"""
    k, one, two = Gaussian(1.0), (-1.0, 0.5), (0.0, 2.0)
    samples = [np.array(sample)[:, None] for sample in product(range(2), repeat=4)]
    values = [statistic(k, np.take(one, left), np.take(two, right)) for left in samples for right in samples]
    half = np.full(2, 0.5)
    truth = law_gap(k, (np.array(one), half), (np.array(two), half))
    return bool(abs(np.mean(values) - truth) < 1e-10)


@dataclass(frozen=True)
class BlockTest:
    """Statistic of each block, their number ↦ p-value."""

    p_value: Callable[[Array], float]


def keeps_the_level_with_few_blocks(test: BlockTest) -> bool:
    """p ≤ 0.05 in 3.5 to 6.5 % of 3000 draws of 2, 3 and 5 normal statistics of mean 0"""
    rng = np.random.default_rng(9)
    for count in (2, 3, 5):
        shares = np.mean([test.p_value(values) <= 0.05 for values in rng.standard_normal((3000, count))])
        if not 0.035 <= shares <= 0.065:
            return False
    return True


def blocks_of(block: int) -> Callable[[Kernel, Array, Array], float]:
    return lambda k, X, Y: block_mmd_test(k, X, Y, block).statistic


QUADRATIC, QUARTIC, BELL = Polynomial(2), Polynomial(4), Gaussian(1.0)
