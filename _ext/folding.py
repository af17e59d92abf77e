"""What is folded is a <details>: it opens without a script, by keyboard, and on paper.

Sphinx writes an admonition of class dropdown as a <div> that a script would fold later.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing
from markup import end_of

FOLDED = re.compile(
    r'<(div) class="([^"]*\bdropdown\b[^"]*\badmonition\b[^"]*|[^"]*\badmonition\b[^"]*\bdropdown\b[^"]*)"([^>]*)>'
)
TITLE = re.compile(r'\s*<p class="admonition-title">(.*?)</p>', re.DOTALL)


def unlinked(title: str) -> str:
    """The title of a fold without its links: a control holds no other control."""
    return re.sub(r"</?a\b[^>]*>", "", title)


def folded(text: str) -> str:
    """The page with every folded box as <details>, the innermost included."""
    position = 0
    while found := FOLDED.search(text, position):
        end = end_of(text, found)
        inner = text[found.end() : end - len("</div>")]
        title = TITLE.match(inner)
        position = found.end()
        if title is None:
            continue
        classes = " ".join(name for name in found[2].split() if name not in ("dropdown", "toggle"))
        opening = f'<details class="{classes} kc-fold"{found[3]}>'
        opening += f'<summary class="admonition-title">{unlinked(title[1])}</summary>'
        text = text[: found.start()] + opening + inner[title.end() :] + "</details>" + text[end:]
        position = found.start() + len(opening)
    return text


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = folded(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(60, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
