"""Photograph pages of the built book: desktop and phone, light and dark.

    python tools/screenshot.py                        every page
    python tools/screenshot.py index notation ridge   these pages
    python tools/screenshot.py --full ridge           whole length, not only the first screen

Pictures go to _build/screenshots/PAGE-WIDTH-THEME.png. A page that scrolls sideways is reported.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright

from tools.browser import launch

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
SIZES = {"desktop": (1280, 900), "phone": (360, 740)}


def find(name: str) -> Path:
    """The page called name: a path, or a chapter's name with or without .html."""
    for candidate in (HTML / "chapters" / f"{name}.html", HTML / f"{name}.html", HTML / name, Path(name)):
        if candidate.is_file():
            return candidate.resolve()
    raise SystemExit(
        f"There is no page {name!r} in {HTML.relative_to(ROOT)}: run `make book`, or check the name."
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", help="page names (default: all chapters)")
    parser.add_argument("--full", action="store_true", help="the whole page, not only the first screen")
    parser.add_argument("--size", choices=SIZES, help="one size only")
    parser.add_argument("--theme", choices=["light", "dark"], help="one theme only")
    parser.add_argument("--scroll", type=int, default=0, help="scroll down by this many pixels first")
    parser.add_argument("--out", type=Path, default=ROOT / "_build" / "screenshots")
    options = parser.parse_args()
    pages = [find(name) for name in options.pages] or sorted((HTML / "chapters").rglob("*.html"))
    options.out.mkdir(parents=True, exist_ok=True)
    sideways = 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size in [options.size] if options.size else SIZES:
            for theme in [options.theme] if options.theme else ["light", "dark"]:
                width, height = SIZES[size]
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
                context.add_init_script(
                    f"localStorage.setItem('mode', '{theme}'); localStorage.setItem('theme', '{theme}')"
                )
                tab = context.new_page()
                for page in pages:
                    tab.goto(page.as_uri())
                    tab.wait_for_load_state("load")
                    tab.add_style_tag(
                        content="* { content-visibility: visible !important }"
                    )  # far sections too
                    tab.evaluate(f"window.scrollTo(0, {options.scroll})")
                    target = options.out / f"{page.stem}-{size}-{theme}.png"
                    tab.screenshot(path=target, full_page=options.full)
                    excess = tab.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                    if excess > 0:
                        sideways += 1
                    note = f"  SCROLLS SIDEWAYS by {excess} px" if excess > 0 else ""
                    print(f"{target.relative_to(ROOT) if target.is_relative_to(ROOT) else target}{note}")
                context.close()
        browser.close()
    return 1 if sideways else 0


if __name__ == "__main__":
    sys.exit(main())
