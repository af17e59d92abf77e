"""Side conditions that only floats meet, or 60 digits: what is left of them is no counterexample."""

import numpy as np
import pytest

from kernelcourse.derivation.instances.conditions import instance
from kernelcourse.derivation.instances.instance import STANDARD
from kernelcourse.derivation.instances.many_digits import in_many_digits
from kernelcourse.derivation.instances.met import meets
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.exact import precision

from .one_line import inequality, judged

NUMBERS = {"a": "scalar", "b": "scalar", "c": "positive", "t": "interval(0, 1)"}
MATRICES = {"A": "matrix(n, n)", "B": "matrix(n, n)", "L": "matrix(n, n)", "K": "pd(n)", "G": "psd(n)"}
UNITS = {"u": "unit(n)", "v": "unit(n)"}


def line(before, after, given, *where):
    return judged({"is": before}, {"is": after}, given, *where)


@pytest.mark.parametrize(
    ("where", "before", "right", "wrong"),
    [
        ("exp(a) == c", "log(c)", "a", "a + 10**(-9)"),
        ("c == exp(a)", "log(c)", "a", "abs(a)"),
        ("exp(a) == 2", "exp(2*a)", "4", "4 + 10**(-12)"),
        ("log(c) == 3", "c", "exp(3)", "exp(3) + 10**(-12)"),
        ("cos(a) == 1/2", "cos(2*a)", "-1/2", "sin(a) - (1 + sqrt(3))/2"),
        ("tanh(a) == b", "(1 + b)/(1 - b)", "exp(2*a)", "exp(a)"),
        ("sigmoid(a) == t", "log(t/(1 - t))", "a", "2*a"),
        ("a*b*(a - b) == 0", "a**2*b", "a*b**2", "a**3"),
        ("a**5 + a == 1", "a**6", "a - a**2", "a - a**2 + 10**(-9)"),
    ],
)
def test_a_condition_on_numbers(where, before, right, wrong):
    assert line(before, right, NUMBERS, where).accepted
    assert line(before, wrong, NUMBERS, where).verdict == "refuted"


@pytest.mark.parametrize(
    ("where", "before", "right", "wrong"),
    [
        ("A @ B - B @ A == A", "trace(A)", "0", "trace(B)"),
        ("L @ L.T == K", "log(det(K))", "2*log(abs(det(L)))", "log(abs(det(L)))"),
        ("G == L @ L.T", "det(G)", "det(L)**2", "det(L)"),
    ],
)
def test_a_condition_on_matrices(where, before, right, wrong):
    assert line(before, right, MATRICES, where).accepted
    assert line(before, wrong, MATRICES, where).verdict == "refuted"


def test_letters_that_are_bound_to_a_form():
    assert line("norm(u - v)", "1", UNITS, "u @ v == 1/2").accepted
    assert line("norm(u - v)", "1 + 10**(-9)", UNITS, "u @ v == 1/2").verdict == "refuted"


def test_an_inequality_that_is_an_equality():
    assert inequality("log(c) >= a", NUMBERS, "exp(a) == c").accepted
    assert inequality("log(c) > a", NUMBERS, "exp(a) == c").verdict == "refuted"


def test_the_numbers_of_a_side_condition_are_tried():
    found = line("a**2", "a", NUMBERS, "a*(a - 1)*(a - 1000003) == 0")
    assert found.verdict == "refuted" and found.witness.values["a"] == 1000003


def test_as_many_digits_as_are_in_force():
    setting = read_setting({"u": "unit(3)", "v": "unit(3)"}, where=["u @ v == 1/3"])
    at = instance(setting, STANDARD[0], np.random.default_rng(1))
    with precision(100):
        exact = in_many_digits(setting, at).exact
    assert abs(exact["u"] @ exact["v"] * 3 - 1) < 10**-80 and abs(exact["u"] @ exact["u"] - 1) < 10**-80


def test_what_floats_take_for_met_is_not():
    setting = read_setting({"a": "scalar", "b": "scalar"}, where=["exp(a) == b"])
    at = instance(setting, STANDARD[0], np.random.default_rng(1))
    nearly = in_many_digits(setting, at)
    assert meets(setting, nearly)
    assert not meets(setting, nearly.with_value("a", nearly.exact["a"] + nearly.exact["a"] / 10**12))
