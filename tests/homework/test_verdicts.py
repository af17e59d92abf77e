"""A proof must be of the function that was asked about, whatever an error bound has to say."""

from __future__ import annotations

import pytest

from kernelcourse.homework.judging.expect import Failed
from kernelcourse.homework.judging.verdicts import judge_answer
from kernelcourse.homework.tasks import Candidate

SQUARE = Candidate(name="v", expression="(1 + x @ z)**2 - 1", dim=2)
WAVES = Candidate(name="v", expression="2 - 2*sin(x - z)**2 + cos(x - z)", dim=1)


@pytest.mark.parametrize(
    "expression",
    [
        "exp(x @ z + 800)",  # overflows: no error bound at all
        "1000000*cos(1e17*x[0]/3)*cos(1e17*z[0]/3)",  # an error bound wider than every difference
        "(x @ z)**2 + 2*(x @ z) + sin(64*pi*x[0])*sin(64*pi*z[0])",  # equal on every grid of 64ths
        "(x @ z)**2 + 2*(x @ z) + sin(1048576*pi*x[0])*sin(1048576*pi*z[0])",
        "(x @ z)**2 + 2*(x @ z) + exp(-1000*norm(x - z)**2)",  # differs on the diagonal alone
    ],
)
def test_another_kernel_is_no_proof(expression):
    with pytest.raises(Failed, match="another function"):
        judge_answer(("kernel", expression), SQUARE, "secret")


@pytest.mark.parametrize(
    ("kernel", "expression"),
    [
        (SQUARE, "(x @ z)**2 + 2*(x @ z)"),
        (SQUARE, "x @ z * (x @ z + 2)"),
        (SQUARE, "(xᵀz)² + 2xᵀz"),
        (SQUARE, r"\langle x, z\rangle^2 + 2\,x^\top z"),
        (WAVES, "1 + cos(2*(x - z)) + cos(x - z)"),
        (WAVES, "1 + cos(2*x)*cos(2*z) + sin(2*x)*sin(2*z) + cos(x)*cos(z) + sin(x)*sin(z)"),
    ],
)
@pytest.mark.parametrize("secret", ["public", "spring", "autumn"])
def test_the_same_kernel_in_other_words_is_a_proof(kernel, expression, secret):
    judge_answer(("kernel", expression), kernel, secret)


@pytest.mark.parametrize(
    ("kernel", "expression"),
    [
        (SQUARE, "1.0000000000000001*(x @ z)**2 + 2*(x @ z)"),
        (SQUARE, "(x @ z)**2 + 2*(x @ z) + 1e-300"),
        (WAVES, "1 + cos(2*(x - z)) + 1.000000000000001*cos(x - z)"),
        (WAVES, "1.00000000000000001 + cos(2*(x - z)) + cos(x - z)"),
        (WAVES, "1 + cos(2*(x - z)) + cos(x - z) + 1e-300"),
    ],
)
def test_rounding_makes_no_function_the_same(kernel, expression):
    with pytest.raises(Failed, match="up to rounding only"):
        judge_answer(("kernel", expression), kernel, "secret")


def test_the_minus_of_an_exponent_takes_nothing_away():
    small = Candidate(name="v", expression="1e-14 * (x @ z)", dim=2, without=("-",))
    judge_answer(("kernel", "1e-14 * (x @ z)"), small)


def test_a_forbidden_word_is_forbidden_in_every_spelling():
    kernel = Candidate(name="v", expression="norm(x)**2 * norm(z)**2", dim=2, without=("norm",))
    for disguised in ("‖x‖²‖z‖²", r"\|x\|^2 \|z\|^2", "norm(x)**2 * norm(z)**2"):
        with pytest.raises(Failed, match="without norm"):
            judge_answer(("kernel", disguised), kernel)


def test_what_a_bound_does_not_decide_is_not_called_wrong():
    """4·tanh(u) − 4·tanh(2u) + tanh(4u) is about −12u³: negative for u = 10⁻¹⁸, and no bound here shows it."""
    tanh = Candidate(name="v", expression="tanh(x @ z)", dim=2)
    with pytest.raises(Failed, match="cannot be told from 0"):
        judge_answer(("not a kernel", [[1e-9, 0.0], [2e-9, 0.0]], [2.0, -1.0]), tanh)
    with pytest.raises(Failed, match="is not negative"):
        judge_answer(("not a kernel", [[0.1, 0.0]], [1.0]), tanh)
