"""Formulas as students write them: read as they were meant, or asked about, never as something else."""

import random

import pytest

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.derivation.reading.typed import Place, read_typed
from kernelcourse.derivation.steps import State
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.handwriting import read_formula
from kernelcourse.language.writing import show

from .spellings import Spelling, same, scopes, setting, spellings

SETTINGS = [setting(place) for place in range(len(scopes()))]
SAMPLES = [Samples(one, 0) for one in SETTINGS]


def test_the_corpus_is_large():
    assert len([one for one in spellings() if one.numpy]) >= 220


@pytest.mark.parametrize("one", [one for one in spellings() if one.numpy], ids=lambda one: one.typed)
def test_a_spelling_is_read_as_it_was_meant(one: Spelling):
    assert same(one.typed, one.numpy, SETTINGS[one.scope], SAMPLES[one.scope])


@pytest.mark.parametrize("one", [one for one in spellings() if not one.numpy], ids=lambda one: one.typed)
def test_what_cannot_be_read_is_asked_about(one: Spelling):
    with pytest.raises(LanguageError) as caught:
        SETTINGS[one.scope].shape(SETTINGS[one.scope].read(one.typed))
    assert len(caught.value.message) > 20


def test_the_tree_that_was_read_is_the_tree_of_its_numpy_text():
    for one in spellings():
        if one.numpy:
            where = SETTINGS[one.scope]
            assert where.read(show(where.formula(one.typed).node)) == where.read(one.typed), one.typed


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("A^-1 x", "inverse matrix"),
        ("A² x", "matrix power"),
        ("|A|", "determinant"),
        ("A_11", "counted from 1"),
        ("A*x", "matrix product"),
    ],
)
def test_what_was_decided_is_said(typed, says):
    assert says in " ".join(SETTINGS[1].formula(typed).notes)


def test_the_letters_in_scope_decide():
    assert show(SETTINGS[0].formula("ab").node) == "a * b"
    assert show(SETTINGS[2].formula("Kα").node) == "K @ α"
    assert (
        show(SETTINGS[2].formula("2K(Kα − y)").node) == "2 * K @ (K @ α - y)"
    )  # a product, K is no function
    assert show(SETTINGS[3].formula("2k(x, z)").node) == "2 * k(x, z)"  # a call, k is one


def test_numpys_spelling_keeps_its_meaning():
    for text in ("A**2", "A * B", "x * y", "x @ x.T", "A[0, 1]", "sum(x[i] for i in range(n))"):
        found = SETTINGS[1].formula(text)
        assert not found.by_hand and not found.notes


PIECES = (
    "x y A B 2 ½ ( ) [ ] { } | ‖ || ⟨ ⟩ < > , + - * / @ ^ _ ** ' ᵀ ⁻¹ ² ₁ Σ ∑ _i =1 ^"
    "n \\frac \\sum √ tr e λ I 1 . ! for in"
).split()


def test_any_heap_of_signs_is_read_or_refused_with_a_sentence():
    rng = random.Random(5)
    scope = SETTINGS[1].scope
    for _ in range(6000):
        text = "".join(rng.choice(PIECES) + rng.choice(["", " "]) for _ in range(rng.randint(1, 14)))
        try:
            read_formula(text, scope)
        except LanguageError as error:
            assert error.message


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("np.dot(A, B)", "A @ B"),
        ("numpy.dot(A.T, A).dot(x)", "A.T @ A @ x"),
        ("np.dot(x, z)", "x @ z"),
        ("dot(A, B)", "trace(A.T @ B)"),  # without np. it is the inner product of the book
        ("np.ones((n, n)) @ x", "ones(n, n) @ x"),
        ("np.zeros( (n, n) ) + A", "A"),
    ],
)
def test_numpy_means_what_numpy_does(typed, meant):
    here = read_setting({"A": "matrix(n, n)", "B": "matrix(n, n)", "x": "vector(n)", "z": "vector(n)"}, {})
    assert same(typed, meant, here, Samples(here, 0))
    assert not same("np.dot(A, B)", "trace(A.T @ B)", here, Samples(here, 0))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("a squared", "x^2"),
        ("= a squared", "x^2"),
        ("y transposed", "Aᵀ"),
        ("A inverse", "inv(A)"),
        ("a times b", "a * b"),
        ("max_i y_i", "max(x)"),
        ("A.B", "A @ B"),
        ("K.shape", "letters"),
        ("var(y, 1)", "all entries"),
    ],
)
def test_what_is_said_in_words_is_told_in_signs(typed, says):
    """With a letter d in scope `squared` was read as square(d)."""
    given = {
        "A": "matrix(d, d)",
        "B": "matrix(d, d)",
        "K": "psd(d)",
        "y": "vector(d)",
        "a": "scalar",
        "b": "scalar",
    }
    place = Place(State(read_setting(given, {})))
    with pytest.raises(LanguageError) as caught:
        read_typed(typed, place)
    assert says in caught.value.message


def test_a_word_spelled_by_the_letters_is_their_product():
    setting = read_setting({"o": "scalar", "f": "scalar"}, {})
    assert show(setting.formula("of").node) == "o * f"


@pytest.mark.parametrize("typed", ["e^-ab", "e^-½‖x − z‖²", "e^2t", "e^xᵀz", "e^x·z", "‖x‖e^-a‖z‖"])
def test_what_an_exponent_without_brackets_holds_is_asked(typed):
    with pytest.raises(LanguageError) as caught:
        SETTINGS[0].formula(typed)
    assert "what belongs to the exponent?" in caught.value.message


@pytest.mark.parametrize(
    ("typed", "says"),
    [("log_2 a", "natural logarithm"), ("lg a", "natural logarithm"), ("sin⁻¹ a", "arcsin or 1/sin"),
     ("cos^0.5(a)", "write cos")],
)  # fmt: skip
def test_what_is_raised_behind_a_function_is_asked_about(typed, says):
    with pytest.raises(LanguageError) as caught:
        SETTINGS[0].formula(typed)
    assert says in caught.value.message
