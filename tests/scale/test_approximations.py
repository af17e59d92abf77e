"""Approximate kernels are kernels, and their error is what they say it is."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse import (
    Gaussian,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Matern,
    Polynomial,
    RationalQuadratic,
    Spectrum,
    judge,
)
from kernelcourse.datasets import words
from kernelcourse.scale import (
    Nystroem,
    RandomFourier,
    by_leverage,
    by_pivots,
    error_of,
    largest_gap,
    leverage_scores,
    nystroem,
    pivoted_cholesky,
    random_fourier,
    trace_error,
    uniformly,
)

RNG = np.random.default_rng(3)
X = RNG.normal(size=(300, 4))
K = Gaussian(2.0)
RULES = [uniformly, by_leverage, by_pivots]


@pytest.mark.parametrize(
    "k",
    [
        Gaussian(1.5),
        MahalanobisGaussian([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 3]]),
        Matern(0.5, 2.0),
        Matern(1.5),
        Matern(2.5, 3.0),
        RationalQuadratic(1.5, 0.7),
        Laplace(0.3),
    ],
    ids=str,
)
def test_the_mean_over_many_frequencies_is_the_kernel(k):
    many = random_fourier(k, 4, 40_000, np.random.default_rng(0))
    # 20,000 cosines of variance ≤ ½: five standard errors are 0.025
    assert np.abs(many(X[:30]) - k(X[:30])).max() < 0.025
    if not isinstance(k, Laplace):
        turned = random_fourier(k, 4, 40_000, np.random.default_rng(0), orthogonal=True)
        assert np.abs(turned(X[:30]) - k(X[:30])).max() < 0.025


def test_orthogonal_frequencies_are_at_right_angles_and_vary_less():
    turned = random_fourier(Gaussian(1.0), 8, 32, np.random.default_rng(0), orthogonal=True)
    block = turned.frequencies[:8]
    products = block @ block.T
    np.testing.assert_allclose(products - np.diag(np.diag(products)), 0, atol=1e-12)
    points = np.random.default_rng(1).normal(size=(40, 8))
    k = Gaussian(3.0)

    def mean_square(orthogonal):
        rng = np.random.default_rng(2)
        gaps = [random_fourier(k, 8, 32, rng, orthogonal)(points) - k(points) for _ in range(100)]
        return np.mean(np.square(gaps))

    assert mean_square(True) < 0.8 * mean_square(False)


def test_the_same_rng_draws_the_same_kernel():
    one, two = (random_fourier(K, 4, 20, np.random.default_rng(5)) for _ in range(2))
    assert one == two
    assert one != random_fourier(K, 4, 20, np.random.default_rng(6))


@pytest.mark.parametrize("choose", RULES)
def test_nystroem_is_exact_at_its_landmarks_and_never_larger_on_the_diagonal(choose):
    k = nystroem(K, X, 60, np.random.default_rng(0), choose)
    np.testing.assert_allclose(k(X, k.landmarks), K(X, k.landmarks), atol=1e-9)
    gap = K(X) - k(X)
    assert np.linalg.eigvalsh(gap)[0] > -1e-10
    assert judge(k).proved and judge(random_fourier(K, 4, 10, RNG)).proved


@pytest.mark.parametrize("choose", RULES)
def test_the_trace_error_is_the_nuclear_norm_and_bounds_the_rest(choose):
    k = nystroem(K, X, 40, np.random.default_rng(0), choose)
    said = trace_error(k, X)
    values = np.linalg.eigvalsh(K(X) - k(X))
    assert said.trace == pytest.approx(np.abs(values).sum(), rel=1e-8)
    assert values[-1] <= said.trace
    assert np.abs(K(X) - k(X)).max() <= said.largest * (1 + 1e-9)
    assert said == error_of(k, X) and "300 points" in str(said)


def test_pivots_know_their_own_residual():
    found = pivoted_cholesky(K, X, 40)
    np.testing.assert_allclose(found.factor @ found.factor.T, Nystroem(K, X[found.pivots])(X), atol=1e-9)
    assert found.residual_traces[-1] == pytest.approx(
        trace_error(Nystroem(K, X[found.pivots]), X).trace, rel=1e-6
    )
    assert (np.diff(found.residual_traces) <= 0).all()
    assert found.residual_traces[0] == len(X)


def test_pivots_stop_at_the_rank():
    found = pivoted_cholesky(Linear(), X, 10)
    assert len(found.pivots) == 4
    assert Nystroem(Linear(), X[:20]).size == 4  # landmarks that add nothing are left out


def test_the_bound_holds_and_is_hoeffdings():
    k, n = random_fourier(K, 4, 400, np.random.default_rng(1)), 50
    bound = largest_gap(k, n, delta=0.1)
    assert n * (n - 1) * np.exp(-200 * bound.epsilon**2 / 2) == pytest.approx(0.1)
    broken = 0
    for seed in range(40):
        k = random_fourier(K, 4, 400, np.random.default_rng(seed))
        broken += np.abs(k(X[:n]) - K(X[:n])).max() > bound.epsilon
    assert broken <= 4
    assert largest_gap(random_fourier(K, 4, 400, RNG, orthogonal=True), n).epsilon > bound.epsilon


def test_leverage_of_all_pilots_is_the_hat_matrix():
    lam = 0.5
    exact = np.diagonal(K(X) @ np.linalg.inv(K(X) + lam * np.eye(len(X))))
    np.testing.assert_allclose(leverage_scores(K, X, X, lam), exact, atol=1e-9)


def test_leverage_finds_the_few_that_differ():
    crowd = np.concatenate([0.01 * RNG.normal(size=(500, 2)), 5 + RNG.normal(size=(10, 2))])
    shares = [
        np.mean(
            [(choose(Gaussian(1.0), crowd, 12, np.random.default_rng(s)) >= 500).sum() for s in range(20)]
        )
        for choose in (uniformly, by_leverage)
    ]
    assert shares[0] < 1 < 4 < shares[1]
    assert (by_pivots(Gaussian(1.0), crowd, 130, RNG) >= 500).sum() >= 9


def test_words_too():
    corpus = words()
    k = nystroem(Spectrum(2), corpus, 6, np.random.default_rng(0))
    assert trace_error(k, corpus).share < 1
    assert k.features(k.read(corpus)).shape == (len(corpus), k.size)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: random_fourier(Polynomial(2), 4, 10, RNG), "frequencies are known"),
        (lambda: random_fourier(K, 4, 9, RNG), "n_features = 9 must be even"),
        (lambda: random_fourier(K, 0, 8, RNG), "d = 0"),
        (lambda: random_fourier(Laplace(), 4, 8, RNG, orthogonal=True), "orthogonal"),
        (lambda: random_fourier(K, 4, 8, RNG)(X[:, :3]), "frequencies are for 4"),
        (lambda: RandomFourier(K, X[:3], independent=4), "independent = 4"),
        (lambda: nystroem(K, X, 301, RNG), "n_landmarks = 301"),
        (lambda: Nystroem(Linear(), np.zeros((3, 2))), "span nothing"),
        (lambda: Nystroem(K, X[:5])(X[:, :2]), "same features"),
        (lambda: largest_gap(random_fourier(K, 4, 8, RNG), 10, delta=1.5), "delta = 1.5"),
        (lambda: error_of(Nystroem(K, X[:3]).kernel, X), "no approximation"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
