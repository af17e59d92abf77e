"""The book's MyST as HTML: boxes with numbers, folds, references, formulas in tables; code stays code."""

from __future__ import annotations

import re

from kernelcourse.reading.citations import cited, plain
from kernelcourse.reading.copies import CHAPTERS
from kernelcourse.reading.myst import Writer, blocks
from kernelcourse.reading.numbers import numbered

THEOREM = """Before.

:::{prf:theorem} About $x^2$
:label: thm-a

It is $x|y$, see {eq}`eq-a`.

$$
a = b
$$ (eq-a)
:::

::::{dropdown} Inside
:::{prf:proof}
Clear.
:::
::::
"""


def test_a_box_has_its_number_its_title_and_its_anchor() -> None:
    names = numbered([THEOREM], "15")
    assert names == {"thm-a": "Theorem 15.1", "eq-a": "(15.1)"}
    html = Writer(names).html(THEOREM)
    assert (
        '<section class="kc-box kc-theorem" id="thm-a"><p class="kc-head"><b>Theorem 15.1</b> (About <math'
        in html
    )
    assert '<a href="#eq-a">(15.1)</a>' in html and '<span class="kc-number">(15.1)</span>' in html
    assert re.search(
        r"<details[^>]*><summary><b>Inside</b></summary><section class=\"kc-box kc-proof\">", html
    )
    assert not re.search(r":::|\$|\{eq\}", html)


def test_a_page_of_nobody_counts_for_itself() -> None:
    assert numbered([THEOREM], "") == {"thm-a": "Theorem 1", "eq-a": "(1)"}


def test_directives_come_apart_in_their_order() -> None:
    assert [block.name for block in blocks(THEOREM)] == ["", "prf:theorem", "", "dropdown", ""]


def test_a_bar_in_a_formula_does_not_cut_its_table() -> None:
    html = Writer({}).html("| a | b |\n|---|---|\n| $|x|$ | 1 |\n")
    assert html.count("<td>") == 2 and "<math" in html


def test_dollars_in_code_are_dollars() -> None:
    html = Writer({}).html("`$HOME` and `a$b`\n\n```\necho $x $y\n```\n")
    assert "<math" not in html and "$HOME" in html and "echo $x $y" in html


def test_equal_headings_have_different_anchors() -> None:
    writer = Writer({})
    html = writer.html("## What it costs\n\n## What it costs\n")
    assert 'id="what-it-costs"' in html and 'id="what-it-costs-2"' in html


def test_the_literature_in_words() -> None:
    bibliography = CHAPTERS / "references.bib"
    assert cited("cite:t", "hoerl1970", bibliography) == "Hoerl and Kennard (1970)"
    assert cited("cite:p", "boser1992,cortes1995", bibliography).startswith(
        "(Boser, Guyon and Vapnik, 1992; Cortes"
    )
    assert plain('Sch{\\"o}lkopf') == "Schölkopf"
