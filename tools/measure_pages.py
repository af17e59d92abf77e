"""Measure the built book: bytes of every page, what is lost at each width, tab stops.

python tools/measure_pages.py                    all pages
python tools/measure_pages.py ridge mercer       these
python tools/measure_pages.py --slow ridge       and the time until the first explorer answers on a slow line
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.wholeness import lost, stops  # noqa: E402
from tools.browser import launch  # noqa: E402

HTML = ROOT / "_build" / "html"
WIDTHS = (360, 390, 768, 1280)
PACKED = {".html", ".css", ".js", ".svg", ".json"}


def transferred(addresses: list[str]) -> int:
    """The bytes of these files of the book, packed as a server would."""
    total = 0
    for address in dict.fromkeys(addresses):
        path = Path(urlsplit(address).path)
        if path.is_file():
            data = path.read_bytes()
            total += len(gzip.compress(data, 6)) if path.suffix in PACKED else len(data)
    return total


def measure(browser: Browser, page: Path, widths: tuple[int, ...], say: int) -> None:
    """One line for the page, and what was lost below it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(page.as_uri(), wait_until="networkidle")
    weight, count = transferred(asked) / 1000, stops(tab)
    context.close()
    found: dict[int, list[str]] = {}
    for width in widths:
        context = browser.new_context(viewport={"width": width, "height": 800})
        tab = context.new_page()
        tab.goto(page.as_uri(), wait_until="load")
        found[width] = lost(tab)
        context.close()
    shown = "  ".join(f"{width}: {len(entries)}" for width, entries in found.items())
    print(f"{page.relative_to(HTML)!s:40} {weight:6.0f} kB  {count:4} stops  lost {shown}", flush=True)
    worst = max(found.values(), key=len)
    for entry, times in Counter(worst).most_common(say):
        print(f"      {times} × {entry}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--say", type=int, default=0, help="show this many of the losses of each page")
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    options = parser.parse_args()
    pages = sorted(path for path in (HTML / "chapters").rglob("*.html"))
    if options.pages:
        pages = [path for path in pages if path.stem in options.pages or path.parent.name in options.pages]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for page in pages:
            measure(browser, page, tuple(map(int, options.widths.split(","))), options.say)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
