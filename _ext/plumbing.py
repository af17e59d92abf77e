"""A cell that only shows a widget, `explore.ridge()`, is plumbing: the page keeps it, out of the reader's sight."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import finishing

FOLD = r"(?:<details(?:(?!</summary>).)*</summary>\s*)?"  # the cell may be folded
CELL = re.compile(
    rf'<div class="cell(?P<classes>[^"]*)">(?P<between>\s*{FOLD}'
    r'<div class="cell_input[^"]*">\s*<div[^>]*><div[^>]*><pre>)'
    r"(?P<code>.*?)</pre>",
    re.DOTALL,
)
WIDGET = re.compile(r"explore\.\w+\(.*\)")


def out_of_sight(text: str) -> str:
    """The page with class kc-plumbing at every cell whose one line makes a widget."""

    def marked(found: re.Match[str]) -> str:
        line = html.unescape(re.sub(r"<[^>]+>", "", found["code"])).strip()
        if "kc-plumbing" in found["classes"] or not WIDGET.fullmatch(line):
            return found[0]
        return f'<div class="cell kc-plumbing{found["classes"]}">{found["between"]}{found["code"]}</pre>'

    return CELL.sub(marked, text)


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = out_of_sight(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(65, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
