"""Narrow wells far from the origin: every letter and every entry at a place where a sum vanishes, at once."""

from fractions import Fraction

import pytest

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.instances.wells import wells
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.reading import parse

from .one_line import inequality, judged

PLANE = "(x[0] - 7.3)**2 + (x[1] + 4.4)**2"
SPACE = f"{PLANE} + (x[2] - 1.7)**2"


def middles(line, **given):
    setting = read_setting(given)
    return [one.exact for one in wells((parse(line),), Samples(setting), setting.names)]


def test_what_a_settled_letter_tells_is_settled_too():
    (found,) = middles("(a - 3*b)**2 + (b - 17)**2 + norm(x - a)**2", a="scalar", b="scalar", x="vector(n)")
    assert (found["b"], found["a"]) == (17, 51) and set(found["x"]) == {Fraction(51)}


def test_letters_have_their_first_places_together_and_their_second_ones():
    found = middles("((a - 1)**2 + (b - 2)**2)*((a - 7)**2 + (b - 8)**2)", a="scalar", b="scalar")
    assert {(1, 2), (7, 8), (1, 8)} <= {(one["a"], one["b"]) for one in found} and len(found) <= 6


def test_a_place_outside_the_range_is_none():
    (found,) = middles("(x[0] + 3)**2 + (x[1] - 5)**2", x="nonnegative_vector(2)")
    assert found["x"][0] >= 0 and found["x"][1] == 5


@pytest.mark.parametrize(
    ("given", "distance"),
    [
        ({"x": "vector(3)"}, SPACE),
        ({"x": "vector(4)"}, f"{SPACE} + (x[3] - 6)**2"),
        ({"x": "vector(2)"}, f"100*({PLANE})"),
        (dict.fromkeys("xyz", "scalar"), "10*((x - 7.3)**2 + (y + 4.4)**2 + (z - 1.7)**2)"),
        ({"x": "vector(n)"}, "300*sum((x[i] - 5)**2 for i in range(n))"),
        ({"S": "symmetric(n)"}, "300*norm(S + 7.3*I(n))**2"),
    ],
)
@pytest.mark.parametrize("steep", [1, 1000])
def test_an_inequality_in_a_narrow_well(given, distance, steep):
    line = f"{{}} - 2*exp(-{steep}*({distance})) >= 0"
    assert inequality(line.format(1), given).verdict == "refuted"
    assert inequality(line.format(2), given).accepted


def test_a_well_of_all_entries_alike():
    line = "norm(x)**2 + 5*(1 - exp(-norm(x - 5)**2)) >= {}*exp(-norm(x - 5)**2)"
    assert inequality(line.format(60), {"x": "vector(2)"}).verdict == "refuted"
    assert inequality(line.format(20), {"x": "vector(2)"}).accepted


def test_an_equality_that_is_wrong_on_a_small_ball_only():
    assert judged({"is": f"max(0, 1 - 1000*({SPACE}))"}, {"is": "0"}, {"x": "vector(3)"}).verdict == "refuted"
    assert judged({"is": f"max(0, -1000*({SPACE}))"}, {"is": "0"}, {"x": "vector(3)"}).accepted


@pytest.mark.parametrize(
    ("objective", "depth"),
    [
        (f"norm(x)**2 - {{}}*exp(-50*({PLANE}))", 400),
        (f"-exp(-norm(x)**2) - {{}}*exp(-5*({PLANE}))", 2),
        (f"norm(x)**2 - {{}}*exp(-50*({PLANE} + (c - 3.3)**2))", 400),
    ],
)
def test_a_minimiser_beside_a_deeper_well(objective, depth):
    given, claimed = {"x": "vector(2)", "c": "scalar"}, {"minimiser": "x", "is": "zeros(2)"}
    assert judged({"is": objective.format(depth)}, claimed, given).verdict == "refuted"


def test_an_equation_that_has_a_solution_for_one_value_of_another_letter():
    given = {"x": "scalar", "y": "scalar"}
    before = {"equation": "(x - 3)**2 + (y - 5)**2 == 0", "unknown": "x"}
    for solution, verdict in (("4", "refuted"), ("3", "tested")):
        line = {"equation": f"x == {solution}", "unknown": "x", "relation": "implies"}
        assert judged(before, line, given).verdict == verdict
