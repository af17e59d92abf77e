"""A side condition proves nothing of values that meet it and are next to none that solving it for a letter gives."""

import pytest

from kernelcourse.derivation.outcome import Verdict

from .one_line import equivalent, judged

GIVEN = {
    "X": "matrix(n, d)", "w": "vector(d)", "v": "vector(d)", "y": "vector(n)", "K": "psd(n)", "a": "vector(n)",
    "b": "vector(n)", "C": "psd(d)", "S": "partition(n, q)", "m": "vector(q)", "p": "scalar", "q0": "scalar",
    "r": "scalar", "lam": "positive", "mu": "scalar", "t": "labels(n)",
}  # fmt: skip


def found(condition, before, after, *more):
    letters = [name for name in GIVEN if any(name in text for text in (condition, before, after, *more))]
    return judged({"is": before}, {"is": after}, {name: GIVEN[name] for name in letters}, condition, *more)


@pytest.mark.parametrize(("condition", "before", "after"), [
    ("X.T @ X @ w == X.T @ y", "X @ w", "y"), ("X.T @ X @ w == X.T @ y", "norm(X @ w - y)**2", "0"),
    ("K @ K @ a == K @ y", "K @ a", "y"), ("K @ (K + lam*I(n)) @ a == K @ y", "a", "inv(K + lam*I(n)) @ y"),
    ("p**2*q0 == p**2*r", "q0", "r"), ("p*(p - 1)*q0 == p*(p - 1)*r", "q0", "r"), ("abs(p)*q0 == abs(p)*r", "q0", "r"),
    ("S.T @ S @ m == S.T @ y", "S @ m", "y"), ("(y @ y)*q0 == (y @ y)*r", "q0", "r"),
    ("p*a + r*b == zeros(n)", "(a @ a)*(b @ b)", "(a @ b)**2"),
    ("p*a + r*b == zeros(n)", "norm(a)*norm(b)", "abs(a @ b)"),
])  # fmt: skip
def test_where_the_others_are_zero_or_singular_the_line_is_wrong(condition, before, after):
    assert found(condition, before, after).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("condition", "before", "after"), [
    ("X @ w == zeros(n)", "norm(X @ (v + w))**2", "norm(X @ v)**2"), ("p*q0 == 0", "(p + q0)**2", "p**2 + q0**2"),
    ("X @ w == X @ v", "norm(X @ (w + v))**2", "4*norm(X @ v)**2"), ("y @ a == 0", "norm(y + a)", "norm(y - a)"),
    ("K @ a == K @ b", "(a - b) @ K @ (a - b)", "0"), ("C @ v == mu*v", "v @ C @ C @ v", "mu**2*(v @ v)"),
    ("(K + lam*I(n)) @ a == y", "a", "inv(K + lam*I(n)) @ y"), ("a @ t == 0", "t @ (a + y)", "t @ y"),
    ("X.T @ (y - X @ w) == lam*w", "y @ X @ w", "norm(X @ w)**2 + lam*norm(w)**2"),
    ("center(K) @ a == lam*a", "a @ center(K) @ center(K) @ a", "lam**2*(a @ a)"),
])  # fmt: skip
def test_what_every_case_grants_is_proved(condition, before, after):
    assert found(condition, before, after).verdict is Verdict.PROVED


@pytest.mark.parametrize(("claim", "line"), [
    ("gradient", "1"), ("minimiser", "r"), ("maximiser", "r"),
])  # fmt: skip
def test_nor_are_gradients_and_minimisers_proved_by_it(claim, line):
    letters = {name: GIVEN[name] for name in ("p", "q0", "r", "mu")}
    before = {"gradient": "mu*(q0 - r)**2 + mu", "minimiser": "(mu - q0)**2", "maximiser": "-(mu - q0)**2"}[
        claim
    ]
    after = {claim: "mu", "is": line}
    assert judged({"is": before}, after, letters, "p**2*q0 == p**2*r").verdict is Verdict.REFUTED


def test_a_product_in_the_middle_is_used_but_not_across_an_inner_product():
    assert found("K @ a == lam*a", "b @ K @ K @ a", "lam**2*(b @ a)").verdict is Verdict.PROVED
    assert found("y @ a == 1", "K @ y @ a", "K @ y @ a + 1 - y @ a").accepted
    assert found("y @ a == 1", "K @ y @ a", "K @ ones(n) @ ones(n)").verdict is Verdict.REFUTED


@pytest.mark.parametrize(("letters", "objective", "claim", "accepted"), [
    ({"z": "complex", "c": "complex"}, "abs(z - c)**2", "conj(c)", False),
    ({"z": "complex", "c": "complex"}, "abs(z - c)**2", "c", True),
    ({"z": "complex", "c": "complex"}, "abs(z - c)**2 + abs(z + c)**2", "c", False),
    ({"z": "complex_vector(n)", "c": "complex_vector(n)"}, "norm(z - c)**2 + norm(z)**2", "c/2", True),
    ({"z": "scalar", "c": "complex"}, "abs(z - c)**2", "c", False),
    ({"z": "scalar", "c": "complex"}, "abs(z - c)**2", "real(c)", True),
    ({"z": "partition(n, q)", "c": "partition(n, q)"}, "norm(z - c)**2", "c", True),
    ({"z": "partition(n, q)", "c": "partition(n, q)"}, "-norm(z - c)**2", "c", False),
])  # fmt: skip
def test_minimisers_of_complex_numbers_and_clusters(letters, objective, claim, accepted):
    found = judged({"is": objective}, {"minimiser": "z", "is": claim}, letters)
    assert found.accepted is accepted and found.verdict in (Verdict.TESTED, Verdict.REFUTED)


@pytest.mark.parametrize(("factor", "verdict"), [
    ("1 + cos(p)", Verdict.REFUTED), ("exp(p) - 1 - p", Verdict.REFUTED), ("2 + cos(p)", Verdict.TESTED),
])  # fmt: skip
def test_a_factor_that_touches_zero_is_not_cancelled(factor, verdict):
    before, after = f"q0*({factor}) == r*({factor})", "q0 == r"
    letters = dict.fromkeys(("p", "q0", "r"), "scalar")
    assert equivalent(before, after, "q0", letters).verdict is verdict
