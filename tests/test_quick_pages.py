"""What makes a page quick: one sheet of rules that can match, forms that sleep, far sections of a known length."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "_ext"))

import breaths  # noqa: E402
import far_sections  # noqa: E402
import lean_pages  # noqa: E402
import sleeping_forms  # noqa: E402
import style_sheet  # noqa: E402

from tests.built import built_pages  # noqa: E402

book = pytest.mark.book
HTML = ROOT / "_build" / "html"
KNOWN = {"here", "top"}


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (".here{color:red}", ".here{color:red}"),
        (".gone{color:red}", ""),
        (".here,.gone .here{color:red}", ".here{color:red}"),
        ("#top .here>p:not(.gone){a:b}", "#top .here>p:not(.gone){a:b}"),
        (":is(.gone,.here) p{a:b}", ":is(.gone,.here) p{a:b}"),
        ("a[href='.gone']{a:b}", "a[href='.gone']{a:b}"),
        ("@media print{.gone{a:b}.here{a:b}}", "@media print{.here{a:b}}"),
        ("@media print{.gone{a:b}}", ""),
        ("@font-face{src:url(x.woff)}", "@font-face{src:url(x.woff)}"),
        ("@charset 'utf-8';@import 'basic.css';p{a:b}", "p{a:b}"),
        ("/* .here{} */ .gone { a: b }", ""),
    ],
)
def test_a_rule_stays_if_something_can_carry_its_names(rule: str, kept: str) -> None:
    assert style_sheet.pruned(rule, KNOWN) == kept


def test_a_brace_that_is_never_closed_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="never closed"):
        style_sheet.pruned(".here{color:red", KNOWN)


def test_addresses_are_seen_from_the_joined_file() -> None:
    css = "a{b:url(../img/x.png)} c{d:url('data:y')} e{f:url(https://z.test)}"
    assert style_sheet.moved(css, "styles/theme.css") == css.replace("../img", "img")


def test_a_page_links_to_one_sheet_and_keeps_those_of_a_course() -> None:
    head = (
        '<link href="../_static/styles/theme.css?v=1" rel="stylesheet" />\n'
        '<link rel="stylesheet" href="../_static/kernelcourse.css" />\n'
        '<link rel="stylesheet" href="../_static/branding.css" />\n</head>'
    )
    linked = style_sheet.linked(head, "5")
    assert re.findall(r'href="([^"]*)"', linked) == ["../_static/book.css?v=5", "../_static/branding.css"]
    assert style_sheet.linked(linked, "5") == linked


def test_hidden_forms_sleep_and_boxes_become_signs() -> None:
    page = (
        '<div class="kc-controls" hidden><div><input></div></div><form class="kc-typing" hidden></form>'
        '<input class="task-list-item-checkbox" checked="checked"><input class="task-list-item-checkbox">'
    )
    once = sleeping_forms.signed(sleeping_forms.asleep(page))
    assert once.count('<template class="kc-later">') == once.count("</template>") == 2
    assert [sign for sign in once if sign in "☑☐"] == ["☑", "☐"]
    assert re.sub(r"<template.*?</template>", "", once).count("<input") == 0
    assert sleeping_forms.signed(sleeping_forms.asleep(once)) == once


def test_sections_of_the_second_level_say_how_long_they_are() -> None:
    words = "word " * 340
    page = f'<section id="a"><h1>A</h1><section id="b"><p>{words}</p><section id="c"></section></section></section>'
    once = far_sections.measured(page)
    said = re.findall(r'id="(\w)" style="--kc-lines:(\d+)"', once)
    assert [name for name, _ in said] == ["b"] and 18 <= int(said[0][1]) <= 24
    assert far_sections.measured(once) == once
    assert far_sections.lines(f"<details><p>{words}</p></details>") < 5


def test_a_page_is_dressed_before_it_is_drawn() -> None:
    page = (
        '<html data-theme="auto"><head><script data-cfasync="false">late()</script>\n'
        '<script src="_static/scripts/bootstrap.js"></script></head><body></body></html>'
    )
    lean = lean_pages.lean(page)
    assert 'data-theme="light"' in lean and "prefers-color-scheme" in lean and "bootstrap" not in lean
    assert lean_pages.lean(lean) == lean


@book
@pytest.mark.parametrize(
    "page", built_pages(HTML / "chapters"), ids=lambda path: path.relative_to(HTML).as_posix()
)
def test_a_page_asks_for_few_files_and_no_form_is_awake(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if "<head>" not in text or "bd-article" not in text:
        return  # a door that only leads on
    asked = re.findall(r'<(?:script[^>]*\bsrc|link[^>]*rel="stylesheet"[^>]*href)="([^"?]+)', text)
    assert len(asked) <= 5, asked
    assert not re.search(
        r"<(?:input|select|textarea|form)\b", re.sub(r"<template.*?</template>", "", text, flags=re.S)
    )


@book
def test_the_sheet_has_no_rule_that_it_should_have_lost() -> None:
    css = (HTML / "_static" / "book.css").read_text(encoding="utf-8")
    assert ".theme-switch-button" in css and ".bd-article" in css
    assert ".carousel-item" not in css and "@import" not in css


def test_addresses_of_the_book_appear_when_they_are_set() -> None:
    import datetime

    import edition

    when = datetime.date(2026, 11, 17)
    bare = edition.foot("chapters/a b.html", "", when)
    assert "17 November 2026" in bare and "<a" not in bare
    full = edition.foot("chapters/a b.html", "https://forge.test/book", when)
    assert 'href="https://forge.test/book/issues/new?title=Problem%20on%20chapters/a%20b.html"' in full
    page = (
        "<title>T</title><article><p>" + "Some words that say what the page is about. " * 3 + "</p></article>"
    )
    assert "canonical" not in edition.head(page, "x.html", "")
    assert '<link rel="canonical" href="https://book.test/x.html">' in edition.head(
        page, "x.html", "https://book.test"
    )


def test_a_long_page_lets_the_browser_breathe_between_blocks() -> None:
    block, item = f"<p>{'words ' * 1000}</p>\n", f"<ul>\n<li>{'x' * breaths.EVERY}\n<p>first</p></li></ul>"
    page = f"<body><nav>{block * 9}</nav><article>\n{block * 12}{item}</article></body>"
    drawn = breaths.breathing(page)
    assert drawn.count(breaths.BREATH) == 3
    assert drawn.replace(f"\n{breaths.BREATH}", "") == page
    assert drawn.rfind(breaths.BREATH) < drawn.find("<ul>")  # a first child stays the first


@book
@pytest.mark.parametrize("page", built_pages(HTML / "chapters"), ids=lambda path: path.stem)
def test_no_long_stretch_without_a_breath(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert max(map(len, text[text.find("<article") :].split(breaths.BREATH))) < 120_000
