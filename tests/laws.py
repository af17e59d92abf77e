"""The kernels that are held to the laws of `kernelcourse.laws`, with points of their domains."""

from __future__ import annotations

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
