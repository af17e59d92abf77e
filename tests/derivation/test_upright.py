"""What is shown is what a book prints: rows where the language has vectors, and the same value."""

import pytest

from kernelcourse.language.dimensions import dimension
from kernelcourse.language.reading import parse
from kernelcourse.language.shapes import infer
from kernelcourse.language.upright import upright
from kernelcourse.language.writing import show

N, D = (dimension(parse(name), frozenset("nd")) for name in "nd")
SHAPES = {"X": (N, D), "K": (N, N), "w": (D,), "y": (N,), "a": (N,), "c": ()}


def shown(text):
    return show(upright(parse(text), lambda node: infer(node, SHAPES, frozenset("nd"))))


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("w @ w", "w.T @ w"),
        ("a @ K @ a", "a.T @ K @ a"),
        ("w.T @ w", "w.T @ w"),
        ("(X @ w - y) @ (X @ w - y)", "(X @ w - y).T @ (X @ w - y)"),
        ("-2 * w @ X.T @ y", "-2 * w.T @ X.T @ y"),
        ("-(w - w) @ w", "-((w - w).T @ w)"),
        ("c * a @ K @ a", "c * a.T @ K @ a"),
        ("X @ w @ y", "(X @ w).T @ y"),
        ("a @ X", "a.T @ X"),  # alone it may be a row
        ("w - a @ X", "w - (a.T @ X).T"),  # beside a column it may not
        ("X.T @ K @ X @ w", "X.T @ K @ X @ w"),
        ("sum(y[i] * (w @ X[i]) for i in range(n))", "sum(y[i] * (w.T @ X[i]) for i in range(n))"),
    ],
)
def test_a_vector_on_the_left_of_a_product_is_a_row(typed, printed):
    assert shown(typed) == printed


def test_shapes_that_do_not_fit_are_shown_as_typed():
    assert shown("y @ w") == "y @ w"
