"""A derivation as an answer: read as on every page, points for milestones, none for tricks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kernelcourse.homework.authoring.master import read_master
from kernelcourse.homework.judging.checks import PASSED
from kernelcourse.homework.judging.reasoning import judge_derivation
from kernelcourse.homework.sheet import personal
from kernelcourse.homework.tasks import Lines

HOMEWORK = Path(__file__).parents[2] / "homework"


@cache
def derivation(sheet: str) -> Lines:
    asked = next(one for one in read_master(HOMEWORK / sheet).questions if one.kind == "derivation")
    return personal(asked, sheet).task


def passed(sheet: str, lines: object) -> list[bool]:
    return [one.status == PASSED for one in judge_derivation("lines", derivation(sheet), lambda name: lines)]


BY_HAND = [
    "= yᵀy − 2yᵀKα + αᵀK²α + λαᵀKα",
    "∇_α: 2K(Kα − y) + 2λKα",
    "⇔ K(K + λI)α = Ky",
    "⇐ (K + λI)α = y",
]
LATEX = [
    r"= y^\top y - 2 y^\top K\alpha + \alpha^\top K^2\alpha + \lambda\,\alpha^\top K\alpha",
    r"\nabla_\alpha f = 2K(K\alpha - y) + 2\lambda K\alpha",
    r"\iff K(K+\lambda I)\alpha = Ky",
    r"\impliedby (K+\lambda I)\alpha = y",
]


FLIPPED = [*BY_HAND[:2], "⇔ Ky = K(K + λI)α", "⇐ y = (K + λI)α"]


@pytest.mark.parametrize("lines", [BY_HAND, LATEX, FLIPPED], ids=["by hand", "latex", "sides exchanged"])
def test_lines_written_as_on_a_page_earn_all_points(lines):
    assert all(passed("ridge", lines))


@pytest.mark.parametrize(
    "tricks",
    [
        [{"gradient": "alpha", "of": "0 * alpha @ alpha", "is": "zeros(n)"}, "alpha == alpha"],
        [">= 0", "= 0 * y @ y"],
        [BY_HAND[0], BY_HAND[1], "implies: 0 * alpha == zeros(n)", BY_HAND[3]],
        [">= 0", "<= " + BY_HAND[0].removeprefix("= ")],
        ["∇_λ: α·Kα", BY_HAND[2]],
    ],
    ids=["of", "estimate", "0 = 0", "there and back", "another letter"],
)
def test_tricks_do_not_earn_the_last_milestone(tricks):
    assert not passed("ridge", tricks)[-1]


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        ("mds", ["let X = zeros(n, d)", "J @ outer(g, g) @ J", "J @ X @ X.T @ J", "C @ C.T - C @ C.T"]),
        ("mercer", ["let z = x", "exp(-(x@z - x@z + (x - z)@x))", "exp(x@x) * exp(-x@z)"]),
        ("structured", ["let u = zeros(n)", "kron(u, v) @ kron(A, B) @ kron(u, v)"]),
        (
            "ridge",
            ["minimiser y = K @ alpha", "2*y@y - 2*y@y + lam*alpha@K@alpha", "gradient alpha: 2*lam*K@alpha"],
        ),
        ("gaussian_process", ["limit s: a @ a", "a @ a + 0 * norm(A) * n", "a @ a + 0 * norm(A) * d"]),
        ("ridge", ["gradient lam: alpha @ K @ alpha", "alpha @ K @ alpha + 0 * 2 * y @ y"]),
        ("kernel_trick", ["norm(K @ alpha - y)**2 + lam * norm(w0)**2 + 1 >= lam * norm(w0)**2"]),
    ],
    ids=["let", "let equal", "let zero", "minimiser", "limit", "another letter", "a remark"],
)
def test_true_lines_about_something_else_earn_nothing(sheet, lines):
    """With a given letter fixed, every line is true; a milestone is about the first line for all values of it."""
    assert not any(passed(sheet, lines)[1:])


def test_a_remark_between_the_lines_costs_nothing():
    assert all(passed("ridge", [BY_HAND[0], "y @ y >= 0", *BY_HAND[1:]]))


@pytest.mark.parametrize("zero", ["0", "zeros(n)"])
def test_a_gradient_repeated_and_set_to_zero_is_an_equation(zero):
    first = "2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha"
    lines = [BY_HAND[0], f"gradient alpha: {first}", f"{first} == {zero}", BY_HAND[3]]
    assert all(passed("ridge", lines))


def test_a_letter_is_solved_for_when_it_stands_alone():
    slope = "1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]"
    for end, solved in (
        (f"t == t + {slope}", False),
        (f"{slope} == 0", False),
        ("t == (1 - 3 * y[i] * (K @ (alpha * y))[i]) / (3 * K[i, i])", True),
        ("(1 / 3 - y[i] * (K @ (alpha * y))[i]) / K[i, i] == t", True),
    ):
        assert passed("svm", [f"gradient t: {slope}", end]) == [True, False, True, solved]


def test_a_goal_that_the_sheet_prints_cannot_be_copied():
    """In words it earns its own milestone alone; printed word for word it needs another one before it."""
    goal = "(alpha - beta) @ K @ (alpha - beta)"
    asked = derivation("rkhs")
    *first, last = asked.milestone
    printed = replace(asked, milestone=(*first, replace(last, exactly=goal)))

    def found(task: Lines, *lines: str) -> list[bool]:
        return [one.status == PASSED for one in judge_derivation("lines", task, lambda name: list(lines))]

    assert found(asked, goal) == [True, False, False, True]
    assert found(printed, goal) == [True, False, False, False]
    between = "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta"
    assert found(printed, between, goal) == [True, False, True, True]
