"""A milestone is reached by a line that does what was asked, not by a line that carries the asked words along."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kernelcourse.homework.forms import multiplied_out, one_product
from kernelcourse.homework.master import read_master
from kernelcourse.homework.milestones import milestones
from kernelcourse.homework.reasoning import judge_lines
from kernelcourse.homework.sheet import question_of
from kernelcourse.language.reading import parse

MASTERS = Path(__file__).parents[2] / "homework"
FIRST = "norm(a + b)**2 - norm(a)**2 - norm(b)**2"
QUESTION = tomllib.loads(f"""
start = "{FIRST}"
unknown = "a"
given = {{ a = "vector(n)", b = "vector(n)" }}
define = {{ s = "a @ b" }}
milestone = [{{ name = "with s", uses = ["s"] }}]
""")


def reached(spec, *lines):
    held, outcome = judge_lines(list(lines), spec)
    assert outcome.status == "passed", outcome.text
    return [one.status == "passed" for one in milestones(spec, held)]


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


def spec_of(sheet, place):
    """The derivation of a sheet with the letters of its variant at that place."""
    questions = map(question_of, read_master(MASTERS / sheet).questions)
    question = next(one for one in questions if one.kind == "derivation")

    def mine(part):
        if isinstance(part, str):
            for name, word in question.spec["variant"][place].items():
                part = part.replace(f"<<{name}>>", word)
            return part
        if isinstance(part, dict):
            return {mine(key): mine(value) for key, value in part.items()}
        return [mine(one) for one in part] if isinstance(part, list) else part

    return mine(question.spec)


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
        ("mercer", 0, "exp(-(x - z) @ (x - z) * 0.5)"),
        ("mercer", 0, "g(x - z) * exp(0 * x @ z)"),
        ("mds", 0, "-J @ (outer(g, ones(n)) - (-outer(ones(n), g)) - 2 * X @ X.T) @ J / 2"),
        ("pca", 0, "(diag(ones(n)) - ones(n, n) / n) @ K @ (diag(ones(n)) - ones(n, n) / n)"),
        ("mercer", 0, "exp(-(x - z) @ (x + (-1) * z) / 2)"),
        ("structured", 0, "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)"),
    ],
)
def test_the_first_line_in_disguise_reaches_nothing(sheet, place, line):
    assert not any(reached(spec_of(sheet, place), line))


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
        for milestone in milestones(spec_of(sheet, 0), judge_lines(lines, spec_of(sheet, 0))[0])
    )


def test_a_slope_that_holds_the_letter_is_not_solved_for_it():
    slope = "1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]"
    assert reached(spec_of("svm", 0), f"gradient t: {slope}", f"let q = t + {slope}", "t == q") == [
        False,
        True,
        False,
    ]


FEATURES = "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a"
INVERSE = "a @ inv(A.T @ A + 3 * s * I(d)) @ A.T @ A @ a"


@pytest.mark.parametrize("minus", ["cos(pi)", "log(exp(1) / exp(2))"])
def test_a_minus_sign_in_disguise_is_one(minus):
    assert reached(spec_of("gaussian_process", 0), FEATURES, f"a @ a + {minus} * {INVERSE}") == [
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
    assert reached(spec_of("kernel_trick", 0), *SPLIT, last) == [True, True, good]


@pytest.mark.parametrize(
    "line", ["(alpha * y) @ X @ z", "(X.T @ (alpha * y)) @ z", "z·Xᵀ(α*y)", "(alpha * y).T @ X @ z"]
)
def test_a_product_of_matrices_has_many_spellings(line):
    assert reached(spec_of("perceptron", 0), line) == [True, False]


def test_the_end_in_disguise_is_not_the_end():
    rkhs = [
        "(A @ alpha - A @ beta) @ (A @ alpha - A @ beta)",
        "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta",
    ]
    assert reached(
        spec_of("rkhs", 0), *rkhs, "alpha @ K @ alpha - 2 * alpha @ K @ beta - (-beta @ K @ beta)"
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
    assert reached(spec_of("kmeans", 0), *kmeans) == [True, True, False]


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
