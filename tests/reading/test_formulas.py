"""TeX becomes MathML that a browser draws: nothing of the TeX is left, and letters are characters."""

from __future__ import annotations

from kernelcourse.reading.formulas import in_alphabet, mathml


def test_alphabets_are_characters() -> None:
    assert [in_alphabet("R", "double-struck"), in_alphabet("H", "script"), in_alphabet("1", "bold")] == list(
        "ℝℋ𝟏"
    )
    assert in_alphabet("λ", "bold") == "λ"
    assert "ℝ" in mathml(r"\mathbb{R}^d") and "mathvariant" not in mathml(r"\mathbb{R}^d")


def test_aligned_lines_are_rows_of_a_table() -> None:
    two = mathml(r"\begin{aligned} w &= X^\top\alpha \\ &= 2 \end{aligned}", display=True)
    assert two.count("<mtr>") == 2 and "&amp;" not in two and 'display="block"' in two


def test_a_norm_is_as_high_as_its_letters() -> None:
    assert mathml(r"\bigl\lVert x\bigr\rVert").count('<mo stretchy="false">‖</mo>') == 2


def test_a_squared_second_derivative_is_read() -> None:
    assert "″" in mathml("p''^2") and "<code>" not in mathml("p''^2")


def test_what_cannot_be_read_stays_in_sight() -> None:
    assert mathml(r"\frac{1}{") == r"<code>\frac{1}{</code>"
