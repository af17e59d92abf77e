"""Each milestone has a line of its own, in the order of the sheet; a form has one meaning in every spelling."""

from __future__ import annotations

import pytest

from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.homework.judging.matching import Wanted, matched
from kernelcourse.homework.judging.spelling import inner_products, numbers_first, one_spelling
from kernelcourse.language.reading import parse
from kernelcourse.language.writing import show

SETTING = read_setting({"A": "matrix(n, n)", "a": "vector(n)", "s": "positive"})


@pytest.mark.parametrize(
    ("places", "lines"),
    [
        (((0,), (1,), (2,)), (0, 1, 2)),
        (((0,), (1,), (1,)), (0, None, 1)),  # the last line is not the one before it too
        (((0,), (1, 2), (1, 2)), (0, None, 1)),  # nor is it, written twice
        (((1,), (0,)), (None, 0)),  # the wrong way round
        (((0, 3), (1,), (2, 4)), (0, 1, 2)),
        (((2,), (0,), (1,)), (None, 0, 1)),
        (((0,), (1, 2), (2, 3)), (0, 1, 2)),  # the later one has a line of its own
        (((), (), ()), (None, None, None)),
    ],
)
def test_lines_are_counted_once_and_in_order(places, lines):
    found = matched([Wanted(1.0, one) for one in places])
    assert sum(one is not None for one in found) == sum(one is not None for one in lines)
    assert found == lines


def test_what_could_be_copied_counts_only_after_another():
    assert matched([Wanted(1.0, ()), Wanted(1.0, (0,), copied=True)]) == (None, None)
    assert matched([Wanted(1.0, (0,)), Wanted(1.0, (1,), copied=True)]) == (0, 1)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("outer(ones(n), ones(n))", "ones(n, n)"),
        ("outer(ones(n), ones(m))", "ones(n, m)"),
        ("ones(n, 1) @ ones(1, n)", "ones(n, n)"),
        ("ones(n, 1) @ ones(n, 1).T", "ones(n, n)"),
        ("outer(ones(n) / n, ones(n))", "ones(n, n) / n"),
        ("K @ outer(ones(n), 2 * ones(n))", "K @ (2 * ones(n, n))"),
        ("outer(ones(n), y)", "outer(ones(n), y)"),
        ("ones(n) @ ones(n)", "ones(n) @ ones(n)"),
        ("ones(n, d) @ ones(d, n)", "ones(n, d) @ ones(d, n)"),
    ],
)
def test_a_matrix_of_ones_has_one_spelling(written, plain):
    assert show(one_spelling(parse(written))) == show(parse(plain))


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("dot(a, A @ a) + 1", "a @ (A @ a) + 1"),
        ("sum(dot(A[j], a) for j in range(n))", "sum(A[j] @ a for j in range(n))"),
        ("dot(A, A.T)", "dot(A, A.T)"),  # of matrices it is a number, and A @ A.T is a matrix
    ],
)
def test_an_inner_product_of_vectors_has_one_spelling(written, plain):
    assert show(inner_products(SETTING.formula(written).node, SETTING)) == show(SETTING.formula(plain).node)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("3 * I(n) @ A @ a", "3 * (I(n) @ A @ a)"),
        ("a @ (A / s) @ (-a)", "-(a @ A @ a / s)"),
        ("sum(a[j] * A[j] @ a for j in range(n))", "sum(a[j] * (A[j] @ a) for j in range(n))"),
        ("(a * a) @ a", "(a * a) @ a"),
    ],
)
def test_a_number_goes_before_the_product_of_matrices(written, plain):
    assert show(numbers_first(SETTING.formula(written).node, SETTING)) == show(SETTING.formula(plain).node)
