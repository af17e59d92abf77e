"""Gradients by the rules of differentiation, proved where the fields alone cannot see them."""

import numpy as np
import pytest

from kernelcourse.derivation.outcome import Verdict
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import FUNCTIONS
from kernelcourse.language.reading import parse

from .one_line import judged

N = {"t": "scalar", "s": "positive", "x": "vector(d)", "z": "vector(d)", "A": "pd(d)", "X": "matrix(n, d)",
     "y": "vector(n)", "B": "matrix(d, d)", "u": "positive_vector(d)", "K": "psd(d)"}  # fmt: skip
RIGHT = [
    ("log(1 + exp(t))", "t", "sigmoid(t)"),
    ("sigmoid(t)", "t", "sigmoid(t)*(1 - sigmoid(t))"),
    ("tanh(3*t)**2", "t", "6*tanh(3*t)*(1 - tanh(3*t)**2)"),
    ("cos(t**2)", "t", "-2*t*sin(t**2)"),
    ("exp(-s*norm(x - z)**2)", "x", "-2*s*exp(-s*norm(x - z)**2)*(x - z)"),
    ("exp(-norm(x - z)**2/(2*s**2))", "s", "norm(x - z)**2/s**3*exp(-norm(x - z)**2/(2*s**2))"),
    ("-log(s) - t**2/(2*s**2)", "s", "-1/s + t**2/s**3"),
    ("sum(u*log(u))", "u", "log(u) + ones(d)"),
    ("sum(exp(x[i]) for i in range(d))", "x", "exp(x)"),
    ("log(sum(exp(x)))", "x", "exp(x)/sum(exp(x))"),
    ("log(det(A))", "A", "inv(A)"),
    ("log(det(A + s*I(d)))", "s", "trace(inv(A + s*I(d)))"),
    ("sum(log(1 + exp(-y*(X @ x))))", "x", "-X.T @ (y*sigmoid(-y*(X @ x)))"),
]


@pytest.mark.parametrize(("line", "wrt", "slope"), RIGHT)
def test_a_gradient_is_proved(line, wrt, slope):
    assert judged({"is": line}, {"gradient": wrt, "is": slope}, N).verdict is Verdict.PROVED


@pytest.mark.parametrize(("line", "wrt", "slope"), [
    ("log(1 + exp(t))", "t", "1 - sigmoid(t)"), ("log(det(A + s*I(d)))", "s", "d/trace(A + s*I(d))"),
    ("exp(-s*norm(x - z)**2)", "x", "2*s*exp(-s*norm(x - z)**2)*(x - z)"), ("log(det(B))", "B", "inv(B)"),
    ("sum(u*log(u))", "u", "log(u)"), ("abs(t)", "t", "sign(t)"),
])  # fmt: skip
def test_a_wrong_one_is_not(line, wrt, slope):
    found = judged({"is": line}, {"gradient": wrt, "is": slope}, N)
    assert found.verdict is Verdict.REFUTED or found.conditions


def test_the_rules_agree_with_the_slopes():
    at = np.array([0.3, 0.7])
    for name, function in FUNCTIONS.items():
        if function.change:
            value = Evaluator({"t": at}, {}, Floats())(parse(f"{name}(t)", {"t"}))
            by_rule = Evaluator({"t": at}, {}, Floats())(parse(function.change, {"t"}))
            assert np.allclose(by_rule, function.slope(at, value)), name


def test_a_smooth_line_with_a_large_coefficient_does_not_jump():
    given = {"X": "matrix(n, d)", "v": "vector(d)", "p": "positive_vector(n)"}
    line = {"is": "3 * sum(p[i] * norm(X[i] - v)**2 for i in range(n))"}
    found = judged(line, {"gradient": "v", "is": "6 * (sum(p)*v - X.T @ p)"}, given)
    assert found.accepted and not found.conditions


@pytest.mark.parametrize(("line", "gradient"), [("10**30*sign(t)", "0"), ("10**30*abs(t)", "10**30*sign(t)")])
def test_a_large_jump_is_one(line, gradient):
    assert judged({"is": line}, {"gradient": "t", "is": gradient}, {"t": "scalar"}).conditions
