"""148 families with the region that was derived by hand: the court finds it and calls it exact, or claims less."""

import re
from fractions import Fraction
from itertools import product
from math import pi
from pathlib import Path

import pytest

from kernelcourse.court.families.regions import Family
from kernelcourse.court.families.signs import holds

pytestmark = pytest.mark.slow

LINES = (Path(__file__).parent / "corpus" / "regions.txt").read_text(encoding="utf-8").splitlines()
CASES = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]
FOUND = [case for case in CASES if not case[0].startswith("?")]
NOT_FOUND = [(case[0].removeprefix("? "), *case[1:]) for case in CASES if case[0].startswith("?")]
VALUES = [Fraction(n, 12) for n in (-30, -13, -6, -4, 0, 3, 4, 6, 7, 9, 12, 13, 15, 16, 18, 24, 31)]
MOST_COMPARED = 60


def parameters(family):
    """Values on all sides, as many as are compared."""
    grid = [dict(zip(family.names, values)) for values in product(VALUES, repeat=len(family.names))]
    asked = [values for values in grid if all(holds(c, values) for c in family.asked)]
    return asked[:: max(1, len(asked) // MOST_COMPARED)]


def differences(text, dim, domain, truth):
    """(region, parameters inside it that are wrong, parameters that are missing)."""
    family = Family(text, int(dim), domain)
    region = family.region()
    wrong, missing = [], []
    exact = re.sub(r"\b(\d+)/(\d+)\b", r"Fraction(\1, \2)", truth)  # 1/3 is no float
    for values in parameters(family) if region is not None else []:
        inside = all(holds(c, values) for c in region.conditions)
        kernel = bool(eval(exact, {"pi": pi, "Fraction": Fraction}, values))
        wrong += [values] * (inside and not kernel)
        missing += [values] * (kernel and not inside)
    return region, wrong, missing


def test_there_are_enough():
    assert len(FOUND) >= 80 and len(NOT_FOUND) <= len(FOUND) // 6


@pytest.mark.parametrize("text, dim, domain, truth", FOUND, ids=[f"{c[0]} {c[2]}" for c in FOUND])
def test_the_region_is_exact(text, dim, domain, truth):
    region, wrong, missing = differences(text, dim, domain, truth)
    assert region.exact and not wrong and not missing


@pytest.mark.parametrize("text, dim, domain, truth", NOT_FOUND, ids=[c[0] for c in NOT_FOUND])
def test_no_more_than_the_region_is_claimed(text, dim, domain, truth):
    region, wrong, missing = differences(text, dim, domain, truth)
    assert not wrong and not (region is not None and region.exact and missing)


@pytest.mark.parametrize(
    "text",
    [
        "exp(-abs(sign(x)-sign(z))**p) for p > 0",  # three values: a kernel for larger p too
        "cos((x-z)/v) for v > -1",
        "log(1/2)*a*x*z for a > -2",
    ],
)
def test_what_is_not_necessary_is_not_called_so(text):
    region = Family(text, 1, "real").region()
    assert region is None or not region.exact or not region.everywhere


def test_a_jump_has_no_sharp_exponent():
    region = Family("exp(-abs(sign(x)-sign(z))**p) for p > 0", 1, "real").region()
    assert region is None or not region.exact


def test_a_family_may_have_no_kernel_at_all():
    region = Family("a - cos(x-z) for a > -2", 1, "real").region()
    assert "none" in str(region) and region.exact and region.outside_refuted
