"""min(1, r), sin²|u| and one denominator: other spellings of what the court knows, and false neighbours."""

from fractions import Fraction

import pytest

from kernelcourse.court import court
from kernelcourse.court.exactly.algebra import Algebra
from kernelcourse.court.exactly.reading import Reader
from kernelcourse.court.formula.reading import read
from kernelcourse.court.verifier.axioms import SERIES

SPHERICAL = "1-1.5*min(1,norm(x-z)/{s})+0.5*min(1,norm(x-z)/{s})**3"
PROVED = [
    ("1-min(1,abs(x-z))", 1, "real"),
    (SPHERICAL.format(s=1), 3, "real"),
    (SPHERICAL.format(s=2), 2, "real"),
    ("(1-min(norm(x-z),1))**4*(4*min(norm(x-z),1)+1)", 3, "real"),
    ("1.5*max(0,1-norm(x-z))**2-0.5*max(0,1-norm(x-z))**3", 3, "real"),
    ("exp(-2*sin(pi*abs(x-z)/3)**2)", 1, "real"),
    ("exp(-2*sin(pi*abs(x-z))**2)*exp(-(x-z)**2/10)", 1, "real"),
    ("cos(sqrt(2)*abs(x-z))", 1, "real"),
    ("exp(-2*sin(pi*norm(x-z))**2)", 1, "real"),
    ("exp(-arccos(x@z)**0.5)", 3, "sphere"),
    ("1/(1+sqrt(arccos(x@z)))", 4, "sphere"),
    ("1/(1-x@z)**2-1/(1-x@z)", 2, "ball"),
    ("4/(2-x*z)**2-2/(2-x*z)", 1, "interval"),
    ("2-sqrt(1-x@z)-0.5*x@z", 2, "ball"),
    ("1-(1-x@z)**0.3-0.3*x@z-0.105*(x@z)**2", 2, "ball"),
    ("exp(-max(x,z)**3)", 1, "real"),
    ("arctan(min(x,z)**3)+2", 1, "real"),
]
REFUTED = [
    (SPHERICAL.format(s=1), 4, "real"),
    ("1-min(1,norm(x-z))", 2, "real"),
    ("min(1,abs(x-z))", 1, "real"),
    ("2-min(3,abs(x-z))", 1, "real"),
    ("exp(2*sin(pi*abs(x-z))**2)", 1, "real"),
    ("sin(abs(x-z))", 1, "real"),
    ("exp(-max(x,z)**2)", 1, "real"),
    ("arctan(min(x,z)**3)+1.5", 1, "real"),
    ("1.5-arccos(x@z)", 3, "sphere"),
    ("1/(1-x@z)**2-1.1/(1-x@z)", 2, "ball"),
    ("1-sqrt(1-x@z)-0.6*x@z", 2, "ball"),
    ("1-(1-x@z)**0.3-0.3*x@z-0.11*(x@z)**2", 2, "ball"),
]


@pytest.mark.parametrize("k, dim, domain", PROVED)
def test_another_spelling_is_proved(k, dim, domain):
    assert court(k, dim=dim, domain=domain).proved


@pytest.mark.parametrize("k, dim, domain", REFUTED)
def test_a_neighbour_is_refuted(k, dim, domain):
    assert court(k, dim=dim, domain=domain).refuted


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("min(1,abs(x-z))", "1-max(0,1-abs(x-z))", True),
        ("min(1,abs(x-z))", "1-max(0,1-abs(x-z))/2", False),
        ("max(0,abs(x-z)-2)", "abs(x-z)-2+max(0,2-abs(x-z))", True),
        ("max(0,abs(x-z)-2)", "abs(x-z)-2+max(0,1-abs(x-z))", False),
        ("max(0,x-1)", "x-1", False),
        ("max(0,1-abs(x-z))**3", "max(0,1-abs(x-z))*(1-abs(x-z))**2", True),
        ("max(0,1-abs(x-z))**3", "(1-abs(x-z))**3", False),
        ("max(0,1-abs(x-z))**3", "max(0,1-abs(x-z))**2", False),
        ("sin(abs(x-z))**2", "sin(x-z)**2", True),
        ("sin(3*abs(x-z))**4", "sin(3*x-3*z)**4", True),
        ("sin(abs(x-z))", "sin(x-z)", False),
        ("sin(abs(x-z))**3", "sin(x-z)**3", False),
        ("sin(abs(x-z))*cos(abs(x-z))", "sin(x-z)*cos(x-z)", False),
        ("sin(abs(x-z))**2", "sin(x+z)**2", False),
        ("exp(-2*sin(pi*abs(x-z))**2)", "exp(-2*sin(pi*(x-z))**2)", True),
        ("exp(-2*sin(pi*abs(x-z))**2)", "exp(-2*sin(2*pi*(x-z))**2)", False),
    ],
)
def test_the_second_instance_knows_which_are_the_same(one, other, same):
    algebra = Algebra("real", 1)
    reader = Reader(algebra, 1)
    assert algebra.is_zero(reader(read(one)) - reader(read(other))) is same


@pytest.mark.parametrize("r", [Fraction(1, 2), Fraction(3, 10), Fraction(9, 10)])
def test_the_coefficients_of_the_root_add_up(r):
    """1 − (1 − k)^r at k = 1/4."""
    _, _, _, coefficient = SERIES["root"]
    total = sum(float(coefficient(j, r)) * 0.25**j for j in range(40))
    assert total == pytest.approx(1 - 0.75 ** float(r), abs=1e-14)
    assert all(coefficient(j, r) > 0 for j in range(1, 40)) and coefficient(0, r) == 0
