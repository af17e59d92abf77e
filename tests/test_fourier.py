"""The Fourier-series space: its inner product reproduces, that of L² does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse.fourier import L2, FourierSpace, PeriodicFunction, dirichlet, from_samples, poisson_space
from kernelcourse.kernels import Poisson

POISSON = poisson_space(0.5)
ANGLES = 2 * np.pi * np.arange(64) / 64


def random_function(seed, order=3):
    rng = np.random.default_rng(seed)
    return PeriodicFunction(rng.standard_normal(2 * order + 1) + 1j * rng.standard_normal(2 * order + 1))


def mean(values):
    """1/2π ∫ over a period, exact for trigonometric polynomials of low order."""
    return values.mean()


def test_samples_determine_the_coefficients():
    f = random_function(0)
    again = from_samples(f(2 * np.pi * np.arange(7) / 7))
    np.testing.assert_allclose(again.coefficients, f.coefficients, atol=1e-12)
    assert f.order == 3 and f.frequencies.tolist() == [-3, -2, -1, 0, 1, 2, 3]


def test_parseval_the_l2_product_is_a_sum_of_coefficients():
    f, g = random_function(1), random_function(2, order=5)
    assert L2.inner(f, g) == pytest.approx(mean(f(ANGLES) * g(ANGLES).conj()))
    wave = PeriodicFunction([0, 0, 1])
    assert np.sum(np.abs(wave(ANGLES)) ** 2) * 2 * np.pi / 64 == pytest.approx(2 * np.pi)  # hence the 1/2π


@given(st.integers(0, 500), st.complex_numbers(max_magnitude=3, allow_nan=False))
def test_the_inner_product_is_linear_and_conjugate_symmetric(seed, c):
    f, g, h = (random_function(seed + i, order=2 + i) for i in range(3))
    for space in (L2, POISSON):
        assert space.inner(c * f + g, h) == pytest.approx(c * space.inner(f, h) + space.inner(g, h), abs=1e-7)
        assert space.inner(f, g) == pytest.approx(np.conj(space.inner(g, f)))
        assert space.inner(f, f).real == pytest.approx(space.norm(f) ** 2) and space.norm(f) > 0
        assert space.norm(f - f) == 0


def test_without_conjugation_symmetry_fails():
    f, g = PeriodicFunction([0, 0, 1]), PeriodicFunction([0, 0, 1j])
    assert L2.inner(f, g) == -1j and L2.inner(g, f) == 1j


@given(st.integers(0, 500), st.floats(-4, 4))
def test_the_kernel_reproduces_in_its_own_space(seed, x):
    f = random_function(seed)
    assert POISSON.inner(f, POISSON.feature(x, 3)) == pytest.approx(complex(f(x)), abs=1e-9)
    assert abs(f(x)) <= POISSON.norm(f) * POISSON.evaluation_norm(3) * (1 + 1e-12)


@given(st.floats(-4, 4), st.floats(-4, 4))
def test_features_have_the_kernel_as_inner_product(x, y):
    """⟨k(·, x), k(·, y)⟩ = k(y − x)."""
    product = POISSON.inner(POISSON.feature(x, 60), POISSON.feature(y, 60))
    assert product == pytest.approx(Poisson(0.5)([[y]], [[x]]).item(), abs=1e-9)
    assert product.real == pytest.approx(POISSON.kernel(60)([[y]], [[x]]).item(), abs=1e-9)


def test_in_l2_the_poisson_kernel_does_not_reproduce_but_the_dirichlet_kernel_does():
    f, x = random_function(4), 0.7
    assert abs(L2.inner(f, POISSON.feature(x, 3)) - f(x)) > 0.1
    assert L2.inner(f, L2.feature(x, 3)) == pytest.approx(complex(f(x)))
    t = np.linspace(0.1, 3, 5)[:, None]
    np.testing.assert_allclose(dirichlet(3)(t, [[0.0]]), np.sin(3.5 * t) / np.sin(t / 2))


def test_evaluation_is_unbounded_in_l2_and_bounded_in_the_poisson_space():
    orders = (10, 1000, 100_000)
    assert [L2.evaluation_norm(L) for L in orders] == pytest.approx([4.58, 44.7, 447.2], abs=0.05)
    limit = np.sqrt((1 + 0.5) / (1 - 0.5))
    assert [POISSON.evaluation_norm(L) for L in orders] == pytest.approx([limit] * 3, rel=1e-3)
    peak = L2.feature(0.0, 1000) * (1 / L2.evaluation_norm(1000))  # norm 1, and as high as the bound allows
    assert L2.norm(peak) == pytest.approx(1) and abs(peak(0.0)) == pytest.approx(L2.evaluation_norm(1000))


def test_the_norm_charges_for_high_frequencies():
    smooth = FourierSpace(lambda l: 1 / (1 + l.astype(float) ** 2) ** 2)
    costs = [smooth.norm(PeriodicFunction([0.5, *[0] * (2 * l - 1), 0.5])) for l in (1, 2, 4, 8)]
    assert (np.diff(costs) > 0).all() and costs[-1] == pytest.approx((1 + 64) / np.sqrt(2))


def test_functions_of_the_space_may_decay_more_slowly_than_the_kernel():
    """f̂ = l⁻³ with k̂ = l⁻⁴ has ‖f‖² = Σ l⁻² → π²/6 (one side), though f̂/k̂ = l → ∞."""
    space = FourierSpace(lambda l: np.where(l == 0, 1.0, np.abs(np.where(l == 0, 1, l)) ** -4.0))

    def squared(order):
        one_sided = np.concatenate([np.zeros(order + 1), np.arange(1.0, order + 1) ** -3])
        return space.norm(PeriodicFunction(one_sided)) ** 2

    assert [squared(L) for L in (10, 1000, 100_000)] == pytest.approx(
        [1.5498, 1.6439, np.pi**2 / 6], abs=1e-4
    )


def test_a_frequency_of_weight_zero_is_outside_the_space():
    space = FourierSpace(lambda l: (np.abs(l) == 1) / 2)  # k = cos(x − y)
    sin2 = PeriodicFunction([0.5j, 0, 0, 0, -0.5j])
    assert space.norm(sin2) == np.inf
    with pytest.raises(ValueError, match="frequency 2"):
        space.inner(sin2, sin2)
    sin1 = PeriodicFunction([0.5j, 0, -0.5j])
    assert space.norm(sin1) == pytest.approx(1) and space.inner(sin1, sin1) == pytest.approx(1)


def test_a_series_of_a_jump_converges_to_the_middle_and_overshoots():
    """f(x) = x on (−π, π): the series is 0 at π, and exceeds π nearby (Gibbs)."""
    order = 200
    l = np.arange(1, order + 1)
    half = 1j * (-1.0) ** l / l
    f = PeriodicFunction(np.concatenate([-half[::-1], [0], half]))
    assert abs(f(np.pi)) < 1e-10
    assert f(np.linspace(3, np.pi, 2001)).real.max() == pytest.approx(3.688, abs=2e-3)


def test_periodic_functions_are_values():
    f, g = random_function(1), random_function(2, order=4)
    np.testing.assert_allclose((2 * f - g)(ANGLES), 2 * f(ANGLES) - g(ANGLES))
    np.testing.assert_allclose((f + g)(ANGLES), f(ANGLES) + g(ANGLES))
    assert f(np.zeros((2, 3))).shape == (2, 3) and str(f) == "Σ f̂_l e^(ilx), |l| ≤ 3"
    with pytest.raises(ValueError, match="read-only"):
        f.coefficients[0] = 1
    with pytest.raises(TypeError):
        f + 1
    with pytest.raises(TypeError):
        f - 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: PeriodicFunction([1, 2]), "odd number"),
        (lambda: PeriodicFunction([[1]]), "odd number"),
        (lambda: PeriodicFunction([np.nan]), r"coefficients\[0\] is not finite"),
        (lambda: from_samples([1, 2]), "odd number"),
        (lambda: random_function(0)(np.nan), "finite angles"),
        (lambda: poisson_space(1), "rho = 1"),
        (lambda: poisson_space("a"), "rho must be a number"),
        (lambda: FourierSpace(lambda l: -np.ones(len(l))).norm(random_function(0)), "k̂_l ≥ 0"),
        (lambda: FourierSpace(lambda l: np.exp(l / 1.0)).kernel(2), "k̂₋ₗ = k̂ₗ"),
        (lambda: L2.feature(np.inf, 2), "x must be finite"),
        (lambda: L2.evaluation_norm(-1), "order = -1"),
        (lambda: dirichlet(1.5), "order must be a whole number"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
