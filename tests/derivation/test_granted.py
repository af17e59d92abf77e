"""That the line before has a value grants what follows from it, and nothing more."""

import pytest

from .one_line import judged

MATRICES = {
    "A": "matrix(n, n)",
    "B": "matrix(n, n)",
    "a": "scalar",
    "b": "scalar",
    "x": "vector(n)",
    "y": "vector(n)",
}
DEFINITE = {"P": "psd(n)", "R": "psd(n)", "T": "psd(n)", "G": "pd(n)", "H": "pd(n)", "J": "pd(n)"}


def equal(before, after, given=MATRICES):
    return judged({"is": before}, {"is": after}, given)


@pytest.mark.parametrize(
    ("before", "after"),
    [("inv(A @ B)", "inv(B) @ inv(A)"), ("inv(A.T @ A)", "inv(A) @ inv(A).T"), ("det(inv(A))", "1/det(A)"),
     ("inv(a*A)", "inv(A)/a"), ("1/(a*b)", "1/a*1/b"), ("log(a**2)", "2*log(abs(a))"),
     ("log(det(A)**2)", "2*log(abs(det(A)))")],
)  # fmt: skip
def test_a_product_that_is_not_zero_has_no_factor_that_is(before, after):
    assert equal(before, after).accepted


@pytest.mark.parametrize("before", ["inv(A*B)", "inv(A**2)", "inv(A + B)", "inv(A)**2 - inv(A)**2 + inv(B)"])
def test_entry_by_entry_or_in_a_sum_a_factor_may_be_singular(before):
    assert not equal(before, f"({before}) @ (A + A.T) @ inv(A + A.T)").accepted


@pytest.mark.parametrize(
    "inside", ["x[i]/x[i]", "x[0]/x[0]", "sqrt(x[i])**2/x[i]", "log(exp(y[i])*x[i]**2/x[i]**2)**0"]
)
def test_for_some_values_of_an_index_is_not_for_all(inside):
    short, long = (f"sum({inside} for i in range({stop}))" for stop in ("n - 1", "n"))
    assert equal(f"{short} + 1", long).conditions
    assert equal(long, f"{short} + 1").accepted
    assert equal(f"0*{short}", f"0*{long}").conditions


def test_three_semidefinite_matrices_may_have_a_negative_trace():
    assert equal("trace(P @ R @ T)", "abs(trace(P @ R @ T))", DEFINITE).verdict == "refuted"
    assert equal("max(0, trace(G @ H @ J))", "trace(G @ H @ J)", DEFINITE).verdict == "refuted"
    assert equal("trace(P @ R)", "abs(trace(P @ R))", DEFINITE).accepted
