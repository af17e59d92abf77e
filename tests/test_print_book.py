"""The printed book: what is read, under the captions of its parts; contents that lead to their sheets."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from contents import Contents  # noqa: E402

from tools.browser import launch  # noqa: E402
from tools.print_book import ON_SCREEN, Printed, front_matter, numbers, print_front, print_page, write  # noqa: E402


def test_what_stays_on_the_screen_is_in_the_contents_and_is_no_chapter() -> None:
    captions = dict(Contents.read(ROOT / "_toc.yml").entries)
    assert {captions[page] for page in ON_SCREEN} == {
        "Nothing on trust",
        "Homework and teaching",
        "Reference",
    }


def test_contents_count_sheets_and_name_each_part_once(tmp_path: Path) -> None:
    parts = [Printed(title, caption, tmp_path, sheets) for title, caption, sheets in (
        ("Start", "", 2), ("15. Lines", "Ridge", 10), ("16. Kernels & λ", "Ridge", 3))]  # fmt: skip
    html = front_matter(parts, first=4)
    assert re.findall(r"<span>(\d+)</span>", html) == ["4", "6", "16"]
    assert html.count("<h3>Ridge</h3>") == 1 and "Kernels &amp; λ" in html


@pytest.mark.browser
def test_sheets_are_numbered_and_a_line_of_the_contents_leads_to_its_chapter(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    chapter = tmp_path / "chapter.html"
    chapter.write_text(f"<h1>15. Lines</h1><p>{'long ' * 9000}</p>", encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page()
        parts = [
            print_page(tab, chapter, caption, tmp_path / f"{caption}.pdf") for caption in ("First", "Second")
        ]
        front, stamps, book = (tmp_path / name for name in ("front.pdf", "stamps.pdf", "book.pdf"))
        before = print_front(tab, parts, front)
        total = before + sum(part.sheets for part in parts)
        numbers(tab, total, stamps)
        browser.close()
    write(parts, front, stamps, book)
    sheets = PdfReader(book).pages
    assert len(sheets) == total and parts[0].sheets > 1
    assert all(
        sheet.extract_text().rstrip().endswith(str(place))
        for place, sheet in enumerate(sheets, 1)
        if place > 1
    )
    outline = PdfReader(book).outline
    assert [item["/Title"] for item in outline if not isinstance(item, list)] == [
        "Contents",
        "First",
        "Second",
    ]
    led = [note.get_object()["/Dest"][0].idnum for note in sheets[1]["/Annots"]]
    assert led == [sheets[at].indirect_reference.idnum for at in (before, before + parts[0].sheets)]
    assert "/Filter" in sheets[before]["/Contents"].get_object()  # packed again after the number was put on


@pytest.mark.browser
def test_an_answer_to_choose_has_a_circle_before_it(tmp_path: Path) -> None:
    """“6.” alone would be a number of the list."""
    from playwright.sync_api import sync_playwright

    style = (ROOT / "_static" / "kernelcourse.css").read_text(encoding="utf-8")
    buttons = '<div class="kc-options"><button>6.</button><button>12.</button></div>'
    page = tmp_path / "walks.html"
    page.write_text(
        f'<meta charset="utf-8"><h1>34. Walks</h1><style>{style}</style><div class="self-test">{buttons}</div>',
        encoding="utf-8",
    )
    with sync_playwright() as playwright:
        browser = launch(playwright)
        print_page(browser.new_page(), page, "Walks", tmp_path / "walks.pdf")
        browser.close()
    assert re.findall(r"○\s*(\d+)\.", PdfReader(tmp_path / "walks.pdf").pages[0].extract_text()) == [
        "6",
        "12",
    ]
