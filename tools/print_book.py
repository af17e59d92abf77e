"""The whole book as one PDF: contents, numbered pages, every proof open, no wrong line opened.

    python tools/print_book.py        _build/html  →  _build/book.pdf

Chromium prints each page of the table of contents; pypdf joins them behind a list of contents with page numbers.
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
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from pypdf import PdfReader, PdfWriter  # noqa: E402

from tools.browser import launch  # noqa: E402

HTML = ROOT / "_build" / "html"
TARGET = ROOT / "_build" / "book.pdf"
PAPER = {"format": "A4", "margin": {"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"}}


@dataclass(frozen=True)
class Printed:
    """A page of the book on paper: its title, its file, and how many sheets it takes."""

    title: str
    path: Path
    sheets: int


def print_page(tab: Page, source: Path, target: Path) -> Printed:
    """One page of the book; the page itself opens its proofs when it is printed."""
    tab.goto(source.as_uri(), wait_until="networkidle")
    title = tab.locator("h1").first.inner_text().replace("#", "").strip()
    tab.emulate_media(media="print", color_scheme="light")
    tab.evaluate("document.documentElement.dataset.theme = 'light'")
    tab.pdf(path=str(target), **PAPER)
    return Printed(title, target, len(PdfReader(target).pages))


def contents_page(tab: Page, parts: list[Printed], target: Path, sheets: int) -> int:
    """The list of contents, whose own sheets come first; how many it took."""
    rows, number = [], sheets + 1
    for part in parts:
        rows.append(f"<li><span>{escape(part.title)}</span><span>{number}</span></li>")
        number += part.sheets
    style = "body{font-family:Charter,Georgia,serif}h1{font-size:26pt;margin:30mm 0 4mm}ol{list-style:none;padding:0}"
    style += "li{display:flex;justify-content:space-between;border-bottom:1px dotted #777;padding:2mm 0}"
    words = "<h1>Kernel methods, checked</h1><p>Nothing here is taken on trust.</p><h2>Contents</h2>"
    tab.set_content(f"<style>{style}</style>{words}<ol>{''.join(rows)}</ol>")
    tab.pdf(path=str(target), **PAPER)
    return len(PdfReader(target).pages)


def numbers(tab: Page, count: int, target: Path) -> None:
    """Sheets that carry nothing but their number."""
    style = "body{margin:0}div{height:285mm;position:relative;break-after:page}"
    style += "p{position:absolute;bottom:0;width:100%;text-align:center;font:9pt sans-serif}"
    sheets = "".join(f"<div><p>{number + 1}</p></div>" for number in range(count))
    tab.set_content(f"<style>{style}</style>{sheets}")
    tab.pdf(path=str(target), format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "0"))


def main() -> int:
    listed = [page for page, _ in Contents.read(ROOT / "_toc.yml").entries]
    sources = [HTML / "chapters" / f"{page}.html" for page in listed]
    missing = [path for path in sources if not path.exists()]
    if missing:
        raise SystemExit(f"{missing[0].relative_to(ROOT)} is missing: run make book first")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page(color_scheme="light", reduced_motion="reduce")
        parts: list[Printed] = []
        for place, source in enumerate(sources):
            parts.append(print_page(tab, source, Path(folder) / f"{place}.pdf"))
            print(f"{parts[-1].sheets:4} sheets  {parts[-1].title}", flush=True)
        front = Path(folder) / "contents.pdf"
        sheets = contents_page(tab, parts, front, 1)
        contents_page(tab, parts, front, sheets)
        total = sheets + sum(part.sheets for part in parts)
        stamps = Path(folder) / "numbers.pdf"
        numbers(tab, total, stamps)
        browser.close()
        write(parts, front, stamps)
    print(f"The book is in {TARGET.relative_to(ROOT)}: {total} sheets")
    return 0


def write(parts: list[Printed], front: Path, stamps: Path) -> None:
    """All parts behind the contents, each sheet with its number, and an outline for the reader's program."""
    writer = PdfWriter()
    writer.append(str(front), outline_item="Contents")
    for part in parts:
        writer.append(str(part.path), outline_item=part.title)
    for page, stamp in zip(writer.pages, PdfReader(stamps).pages):
        page.merge_page(stamp)
    writer.add_metadata({"/Title": "Kernel methods, checked"})
    writer.write(TARGET)


if __name__ == "__main__":
    sys.exit(main())
