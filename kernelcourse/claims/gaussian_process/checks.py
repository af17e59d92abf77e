"""Checks of the chapter on Gaussian processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import multivariate_normal, norm

from kernelcourse import datasets
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import gaussian_process, ridge
from kernelcourse.points import Array

K_OF = Gaussian(1.0)


def data(seed: int, n: int = 8) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-3, 3, (n, 1)), rng.standard_normal(n)


def has_covariance(draw: Callable[[Array, Array, np.random.Generator], Array]) -> bool:
    """mean, covariance, rng ↦ a vector: 40,000 draws at five points have this mean and covariance, to 0.05"""
    Z = np.array([[-1.0], [-0.3], [0.0], [0.8], [2.0]])
    mean, A = np.arange(5) / 5, 0.5 * K_OF(Z) + 1e-10 * np.eye(5)
    rng = np.random.default_rng(0)
    drawn = np.array([draw(mean, A, rng) for _ in range(40_000)])
    return bool(np.abs(drawn.mean(axis=0) - mean).max() < 0.05 and np.abs(np.cov(drawn.T) - A).max() < 0.05)


Law = Callable[[Array, Array, Array, Array], tuple[Array, Array]]
Sampler = Callable[[np.random.Generator, int], tuple[Array, Array]]


def _normal_pairs(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    b = rng.standard_normal(n)
    return 0.6 * b + 0.8 * rng.standard_normal(n), b


@dataclass(frozen=True)
class Conditional:
    """A, B, R, b ↦ mean and covariance of a given b; and pairs of numbers on which the mean is tried."""

    law: Law
    pairs: Sampler = _normal_pairs


def conditions(given: Conditional) -> bool:
    """the block of the inverse joint covariance, inverted (ten cases); means of pairs with b in each of six bins"""
    rng = np.random.default_rng(1)
    for _ in range(10):
        roots = rng.standard_normal((5, 5))
        joint = roots @ roots.T + 0.1 * np.eye(5)
        A, B, R, b = joint[:2, :2], joint[2:, 2:], joint[:2, 2:], rng.standard_normal(3)
        precision = np.linalg.inv(joint)
        covariance = np.linalg.inv(precision[:2, :2])
        mean = -covariance @ precision[:2, 2:] @ b
        said = given.law(A, B, R, b)
        if not (np.allclose(said[0], mean) and np.allclose(said[1], covariance)):
            return False
    a, b = given.pairs(rng, 200_000)
    joint = np.cov(a, b)
    for low in np.linspace(-1.5, 1.0, 6):
        here = (b >= low) & (b < low + 0.1)
        said = given.law(joint[:1, :1], joint[1:, 1:], joint[:1, 1:], b[here].mean(keepdims=True))
        if abs(float(said[0][0]) - a[here].mean()) > 0.08:
            return False
    return True


def _own_noise(n: int) -> Array:
    return 0.2 * np.eye(n)


def shared_noise(n: int) -> Array:
    """Neighbours in the list have half of their noise in common."""
    return 0.1 * np.eye(n) + 0.1 * np.kron(np.eye(n // 2), np.ones((2, 2)))


@dataclass(frozen=True)
class Posterior:
    """k, X, y, s, Z ↦ mean and covariance; and the covariance of the noise in truth, of variance 0.2."""

    law: Callable[..., tuple[Array, Array]]
    noise: Callable[[int], Array] = _own_noise


def is_posterior(posterior: Posterior) -> bool:
    """conditioning by the inverse joint covariance, five data sets; ridge; 1.4215092, 0.8757549 for five points"""
    law = posterior.law
    for seed in range(5):
        X, y = data(seed)
        Z = np.random.default_rng(seed + 50).uniform(-4, 4, (3, 1))
        joint = K_OF(np.vstack([Z, X]))
        joint[3:, 3:] += posterior.noise(8)
        precision = np.linalg.inv(joint)
        covariance = np.linalg.inv(precision[:3, :3])
        mean = -covariance @ precision[:3, 3:] @ y
        said = law(K_OF, X, y, 0.2, Z)
        if not (np.allclose(said[0], mean, atol=1e-6) and np.allclose(said[1], covariance, atol=1e-6)):
            return False
        if not np.allclose(said[0], ridge(K_OF, X, y, 0.2)(Z)):
            return False
    mean, covariance = law(K_OF, *datasets.toy_a(), 0.25, np.array([[1.0, 3.0]]))
    return bool(abs(mean[0] - 1.4215092) < 1e-7 and abs(covariance[0, 0] - 0.8757549) < 1e-7)


def by_package(k: Any, X: Array, y: Array, s: float, Z: Array) -> tuple[Array, Array]:
    process = gaussian_process(k, X, y, s)
    return process.mean(Z), process.covariance(Z)


def knows_places_only(variance: Callable[[Array, Array, float, Array], Array]) -> bool:
    """X, y, s, Z ↦ variances: the same for other y, falling with each point, at most k(z, z), and k(z, z) far away"""
    for seed in range(5):
        X, y = data(seed)
        Z = np.linspace(-4, 4, 9)[:, None]
        values = variance(X, y, 0.1, Z)
        fewer = variance(X[:-1], y[:-1], 0.1, Z)
        if not np.allclose(values, variance(X, 7 * y + 1, 0.1, Z)):
            return False
        if (values > fewer + 1e-9).any() or (fewer > 1 + 1e-9).any() or (values < 1e-4).any():
            return False
        if not np.allclose(variance(X, y, 0.1, Z + 100), 1.0):
            return False
    return True


@dataclass(frozen=True)
class Bars:
    """v, s ↦ the variance of the interval for f(z) and for a measurement; and the model that computes v."""

    function: Callable[[float, float], float] = lambda v, s: v
    measurement: Callable[[float, float], float] = lambda v, s: v + s
    width: float = 1.0
    noise: float = 0.1
    spiky: bool = False  # noise of the same variance, mostly zero and sometimes huge


def keeps_promise(bars: Bars) -> bool:
    """24,000 functions drawn from width 1 and noise 0.1, at six times eleven places: 50 and 95 % are kept to 1.2 %"""
    rng = np.random.default_rng(7)
    misses = []
    for _ in range(6):
        places = rng.uniform(-3, 3, (11, 1))
        f = np.linalg.cholesky(K_OF(places) + 1e-9 * np.eye(11)) @ rng.standard_normal((11, 4000))
        noise = rng.standard_normal((11, 4000))
        if bars.spiky:
            noise = np.where(rng.random((11, 4000)) < 0.04, 5.0 * np.sign(noise), 0.0)
        y, k = f + np.sqrt(0.1) * noise, Gaussian(bars.width)
        law = gaussian_process(k, places[:10], y[:10, 0], bars.noise)
        v = float(law.variance(places[10:])[0])
        weights = np.linalg.solve(k(places[:10]) + bars.noise * np.eye(10), k(places[:10], places[10:]))[:, 0]
        mean = weights @ y[:10]
        misses += [
            [np.abs(f[10] - mean) / np.sqrt(bars.function(v, bars.noise))],
            [np.abs(y[10] - mean) / np.sqrt(bars.measurement(v, bars.noise))],
        ]
    kept = np.array(misses).reshape(6, 2, 4000).transpose(1, 0, 2).reshape(2, -1)
    return all(
        bool((np.abs((kept <= norm.ppf((1 + level) / 2)).mean(axis=1) - level) < 0.012).all())
        for level in (0.5, 0.95)
    )


def is_log_density(evidence: Callable[[Array, Array], float]) -> bool:
    """A, y ↦ the logarithm of scipy's normal density, for ten data sets"""
    for seed in range(10):
        X, y = data(seed)
        A = K_OF(X) + 0.2 * np.eye(8)
        if not np.isclose(evidence(A, y), multivariate_normal(np.zeros(8), A).logpdf(y)):
            return False
    return True


