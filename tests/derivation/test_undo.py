"""Where something happens along a letter: found by taking back what is done to it."""

from fractions import Fraction

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.places import around, factors, places
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.judging.solved_conditions import freer
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.reading import parse
from kernelcourse.language.undo import undone
from kernelcourse.language.writing import show as written


@pytest.mark.parametrize(
    ("zero", "letter", "values"),
    [
        ("log(p) - 40", "p", ["exp(40)"]),
        ("10 - log(log(10 + p))", "p", ["exp(exp(10)) - 10"]),
        ("3/(x - 2) - b", "x", ["3/b + 2"]),
        ("2**x - 7", "x", ["log(7)/log(2)"]),
        ("abs(a - 5) - 1", "a", ["1 + 5", "-1 + 5"]),
        ("a - a**2", "a", []),
        ("sum(x)", "x", []),
    ],
)
def test_what_is_done_to_a_letter_is_taken_back(zero, letter, values):
    assert [written(one) for one in undone(parse(zero), letter)] == [written(parse(one)) for one in values]


def test_places_are_where_sums_and_kinks_vanish():
    setting = read_setting({"t": "scalar", "a": "scalar"})
    at = next(iter(Samples(setting).standard))
    line = parse("(exp(t) - 1)*(t - 10**6)*max(2*t, 9)")
    assert {Fraction(0), Fraction(10**6), Fraction(9, 2)} <= set(places((line,), setting, at, "t"))
    assert any(one.exact["t"] > 10**6 for one in around((line,), setting, at, ("t",)))
    assert not list(places((line,), setting, at, "a"))


def test_factors_of_a_product():
    found = [written(one) for one in factors(parse("-(a - 1)**2*abs(b)/c"))]
    assert found == [written(parse("a - 1")), "b"]


def test_a_condition_that_gives_a_letter_is_solved_for_it():
    loose = freer(read_setting({"p": "positive", "q": "positive"}, where=["p + q == 1"]))
    assert list(loose.given) == ["p"] and list(loose.define) == ["q"]
    assert [sign for sign, _, _ in loose.where] == [">"]
    assert freer(setting := read_setting({"a": "scalar", "b": "scalar"}, where=["a*b == 1"])) == setting


def test_the_witness_shows_the_letter_that_was_solved_for():
    derivation = Derivation({"a": "scalar", "b": "scalar"}, where=["a + b == 1"], start="a*b")
    found = check(derivation.then("0.2499", relation="<=")).lines[-1]
    values = found.outcome.witness.values
    assert found.verdict == "refuted" and values["a"] + values["b"] == 1


@pytest.mark.parametrize(
    ("start", "letter", "value", "verdict"),
    [
        ("log(1 + exp(a))", "a", "-100000", "open"),
        ("exp(a)", "a", "-1000000", "open"),
        ("exp(a) - a", "a", "0", "proved"),
        ("max(0, 1 - a)", "a", "3", "tested"),
    ],
)
def test_a_minimum_must_show_its_valley(start, letter, value, verdict):
    """On one side e^a is flat as far as anyone can see: that is no sign of a minimum."""
    derivation = Derivation({"a": "scalar"}, start=start).minimiser(value, letter)
    assert check(derivation, hints=False).lines[-1].verdict == verdict
