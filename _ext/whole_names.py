"""k-means, scikit-learn and a link such as Theorem 16.1 stay in one piece: a browser would end a line in them.

Only what is read as text is touched: no attribute, no title of a page, no code, nothing that may not hold a tag. It
comes after the search index is made.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing

NAME = re.compile(r"(?<![\w-])(?:k-means(?:\+\+)?|scikit-learn)(?![\w-])", re.IGNORECASE)
NUMBERED = re.compile(r"(<a\b[^>]*>)([A-Z][a-z]+ \d+\.\d+)(?=</a>)")
KEPT = "code|pre|script|style|title|textarea|option|svg|math|mjx-container"
PARTS = re.compile(rf"(<!--.*?-->|<({KEPT})\b[^>]*>.*?</\2\s*>|<[^>]*>)", re.DOTALL | re.IGNORECASE)


def whole(text: str) -> str:
    """The page with its hyphenated names, and its links to numbered statements, in one piece."""
    text = NUMBERED.sub(r'\1<span class="kc-one">\2</span>', text)
    made, at = [], 0
    for found in PARTS.finditer(text):
        made += [NAME.sub(r'<span class="kc-one">\g<0></span>', text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*made, NAME.sub(r'<span class="kc-one">\g<0></span>', text[at:])])


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = whole(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(435, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
