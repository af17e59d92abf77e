"""What a line may say: every accepted text reads back as itself, everything else is refused with its place."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcourse.language.in_text import in_text
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import (
    Binary,
    Call,
    Index,
    LanguageError,
    Name,
    Number,
    Sum,
    Transpose,
    Unary,
    mathml,
    parse,
    parse_relation,
    show,
)  # fmt: skip
from kernelcourse.language.tree import children, free_names, rebuild, substitute, walk

LINES = [
    "norm(K @ α - y)**2 + λ*α @ K @ α",
    "sum(α[i]*K[i,j]*α[j] for i in range(n) for j in range(n))",
    "[x[0]**2, sqrt(2)*x[0], 0.75, 1e-3]",
    "a - (b - c) - d",
    "a / (b * c)",
    "a**b**c",
    "(a**b)**c",
    "-x**2",
    "(-x)**2",
    "2**-x",
    "(A @ B).T",
    "A @ (B @ C)",
    "K[:, j]",
    "X[i]",
    "exp(1j * l * x)",
    "block([[A, B], [C, D]])",
    "1e300 * x",
    "-(a + b)",
    "+x",
]


@pytest.mark.parametrize("text", LINES)
def test_text_reads_back_as_the_same_tree(text):
    tree = parse(text)
    assert parse(show(tree)) == tree
    assert parse(show(tree, ascii_only=True)) == tree
    assert rebuild(tree, children(tree)) == tree
    assert mathml(tree).startswith("<math")


def test_nodes():
    assert parse("2*x") == Binary("*", Number(2), Name("x"))
    assert parse("X.T") == Transpose(Name("X"))
    assert parse("-x") == Unary("-", Name("x"))
    assert parse("K[i, 0]") == Index(Name("K"), (Name("i"), Number(0)))
    assert parse("K[:, j]") == Index(Name("K"), (None, Name("j")))
    assert parse("inv(K)") == Call("inv", (Name("K"),))
    assert parse("[1, x]") == Call("vector", (Number(1), Name("x")))
    assert parse("sum(a[i] for i in range(n))") == Sum(Index(Name("a"), (Name("i"),)), (("i", Name("n")),))


def test_decimals_are_exact():
    assert parse("0.1").value == Fraction(1, 10)
    assert parse("2.50").value == Fraction(5, 2)
    assert isinstance(parse("3").value, int)


def test_greek_letters_and_their_names_are_one():
    assert parse("α + λ*w₀") == parse("alpha + lam*w0")
    assert parse("φ(x)", functions={"phi"}) == Call("phi", (Name("x"),))
    assert letter("lam") == "λ" and letter("mu_k") == "μ_k" and letter("alphabet") == "alphabet"


def test_what_the_book_prints_can_be_typed():
    assert parse("Xᵀ @ y − 2·x²") == parse("X.T @ y - 2*x**2")


def test_spans_do_not_count_but_point_at_the_source():
    tree = parse("a + bb * c")
    assert tree.right.span == (4, 10) and tree == parse("a+bb*c")


def test_range_with_a_start_is_shifted():
    assert parse("sum(l for l in range(2, n))") == parse("sum(l + 2 for l in range(n - 2))")


def test_relations():
    assert parse_relation("X @ w0 == 0")[0] == "=="
    assert parse_relation("a = b") == parse_relation("a == b")
    assert parse_relation("a ≤ b")[0] == "<="
    assert parse_relation("a + b") == parse("a + b")
    with pytest.raises(LanguageError, match="one relation"):
        parse_relation("a == b == c")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lambda * x", "write lam or λ"),
        ("2 x", "missing between"),
        ("x^2", r"write \*\* for a power"),
        ("x.__class__", "only attribute is .T"),
        ("__import__", "underscore"),
        ("'a'", "write X.T for the transpose"),
        ("x == y", "not a comparison"),
        ("x = 3", "not an equation"),
        ("(1, 2)", "square brackets"),
        ("x if x else x", "IfExp"),
        ("[i for i in x]", "ListComp"),
        ("ехр(x)", "CYRILLIC"),
        ("f(x)", "not one of the functions"),
        ("K(x)", "not a function"),
        ("zeta", "the letters are K, x, α"),
        ("inv", "needs brackets"),
        ("x[1:2]", "bare colon"),
        ("sum(x[i] for i in range(3) if i)", "a sum reads"),
        ("9**9999", "100 at most"),
        ("9" * 50, "30 digits"),
        ("", "empty"),
        ("x" * 3000, "2000"),
        ("(" * 300, "nested"),
        ("-" * 500 + "x", "signs in a row"),
        ("x" + "+x" * 500, "nested"),
        ("x\x00", "U\\+0000"),
        ("sin(x)**", "cannot be read"),
        ("print(x)", "not one of the functions"),
        ("inv(K, axis=0)", "no named arguments"),
        ("True", "is not a number"),
    ],
)
def test_refusals_say_what_to_do(text, says):
    with pytest.raises(LanguageError, match=says):
        parse(text, names={"x", "K", "alpha"})


def test_the_caret_points_at_the_place():
    with pytest.raises(LanguageError) as error:
        parse("x + qq", names={"x"})
    assert error.value.position == 4
    assert str(error.value).split("\n")[-1] == "      ^"


def test_a_ten_megabyte_line_is_refused_before_it_is_read():
    with pytest.raises(LanguageError, match="10000000 characters"):
        parse("x" * 10_000_000)


def test_substitution_respects_summation_indices():
    tree = parse("i + sum(a[i] * b for i in range(i))")
    changed = substitute(tree, {"i": Number(5), "b": Name("c")})
    assert changed == parse("5 + sum(a[i] * c for i in range(5))")
    assert free_names(tree) == {"i", "a", "b"}


_names = st.sampled_from(["x", "K", "alpha", "lam", "w0"]).map(Name)
_trees = st.recursive(
    _names | st.integers(0, 99).map(Number),
    lambda inside: st.one_of(
        st.builds(Binary, st.sampled_from(["+", "-", "*", "/", "@"]), inside, inside),
        st.builds(lambda base, power: Binary("**", base, Number(power)), inside, st.integers(0, 9)),
        st.builds(Unary, st.sampled_from("+-"), inside),
        st.builds(Transpose, inside),
        st.builds(lambda part: Call("inv", (part,)), inside),
        st.builds(lambda part, index: Index(part, (index,)), inside, inside),
        st.builds(lambda body: Sum(body, (("i", Name("n")),)), inside),
    ),
    max_leaves=12,
)


@given(_trees)
def test_every_tree_can_be_written_down_and_read_again(tree):
    assert parse(show(tree)) == tree
    assert mathml(tree).count("<mrow>") == mathml(tree).count("</mrow>")
    assert all(part is not None for part in walk(tree))


def test_a_quotient_is_as_large_as_its_line_and_flat_in_an_exponent() -> None:
    assert '<mstyle displaystyle="true"><mfrac>' in mathml(parse("(a + b) / 2"))
    for raised in ("exp(-(a + b) / 2)", "a**(b / 2)"):
        assert "<mfrac>" not in mathml(parse(raised))
        assert "<mo>/</mo>" in mathml(parse(raised))
    assert in_text(parse("exp(-(a + b) / (2 * c))")) == "exp(−(a + b)/(2·c))"
