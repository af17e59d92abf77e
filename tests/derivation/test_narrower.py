"""A line is judged with the letters it depends on; what that and looser letters prove, and what they must not."""

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.derivation import Derivation as Lines
from kernelcourse.derivation.instances.samples import Samples

SOME = {"X": "matrix(n, d)", "Y": "matrix(m, d)", "A": "matrix(n, n)", "c": "vector(d)", "w": "vector(d)",
        "K": "psd(n)", "S": "partition(n, q)", "lam": "positive", "y": "vector(n)", "alpha": "vector(n)"}  # fmt: skip


def last(derivation: Lines):
    return check(derivation, hints=False).lines[-1].outcome


def line(before: str, after: str, given=SOME, where=()):
    return last(Derivation(given=given, start=before, where=where).then(after))


def test_letters_that_do_not_occur_are_not_drawn():
    samples = Samples(Derivation(given=SOME).setting())
    assert set(samples.only(frozenset({"c"})).standard[0].values) == {"c", "d"}
    assert samples.only(frozenset({"c"})) is samples.only(frozenset({"c"}))
    assert samples.only(frozenset(SOME)) is samples


def test_a_size_that_is_a_number_keeps_a_letter_that_has_it():
    samples = Samples(Derivation(given=SOME).setting())
    assert set(samples.only(frozenset({"q"})).standard[0].values) == {"S", "n", "q"}


def test_side_conditions_keep_their_letters():
    setting = Derivation(given=SOME, where=["X @ w == 0"]).setting()
    assert set(setting.only(frozenset({"y"})).given) == {"X", "w", "y"}
    samples = Samples(setting)
    assert samples.only(frozenset({"y"})) is samples


@pytest.mark.parametrize("other", [{}, {"Q": "orthogonal(n)", "P": "pd(n)"}])
def test_the_verdict_does_not_depend_on_letters_that_do_not_occur(other):
    found = line("norm(y)**2", "sum(y)**2", {"y": "vector(n)", **other})
    assert (found.verdict, str(found.witness)) == ("refuted", str(line("norm(y)**2", "sum(y)**2").witness))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("norm(mean(X, 0) - mean(Y, 0))**2", "norm(X.T @ ones(n)/n - Y.T @ ones(m)/m)**2"),
        ("sum(A, 0)", "A.T @ ones(n)"),
        ("sum(A, 1)", "A @ ones(n)"),
        ("mean(mean(X, 0))", "sum(X)/(n*d)"),
    ],
)
def test_a_mean_along_an_axis_is_proved(before, after):
    assert line(before, after).verdict == "proved"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sum(A, 0)", "A @ ones(n)"),
        ("mean(A, 0)", "mean(A, 1)"),
        ("mean(X, 0)", "X.T @ ones(n)/d"),
        ("mean(X, 0)", "mean(X, 0) + (n - 2)*(n - 3)*(n - 4)*(n - 5)*c"),
        ("mean(A, 0)", "mean(A, 0) + (n - 1)*(n - 2)*(n - 3)*(n - 4)*(n - 5)*(n - 6)*y"),
        ("mean(mean(X, 0))", "mean(X, 0) @ ones(d)/n"),
    ],
)
def test_wrong_means_along_an_axis(before, after):
    assert line(before, after).verdict == "refuted"


def minimum(objective: str, letter: str, value: str, where=(), given=SOME):
    return last(Derivation(given=given, start=objective, where=where).minimiser(value, over=letter))


def test_minima_under_side_conditions_and_with_clusters_are_proved():
    assert minimum("norm(y)**2 + lam*norm(w)**2", "w", "zeros(d)", ["X @ w == 0"]).verdict == "proved"
    square = "n*(alpha - S[:, 0]/n) @ K @ (alpha - S[:, 0]/n) - S[:, 0] @ K @ S[:, 0]"
    assert minimum(square, "alpha", "S[:, 0]/n").verdict == "proved"


@pytest.mark.parametrize(
    ("objective", "value", "where"),
    [
        ("lam*norm(w)**2", "zeros(d)", "sum(w) == 1"),
        ("lam*norm(w)**2", "zeros(d)", "X @ w == y"),
        ("lam*norm(w - c)**2", "zeros(d)", "X @ w == 0"),
        ("lam*norm(w - c)**2", "c", "X @ w == 0"),
        ("lam*norm(w)**2 - sum(S)*(w @ w)", "zeros(d)", "X @ w == 0"),
    ],
)
def test_wrong_minima_under_side_conditions(objective, value, where):
    assert not minimum(objective, "w", value, [where]).accepted


@pytest.mark.parametrize("h", ["positive", "nonnegative", "scalar"])
def test_a_factor_of_a_divisor_is_a_multiplier_where_it_is_not_zero(h):
    given = {"a": "positive", "b": "scalar", "N": "positive", "h": h}
    start = Derivation(given=given).equation("a*h**3", "b/(N*h**2)", "h")
    assert (last(start.equation("a*h**5", "b/N", "h")).verdict == "proved") == (h == "positive")


def test_a_wrong_power_of_a_factor_is_no_multiplier():
    given = {"a": "positive", "b": "positive", "N": "positive", "h": "positive"}
    start = Derivation(given=given).equation("a*h**3", "b/(N*h**2)", "h")
    assert last(start.equation("a*h**4", "b/N", "h")).verdict == "refuted"


CLUSTERS = {"Z": "partition(n, q)", "M": "matrix(q, d)", "X": "matrix(n, d)"}


@pytest.mark.parametrize("given", [{"Z": "partition(n, q)"}, CLUSTERS], ids=["alone", "beside others"])
def test_there_are_never_more_clusters_than_points_though_no_line_names_them(given):
    assert check(Derivation(given=given, start="q").then("n", relation="<=")).lines[-1].outcome.accepted
    many = check(Derivation(given=given, start="n").then("10**9 * q", relation="<=")).lines[-1].outcome
    assert many.verdict == "refuted"


def test_a_partition_whose_clusters_no_line_counts_is_nobodys_business():
    line = Derivation(given=CLUSTERS, start="norm(X, 2)").then("norm(X)", relation="<=")
    assert check(line).lines[-1].outcome.accepted
