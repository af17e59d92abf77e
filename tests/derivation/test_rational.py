"""A Rational is a Fraction in every respect, and turns what it meets into one of its kind."""

import copy
import operator
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.language.exact import Exact
from kernelcourse.language.rational import Rational, rational

OPERATORS = (operator.add, operator.sub, operator.mul, operator.truediv)
COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def some_numbers(count, chance):
    tops, bottoms = range(-40, 41), (1, 1, 1, 2, 3, 4, 6, 16, 35, 2**70)
    return [Fraction(chance.choice(tops), chance.choice(bottoms)) for _ in range(count)]


def value_of(operation, left, right):
    try:
        return operation(left, right)
    except ZeroDivisionError:
        return "a division by zero"


@pytest.mark.parametrize("operation", OPERATORS + COMPARISONS)
def test_it_computes_as_a_fraction_does(operation):
    chance = random.Random(3)
    for left, right in zip(some_numbers(400, chance), some_numbers(400, chance), strict=True):
        for first, second in ((left, right), (left, int(right)), (int(left), right)):
            wanted = value_of(operation, first, second)
            fast = [(rational(one), other) for one, other in [(first, second)] if isinstance(one, Fraction)]
            fast += [
                (one, rational(other)) for one, other in [(first, second)] if isinstance(other, Fraction)
            ]
            for one, other in fast:
                found = value_of(operation, one, other)
                assert found == wanted
                if isinstance(wanted, Fraction):  # in lowest terms, with a positive denominator
                    assert type(found) is Rational
                    assert (found.numerator, found.denominator) == (wanted.numerator, wanted.denominator)


def test_what_is_no_fraction_is_met_as_by_a_fraction():
    third = rational(Fraction(1, 3))
    assert third + 0.5 == 0.5 + third == 1 / 3 + 0.5 and third < 0.5 and third != "1/3"
    assert rational(4) ** Fraction(1, 2) == 2.0 and 2 ** rational(3) == 8
    assert third**2 == Fraction(1, 9) and third**-2 == 9 and type(third**-2) is Rational
    assert -third == Fraction(-1, 3) and abs(-third) == +third and hash(third) == hash(Fraction(1, 3))
    with pytest.raises(TypeError):
        third + Decimal(1)


def test_it_is_copied_and_sent_as_it_is():
    half = rational(0.5)
    assert copy.deepcopy(half) == pickle.loads(pickle.dumps(half)) == Fraction(1, 2)


def test_exact_arithmetic_uses_it_throughout():
    lifted = Exact().lift(np.array([[Fraction(1, 2), 3], [0, 1.5]], dtype=object))
    entries = (*lifted.flat, *(lifted @ lifted).flat, *Exact().call_inv(lifted).flat)
    assert all(type(entry) is Rational for entry in entries)
