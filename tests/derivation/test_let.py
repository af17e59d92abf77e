"""What is put for a letter exists, is one of the letter's values, and meets what is given about the letter."""

import pytest

from tests.derivation.one_line import judged

GIVEN = {
    "a": "scalar", "b": "scalar", "lam": "positive", "t": "interval(0, 1)", "N": "integer(1, 5)", "K": "psd(n)",
    "M": "pd(n)", "S": "symmetric(n)", "Q": "orthogonal(n)", "A": "matrix(n, n)", "X": "matrix(n, d)", "u": "unit(n)",
    "y": "labels(n)", "p": "positive_vector(n)", "q": "positive_vector(n)", "v": "vector(n)", "x": "vector(n)",
    "w": "vector(d)", "mu": "positive", "s": "interval(0, 1)", "R": "orthogonal(n)", "z": "labels(n)",
}  # fmt: skip


def put(before, value, after, *where):
    """The line `let … , = after`, after the line before."""
    name, _, text = value.partition(" = ")
    line = {"let": {name: text}, **({"is": after} if after else {})}
    used = {letter: GIVEN[letter] for letter in GIVEN}
    return judged({"is": before}, line, used, *where)


@pytest.mark.parametrize(
    ("before", "value", "after", "needed"),
    [
        ("a*b", "a = 1/b", "1", "b is not zero"),
        ("a*b", "a = sqrt(b)", "b*sqrt(b)", "b is not negative"),
        ("K @ x", "x = inv(K) @ v", "v", "K is invertible"),
        ("X.T @ X @ w", "w = inv(X.T @ X) @ X.T @ v", "X.T @ v", "XᵀX is invertible"),
        ("lam*b", "lam = b", "b**2", "b is positive"),
        ("lam*b", "lam = b", "", "b is positive"),
        ("sum(p)", "p = v", "sum(v)", "v is positive"),
        ("t + 1", "t = b", "b + 1", "b is a number strictly between 0 and 1"),
        ("N*b", "N = 5/2", "5*b/2", "5/2 is a whole number from 1 to 5"),
        ("x @ K @ x", "K = S", "x @ S @ x", "S is a positive semidefinite matrix, n × n"),
        ("x @ K @ x", "K = abs(M)", "x @ abs(M) @ x", "|M| is a positive semidefinite matrix, n × n"),
        (
            "x @ K @ x",
            "K = M**2 - S*S",
            "x @ (M**2 - S*S) @ x",
            "M² − (S ∘ S) is a positive semidefinite matrix, n × n",
        ),
        ("y @ y", "y = x", "x @ x", "x is n labels, each −1 or 1"),
        ("Q.T @ A", "Q = A", "A.T @ A", "A is an orthogonal matrix, n × n"),
        ("u @ v", "u = v/norm(v)", "norm(v)", "‖v‖ is not zero"),
    ],
)
def test_a_value_that_the_letter_may_not_have(before, value, after, needed):
    found = put(before, value, after)
    assert not found.accepted and needed in map(str, found.conditions)


@pytest.mark.parametrize(
    ("before", "value", "after", "where", "needed"),
    [
        ("v @ v", "v = x", "x @ x", "v @ v == 1", "xᵀx = 1"),
        ("a + 1", "a = b", "b + 1", "a > 2", "b > 2"),
        ("a + 1", "a = b", "b + 1", "a is nonzero", "b is not zero"),
    ],
)
def test_what_is_given_about_the_letter_holds_for_the_value(before, value, after, where, needed):
    found = put(before, value, after, where)
    assert not found.accepted and needed in map(str, found.conditions)


@pytest.mark.parametrize(
    ("before", "value", "after", "where"),
    [
        ("a*b", "a = sqrt(lam)", "b*sqrt(lam)", ()),
        ("lam*b", "lam = b**2 + 1", "b**3 + b", ()),
        ("M @ x", "x = inv(M) @ v", "v", ()),
        ("x @ K @ x", "K = X @ X.T", "norm(X.T @ x)**2", ()),
        ("t + s", "t = s**2", "s + s**2", ()),
        ("lam", "lam = mu/2", "mu/2", ()),
        ("sum(p)", "p = q/sum(q)", "1", ()),
        ("y @ y", "y = -z", "n", ()),
        ("norm(x - v)**2", "r = x - v", "r @ r", ()),
        ("norm(v)*(u @ v)", "u = v/norm(v)", "v @ v", ("v is nonzero",)),
        ("K @ x", "x = inv(K) @ v", "v", ("K is invertible",)),
        ("lam*b", "lam = b", "b**2", ("b is positive",)),
    ],
)
def test_a_value_that_the_letter_may_have(before, value, after, where):
    found = put(before, value, after, *where)
    assert found.verdict == "proved" and found.accepted, found.why


def test_a_kind_that_is_only_tried_is_not_proved():
    assert put("trace(Q @ Q.T)", "Q = R @ R", "n").verdict == "tested"
