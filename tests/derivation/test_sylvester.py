"""I + AB and I + BA are singular together: what has one inverse has the other, and no more than that."""

import pytest

from kernelcourse.derivation import respond

GIVEN = {"A": "matrix(n, n)", "B": "matrix(n, n)", "X": "matrix(n, d)", "Y": "matrix(d, n)", "S": "matrix(n, n)",
         "u": "vector(n)", "v": "vector(n)", "lam": "positive", "c": "scalar"}  # fmt: skip


def answer(before: str, text: str, where: list[str] | None = None) -> dict:
    table = {"given": GIVEN, "define": {"G": "X @ Y"}, "where": where or [], "line": [{"is": before}]}
    return respond({"derivation": table, "line": 1, "text": text})


@pytest.mark.parametrize(("before", "after"), [
    ("inv(I(n)+A@B)@A", "A@inv(I(n)+B@A)"), ("inv(I(n)+X@Y)@X", "X@inv(I(d)+Y@X)"),
    ("inv(lam*I(n)+X@Y)@X", "X@inv(Y@X+lam*I(d))"), ("inv(c*I(n)+A@B)@A", "A@inv(c*I(n)+B@A)"),
    ("inv(A@B-I(n))@A", "-A@inv(I(n)-B@A)"), ("inv(I(n)+A@B/lam)@A", "A@inv(I(n)+B@A/lam)"),
    ("inv(lam*I(n)+G)@X", "X@inv(lam*I(d)+Y@X)"), ("inv(I(n)+A@B@S)@A@B", "A@B@inv(I(n)+S@A@B)"),
    ("inv(I(n)+X@Y)", "I(n)-X@inv(I(d)+Y@X)@Y"), ("inv(I(n)+outer(u,v))@u", "u/(1+v@u)"),
    ("inv(I(n)+outer(u,v))", "I(n)-outer(u,v)/(1+u@v)"), ("inv(I(n)+A@outer(u,v))@A@u", "A@u/(1+v@A@u)"),
    ("inv(I(n)+X@Y)@X", "(inv(I(d)+X.T@Y.T)@X.T).T"), ("inv(I(n)+A@B).T", "inv(I(n)+B.T@A.T)"),
    ("u/(1+v@u)", "inv(I(n)+outer(u,v))@u"),
])  # fmt: skip
def test_a_product_is_turned_under_the_inverse(before, after):
    found = answer(before, f"= {after}")
    assert found["accepted"] and found["verdict"] == "proved" and not found["conditions"], found["why"]


@pytest.mark.parametrize(("before", "after", "needs"), [
    ("inv(c*I(n)+X@Y)@X", "X@inv(c*I(d)+Y@X)", "cI + YX is invertible"),  # not at c = 0
    ("inv(c*I(n)+outer(u,v))@u", "u/(c+v@u)", "c + vᵀu is not zero"),
    ("inv(A@B)@A", "A@inv(B@A)", "BA is invertible"),
    ("A", "A@inv(I(n)+B@A)@(I(n)+B@A)", "I + BA is invertible"),
    ("inv(I(n)+A@B)@(I(n)+A@B)", "inv(I(n)+2*B@A)@(I(n)+2*B@A)", "I + 2BA is invertible"),
    ("inv(I(n)+A@B@S)@(I(n)+A@B@S)", "inv(I(n)+B@A@S)@(I(n)+B@A@S)", "I + BAS is invertible"),
])  # fmt: skip
def test_another_matrix_needs_its_own_inverse(before, after, needs):
    found = answer(before, f"= {after}")
    assert not found["accepted"] and any(needs in one for one in found["conditions"]), found["why"]


def test_what_is_given_of_the_one_is_given_of_the_other():
    line = "= A@inv(I(n)+B@A)@(I(n)+B@A)"
    assert answer("A", line, ["I(n)+A@B is invertible"])["accepted"]
    assert answer("inv(c*I(n)+X@Y)@X", "= X@inv(c*I(d)+Y@X)", ["c is nonzero"])["accepted"]
