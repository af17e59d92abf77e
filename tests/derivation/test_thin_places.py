"""What is true but at one place that no drawn number meets: ends of a domain, irrational zeros, cuts, parts of z."""

import pytest

from .one_line import equivalent, judged

NUMBERS = {"a": "scalar", "b": "scalar", "p": "positive", "r": "nonnegative", "x": "scalar"}
VECTORS = {"p": "positive", "w": "vector(n)", "c": "vector(n)", "a": "scalar", "q": "nonnegative_vector(n)"}
COMPLEX = {"z": "complex", "v": "complex_vector(n)", "a": "scalar", "x": "vector(n)"}


def gradient(before, letter, text, given):
    return judged({"is": before}, {"gradient": letter, "is": text}, given)


def equal(before, after, given):
    return judged({"is": before}, {"is": after}, given)


@pytest.mark.parametrize(
    ("before", "letter", "text"),
    [("sqrt(r)", "r", "1/(2*sqrt(r))"), ("sqrt(a)", "a", "1/(2*sqrt(a))"), ("r**(1/2)", "r", "r**(-1/2)/2"),
     ("r**(1/3)", "r", "r**(-2/3)/3"), ("arcsin(a)", "a", "1/sqrt(1 - a**2)"),
     ("sqrt(1 - a**2)", "a", "-a/sqrt(1 - a**2)"),
     ("sqrt(a**4 + b**4)", "a", "2*a**3/sqrt(a**4 + b**4)"), ("sign(a)", "a", "0")],
)  # fmt: skip
def test_a_gradient_is_asked_where_the_line_before_has_a_value(before, letter, text):
    found = gradient(before, letter, text, NUMBERS)
    assert found.conditions and not found.accepted


def test_at_the_end_of_a_range_a_slope_that_exists_is_right():
    assert gradient("sum(sqrt(q))", "q", "1/(2*sqrt(q))", VECTORS).conditions
    assert gradient("r**1.5", "r", "1.5*sqrt(r)", NUMBERS).accepted
    assert gradient("sqrt(p)", "p", "1/(2*sqrt(p))", NUMBERS).accepted
    assert gradient("sign(a)*a**2", "a", "2*abs(a)", NUMBERS).accepted
    assert gradient("norm(w, 4)**4", "w", "4*w**3", VECTORS).accepted


@pytest.mark.parametrize(
    "before", ["sign(abs(a**2 - 2))", "sign(abs(exp(a) - 2))", "sign((exp(a) + a)**2)", "sign(abs(a**3 - 3*a + 1))"]
)  # fmt: skip
def test_a_sign_is_zero_where_no_fraction_is(before):
    assert equal(before, "1", NUMBERS).verdict == "refuted"
    assert equal("sign(a**2 - 2)**2*(a**2 - 2)", "a**2 - 2", NUMBERS).accepted


@pytest.mark.parametrize(
    "factor",
    [
        "(a - 10**9)",
        "(a**2 - 2)",
        "(a**3 - 3*a + 1)",
        "(exp(a) - 2)",
        "(exp(a) + a)",
        "(cos(a) - a)",
        "(p**p - 2)",
    ],
)
def test_coefficients_are_followed_to_their_zeros(factor):
    assert equivalent(f"{factor}*x == 0", "x == 0", "x", NUMBERS).verdict == "refuted"
    assert equivalent(f"{factor}*w == zeros(n)", "w == zeros(n)", "w", VECTORS).verdict == "refuted"
    assert equivalent(f"{factor}*x == 0", f"{factor}**2*x == 0", "x", NUMBERS).accepted
    assert equivalent(f"{factor}*x == b", f"x == b/{factor}", "x", NUMBERS).conditions


def test_minus_one_lies_on_the_upper_side_of_the_cut():
    for before, after in (("sqrt(1/z)", "1/sqrt(z)"), ("log(1/z)", "-log(z)"), ("(1/z)**0.5", "1/z**0.5")):
        assert equal(before, after, COMPLEX).verdict == "refuted"
    assert equal("real(log(z))", "log(abs(z))", COMPLEX).accepted


@pytest.mark.parametrize(
    ("before", "letter", "right", "wrong"),
    [("real(z*a**2)", "a", "2*a*real(z)", "2*a*z"),
     ("abs(z + a)**4", "a", "4*abs(z + a)**2*(a + real(z))", "4*abs(z + a)**3"),
     ("abs(v @ x)**2", "x", "2*real(conj(v)*(v @ x))", "2*real(v*(v @ x))"),
     ("norm(v - x)**2", "x", "2*x - 2*real(v)", "2*x - 2*abs(v)")],
)  # fmt: skip
def test_gradients_of_what_is_made_of_complex_numbers(before, letter, right, wrong):
    assert gradient(before, letter, right, COMPLEX).accepted
    assert gradient(before, letter, wrong, COMPLEX).verdict == "refuted"


def test_a_part_of_a_complex_letter_has_no_one_derivative():
    assert gradient("z**3", "z", "3*z**2", COMPLEX).verdict == "proved"
    assert gradient("abs(z)**2", "z", "z + conj(z)", COMPLEX).verdict == "open"


def test_what_is_too_small_for_floats_refutes_nothing():
    assert equal("sqrt(det(G)**2)", "det(G)", {"G": "pd(n)"}).accepted


def test_one_value_that_is_too_large_leaves_no_doubt_about_the_rest():
    assert gradient("exp(z*a)", "a", "z*exp(z*a)", COMPLEX).accepted
    assert gradient("exp(z*a)", "a", "a*exp(z*a)", COMPLEX).verdict == "refuted"
