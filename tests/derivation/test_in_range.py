"""What is shown against a line is a value of its letters: −K is not semidefinite, and −2 is no positive x."""

import pytest

from kernelcourse.derivation import Derivation, check


def judged(given, start, **line):
    derivation = Derivation(given=given, start=start)
    kind, text = next(iter(line.items()))
    then = {
        "below": lambda: derivation.then(text, relation="<="),
        "above": lambda: derivation.then(text, relation=">="),
        "equal": lambda: derivation.then(text),
        "least": lambda: derivation.minimiser(text, over="w"),
        "tends": lambda: derivation.limit(text, of="N"),
    }
    return check(then[kind]()).lines[-1].outcome


def between(given, before, after, relation="iff"):
    derivation = Derivation(given=given).equation(*before, unknown="x").equation(*after, relation=relation)
    return check(derivation).lines[-1].outcome


@pytest.mark.parametrize("kind", ["psd(n)", "pd(n)"])
def test_the_opposite_of_a_semidefinite_matrix_is_not_tried(kind):
    given = {"A": kind, "B": kind}
    assert judged(given, "trace(A @ B)", above="0").accepted
    assert judged(given, "trace(A @ B)", below="trace(A) * trace(B)").accepted
    assert judged({"A": "symmetric(n)", "B": "symmetric(n)"}, "trace(A @ B)", above="0").verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"x": "positive", "c": "positive"}, ("x**2", "c"), ("x", "sqrt(c)")),
        ({"x": "positive"}, ("x**2", "9"), ("x", "3")),
        ({"x": "positive", "c": "positive"}, ("x**4", "c**4"), ("x", "c")),
        ({"x": "interval(0, 1)"}, ("3*x**2", "4*x - 1"), ("x", "1/3")),
        ({"x": "nonnegative"}, ("(x + 1)*(x - 2)", "0"), ("x", "2")),
    ],
)
def test_a_solution_outside_the_range_is_none(given, before, after):
    assert between(given, before, after).accepted


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"x": "nonnegative"}, ("x**2", "x"), ("x", "1")),
        ({"x": "positive", "c": "scalar"}, ("x**2", "c**2"), ("x", "c")),
        ({"x": "interval(0, 2)"}, ("3*x**2", "4*x - 1"), ("x", "1/3")),
        ({"x": "interval(0, 1)"}, ("x", "x"), ("x", "1/2")),
        ({"x": "scalar", "c": "positive"}, ("x**2", "c"), ("x", "sqrt(c)")),
    ],
)
def test_one_inside_it_counts(given, before, after):
    assert between(given, before, after).verdict == "refuted"


def test_a_minimum_at_a_root_is_not_beaten_by_its_last_digit():
    given = {"w": "scalar", "b": "positive"}
    assert judged(given, "(w**2 - b)**2", least="-sqrt(b)").accepted
    assert judged(given, "(w**2 - b)**2", least="-sqrt(b) + 1e-80").verdict == "refuted"


@pytest.mark.parametrize(
    ("before", "after"),
    [("N", "N"), ("N * sin(1/N)", "cos(1/N)"), ("a + 1/N", "a + 2/N")],
)
def test_a_limit_does_not_depend_on_its_own_letter(before, after):
    outcome = judged({"N": "integer(1, 9)", "a": "scalar"}, before, tends=after)
    assert outcome.verdict == "refuted" and "still in this line" in outcome.why


def test_partial_sums_may_still_tend_to_the_line_before():
    assert judged({"N": "integer(1, 9)"}, "2", tends="sum(1/2**i for i in range(N))").accepted


def test_a_complex_letter_with_no_real_part_is_no_factor():
    assert judged({"z": "complex"}, "conj(z) * z", equal="real(z)**2 - imag(z)**2").verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "before", "sign", "after"),
    [
        ({"m": "integer(0, 60)"}, "cos(pi*m/60)", ">", "-1"),
        ({"m": "integer(1, 40)"}, "sin(pi*m/7)**2", ">", "0"),
        ({"m": "integer(2, 30)"}, "sin(pi*m/30)", ">", "0"),
        ({"a": "scalar", "b": "scalar"}, "(a - 3*b)**2 + (b - 17)**2", ">", "0"),
        ({"a": "scalar", "b": "scalar"}, "abs(a - b**2) + abs(b - 11)", ">=", "1e-9"),
    ],
)
def test_equality_is_found_where_two_letters_or_a_root_of_unity_make_it(given, before, sign, after):
    found = check(Derivation(given=given, start=before).then(after, relation=sign)).lines[-1].outcome
    assert found.verdict == "refuted"


@pytest.mark.parametrize("before", ["1 + exp(-a**2)", "1 + sigmoid(-a**2)"])
def test_what_no_digit_shows_is_no_equality(before):
    found = check(Derivation(given={"a": "scalar"}, start=before).then("1", relation=">")).lines[-1].outcome
    assert found.accepted


def test_matrices_whose_square_is_zero_are_found():
    where = ("A @ A == zeros(n, n)",)
    derivation = Derivation(given={"A": "matrix(n, n)"}, where=where, start="trace(A)")
    assert check(derivation.then("0")).lines[-1].outcome.accepted
    assert check(derivation.then("sum(A)")).lines[-1].outcome.verdict == "refuted"


@pytest.mark.parametrize("equation", ["exp(x)", "cosh(x)", "1 + x*exp(x)", "1 + tanh(x)"])
def test_zero_is_a_solution_of_a_number_that_is_not_negative(equation):
    """Floats find it a hair beside 0, on either side."""
    assert between({"x": "nonnegative"}, (equation, "1"), ("x", "0")).accepted
    assert between({"x": "positive"}, (equation, "1"), ("x", "0")).verdict == "open"
    assert between({"x": "nonnegative"}, (f"x*({equation})", "x"), ("x", "1")).verdict == "refuted"
