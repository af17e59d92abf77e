"""The checks of the chapter on the space a kernel makes, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion, feature, inner, interpolant, norm

KERNELS = (Gaussian(0.8), Polynomial(2), Linear())


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
    """α, K, β ↦ ⟨f, g⟩: linear, symmetric, k(x, z) for two bumps, and the product of features where they are known"""
    x, z = np.array([[0.3, -0.4]]), np.array([[1.0, 0.7]])
    for known, phi in ((Linear(), np.asarray), (Polynomial(2), lambda P: polynomial_features(P, 2))):
        f, g = pair(known)
        by_features = float((f.weights @ phi(f.points)) @ (g.weights @ phi(g.points)))
        if not same(formula(f.weights, known(f.points, g.points), g.weights), by_features):
            return False
    for k in KERNELS:
        f, g = pair(k)
        K = k(f.points, g.points)
        if not (
            same(formula(f.weights, K, g.weights), formula(g.weights, K.T, f.weights))
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


@dataclass(frozen=True)
class Probe:
    """A candidate for the function whose inner product with f is f(x): weight · k(·, place(x))."""

    weight: float = 1.0
    place: Callable[[Array], Array] = lambda x: x
    kernels: tuple[Any, ...] = KERNELS


def skewed(X: Array, Z: Array) -> Array:
    """sin x₁ cos z₁, which is not symmetric."""
    return np.asarray(np.outer(np.sin(X[:, 0]), np.cos(Z[:, 0])))


def squared_sum(X: Array, Z: Array) -> Array:
    """‖x + z‖², symmetric and not positive semidefinite."""
    return np.asarray(((X[:, None] + Z[None]) ** 2).sum(-1))


def reproduces(probe: Probe) -> bool:
    """⟨f, probe(x)⟩, summed over pairs, between six features or as ∫ f′g′ with k = min, is f(x) = Σ αᵢk(x, xᵢ)"""
    rng = np.random.default_rng(2)
    P, alpha, Q = rng.standard_normal((5, 2)), rng.standard_normal(5), rng.standard_normal((6, 2))
    for k in probe.kernels:
        for x in Q[:, None]:
            value = float(k(x, P)[0] @ alpha)  # f(x) = Σ αᵢ k(x, xᵢ)
            place = probe.place(x)
            if not same(probe.weight * float(alpha @ k(P, place)[:, 0]), value):
                return False
    w = alpha @ polynomial_features(P, 2)
    for x in Q[:, None]:  # the product of features, and the value from the kernel alone
        phi = polynomial_features(probe.place(x), 2)[0]
        if not same(probe.weight * float(w @ phi), float(Polynomial(2)(x, P)[0] @ alpha)):
            return False
    t, knots = (np.arange(100) + 0.5) / 100, np.array([0.1, 0.25, 0.5, 0.7, 0.9])
    slope = (t[:, None] < knots) @ alpha  # of Σ αᵢ min(·, xᵢ), middle by middle of a hundredth
    return all(
        same(
            probe.weight * float(np.mean(slope * (t < probe.place(np.array(x))))),
            float(alpha @ np.minimum(x, knots)),
        )
        for x in (0.2, 0.55, 1.0)
    )


def is_canonical(entry: Callable[[KernelExpansion, KernelExpansion], float]) -> bool:
    """equals k(x, z) for the features of ten pairs of points"""
    P = np.random.default_rng(3).standard_normal((10, 2, 2))
    return all(
        same(entry(feature(k, x), feature(k, z)), k(x[None], z[None])[0, 0]) for k in KERNELS for x, z in P
    )


def bounds_values(candidate: tuple[Callable[[float, float], float], tuple[Any, ...]]) -> bool:
    """‖f‖, k(x, x) ↦ a number never below |f(x)|, and equal to it for f = k(·, x)"""
    bound, kernels = candidate
    rng = np.random.default_rng(4)
    P, Q = rng.standard_normal((5, 2)), rng.standard_normal((40, 2))
    for k in kernels:
        for alpha in rng.standard_normal((10, 5)):
            squared = float(alpha @ k(P, P) @ alpha)
            if squared < -1e-9:
                return False
            length = float(np.sqrt(max(squared, 0.0)))
            values, diagonal = alpha @ k(P, Q), np.diag(k(Q, Q))
            if any(abs(f) > bound(length, d) + 1e-9 for f, d in zip(values, diagonal, strict=True)):
                return False
        d = float(k(Q[:1], Q[:1])[0, 0])
        if not same(bound(float(np.sqrt(d)), d), d):
            return False
    return True


def quadratic(X: Array) -> list[Array]:
    """Feature maps of (x·z)²: three numbers, four numbers, four numbers turned."""
    a, b = X.T
    four = np.column_stack([a**2, b**2, a * b, a * b])
    turn = np.linalg.qr(np.random.default_rng(11).standard_normal((4, 4)))[0]
    return [np.column_stack([a**2, b**2, np.sqrt(2) * a * b]), four, four @ turn]


def linear(X: Array) -> list[Array]:
    """Feature maps of x·z: the point, and the point spread over four numbers."""
    return [X, np.column_stack([X, X]) / np.sqrt(2)]


def different(X: Array) -> list[Array]:
    """Feature maps of two different kernels on the same functions."""
    return [X, 2 * X]


FEATURES: tuple[Callable[[Array], list[Array]], ...] = (quadratic, linear)
OTHER_FEATURES: tuple[Callable[[Array], list[Array]], ...] = (different,)


@dataclass(frozen=True)
class Spaces:
    """A candidate for ‖f‖² from values and features, the feature maps to try it on, and a step out of the range."""

    squared_norm: Callable[[Array, Array], float]
    families: tuple[Callable[[Array], list[Array]], ...] = FEATURES
    outside: float = 0.0


def unseen(F: Array) -> Array:
    """A change of the weights: where some weights give the zero function, one of them."""
    null = np.linalg.svd(F)[2][np.linalg.matrix_rank(F) :]
    return np.asarray(null[0] if len(null) else 0 * F[0])


def only_one_space(candidate: Spaces) -> bool:
    """least squared length of weights with these values: the same for all feature maps of (x·z)² and of x·z,
    for ten functions on eight random points, and some weights do have these values"""
    rng = np.random.default_rng(9)
    X = rng.standard_normal((8, 2))
    for family in candidate.families:
        maps = family(X)
        for w in rng.standard_normal((10, maps[0].shape[1])):
            values = maps[0] @ w + candidate.outside * rng.standard_normal(8)
            shortest = np.linalg.pinv(maps[0]) @ values
            if not same(maps[0] @ shortest, values, 1e-7):
                return False
            known = float(shortest @ shortest)
            if not all(same(candidate.squared_norm(values, F), known, 1e-7) for F in maps):
                return False
    return True


def _data(k: Any, P: Any, y: Any) -> tuple[Any, Array, Array]:
    return k, np.asarray(P, float), np.asarray(y, float)


_SIX = np.linspace(-2, 2, 6)[:, None]
SMOOTH = _data(Gaussian(0.9), _SIX, np.sin(2 * _SIX[:, 0]))
BENT = _data(Linear(), [[1.0], [2.0], [3.0]], [1.0, 4.0, 9.0])


def is_shortest(candidate: tuple[Callable[[Array, Array], Array], tuple[Any, Array, Array]]) -> bool:
    """K, y ↦ α: passes through the data, has the interpolant's norm, and no function through the data is shorter"""
    weights, (k, P, y) = candidate
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
        if norm(f + nothing) < norm(f) + 1e-9 * (norm(nothing) > 1e-3):
            return False
    return True


