"""Formulas are set by MathJax in Node while the book is built: once each, with MathML beside them, whole."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from formula_fonts import characters, reduced, used_glyphs  # noqa: E402
from typeset import BLOCK, INLINE, WIDGET, Formula, Typesetter, block_of, element, inline_of  # noqa: E402

MACROS = {"T": "^{\\top}", "norm": ["\\lVert #1 \\rVert", 1]}


@pytest.fixture(scope="module")
def setter(tmp_path_factory: pytest.TempPathFactory) -> Typesetter:
    made = Typesetter(tmp_path_factory.mktemp("formulas"), MACROS)
    assert made.set(set(FORMULAS.values())) == {}
    return made


FORMULAS = {
    "letter": Formula(r"\lambda", False),
    "chain": Formula(r"\norm{x - z}^2 = (a + b) - 2c \le K\T y", False),
    "aligned": Formula(r"\begin{aligned}a &= b + c\\ &= d\end{aligned}", True),
    "widget": Formula("<math><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow></math>", False, "MathML"),
    "vector": Formula(r"z = [aaaaaa, bbbbbb, cccccc, dddddd, -eeeeee, ffffff]", False),
    "power": Formula(r"\left(aaaaaaaaaa + bbbbbbbbbb - cccccccccc\right)^2", False),
    "column": Formula(r"\begin{split}\begin{aligned}a &= b + c\\ &= d\end{aligned}\end{split}", True),
    "signed": Formula(r"y_i = \pm 1 + a, \quad k(-x, z) = -k(x, z)", False),
    "short": Formula(r"c \ge 1", False),
    "list": Formula(r"\phi_1, \ldots, \phi_D, \phi_1, \ldots, \phi_D", False),
    "signs": Formula(r"aaaaaa = -1, -2, 1, -3, -4, -5, bbbbbb", False),
    "groups": Formula(
        "<math><mrow><mrow><mi>aaaa</mi><mo>+</mo><mi>bbbb</mi></mrow></mrow></math>", False, "MathML"
    ),
    "accents": Formula(r"\text{größer} < 1", False),
}


@pytest.mark.slow
def test_a_formula_is_drawn_and_said(setter: Typesetter) -> None:
    shown = element(FORMULAS["letter"], setter.known[FORMULAS["letter"]])
    assert "mjx-c1D706" in shown and "<mi>λ</mi>" in shown
    assert 'data-tex="\\lambda"' in shown and 'aria-hidden="true"' in shown and "tabindex" not in shown


@pytest.mark.slow
def test_a_line_may_end_after_an_outer_relation_or_sign_never_inside_brackets(setter: Typesetter) -> None:
    drawn = setter.known[FORMULAS["chain"]].html
    assert drawn.count("<wbr>") == 3  # after = − ≤, not after the − between bars or the + between brackets
    assert list(re.findall(r"mjx-c([0-9A-F]+)\"></mjx-c></mjx-mo><wbr>", drawn)) == [
        "3D",
        "2212",
        "2264",
    ]


@pytest.mark.slow
def test_a_sign_stays_with_its_number_and_a_new_line_begins_flush(setter: Typesetter) -> None:
    drawn = setter.known[FORMULAS["signed"]].html
    ends = re.findall(r'mjx-c([0-9A-F]+)"></mjx-c></mjx-mo>(?=<wbr>)', drawn)
    assert "3D" in ends and "2B" in ends and "B1" not in ends and "2212" not in ends
    assert re.search(r'<wbr><mjx-\w+[^>]* space="', drawn) is None
    assert not re.search(r"<wbr>(<mjx-mstyle[^>]*>)?<mjx-mspace", drawn)  # nor with the space of \\quad
    assert drawn.count('rspace="') == 4  # the space is still there where the line goes on


@pytest.mark.slow
def test_what_is_wider_than_a_telephone_may_break_inside_brackets_powers_and_columns_of_columns(
    setter: Typesetter,
) -> None:
    for name, least in {"vector": 5, "power": 2, "column": 3}.items():
        assert setter.known[FORMULAS[name]].html.count("<wbr>") >= least, name


@pytest.mark.slow
def test_a_short_formula_stays_on_one_line(setter: Typesetter) -> None:
    drawn = setter.known[
        FORMULAS["short"]
    ].html  # but for cells of a table, where formula_layout.css lets it break
    assert "<wbr>" not in drawn and drawn.count('<wbr class="kc-rare">') == 1


@pytest.mark.slow
def test_no_line_starts_with_a_comma_or_ends_with_the_sign_of_a_number(setter: Typesetter) -> None:
    dots, signs = setter.known[FORMULAS["list"]].html, setter.known[FORMULAS["signs"]].html
    assert dots.count("<wbr>") >= 2 and not re.search(r"<wbr><mjx-mo[^>]*><mjx-c class=\"mjx-c2C\"", dots)
    assert signs.count("<wbr>") >= 4 and not re.search(r"mjx-c2212\"></mjx-c></mjx-mo><wbr>", signs)


@pytest.mark.slow
def test_a_line_starts_at_the_edge(setter: Typesetter) -> None:
    """The space after a relation stands before the end of the line, not at the start of the next."""
    for name in ("chain", "signs"):
        drawn = setter.known[FORMULAS[name]].html
        assert "<wbr>" in drawn and not re.search(r"<wbr><[^>]*[^r]space=", drawn)
        assert re.search(r"rspace=\"4\"[^>]*><mjx-c class=\"mjx-c3D\"></mjx-c></mjx-mo><wbr>", drawn)


@pytest.mark.slow
def test_groups_around_a_row_do_not_keep_its_lines_in_a_box(setter: Typesetter) -> None:
    drawn = setter.known[FORMULAS["groups"]].html
    around = drawn[: drawn.index("<mjx-mi")]
    assert around.count("<mjx-mrow") == around.count('<mjx-mrow style="display: inline;"') > 0


@pytest.mark.slow
def test_cells_of_aligned_lines_may_break_too(setter: Typesetter) -> None:
    assert setter.known[FORMULAS["aligned"]].html.count("<wbr>") >= 2


@pytest.mark.slow
def test_what_is_known_is_not_set_again(setter: Typesetter, monkeypatch: pytest.MonkeyPatch) -> None:
    again = Typesetter(setter.store.parent, MACROS)
    monkeypatch.setattr("typeset.node", lambda: "/no/such/program")
    assert again.set(set(FORMULAS.values())) == {}
    assert again.known == setter.known
    with pytest.raises(OSError):
        again.set({Formula("new", False)})


@pytest.mark.slow
def test_a_formula_that_cannot_be_read_is_named(setter: Typesetter) -> None:
    assert "Undefined" in setter.set({Formula(r"\foo", False)})[Formula(r"\foo", False)]


def test_formulas_are_found_in_what_sphinx_writes() -> None:
    page = (
        r'<p><span class="math notranslate nohighlight">\(a &lt; b\)</span></p>'
        '<div class="math notranslate nohighlight" id="equation-eq-x">\n'
        r'<span class="eqno">(5.2)<a class="headerlink" href="#equation-eq-x">#</a></span>\[x = y\]</div>'
        r'<div class="math notranslate nohighlight amsmath">\begin{align}u\end{align}</div>'
    )
    assert [inline_of(match) for match in INLINE.finditer(page)] == [Formula("a < b", False)]
    assert [block_of(match).source for match in BLOCK.finditer(page)] == [
        "x = y",
        r"\begin{align}u\end{align}",
    ]


def test_a_formula_that_is_set_already_is_left_alone() -> None:
    done = (
        '<div class="math notranslate nohighlight" id="equation-x"><div class="kc-formula" style="--kc-em:3">'
    )
    done += '<mjx-container></mjx-container></div><span class="eqno">(1)</span></div>'
    assert BLOCK.findall(done) == []


def test_mathml_beside_a_set_formula_is_left_alone() -> None:
    done = '<mjx-assistive-mml display="inline"><math><mi>x</mi></math></mjx-assistive-mml>'
    assert WIDGET.findall(done) == [] and WIDGET.findall("<p><math><mi>x</mi></math></p>") == [
        "<math><mi>x</mi></math>"
    ]


def test_the_sheet_keeps_the_rules_of_characters_in_use() -> None:
    css = 'mjx-math {\n  color: red;\n}\n\nmjx-c.mjx-c7B::before {\n  content: "{";\n}\n\n'
    css += 'mjx-c.mjx-c7D::before {\n  content: "\\7D";\n}\n'
    kept = reduced(css, used_glyphs(['<mjx-c class="mjx-c7B"></mjx-c>']))
    assert "color: red" in kept and '"{"' in kept and "7D" not in kept
    assert characters(reduced(css, {"7B", "7D"})) == {0x7B, 0x7D, 32}
