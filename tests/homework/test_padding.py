"""A milestone is reached by a line that does what was asked, not by a line that carries the asked words along."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kernelcourse.homework.authoring.master import read_master
from kernelcourse.homework.judging.forms import multiplied_out, one_product
from kernelcourse.homework.judging.milestones import milestones
from kernelcourse.homework.judging.reasoning import judge_lines
from kernelcourse.homework.tasks import task_of
from kernelcourse.language.reading import parse

MASTERS = Path(__file__).parents[2] / "homework"
FIRST = "norm(a + b)**2 - norm(a)**2 - norm(b)**2"
QUESTION = task_of(
    "derivation",
    tomllib.loads(f"""
start = "{FIRST}"
unknown = "a"
given = {{ a = "vector(n)", b = "vector(n)" }}
define = {{ s = "a @ b" }}
milestone = [{{ name = "with s", uses = ["s"] }}]
"""),
)


def reached(task, *lines):
    held, outcome = judge_lines(list(lines), task)
    assert outcome.status == "passed", outcome.text
    return [one.status == "passed" for one in milestones(task, held)]


@pytest.mark.parametrize(
    "line",
    [
        f"{FIRST} + s - s",
        f"{FIRST} + 0 * s",
        f"{FIRST} + s - a @ b",
        f"({FIRST}) * exp(s) * exp(-s)",
        f"({FIRST}) * (1 + s - s)",
        f"({FIRST}) * (1 + s) - ({FIRST}) * (a @ b)",
        f"({FIRST})**(1 + 0 * s)",
        f"{FIRST} + norm(s * a - s * a)",
        f"{FIRST} + ((3 * s - (2 * s + a @ b)))",
        f"s + {FIRST} - 4 * s + 3 * a @ b",
        f"{FIRST} + sum(s - s for j in range(n))",
        f"log(exp({FIRST} + s) * exp(-s))",
        "2 * a @ b + s - s",
    ],
)
def test_a_word_that_is_only_carried_along_earns_nothing(line):
    assert reached(QUESTION, line) == [False]


@pytest.mark.parametrize(
    "line", ["2 * s", "s + a @ b", "2 * s + 0", "3 * s - a @ b", "s - (-s)", "2·s", "4 * s / 2"]
)
def test_a_word_that_does_something_counts_in_every_spelling(line):
    assert reached(QUESTION, line) == [True]


def task_in(sheet, place):
    """The derivation of a sheet with the letters of its variant at that place."""
    task = next(one.task for one in read_master(MASTERS / sheet).questions if one.kind == "derivation")
    return task.filled(task.variant[place])


WALK = "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)"
LOSS = "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2"


@pytest.mark.parametrize(
    "sheet, place, line",
    [
        ("structured", 0, f"{WALK} + sum(kron(u, v)) - sum(u) * sum(v)"),
        ("kernel_trick", 0, f"{LOSS} + trace(K) - trace(X @ X.T)"),
        ("kernel_trick", 0, f"{LOSS} + lam * alpha @ K @ alpha - lam * alpha @ K @ alpha"),
        ("ridge", 1, "(K @ beta - y) @ (K @ beta - y) + 2 * lam * beta @ K @ beta"),
        ("mercer", 0, "exp(-((x - z) @ (x - z) + x @ z - x @ z) / 2)"),
        ("mercer", 0, "exp(-norm(x)**2 / 2) * exp(x @ z - z @ z / 2)"),
        ("mercer", 0, "exp(x @ z) * exp(-x @ x / 2 - z @ z / 2)"),
        ("mercer", 0, "g(x) * exp(x @ z - z @ z / 2)"),
        ("mercer", 0, "g(x) * exp(-(1 / 2) * (z @ z - 2 * x @ z))"),
        ("mercer", 0, "g(x) * exp(x @ z) * exp(-z @ z / 2)"),
        ("mercer", 0, "exp(-(x - z) @ (x - z) * 0.5)"),
        ("mercer", 0, "g(x - z) * exp(0 * x @ z)"),
        ("mds", 0, "-J @ (outer(g, ones(n)) - (-outer(ones(n), g)) - 2 * X @ X.T) @ J / 2"),
        ("pca", 0, "(diag(ones(n)) - ones(n, n) / n) @ K @ (diag(ones(n)) - ones(n, n) / n)"),
        ("mercer", 0, "exp(-(x - z) @ (x + (-1) * z) / 2)"),
        ("structured", 0, "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)"),
    ],
)
def test_the_first_line_in_disguise_reaches_nothing(sheet, place, line):
    assert not any(reached(task_in(sheet, place), line))


@pytest.mark.parametrize(
    "sheet, lines",
    [
        ("ridge", ["let r = K @ alpha - y", "r @ r + lam * alpha @ K @ alpha"]),
        ("pca", ["let J = I(n) - ones(n, n) / n", "J @ K @ J"]),
        (
            "ridge",
            [
                "let r1 = K @ alpha - y",
                *(f"let r{k + 1} = r{k} + r{k}" for k in range(1, 13)),
                "r13 @ r13 / 4**12 + lam * alpha @ K @ alpha",
            ],
        ),
    ],
    ids=["ridge", "pca", "doubled"],
)
def test_a_letter_of_ones_own_hides_nothing(sheet, lines):
    assert not any(
        milestone.status == "passed"
        for milestone in milestones(task_in(sheet, 0), judge_lines(lines, task_in(sheet, 0))[0])
    )


PARABOLA = (
    "sum(alpha) + t * sum({e}) - 3 * (alpha * y) @ K @ (alpha * y) / 2"
    " - 3 * t * ({e} * y) @ K @ (alpha * y) - 3 * t**2 * ({e} * y) @ K @ ({e} * y) / 2"
)


@pytest.mark.parametrize("unit", ["e(i, n)", "I(n)[i]", "I(n)[:, i]", "diag(ones(n))[i]", "(inv(K) @ K)[i]"])
def test_a_unit_vector_is_one_under_every_name(unit):
    assert reached(task_in("svm", 0), PARABOLA.format(e=unit)) == [False, False, False]


@pytest.mark.parametrize(
    "equation, good",
    [
        ("sum(c) * mu == X.T @ c", True),
        ("sum(c[i] * X[i] for i in range(n)) == mu * sum(c)", True),
        ("(1 + 1) * sum(c) * mu == (1 + 1) * X.T @ c", False),
        ("9 * sum(c) * mu == 9 * X.T @ c", False),
        ("sum(c[i] * (mu - X[i]) for i in range(n)) == mu - mu", False),
    ],
)
def test_an_equation_without_a_number_has_none_under_another_name(equation, good):
    assert reached(task_in("kmeans", 0), "gradient mu: 2 * sum(c) * mu - 2 * X.T @ c", equation) == [
        True,
        good,
        False,
    ]


@pytest.mark.parametrize("place", range(2))
def test_a_row_of_a_matrix_is_no_unit_vector(place):
    line = (
        "ones(n) @ {a} + {t} - {m} / 2 * {a} @ diag(y) @ K @ diag(y) @ {a}"
        " - {m} * {t} * y[i] * K[i] @ diag(y) @ {a} - {m} * {t}**2 * K[i, i] / 2"
    )
    own = next(one.task for one in read_master(MASTERS / "svm").questions if one.kind == "derivation").variant
    assert reached(task_in("svm", place), line.format(**own[place])) == [True, False, False]


def test_a_slope_that_holds_the_letter_is_not_solved_for_it():
    slope = "1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]"
    assert reached(task_in("svm", 0), f"gradient t: {slope}", f"let q = t + {slope}", "t == q") == [
        False,
        True,
        False,
    ]


FEATURES = "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a"
INVERSE = "a @ inv(A.T @ A + 3 * s * I(d)) @ A.T @ A @ a"


@pytest.mark.parametrize("minus", ["cos(pi)", "log(exp(1) / exp(2))"])
def test_a_minus_sign_in_disguise_is_one(minus):
    assert reached(task_in("gaussian_process", 0), FEATURES, f"a @ a + {minus} * {INVERSE}") == [
        True,
        False,
        False,
    ]


SEEN = "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha"
SPLIT = ["norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2", f"{SEEN} + lam * norm(w0)**2"]


@pytest.mark.parametrize(
    "last, good",
    [
        (f"{SPLIT[1]} >= {SEEN}", True),
        (f">= {SEEN}", True),
        ("≥ λα·Kα + ‖y − Kα‖²", True),
        (f"{SPLIT[1]} >= {SPLIT[1]}", False),
        (f"{SPLIT[1]} >= norm(K @ alpha - y)**2", False),
        (f">= {SEEN} + lam * norm(w0)**2 / 2", False),
    ],
)
def test_the_inequality_is_the_one_that_was_asked_for(last, good):
    assert reached(task_in("kernel_trick", 0), *SPLIT, last) == [True, True, good]


@pytest.mark.parametrize(
    "line", ["(alpha * y) @ X @ z", "(X.T @ (alpha * y)) @ z", "z·Xᵀ(α*y)", "(alpha * y).T @ X @ z"]
)
def test_a_product_of_matrices_has_many_spellings(line):
    assert reached(task_in("perceptron", 0), line) == [True, False]


def test_the_end_in_disguise_is_not_the_end():
    rkhs = [
        "(A @ alpha - A @ beta) @ (A @ alpha - A @ beta)",
        "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta",
    ]
    assert reached(
        task_in("rkhs", 0), *rkhs, "alpha @ K @ alpha - 2 * alpha @ K @ beta - (-beta @ K @ beta)"
    ) == [
        True,
        True,
        False,
    ]
    kmeans = [
        "gradient mu: 2 * sum(c) * mu - 2 * X.T @ c",
        "sum(c) * mu == X.T @ c",
        "sum(c) * mu / 1 == X.T @ c",
    ]
    assert reached(task_in("kmeans", 0), *kmeans) == [True, True, False]


def test_multiplied_out_asks_for_the_form_and_not_for_a_spelling():
    for text in (
        "y @ y - 2 * y @ K @ a + a @ (K @ K + K) @ a",
        "(2 * y @ y - 4 * y @ a) / 2",
        "exp(y - a) * 3",
        "exp(-1 / 2 * (y @ y - 2 * y @ a))",
    ):
        assert multiplied_out(parse(text), ["y"]), text
    for text in ("(a - y) @ (a - y)", "sum((a - y)**2)", "norm(a - y)", "y @ (y - a)"):
        assert not multiplied_out(parse(text), ["y"]), text


def test_one_product_is_no_sum():
    assert one_product(parse("-2 * (a - b) @ K @ (a - b) / 3"))
    assert not one_product(parse("a @ K @ a - (-b @ K @ b)"))
