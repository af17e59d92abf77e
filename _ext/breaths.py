"""A browser that has a whole page may read all of it in one go, and answers nobody meanwhile.

After a script in the text it turns to whatever waits: a reader's click, the first picture. So a script that does
nothing stands after every few kilobytes, between two blocks, where no rule looks for a neighbour.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing

BREATH = "<script>/* a breath */</script>"
EVERY = 16_000  # characters: some milliseconds on a slow telephone
# After a block that has ended, so that a first child stays the first.
BETWEEN = re.compile(
    r"(?<=[>\n])\n"
    r'(?=<(?:section|p|h[2-4]|details)\b|<div class="(?:cell|proof|exercise)|<dl class="py|<li class="toc-h2)'
)
ENDED = re.compile(r"</\w+>\s*$")
LONGEST_TAG = 20  # characters of a closing tag, at most


def breathing(text: str) -> str:
    """The page with breaths in its article and in the list of its sections, which comes after it."""
    start, end = text.find("<article"), text.rfind("</body>")
    parts, at, last = [], 0, start
    for found in BETWEEN.finditer(text, max(start, 0), max(end, 0)):
        place = found.start()
        if place - last < EVERY or not ENDED.search(text, place - LONGEST_TAG, place):
            continue
        parts += [text[at:place], "\n", BREATH]
        at = last = place
    return "".join([*parts, text[at:]])


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = breathing(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(950, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
