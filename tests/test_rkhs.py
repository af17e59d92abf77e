"""The space of a kernel: the axioms, the reproducing property, and what follows from it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse import rkhs
from kernelcourse.datasets import graphs
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import (
    Gaussian,
    Laplace,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    RandomWalk,
    Spectrum,
)
from kernelcourse.learn import kernel_pca, nearest, nearest_centroid, ridge
from kernelcourse.rkhs import (
    KernelExpansion,
    evaluation_bound,
    feature,
    feature_distances,
    inner,
    interpolant,
    joined,
    mean_embedding,
    norm,
)

RNG = np.random.default_rng(5)
X, Z = RNG.standard_normal((7, 2)), RNG.standard_normal((4, 2))
SPACES = [Gaussian(0.7), Laplace(), Polynomial(2), Matern(2.5)]


def random_function(k, seed, q=None):
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((5, 2))
    return KernelExpansion(k, points, rng.standard_normal(5 if q is None else (5, q)))


@given(st.sampled_from(SPACES), st.integers(0, 1000), st.floats(-3, 3))
def test_the_inner_product_is_linear_symmetric_and_positive(k, seed, c):
    f, g, h = (random_function(k, seed + i) for i in range(3))
    size = norm(f) * norm(h) + norm(g) * norm(h) + 1
    assert inner(c * f + g, h) == pytest.approx(c * inner(f, h) + inner(g, h), abs=1e-9 * size)
    assert inner(f, g) == pytest.approx(inner(g, f), abs=1e-9 * size)
    assert norm(f) ** 2 == pytest.approx(inner(f, f), abs=1e-9 * size) and norm(f) >= 0
    assert norm(f + g) <= norm(f) + norm(g) + 1e-9 * size
    assert norm(f - f) == pytest.approx(0, abs=1e-6 * size)


@given(st.sampled_from(SPACES), st.integers(0, 1000))
def test_the_kernel_reproduces_and_bounds(k, seed):
    """f(x) = ⟨f, k(·, x)⟩ and |f(x)| ≤ ‖f‖ √k(x, x)."""
    f = random_function(k, seed)
    for x in Z:
        assert inner(f, feature(k, x)) == pytest.approx(f(x[None])[0], abs=1e-9 * (1 + norm(f)))
    assert (np.abs(f(Z)) <= evaluation_bound(f, Z) * (1 + 1e-9)).all()


@pytest.mark.parametrize("k", SPACES, ids=str)
def test_the_canonical_features_have_the_kernel_as_inner_product(k):
    values = [[inner(feature(k, x), feature(k, z)) for z in Z] for x in X]
    np.testing.assert_allclose(values, k(X, Z))
    lengths = [[norm(feature(k, x) - feature(k, z)) for z in Z] for x in X]
    np.testing.assert_allclose(feature_distances(k, X, Z), lengths, atol=1e-7)
    assert not np.diagonal(feature_distances(k, X)).any()


def test_the_squared_norm_is_the_quadratic_form():
    k, alpha = Gaussian(), RNG.standard_normal(7)
    f = KernelExpansion(k, X, alpha)
    assert norm(f) ** 2 == pytest.approx(alpha @ k(X) @ alpha)
    np.testing.assert_allclose([inner(f, feature(k, x)) for x in X], k(X) @ alpha)


def test_the_space_does_not_depend_on_the_feature_map():
    """On a finite set ‖f‖² = fᵀK⁺f, the same for the 3-d and the 4-d map of (x·z)²."""
    squares = X[:, :1] ** 2, X[:, 1:] ** 2, X[:, :1] * X[:, 1:]
    three = np.hstack([squares[0], squares[1], np.sqrt(2) * squares[2]])
    four = np.hstack([squares[0], squares[1], squares[2], squares[2]])
    np.testing.assert_allclose(three @ three.T, four @ four.T)
    np.testing.assert_allclose(four @ four.T, Polynomial(2, c=0)(X))
    f = KernelExpansion(Polynomial(2, c=0), X, RNG.standard_normal(7))
    for F in (three, four):
        weights = np.linalg.lstsq(F, f(X), rcond=None)[0]  # the shortest w with Fw = f
        assert np.linalg.norm(weights) == pytest.approx(norm(f))
    assert norm(f) ** 2 == pytest.approx(f(X) @ np.linalg.pinv(f.kernel(X)) @ f(X))


def test_a_polynomial_expansion_is_a_linear_function_of_its_features():
    f = KernelExpansion(Polynomial(2), X, RNG.standard_normal(7))
    w = polynomial_features(X, 2).T @ f.weights
    np.testing.assert_allclose(f(Z), polynomial_features(Z, 2) @ w)
    assert norm(f) == pytest.approx(np.linalg.norm(w))


def test_completeness_is_an_extra_demand():
    """The ramps clip(nx, −1, 1) are a Cauchy sequence in C[−1, 1] with the L² norm; their limit jumps."""
    x = np.linspace(-1, 1, 2_000_001)

    def gap(n):
        difference = np.clip(n * x, -1, 1) - np.clip(2 * n * x, -1, 1)
        return np.sqrt(
            np.trapezoid(difference**2, x) if hasattr(np, "trapezoid") else np.trapz(difference**2, x)
        )

    assert [gap(n) for n in (10, 100, 1000)] == pytest.approx([0.129, 0.0408, 0.0129], rel=0.01)


def test_the_mean_embedding_takes_means():
    f, mu = random_function(Gaussian(), 1), mean_embedding(Gaussian(), X)
    assert inner(f, mu) == pytest.approx(f(X).mean())
    assert norm(mu) ** 2 == pytest.approx(Gaussian()(X).mean())


def test_the_interpolant_is_the_shortest_function_through_the_data():
    k, y = Gaussian(), RNG.standard_normal(7)
    f = interpolant(k, X, y)
    np.testing.assert_allclose(f(X), y, atol=1e-8)
    rival = f + (detour := feature(k, Z[0]) - interpolant(k, X, k(X, Z[:1])[:, 0]))
    np.testing.assert_allclose(rival(X), y, atol=1e-7)
    assert norm(rival) > norm(f)
    assert inner(f, detour) == pytest.approx(0, abs=1e-6)  # functions that vanish on X are orthogonal to f
    assert interpolant(k, X, np.stack([y, -y], axis=1))(Z).shape == (4, 2)


def test_several_functions_at_once():
    f, g = random_function(Gaussian(), 1, q=3), random_function(Gaussian(), 2, q=2)
    assert f(Z).shape == (4, 3) and inner(f, g).shape == (3, 2) and norm(f).shape == (3,)
    for c in range(3):
        np.testing.assert_allclose(f[c](Z), f(Z)[:, c])
        assert norm(f[c]) == pytest.approx(norm(f)[c])
    assert inner(f[1], g[0]) == pytest.approx(inner(f, g)[1, 0])
    assert evaluation_bound(f, Z).shape == (4, 3)
    assert str(f).startswith("3 functions Σ αᵢ k(·, xᵢ) over 5 points")


def test_functions_form_a_vector_space():
    f, g = random_function(Gaussian(), 1), random_function(Gaussian(), 2)
    np.testing.assert_allclose((2 * f - g / 4)(Z), 2 * f(Z) - g(Z) / 4)
    np.testing.assert_allclose((np.float64(2) * f)(Z), 2 * f(Z))
    assert len((f + f).weights) == 5  # the same points are not repeated
    assert len((f + g).weights) == 10


def test_functions_of_words_graphs_and_indices():
    words = KernelExpansion(Spectrum(1), ["ab", "bb"], [1.0, -1.0])
    assert (words + feature(Spectrum(1), "a"))(["a", "b"]).tolist() == [1 - 0 + 1, 1 - 2]
    small = graphs()
    k = RandomWalk(0.1)
    assert inner(feature(k, small["K3"]), feature(k, small["P3"])) == pytest.approx(12.391304)
    table = Precomputed([[2.0, 1], [1, 3]])
    assert inner(feature(table, 0), feature(table, 1)) == 1
    assert joined(["a"], ["b"]) == ["a", "b"]


def test_evaluation_in_blocks_changes_nothing(monkeypatch):
    f = random_function(Gaussian(), 1, q=2)
    whole = f(X)
    monkeypatch.setattr(rkhs, "BLOCK", 7)
    np.testing.assert_allclose(f(X), whole)


def test_weights_are_protected_and_inputs_left_alone():
    weights = np.ones(7)
    f = KernelExpansion(Gaussian(), X, weights)
    with pytest.raises(ValueError, match="read-only"):
        f.weights[0] = 2
    weights[0] = 2.0  # the caller's own array stays writable


f = random_function(Gaussian(), 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: KernelExpansion(Gaussian(), X, [1.0]), "weights has 1 entries for 7 points"),
        (lambda: KernelExpansion(Gaussian(), X, [np.nan] * 7), "weights has NaN"),
        (lambda: KernelExpansion(Gaussian(), [1, 2], [1, 2]), "points is 1-D"),
        (lambda: f([[1, 2, 3]]), "same features"),
        (lambda: f([[np.nan, 1]]), "Z has NaN"),
        (lambda: f + random_function(Gaussian(), 0, q=2), "cannot add one function and 2 functions"),
        (lambda: f + random_function(Laplace(), 0), "use one kernel for both"),
        (lambda: inner(f, random_function(Gaussian(2.0), 0)), "use one kernel for both"),
        (lambda: f * np.inf, "the factor must be finite"),
        (lambda: f / 0, "divided by 0"),
        (lambda: mean_embedding(Gaussian(), np.zeros((0, 2))), "empty"),
        (lambda: interpolant(Linear(), [[1.0], [2.0]], [1, 1]), "no f in H passes through y"),
        (lambda: interpolant(Gaussian(), X, [1]), "y has 1 entries"),
        (lambda: norm(KernelExpansion(-Gaussian(), X, np.ones(7))), "is not a kernel"),
        (lambda: feature(Gaussian(), "a"), "numbers"),
        (lambda: evaluation_bound(f, [[np.inf, 0]]), "X has NaN or infinity"),
        (lambda: feature_distances(Gaussian(), X, [[1.0]]), "same features"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_functions_combine_with_functions_and_numbers_only():
    for call in (lambda: f + 1, lambda: f - 1, lambda: f * "2", lambda: f / "2", lambda: f * np.ones(2)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(IndexError, match="one function"):
        f[0]


@pytest.mark.parametrize(
    "use",
    [
        lambda k, far: ridge(k, [[1.0], [2.0]], [1.0, 2.0], 0.1)(far),
        lambda k, far: KernelExpansion(k, np.array([[1.0], [2.0]]), np.array([1.0, -1.0]))(far),
        lambda k, far: k.diagonal(far),
        lambda k, far: interpolant(k, far, [1.0, 2.0]),
        lambda k, far: nearest_centroid(k, far, [0, 1]),
        lambda k, far: nearest(k, [[1.0], [2.0]], far, 1),
        lambda k, far: kernel_pca(k, far, 1),
        lambda k, far: KernelExpansion(Linear(), np.ones((1, 1)), np.array([1e200]))(far),
    ],
)
@pytest.mark.parametrize("k", [Polynomial(3), Polynomial(2) * Polynomial(2), Polynomial(3) - Polynomial(3)])
def test_too_large_points_are_refused_and_never_become_a_silent_nan(use, k):
    with pytest.raises(ValueError, match="too large for a float"):
        use(k, np.array([[1e150], [2.0]]))
