"""The laws every kernel obeys, and the kernels that are held to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.datasets import graphs, words
from kernelcourse.distances import Graph
from kernelcourse.kernels import (
    AllPairs,
    Bilinear,
    Centered,
    Claimed,
    CommonFragments,
    Constant,
    Cosine,
    CosineSimilarity,
    Diffusion,
    ExponentiatedHamming,
    FourierSeries,
    Gaussian,
    Intersection,
    Jaccard,
    Kernel,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Matern,
    Minimum,
    Mismatch,
    NeuralTangent,
    Periodic,
    Poisson,
    Polynomial,
    Precomputed,
    RandomWalk,
    RationalQuadratic,
    Spectrum,
    Subsequences,
    WeisfeilerLehman,
    WideNetwork,
    exp,
    polynomial,
)
from kernelcourse.scale import Nystroem, RandomFourier

RNG = np.random.default_rng(20)
PLANE = RNG.standard_normal((11, 3))
LINE = RNG.standard_normal((11, 1))
POSITIVE = np.abs(LINE)
WORDS = [*words()[:8], "abab", "baba", "a"]
BYTES = [f"{number:05b}" for number in (0, 1, 3, 7, 8, 12, 17, 21, 30, 31, 5)]
GRAPHS = list(graphs().values())
INDICES = np.arange(11)
SETS = [set(), {"a"}, {"a", "b"}, {"b", "c"}, {1, 2, 3}, {"a", 1}, {"a", "b", "c"}, {"c"}]
GROUPS = [PLANE[i : i + 1 + i % 3] for i in range(8)]
TREES = [
    ("S", "a", "b"),
    ("S", ("S", "a", "b"), "b"),
    ("S", "a", ("S", "a", "b")),
    ("S", ("S", "a", "b"), ("S", "a", "b")),
    ("S", ("a", "b"), "b"),
]
MOLECULES = [Graph(A, tuple("CON"[(i + j) % 3] for j in range(len(A)))) for i, A in enumerate(GRAPHS)]
GRAM = PLANE @ PLANE.T + np.eye(11) / 8  # well inside the cone: a proof needs no luck with rounding


def halved(X: np.ndarray) -> np.ndarray:
    """A map of points, for pull-backs."""
    return np.asarray(X)[:, ::-1] / 2


def first(X: np.ndarray) -> np.ndarray:
    """A number for every point, for weightings."""
    return 1 + np.asarray(X)[:, 0] ** 2


def dot(x: np.ndarray, z: np.ndarray) -> float:
    """A function of two points, for Claimed."""
    return float(x @ z)


# Every kernel of the package with points of its domain.
KERNELS: list[tuple[Kernel, Any]] = [
    (Linear(), PLANE),
    (Constant(2.5), PLANE),
    (Constant(0), WORDS),
    (Polynomial(3), PLANE),
    (Polynomial(2, c=0), PLANE),
    (Bilinear([[2, 1, 0], [1, 2, 0], [0, 0, 0]]), PLANE),
    (CosineSimilarity(), PLANE),
    (Gaussian(), PLANE),
    (Gaussian(0.1), LINE),
    (MahalanobisGaussian([1, 2, 0.5]), PLANE),
    (MahalanobisGaussian([[2, 1, 0], [1, 2, 0], [0, 0, 1]]), PLANE),
    (RationalQuadratic(0.5, 2), PLANE),
    (Matern(0.5), PLANE),
    (Matern(1.5, 0.7), PLANE),
    (Matern(2.5, 2), PLANE),
    (Laplace(0.7), PLANE),
    (Periodic(2, 0.8), PLANE),
    (Cosine(3), LINE),
    (Minimum(), POSITIVE),
    (FourierSeries([1, 0.5, 0, 0.25]), LINE),
    (Poisson(0.6), LINE),
    (ExponentiatedHamming(0.5), BYTES),
    (ExponentiatedHamming(0.5), np.round(PLANE)),
    (Spectrum(2), WORDS),
    (Mismatch(3, 1, "01"), BYTES),
    (Mismatch(2, 2, "01"), BYTES),
    (Subsequences(2, 0.5), WORDS),
    (Subsequences(3), WORDS),
    (Subsequences(5, 1), WORDS),
    (Intersection(), SETS),
    (Jaccard(), SETS),
    (AllPairs(Gaussian()), GROUPS),
    (AllPairs(Spectrum(1)), [WORDS[i : i + 2] for i in range(10)]),
    (CommonFragments(0.7), TREES),
    (RandomWalk(0.05), GRAPHS),
    (WeisfeilerLehman(0), GRAPHS),
    (WeisfeilerLehman(2), MOLECULES),
    (Diffusion(PLANE @ PLANE.T > 0, 0.3), INDICES),
    (WideNetwork(2), PLANE),
    (NeuralTangent(3, 1.5), PLANE),
    (NeuralTangent(), np.vstack([np.zeros((1, 3)), PLANE])),
    (Precomputed(GRAM), INDICES),
    (RandomFourier(Gaussian(), PLANE[:4]), PLANE),
    (Nystroem(Gaussian(), PLANE[:5]), PLANE),
    (Nystroem(Spectrum(2), WORDS[:4]), WORDS),
    (Nystroem(Precomputed(GRAM), INDICES[:3]), INDICES),
    (Claimed(dot, because="an inner product"), PLANE),
]
COMPOSITES: list[tuple[Kernel, Any]] = [
    (Gaussian(0.5) + 2 * (Linear() + 1) ** 3, PLANE),
    (Gaussian() * Laplace() * Polynomial(2), PLANE),
    (0 * Linear(), PLANE),
    (Linear() ** 0, PLANE),
    (exp(0.1 * Linear()), PLANE),
    (polynomial(Gaussian(), [0, 1, 0.5]), PLANE),
    ((Gaussian() + 1).of(halved), PLANE),
    (Polynomial(2).weighted(first), PLANE),
    (Polynomial(2).normalised(), PLANE),
    (Spectrum(1).normalised() + Spectrum(2), WORDS),
    (exp(0.1 * RandomWalk(0.05)), GRAPHS),
    (Precomputed(GRAM) * 2 + 1, INDICES),
    (Centered(Gaussian(), PLANE[:5]), PLANE),
    (Centered(Linear(), PLANE), PLANE),
    (Centered(Spectrum(2), WORDS[:4]), WORDS),
    (Centered(Precomputed(GRAM), INDICES[:4]), INDICES),
    (Minimum() * Poisson(0.3), POSITIVE),
]


def chosen(points: Any, indices: list[int]) -> Any:
    """Some of the points, as the same kind of collection."""
    return points[indices] if isinstance(points, np.ndarray) else [points[i] for i in indices]


def close(left: Any, right: Any, scale: float) -> None:
    np.testing.assert_allclose(left, right, rtol=1e-10, atol=1e-12 * max(scale, 1))


def shape_law(k: Kernel, X: Any) -> None:
    """k(X, Z) is (n, m) floats and k(X) is k(X, X)."""
    few = chosen(X, [0, 1, 2])
    assert k(X, few).shape == (len(X), 3)
    assert k(few, X).shape == (3, len(X))
    assert k(X).dtype == float
    close(k(X), k(X, chosen(X, list(range(len(X))))), np.abs(k(X)).max())


def symmetry_law(k: Kernel, X: Any) -> None:
    """k(x, z) = k(z, x), also across two different sets."""
    K, few = k(X), chosen(X, [3, 0])
    close(K, K.T, np.abs(K).max())
    close(k(X, few), k(few, X).T, np.abs(K).max())


def diagonal_law(k: Kernel, X: Any) -> None:
    """k.diagonal(X) is the diagonal of k(X), and not negative for a proved kernel."""
    close(k.diagonal(X), np.diagonal(k(X)), np.abs(k(X)).max())
    assert (k.diagonal(X) >= -1e-9 * np.abs(k(X)).max()).all()


def permutation_law(k: Kernel, X: Any) -> None:
    """Reordering the points reorders rows and columns; nothing else depends on the order."""
    order = [int(i) for i in np.random.default_rng(1).permutation(len(X))]
    K = k(X)
    close(k(chosen(X, order)), K[np.ix_(order, order)], np.abs(K).max())


def certificate_law(k: Kernel, X: Any) -> None:
    """A proved kernel has no negative eigenvalue, and its proof can be printed and rendered."""
    assert k.certificate is not None
    values = np.linalg.eigvalsh((k(X) + k(X).T) / 2)
    assert values[0] >= -1e-10 * max(np.abs(values).max(), 1e-3)
    for node in k.certificate.nodes():
        assert node.rule and node.statement and node.reason
        assert node.statement in str(k.certificate)
    assert k.certificate._repr_html_().startswith("<ul")


def cauchy_schwarz_law(k: Kernel, X: Any) -> None:
    """|k(x, z)|² ≤ k(x, x) k(z, z)."""
    diagonal = k.diagonal(X)
    assert (k(X) ** 2 <= np.multiply.outer(diagonal, diagonal) * (1 + 1e-9) + 1e-12).all()


def value_law(k: Kernel, X: Any) -> None:
    """A kernel is a value: it prints, equals itself, and computing changes neither k nor X."""
    before = X.copy() if isinstance(X, np.ndarray) else list(X)
    first_time = k(X)
    first_time *= 0  # the caller may overwrite the result
    again = k(X)
    assert np.abs(again).max() > 0 or not np.abs(k.diagonal(X)).max() > 0
    assert all(np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y for x, y in zip(X, before))
    assert str(k) and str(k) == repr(k)
    assert k == k and hash(k) == hash(k) and k != k + 1
    try:
        k.new_attribute = 1  # type: ignore[attr-defined]
    except AttributeError:
        return
    raise AssertionError(f"{k} can be changed")


def algebra_law(k: Kernel, X: Any) -> None:
    """(2k + k·k)(X) is 2K + K∘K; both carry proofs."""
    K = k(X)
    both = 2 * k + k * k
    close(both(X), 2 * K + K * K, np.abs(K).max() ** 2)
    assert both.certificate is not None
    assert (k - k).certificate is None and (-k).certificate is None


def pull_back_law(k: Kernel, X: Any) -> None:
    """k.of(φ)(Z) = k(φ(Z)); here φ takes an index to a point."""
    pulled = k.of(lambda indices: chosen(X, [int(i) for i in indices]))
    indices = [2, 0, 1, 2]
    close(pulled(indices), k(chosen(X, indices)), np.abs(k(X)).max())
    assert (pulled.certificate is None) == (k.certificate is None)


LAWS: list[Callable[[Kernel, Any], None]] = [
    shape_law,
    symmetry_law,
    diagonal_law,
    permutation_law,
    certificate_law,
    cauchy_schwarz_law,
    value_law,
    algebra_law,
    pull_back_law,
]
