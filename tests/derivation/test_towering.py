"""Lines that turn wrong beyond every decimal, at sizes that no array has, or at one of a million whole numbers."""

import pytest

from tests.derivation.one_line import inequality, judged

LETTER = {"a": "positive"}
SIZE = {"x": "vector(n)"}


def limit(before, value, letter="N", to="inf", **given):
    return judged({"is": before}, {"limit": letter, "is": value, "to": to}, {"N": "integer(1, 8)"} | given)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("log(log(a + 3)) <= 40", LETTER),
        ("log(log(log(a + 20))) <= 4", LETTER),
        ("a**(1/10**20) >= 1/2", LETTER),
        ("log(n) <= 1000", SIZE),
        ("sum(1/((i + 2)*log(i + 2)) for i in range(n)) <= 10", SIZE),
        ("sum(1/(i + 1)**(1 + 1/10**3) for i in range(n)) <= 900", SIZE),
        ("norm(x, 1) <= 10**30*norm(x)", SIZE),
        ("mean(x**4) <= 10**7*mean(x**2)**2", SIZE),
        ("tan(n) <= n + 1", SIZE),
        ("sin(n) <= 0.9999999", SIZE),
        ("abs(sin(n**2)) >= 10**(-4)", SIZE),
        ("abs(n - 10**14 - 7) >= 1", SIZE),
        ("cos(i - j) >= -0.999", {"i": "index(n)", "j": "index(n)"}),
    ],
)
def test_wrong_far_out(line, given):
    assert inequality(line, given).verdict == "refuted"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("log(log(a + 3)) <= log(a + 3)", LETTER),
        ("(1 + 1/a)**(a + 1) > exp(1)", LETTER),
        ("log(exp(1) + 1/a)**a >= 1", LETTER),
        ("exp(exp(a)) >= exp(a + 1)", LETTER),
        ("abs(log(1 + exp(a)) - log(1 + exp(b))) <= abs(a - b)", {"a": "scalar", "b": "scalar"}),
        ("log(n) <= 2*sqrt(n)", SIZE),
        ("sum(1/(i + 1)**(1 + 1/10**3) for i in range(n)) <= 1001", SIZE),
        ("sum(1/((i + 2)*log(i + 2)) for i in range(n)) <= 3 + log(log(n + 2))", SIZE),
        ("sin(n) < 1", SIZE),
        ("(x @ P @ x)*(x @ inv(P) @ x) >= norm(x)**4", SIZE | {"P": "pd(n)"}),
    ],
)
def test_right_far_out(line, given):
    assert inequality(line, given).accepted


def test_a_limit_that_is_passed_on_the_way():
    assert limit("1/log(log(N + 3))", "1/30").verdict == "refuted"
    assert limit("1/log(log(N + 3))", "0").accepted


@pytest.mark.parametrize(
    ("before", "value", "kind"),
    [
        ("sum(t**j for j in range(N))", "1/(1 - t)", "interval(0, 1.001)"),
        ("(27*t**2*(1 - t)/4)**N", "0", "interval(0, 1)"),
        ("(27*t*(1 - t)**2/4)**N", "0", "interval(0, 1)"),
    ],
)
def test_limits_that_fail_for_few_values_of_another_letter(before, value, kind):
    assert limit(before, value, t=kind).verdict == "refuted"


def test_the_same_limits_where_nothing_is_in_the_way():
    assert limit("sum(t**j for j in range(N))", "1/(1 - t)", t="interval(-1, 1)").accepted
    assert limit("(t*(1 - t))**N", "0", t="interval(0, 1)").accepted


@pytest.mark.parametrize(
    ("before", "line", "given"),
    [
        ("2**n", "sum(binom(n, j) for j in range(200))", SIZE),
        ("max(0, n - 10**15)", "0", SIZE),
        ("binom(n, 1000)", "0", SIZE),
        ("norm(x)", "sqrt(x @ x + exp(-10**6))", SIZE),
        ("log(exp(a) + exp(-1000))", "a", LETTER),
        ("sum(t**j for j in range(2000))", "1/(1 - t)", {"t": "interval(0, 1)"}),
    ],
)
def test_equalities_up_to_what_is_not_seen(before, line, given):
    assert not judged({"is": before}, {"is": line}, given).accepted


def test_constants_that_are_too_small_may_stand_on_both_sides():
    assert judged({"is": "norm(x)*exp(-1000)"}, {"is": "exp(-1000)*sqrt(x @ x)"}, SIZE).accepted


@pytest.mark.parametrize("steep", ["10**9", "10**12"])
def test_a_steep_exponential_is_no_maximum(steep):
    line = {"gradient": "x", "is": f"exp({steep}*x)/sum(exp({steep}*x))"}
    assert judged({"is": "max(x)"}, line, SIZE).verdict == "refuted"


def test_what_is_zero_up_to_rounding_in_a_skew_matrix():
    assert judged(
        {"is": "trace(A)"}, {"is": "0"}, {"A": "matrix(n, n)", "P": "symmetric(n)"}, "A.T == -A", "P @ P == P"
    ).accepted
