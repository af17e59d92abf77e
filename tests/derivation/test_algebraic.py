"""Inequalities between algebraic expressions are proved exactly; none that breaks somewhere is."""

from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.derivation.proving.algebraic.proof import surely_ordered
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.algebra.cells import between, samples
from kernelcourse.language.algebra.multivariate import Poly, quotient, resultant, shared
from kernelcourse.language.effort import Limit
from tests.derivation.corpus import each

GIVEN = {
    "a": "scalar", "b": "scalar", "c": "positive", "e": "positive", "m": "nonnegative", "t": "interval(0, 1)",
    "r": "interval(-1, 1)", "x": "vector(n)", "z": "vector(n)", "u": "unit(n)", "p": "positive_vector(n)",
    "K": "psd(n)", "P": "pd(n)", "S": "symmetric(n)", "A": "matrix(n, n)", "B": "matrix(n, n)", "Q": "orthogonal(n)",
}  # fmt: skip

TRUE = """
a*b <= (a**2 + b**2)/2 | (a + b)**4 <= 8*(a**4 + b**4) | a**2 + b**2 + 1 >= a*b + a + b | a**4 + 1 > a
c + 1/c >= 2 | sqrt(c*e) <= (c + e)/2 | 2*c*e/(c + e) <= sqrt(c*e) | (c + e)*(1/c + 1/e) >= 4
c**3 + e**3 + m**3 >= 3*c*e*m
abs(a + b) <= abs(a) + abs(b) | abs(abs(a) - abs(b)) <= abs(a - b) | max(a, b) >= a | min(a, b) <= (a + b)/2
sqrt(a**2 + b**2) <= abs(a) + abs(b) | sqrt(1 + a**2) >= a | abs(sqrt(c) - sqrt(e)) <= sqrt(abs(c - e))
t*(1 - t) <= 1/4 | t**2 < t | r**4 <= r**2 | sqrt(1 - r**2) <= 1 - r**2/2 | 1 - t < 1/(1 + t) | t < 1
norm(x + z) <= norm(x) + norm(z) | abs(x @ z) <= norm(x)*norm(z) | abs(norm(x) - norm(z)) <= norm(x - z)
norm(t*x + (1 - t)*z)**2 <= t*norm(x)**2 + (1 - t)*norm(z)**2 | 2*x @ z <= c*norm(x)**2 + norm(z)**2/c
(x @ K @ z)**2 <= (x @ K @ x)*(z @ K @ z) | K[0, 1]**2 <= K[0, 0]*K[1, 1] | u @ x <= norm(x) | norm(Q @ x) <= norm(x)
sum(x)**2 <= n*(x @ x) | mean(x)**2 <= mean(x**2) | norm(x, 1) <= sqrt(n)*norm(x) | trace(A)**2 <= n*trace(A.T @ A)
norm(A @ x) <= norm(A)*norm(x) | trace(A @ A) <= trace(A @ A.T) | trace(K)**2 <= n*trace(K @ K) | trace(K @ P) >= 0
sigmoid(a)*(1 - sigmoid(a)) <= 1/4 | tanh(a)**2 < 1 | cosh(a) >= 1 | exp((a + b)/2) <= (exp(a) + exp(b))/2
"""
FALSE = """
a*b <= (a**2 + b**2)/2.0001 | (a + b)**4 <= 7.9999*(a**4 + b**4) | a**2 + b**2 + 1 > a*b + a + b | a**4 > a - 0.47
c + 1/c > 2 | sqrt(c*e) <= (c + e)/2 - 1e-9 | c**3 + e**3 + m**3 >= 3.0001*c*e*m | abs(a - b) <= abs(abs(a) - abs(b))
abs(a + b) < abs(a) + abs(b) | max(a, b) > a | t*(1 - t) <= 0.2499 | t < 0.9999 | r**3 <= r | m > 0 | (a - 3*b)**2 > 0
norm(x + z) < norm(x) + norm(z) | x @ z <= norm(x)*norm(z) - 1e-9 | norm(x - z) <= abs(norm(x) - norm(z))
(x @ S @ z)**2 <= (x @ S @ x)*(z @ S @ z) | K[0, 0] >= K[0, 1] | u @ x < norm(x) | sum(x)**2 <= 100*(x @ x)
norm(A @ A) <= norm(A) | trace(Q) <= n - 1 | trace(A @ B) >= 0 | x @ P @ z >= 0 | sin(a) + cos(a) <= 1.4142
x @ A @ x <= 0.9999*norm(A)*(x @ x) | sigmoid(a)*(1 - sigmoid(a)) < 1/4 | exp(a)*exp(b) >= exp(a) | a*b <= 1e9
"""


def proved(text):
    setting = read_setting(GIVEN)
    sign, left, right = setting.read_relation(text)
    low, high = (left, right) if sign[0] == "<" else (right, left)
    return surely_ordered(low, high, len(sign) == 1, setting)


@pytest.mark.parametrize("text", each(TRUE))
def test_true_ones_are_proved(text):
    assert proved(text)


@pytest.mark.parametrize("text", each(FALSE))
def test_false_ones_are_not(text):
    assert not proved(text)


def polynomial(rng, letters):
    terms = {}
    for _ in range(int(rng.integers(2, 6))):
        terms[tuple(int(one) for one in rng.integers(0, 3, letters))] = int(rng.integers(-4, 5)) or 1
    return Poly(terms, letters)


def at(poly, point):
    for place, number in enumerate(point):
        poly = poly.at(place, Fraction(number))
    return poly.constant()


@pytest.mark.parametrize("seed", range(25))
def test_every_sign_pattern_of_a_grid_is_met_in_a_cell(seed):
    rng = np.random.default_rng(seed)
    polys = [polynomial(rng, 2) for _ in range(2)]
    box = ((Fraction(-2), Fraction(2)), (Fraction(-2), None))
    points = samples(polys, (0, 1), box, Limit(5))
    seen = {tuple(at(poly, (p[0], p[1])) > 0 for poly in polys) for p in points}
    for x in np.linspace(-1.9, 1.9, 23):
        for y in np.linspace(-1.9, 5, 29):
            values = [at(poly, (float(x), float(y))) for poly in polys]
            assert 0 in values or tuple(value > 0 for value in values) in seen


def test_points_between_roots():
    assert between([(Fraction(-1), Fraction(0), Fraction(1))], Fraction(-1), Fraction(1)) == [0]
    found = between([(Fraction(-2), Fraction(0), Fraction(1))], None, None)
    assert found[0] ** 2 > 2 and found[-1] ** 2 > 2 and any(one**2 < 2 for one in found)


def test_divisors_and_resultants():
    x, y, one = Poly.letter(0, 2), Poly.letter(1, 2), Poly.number(1, 2)
    product = (x + y) * (x - y + one)
    assert quotient(product, x + y) == x - y + one
    assert shared(product, (x + y) * (y + one)) == x + y
    assert resultant(x * x - y, x - y, 0) == y * y - y
    with pytest.raises(ArithmeticError):
        quotient(product, x + one)
