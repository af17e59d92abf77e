"""Stationary points to hundreds of digits, with and without equations, and what they say about an inequality."""

from decimal import Decimal

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.judging.stationary import FINE, ROUGH, Problem, stationary
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.exact import precision


def problem(text, *equations, **values):
    setting = read_setting(dict.fromkeys(values, "scalar"), {})
    at = Samples(setting, 0).standard[0]
    for name, value in values.items():
        at = at.with_value(name, value)
    return Problem(setting.read(text), tuple(map(setting.read, equations)), tuple(values), setting, at)


def found(one):
    return stationary(one, FINE, stationary(one, ROUGH))


def test_a_minimum_is_found_to_its_last_digits():
    point = found(problem("exp(a) - 2*a", a=1))
    with precision(FINE.digits):
        assert abs(point[0] - Decimal(2).ln()) < Decimal(10) ** -150


def test_a_maximum_on_a_circle():
    a, b, _ = found(problem("a*b", "a**2 + b**2 - 1", a=0.5, b=0.75))
    with precision(FINE.digits):
        assert abs(a * b - Decimal("0.5")) < Decimal(10) ** -250


def test_where_nothing_bends_no_point_is_named():
    assert stationary(problem("2*a + 1", a=1), ROUGH) is None


@pytest.mark.parametrize(("wrong", "right"), [("5*sin(a) - 12*cos(a) < 13", "5*sin(a) - 12*cos(a) <= 13")])
def test_equality_at_an_irrational_angle_breaks_a_strict_sign(wrong, right):
    for text, accepted in ((wrong, False), (right, True)):
        line = Derivation(given={"a": "scalar"}, start="1").inequality(text)
        assert check(line, hints=False).lines[-1].outcome.accepted is accepted


@pytest.mark.parametrize(("sign", "accepted"), [("<", False), ("<=", True)])
def test_equality_at_an_irrational_point_of_a_circle(sign, accepted):
    line = Derivation(given={"a": "scalar", "b": "scalar"}, start="a*b", where=("a**2 + b**2 == 1",))
    outcome = check(line.then("1/2", relation=sign), hints=False).lines[-1].outcome
    assert outcome.accepted is accepted


def test_a_gap_of_a_hair_is_one():
    line = Derivation(given={"a": "scalar"}, start="1").inequality("cosh(a) + 1e-280 > 1")
    assert check(line, hints=False).lines[-1].outcome.verdict != "refuted"
