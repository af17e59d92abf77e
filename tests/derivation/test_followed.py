"""Limits of powers are followed far beyond the steps that are counted up; whole powers of what is counted."""

import pytest

from kernelcourse.derivation.ranges.reading import read_range

from .one_line import judged

FAR = 10**6


def limit(before, value, range_="integer(1, 100)"):
    return judged({"is": before}, {"limit": "N", "is": value}, {"N": range_})


@pytest.mark.parametrize("line", ["(1 - 10**(-6))**N * N**3", "(1 - 10**(-12))**N", "(1 + 10**(-6))**(-N)"])
@pytest.mark.parametrize("range_", ["integer(1, 100)", "positive"])
def test_what_begins_to_fall_late(line, range_):
    assert limit(line, "0", range_).accepted
    assert limit(line, "1/1000", range_).verdict == "refuted"


@pytest.mark.parametrize("line", ["(1 + 10**(-6))**N/N**3", "sin(N/10**20)"])
def test_what_begins_to_rise_late(line):
    found = limit(line, "0")
    assert found.verdict == "refuted" and found.witness.values["N"] > FAR


def test_what_has_not_begun_as_far_as_it_is_followed():
    assert limit("N*(1 - 10**(-30))**N", "0").verdict == "open"


@pytest.mark.parametrize("line", ["(-1)**N", "cos(2*pi*N/3)", "(1 - 10**(-6))**N + (-1)**N"])
def test_what_takes_turns(line):
    assert limit(line, "1").verdict == "refuted"


def test_a_power_with_a_factorial():
    assert limit("(-1)**factorial(N)", "1", "integer(1, 9)").accepted
    assert limit("2**factorial(N)", "1", "integer(1, 9)").verdict == "refuted"


def test_the_bounds_of_a_range_are_formulas():
    assert read_range("N", "integer(1, 10**6)").bounds == (1, 10**6)
    assert read_range("a", "interval(-(2 + 1)/4, 2*3 - 1)").bounds[1] == 5
    for wrong in ("interval(0, sqrt(2))", "interval(0, 1/0)", "interval(0, b)", "integer(1, 10**10**10)"):
        with pytest.raises(ValueError, match="bounds"):
            read_range("a", wrong)
