"""Figures and explorers are numbered through their page: Figure 5.3 is the third of chapter 5."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing
from markup import end_of

CHAPTER = re.compile(r'<h1><span class="section-number">([\d.]+?)\.?\s*</span>')
FIGURE = re.compile(r'<(figure) class="kc(?: kc-explorer)?"(?P<rest>[^>]*)>')


def numbered(text: str) -> str:
    """The page with a number before every caption."""
    chapter = CHAPTER.search(text)
    prefix, parts, position, count = (f"{chapter[1]}." if chapter else ""), [], 0, 0
    for figure in FIGURE.finditer(text):
        end = end_of(text, figure)
        caption = text.find("<figcaption>", figure.end(), end)
        if caption < 0:
            continue
        count += 1
        start = caption + len("<figcaption>")
        parts.append(text[position : figure.start()])
        parts.append(f'{figure[0][:-1]} id="figure-{prefix.replace(".", "-")}{count}">')
        parts.append(text[figure.end() : start])
        parts.append(f'<span class="kc-number">Figure {prefix}{count}.</span> ')
        position = start
    return "".join(parts) + text[position:]


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        if '<span class="kc-number">' not in text:
            pages[path] = numbered(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(70, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
