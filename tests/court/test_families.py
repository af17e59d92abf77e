"""Type a family, get its region of validity: 51 families, and the same under other names and scales."""

from pathlib import Path

import pytest

from kernelcourse.court import LanguageError
from kernelcourse.court.families import Family

pytestmark = pytest.mark.usefixtures("patient_clock")

LINES = (Path(__file__).parent / "corpus" / "families.txt").read_text(encoding="utf-8").splitlines()
FAMILIES = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]


def region_of(text, dim):
    return Family(text, int(dim)).region()


def conditions(text, dim):
    region = region_of(text, dim)
    return None if region is None else sorted(map(str, region.conditions))


def test_there_are_forty_families():
    assert len(FAMILIES) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("text, dim, wanted", FAMILIES, ids=[family[0] for family in FAMILIES])
def test_the_region_is_derived(text, dim, wanted):
    region = region_of(text, dim)
    assert sorted(map(str, region.conditions)) == sorted(
        part.strip() for part in wanted.split(",") if part.strip()
    )
    assert region.exact and region.inside_proved > 0
    assert region.everywhere or region.outside_refuted > 0


def test_a_region_survives_renaming_rescaling_sums_and_products():
    for text in (
        "exp(-c*abs(x-z)**q) for c > 0, q > 0",
        "2*exp(-3*c*abs(x-z)**q) for c > 0, q > 0",
        "exp(-c*abs(x-z)**q) + x*z for c > 0, q > 0",
        "x*z*exp(-c*abs(x-z)**q) for c > 0, q > 0",
    ):
        assert conditions(text, 1) == ["q <= 2"]


def test_bad_families_are_errors():
    for text in ("x*z for x > 0", "x*z", "a*x*z for a > "):
        with pytest.raises(LanguageError):
            Family(text)


def test_a_region_is_exact_only_if_every_condition_is_necessary():
    """(a + bxz)² is a kernel for a, b < 0 too; exp(xz) − c is one for 0 < c < 1; cos(u/v) for v < 0."""
    for text in ("(a + b*x*z)**2 for a > -1, b > -1", "exp(x*z) - c for c > -2", "cos((x-z)/v) for v > -1"):
        assert not region_of(text, 1).exact
    assert not region_of("exp(-b*norm(x-z)**2)*exp(c*(x@z)) for b > -1, c > -1", 2).exact
    assert region_of("a - b*x*z for a > -2, b > -2", 1).exact


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("a/b*x*z for a > 0, b >= 0", ["b > 0"]),
        ("exp(-(1/a)*(x-z)**2) for a >= 0", ["a > 0"]),
        ("cos(sqrt(a)*(x-z)) for a > -2", ["a >= 0"]),
        ("a**0.5*x*z for a > -1", ["a > 0"]),
        ("a**(-1)*x*z for a >= 0", ["a > 0"]),
        ("exp(a)*x*z for a > -5", []),
        ("(1/a)*x*z for a > -1", ["a > 0"]),
    ],
)
def test_a_family_is_defined_in_its_region(text, wanted):
    assert conditions(text, 1) == wanted
