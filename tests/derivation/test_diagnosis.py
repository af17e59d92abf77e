"""Known wrong turns are recognised and named, without any stored wrong line, and the hint never holds the right one."""

import pytest

from kernelcourse.derivation import MISCONCEPTIONS, Derivation, check

GIVEN = {"X": "matrix(n, d)", "y": "vector(n)", "α": "vector(n)", "w": "vector(d)", "λ": "positive"}
RIDGE = Derivation(given=GIVEN, define={"K": "X @ X.T"}, start="norm(K @ α - y)**2 + λ * α @ K @ α")
GRADIENT = RIDGE.gradient("2 * K @ (K @ α - y) + 2 * λ * K @ α", wrt="α")
PSD = {"K": "psd(n)", "y": "vector(n)"}
CLUSTERS = Derivation(
    given={"X": "matrix(n, d)", "Z": "partition(n, k)"},
    define={"K": "X @ X.T"},
    start="trace(K) - sum(Z[:, j] @ K @ Z[:, j] / sum(Z[:, j]) for j in range(k))",
)
SQUARE = Derivation(given={"A": "matrix(n, n)", "u": "vector(n)"}, start="u @ A @ u")
SCALING = Derivation(
    given={"X": "matrix(n, d)"},
    define={
        "G": "X @ X.T",
        "g": "diag(G)",
        "S": "outer(g, ones(n)) + outer(ones(n), g) - 2*G",
        "J": "I(n) - ones(n, n)/n",
    },
    start="J @ G @ J",
)

CASES = [
    ("lambda-scale", RIDGE.gradient("2*K @ (K @ α - y) + λ*K @ α", wrt="α")),
    ("lambda-scale", GRADIENT.equation("(K + 2*λ*I(n)) @ α", "y", relation="implied by")),
    ("lambda-scale", GRADIENT.equation("(K + n*λ*I(n)) @ α", "y", relation="implied by")),
    ("lambda-scale", RIDGE.minimiser("inv(K + 2*λ*I(n)) @ y", over="α")),
    ("missing-centring", Derivation(given=PSD, start="center(K) @ y").then("K @ y")),
    ("missing-centring", SCALING.then("G")),
    ("one-sided-centring", SCALING.then("J @ G")),
    ("gram-vs-covariance", RIDGE.starting("X.T @ inv(X @ X.T + λ*I(n)) @ y").then("inv(X @ X.T + λ*I(d)) @ X.T @ y")),
    ("gram-squared", RIDGE.then("y @ y - 2*y @ K @ α + α @ K @ α + λ*α @ K @ α")),
    ("cluster-size", CLUSTERS.then("trace(K) - sum(Z[:, j] @ K @ Z[:, j] / n for j in range(k))")),
    ("factor-two", RIDGE.then("y @ y - y @ K @ α + α @ K @ K @ α + λ*α @ K @ α")),
    ("factor-two", RIDGE.gradient("K @ (K @ α - y) + λ*K @ α", wrt="α")),
    ("missing-half", SCALING.then("-J @ S @ J")),
    ("sign", SCALING.then("J @ S @ J / 2")),
    ("sign", RIDGE.then("y @ y + 2*y @ K @ α + α @ K @ K @ α + λ*α @ K @ α")),
    ("transpose", RIDGE.starting("X @ w").then("X.T @ w")),
    ("dropped-factor", RIDGE.gradient("2*(K @ α - y) + 2*λ*α", wrt="α")),
    ("dropped-term", RIDGE.then("norm(K @ α - y)**2")),
    ("square-root", RIDGE.starting("y @ y").then("norm(y)")),
    ("elementwise-power", Derivation(given=PSD, start="K @ K").then("K**2")),
    ("order", RIDGE.starting("K @ outer(y, α)").then("outer(y, α) @ K")),
    ("cancelled-singular", GRADIENT.equation("(K + λ*I(n)) @ α", "y")),
    ("cancelled-singular", Derivation(given=PSD, start="pinv(K) @ K @ y").then("inv(K) @ K @ y")),
    ("strictness", RIDGE.inequality("α @ K @ α", ">", "0")),
    ("reversed-inequality", RIDGE.inequality("norm(α)*norm(y)", "<=", "α @ y")),
    ("shape", RIDGE.then("X.T @ y + α")),
    ("power", RIDGE.starting("(y @ y)**2").then("(y @ y)**3")),
    ("assumed-symmetric", SQUARE.gradient("2*A @ u", wrt="u")),
    ("cross-term", RIDGE.starting("norm(y + α)**2").then("norm(y)**2 + norm(α)**2")),
    ("conjugate", Derivation(given={"z": "complex_vector(n)"}, start="z @ z").then("conj(z) @ z")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "derivation"), CASES)
def test_the_mistake_is_named(name, derivation):
    outcome = check(derivation).lines[-1].outcome
    assert outcome.verdict == "refuted" or outcome.conditions
    assert outcome.misconception == name
    assert outcome.hint == MISCONCEPTIONS[name].hint


def test_a_stored_wrong_line_is_recognised_in_another_form():
    from kernelcourse.derivation import load
    from kernelcourse.derivation.derivation import judge_line, state_after
    from kernelcourse.derivation.instances.samples import Samples
    from kernelcourse.derivation.lines.reading import read_line

    derivation = load("kernel-distance")
    samples = Samples(derivation.setting())
    state = state_after(derivation, 1, samples)
    line = read_line({"is": "phi(z) @ phi(x)"}, "line")
    outcome = judge_line(derivation, 1, line, state, samples).outcome
    assert outcome.misconception == "distance-as-inner-product"


def test_the_right_line_is_never_printed():
    """Whatever is said about a wrong gradient, the right one is not in it."""
    right = "2 * K @ (K @ α - y) + 2 * λ * K @ α"
    for text in (
        "K @ (K @ α - y) + λ*K @ α",
        "2*K @ (K @ α - y)",
        "2*(K @ α - y)",
    ):
        report = str(check(RIDGE.gradient(text, wrt="α")))
        assert right not in report.replace(text, "") and right.replace(" ", "") not in report.replace(" ", "")
