"""What is called proved is proved for every size, both components of a group, every pattern of labels."""

from fractions import Fraction

import pytest
import sympy

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.quantities import Quantity
from kernelcourse.derivation.judging.polynomials import escaping, interpolated, real_roots
from kernelcourse.derivation.proving.curvature import Curvature, Curve
from kernelcourse.derivation.proving.defined import unproved
from kernelcourse.derivation.proving.identity import identity
from kernelcourse.derivation.proving.signs import Sign, Signs
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.effort import spent
from kernelcourse.language.errors import TooMuch
from kernelcourse.language.modular import Modular
from kernelcourse.language.polynomials import plus, times
from kernelcourse.language.primes import generator, is_prime, prime_above, random_prime

GIVEN = {
    "A": "matrix(n, n)", "B": "matrix(n, n)", "X": "matrix(n, d)", "K": "psd(n)", "P": "pd(n)", "Q": "orthogonal(n)",
    "u": "unit(n)", "s": "labels(n)", "S": "partition(n, k)", "x": "vector(n)", "w": "vector(d)", "a": "scalar",
    "b": "scalar", "lam": "positive", "z": "complex",
}  # fmt: skip
SETTING = read_setting(GIVEN)


def same(left, right):
    return identity(*(Quantity(SETTING.read(text), SETTING) for text in (left, right)))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("norm(X @ w)**2", "w @ X.T @ X @ w"), ("trace(A @ B)", "trace(B @ A)"), ("Q.T @ Q", "I(n)"), ("u @ u", "1"),
        ("s * s", "ones(n)"), ("S @ ones(k)", "ones(n)"), ("exp(a + b)", "exp(a)*exp(b)"), ("sqrt(lam)**2", "lam"),
        ("inv(X.T @ X + lam*I(d)) @ X.T", "X.T @ inv(X @ X.T + lam*I(n))"), ("sqrt(a**2)", "abs(a)"),
        ("cos(a)**2 + sin(a)**2", "1"),
        ("log(exp(a)*exp(b))", "a + b"), ("z*conj(z)", "abs(z)**2"), ("sum(x[i]**2 for i in range(n))", "x @ x"),
    ],
)  # fmt: skip
def test_identities_are_proved(left, right):
    assert same(left, right).proved


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("det(Q)", "1"), ("(A @ B - B @ A) @ (A @ B - B @ A) @ A", "A @ (A @ B - B @ A) @ (A @ B - B @ A)"),
        ("2**n", "2*n**2 - 6*n + 8"), ("S.T @ S", "I(k)"), ("s[0]", "1"), ("sign(a)**2", "1"), ("sqrt(a**2)", "a"),
        ("x @ x", "x @ x + (n - 2)*(n - 3)*(n - 4)*sum(x)"), ("a", "a + 1e-300"), ("A @ A", "trace(A)*A - det(A)*I(n)"),
    ],
)  # fmt: skip
def test_what_holds_here_and_there_is_not_proved(left, right):
    assert not same(left, right).proved


def test_definedness_by_rule():
    def asked(text):
        return [str(one) for one in unproved(SETTING.read(text), SETTING)]

    assert asked("inv(K + lam*I(n)) @ x / (1 + x @ x) + log(lam) + sqrt(x @ K @ x) / n") == []
    assert asked("inv(K) @ x / a") == ["a is not zero", "K is invertible"]
    assert asked("log(a) + sqrt(b)") == ["a is positive", "b is not negative"]


def test_signs_and_curvature():
    signs = Signs(SETTING)
    assert signs.of(SETTING.read("exp(a) + a**2")) == Sign.POSITIVE
    assert signs.of(SETTING.read("lam * x @ K @ x")) == Sign.NONNEGATIVE
    assert signs.of(SETTING.read("a - b")) == Sign.UNKNOWN
    bends = Curvature("w", SETTING)
    assert bends.of(SETTING.read("norm(X @ w - x)**2 + lam*norm(w)**2")) == Curve.CONVEX
    assert bends.of(SETTING.read("a*norm(w)**2")) == Curve.UNKNOWN


def test_polynomials_know_all_real_roots():
    cubic = interpolated(lambda t: (t - 1) * (t - 300) * (t**2 + 1))
    assert cubic is not None and real_roots(cubic) == [1, 300]
    assert escaping(cubic, (Fraction(-1), Fraction(1))) == [300]


def test_roots_that_lie_too_near_to_each_other_are_given_up():
    """(t² − 2)² (t² − 3)² t² = 10⁻⁴⁰⁰⁰ took minutes; the work is counted, and ends."""
    near = times((Fraction(-2), Fraction(0), Fraction(1)), (Fraction(-3), Fraction(0), Fraction(1)))
    near = plus(times(times(near, near), (Fraction(0), Fraction(0), Fraction(1))), (Fraction(-1, 10**4000),))
    prices = []
    for _ in range(2):
        before = spent()
        with pytest.raises(TooMuch):
            real_roots(near)
        prices.append(spent() - before)
    assert 1e5 < prices[0] < 2e6 and prices[0] == pytest.approx(prices[1])  # remembered, and paid for again
    assert interpolated(lambda t: 1 / (t + 100)) is None


@pytest.mark.parametrize("start", [-2, 293**2 - 60, 307 * 311 - 60, 2**61 - 301, 2**64 - 60, 2**89 - 61])
def test_primes_are_those_that_another_test_finds(start):
    numbers = range(start, start + 400)
    assert [n for n in numbers if is_prime(n)] == [n for n in numbers if sympy.isprime(n)]


def test_primes_and_roots():
    below = random_prime(3)
    above = prime_above(below, 3)
    assert is_prime(above) and (above - 1) % below == 0 and pow(generator(below, above), below, above) == 1
    assert not is_prime(3215031751)  # a strong pseudoprime to 2, 3, 5 and 7
    field = Modular(below)
    first, second = (field.random() ** 2 % below for _ in range(2))
    assert field.root(first) * field.root(second) % below == field.root(first * second % below)


def test_the_sign_of_a_constant_is_not_left_to_chance():
    """In a prime field 3 is as often a square as not: a proof must not hang on the first few primes."""
    wrong = Derivation(given={"w": "scalar"}, start="abs(w - 1) + abs(w + 1)").minimiser("2", over="w")
    assert {check(wrong).lines[-1].verdict for _ in range(40)} == {"refuted"}


def test_a_label_is_the_same_in_an_exponent_and_beside_it():
    """Exponents live in a field of their own; a label must not be drawn twice."""
    derivation = Derivation(given={"y": "labels(n)"}, start="exp(y)").then("cosh(1)*ones(n) + y*sinh(1)")
    assert all(check(derivation, seed=seed).lines[-1].verdict == "proved" for seed in range(5))


@pytest.mark.parametrize(
    ("left", "right"), [("max(p, 1e-40)", "p"), ("min(p, 2*q)", "p"), ("max(p, q) + min(p, q)", "2*p")]
)
def test_which_of_two_positive_numbers_is_larger_is_never_taken_for_granted(left, right):
    given = {"p": "positive", "q": "positive"}
    line = Derivation(given=given, start=left).then(right)
    assert all(check(line).lines[-1].outcome.verdict == "refuted" for _ in range(60))
