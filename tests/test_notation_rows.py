"""What the notation page says of a letter reaches the previews and the search: in its topic, and everywhere else."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from notation_rows import everywhere_in  # noqa: E402
from previews import letters, part  # noqa: E402
from search_index import entries  # noqa: E402

LAMBDA, K, J = "1D706", "1D458", "1D457"


def glyph(number: str) -> str:
    return f'<mjx-mi class="mjx-i"><mjx-c class="mjx-c{number} TEX-I"></mjx-c></mjx-mi>'


def formula(drawn: str) -> str:
    return f'<mjx-container data-tex="…"><mjx-math class=" MJX-TEX">{drawn}</mjx-math></mjx-container>'


def lowered(number: str, index: str) -> str:
    return f"<mjx-msub>{glyph(number)}<mjx-script>{glyph(index)}</mjx-script></mjx-msub>"


def line(*cells: str) -> str:
    return f'<tr class="row-even">{"".join(f"<td><p>{cell}</p></td>" for cell in cells)}\n</tr>'


APPLIED = formula(glyph(K) + glyph("28") + glyph("1D465") + glyph("2C") + glyph("1D467") + glyph("29"))
PAGE = (
    '<article><section id="notation"><h1>Notation</h1><section id="learning"><h2>Learning</h2><table>'
    + line(formula(glyph(LAMBDA)), "the price", "lam")
    + line(formula(lowered(LAMBDA, J)), "the j-th eigenvalue", "eigenvalues")
    + line(formula(lowered(K, "1D467")), "a column", "n")
    + line(APPLIED, "a kernel", "k")
    + '</table></section><section id="borrowed"><h2>Borrowed</h2><table>'
    + line(
        formula(glyph(LAMBDA)),
        '<a class="reference internal" href="pca/directions.html"><span>PCA</span></a>',
        "an eigenvalue",
    )
    + "</table></section></section></article>"
)
LISTED = ["pca/directions", "pca/images", "mds"]


def test_a_letter_says_what_it_means_and_where() -> None:
    found = letters(PAGE, LISTED)
    assert found[LAMBDA] == [
        ("<p>the price</p>", False, []),
        ("<p>the j-th eigenvalue</p>", True, []),
        ("<p>an eigenvalue</p>", False, ["chapters-pca-directions", "chapters-pca-images"]),
    ]
    assert found[K] == [("<p>a kernel</p>", False, [])]


def test_the_first_page_of_a_topic_stands_for_all_of_them() -> None:
    assert everywhere_in(["pca/directions"], LISTED) == ["pca/directions", "pca/images"]
    assert everywhere_in(["pca/images", "mds"], LISTED) == ["pca/images", "mds"]


def test_search_tells_the_meaning_of_a_borrowed_letter_not_the_topic() -> None:
    found = [(one.anchor, one.text) for one in entries(PAGE, 0) if one.kind == "term"]
    assert found[0] == ("learning", "the price") and found[-1] == ("borrowed", "an eigenvalue")


def test_a_long_theorem_has_a_preview_too() -> None:
    long = f'<div class="proof theorem" id="thm-long"><p>{"formula " * 9_000}</p></div>'
    assert part(f"<article>{long}</article>", "thm-long").count("formula") == 9_000
