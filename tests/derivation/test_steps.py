"""Every kind of step: what holds, what fails and with which numbers, and what cannot be decided."""

import json
import re

import numpy as np
import pytest

from kernelcourse.derivation import Derivation, LanguageError, check

GIVEN = {"X": "matrix(n, d)", "y": "vector(n)", "α": "vector(n)", "w": "vector(d)", "λ": "positive"}
RIDGE = Derivation(given=GIVEN, define={"K": "X @ X.T"}, start="norm(K @ α - y)**2 + λ * α @ K @ α")
GRADIENT = RIDGE.gradient("2 * K @ (K @ α - y) + 2 * λ * K @ α", wrt="α")
PSD = {"K": "psd(n)", "y": "vector(n)", "v": "vector(n)", "mu": "scalar"}


def last(derivation):
    report = check(derivation)
    json.dumps(report.to_dict())
    assert report._repr_html_().count("<li") == len(derivation.lines)
    return report.lines[-1].outcome


def starting(text, given=None, **more):
    return Derivation(given=given or GIVEN, define={} if given else {"K": "X @ X.T"}, start=text, **more)


HOLDS = {
    "expansion": RIDGE.then("y @ y - 2*y @ K @ α + α @ K @ K @ α + λ*α @ K @ α"),
    "push-through": starting("X.T @ inv(X @ X.T + λ*I(n)) @ y").then("inv(X.T @ X + λ*I(d)) @ X.T @ y"),
    "let": starting("norm(X @ w - y)**2").let(w="X.T @ α").then("norm(K @ α - y)**2"),
    "gradient": GRADIENT,
    "gradient in a matrix": Derivation(given={"W": "matrix(n, d)"}, start="norm(W)**2").gradient("2 * W", wrt="W"),
    "gradient in a number": starting("λ**2 * y @ y").gradient("2 * λ * y @ y", wrt="λ"),
    "gradient of log det": Derivation(given={"S": "pd(n)"}, start="log(det(S))").gradient("inv(S).T", wrt="S"),
    "equation": GRADIENT.equation("(K + λ*I(n)) @ K @ α", "K @ y"),
    "implied by": GRADIENT.equation("(K + λ*I(n)) @ α", "y", relation="implied by"),
    "solution": GRADIENT.equation("(K + λ*I(n)) @ α", "y", relation="implied by").then("inv(K + λ*I(n)) @ y"),
    "minimiser": RIDGE.minimiser("inv(K + λ*I(n)) @ y", over="α"),
    "maximiser": starting("2 * y @ α - α @ α").maximiser("y", over="α"),
    "inequality": starting("0").inequality("α @ K @ α", ">=", "0"),
    "Cauchy–Schwarz": starting("α @ y").then("norm(α) * norm(y)", relation="<="),
    "limit": starting("inv(X.T @ X + λ*I(d)) @ X.T @ y").limit("pinv(X) @ y", of="λ", to=0),
    "series": starting("exp(x)", {"x": "interval(-2, 2)", "N": "integer(1, 9)"}).limit(
        "sum(x**t / factorial(t) for t in range(N))", of="N"
    ),
    "complex": starting("conj(z) * z", {"z": "complex"}).then("abs(z)**2"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDS)
def test_holds(name):
    report = check(HOLDS[name])
    assert report.exit_code == 0, str(report)
    assert report.first_wrong is None and report.exit_code == 0


FAILS = {
    "lost factor": (RIDGE.then("y @ y - y @ K @ α + α @ K @ K @ α + λ*α @ K @ α"), "yᵀKα"),
    "gradient off by two": (RIDGE.gradient("K @ (K @ α - y) + λ*K @ α", wrt="α"), "factor 2"),
    "off by a term": (RIDGE.then("norm(K @ α - y)**2"), "λαᵀKα"),
    "transposed": (starting("outer(y, y) @ K").then("K @ outer(y, y)"), "transpose"),
    "centred data only": (starting("center(K)", PSD).then("K"), "centred"),
    "sign": (starting("y - α").then("α - y"), "sign"),
    "factor n": (starting("mean(y)").then("sum(y)"), "factor n"),
    "shape": (RIDGE.then("X.T @ y + α"), ""),
    "cancelled K": (GRADIENT.equation("(K + λ*I(n)) @ α", "y"), ""),
    "wrong solution": (GRADIENT.equation("(K + 2*λ*I(n)) @ α", "y", relation="implied by"), ""),
    "no solution": (starting("0 * α").equation("0 * α", "1 + 0 * α", unknown="α", relation="implied by"), ""),
    "not the minimiser": (RIDGE.minimiser("inv(K + 2*λ*I(n)) @ y", over="α"), ""),
    "a saddle is no minimum": (starting("y[0]**2 - y[1]**2").minimiser("zeros(n)", over="y"), ""),
    "inequality": (starting("0").inequality("norm(α + y)", "<=", "norm(α)"), ""),
    "strict": (starting("0").inequality("α @ K @ α", ">", "0"), ""),
    "wrong limit": (starting("inv(X.T @ X + λ*I(d)) @ X.T @ y").limit("2 * pinv(X) @ y", of="λ", to=0), ""),
    "true for large numbers only": (starting("0").inequality("norm(y)**2", "<=", "norm(y)**3 + norm(y)**4"), ""),
    "a sum that has no value": (
        starting("exp(x)", {"x": "interval(-2, 2)", "N": "integer(1, 9)"}).limit(
            "sum(x**t / factorial(t) for t in range(N + 0.5))", of="N"
        ),
        "",
    ),
    "let of a wrong shape": (starting("norm(X @ w)").let(w="X @ α"), ""),
    "gradient of a wrong shape": (RIDGE.gradient("X.T @ α", wrt="α"), ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_fails(name):
    derivation, difference = FAILS[name]
    report = check(derivation)
    outcome = report.lines[-1].outcome
    assert report.verdict == "refuted" and report.first_wrong == len(derivation.lines) - 1, str(report)
    assert difference in outcome.difference
    assert outcome.witness is not None or outcome.kind in ("shape", "undefined") or name == "no solution"


def test_the_witness_is_small_and_can_be_recomputed():
    outcome = last(RIDGE.then("y @ y - y @ K @ α + α @ K @ K @ α + λ*α @ K @ α"))
    found = outcome.to_dict()["witness"]
    values = {name: np.array(value, dtype=float) for name, value in found["values"].items()}
    assert values["n"] == 1 and values["d"] == 1
    X, y, a, s = values["X"], values["y"], values["alpha"], values["lam"]
    K = X @ X.T
    assert found["the previous line"] == np.sum((K @ a - y) ** 2) + s * a @ K @ a
    assert found["this line"] == y @ y - y @ K @ a + a @ K @ K @ a + s * a @ K @ a
    assert found["the previous line"] != found["this line"]


def test_cancelling_a_singular_matrix_shows_another_solution():
    outcome = last(GRADIENT.equation("(K + λ*I(n)) @ α", "y"))
    assert outcome.relation == "implied by" and "⇐ only" in outcome.why
    assert outcome.difference == "they differ only when K is singular"
    found = outcome.to_dict()["witness"]
    X, y, s = (np.array(found["values"][name], dtype=float) for name in ("X", "y", "lam"))
    a = np.array(found["α"], dtype=float)
    K = X @ X.T
    assert np.allclose((K + s * np.eye(len(K))) @ K @ a, K @ y)
    assert not np.allclose((K + s * np.eye(len(K))) @ a, y)


def test_a_weaker_claim_holds_and_the_stronger_relation_is_reported():
    outcome = last(GRADIENT.equation("(K + λ*I(n)) @ K @ α", "K @ y", relation="implies"))
    assert outcome.accepted and outcome.relation == "iff" and "⇔" in outcome.why


def test_eigenproblems_in_two_unknowns():
    start = Derivation(given=PSD).equation("K @ K @ v", "mu * K @ v", unknown=["v", "mu"])
    assert last(start.equation("K @ v", "mu * v", relation="implied by")).accepted
    assert last(start.equation("K @ v", "mu * v")).relation == "implied by"
    assert last(start.equation("K @ v", "2 * mu * v", relation="implied by")).verdict == "refuted"


def test_a_letter_under_a_side_condition_moves_within_it():
    start = Derivation(
        given=GIVEN | {"w0": "vector(d)"},
        where=["X @ w0 == 0"],
        start="norm(X @ (X.T @ α + w0) - y)**2 + λ * norm(w0)**2",
    )
    assert last(start.minimiser("zeros(d)", over="w0")).accepted
    assert last(start.then("norm(X @ X.T @ α - y)**2 + λ * w0 @ w0")).accepted
    assert last(start.then("norm(X @ X.T @ α - y)**2")).verdict == "refuted"


LIMITS = [
    ("tested", "(1 + x/N)**N", "exp(x)"),
    ("refuted", "(1 + x/N)**N", "exp(2*x)"),
    ("tested", "sum(1/(t + 1)**2 for t in range(N))", "pi**2/6"),
    ("refuted", "sum(1/(t + 1)**2 for t in range(N))", "1.6"),
    ("refuted", "sum(1/(t + 1) for t in range(N))", "3"),
    ("tested", "1/log(1 + N)", "0"),
    ("tested", "1/log(log(3 + N))", "0"),
    ("open", "1/log(log(log(20 + N)))", "0"),
    ("tested", "[1/N, x]", "[0, x]"),
]


NUMBERS = r"(?:\d[\d.]*(?:·10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:, )?)+"


@pytest.mark.parametrize(("verdict", "before", "after"), LIMITS)
def test_limits_show_their_errors(verdict, before, after):
    given = {"x": "interval(0, 2)", "N": "integer(1, 9)"}
    outcome = last(Derivation(given=given, start=before).limit(after, of="N"))
    assert outcome.verdict == verdict
    errors = re.search(NUMBERS, outcome.why)
    assert verdict == "refuted" or (errors is not None and errors[0].count(",") == 5)
    assert (outcome.witness is not None) == (verdict == "refuted")


def test_equations_that_are_not_linear():
    square = Derivation(given={"x": "scalar"}).equation("x**2", "4", unknown="x")
    assert last(square.equation("x", "2", relation="implied by")).accepted
    assert last(square.equation("x", "2")).relation == "implied by"
    assert last(square.equation("(x - 2) * (x + 2)", "0")).relation == "iff"
    assert last(square.equation("x", "3", relation="implied by")).verdict == "refuted"


def test_a_letter_keeps_its_meaning():
    assert last(starting("y @ y").let(K="X @ X.T")).accepted
    assert last(starting("y @ y").let(K="2 * X @ X.T")).verdict == "refuted"


def test_a_tiny_difference_is_not_round_off():
    assert last(starting("y @ y").then("y @ y + 1e-13")).verdict == "refuted"
    assert last(Derivation(given={"P": "pd(n)"}, start="inv(inv(P))").then("P")).accepted
    assert (
        last(Derivation(given={"P": "pd(n)"}, start="inv(inv(P + 1e-9*I(n)))").then("P")).verdict == "refuted"
    )


def test_undecided_says_why():
    nowhere = Derivation(given={"x": "scalar"}, start="log(-x**2)").then("log(x)")
    assert last(nowhere).verdict == "open" and "no value" in last(nowhere).why
    impossible = Derivation(given={"x": "positive"}, where=["x <= 0"], start="x").then("2 * x")
    with pytest.raises(ValueError, match="side conditions"):
        check(impossible)
    harmonic = starting("0", {"N": "integer(1, 9)"}).limit("sum(1 / (t + 1) for t in range(N)) / N", of="N")
    assert last(harmonic).verdict != "refuted"


def test_lines_after_a_wrong_one_are_judged_against_it():
    report = check(starting("y @ y").then("2 * y @ y").then("y @ y + y @ y"))
    assert [line.outcome.accepted for line in report.lines] == [True, False, True] and report.first_wrong == 1


@pytest.mark.parametrize(
    ("derivation", "needed"),
    [
        (starting("pinv(K) @ K @ y", PSD).then("inv(K) @ K @ y"), "K is invertible"),
        (starting("y @ y + 9").then("log(1 - y @ y)", relation=">="), "1 − yᵀy is positive"),
        (Derivation(given={"a": "nonnegative"}, start="1").then("a/a"), "a is not zero"),
        (Derivation(given={"a": "scalar", "b": "scalar", "x": "scalar"}).equation("a*x", "b", unknown="x")
         .equation("x", "b/a"), "a is not zero"),
    ],
)  # fmt: skip
def test_a_line_that_needs_more_says_what(derivation, needed):
    outcome = last(derivation)
    assert outcome.verdict in ("proved", "tested") and not outcome.accepted
    assert [str(one) for one in outcome.conditions] == [needed] and outcome.witness is not None
    assert outcome.to_dict()["conditions"] == [needed]


def test_a_condition_that_is_given_is_granted():
    given = {"K": "psd(n)", "y": "vector(n)", "a": "scalar"}
    start = Derivation(given=given, where=["K is invertible", "a is nonzero"], start="y")
    assert last(start.then("inv(K) @ K @ y")).verdict == "proved"
    assert last(start.then("a * y / a")).verdict == "proved"
    with pytest.raises(ValueError, match="square"):
        check(Derivation(given={"X": "matrix(n, d)"}, where=["X is invertible"], start="X"))


def test_a_new_start_always_holds():
    assert last(starting("y @ y").starting("α @ α")).accepted


@pytest.mark.parametrize(
    "derivation",
    [
        RIDGE.then("q @ q"), RIDGE.gradient("K @ α", wrt="q"), RIDGE.let(w="w + X.T @ α"),
        RIDGE.equation("K @ α", "y", unknown="K"),
        RIDGE.limit("α @ α", of="N"), RIDGE.let(w="X.T @ α").gradient("w", wrt="w"), RIDGE.let(n="3"),
    ],
)  # fmt: skip
def test_unreadable_lines_raise_with_their_place(derivation):
    with pytest.raises(LanguageError, match=r"line 1|line 2"):
        check(derivation)


def test_two_seeds_agree():
    for seed in (1, 2, 3):
        assert all(check(derivation, seed).exit_code == 0 for derivation in HOLDS.values())


def test_a_derivation_is_a_value():
    longer = RIDGE.then("0")
    assert len(RIDGE.lines) == 1 and len(longer.lines) == 2
