"""⇔ and ⇐ proved: a value that solves the equation, an invertible coefficient, MMᵀz = 0 where Mᵀz = 0."""

import pytest

from kernelcourse.derivation.outcome import Verdict

from .one_line import judged

GIVEN = {"X": "matrix(n, d)", "K": "psd(n)", "P": "pd(n)", "y": "vector(n)", "w": "vector(d)", "alpha": "vector(n)",
         "lam": "positive", "a": "scalar", "x": "scalar", "p": "positive", "u": "vector(n)"}  # fmt: skip
PROVED = [
    ("X.T @ (X @ w - y) + lam*w == zeros(d)", "iff", "w == X.T @ inv(X @ X.T + lam*I(n)) @ y", "w"),
    ("K @ (K + lam*I(n)) @ alpha == K @ y", "implied by", "alpha == inv(K + lam*I(n)) @ y", "alpha"),
    ("alpha == inv(K + lam*I(n)) @ y", "implies", "K @ (K + lam*I(n)) @ alpha == K @ y", "alpha"),
    ("alpha == inv(K + lam*I(n)) @ y", "iff", "lam*alpha == y - K @ alpha", "alpha"),
    ("P @ alpha - 2*y == -lam*alpha", "iff", "alpha == 2*inv(P + lam*I(n)) @ y", "alpha"),
    ("X.T @ X @ w == zeros(d)", "iff", "X @ w == zeros(n)", "w"),
    ("X @ (X.T @ alpha - X.T @ y/p) == zeros(n)", "iff", "X.T @ alpha == X.T @ y/p", "alpha"),
    ("p*x + a == 0", "iff", "x == -a/p", "x"),
    ("a*x == a**2", "implied by", "x == a", "x"),
]
REFUTED = [
    ("K @ (K + lam*I(n)) @ alpha == K @ y", "iff", "alpha == inv(K + lam*I(n)) @ y", "alpha"),
    ("alpha == inv(K + lam*I(n)) @ y", "iff", "K @ (K + lam*I(n)) @ alpha == K @ y", "alpha"),
    ("X.T @ X @ w == X.T @ y", "iff", "X @ w == y", "w"),
    ("X @ X @ alpha == zeros(n)", "iff", "X @ alpha == zeros(n)", "alpha"),
    ("a*x == a**2", "iff", "x == a", "x"),
    ("K @ alpha == K @ y", "iff", "alpha == y", "alpha"),
]


def outcome(before, claim, after, unknown, given=GIVEN, *where):
    line = {"equation": after, "unknown": unknown, "relation": claim}
    return judged({"equation": before, "unknown": unknown}, line, given, *where)


@pytest.mark.parametrize("case", PROVED)
def test_a_right_relation_is_proved(case):
    assert outcome(*case).verdict is Verdict.PROVED


@pytest.mark.parametrize("case", REFUTED[:3] + REFUTED[4:6])
def test_a_wrong_one_is_refuted(case):
    assert outcome(*case).verdict is Verdict.REFUTED


def test_a_square_is_not_a_matrix_times_its_transpose():
    given = {**GIVEN, "X": "matrix(n, n)"}
    assert outcome(*REFUTED[3], given).verdict is Verdict.REFUTED


def test_a_vector_that_is_said_to_be_nonzero_has_a_positive_length():
    case = ("u @ P @ u*x == 1", "iff", "x == 1/(u @ P @ u)", "x")
    assert outcome(*case, GIVEN, "u is nonzero").verdict is Verdict.PROVED


@pytest.mark.parametrize(("line", "letter", "value"), [
    ("norm(X @ w - y)**2 + lam*norm(w)**2", "w", "inv(X.T @ X + lam*I(d)) @ X.T @ y"),
    ("norm(X @ w - y)**2/2 + lam/2*norm(w)**2", "w", "solve(X.T @ X + lam*I(d), X.T @ y)"),
    ("norm(K @ alpha - y)**2 + lam*alpha @ K @ alpha", "alpha", "inv(K + lam*I(n)) @ y"),
    ("norm(X - Z @ M)**2", "M", "inv(Z.T @ Z) @ Z.T @ X"),
    ("sum((X[i] @ w - y[i])**2 for i in range(n)) + w @ w", "w", "inv(X.T @ X + I(d)) @ X.T @ y"),
])  # fmt: skip
def test_a_minimiser_is_proved(line, letter, value):
    given = {**GIVEN, "Z": "partition(n, k)", "M": "matrix(k, d)"}
    assert judged({"is": line}, {"minimiser": letter, "is": value}, given).verdict is Verdict.PROVED


def test_a_letter_that_no_condition_holds_stays_free():
    given = {"K": "psd(n)", "alpha": "vector(n)", "v": "vector(n)", "mu": "positive"}
    where = ("center(K) @ v == mu*v", "v @ v == 1")
    assert (
        judged(
            {"is": "center(K) @ K @ alpha"}, {"is": "center(K) @ center(K) @ alpha"}, given, *where
        ).verdict
        is Verdict.REFUTED
    )
    assert judged({"is": "center(K) @ K @ v"}, {"is": "center(K) @ center(K) @ v"}, given, *where).accepted
