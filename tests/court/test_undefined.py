"""A formula that is undefined at a point of its domain is refuted there: first of all, and wherever its term stands."""

import pytest

from kernelcourse.court import court, domain_of
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.undefined import UndefinedValue
from tests.court.fuzzing import recomputed

BETWEEN = [  # zeros that no float hits
    ("1/(x**2-2)/(z**2-2)", 1, "real"),
    ("tan(x)*tan(z)", 1, "real"),
    ("1/(x-1/3)/(z-1/3)", 1, "interval"),
    ("1/(exp(x)-5)/(exp(z)-5)", 1, "real"),
    ("1/(1-1.0001*(x@z))", 2, "ball"),
    ("1/(x[0]*x[1]-0.4)/(z[0]*z[1]-0.4)", 3, "sphere"),
]
AT = [
    ("1/(1+x*z)", 1, "real"),
    ("log(x+z)", 1, "positive"),
    ("1/(x@z)", 2, "binary"),
    ("arccos(x*z)", 1, "real"),
]


@pytest.mark.parametrize("k, dim, domain", BETWEEN + AT)
@pytest.mark.parametrize("shape", ["{}", "1 + {}", "{} + 1", "1 - 0*({})"])
def test_it_is_refuted_as_undefined_in_every_order(k, dim, domain, shape):
    text = shape.format(k)
    witness = court(text, dim=dim, domain=domain).witness
    assert isinstance(witness, UndefinedValue) and bool(witness.ends) == ((k, dim, domain) in BETWEEN)
    assert recomputed(text, domain_of(read(text), dim, domain), witness) is None


@pytest.mark.parametrize(
    "k, dim, domain",
    [
        ("1/(x**2-2)/(z**2-2)", 1, "integer"),  # √2 is no whole number
        ("(x/abs(x))*(z/abs(z))", 1, "nonzero"),  # |x| does not change sign
        ("1/(sign(x)+1/2)/(sign(z)+1/2)", 1, "nonzero"),  # it jumps over 0
        ("exp(-abs(1/x-1/z))", 1, "nonzero"),  # from −x to x the way leads through 0, which is no point
        ("cos(1/x-1/z)", 1, "nonzero"),
        ("1/(x-2)/(z-2)", 1, "interval"),
        ("1/(1+x)/(1+z)", 1, "positive"),
    ],
)
def test_what_is_defined_is_not_refuted(k, dim, domain):
    assert not court(k, dim=dim, domain=domain).refuted
