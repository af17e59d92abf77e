"""The general index as print has it: the book's terms, and where names and letters are listed instead.

The package has four times as many names as the book has terms: they stand in their own reference (api_reference.py).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing

PAGE = "genindex.html"
TITLE = '<h1 id="index">Index</h1>'
ELSEWHERE = (
    '<p>The terms of the book. Its letters are listed under <a href="chapters/notation.html">Notation</a>, functions '
    'and classes under <a href="chapters/api.html">The package, name by name</a>.</p>'
)
ENTRY = re.compile(r"(<li>|<dt>|<dd>|<a\b[^>]*>)([^<]+)")
BAR = re.compile(r"</a>\s+\|\s+(?=<a)")  # between the letters above the index: no line begins with one
APOSTROPHE = re.compile(r"(?<=[a-z])(?:'|&#39;)(?=s\b)")


def printed(text: str) -> str:
    """The page with its first sentence, and the apostrophes of the chapters."""
    text = ENTRY.sub(lambda found: found[1] + APOSTROPHE.sub("’", found[2]), text)
    return BAR.sub("</a>&#160;| ", text.replace(TITLE, TITLE + ELSEWHERE))


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        if path.name == PAGE:
            pages[path] = printed(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(436, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
