"""Where no instance reaches: waves far out, dips between powers of ten, sums and vectors of a billion terms."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.derivation.instances.instance import Instance, Profile
from kernelcourse.derivation.instances.met import meets
from kernelcourse.derivation.judging.long_sums import first_long
from kernelcourse.derivation.judging.waves import in_step, out_of_step
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.elementary import cosine
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.reading import parse

from .one_line import inequality, judged

T = {"t": "positive"}
X = {"x": "vector(n)", "p": "positive_vector(n)", "X": "matrix(n, k)"}


def limit(before, value):
    return judged({"is": before}, {"limit": "N", "is": value}, {"N": "integer(1, 8)", "a": "scalar"})


@pytest.mark.parametrize(
    "line",
    [
        "log(t)*sin(t) <= 1e3", "log(log(t + 3))*cos(t) <= 20", "sqrt(t)*cos(t) >= -1e8", "log(t)*cos(3*t + 1) >= -500",
        "sin(t)*cos(t)*log(t) <= 500",
    ],
)  # fmt: skip
def test_a_wave_that_grows_slowly_passes_every_bound(line):
    assert inequality(line, T).verdict == "refuted"


@pytest.mark.parametrize(
    "line",
    ["log(t)*sin(t) <= t", "log(t)*sin(log(t)) <= 1e9", "sin(t)**2*sqrt(t) <= sqrt(t)", "t*sin(1/t) <= 1"],
)
def test_a_wave_that_does_not_is_left_alone(line):
    """sin(log t) too: while it turns once, log t has grown."""
    assert inequality(line, T).accepted


def test_waves_of_two_angles_are_not_set_together():
    assert list(in_step((parse("sin(t) + cos(2*t)", {"t"}),), "t")) == []
    assert len(list(in_step((parse("sin(t) + cos(t)", {"t"}),), "t"))) == 8
    assert len(list(out_of_step(parse("sin(t) + cos(2*t)", {"t"}), "t"))) == 16


def test_a_dip_between_two_rungs():
    """log t / t^0.001 is largest at e¹⁰⁰⁰."""
    assert inequality("log(t) <= 367*t**0.001", T).verdict == "refuted"
    assert inequality("log(t) <= 368*t**0.001", T).accepted


def test_an_angle_of_a_few_turns_keeps_its_place():
    with precision():
        assert abs(
            cosine(Exact(decimals=True), Decimal(355)) + 1 - Decimal("4.54341019834064158307e-10")
        ) < Decimal("1e-24")
    assert inequality("cos(N) > -0.99999999", {"N": "integer(1, 400)"}).verdict == "refuted"


@pytest.mark.parametrize(
    ("before", "value"),
    [
        ("(N + sin(N))/(N + cos(N))", "1"), ("sqrt(N)*(sqrt(N + a) - sqrt(N))", "a/2"), ("1/(1 + exp(1e6 - N))", "1"),
        ("1/(1 + exp(N - 1e5))", "0"), ("sin(N)/log(N)", "0"),
    ],
)  # fmt: skip
def test_limits_that_are_reached_behind_rounding_and_waves(before, value):
    assert limit(before, value).accepted


@pytest.mark.parametrize(
    ("before", "value"),
    [
        ("(N + 2*sin(N))/(N + cos(N))", "2"), ("1/(1 + exp(1e6 - N))", "0"), ("1/(1 + exp(N - 1e5))", "1"),
        ("(N + N*sin(N))/(N + cos(N))", "1"),
    ],
)  # fmt: skip
def test_limits_that_are_not(before, value):
    assert not limit(before, value).accepted


def test_a_steep_limit_at_0_is_measured_beside_its_first_errors():
    letters = {"lam": "positive", "K": "psd(n)", "X": "matrix(n, d)", "y": "vector(n)"}
    line = {"limit": "lam", "to": "0", "is": "det(K)"}
    assert judged({"is": "det(K + lam*I(n))"}, line, letters).accepted


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("sum(p*log(p)) >= -20", "sum(p) == 1"), ("norm(x, 1) <= 3000", "norm(x) == 1"),
        ("max(abs(x)) >= 1e-5", "norm(x) == 1"), ("norm(X) <= 4", "X.T @ X == I(k)"),
    ],
)  # fmt: skip
def test_sizes_beyond_any_array_under_a_side_condition(line, condition):
    assert inequality(line, X, condition).verdict == "refuted"


@pytest.mark.parametrize(
    ("line", "condition"), [("max(p) >= 1/n", "sum(p) == 1"), ("norm(X)**2 <= n", "X.T @ X == I(k)")]
)
def test_what_holds_there_is_accepted(line, condition):
    assert inequality(line, X, condition).accepted


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("sum(1/(i + 1) for i in range(n)) <= 25", 10**11),
        ("sum(1/((i + 1)*(i + 2)) for i in range(n)) <= 0.9999", 10**5),
        ("sum(1/(i + 1) for i in range(n)) <= 1 + log(n)", None),
        ("sum(1/(i + 1)**1.5 for i in range(n)) <= 2.6124", None),
    ],
)
def test_sums_of_more_terms_than_can_be_added_up(line, size):
    setting = read_setting({"x": "vector(n)"})
    left, right = line.split(" <= ")
    found = first_long(setting.read(left), setting.read(right), setting)
    assert (found and found[1]) == size


@pytest.mark.parametrize(
    "line",
    [
        "sum(x[i]*x[j]/(i + j + 1) for i in range(n) for j in range(n)) <= 1.8*norm(x)**2",
        "sum((x[i + 1] - x[i])**2 for i in range(n - 1)) <= 3.999*norm(x)**2",
        "sum(x[i]*x[j]*min(i + 1, j + 1) for i in range(n) for j in range(n)) >= 0.2501*norm(x)**2",
    ],
)
def test_quadratic_forms_of_a_hundred_entries(line):
    assert inequality(line, {"x": "vector(n)"}).verdict == "refuted"


def test_the_terms_of_a_double_sum_are_one_array():
    tree = parse("sum(x[i]*K[i, j]*x[j + 1] for i in range(30) for j in range(29))", {"x", "K"})
    rng = np.random.default_rng(0)
    x, K = rng.normal(size=30), rng.normal(size=(30, 30))
    evaluator = Evaluator({"x": x, "K": K}, {}, Floats())
    assert np.isclose(evaluator(tree), x @ K[:, :29] @ x[1:]) and evaluator.visits < 100
    with pytest.raises(Undefined, match="outside"):
        evaluator(parse("sum(x[i + 1] for i in range(30))", {"x"}))


def test_what_is_too_large_or_too_small_for_floats_is_not_undefined():
    for text in ("1/exp(-a**2)", "log(exp(-a**2))", "a**(a**3)"):
        with pytest.raises(TooMuch):
            Evaluator({"a": 1000.0}, {}, Floats())(parse(text, {"a"}))
    with pytest.raises(Undefined):
        Evaluator({"a": 1000.0}, {}, Floats())(parse("1/(a - a)", {"a"}))


def test_tiny_vectors_are_not_orthogonal_for_being_tiny():
    setting = read_setting({"x": "vector(n)", "y": "vector(n)"}, {}, ["x @ y == 0"])
    ones = np.full(3, 1e-12)
    alike = Instance({"n": 3}, {"n": 3.0, "x": ones, "y": ones}, None, Profile("large"))
    assert not meets(setting, alike)
    assert inequality("norm(x - y) >= norm(x)", {"x": "vector(n)", "y": "vector(n)"}, "x @ y == 0").accepted


@pytest.mark.parametrize(
    "line",
    [
        "u @ v + v @ w + w @ u > -3/2", "norm(u - v) + norm(v - w) + norm(w - u) < 3*sqrt(3)", "norm(u + v + w) > 0",
        "(u @ v)**3 - (u @ v) < 2/(3*sqrt(3))", "trace(Q)**2 > 0",
        "sum(cos(x[j] - x[k]) for j in range(n) for k in range(n)) > 0",
        "sum(exp(x[i]) for i in range(n)) > sum(exp(1)*x[i] for i in range(n))",
    ],
)  # fmt: skip
def test_ties_at_angles_that_no_fraction_has(line):
    letters = {"u": "unit(n)", "v": "unit(n)", "w": "unit(n)", "x": "vector(n)", "Q": "orthogonal(n)"}
    assert inequality(line, letters).verdict == "refuted"
    assert inequality(line.replace(" > ", " >= ").replace(" < ", " <= "), letters).accepted


def test_a_number_is_a_wave_value():
    (tree,), _ = next(in_step((parse("2*sin(t)", {"t"}),), "t"))
    assert Evaluator({}, {}, Exact())(tree) == Fraction(0)
