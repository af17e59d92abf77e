"""Draw the picture that other sites show beside a link to the book: python tools/draw_card.py → _static/card.png."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from tools.browser import launch  # noqa: E402

TARGET = ROOT / "_static" / "card.png"
SIZE = {"width": 1200, "height": 630}
STYLE = """
body { margin: 0; width: 1200px; height: 630px; background: #fff; color: #1d2329; display: grid; place-content: center;
  text-align: center; font-family: Charter, "Bitstream Charter", Cambria, "DejaVu Serif", serif; }
h1 { font: 700 76px system-ui, "DejaVu Sans", sans-serif; letter-spacing: -0.02em; margin: 0; }
p { font-size: 34px; margin: 14px 0 0; color: #5b6470; }
svg { width: 900px; height: 350px; margin: 0 auto 10px; }
.a { fill: #0072b2; } .b { fill: none; stroke: #a34700; stroke-width: 2.2; }
.floor { fill: none; stroke: #d5dbe1; stroke-dasharray: 4 4; } .plane { fill: rgb(0 158 115 / 22%); stroke: #00795a; }
.arrow { fill: none; stroke: #5b6470; stroke-width: 2; } text { fill: #5b6470; font-size: 15px; }
"""


def card() -> str:
    """The cover, the title, and what the book is about."""
    cover = (ROOT / "_static" / "cover.svg").read_text(encoding="utf-8")
    words = "<h1>Kernel methods, checked</h1><p>A textbook in which nothing is taken on trust</p>"
    return f"<!doctype html><meta charset='utf-8'><style>{STYLE}</style><body>{cover}{words}</body>"


def main() -> int:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page(viewport=SIZE)
        tab.set_content(card())
        tab.screenshot(path=TARGET)
        browser.close()
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
