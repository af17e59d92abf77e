"""Where a line has no gradient, and where its gradient has a corner of its own."""

import pytest

from .one_line import equivalent, judged

NUMBERS = {"t": "scalar", "a": "scalar", "s": "positive"}
VECTORS = {"x": "vector(n)", "z": "vector(n)"}


def slope(before, claim, given, letter):
    return judged({"is": before}, {"gradient": letter, "is": claim}, given)


@pytest.mark.parametrize(
    ("before", "claim"),
    [("max(0, t)**2", "t*(1 + sign(t))"), ("t**2/2 - max(0, abs(t) - s)**2/2", "t - sign(t)*max(0, abs(t) - s)"),
     ("max(0, abs(t) - a**2)**2/2", "sign(t)*max(0, abs(t) - a**2)"), ("abs(t)**(5/2)", "5/2*sign(t)*abs(t)**(3/2)")],
)  # fmt: skip
def test_a_gradient_that_bends_is_one(before, claim):
    assert slope(before, claim, NUMBERS, "t").accepted
    assert slope(before, f"{claim} + max(0, t)/10**15", NUMBERS, "t").verdict == "refuted"


@pytest.mark.parametrize(
    ("before", "claim"),
    [("abs(t**2 - 2)", "2*t*sign(t**2 - 2)"), ("sqrt((t**2 - 3)**2)", "2*t*sign(t**2 - 3)"),
     ("max(exp(t), 2)", "exp(t)*(1 + sign(exp(t) - 2))/2"), ("abs(exp(t) - s)", "exp(t)*sign(exp(t) - s)")],
)  # fmt: skip
def test_a_corner_at_a_number_that_is_no_fraction_needs_a_condition(before, claim):
    found = slope(before, claim, NUMBERS, "t")
    assert found.verdict == "tested" and len(found.conditions) == 1


@pytest.mark.parametrize(
    ("before", "claim"),
    [("abs(x @ z - sqrt(2))", "z*sign(x @ z - sqrt(2))"),
     ("max(0, 2 - norm(x - z)**2)", "-(x - z)*(1 + sign(2 - norm(x - z)**2))"),
     ("abs(norm(x)**2 - 2)", "2*x*sign(norm(x)**2 - 2)"), ("sum(abs(x**2 - 2))", "2*x*sign(x**2 - 2)"),
     ("sum(max(0, sqrt(2) - x))", "-(1 + sign(sqrt(2) - x))/2"), ("max(x)", "1 + sign(x - max(x))"),
     ("min(abs(x))", "sign(x)*(1 - sign(abs(x) - min(abs(x))))")],
)  # fmt: skip
def test_a_corner_on_the_way_of_a_vector_needs_a_condition(before, claim):
    found = slope(before, claim, VECTORS, "x")
    assert found.verdict == "tested" and len(found.conditions) == 1


def test_far_out_floats_solve_nothing():
    """e^(−10¹⁸) = 1 is off by 1, and that is rounding beside the square of 10⁹."""
    assert equivalent("exp(-norm(x - z)**2) == 1", "x == z", "x", VECTORS).accepted
    assert equivalent("exp(-norm(x - z)**2) == 1", "norm(x) == norm(z)", "x", VECTORS).verdict == "refuted"
    far = "(exp(-x @ x) - 1)*(sum(x) - 1000) == 0"
    assert equivalent(far, "x @ x == 0", "x", VECTORS).verdict == "refuted"
