"""What every built page must be: light, readable without a script, its statements marked, its folds plain HTML."""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path

import pytest

from tests.built import built_pages

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
PAGES = built_pages(HTML / "chapters")
sys.path.append(str(ROOT / "_ext"))
from evidence import by_label  # noqa: E402
from figure_numbers import numbered  # noqa: E402
from folding import folded  # noqa: E402
from icons import drawn  # noqa: E402
from lean_pages import lean, lean_style  # noqa: E402
from plumbing import out_of_sight  # noqa: E402
from tables import stacked  # noqa: E402

HEAVIEST = 350_000  # bytes of a page and all it loads before the reader scrolls, packed
HEAVIEST_LIST = 450_000  # the list of all claims is no page to read from top to bottom
named = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HTML).as_posix())
book = pytest.mark.book


def test_a_folded_box_becomes_details_with_what_is_inside_it() -> None:
    page = '<div class="dropdown admonition"><p class="admonition-title">T</p><div>in</div></div><p>after</p>'
    expected = '<details class="admonition kc-fold"><summary class="admonition-title">T</summary>'
    expected += "<div>in</div></details>"
    assert folded(page) == expected + "<p>after</p>"
    assert folded(folded(page)) == folded(page)


def test_a_lean_page_keeps_its_text_and_drops_widget_state_and_icon_font() -> None:
    page = (
        '<head><script type="application/vnd.jupyter.widget-state+json">{"state": {}}</script>'
        '<script defer src="../_static/scripts/fontawesome.js"></script><script src="keep.js"></script></head>'
        '<body><i class="fa-solid fa-bars"></i><p>text</p></body>'
    )
    kept = lean(page)
    assert "widget-state" not in kept and "fontawesome" not in kept and "fa-" not in kept
    assert "keep.js" in kept and "<svg" in kept and "<p>text</p>" in kept
    assert lean(kept) == kept


def test_a_cell_that_only_shows_a_widget_is_out_of_sight() -> None:
    cell = '<div class="cell docutils container">\n<div class="cell_input docutils container">\n<div><div><pre>{}</pre>'
    widget = cell.format('<span class="n">explore</span>.<span>court</span>()\n')
    assert '<div class="cell kc-plumbing docutils container">' in out_of_sight(widget)
    assert out_of_sight(out_of_sight(widget)) == out_of_sight(widget)
    fold = '<details class="hide"><summary><p>Line by line</p></summary>\n<div class="cell_input'
    folded_widget = widget.replace('<div class="cell_input', fold)
    assert '<div class="cell kc-plumbing docutils container">' in out_of_sight(folded_widget)
    for code in ("k = explore.court()", "explore.court()\nprint(1)", "figures.rings()"):
        assert "kc-plumbing" not in out_of_sight(cell.format(code))


def test_an_icon_without_strokes_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        drawn('<i class="fa-solid fa-unheard-of"></i>')


def test_the_style_sheet_loses_the_icon_font_only() -> None:
    css = '@font-face{font-family:"Font Awesome 6 Free";src:url(x)}.fa-bars:before{content:"x"}.fact{color:red}p{x:y}'
    assert lean_style(css) == ".fact{color:red}p{x:y}"


def test_every_cell_of_a_wide_table_knows_its_column() -> None:
    head = "".join(f'<th class="head"><p>{name}</p></th>' for name in ("week", "topic", "a &lt; b", "sheet"))
    row = "<tr>" + "<td><p>x</p></td>" * 4 + "</tr>"
    page = f'<table class="table"><thead><tr>{head}</tr></thead><tbody>{row}{row}</tbody></table>'
    ready = stacked(page)
    assert (
        re.findall(r'<td role="cell" data-kc-head="([^"]*)"', ready)
        == ["week", "topic", "a &lt; b", "sheet"] * 2
    )
    assert re.sub(r' (role|data-kc-head)="[^"]*"', "", ready).replace(" kc-stack", "") == page
    assert stacked(ready) == ready
    for fewer in (3, 2):
        page = page.replace('<th class="head">', "", 1).replace("<tr><td><p>x</p></td>", "<tr>")
        page = re.sub(r"<tr><p>.*?</th>", "<tr>", page)
        assert page.count("<th ") == fewer and (stacked(page) == page) is (fewer == 2)


def test_a_table_of_pairs_with_code_is_read_row_by_row_too() -> None:
    head = '<th class="head"><p>file</p></th><th class="head"><p>what it is</p></th>'
    body = "<tbody><tr><td><code>a</code></td><td>b</td></tr></tbody>"
    page = f'<table class="table"><thead><tr>{head}</tr></thead>{body}</table>'
    assert 'class="table kc-stack kc-pairs"' in stacked(page)
    assert stacked(page.replace("code>", "em>")) == page.replace("code>", "em>")


