"""Side conditions: their edges are tried, and large instances are brought to where they hold."""

import numpy as np
import pytest

from kernelcourse.derivation.instances.instance import Instance, Profile
from kernelcourse.derivation.instances.pressed import pressed
from kernelcourse.derivation.judging.edges import edges
from kernelcourse.derivation.reading.settings import read_setting

from .one_line import inequality, judged

PLANE = {"a": "scalar", "b": "scalar"}
VECTOR = {"x": "vector(n)"}


@pytest.mark.parametrize(
    ("strict", "wide"),
    [("a*b < 1/2", "a*b <= 1/2"), ("a + b < sqrt(2)", "a + b <= sqrt(2)"), ("a > -1", "a >= -1"),
     ("a**4 + b**4 < 1", "a**4 + b**4 <= 1"), ("5*a + 12*b <= 12.999", "5*a + 12*b <= 13")],
)  # fmt: skip
def test_on_the_circle_that_ends_a_disc(strict, wide):
    assert inequality(strict, PLANE, "a**2 + b**2 <= 1").verdict == "refuted"
    assert inequality(wide, PLANE, "a**2 + b**2 <= 1").accepted


def test_inside_an_interval_that_a_condition_states():
    assert inequality("a*sqrt(1 - a**2) < 1/2", PLANE, "abs(a) <= 1").verdict == "refuted"
    assert inequality("a*sqrt(1 - a**2) <= 1/2", PLANE, "abs(a) <= 1").accepted


def test_only_conditions_that_can_hold_as_equalities_have_an_edge():
    where = (("<=", "a", "b"), (">=", "a**2 + 1", "0"), ("<", "a", "5"))
    setting = read_setting(PLANE, {}, [" ".join((left, sign, right)) for sign, left, right in where])
    assert [one.where[0][0] for one in edges(setting)] == ["=="]


@pytest.mark.parametrize(
    ("line", "size"), [("sum(x) <= 2", 5), ("norm(x, 1) <= 7", 50), ("sum(x) <= 20", 401)]
)
def test_many_entries_within_a_ball(line, size):
    found = inequality(line, VECTOR, "norm(x) <= 1")
    assert found.verdict == "refuted" and found.witness.values["n"] == size


def test_many_entries_with_the_sum_0():
    found = inequality("abs(sum(x**3)) <= 0.9*norm(x)**3", VECTOR, "sum(x) == 0")
    assert found.verdict == "refuted" and abs(found.witness.values["x"][0]) > 1
    assert inequality("abs(sum(x**3)) <= norm(x)**3", VECTOR, "sum(x) == 0").accepted


def test_an_instance_is_scaled_or_moved_but_never_to_nothing():
    ball = read_setting(VECTOR, {}, ["norm(x) <= 1"])
    flat = read_setting(VECTOR, {}, ["sum(x) == 0"])

    def at(*entries):
        return Instance({"n": 3}, {"n": 3.0, "x": np.array(entries)}, None, Profile("large"))

    assert np.linalg.norm(pressed(ball, at(3.0, 4.0, 0.0)).values["x"]) == pytest.approx(1)
    assert pressed(flat, at(3.0, 0.0, 0.0)).values["x"] == pytest.approx([2, -1, -1])
    assert pressed(flat, at(1.0, 1.0, 1.0)) is None


@pytest.mark.parametrize(
    "line", ["sum(p*log(p/q)) <= 100", "sum(abs(p - q)) <= 1.99", "sum(sqrt(p*q)) >= 0.001"]
)
def test_probabilities_at_two_corners_of_the_simplex(line):
    given = {"p": "positive_vector(n)", "q": "positive_vector(n)"}
    assert inequality(line, given, "sum(p) == 1", "sum(q) == 1").verdict == "refuted"


def test_letters_that_a_line_does_not_use_change_nothing():
    wave = "sin(a) + sin(sqrt(2)*a) <= 1.99"
    for given in ({}, {"w": "vector(n)"}, {"w": "vector(n)", "M": "matrix(m, n)"}):
        assert inequality(wave, {"a": "scalar"} | given).verdict == "refuted"


def test_beside_a_side_condition_other_letters_are_zero_too():
    """u of length 1 is met among floats only: b is 0 all the same."""
    given, where = {"b": "vector(n)", "u": "vector(n)"}, "u @ u == 1"
    largest = judged({"is": "u @ b"}, {"maximiser": "u", "is": "b/norm(b)"}, given, where)
    quotient = judged({"is": "u @ b"}, {"is": "u @ b * norm(b)/norm(b)"}, given, where)
    assert not largest.accepted and quotient.conditions
