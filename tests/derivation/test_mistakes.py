"""The bank of typical mistakes: nearly all get the name they deserve, and none gets another."""

import pytest

from kernelcourse.derivation import MISCONCEPTIONS

from .mistakes_bank import Mistake, mistakes, named

BANK = mistakes()
# these get no name today, which is better than a wrong one
UNNAMED = {
    "= w·w",
    "= X'(XX' + I)^-1 y",
    "= tr(B)",
    "= log p − log q",
    "= u[0]",
}


def test_the_bank_is_large_and_its_names_exist():
    assert len(BANK) >= 60 and {one.name for one in BANK} - {""} <= set(MISCONCEPTIONS)
    assert len(UNNAMED) <= 0.15 * len(BANK)


@pytest.mark.parametrize("one", BANK, ids=lambda one: f"{one.before} → {one.line}")
def test_a_mistake_gets_its_name_or_none(one: Mistake):
    assert named(one) == ("" if one.line in UNNAMED else one.name)
