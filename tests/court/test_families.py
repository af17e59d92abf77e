"""Type a family, get its region of validity: 42 families, and the same under other names and scales."""

from pathlib import Path

import pytest

from kernelcourse.court import LanguageError
from kernelcourse.court.families import Family

LINES = (Path(__file__).parent / "corpus" / "families.txt").read_text(encoding="utf-8").splitlines()
FAMILIES = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]


def conditions(text, dim):
    region = Family(text, int(dim)).region()
    return None if region is None else sorted(map(str, region.conditions))


def test_there_are_forty_families():
    assert len(FAMILIES) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("text, dim, wanted", FAMILIES, ids=[family[0] for family in FAMILIES])
def test_the_region_is_derived(text, dim, wanted):
    assert conditions(text, dim) == sorted(part.strip() for part in wanted.split(",") if part.strip())


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
