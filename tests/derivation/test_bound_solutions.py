"""An unknown that is a semidefinite matrix, a unit vector, a whole number: its solutions are values of that kind."""

import pytest

from .one_line import equivalent

K, U, Q, Y = {"K": "psd(n)"}, {"u": "unit(n)"}, {"Q": "orthogonal(n)"}, {"y": "labels(n)"}
N, Z = {"N": "integer(0, 10000)"}, {"z": "complex", "w": "complex"}


@pytest.mark.parametrize(
    ("given", "first", "second"),
    [
        (K, "trace(K) == 0", "K == zeros(n, n)"),
        (K, "K @ K == I(n)", "K == I(n)"),
        (U, "sum(u) == sqrt(n)", "u == ones(n)/sqrt(n)"),
        (U, "u[0] == 1", "u == e(0, n)"),
        (Y, "sum(y) == n", "y == ones(n)"),
        (Q, "trace(Q) == n", "Q == I(n)"),
        (N, "N*(N - 1/2) == 0", "N == 0"),
        (N, "(-1)**N == 1", "sin(pi*N/2) == 0"),
    ],
)
def test_other_matrices_are_no_counterexample(given, first, second):
    assert equivalent(first, second, next(iter(given)), given).accepted


@pytest.mark.parametrize(
    ("given", "first", "second"),
    [
        (K, "det(K) == 0", "K == zeros(n, n)"),
        (K, "sum(K) == 0", "K == zeros(n, n)"),
        (U, "sum(u)**2 == n", "u == ones(n)/sqrt(n)"),
        (Y, "sum(y)**2 == n**2", "y == ones(n)"),
        (Q, "det(Q) == 1", "Q == I(n)"),
        (N, "(N - 17)*(N - 7001) == 0", "N == 17"),
        (Z, "real(z) == real(w)", "z == w"),
    ],
)
def test_values_of_that_kind_are(given, first, second):
    assert equivalent(first, second, next(iter(given)), given).verdict == "refuted"