@named
@book
def test_every_sentence_of_a_caption_begins_as_one(page: Path) -> None:
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert [words for words in captions if re.search(r"[a-z]{2}\. [a-z]{3}", words)] == []


def test_figures_are_numbered_through_the_page() -> None:
    figure = '<figure class="kc"><div></div><figcaption>See.</figcaption></figure>'
    page = f'<h1><span class="section-number">5. </span>Ridge</h1>{figure}{figure}'
    assert "Figure 5.1.</span> See." in numbered(page) and "Figure 5.2.</span> See." in numbered(page)


@book
def test_the_book_is_built() -> None:
    assert PAGES, "run make book"


@book
@named
def test_a_page_needs_no_script_to_show_its_formulas(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "MathJax" not in re.sub(r"<script\b.*?</script>", "", text, flags=re.DOTALL)
    assert not re.search(r"<script[^>]*(mathjax|fontawesome|searchindex|widget-state)", text)
    assert r"\(" not in re.sub(r"<(code|pre|script)\b.*?</\1>|data-tex=\"[^\"]*\"", "", text, flags=re.DOTALL)
    assert text.count("<mjx-container") == text.count("<mjx-assistive-mml")


@book
@named
def test_every_numbered_statement_carries_its_mark(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    known = by_label(HTML.parent / ".evidence")
    boxes = re.findall(r'class="proof ([a-z]+) admonition[^"]*" id="([^"]+)"', text)
    labels = [label for kind, label in boxes if kind != "proof"]
    labels += re.findall(r'class="math notranslate nohighlight" id="equation-([^"]+)"', text)
    marks = dict(re.findall(r'data-kc-mark="([^"]+)" data-kc-state="([^"]+)"', text))
    for label in labels:
        expected = "checked" if label in known else "cited"
        assert marks.get(label) == expected, label
    if labels:
        name = page.relative_to(HTML).with_suffix("").as_posix().replace("/", "-")
        data = (HTML / "_static" / "kernelcourse" / "marks" / f"{name}.js").read_text(encoding="utf-8")
        shown = json.loads(data[data.index(",") + 1 : data.rindex(")")])
        assert set(labels) <= set(shown)
        assert all("The code of the check" in shown[label] for label in labels if marks[label] == "checked")


@book
def test_a_mark_leads_to_the_claim_and_the_claim_back() -> None:
    verified = (HTML / "chapters" / "verified.html").read_text(encoding="utf-8")
    for page in PAGES:
        for label in re.findall(
            r'data-kc-mark="([^"]+)" data-kc-state="checked"', page.read_text(encoding="utf-8")
        ):
            assert f'id="claim-{label}"' in verified, label
            assert re.search(rf'href="[^"]*{page.name}#(equation-)?{label}"', verified), label


@book
def test_twins_are_rejected_by_numbers() -> None:
    entries = [entry for several in by_label(HTML.parent / ".evidence").values() for entry in several]
    twins = [shown for entry in entries for _, shown in entry.twins]
    said = [shown for shown in twins if re.search(r"\d|yes|no", shown)]
    assert twins and len(said) >= 0.95 * len(twins)


@book
@named
def test_a_page_is_light(page: Path) -> None:
    """The page itself, its style sheets, scripts and the fonts of formulas: what a cold reader waits for."""
    text = page.read_text(encoding="utf-8")
    total = len(gzip.compress(page.read_bytes(), 6))
    for address in re.findall(
        r'<(?:link[^>]*rel="stylesheet"[^>]*href|link href|script[^>]*src)="([^"?]+)', text
    ):
        total += len(gzip.compress((page.parent / address).read_bytes(), 6))
    total += 85_000  # fonts of formulas, all that a page can ask for: measured by tools/measure_pages.py
    assert total < (HEAVIEST if page.name != "verified.html" else HEAVIEST_LIST), (
        f"{page.name}: {total} bytes"
    )


@book
def test_search_data_and_previews_are_separate_files() -> None:
    data = (HTML / "_static" / "kernelcourse" / "search.js").read_text(encoding="utf-8")
    kinds = {row[2] for row in json.loads(data[data.index(",") + 1 : data.rindex(")")])["entries"]}
    assert {"page", "section", "theorem", "equation", "name"} <= kinds
    assert list((HTML / "_static" / "kernelcourse" / "previews").glob("*.js"))
    for page in PAGES:
        assert "search.js" not in page.read_text(encoding="utf-8")
