"""The closure rules: what a sum, a product, a power, a weighting of kernels is, and what none of them allows."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse.features import gram_features, polynomial_features
from kernelcourse.kernels import (
    Bilinear,
    Centered,
    Claimed,
    Constant,
    Gaussian,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Polynomial,
    Precomputed,
    Spectrum,
    exp,
    polynomial,
)
from kernelcourse.rkhs import feature_distances
from kernelcourse.validity import judge

X = np.random.default_rng(3).standard_normal((20, 3))
THREE = np.array([[0.5], [1.0], [2.0]])
EIGENVALUES = np.linalg.eigvalsh


def test_feature_distance_is_computed_from_three_kernel_values():
    """‖φ(x) − φ(z)‖² = k(x, x) + k(z, z) − 2 k(x, z)."""
    x, z = np.array([[1.0, 2]]), np.array([[3.0, -1]])
    explicit = np.linalg.norm(polynomial_features(x, 2) - polynomial_features(z, 2))
    assert (
        feature_distances(Polynomial(2), x, z).item()
        == pytest.approx(explicit)
        == pytest.approx(np.sqrt(149))
    )
    assert feature_distances(Gaussian(), x, z).item() ** 2 == pytest.approx(1.996993, abs=1e-6)
    assert feature_distances(Polynomial(2, c=0), x, -x).item() == 0  # a pseudo-metric: x and −x coincide


def test_a_quadratic_form_is_a_squared_length():
    """Σ aᵢaⱼ k(xᵢ, xⱼ) = ‖Σ aᵢ φ(xᵢ)‖² ≥ 0."""
    a = np.random.default_rng(0).standard_normal(20)
    assert a @ Polynomial(2)(X) @ a == pytest.approx(np.sum((a @ polynomial_features(X, 2)) ** 2))


def test_every_psd_matrix_has_features_and_symmetry_is_needed():
    K = Gaussian()(X)
    np.testing.assert_allclose(gram_features(K) @ gram_features(K).T, K, atol=1e-12)
    assert judge(Precomputed(K)).proved and judge(Precomputed([[1, 1], [-1, 1]])).refuted


def test_a_sum_puts_features_side_by_side():
    k = Polynomial(2) + Linear()
    F = np.hstack([polynomial_features(X, 2), X])
    np.testing.assert_allclose(k(X), F @ F.T)


def test_a_product_has_all_products_of_features():
    x = np.array([1.5, -0.4])
    f, g = np.stack([np.ones(2), x], axis=1), np.stack([x**2, 2 * x, np.full(2, 3.0)], axis=1)
    K = (Precomputed(f @ f.T) * Precomputed(g @ g.T))([0, 1])
    assert K[0, 1] == pytest.approx(2.784)
    A, B = np.outer(f[0], g[0]), np.outer(f[1], g[1])
    for expression in (
        (f[0] @ f[1]) * (g[0] @ g[1]),
        np.trace(A.T @ B),
        (A * B).sum(),
        A.ravel() @ B.ravel(),
    ):
        assert expression == pytest.approx(K[0, 1])
    assert EIGENVALUES((Gaussian() * Polynomial(2))(X))[0] > 0  # Schur, without any finite feature map


def test_multiples_keep_validity_only_when_not_negative():
    assert judge(0 * Linear()).proved and judge(3 * Linear()).proved
    assert (-1 * Linear()).certificate is None and judge(-Linear()).refuted
    assert EIGENVALUES((-1 * Linear())(THREE))[0] == pytest.approx(-5.25)


def test_polynomials_of_a_kernel_need_non_negative_coefficients():
    assert judge(polynomial(Linear(), [0, 0, 1])).proved
    bad = polynomial(Linear(), [0, -1, 1])
    assert EIGENVALUES(bad(THREE))[0] == pytest.approx(-0.5122, abs=1e-4)
    assert judge(bad, THREE).refuted
    t = Linear()(X)
    np.testing.assert_allclose(polynomial(Linear(), [2, 0, -1, 0.5])(X), 2 - t**2 + t**3 / 2)


def test_the_exponential_is_the_limit_of_polynomials():
    assert EIGENVALUES(exp(Linear())(THREE)) == pytest.approx([0.1211, 2.6928, 55.7866], abs=1e-4)
    series = polynomial(Linear(), [1 / float(np.prod(np.arange(1.0, j + 1))) for j in range(40)])
    np.testing.assert_allclose(series(THREE), exp(Linear())(THREE))


def test_weighting_and_normalisation():
    def shrunk(Z):
        return np.exp(-(Z**2).sum(axis=1) / 2)

    np.testing.assert_allclose(exp(Linear()).weighted(shrunk)(X), Gaussian()(X), atol=1e-13)
    np.testing.assert_allclose(exp(Linear()).normalised()(X), Gaussian()(X), atol=1e-13)
    np.testing.assert_allclose(np.diagonal(Polynomial(3).normalised()(X)), 1)


def test_differences_are_allowed_and_not_proved():
    assert (Gaussian() - Laplace()).certificate is None
    assert EIGENVALUES((Gaussian() - Linear())(THREE))[0] == pytest.approx(-3.60, abs=0.01)
    assert judge(Gaussian() - Linear()).refuted and judge(Linear() - 1).refuted


def test_numbers_stand_for_constant_kernels():
    K = Linear()(X)
    np.testing.assert_allclose((Linear() + 2)(X), K + 2)
    np.testing.assert_allclose((2 + Linear())(X), K + 2)
    np.testing.assert_allclose((Linear() - 2)(X), K - 2)
    np.testing.assert_allclose((2 - Linear())(X), 2 - K)
    np.testing.assert_allclose((Linear() + -2)(X), K - 2)
    np.testing.assert_allclose((Linear() - -2)(X), K + 2)
    np.testing.assert_allclose((-2 + Linear())(X), K - 2)
    np.testing.assert_allclose((np.float64(2) * Linear())(X), 2 * K)
    np.testing.assert_allclose((Linear() * np.int64(2))(X), 2 * K)
    assert (Linear() - -2).certificate is not None


@pytest.mark.parametrize("other", ["k", None, [1], np.ones(2), True])
def test_other_things_cannot_be_combined(other):
    for combine in (lambda k: k + other, lambda k: k * other, lambda k: k - other, lambda k: other - k):
        with pytest.raises(TypeError):
            combine(Linear())


def test_printing_shows_the_expression_that_was_typed():
    k = Gaussian(sigma=0.5) + 2 * (Linear() + 1) ** 3
    assert str(k) == "Gaussian(sigma=0.5) + 2 * (Linear() + 1) ** 3"
    assert str(Linear() - (Linear() + 1)) == "Linear() - (Linear() + 1)"
    assert str(Centered(Linear(), X)) == "Centered(Linear(), 20 points)"
    assert str(Linear().of(np.abs).normalised()) == "((Linear()).of(absolute)).normalised()"


expressions = st.recursive(
    st.sampled_from([Linear(), Gaussian(0.5), Polynomial(degree=2, c=0.5), Laplace(gamma=2)]),
    lambda parts: st.one_of(
        st.tuples(parts, parts).map(lambda pair: pair[0] + pair[1]),
        st.tuples(parts, parts).map(lambda pair: pair[0] - pair[1]),
        st.tuples(parts, parts).map(lambda pair: pair[0] * pair[1]),
        st.tuples(st.sampled_from([2, 0.1, -1]), parts).map(lambda pair: pair[0] * pair[1]),
        st.tuples(parts, st.integers(0, 3)).map(lambda pair: pair[0] ** pair[1]),
        parts.map(lambda k: polynomial(k, [1, 0.25])),
        parts.map(exp),
        parts.map(lambda k: k + 3),
    ),
    max_leaves=6,
)


@given(expressions)
def test_reading_what_is_printed_gives_the_same_value_back(k):
    again = eval(  # the package's own printing, not a reader's text
        str(k),
        {f.__name__: f for f in (Linear, Gaussian, Polynomial, Laplace, polynomial, exp)},
    )
    assert again == k and hash(again) == hash(k) and str(again) == str(k)


@pytest.mark.parametrize(
    ("make", "other"),
    [
        (lambda: Gaussian(2), Gaussian(3)),
        (lambda: Bilinear([[1, 0], [0, 2]]), Bilinear(np.eye(2))),
        (lambda: MahalanobisGaussian([1, 2]), MahalanobisGaussian([2, 1])),
        (lambda: Precomputed(np.eye(3)), Precomputed(2 * np.eye(3))),
        (lambda: Centered(Gaussian(), [[1.0], [2.0]]), Centered(Gaussian(), [[1.0], [3.0]])),
        (lambda: Centered(Spectrum(), ["a", "b"]), Centered(Spectrum(), ["a", "c"])),
        (lambda: Linear() + Precomputed(np.eye(2)), Linear() - Precomputed(np.eye(2))),
        (lambda: Linear() ** 2, polynomial(Linear(), [0, 0, 1])),
    ],
)
def test_equal_values_compare_equal(make, other):
    k = make()
    assert k == make() and hash(k) == hash(make())
    assert k != other and k != 1
    assert copy.deepcopy(k) == k and pickle.loads(pickle.dumps(k)) == k


def test_a_pull_back_sees_only_the_images():
    k = Gaussian().of(lambda words: np.array([[len(word)] for word in words]))
    assert k(["ab", "cd", "abc"]).tolist() == Gaussian()([[2], [2], [3]]).tolist()
    assert k.diagonal(["ab"]).tolist() == [1.0]


def test_centring_moves_the_mean_of_the_features_to_zero():
    k = Polynomial(2)
    F = polynomial_features(X, 2)
    J = np.eye(20) - 1 / 20
    centred = Centered(k, X)
    np.testing.assert_allclose(centred(X), J @ k(X) @ J, atol=1e-10)
    np.testing.assert_allclose(centred(X).sum(axis=0), 0, atol=1e-10)
    G = polynomial_features(X[:3] + 1, 2) - F.mean(axis=0)
    np.testing.assert_allclose(centred(X[:3] + 1), G @ G.T, atol=1e-9)
    np.testing.assert_allclose(centred.diagonal(X), np.diagonal(J @ k(X) @ J), atol=1e-10)
    assert np.array_equal(centred.center, X)


def test_centring_keeps_its_own_points():
    Z = X.copy()
    centred = Centered(Gaussian(), Z)
    before = centred(X)
    Z += 100
    np.testing.assert_allclose(centred(X), before)


def test_a_given_matrix_is_a_kernel_of_indices():
    K = Gaussian()(X)
    k = Precomputed(K)
    assert np.array_equal(k(range(20)), K) and np.array_equal(k([3, 1], [0]), K[[3, 1]][:, [0]])
    assert np.array_equal(k(np.array([[3.0], [1.0]])), K[np.ix_([3, 1], [3, 1])])
    assert np.array_equal(k.diagonal([5]), [1.0])
    K[0, 0] = 7
    assert k.K[0, 0] == 1
    assert "finite domain" in str(judge(k)) and k.certificate is k.certificate
    assert k.witness is None
    refuted = judge(Precomputed([[0, 1], [1, 4]]))
    assert refuted.witness.recompute(Precomputed([[0, 1], [1, 4]])) == refuted.witness.value == -2
    assert judge(Precomputed([[0, 1], [1, 4]]) + 0 * Precomputed(np.eye(2))).refuted


def test_a_matrix_too_close_to_call_is_left_open():
    almost = np.diag([1.0, -1e-11])
    assert judge(Precomputed([[1, 1], [1, 1 - 1e-10]])).refuted
    assert judge(Precomputed(almost)).refuted  # here the single point 1 has k = −1e-11 < 0 beyond doubt
    close = judge(Precomputed([[1, 1], [1, np.nextafter(1, 0)]]))
    assert close.open and "within rounding" in str(close)


@pytest.mark.parametrize("seed", range(8))
def test_a_product_computed_in_floats_is_never_refuted(seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((int(rng.integers(2, 60)), int(rng.integers(1, 9)))) * 10.0 ** rng.integers(-9, 9)
    assert not judge(Precomputed(X @ X.T)).refuted
    assert judge(Precomputed(np.abs(X @ X.T).max() * np.eye(len(X)) + X @ X.T)).proved


def test_a_small_negative_entry_beside_a_large_one_refutes():
    for small in (-1.0, -1000.0, -1e-20):
        assert judge(Precomputed([[1e20, 0], [0, small]])).refuted
        assert not judge(Bilinear([[1e20, 0], [0, small]])).proved
    assert judge(Precomputed([[1e20, 0], [0, 1e-20]])).proved
    assert judge(Precomputed([[2, 1, 1], [1, 2, 1], [1, 1, 2]])).proved
    assert judge(Precomputed(np.ones((5, 5)))).proved  # exactly singular, exactly semidefinite


def test_a_claimed_function_is_called_on_single_points():
    assert Claimed(lambda x, z: len(x) * len(z))(["ab", "c"]).tolist() == [[4, 2], [2, 1]]
    assert Claimed(lambda x, z: x * z)([[2.0], [3.0]]).tolist() == [[4, 6], [6, 9]]
    assert str(Claimed(max)) == "Claimed(max)"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Constant(-1), "c = -1 must be at least 0"),
        (lambda: Constant(1)([]), "empty"),
        (lambda: Linear() ** 0.5, "exponent of a kernel must be a whole number"),
        (lambda: Linear() ** -1, "must be at least 0"),
        (lambda: np.inf * Linear(), "the factor must be finite"),
        (lambda: Linear() + np.nan, "the constant must be finite"),
        (lambda: polynomial(Linear(), []), "coefficients is empty"),
        (lambda: polynomial(Linear(), [1, "a"]), r"coefficients\[1\] must be a number"),
        (lambda: Linear().of(lambda Z: Z[:1])(X), "φ made 1 points from the 20 of X"),
        (lambda: Linear().of(lambda Z: Z[:, 0])(X), r"φ\(X\) is 1-D"),
        (lambda: Linear().of(abs)([]), "empty"),
        (lambda: Linear().weighted(lambda Z: Z)(X), "g gave shape"),
        (lambda: Linear().weighted(lambda Z: np.full(len(Z), np.nan))(X), "g is not finite at point 0"),
        (lambda: Linear().normalised()([[0.0]]), r"k\(x, x\) = 0 at row 0 of X"),
        (lambda: Linear().normalised()([[1.0]], [[0.0]]), "row 0 of Z"),
        (lambda: Centered(Linear(), []), "1-D|empty"),
        (lambda: Precomputed([[1, 2]]), r"shape \(1, 2\)"),
        (lambda: Precomputed([[np.nan]]), "row 0"),
        (lambda: Precomputed(np.eye(2))([2]), "between 0 and 1"),
        (lambda: Precomputed(np.eye(2))([-1]), "between 0 and 1"),
        (lambda: Precomputed(np.eye(2))([0.5]), "whole numbers"),
        (lambda: Precomputed(np.eye(2))(["a"]), "whole numbers"),
        (lambda: Precomputed(np.eye(2))([]), "whole numbers"),
        (lambda: Claimed(lambda x, z: np.inf)([1]), "is inf at x = 1"),
        (lambda: Claimed(lambda x, z: "far")([1]), "gives no number at x = 1, z = 1"),
        (lambda: Claimed(lambda x, z: np.ones(2)).diagonal([1]), "gives no number"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
