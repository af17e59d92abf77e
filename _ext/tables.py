"""A table of three columns or more, or of two with code, can be read on a telephone: every cell knows its column.

The style sheet shows such a table row by row where the screen is narrow. Roles say what rows and cells are, since a
browser forgets it when they are not laid out as a table.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import finishing
from search_index import words

TABLE = re.compile(
    r'<table class="(?P<classes>[^"]*\btable\b[^"]*)"(?P<rest>[^>]*)>(?P<inner>.*?)</table>', re.DOTALL
)
HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr\b[^>]*>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td\b")
SPACE = ' mathvariant="script">H</mi>'  # in an attribute there are only characters
FEWEST = 3  # columns that a telephone cannot show side by side: formulas would be broken in each of them


def stacked(text: str) -> str:
    """The page with its wide tables made ready for a narrow screen."""

    def table(found: re.Match[str]) -> str:
        above, mark, below = found["inner"].partition("</thead>")
        heads = [html.escape(words(head.replace(SPACE, ">ℋ</mi>"))) for head in HEAD.findall(above)]
        code = len(heads) == 2 and "<code" in below  # names in code do not break well
        wide = len(heads) >= FEWEST or code or "kc-map" in found["classes"]
        if not mark or not wide or "kc-stack" in found["classes"] or "span=" in found["inner"]:
            return found[0]

        def row(line: re.Match[str]) -> str:
            names = iter(heads)
            cells = CELL.sub(lambda cell: f'{cell[0]} role="cell" data-kc-head="{next(names)}"', line[0])
            return cells.replace("<tr", '<tr role="row"', 1)

        above = above.replace("<thead", '<thead role="rowgroup"').replace("<tr", '<tr role="row"')
        above = above.replace("<th ", '<th role="columnheader" ').replace("<th>", '<th role="columnheader">')
        below = ROW.sub(row, below).replace("<tbody", '<tbody role="rowgroup"')
        kind = "kc-stack kc-pairs" if len(heads) == 2 else "kc-stack"
        opening = f'<table role="table" class="{found["classes"]} {kind}"{found["rest"]}>'
        return f"{opening}{above}{mark}{below}</table>"

    return TABLE.sub(table, text)


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = stacked(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(420, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