def sums_to_evidence(term: Callable[[float, float, float, float], float]) -> bool:
    """yᵢ, mean, v, s ↦ a term: summed over the points, in three orders, they are the logarithm of the joint density"""
    X, y = data(3)
    joint = multivariate_normal(np.zeros(8), K_OF(X) + 0.2 * np.eye(8)).logpdf(y)
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(8)
        total = term(float(y[order[0]]), 0.0, 1.0, 0.2)
        for n in range(1, 8):
            past, at = gaussian_process(K_OF, X[order[:n]], y[order[:n]], 0.2), X[[order[n]]]
            total += term(float(y[order[n]]), float(past.mean(at)[0]), float(past.variance(at)[0]), 0.2)
        if not np.isclose(total, joint):
            return False
    return True


Family = Callable[[float, Array], Array]


def _by_width(theta: float, X: Array) -> Array:
    return Gaussian(float(np.exp(theta)))(X) + 0.2 * np.eye(len(X))


def _by_noise(theta: float, X: Array) -> Array:
    return K_OF(X) + np.exp(theta) * np.eye(len(X))


@dataclass(frozen=True)
class Slope:
    """A, α, ∂A ↦ the slope of the log evidence; and the families of matrices it is tried on."""

    formula: Callable[[Array, Any, Array], float]
    families: tuple[Family, ...] = (_by_width, _by_noise)


def is_slope(slope: Slope) -> bool:
    """agrees with differences of scipy's log density along width and noise, ten data sets each"""
    for seed in range(10):
        X, y = data(seed)
        for family in slope.families:
            theta, h = 0.1 * seed - 0.5, 1e-5
            A = family(theta, X)
            derivative = (family(theta + h, X) - family(theta - h, X)) / (2 * h)
            ends = [
                multivariate_normal(np.zeros(8), family(theta + d, X), allow_singular=True).logpdf(y)
                for d in (h, -h)
            ]
            said = slope.formula(A, np.linalg.solve(A, y), derivative)
            if not np.isclose(said, (ends[0] - ends[1]) / (2 * h), rtol=1e-4, atol=1e-4):
                return False
    return True


def predicts_without(formula: Callable[[Array, Array], tuple[Array, Array]]) -> bool:
    """A, y ↦ means and variances: those of processes trained without each point in turn, noise included"""
    for seed in range(5):
        X, y = data(seed)
        means, variances = formula(K_OF(X) + 0.2 * np.eye(8), y)
        for i in range(8):
            kept = np.arange(8) != i
            process = gaussian_process(K_OF, X[kept], y[kept], 0.2)
            if not np.isclose(means[i], process.mean(X[[i]])[0]):
                return False
            if not np.isclose(variances[i], process.variance(X[[i]])[0] + 0.2):
                return False
    return True
