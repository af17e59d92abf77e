"""Milestones look at what a line does, so that no other spelling stands in for the work."""

from __future__ import annotations

import pytest

from .test_padding import reached, task_in

SQUARE = "K @ alpha - y"


@pytest.mark.parametrize(
    "square",
    [
        f"sum(abs({SQUARE}) * abs({SQUARE}))",
        f"block({SQUARE}) @ block({SQUARE})",
        f"sum(max({SQUARE}, y - K @ alpha)**2)",
        f"solve(I(n), {SQUARE}) @ solve(I(n), {SQUARE})",
        f"log(exp({SQUARE})) @ log(exp({SQUARE}))",
        f"sum(({SQUARE})**2 * cos(alpha)**2 + ({SQUARE})**2 * sin(alpha)**2)",
        "sum((K[i] @ alpha - y[i])**2 for i in range(n))",
    ],
)
def test_a_bracket_inside_a_function_is_not_multiplied_out(square):
    assert not any(reached(task_in("ridge", 0), f"{square} + lam * alpha @ K @ alpha"))


@pytest.mark.parametrize(
    "line",
    [
        "sum(y**2 - 2 * y * (K @ alpha) + (K @ alpha)**2) + lam * alpha @ K @ alpha",
        "sum(y[i]**2 - 2 * y[i] * (K @ alpha)[i] + (K @ alpha)[i]**2 for i in range(n)) + lam * alpha @ K @ alpha",
        "y @ y - 2 * (y @ K @ alpha) + alpha @ (K @ K + lam * K) @ alpha",
        "y @ y - 2 * dot(y, K @ alpha) + (K @ alpha) @ (K @ alpha) + lam * alpha @ K @ alpha",
    ],
)
def test_a_sum_of_entries_may_be_multiplied_out_entry_by_entry(line):
    assert reached(task_in("ridge", 0), line) == [True, False, False, False]


ENTRIES = (
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2"
    " - 3 * t * sum({one} * y[j] * (K @ (alpha * y))[j] for j in range(n))"
    " - 3 * t**2 * sum({one} * {other} * y[j] * y[l] * K[j, l] for j in range(n) for l in range(n)) / 2"
)


@pytest.mark.parametrize(
    "unit", ["max(0, 1 - abs(i - {j}))", "0**abs(i - {j})", "I(n)[i, {j}]", "(1 - sign(abs(i - {j})))"]
)
def test_a_unit_vector_written_entry_by_entry_is_one(unit):
    line = ENTRIES.format(one=unit.format(j="j"), other=unit.format(j="l"))
    assert not any(reached(task_in("svm", 0), line))


def test_a_sum_over_entries_of_k_is_no_unit_vector():
    line = (
        "sum(alpha) + t - 3 / 2 * sum(alpha[j] * alpha[l] * y[j] * y[l] * K[j, l] for j in range(n) for l in range(n))"
        " - 3 * t * y[i] * sum(K[i, j] * alpha[j] * y[j] for j in range(n)) - 3 / 2 * t**2 * K[i, i]"
    )
    assert reached(task_in("svm", 0), line) == [True, False, False]


ZERO = "sum(c[i] * (mu - X[i]) for i in range(n))"


@pytest.mark.parametrize(
    "equation, good",
    [
        (f"{ZERO} == -{ZERO}", False),
        (f"{ZERO} + mu == mu", False),
        (f"mu == mu - {ZERO} / sum(c)", False),
        (f"{ZERO} + X.T @ c == X.T @ c", False),
        ("sum(c) * mu - X.T @ c == X.T @ c - sum(c) * mu", False),
        ("sum(c[i] * mu for i in range(n)) == sum(c[i] * X[i] for i in range(n))", True),
        ("c @ X == sum(c) * mu", True),
    ],
)
def test_an_equation_that_moves_nothing_is_not_the_one_asked_for(equation, good):
    lines = ["gradient mu: 2 * sum(c) * mu - 2 * X.T @ c", equation]
    assert reached(task_in("kmeans", 0), *lines) == [True, good, False]


@pytest.mark.parametrize(
    "line, good",
    [
        (
            "-J @ (diag(diag(X @ X.T)) @ ones(n, n) + ones(n, n) @ diag(diag(X @ X.T)) - 2 * X @ X.T) @ J / 2",
            False,
        ),
        ("-J @ ((X * X) @ ones(d, n) + ones(n, d) @ (X * X).T - 2 * X @ X.T) @ J / 2", False),
        ("-J @ ((X * X) @ (X**0).T + X**0 @ (X * X).T - 2 * X @ X.T) @ J / 2", False),
        ("J @ X @ X.T @ J.T", True),
        ("(J @ X) @ (J @ X).T", True),
        ("2 * C @ X.T @ J / 2", True),
    ],
)
def test_an_outer_product_is_gone_only_if_its_value_is(line, good):
    assert reached(task_in("mds", 0), line) == [False, good, False]


@pytest.mark.parametrize(
    "line, good",
    [
        ("sum(alpha * y * k(X, z))", False),
        ("sum(k(k(alpha * y, X), z) for i in range(n)) / n", False),
        ("sum(k(alpha[i] * y[i] * X[i], z) for i in range(n))", False),
        ("sum(alpha[i] * k(y[i] * X[i], z) for i in range(n))", False),
        ("sum(alpha[i] * y[i] * k(2 * X[i], z / 2) for i in range(n))", False),
        ("sum(y[i] * alpha[i] * k(z, X[i]) for i in range(n))", True),
    ],
)
def test_a_kernel_takes_one_point_at_a_time_and_as_it_is(line, good):
    """k(−x, z) = −k(x, z) is true of this k alone."""
    assert reached(task_in("perceptron", 0), line) == [False, good]


FORM = "alpha @ K @ alpha - (2 * alpha @ K @ beta - beta @ K @ beta)"


@pytest.mark.parametrize(
    "line, good",
    [
        (f"({FORM}) * 1", False),
        (f"({FORM})**1", False),
        ("(alpha @ K - beta @ K) @ (alpha - beta) * n / n", False),
        ("(alpha - beta) @ (K @ (alpha - beta))", True),
        ("(beta - alpha) @ K @ (beta - alpha)", True),
        ("-(beta - alpha) @ K @ (alpha - beta)", True),
    ],
)
def test_a_quadratic_form_has_its_matrix_between_two_vectors(line, good):
    assert reached(task_in("rkhs", 0), line) == [False, False, good]


def test_what_is_taken_out_of_a_bracket_stands_outside():
    inside = "kron(u, v) @ ((I(n*m) + P) @ (I(n*m) + 3 * P) - I(n*m) - 3 * P) @ kron(u, v)"
    assert reached(task_in("structured", 0), inside) == [False, False, False]
    outside = "(P @ kron(u, v)) @ (I(n*m) + 3 * P) @ kron(u, v)"
    assert reached(task_in("structured", 0), outside) == [False, False, True]


@pytest.mark.parametrize("minus", ["1j * 1j", "1j**2"])
def test_the_square_of_i_is_a_minus_sign(minus):
    inverse = "inv(A.T @ A + 3 * s * I(d)) @ A.T @ A @ a"
    assert not any(reached(task_in("gaussian_process", 0), f"a @ a + {minus} * a @ {inverse}"))


def test_the_objective_minus_its_last_term_is_not_written_out():
    seen = "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha"
    whole = f"{seen} + lam * norm(w0)**2"
    assert not any(reached(task_in("kernel_trick", 0), f"{whole} >= {whole} - lam * norm(w0)**2"))
    assert reached(task_in("kernel_trick", 0), f"{whole} >= {seen}") == [False, False, True]
