"""What stands behind a link to another page, for a look without going there: statements, equations, terms, citations.

For each page that others link to, one file holds the parts they link to. Letters of the notation have a file of their
own: character ↦ what it means and where, from the tables of the notation page.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import finishing
from contents import Contents
from markup import end_of
from notation_rows import everywhere_in, rows

LINK = re.compile(r'<a class="reference internal"[^>]*href="([^"#]+\.html)#([^"]+)"')
NOTATION = "chapters/notation.html"


def part(text: str, anchor: str) -> str:
    """The element with this id, if it is a statement, an equation, a term or a citation; else ""."""
    opening = re.search(rf'<(div|details|dt|section|span)\b[^>]*\bid="{re.escape(anchor)}"[^>]*>', text)
    if opening is None or opening[1] in ("section", "span"):
        return ""
    end = end_of(text, opening)
    if opening[1] == "dt":
        definition = re.compile(r"\s*<(dd)>").match(text, end)
        end = end_of(text, definition) if definition else end
    found = re.sub(r'\sid="[^"]*"', "", text[opening.start() : end])
    return re.sub(r'<a class="headerlink".*?</a>', "", found)


def letters(text: str, listed: Sequence[str] = ()) -> dict[str, list[tuple[str, bool, list[str]]]]:
    """The number of a character ↦ [(meaning, only with an index, the pages where it means that or [] for all)]."""
    found: dict[str, list[tuple[str, bool, list[str]]]] = {}
    for row in rows(text):
        places = ["chapters-" + page.replace("/", "-") for page in everywhere_in(row.pages, listed)]
        for glyph, lowered in row.explained():
            found.setdefault(glyph, []).append((row.meaning, lowered, places))
    return found


def finish(app: Any, pages: dict[Path, str]) -> None:
    out = Path(app.outdir)
    wanted: dict[Path, set[str]] = {}
    for path, text in pages.items():
        for address, anchor in LINK.findall(text):
            target = Path(os.path.normpath(path.parent / address))
            if target in pages:
                wanted.setdefault(target, set()).add(anchor)
    folder = out / "_static" / "kernelcourse" / "previews"
    folder.mkdir(parents=True, exist_ok=True)
    for path, anchors in wanted.items():
        parts = {anchor: part(pages[path], anchor) for anchor in sorted(anchors)}
        name = path.relative_to(out).with_suffix("").as_posix().replace("/", "-")
        give(
            folder / f"{name}.js",
            f"previews/{name}",
            {anchor: shown for anchor, shown in parts.items() if shown},
        )
    if out / NOTATION in pages:
        listed = [page for page, _ in Contents.read(Path(app.srcdir) / "_toc.yml").entries]
        give(folder / "letters.js", "previews/letters", letters(pages[out / NOTATION], listed))


def give(path: Path, name: str, data: Mapping[str, Any]) -> None:
    content = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    path.write_text(f'kernelcourse.give("{name}",{content});\n', encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(350, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
