"""Part III against its peers: support vectors, evidence, densities, tests of two samples, strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KernelDensity
from sklearn.svm import SVC

from benchmarks.tasks import GAMMA, K, Task, points
from kernelcourse import Gaussian, Mismatch, Spectrum, Subsequences, kernel_density, most_evident, svm
from kernelcourse.learn import block_mmd_test, evidence, linear_mmd_test, mmd_test

TOLERANCE = 1e-3
LETTERS = list("ACGT")
SECONDS = 10.0  # for a thousand strings of two hundred letters


def machine(n: int, C: float) -> Task:
    X, outputs = points(n)
    y = np.where(outputs > 0, 1.0, -1.0)

    def ours() -> Any:
        return svm(K, X, y, C, TOLERANCE)

    def peer() -> Any:
        return SVC(C=C, gamma=GAMMA, tol=TOLERANCE).fit(X, y)

    def agree() -> None:
        np.testing.assert_allclose(ours()(X), peer().decision_function(X), atol=20 * TOLERANCE)

    return Task(f"support vectors, C = {C:g}", f"n={n} d=20", ours, peer, lambda: K(X), 3.0, None, agree)


def process(n: int) -> Task:
    rng = np.random.default_rng(0)
    X = np.sort(rng.uniform(-5, 5, n))[:, None]
    y = np.sin(2 * X[:, 0]) + 0.3 * rng.standard_normal(n)
    kernel = ConstantKernel(1.0, (1e-4, 1e4)) * RBF(1.0, (1e-4, 1e4)) + WhiteKernel(0.1, (1e-4, 1e4))

    def peer() -> Any:
        return GaussianProcessRegressor(kernel, alpha=0.0).fit(X, y)

    def agree() -> None:
        found, _ = evidence(most_evident(X, y), X, y)
        assert abs(found - peer().log_marginal_likelihood_value_) < 1e-6 * abs(found)

    return Task(
        "evidence climbed to its top",
        f"n={n}",
        lambda: most_evident(X, y),
        peer,
        lambda: None,
        0.5,
        None,
        agree,
    )


def density(n: int) -> Task:
    rng = np.random.default_rng(1)
    X, Z = rng.standard_normal((n, 2)), rng.standard_normal((1000, 2))

    def ours() -> Any:
        return kernel_density(X, 0.2)(Z)

    def peer() -> Any:
        return np.exp(KernelDensity(bandwidth=0.2).fit(X).score_samples(Z))

    def floor() -> None:
        np.exp(X[:2000] @ Z.T)

    def agree() -> None:
        np.testing.assert_allclose(ours(), peer(), rtol=1e-8)

    return Task("density at 1000 places", f"n={n} d=2", ours, peer, floor, 1.0, None, agree)


def samples(n: int, kind: str) -> Task:
    """The peer computes all pairs once and shuffles by indexing, as a textbook would."""
    rng = np.random.default_rng(2)
    X, Y = rng.standard_normal((n, 5)), rng.standard_normal((n, 5)) + 0.1
    k, gamma = Gaussian(2.0), 1 / 8
    tests = {
        "exact": lambda: mmd_test(k, X, Y, np.random.default_rng(0), 199),
        "blocks of 50": lambda: block_mmd_test(k, X, Y, 50),
        "linear": lambda: linear_mmd_test(k, X, Y),
    }

    def peer() -> list[float]:
        G, draw = rbf_kernel(np.vstack([X, Y]), gamma=gamma), np.random.default_rng(0)
        values = []
        for turn in range(200):
            order = np.arange(2 * n) if turn == 0 else draw.permutation(2 * n)
            a, b = order[:n], order[n:]
            values.append(G[np.ix_(a, a)].mean() + G[np.ix_(b, b)].mean() - 2 * G[np.ix_(a, b)].mean())
        return values

    def agree() -> None:
        if kind == "exact":
            np.testing.assert_allclose(tests[kind]().statistic, peer()[0], rtol=1e-9)

    return Task(f"two samples, {kind}", f"n={n}", tests[kind], peer, lambda: None, 1.0, None, agree)


STRINGS = {
    "common triples": Spectrum(3),
    "triples, one letter wrong": Mismatch(3, 1),
    "triples with gaps": Subsequences(3, 0.5),
}


def words(count: int) -> list[str]:
    """Strings of two hundred letters out of four."""
    rng = np.random.default_rng(3)
    return ["".join(rng.choice(LETTERS, 200)) for _ in range(count)]


def table() -> Iterator[Task]:
    """All of them, at the sizes that are promised."""
    yield machine(2000, 1.0)
    yield machine(2000, 10.0)
    yield process(500)
    yield density(100_000)
    yield from (samples(1000, kind) for kind in ("exact", "blocks of 50", "linear"))