def knows_what_fits(decide: Callable[[Array, Array], bool]) -> bool:
    """K, y ↦ whether a straight line, a parabola or a cubic through 0 has the values y at 1, 2, 3, by least squares"""
    x = np.array([1.0, 2.0, 3.0])
    for count in (1, 2, 3):
        F = np.column_stack([x**power for power in range(1, count + 1)])
        for y in (x, x**2, x**3 - x, np.ones(3), np.zeros(3), np.array([3.0, 0.0, -1.0])):
            weights = np.linalg.lstsq(F, y, rcond=None)[0]
            if bool(decide(F @ F.T, y)) != same(F @ weights, y, 1e-7):
                return False
    return True


def in_range(K: Array, y: Array) -> bool:
    return same(K @ np.linalg.pinv(K, rcond=1e-12) @ y, y, 1e-7)


def gives_one_function(shift: Callable[[Array], Array]) -> bool:
    """x·z at five points of the plane, K of rank 2: Kα = y and K(α + shift) = y, and both give one function"""
    P = np.random.default_rng(12).standard_normal((5, 2))
    K, alpha = Linear()(P), np.arange(5.0)
    other = alpha + shift(K)
    if np.linalg.norm(other - alpha) < 0.1 or not same(K @ other, K @ alpha, 1e-7):
        return False
    f, g = (KernelExpansion(Linear(), P, weights) for weights in (alpha, other))
    Q = np.random.default_rng(13).standard_normal((10, 2))
    return same(f(Q), g(Q), 1e-7) and same(inner(f, f), inner(g, g), 1e-7)
