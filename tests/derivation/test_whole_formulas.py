"""A line of a sentence ends between words, or after a relation of a long formula, and not within a short one."""

import pytest

from kernelcourse.language.in_text import sentence_html, whole_formulas


@pytest.mark.parametrize(
    ("text", "kept"),
    [  # _ is a space at which no line ends
        ("M⁻¹M = I cancels the first term", "M⁻¹M_=_I cancels the first term"),
        ("XᵀX + λI is at least λ > 0, so", "XᵀX_+_λI is at least λ_>_0, so"),
        ("an (r + p) × (r + p) matrix", "an (r_+_p)_×_(r_+_p) matrix"),
        ("‖x − z‖² = ‖x‖² + ‖z‖² − 2x·z", "‖x_−_z‖²_= ‖x‖²_+_‖z‖²_−_2x·z"),
        ("aaaaaaaa + bbbbbbbb + cccccccc + dddddddd", "aaaaaaaa_+ bbbbbbbb_+ cccccccc_+ dddddddd"),
        ("cos θ₁θ₂θ₃θ₄θ₅θ₆θ₇θ₈θ₉θ₁ = 0", "cos θ₁θ₂θ₃θ₄θ₅θ₆θ₇θ₈θ₉θ₁_=_0"),
        ("Σᵢ αᵢ(some words in here) and so on", "Σᵢ_αᵢ(some words in here) and so on"),
        ("a well-known step - and another", "a well-known step - and another"),
    ],
)
def test_a_short_formula_stands_on_one_line(text: str, kept: str) -> None:
    assert whole_formulas(text).replace("\N{NO-BREAK SPACE}", "_") == kept
    assert whole_formulas(text).replace("\N{NO-BREAK SPACE}", " ") == text


def test_no_line_ends_within_a_condition() -> None:
    """A browser may end a line after | even before a no-break space."""
    assert whole_formulas("of p(y | x)") == "of p(y\N{NO-BREAK SPACE}|\N{WORD JOINER}\N{NO-BREAK SPACE}x)"
    assert whole_formulas("f: (1, 2) ↦ 1").endswith("↦\N{NO-BREAK SPACE}1")


def test_a_reason_keeps_its_formulas_and_its_signs() -> None:
    assert (
        sentence_html("if a_{i} < b, then c").replace("\N{NO-BREAK SPACE}", "_")
        == "if a<sub>i</sub>_&lt;_b, then c"
    )
