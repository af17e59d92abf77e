"""f(min(g(x), g(z))): which f rise is decided by the derivative, and more than two arguments are two and the others."""

from fractions import Fraction
from math import inf

import pytest

from kernelcourse.court import court
from kernelcourse.court.algebra.sturm import nonnegative_on
from kernelcourse.court.exactly.enclosures import Range
from kernelcourse.court.exactly.monotone import direction
from kernelcourse.language.reading import parse


@pytest.mark.parametrize(
    ("formula", "domain", "is_kernel"),
    [
        ("min(x, z)**2/(1 + min(x, z))", "positive", True),
        ("min(x, z)**2/(1 + min(x, z)**3)", "positive", False),
        ("min(x, z)*(2 - min(x, z))", "interval", True),
        ("min(x, z)*(1 - 0.5*min(x, z))", "interval", True),
        ("min(x, z)*(1 - 0.51*min(x, z))", "interval", False),
        ("min(x, z, 2)", "positive", True),
        ("min(1, x, z)**2", "positive", True),
        ("max(1, x, z)", "positive", False),
        ("1/max(x, z, 3)", "positive", True),
        ("min(min(x, z), 3)", "positive", True),
        ("max(min(x, z), 3)", "positive", True),
        ("min(x, z, 3)", "real", False),
        ("3 - 2*abs(sin(x - z))", "real", True),
        ("2 - pi*abs(sin(x - z))", "real", True),
        ("1 - 2*abs(sin(x - z))", "real", False),
    ],
)
def test_the_verdict(formula, domain, is_kernel):
    found = court(formula, dim=1, domain=domain)
    assert found.proved if is_kernel else found.refuted


def test_the_least_of_all_coordinates():
    assert court("min(x[0], z[0], x[1], z[1])", dim=2, domain="positive").proved
    assert not court("min(x[0], z[0], x[1])", dim=2, domain="positive").proved


@pytest.mark.parametrize(
    ("f", "low", "high", "expected"),
    [
        ("t/(1 + t**2)", 0, 1, (1, Range(Fraction(0), Fraction(1, 2)))),
        ("t/(1 + t**2)", 1, inf, (-1, Range(Fraction(0), Fraction(1, 2)))),
        ("t/(1 + t**2)", 0, 2, (0, Range(-inf, inf))),
        ("t**2/(1 + t)", 0, inf, (1, Range(Fraction(0), inf))),
        ("t - 1/(1 + t**2)", -inf, inf, (1, Range(-inf, inf))),
        ("t - 2/(1 + t**2)", -inf, inf, (0, Range(-inf, inf))),
        ("1/(2 - t) - 1/(3 - t)", 0, 1, (1, Range(Fraction(1, 6), Fraction(1, 2)))),
        ("1/(2 - t) - 1/(3 - t)", 0, inf, (0, Range(-inf, inf))),
        ("min(t, 2)", 0, inf, (1, Range(Fraction(0), Fraction(2)))),
        ("min(t, -t)", 0, inf, (0, Range(-inf, inf))),
    ],
)
def test_the_direction_of_a_function(f, low, high, expected):
    ends = [end if abs(end) == inf else Fraction(end) for end in (low, high)]
    assert direction(parse(f, names={"t"}), Range(*ends)) == expected


def test_a_polynomial_beyond_all_its_roots_keeps_its_sign():
    """The half-line may begin where Cauchy's bound says that no root is left."""
    assert not nonnegative_on([Fraction(-1)], Fraction(5), None)
    assert not nonnegative_on([Fraction(-1)], None, Fraction(-5))
    assert not nonnegative_on([Fraction(-3), Fraction(1)], None, Fraction(-50))
    assert nonnegative_on([Fraction(-3), Fraction(1)], Fraction(50), None, strict=True)


@pytest.mark.parametrize(
    ("formula", "domain", "is_kernel"),
    [
        ("(x*z)**pi", "positive", True),
        ("2*(x*z)**sqrt(2) + x*z", "positive", True),
        ("2*(x*z)**sqrt(2) - x*z", "positive", False),
        ("(x*z)**(1 - sqrt(2))", "positive", False),
        ("((1 + x**2)*(1 + z**2))**pi", "real", True),
        ("(x*z)**pi", "real", False),
        ("exp(-abs(x - z)**sqrt(5))", "real", False),
        ("exp(-abs(x - z)**pi)", "real", False),
    ],
)
def test_irrational_powers(formula, domain, is_kernel):
    """0 raised to a power > 0 is 0, and (ab)**r = a**r·b**r where both are ≥ 0."""
    found = court(formula, dim=1, domain=domain)
    assert found.proved if is_kernel else found.refuted
