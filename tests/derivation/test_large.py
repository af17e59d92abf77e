"""What is true of small sizes only is refuted at a large one, and a difference of a hair is shown."""

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.large import first_wrong
from kernelcourse.derivation.lines.reading import read_line
from kernelcourse.derivation.reading.settings import read_setting

from .one_line import inequality

GIVEN = {"x": "vector(n)", "K": "psd(n)", "a": "scalar"}


def judged(line, given=GIVEN, where=()):
    lines = (read_line({"is": "1"}, "line"), read_line(line, "line"))
    return check(Derivation(given, where=where, lines=lines), hints=False).lines[-1].outcome


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("norm(x, 1) <= 10*norm(x)", 101),
        ("trace(K) <= 15*norm(K)", 226),
        ("n <= 20", 21),
        ("norm(ones(n)) <= 14", 197),
        ("sum(1/(k + 1) for k in range(n)) <= 9", 4550),
    ],
)
def test_the_smallest_large_size_is_the_witness(line, size):
    found = judged({"inequality": line})
    assert found.verdict == "refuted" and found.witness.values["n"] == size


def test_sizes_in_between_are_tried():
    assert judged({"inequality": "n**6 <= 10**8 * 1.1**n"}).verdict == "refuted"


def test_what_is_true_at_every_size_survives():
    assert judged({"inequality": "norm(x, 1) <= sqrt(n)*norm(x)"}).accepted


def test_two_sides_that_print_alike_show_their_difference():
    found = judged({"is": "1 + 1e-30"}).witness
    assert str(found).endswith("(more by 1e-30)")
    assert found.to_dict()["this line"].endswith("(more by 1e-30)")


def test_long_letters_are_abbreviated():
    assert "…, 1] (101 of them)" in str(judged({"inequality": "norm(x, 1) <= 10*norm(x)"}).witness)


def test_each_side_condition_is_met_by_a_letter_of_its_own():
    given = {"p": "nonnegative_vector(n)", "q": "positive_vector(n)"}
    found = judged({"inequality": "sum(p*q) <= 1"}, given, ("sum(p) == 1", "sum(q) == 1"))
    assert found.verdict == "tested"


@pytest.mark.parametrize(
    "text", ["det(diag(q))", "sum(outer(q, q))", "trace(I(n))", "sum(ones(n, n) @ q)", "trace(M)"]
)
def test_no_matrix_is_made_of_ten_thousand_rows(text):
    """A vector may have 10,000 entries; diag of it would take 800 MB, and its determinant 40 seconds."""
    setting = read_setting({"q": "positive_vector(n)"}, {"M": "diag(q)"})
    tried = []
    first_wrong(setting, (setting.read(text),), lambda at: bool(tried.append(at.sizes["n"])))
    assert tried and max(tried) <= (140 if "d" in text else 1_000)
    tried.clear()
    first_wrong(setting, (setting.read("sum(q)"),), lambda at: bool(tried.append(at.sizes["n"])))
    assert max(tried) == 1_100_000


def test_a_product_is_not_formed_where_it_would_not_fit():
    """The number 10⁻⁶ asks for sizes near a million: XᵀX would be of 2 TB."""
    given = {"X": "matrix(n, d)", "lam": "positive"}
    line = "trace(X @ inv(X.T @ X + lam*I(d)) @ X.T) <= d"
    assert judged({"inequality": f"{line} - 1e-6"}, given).verdict == "refuted"
    assert judged({"inequality": line}, given).accepted


@pytest.mark.parametrize(
    ("line", "given"),
    [("sum(1/k**2 for k in range(1, N + 1)) <= 1.6449", {"N": "integer(1, 1000000)"}),
     ("sum(1/(k*(k + 1)) for k in range(1, N + 1)) <= 0.99998", {"N": "integer(1, 100000)"}),
     ("binom(2*n, n) <= 3.99**n", {"x": "vector(n)"})],
)  # fmt: skip
def test_many_terms_and_long_binomials(line, given):
    assert inequality(line, given).verdict == "refuted"
