"""Numbers that no decimal holds."""

from decimal import Decimal
from itertools import pairwise

import pytest

from kernelcourse.derivation.judging.far_out import without_bounds
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.towers import Tower, compared, exp, log, minus, plus, power, said, times

HUGE = Tower(1, Decimal("1e20"))
TINY = Tower(1, Decimal("-1e20"))
ONE = Decimal(1)


@pytest.fixture(autouse=True)
def digits():
    with without_bounds():
        yield


def test_a_logarithm_undoes_an_exponential():
    assert log(HUGE) == Decimal("1e20") and exp(Decimal("1e20")) == HUGE
    assert log(exp(exp(exp(Decimal(100))))) == exp(exp(Decimal(100)))
    assert exp(TINY) == 1 and exp(Decimal(2)) == Decimal(2).exp()


def test_the_larger_part_of_a_sum_is_left():
    assert plus(HUGE, ONE) == HUGE and plus(ONE, TINY) == ONE and plus(Decimal(0), HUGE) == HUGE
    assert plus(HUGE, HUGE).log == Decimal("1e20") + Decimal(2).ln()


def test_what_cancels_is_refused():
    for one, other in ((HUGE, minus(HUGE)), (ONE, minus(ONE + Decimal("1e-40")))):
        with pytest.raises(TooMuch):
            plus(one, other)
    with pytest.raises(TooMuch):
        times(HUGE, TINY)
    with pytest.raises(TooMuch):  # (1 + 1/t)ᵗ
        power(plus(ONE, TINY), HUGE)


def test_order():
    ladder = [minus(HUGE), minus(ONE), minus(TINY), Decimal(0), TINY, ONE, HUGE, exp(HUGE)]
    assert all(compared(one, other) == -1 for one, other in pairwise(ladder))
    assert compared(HUGE, plus(HUGE, ONE)) == 0 and compared(HUGE, power(HUGE, Decimal(2))) == -1


def test_powers():
    assert power(HUGE, Decimal(-1)) == TINY and power(minus(HUGE), Decimal(3)).sign == -1
    assert power(Decimal(3), Decimal(2)) == 9
    with pytest.raises(Undefined):
        power(minus(ONE), Decimal("0.5"))
    with pytest.raises(Undefined):
        log(minus(HUGE))


def test_words():
    assert said(HUGE) == "e^(10^20)" and said(TINY) == "e^(−10^20)" and said(Decimal("2.50")) == "2.5"
