"""The whole book as one PDF: title, contents, numbered sheets, every proof open, no wrong line opened.

    python tools/print_book.py        _build/html  →  _build/book.pdf

Chromium prints each page of the table of contents; pypdf joins them behind a list of contents with page numbers.
What is looked up rather than read, or is not for readers, stays on the screen.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "_ext"))

from contents import Contents  # noqa: E402
from edition import day, version  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from pypdf import PdfReader, PdfWriter  # noqa: E402
from pypdf.annotations import Link  # noqa: E402

from tools.browser import launch  # noqa: E402

HTML = ROOT / "_build" / "html"
TARGET = ROOT / "_build" / "book.pdf"
ON_SCREEN = {
    "verified": "the register of all checks",
    "instructors": "the instructor’s guide",
    "teaching": "the plans of lectures",
    "api": "the package, name by name",
}
MARGIN = {"top": "18mm", "bottom": "20mm", "left": "20mm", "right": "20mm"}
SCALES = (0.88, 0.86, 0.84)  # a chapter whose last sheet would be nearly blank is set a little smaller
NEARLY_BLANK = 600  # characters
# The last of the page's scripts has turned the answers into questions.
READY = "!document.querySelector('.self-test') || document.querySelector('.self-test .kc-options') !== null"


@dataclass(frozen=True)
class Printed:
    """A page of the book on paper: its title, the caption over it, its file, and how many sheets it takes."""

    title: str
    caption: str
    path: Path
    sheets: int


@dataclass(frozen=True)
class Entry:
    """A line of the contents: the sheet it stands on, its box there in points, and the sheet it leads to (from 0)."""

    sheet: int
    box: tuple[float, float, float, float]
    leads_to: int


def print_page(tab: Page, source: Path, caption: str, target: Path) -> Printed:
    """One page of the book; the page itself opens its proofs when it is printed."""
    tab.goto(source.as_uri(), wait_until="networkidle")
    title = tab.locator("h1").first.inner_text().replace("#", "").strip()
    tab.wait_for_function(READY)
    tab.emulate_media(media="print", color_scheme="light")
    tab.evaluate("document.documentElement.dataset.theme = 'light'")
    for scale in SCALES:
        tab.pdf(path=str(target), format="A4", margin=MARGIN, scale=scale)
        sheets = PdfReader(target).pages
        if len(sheets[-1].extract_text()) > NEARLY_BLANK:
            break
    return Printed(title, caption, target, len(sheets))


def front_matter(parts: list[Printed], first: int) -> str:
    """Title and contents as HTML; the first part begins on sheet `first`."""
    rows, number, caption = [], first, ""
    for part in parts:
        if part.caption != caption:
            caption = part.caption
            rows.append(f"<h3>{escape(caption)}</h3>")
        rows.append(f'<p class="line"><span>{escape(part.title)}</span><span>{number}</span></p>')
        number += part.sheets
    elsewhere = ", ".join(ON_SCREEN.values())
    cover = (ROOT / "_static" / "cover.svg").read_text(encoding="utf-8")
    return (
        "<style>body{font:11pt/1.35 Charter,Georgia,serif;margin:0}h1{font-size:30pt;margin:12mm 0 3mm}"
        "h3{font-size:10pt;margin:3.2mm 0 .6mm;break-after:avoid}"
        "svg{width:100%}.a{fill:#0072b2}.b{fill:none;stroke:#b34700;stroke-width:2.2}.note{font-size:15px}"
        ".floor,.arrow{fill:none;stroke:#777}.plane{fill:#c6e9df;stroke:#1b7a5a;fill-opacity:.8}"
        ".line{display:flex;justify-content:space-between;margin:0;padding:.5mm 0;border-bottom:1px dotted #999}"
        ".title{height:230mm;display:flex;flex-direction:column;justify-content:space-between;break-after:page}"
        "</style><div class='title'><div><h1>Kernel methods, checked</h1>"
        "<p>An executable textbook in which nothing is taken on trust</p></div>"
        f"{cover}"
        f"<p>Edition {version()}, {day():%-d %B %Y}. Text and figures: CC BY 4.0. Code: MIT.<br>"
        f"Only on the screen: {escape(elsewhere)}, and whatever can be touched.</p></div>"
        f"<h2>Contents</h2>{''.join(rows)}"
    )


def print_front(tab: Page, parts: list[Printed], target: Path) -> int:
    """Title and contents, whose own sheets come first; how many they took."""
    sheets = 2
    for _ in range(2):  # the second time their number is known
        tab.set_content(front_matter(parts, sheets + 1))
        tab.pdf(path=str(target), format="A4", margin=MARGIN)
        sheets = len(PdfReader(target).pages)
    return sheets


def numbers(tab: Page, count: int, target: Path) -> None:
    """Sheets that carry nothing but their number; the title has none."""
    style = "body{margin:0}div{height:285mm;position:relative;break-after:page}"
    style += "p{position:absolute;bottom:0;width:100%;text-align:center;font:9pt sans-serif}"
    sheets = "".join(f"<div><p>{number + 1 if number else ''}</p></div>" for number in range(count))
    tab.set_content(f"<style>{style}</style>{sheets}")
    tab.pdf(path=str(target), format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "0"))


def lines_of(front: Path, parts: list[Printed], first: int) -> list[Entry]:
    """Where the lines of the contents stand on paper, found by their titles."""
    found: list[Entry] = []
    waiting, number = list(parts), first
    for sheet, page in enumerate(PdfReader(front).pages[1:], start=1):
        heights: list[tuple[str, float]] = []

        def note(text: str, _: object, place: list[float], *rest: object, heights: list = heights) -> None:
            if text.strip():
                heights.append((text.strip(), place[5]))

        page.extract_text(visitor_text=note)
        for text, height in heights:
            if waiting and waiting[0].title.startswith(text) and len(text) > 3:
                found.append(Entry(sheet, (57, height - 3, 539, height + 11), number - 1))
                number += waiting.pop(0).sheets
    return found


def write(parts: list[Printed], front: Path, stamps: Path, target: Path) -> None:
    """All parts behind the contents, each sheet with its number, and an outline for the reader's program."""
    writer = PdfWriter()
    writer.append(str(front), outline_item="Contents")
    entries = lines_of(front, parts, len(writer.pages) + 1)
    above, caption = None, ""
    for part in parts:
        place = len(writer.pages)
        writer.append(str(part.path), import_outline=False)
        if part.caption != caption:
            caption = part.caption
            above = writer.add_outline_item(title=caption, page_number=place) if caption else None
        writer.add_outline_item(title=part.title, page_number=place, parent=above)
    for page, stamp in zip(writer.pages, PdfReader(stamps).pages):
        page.merge_page(stamp)
        page.compress_content_streams()  # merging has unpacked them
    for entry in entries:
        writer.add_annotation(
            page_number=entry.sheet, annotation=Link(rect=entry.box, target_page_index=entry.leads_to)
        )
    writer.compress_identical_objects()
    writer.add_metadata({"/Title": "Kernel methods, checked"})
    writer.write(target)


def main() -> int:
    listed = [
        (page, caption) for page, caption in Contents.read(ROOT / "_toc.yml").entries if page not in ON_SCREEN
    ]
    sources = [HTML / "chapters" / f"{page}.html" for page, _ in listed]
    missing = [path for path in sources if not path.exists()]
    if missing:
        raise SystemExit(f"{missing[0].relative_to(ROOT)} is missing: run make book first")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page(color_scheme="light", reduced_motion="reduce")
        parts: list[Printed] = []
        for place, (source, (_, caption)) in enumerate(zip(sources, listed)):
            parts.append(print_page(tab, source, caption, Path(folder) / f"{place}.pdf"))
            print(f"{parts[-1].sheets:4} sheets  {parts[-1].title}", flush=True)
        front, stamps = Path(folder) / "contents.pdf", Path(folder) / "numbers.pdf"
        total = print_front(tab, parts, front) + sum(part.sheets for part in parts)
        numbers(tab, total, stamps)
        browser.close()
        write(parts, front, stamps, TARGET)
    print(f"The book is in {TARGET.relative_to(ROOT)}: {total} sheets, {TARGET.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
