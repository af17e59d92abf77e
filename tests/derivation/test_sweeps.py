"""Along one letter: valleys, zeros to 150 digits, and points without a gradient."""

from decimal import Decimal

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.quantities import Quantity, decimals
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.judging.sweeps import lowest, zeros
from kernelcourse.derivation.lines.reading import read_line
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats

GIVEN = {
    "a": "scalar",
    "c": "scalar",
    "p": "positive",
    "w": "vector(n)",
    "b": "vector(n)",
    "N": "integer(1, 8)",
}
SETTING = read_setting(GIVEN, {})
AT = Samples(SETTING).standard[0]


def judged(first, line, where=()):
    lines = (read_line({"is": first}, "line"), read_line(line, "line"))
    return check(Derivation(GIVEN, where=where, lines=lines), hints=False).lines[-1].outcome


@pytest.mark.parametrize("text", ["a**3 - 5", "exp(a) - 7", "sin(a) - 1/3"])
def test_a_zero_is_found_to_150_digits(text):
    node = SETTING.read(text)
    at = next(zeros(node, SETTING, AT, "a"))
    with precision(200):
        assert abs(decimals(Quantity(node, SETTING).exactly(at))) < Decimal(10) ** -149


def test_a_pole_is_no_zero():
    assert not list(zeros(SETTING.read("1/(a - 3)"), SETTING, AT, "a"))


def test_a_pole_that_is_met_exactly_is_no_solution():
    lines = (
        read_line({"equation": "1/(a - c) == 0", "unknown": "a"}, "line"),
        read_line({"equation": "a == c", "unknown": "a"}, "line"),
    )
    assert check(Derivation(GIVEN, lines=lines), hints=False).lines[-1].verdict == "refuted"


def test_a_narrow_valley_is_found():
    found = [float(at.values["p"]) for at in lowest(SETTING.read("exp(p) - p**2.7183"), SETTING, AT, "p")]
    assert any(abs(one - 2.71828) < 0.1 for one in found)


@pytest.mark.parametrize(
    "line",
    [
        "abs(a**3 - 5) >= 1e-30",
        "abs(exp(a) - 7) > 0",
        "sin(a) + sin(sqrt(2)*a) <= 1.99",
        "exp(p) >= p**2.718281829",
    ],
)
def test_what_is_wrong_in_one_narrow_place_is_refuted(line):
    assert judged("1", {"inequality": line}).verdict == "refuted"


@pytest.mark.parametrize("line", ["abs(a**3 - 5) >= 0", "exp(p) >= p**2.718281828", "sin(a) + sin(2*a) < 2"])
def test_what_is_barely_right_survives(line):
    assert judged("1", {"inequality": line}).accepted


@pytest.mark.parametrize(
    ("line", "gradient"),
    [("abs(a - c)", "sign(a - c)"), ("max(0, a)", "(1 + sign(a))/2"), ("sqrt(a**2)", "a/sqrt(a**2)")],
)
def test_a_corner_has_no_gradient(line, gradient):
    found = judged(line, {"gradient": "a", "is": gradient})
    assert found.conditions and not found.accepted and found.witness


def test_a_corner_that_is_excluded_is_none():
    assert judged("abs(a)", {"gradient": "a", "is": "sign(a)"}, ["a is nonzero"]).accepted
    assert judged("norm(w - b)", {"gradient": "w", "is": "(w - b)/norm(w - b)"}).conditions


@pytest.mark.parametrize(
    ("line", "gradient"),
    [("max(0, a)**2", "2*max(0, a)"), ("abs(a)**3", "3*a*abs(a)"), ("sqrt(p)", "1/(2*sqrt(p))")],
)
def test_a_smooth_line_needs_no_condition(line, gradient):
    assert judged(line, {"gradient": "p" if "p" in line else "a", "is": gradient}).accepted


def test_terms_added_up_at_once_make_the_same_sum():
    node = SETTING.read("sum(1/(k + 1)**2 + cos(k)*a for k in range(N))")
    at_once = Evaluator({"N": 400.0, "a": 0.5}, {}, Floats())(node)
    slowly = Floats()
    slowly.at_once = 0
    assert at_once == pytest.approx(Evaluator({"N": 400.0, "a": 0.5}, {}, slowly)(node), rel=1e-13)


def test_complex_letters_are_left_where_they_are():
    lines = (
        read_line({"is": "1"}, "line"),
        read_line({"inequality": "abs(z + v[0]) <= abs(z) + norm(v)"}, "line"),
    )
    given = {"z": "complex", "v": "complex_vector(n)"}
    assert check(Derivation(given, lines=lines), hints=False).lines[-1].outcome.accepted
