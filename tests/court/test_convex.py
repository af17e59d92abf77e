"""Falling convex functions, mixtures with weights, Cauchy functions: what the second instance accepts, and what not."""

from dataclasses import replace
from fractions import Fraction

import pytest

from kernelcourse.court import court
from kernelcourse.court.exactly import signs
from kernelcourse.court.exactly.algebra import Algebra
from kernelcourse.court.exactly.convex import end_of_convex, sequence_is_convex
from kernelcourse.court.exactly.enclosures import Range, logarithm
from kernelcourse.court.exactly.reading import Reader
from kernelcourse.court.exactly.written import formula
from kernelcourse.court.formula.reading import read
from kernelcourse.court.verifier import Rejected, verify
from kernelcourse.language.reading import Number, show
from kernelcourse.validity import Certificate


@pytest.mark.parametrize(
    "f", ["1 - tanh(2*t)", "log(1 + 2*exp(-t))", "1/(1 + sinh(t))", "pi/2 - arctan(t)", "1/(1 + t**(1/2))"]
)
def test_convex_functions_are_seen_to_fall(f):
    assert end_of_convex(formula(f)) is not None


@pytest.mark.parametrize(
    "f",
    [
        "1 - tanh(t*t)",
        "exp(-t*t)",
        "1/(1 + t**1.5)",
        "1 + t",
        "tanh(t)",
        "1/t",
        "1/(1 - t)",
        "sin(t)",
        "log(t)",
    ],
)
def test_other_functions_are_not(f):
    assert end_of_convex(formula(f)) is None


def test_a_limit_is_a_formula():
    assert show(end_of_convex(formula("arctan(1/(1 + t))"))) == "arctan(0.0)"


def test_a_sequence_may_bend_at_its_start():
    bend, _ = sequence_is_convex(formula("exp(-t**3)"))
    assert (
        show(bend).startswith("exp(-0**3) - 2 * exp(-1**3)") and end_of_convex(formula("exp(-t**3)")) is None
    )


def step(rule, text, domain="real", **data):
    tree = formula(text)
    verify(Certificate(rule, text, "", (), tree, "kernel", data), tree, domain, 1)


def test_the_second_instance_looks_at_the_limit():
    x = (formula("x"),)
    step("convex", "2 - tanh(abs(x - z))", f=formula("2 - tanh(t)"), maps=x)
    for number in ("0.9", "pi/4"):
        with pytest.raises(Rejected):
            step("convex", f"{number} - tanh(abs(x - z))", f=formula(f"{number} - tanh(t)"), maps=x)


def test_a_convex_sequence_is_for_whole_numbers_only():
    data = {"f": formula("exp(-t**3)"), "maps": (formula("x"),)}
    step("convex", "exp(-abs(x - z)**3)", "integer", **data)
    with pytest.raises(Rejected):
        step("convex", "exp(-abs(x - z)**3)", "real", **data)
    with pytest.raises(Rejected):
        step("convex", "exp(-abs(x - z)**3/20)", "integer", f=formula("exp(-t**3/20)"), maps=(formula("x"),))


@pytest.mark.parametrize(
    ("rule", "k", "worse", "terms"),
    [
        ("Cauchy", "1/(1 + (x - z)**2) - 2/(4 + (x - z)**2)", "1/(1 + (x - z)**2) - 3/(4 + (x - z)**2)",
         ((Number(1), Number(1)), (Number(-3), Number(4)))),
        ("mixture", "1/(1 + (x - z)**2)**2 - 1/(2 + (x - z)**2)**2", "1/(1 + (x - z)**2)**2 - 2/(2 + (x - z)**2)**2",
         ((1, 0), (-2, 1))),
    ],
)  # fmt: skip
def test_weights_decide(rule, k, worse, terms):
    proof = court(k).certificate
    assert proof.rule == rule
    verify(proof, read(k), "real", 1)
    other = replace(proof, formula=read(worse), data={**proof.data, "terms": terms})
    with pytest.raises(Rejected, match="does not lead to"):
        verify(other, read(worse), "real", 1)


@pytest.mark.parametrize(
    ("k", "domain"),
    [
        ("1/(1+x+z) - 2/(2+x+z) + 1/(3+x+z)", "positive"),
        ("1/sqrt(2+x+z) - 1/sqrt(3+x+z)", "positive"),
        ("1/(1+(x-z)**2) - 1/(4+(x-z)**2)", "real"),
        ("1/(1+(x-z)**2) - 2/(4+(x-z)**2)", "real"),
        ("1/(1+(x-z)**2) - 1/(1+(x+z)**2)", "real"),
        ("exp(-abs(x-z)) - exp(-x-z)", "positive"),
        ("log(1+x+z) - log(1+abs(x-z))", "positive"),
        ("exp(-abs(x-z)**sqrt(2))", "real"),
        ("sin(1.5*min(x,z))", "interval"),
        ("sin(min(x,z))*cos(max(x,z))", "interval"),
        ("min(1/abs(x),1/abs(z))", "nonzero"),
        ("exp(-abs(x-z)**3)", "integer"),
    ],
)  # fmt: skip
def test_proved(k, domain):
    assert court(k, dim=1, domain=domain).proved


@pytest.mark.parametrize(
    ("k", "domain"),
    [
        ("1/(1+x+z) - 3/(2+x+z) + 2/(3+x+z)", "positive"),
        ("1/(1+x+z) - 1.5/(2+x+z)", "positive"),
        ("exp(-abs(x-z)) - 1.1*exp(-x-z)", "positive"),
        ("sin(2*min(x,z))", "interval"),
        ("(abs(x-z)-0.5)**2-0.0834", "interval"),
        ("0.9 - tanh(abs(x-z))", "real"),
        ("1 - log(1+abs(x-z))", "real"),
        ("1/(1+abs(x-z)) - 0.9", "interval"),
        ("0.5 - sqrt(abs(x-z))", "interval"),
    ],
)  # fmt: skip
def test_refuted(k, domain):
    assert court(k, dim=1, domain=domain).refuted


def test_only_a_logarithm_asks_for_logarithms(monkeypatch):
    """Of long numbers they take seconds."""
    monkeypatch.setattr(signs, "logarithm", lambda reach: pytest.fail("nobody asked"))
    algebra = Algebra("real", 1)
    assert signs.bounds(algebra, Reader(algebra, 1)(formula("1/(1 + exp(abs(x)))"))).low >= 0


def test_logarithms_of_long_numbers_have_short_ends():
    reach = logarithm(Range(Fraction(3**9000 + 1, 2**14000), Fraction(3**9000 + 1, 2**14000)))
    assert reach.low < reach.high and float(reach.high - reach.low) < 1e-40


@pytest.mark.parametrize(
    ("k", "domain"),
    [
        ("exp(-abs(x-z)) - exp(-2)", "interval"),
        ("1 - log(1+abs(x-z))", "interval"),
        ("1 - sqrt(abs(x-z))", "interval"),
        ("(2-abs(x-z))**3", "ball"),
    ],
)
def test_on_a_bounded_domain_f_need_not_go_on(k, domain):
    """Convex, falling and ≥ 0 as far as two points can be apart: beyond that it may go on straight, down to 0."""
    assert court(k, dim=1, domain=domain).proved and not court(k, dim=1, domain="real").proved
