"""Regions by completed squares, by weights in an exponent and by the radius of a series: exact, and not too large."""

import pytest

from kernelcourse.court.families.regions import hear_family


@pytest.mark.parametrize(
    "family, dim, domain, region",
    [
        ("x*z + a*x + a*z + b for a > -3, b > -3", 1, "real", "exactly for b >= a**2"),
        (
            "p*x[0]*z[0] + r*x[0]*z[1] + r*x[1]*z[0] + q*x[1]*z[1] for p > 0, q > 0, r > -3",
            2,
            "real",
            "exactly for q >= r**2 / p",
        ),
        ("(x+c)*(z+c) - e for c > -3, e > -2", 1, "real", "exactly for e <= 0"),
        ("exp(-c*(x+z)**2) for c > -2", 1, "real", "exactly for c <= 0"),
        ("exp(a*x*z - b*x**2 - b*z**2) for a > -3, b > -3", 1, "real", "exactly for a >= 0"),
        ("-log(1 - a*x*z) for 0 < a < 1", 1, "interval", "exactly for all parameters asked about"),
        ("1/(1 - a*x*z) for a > 0", 1, "interval", "exactly for a < 1"),
        ("arcsin(a*x*z) for 0 < a < 3", 1, "interval", "exactly for a <= 1"),
        ("arctanh(a*(x@z)) for a > 0", 2, "ball", "exactly for a <= 1"),
        ("1/(1 - a*x*z)**p for 0 < a < 1, p > -2", 1, "interval", "at least for p >= 0"),
        ("1/cosh(a*(x-z))**p for a > 0, p > 0", 1, "real", "exactly for all parameters asked about"),
        ("1/(x+z+c)**p for c > 0, p > 0", 1, "positive", "exactly for all parameters asked about"),
        ("exp(-a*norm(x-z,1)**p) for a > 0, p > 0", 3, "real", "at least for p <= 1"),
    ],
)
def test_the_region(family, dim, domain, region):
    assert str(hear_family(family, dim, domain)[1]) == region


def test_a_table_of_coefficients_that_is_not_symmetric_has_no_region():
    assert hear_family("x*z + a*x + b for a > 1, b > 1", 1, "real")[1] is None
