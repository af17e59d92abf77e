"""What is particular to each kernel: values, domains, why it is valid."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate

from kernelcourse.datasets import graphs, toy_b
from kernelcourse.distances import mahalanobis, whiten
from kernelcourse.kernels import (
    Bilinear,
    Cosine,
    CosineSimilarity,
    ExponentiatedHamming,
    FourierSeries,
    Gaussian,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Matern,
    Minimum,
    Periodic,
    Poisson,
    Polynomial,
    RandomWalk,
    RationalQuadratic,
    Spectrum,
    exp,
    median_sigma,
)
from kernelcourse.validity import judge

X = np.random.default_rng(0).standard_normal((30, 2))


def line(*numbers):
    return np.array(numbers, dtype=float)[:, None]


def smallest(K):
    return np.linalg.eigvalsh(K)[0]


def test_values_at_one_pair():
    x, z = [[1, 2]], [[3, -1]]
    assert Linear()(x, z).item() == 1
    assert Polynomial(2)(x, z).item() == 4 and Polynomial(3)(x, z).item() == 8
    assert Gaussian()(x, z).item() == pytest.approx(np.exp(-6.5))
    assert Laplace(0.5)(x, z).item() == pytest.approx(np.exp(-2.5))
    assert CosineSimilarity()(x, z).item() == pytest.approx(1 / np.sqrt(50))
    assert Bilinear([[2, 1], [1, 2]])(x, z).item() == pytest.approx(7)


@pytest.mark.parametrize("sigma", [0.01, 1.0, 30.0])
@pytest.mark.parametrize("n", [1, 2, 127, 128, 129, 300])
def test_the_gaussian_is_exactly_symmetric_with_ones_on_its_diagonal(n, sigma):
    Z = np.random.default_rng(n).standard_normal((n, 3))
    K = Gaussian(sigma)(Z)
    assert np.array_equal(K, K.T) and (np.diagonal(K) == 1).all() and K.max() == 1 and K.min() >= 0
    squares = ((Z[:, None] - Z) ** 2).sum(axis=2)
    np.testing.assert_allclose(K, np.exp(-squares / (2 * sigma**2)), rtol=1e-8, atol=1e-14)
    np.testing.assert_allclose(Gaussian(sigma)(Z, Z[:5]), K[:, :5], rtol=1e-8, atol=1e-14)


@pytest.mark.parametrize("d", [1, 20, 21, 60])
def test_the_gaussian_is_the_same_for_few_and_many_features(d):
    Z = np.random.default_rng(d).standard_normal((250, d))
    K = Gaussian(3.0)(Z)
    assert np.array_equal(K, K.T)
    np.testing.assert_allclose(K, np.exp(-((Z[:, None] - Z) ** 2).sum(axis=2) / 18), rtol=1e-10, atol=1e-14)


def test_the_gaussian_keeps_its_digits_far_away_and_at_extreme_sizes():
    near = Gaussian()(X)
    np.testing.assert_allclose(Gaussian()(X + 1e8), near, atol=1e-7)  # X + 1e8 itself is rounded to 1e-8
    np.testing.assert_allclose(Gaussian(1e150)(1e150 * X), near, atol=1e-13)
    np.testing.assert_allclose(Gaussian(1e-150)(1e-150 * X), near, atol=1e-13)
    clusters = np.concatenate([X, X + 1e6])
    np.testing.assert_allclose(Gaussian()(clusters)[30:, 30:], near, atol=1e-9)
    same_or_far = Gaussian(1e-150)(line(1e150, 1e150, -1e150))
    assert np.array_equal(same_or_far, [[1, 1, 0], [1, 1, 0], [0, 0, 1]])


@pytest.mark.parametrize(
    "make", [lambda A: A.astype(np.float32), np.asfortranarray, lambda A: A[::-1][::-1], list]
)
def test_other_forms_of_the_same_points_give_the_same_matrix(make):
    K = Gaussian()(make(X))
    np.testing.assert_allclose(K, Gaussian()(X), atol=1e-6)


def test_three_parametrisations_of_the_gaussian_agree():
    np.testing.assert_allclose(Gaussian(2.0)(X), Gaussian(1.0)(X / 2), atol=1e-15)


def test_the_gaussian_goes_from_the_identity_to_all_ones():
    points = line(0, 1, 3)
    assert np.abs(Gaussian(0.05)(points) - np.eye(3)).max() == pytest.approx(1.4e-87, rel=0.02)
    assert np.abs(Gaussian(1e3)(points) - 1).max() == pytest.approx(4.5e-6, rel=0.01)
    assert Gaussian(1e-3)(line(0, 0))[0, 1] == 1  # equal points stay equal at any width


def test_the_gaussian_has_no_finite_rank_the_quadratic_has_six():
    for n in (6, 12):
        assert np.linalg.matrix_rank(Gaussian(0.5)(X[:n])) == n
    assert np.linalg.matrix_rank(Polynomial(2)(X)) == 6


def test_the_mahalanobis_gaussian_is_the_gaussian_after_whitening():
    S = np.array([[2.0, 1], [1, 2]])
    K = MahalanobisGaussian(S)(toy_b())
    np.testing.assert_allclose(K, Gaussian()(whiten(toy_b(), S)), atol=1e-15)
    np.testing.assert_allclose(K, np.exp(-(mahalanobis(toy_b(), None, S) ** 2) / 2), atol=1e-14)
    assert smallest(K) == pytest.approx(0.0660, abs=1e-4)


@pytest.mark.parametrize("order", [0.5, 1.5, 2.5])
def test_matern_is_the_mixture_of_gaussians_its_proof_names(order):
    """k(r) = E exp(−r²/2ℓ²g), g ~ Gamma(order, order)."""
    length = 0.8
    from math import gamma

    def integrand(g, r):
        density = order**order * g ** (order - 1) * np.exp(-order * g) / gamma(order)
        return np.exp(-(r**2) / (2 * length**2 * g)) * density

    for r in (0.1, 0.5, 1.7):
        value, _ = integrate.quad(integrand, 0, np.inf, args=(r,), limit=200)
        assert Matern(order, length)(line(0), line(r)).item() == pytest.approx(value, rel=1e-6)


def test_rational_quadratic_is_the_mixture_of_gaussians_its_proof_names():
    from math import gamma

    a, length = 1.7, 0.6
    for r in (0.1, 0.9, 2.0):
        value, _ = integrate.quad(
            lambda g, r=r: (
                np.exp(-g * r**2 / (2 * length**2)) * a**a * g ** (a - 1) * np.exp(-a * g) / gamma(a)
            ),
            0,
            np.inf,
        )
        assert RationalQuadratic(length, a)(line(0), line(r)).item() == pytest.approx(value, rel=1e-7)


def test_laplace_is_the_mixture_of_cosines_its_proof_names():
    value, _ = integrate.quad(
        lambda w: 2 * 1.3 / (np.pi * (1.3**2 + w**2)), 0, np.inf, weight="cos", wvar=0.8
    )
    assert Laplace(1.3)(line(0), line(0.8)).item() == pytest.approx(value, rel=1e-6)


def test_laplace_on_the_line_has_a_tridiagonal_inverse():
    inverse = np.linalg.inv(Laplace()(line(0, 1, 3, 4)))
    assert inverse[0, :2] == pytest.approx([1.1565, -0.4255], abs=1e-4)
    assert np.abs(np.triu(inverse, 2)).max() < 1e-14
    assert smallest(Laplace(3.0)(X[:20])) > 0


def test_periodic_repeats_and_is_a_pulled_back_gaussian():
    k = Periodic(period=2.5, length=0.7)
    np.testing.assert_allclose(k(X, X + 2.5), k(X), atol=1e-12)
    angles = 2 * np.pi * X / 2.5
    circle = np.hstack([np.cos(angles), np.sin(angles)])
    np.testing.assert_allclose(k(X), Gaussian(0.7)(circle), atol=1e-12)


def test_minimum_on_the_positive_line():
    K = Minimum()(line(1, 2, 3))
    np.testing.assert_allclose(np.linalg.cholesky(K), np.tril(np.ones((3, 3))))
    assert np.linalg.eigvalsh(K) == pytest.approx([0.308, 0.643, 5.049], abs=1e-3)


def test_mercer_eigenvalues_of_the_minimum():
    """Eigenvalues of the Gram matrix over n approach 4/((2j − 1)²π²)."""
    n = 800
    values = np.linalg.eigvalsh(Minimum()((np.arange(n)[:, None] + 0.5) / n))[::-1] / n
    np.testing.assert_allclose(values[:3], [0.405285, 0.045032, 0.016211], rtol=1e-3)
    t, j = np.linspace(0, 1, 20), np.arange(1, 4000)[:, None]
    waves = np.sqrt(2) * np.sin((2 * j - 1) * np.pi * t / 2)
    series = (waves * (4 / ((2 * j - 1) ** 2 * np.pi**2))).T @ waves
    np.testing.assert_allclose(series, Minimum()(t[:, None]), atol=1e-4)


def test_bilinear_is_a_kernel_exactly_when_m_is_symmetric_psd():
    M = np.array([[2.0, 1], [1, 2]])
    values, U = np.linalg.eigh(M)
    H = np.sqrt(values)[:, None] * U.T
    np.testing.assert_allclose(H.T @ H, M)
    np.testing.assert_allclose(Bilinear(M)(X), (X @ H.T) @ (X @ H.T).T)
    assert judge(Bilinear(M)).proved and judge(Bilinear(np.zeros((2, 2)))).proved
    assert judge(Bilinear([[-1]])).witness.value < 0
    assert judge(Bilinear([[1, 2], [-2, 1]])).witness.pair  # aᵀMa = ‖a‖², and yet no kernel
    indefinite = judge(Bilinear([[1, 2], [2, 1]]))
    assert indefinite.witness.recompute(Bilinear([[1, 2], [2, 1]])) < 0


def test_normalised_exponential_is_the_gaussian():
    np.testing.assert_allclose(exp(Linear()).normalised()(X), Gaussian()(X), atol=1e-14)


def test_polynomials_are_valid_for_every_degree():
    for p in range(1, 5):
        K = Polynomial(p)(np.random.default_rng(p).standard_normal((40, 3)))
        assert smallest(K) >= -1e-9 * np.abs(K).max()


def test_cosine_has_rank_two():
    assert np.linalg.matrix_rank(Cosine(2.0)(line(0, 1, 2, 3)), tol=1e-10) == 2


def test_fourier_series_is_valid_exactly_without_negative_coefficients():
    good, bad = FourierSeries([1, 0.5, 0.25]), FourierSeries([1, 0.5, -0.4])
    angles = 2 * np.pi * np.arange(12)[:, None] / 12
    assert judge(good).proved and good.witness is None
    assert smallest(bad(angles)) == pytest.approx(-4.8)
    assert judge(bad).refuted and bad.witness.recompute(bad) == pytest.approx(bad.witness.value)
    assert judge(2 * bad).refuted  # found by search on its own angles


def test_the_poisson_kernel_is_its_series():
    x = np.linspace(-4, 4, 17)[:, None]
    series = FourierSeries([0.6**l for l in range(80)])
    np.testing.assert_allclose(Poisson(0.6)(x), series(x), atol=1e-12)
    np.testing.assert_allclose(Poisson(0.6)(x), (1 - 0.36) / (1 - 1.2 * np.cos(x - x.T) + 0.36))
    assert (Poisson(0)(x) == 1).all()


def test_exponentiated_hamming_on_all_bytes():
    bits = np.array(np.meshgrid(*[[0, 1]] * 4)).reshape(4, -1).T
    assert smallest(ExponentiatedHamming(0.5)(bits)) == pytest.approx(0.02397, abs=1e-5)
    assert ExponentiatedHamming(1.0)(["abc"], ["abd"]).item() == pytest.approx(np.exp(-1))
    words = np.array([["a", "b"], ["a", "c"]])
    assert ExponentiatedHamming(1.0)(words)[0, 1] == pytest.approx(np.exp(-1))


def test_spectrum_counts_pieces_of_words():
    assert Spectrum(2)(["abab"], ["baba"]).item() == 4
    assert Spectrum(2)(["a"]).item() == 0 and Spectrum(1)(["aab"]).item() == 5
    words = ["abab", "baba", "aabb", "bbaa", "abba", ""]
    assert smallest(Spectrum(2)(words)) > -1e-13


def test_random_walks_are_counted_by_the_kronecker_product():
    named = graphs()
    k, chosen = RandomWalk(0.1), [named[name] for name in ("K3", "P3", "C4", "S4")]
    K = k(chosen)
    assert K[0, 0] == pytest.approx(15) and K[0, 1] == pytest.approx(12.391304, abs=1e-6)
    assert np.linalg.eigvalsh(K) == pytest.approx([0, 0.0125, 0.821, 73.41], abs=1e-2)
    for i, A in enumerate(chosen):
        for j, B in enumerate(chosen):
            product = np.kron(A, B)
            assert K[i, j] == pytest.approx(
                np.linalg.solve(np.eye(len(product)) - 0.1 * product, np.ones(len(product))).sum()
            )
    walks = [
        sum(
            np.linalg.matrix_power(A, steps).sum()
            * 0.1 ** (steps / 2)
            * np.linalg.matrix_power(chosen[1], steps).sum()
            * 0.1 ** (steps / 2)
            for steps in range(60)
        )
        for A in chosen[:1]
    ]
    assert walks[0] == pytest.approx(12.391304, abs=1e-6)
    assert judge(-k).refuted


def test_the_median_heuristic():
    assert median_sigma(line(0, 1, 3)) == 2
    assert median_sigma(line(0, 0, 1)) == 1  # equal points have no say
    assert median_sigma(7 * X) == pytest.approx(7 * median_sigma(X))
