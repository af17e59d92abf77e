"""The court's tools, each against an independent computation: Sturm, elimination, error bounds, spectra, words."""

from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.court import court, heard
from kernelcourse.court.algebra.exact import Bounded, NotFinite, Unclear, bounded, value_at
from kernelcourse.court.algebra.linear_algebra import positive_semidefinite, squares_of_form
from kernelcourse.court.algebra.sturm import nonnegative_on, roots_between
from kernelcourse.court.definedness import always_defined
from kernelcourse.court.domains import Domain
from kernelcourse.court.formula.reading import read
from kernelcourse.court.formula.words import edit_distance, hamming_distance
from kernelcourse.court.refuting.beyond import stationary
from kernelcourse.language.tree import Binary, Name, Number

F = Fraction


@pytest.mark.parametrize("seed", range(30))
def test_sturm_agrees_with_numpy_roots(seed):
    rng = np.random.default_rng(seed)
    roots = sorted(set(rng.integers(-5, 6, 4).tolist()))
    p = [F(1)]
    for root in roots:
        p = [a - root * b for a, b in zip([F(0), *p], [*p, F(0)])]
    assert roots_between(p, F(-6), F(6)) == len(roots)
    assert nonnegative_on(p, F(-6), F(6)) == bool(
        (np.polyval([float(c) for c in p[::-1]], np.linspace(-6, 6, 2401)) >= 0).all()
    )


def test_nonnegative_on_counts_double_roots_as_touching():
    square = [F(1), F(-2), F(1)]
    assert nonnegative_on(square, None, None)
    assert not nonnegative_on(square, None, None, strict=True)
    assert not nonnegative_on([F(0), F(1)], None, None)
    assert nonnegative_on([F(0), F(1)], F(0), None)
    assert not nonnegative_on([F(0), F(-1)], F(0), None)
    assert nonnegative_on([F(0), F(1), F(-1)], F(0), F(1))
    assert not nonnegative_on([F(0), F(-1), F(1)], F(0), F(1))


@pytest.mark.parametrize("seed", range(40))
def test_elimination_agrees_with_eigenvalues(seed):
    rng = np.random.default_rng(seed)
    B = rng.integers(-3, 4, (4, int(rng.integers(1, 5))))
    A = B @ B.T + (seed % 2) * np.diag([0, 0, 0, -1])
    assert positive_semidefinite([[F(int(v)) for v in row] for row in A]) == bool(
        np.linalg.eigvalsh(A)[0] > -1e-9
    )


def test_zero_pivot_with_a_nonzero_row_is_indefinite():
    assert not positive_semidefinite([[F(0), F(1)], [F(1), F(0)]])
    assert positive_semidefinite([[F(0), F(0)], [F(0), F(0)]])


@pytest.mark.parametrize(
    "text", ["exp(x*z)", "sqrt(2 + cos(x - z))", "(1 + x*x*z*z)**0.3", "tanh(x*z)/3", "1/(3 + sin(x + z))"]
)
def test_error_bounds_hold_against_long_arithmetic(text):
    import sympy

    rng = np.random.default_rng(2)
    for x, z in rng.standard_normal((20, 2)):
        found = bounded(value_at(read(text), Domain(), [x], [z]))
        truth = (
            sympy.sympify(text, rational=True)
            .subs({"x": sympy.Rational(x), "z": sympy.Rational(z)})
            .evalf(40)
        )
        assert abs(found.value - truth) <= found.error


def test_overflow_is_unclear_and_poles_are_not_finite():
    with pytest.raises(Unclear):
        value_at(read("exp(x*z)"), Domain(), [100.0], [100.0])
    with pytest.raises(NotFinite) as zero_over_zero:
        value_at(read("x*z/(abs(x)*abs(z))"), Domain(), [0.0], [0.0])
    assert zero_over_zero.value.removable
    with pytest.raises(NotFinite) as pole:
        value_at(read("1/(x*z)"), Domain(), [0.0], [1.0])
    assert not pole.value.removable
    assert value_at(read("(1 + x*z)**3"), Domain(), [0.5], [1.0]) == F(27, 8)
    assert isinstance(value_at(read("exp(x)"), Domain(), [0.5], [1.0]), Bounded)


def numerical_spectrum(f, d, omegas):
    """∫ f(r) ω-wave over R^d for d = 1 or 3, by the trapezoid rule."""
    r = np.linspace(0, 40, 20001)
    weights = np.full(r.size, r[1])
    weights[[0, -1]] /= 2
    wave = {1: lambda w: np.cos(w * r), 3: lambda w: r * np.sin(w * r) / w}[d]
    return np.array([weights @ (f(r) * wave(w)) for w in omegas])


@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("c", [-3, -1, 0, 1, 2])
def test_exponential_transform_agrees_with_an_integral(c, d):
    values = numerical_spectrum(lambda r: (1 + c * r) * np.exp(-r), d, np.linspace(0.01, 10, 60))
    verdict = court(f"(1 + {c}*norm(x - z))*exp(-norm(x - z))", dim=d)
    assert verdict.proved == bool((values > -1e-5).all())


@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("c", [-2, -1, -0.5, 1, 3])
def test_gaussian_transform_agrees_with_an_integral(c, d):
    values = numerical_spectrum(lambda r: (1 + c * r * r) * np.exp(-r * r / 2), d, np.linspace(0.01, 6, 60))
    verdict = court(f"(1 + {c}*norm(x - z)**2)*exp(-norm(x - z)**2/2)", dim=d)
    assert verdict.proved == bool((values > -1e-9).all())


def test_squares_of_a_form_add_up_to_it():
    rng = np.random.default_rng(1)
    B = rng.integers(-3, 4, (4, 3))
    C = [[F(int(v)) for v in row] for row in B @ B.T]
    found = squares_of_form(C)
    total = [[sum(c * h[i] * h[j] for c, h in found) for j in range(4)] for i in range(4)]
    assert total == C and all(c > 0 for c, _ in found)
    assert squares_of_form([[F(0), F(1)], [F(1), F(0)]]) is None


def test_distances_between_words():
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == 3
    assert hamming_distance("karolin", "kathrin") == 3
    assert hamming_distance("ab", "abcd") == 2


@pytest.mark.parametrize(("power", "always"), [(2, True), (0, True), (-1, False), (F(1, 2), False)])
def test_only_powers_that_need_no_sign_are_defined_anyway(power, always):
    assert always_defined(Binary("**", Name("x"), Number(power))) == always


@pytest.mark.parametrize(
    ("k", "moves"), [("cos(x - z)", False), ("exp(-abs(x - z))", False), ("x*z", True), ("min(x, z)", True)]
)
def test_what_changes_when_its_points_are_shifted(k, moves):
    assert stationary(*heard(k, 1, "real")) != moves
