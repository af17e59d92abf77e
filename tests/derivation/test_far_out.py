"""Very far out: powers with huge exponents, log log t at 10 to the power 10¹⁶, logarithms of what is next to 1."""

from decimal import Decimal

import numpy as np
import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.lines.expressions import EqualityLine
from kernelcourse.derivation.lines.reading import read_line
from kernelcourse.language.errors import Unsupported
from kernelcourse.language.exact import Exact, precision

from .one_line import inequality, judged

LETTERS = {"c": "positive", "s": "positive", "t": "interval(0, 1)"}


def limit(before, value):
    return judged({"is": before}, {"limit": "c", "is": value}, LETTERS)


@pytest.mark.parametrize(
    "line", ["(1 + 1/c)**c < exp(1)", "(1 + 1/c)**c <= exp(1)", "(1 + 1/c)**(c + 1) > exp(1)"]
)
def test_a_huge_power_of_what_is_nearly_1_is_not_guessed_from_floats(line):
    assert inequality(line, LETTERS).accepted


def test_a_power_with_a_huge_exponent_has_its_digits():
    with precision():
        found = Exact(decimals=True).power(1 + Decimal(10) ** -12, Decimal(10) ** 12)
    assert abs(found - (1 - Decimal("0.5e-12")) * Decimal(1).exp()) < Decimal(10) ** -23


@pytest.mark.parametrize("base", [Decimal(7), Decimal("0.1"), np.array([Decimal(1), Decimal(3)])])
def test_a_power_too_large_to_be_written_is_not_computed(base):
    with precision(), pytest.raises(Unsupported):
        Exact(decimals=True).power(base, Decimal(10) ** 12)


@pytest.mark.parametrize(
    ("line", "letter"),
    [
        ("log(-log(t)) <= 30", "t"),
        ("log(log(c + 3)) <= 12", "c"),
        ("log(c) >= -1e15", "c"),
        ("s*log(c) <= 1e14*s", "c"),
    ],
)
def test_what_grows_as_slowly_as_log_log(line, letter):
    found = inequality(line, LETTERS)
    assert found.verdict == "refuted" and found.witness.values[letter].startswith("10^")
    assert found.to_dict()["witness"]


@pytest.mark.parametrize(
    "line", ["log(c + 3)/log(c + 5) <= 1", "c*log((c + 3)/c) >= 1/2 - 1e9/c", "log(c) <= 37*c**0.01"]
)
def test_digits_that_are_lost_far_out_refute_nothing(line):
    assert inequality(line, LETTERS).accepted


def test_the_logarithm_of_what_tends_to_1_is_not_0():
    assert limit("c*log((c + 3)/c)", "0").verdict == "refuted"
    assert limit("c*log((c + 3)/c)", "3").accepted


def test_an_abbreviation_may_hold_what_cancels():
    lines = [EqualityLine("c*log(b/c)"), read_line({"limit": "c", "is": "0"}, "line")]
    wrong = check(Derivation(LETTERS, {"b": "c + 3"}, lines=lines), hints=False).lines[-1].outcome
    assert not wrong.accepted


def test_limits_slower_than_any_power_of_the_logarithm():
    assert limit("1/log(log(c + 3))", "0").accepted
    assert not limit("1/log(log(c + 3))", "0.001").accepted
    assert limit("1/log(1 + log(1 + c))", "0").accepted
    assert not limit("log(c + 1) - log(c) + 1/log(1 + log(1 + c))", "0.01").accepted


@pytest.mark.parametrize("wrong", ["1e-10", "1e-12"])
def test_a_gradient_that_is_0_is_not_almost_0(wrong):
    given = {"K": "pd(n)", "x": "vector(n)", "a": "scalar"}
    for before, letter, zero in [("log(det(K))", "x", "zeros(n)"), ("log(exp(a)) - a", "a", "0")]:
        line = {"gradient": letter, "is": f"{zero} + {wrong}"}
        assert judged({"is": before}, line, given).verdict == "refuted"
        assert judged({"is": before}, {**line, "is": zero}, given).accepted
