"""A constant taken away: up to the mean on the sphere and the circle, by closed forms or in slices, and no further."""

from fractions import Fraction

import mpmath
import pytest

from kernelcourse.court import court
from kernelcourse.court.domains import Domain
from kernelcourse.court.exactly.enclosures import Range
from kernelcourse.court.exactly.slices import mean_is_at_least
from kernelcourse.court.exactly.written import formula
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.spectrum import ByTheorem, negative_on_sphere
from kernelcourse.court.verifier import Rejected, verify
from kernelcourse.validity import Certificate
from tests.court.long_numbers import long_projection

FUNCTIONS = {
    "exp(-r)": lambda t: mpmath.exp(-mpmath.sqrt(2 - 2 * t)),
    "exp(-arccos(t))": lambda t: mpmath.exp(-mpmath.acos(t)),
    "1/(1 + r)": lambda t: 1 / (1 + mpmath.sqrt(2 - 2 * t)),
    "-abs(t)**1.5": lambda t: -(abs(t) ** mpmath.mpf("1.5")),
    "log(2) - log(1 + r/2)": lambda t: mpmath.log(2) - mpmath.log(1 + mpmath.sqrt(2 - 2 * t) / 2),
    "exp(t)*(2 + t)/10": lambda t: mpmath.exp(t) * (2 + t) / 10,
}


def mean(f, d):
    def weight(angle):
        return mpmath.sin(angle) ** (d - 2)

    ends = [0, mpmath.pi / 2, mpmath.pi]
    total = mpmath.quad(lambda angle: f(mpmath.cos(angle)) * weight(angle), ends)
    return total / mpmath.quad(weight, ends)


@pytest.mark.parametrize("d", [2, 3, 4, 5])
@pytest.mark.parametrize("text", FUNCTIONS)
def test_slices_come_close_to_the_mean_and_never_reach_beyond_it(text, d):
    exact, f = mean(FUNCTIONS[text], d), formula(text)
    for offset, known in (("-0.02", True), ("1e-9", False), ("0.001", False)):
        c = Fraction(str(mpmath.nstr(exact + mpmath.mpf(offset), 15)))
        assert mean_is_at_least(f, Range(c, c), d) == known


def test_what_has_no_enclosure_has_no_mean():
    zero = Range(Fraction(-100), Fraction(-100))
    assert not any(mean_is_at_least(formula(f), zero, 3) for f in ("x + t", "1/t", "log(t)", "sign(t)"))


@pytest.mark.parametrize(
    ("k", "dim", "domain", "is_kernel"),
    [
        ("exp(-norm(x-z))-0.29", 3, "sphere", True),
        ("exp(-norm(x-z))-0.3", 3, "sphere", False),  # the mean is (1 − 3/e²)/2 = 0.297
        ("exp(-arccos(x@z))-0.25", 3, "sphere", True),
        ("exp(-arccos(x@z))-0.27", 3, "sphere", False),  # (1 + exp(−π))/4 = 0.261
        ("1-abs(sin(x-z))**1.5", 1, "real", True),
        ("0.54-abs(sin(x-z))**1.5", 1, "real", False),
        ("log(2)-log(1+norm(x-z)/2)", 3, "sphere", True),
        ("4/3-norm(x-z)", 3, "sphere", True),
        ("1.333-norm(x-z)", 3, "sphere", False),
        ("exp(-2*sin(x-z)**2)-0.45", 1, "real", True),
        ("exp(-2*sin(x-z)**2)-0.47", 1, "real", False),
    ],
)
def test_the_verdict(k, dim, domain, is_kernel):
    verdict = court(k, dim=dim, domain=domain)
    assert verdict.proved if is_kernel else verdict.refuted


def step(k, c, premise, domain, dim, **data):
    tree = formula(f"k - {c}", k=premise.formula)
    if premise.claims == "conditional":
        tree = formula(f"-k - ({c})", k=premise.formula)
    data = {"c": formula(str(c)), "f": formula(k), **data}
    verify(Certificate("mean", "", "", (premise,), tree, "kernel", data), tree, domain, dim)


def test_the_second_instance_wants_the_right_function_wave_place_and_constant():
    wave = court("exp(cos(x-z))", dim=1).certificate
    x = {"maps": (formula("x"),)}
    step("exp(t)", "1.2", wave, "real", 1, **x)
    wrong = [
        ("exp(t)", "1.27", "real", x),  # above the mean
        ("exp(t) + 1", "1.2", "real", x),
        ("exp(t)", "1.2", "interval", x),  # no whole period
        ("exp(t)", "1.2", "real", x | {"wave": "sin"}),
        ("exp(t)", "1.2", "real", x | {"wave": "exp"}),
        ("exp(t)", "1.2", "real", {"maps": (formula("x**2"),)}),
        ("exp(t)", "1.2", "real", {}),
    ]
    for k, c, domain, data in wrong:
        with pytest.raises(Rejected):
            step(k, c, wave, domain, 1, **data)


def test_a_distance_may_be_taken_from_its_mean():
    distance = court("exp(-norm(x-z))", dim=3, domain="sphere").certificate.premises[0]
    assert distance.claims == "conditional"
    step("-r", "-4/3", distance, "sphere", 3)
    for c, dim in (("-1.333", 3), ("-4/3", 4)):  # in R⁴ the mean is 64/15π = 1.358
        with pytest.raises(Rejected):
            step("-r", c, distance, "sphere", dim)


def test_a_mean_below_zero_refutes():
    sphere, below, above = Domain("sphere", 3), read("exp(-norm(x-z))-0.31"), read("exp(-norm(x-z))-0.29")
    witness = negative_on_sphere(below, sphere)
    assert (
        isinstance(witness, ByTheorem) and witness.degree == 0 and negative_on_sphere(above, sphere) is None
    )
    assert long_projection(below, sphere, 0)[0] < 0 < long_projection(above, sphere, 0)[0]
