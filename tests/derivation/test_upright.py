"""What is shown is what a book prints: rows where the language has vectors, factors without a sign."""

import pytest

from kernelcourse.language.dimensions import dimension
from kernelcourse.language.handwriting import Scope, read_formula
from kernelcourse.language.in_text import LONGEST, brief, in_text, rounded, sentence_html
from kernelcourse.language.mathml import mathml
from kernelcourse.language.reading import parse
from kernelcourse.language.shapes import infer

N, D = (dimension(parse(name), frozenset("nd")) for name in "nd")
SHAPES = {"X": (N, D), "K": (N, N), "w": (D,), "y": (N,), "a": (N,), "c": (), "lam": (), "Kc": (N, N)}


def shape(node):
    return infer(node, SHAPES, frozenset("nd"))


def shown(text):
    return in_text(parse(text), shape)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("w @ w", "wᵀw"),
        ("a @ K @ a", "aᵀKa"),
        ("w.T @ w", "wᵀw"),
        ("(X @ w - y) @ (X @ w - y)", "(Xw − y)ᵀ(Xw − y)"),
        ("-2 * w @ X.T @ y", "−2wᵀXᵀy"),
        ("-(w - w) @ w", "−(w − w)ᵀw"),
        ("c * a @ K @ a", "caᵀKa"),
        ("X @ w @ y", "(Xw)ᵀy"),
        ("a @ X", "aᵀX"),  # alone it may be a row
        ("w - a @ X", "w − (aᵀX)ᵀ"),  # beside a column it may not
        ("X.T @ K @ X @ w", "XᵀKXw"),
        ("sum(y[i] * (w @ X[i]) for i in range(n))", "Σ_{i=1}^{n} yᵢwᵀXᵢ"),
    ],
)
def test_a_vector_on_the_left_of_a_product_is_a_row(typed, printed):
    assert shown(typed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("inv(X.T @ X + lam * I(d)) @ X.T", "(XᵀX + λI)⁻¹Xᵀ"),
        ("2 * (c * w)", "2cw"),
        ("2 * 3 * w", "2·3w"),  # no sign would make it 23
        ("c * (y * a)", "c(y ∘ a)"),
        ("-y * a", "−(y ∘ a)"),
        ("(a @ a) * (y @ y)", "aᵀa(yᵀy)"),
        ("c * (1 - c)", "c(1 − c)"),
        ("a @ Kc @ a", "aᵀK_c a"),  # the index stands apart from the next letter
        ("norm(block(w, y))**2", "‖(w; y)‖²"),
        ("P @ block([[A, B], [C, D]])", "P(A, B; C, D)"),
        ("c * sigmoid(-c)", "cσ(−c)"),
        ("sum(sum(c**i for i in range(4 - j)) for j in range(4))", "Σ_{j=0}^{3} Σ_{i=0}^{3−j} cⁱ"),
        ("mean(X, 0) @ w", "(𝟏ᵀX/n)w"),
        ("norm(mean(X, 0))**2", "‖Xᵀ𝟏/n‖²"),
        ("c * log(c)", "c log(c)"),
        ("norm(w)**2 / (2 * c**2)", "‖w‖²/(2c²)"),
        ("-norm(w)**2 / 2", "−‖w‖²/2"),
        ("(c + 1) / c * w", "((c + 1)/c)w"),
        ("(-c)**2", "(−c)²"),
        ("exp(-norm(w)**2)", "exp(−‖w‖²)"),
        ("sqrt(2) * c + sqrt(c + 1)", "√2c + √(c + 1)"),
        ("0.5 * w @ w", "½wᵀw"),
        ("ones(n) @ K @ ones(n) / n**2", "𝟏ₙᵀK𝟏ₙ/n²"),
        ("K[:, 0] + K[1, 2] * a", "K_{:,1} + K_{2,3}a"),
        ("c**(n - 1)", "cⁿ⁻¹"),
        ("binom(n, d)", "(n choose d)"),
    ],
)
def test_a_formula_in_a_sentence_is_written_by_hand(typed, printed):
    assert shown(typed) == printed


def test_where_shapes_do_not_fit_the_parts_are_shown_as_by_hand():
    assert shown("y @ w") == "yw"
    assert shown("(X @ w) @ (w @ w)") == "Xw(wᵀw)"


def test_a_long_formula_ends_after_a_word():
    text = brief(parse(" + ".join(f"c**{power} * w @ w" for power in range(2, 20))), shape)
    assert len(text) <= LONGEST and text.endswith(" + …")
    assert brief(parse("w @ w"), shape) == "wᵀw"


def test_html_lowers_and_raises_what_unicode_cannot():
    assert sentence_html("they differ by Σ_{c=1}^{q} S_{i,c}") == (
        "they differ by Σ<sub>c=1</sub><sup>q</sup> S<sub>i,c</sub>"
    )
    between = "0<sub>d</sub>\N{NO-BREAK SPACE}&lt;\N{NO-BREAK SPACE}<b>1</b>ₙ"
    assert sentence_html("0_d < 𝟏ₙ and kernel_pca") == f"{between} and kernel_pca"
    assert sentence_html("about 10^483, 10^-5") == "about 10<sup>483</sup>, 10<sup>−5</sup>"


def test_numbers_in_a_sentence_have_two_digits_and_no_code() -> None:
    assert list(map(rounded, (0.3, 123.0, 4.5e-9, 0.0, -2e20))) == ["0.3", "120", "4.5·10⁻⁹", "0", "−2·10²⁰"]


@pytest.mark.parametrize("base", ["a/b", "1/2", "exp(a)", "inv(A)", "A.T", "a**2"])
def test_a_fraction_or_a_power_is_raised_in_brackets_only(base) -> None:
    assert "<mo>(</mo>" in mathml(parse(f"({base})**3"))
    assert "<mo>(</mo>" in mathml(parse(f"({base}).T"))
    assert "<mo>(</mo>" not in mathml(parse(f"({base}) + c"))


def test_hats_conjugates_and_entries_of_numbered_letters():
    assert in_text(parse("conj(kh*fh)")) == "conj(k̂·f̂)" and "<mover" in mathml(parse("fh"))
    assert in_text(parse("K1[i, j]")) == "(K₁)_{i,j}" and "<mn>1</mn>" in mathml(parse("K1"))
    assert parse("k̂ * f̂") == parse("kh * fh")
    by_hand = read_formula("k̂ f̂", Scope({"kh", "fh"}, (), lambda node: ()))
    assert by_hand.node == parse("kh * fh") and not by_hand.notes
    assert sentence_html("Fisher's ρ^{|l|}") == "Fisher’s ρ<sup>|l|</sup>"
