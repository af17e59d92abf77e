"""Inequalities between polynomials, exponentials and logarithms are proved exactly; none that breaks somewhere is."""

from fractions import Fraction

import pytest

from kernelcourse.derivation.instances.quantities import Quantity
from kernelcourse.derivation.proving.growth.proof import surely_grows
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.algebra.exponential import ExponentialSum, Line
from kernelcourse.language.effort import Limit
from tests.derivation.corpus import each

GIVEN = {
    "a": "scalar", "b": "scalar", "c": "positive", "m": "nonnegative", "t": "interval(0, 1)", "x": "vector(n)",
    "z": "vector(n)",
}  # fmt: skip

TRUE = """
exp(a) >= 1 + a | exp(m) >= 1 + m + m**2/2 | exp(-m) <= 1/(1 + m) | log(c) <= c - 1 | 1 - 1/c <= log(c)
c*log(c) >= c - 1
log(1 + m) >= m/(1 + m) | log(1 + m) <= m | cosh(a) <= exp(a**2/2) | log(cosh(a)) <= a**2/2 | tanh(c) < c | sinh(m) >= m
exp(a) + exp(-a) >= 2 + a**2 | exp(a) >= 2.718281828*a | a*exp(-a) <= 0.36788 | log(1 + exp(a)) > max(0, a)
log(1 + exp(-a)) <= log(2) + max(0, -a) | exp(a) >= exp(b) + exp(b)*(a - b) | a*c <= exp(a) + c*log(c) - c | log(t) < 0
max(a, b) <= log(exp(a) + exp(b)) | exp(-norm(x - z)**2) <= 1 | 1 - norm(x - z)**2 <= exp(-norm(x - z)**2)
max(0, 1 - abs(a - b)) <= exp(-abs(a - b)) | sigmoid(a) > 0 | abs(a) <= exp(abs(a)) - 1
"""
FALSE = """
exp(a) > 1 + a | exp(a) >= 1 + 1.0001*a | exp(a) >= 1 + a + a**2/2 | exp(-m) < 1/(1 + m) | log(c) <= c - 1.0001
c*log(c) >= c - 0.9999 | cosh(a) <= exp(a**2/2.0001) | tanh(m) < m | exp(a) >= 2.7182819*a | a*exp(-a) <= 0.36787
log(1 + exp(a)) >= max(0.0001, a) | exp(a) >= exp(b) + 1.0001*exp(b)*(a - b) | exp(-norm(x - z)**2) < 1
1 - 0.9999*norm(x - z)**2 <= exp(-norm(x - z)**2) | exp(m/100) >= m | log(c) <= c/20 + 1.99 | exp(a) >= exp(b)
exp(a*b) >= 1
abs(a) <= exp(a) - 1 | exp(m) >= m**3/1.344 | log(1 + m) <= 0.9999*m
"""


def proved(text):
    setting = read_setting(GIVEN)
    sign, left, right = setting.read_relation(text)
    low, high = (Quantity(one, setting) for one in ((left, right) if sign[0] == "<" else (right, left)))
    return surely_grows(low, high, len(sign) == 1)


@pytest.mark.parametrize("text", each(TRUE))
def test_true_ones_are_proved(text):
    assert proved(text)


@pytest.mark.parametrize("text", each(FALSE))
def test_false_ones_are_not(text):
    assert not proved(text)


def row(*numbers):
    return tuple(Fraction(one) for one in numbers)


@pytest.mark.parametrize("middle", [Fraction(1, 3), Fraction(7), Fraction(-22, 7)])
def test_all_zeros_are_found(middle):
    """(x − q)(x² − 2)(eˣ − 3) has four zeros."""
    cubic = row(2 * middle, -2, -middle, 1)
    f = ExponentialSum({row(0, 1): cubic, (): tuple(-3 * one for one in cubic)})
    zeros = Line(None, None, Limit(5)).zeros(f)
    expected = sorted([float(middle), -(2**0.5), 2**0.5, 1.0986122886681098])
    assert len(zeros) == 4
    assert all(float(one.low) <= there <= float(one.high) for one, there in zip(zeros, expected, strict=True))
