"""Proofs in a larger range: clusters whose rows add up to 1, a maximum that moves with its entries."""

import pytest

from kernelcourse.derivation.outcome import Verdict

from .one_line import judged

GIVEN = {"X": "matrix(n, d)", "S": "partition(n, q)", "mu": "matrix(q, d)", "m": "vector(d)", "v": "vector(d)",
         "a": "scalar", "y": "labels(n)"}  # fmt: skip
PROVED = [
    ("sum(S[i, c] * (X[i] @ X[i] - 2*mu[c] @ X[i]) for i in range(n) for c in range(q))",
     "trace(X @ X.T) - 2*sum(S[i, c] * mu[c] @ X[i] for i in range(n) for c in range(q))"),
    ("S @ ones(q)", "ones(n)"), ("sum(S)", "n"), ("max(v + a*ones(d))", "max(v) + a"),
    ("sum(min(mu @ X[i] + X[i] @ X[i]*ones(q)) for i in range(n))",
     "sum(min(mu @ X[i]) for i in range(n)) + norm(X)**2"),
    ("max(v - m)", "-min(m - v)"),
]  # fmt: skip
NOT = [("sum(S, 0)", "ones(q)"), ("sum(S*S)", "q"), ("max(v + m)", "max(v) + max(m)"), ("max(2*v)", "2*min(v)"),
       ("max(a*v)", "a*max(v)"), ("sum(S[:, 0])", "n/q")]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), PROVED)
def test_proved(left, right):
    assert judged({"is": left}, {"is": right}, GIVEN).verdict is Verdict.PROVED


@pytest.mark.parametrize(("left", "right"), NOT)
def test_wrong_lines_stay_wrong(left, right):
    assert judged({"is": left}, {"is": right}, GIVEN).verdict is Verdict.REFUTED


def test_a_side_condition_beside_clusters():
    line = "sum(S[i, 0]*norm(X[i] - m)**2 for i in range(n)) - sum(S[i, 0]*norm(X[i])**2 for i in range(n))"
    found = judged({"is": line}, {"is": "sum(S[:, 0])*m @ m"}, GIVEN, "X @ m == 0")
    assert found.verdict is Verdict.PROVED


def test_a_matrix_that_is_fitted_to_a_condition_leaves_no_dust_on_its_diagonal():
    found = judged({"is": "trace(A)"}, {"is": "0"}, {"A": "matrix(n, n)"}, "A.T == -A")
    assert found.accepted


@pytest.mark.parametrize(("left", "right", "proved"), [
    ("det(A @ B)", "det(A)*det(B)", True), ("det(B @ A)", "det(A @ B)", True), ("det(Q @ A @ Q.T)", "det(A)", True),
    ("det(P @ inv(S))", "det(P)/det(S)", True), ("det(A.T @ A)", "det(A)**2", True),
    ("det(A + B)", "det(A)*det(B)", False), ("det(Q)", "1", False), ("det(X @ X.T)", "det(X.T @ X)", False),
])  # fmt: skip
def test_determinants_of_products(left, right, proved):
    given = {
        "A": "matrix(n, n)",
        "B": "matrix(n, n)",
        "Q": "orthogonal(n)",
        "P": "pd(n)",
        "S": "pd(n)",
        "X": "matrix(n, d)",
    }
    found = judged({"is": left}, {"is": right}, given)
    assert found.verdict is (Verdict.PROVED if proved else Verdict.REFUTED)
