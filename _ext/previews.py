"""What stands behind a link to another page, for a look without going there: statements, equations, terms, citations.

For each page that others link to, one file holds the parts they link to. Letters of the notation have a file of their
own: character ↦ meaning, from the tables of the notation page.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import finishing
from markup import end_of

LINK = re.compile(r'<a class="reference internal"[^>]*href="([^"#]+\.html)#([^"]+)"')
ROW = re.compile(r"<tr[^>]*>\s*<td[^>]*>(.*?)</td>\s*<td[^>]*>(.*?)</td>", re.DOTALL)
DRAWN = re.compile(r"<mjx-container\b(.*?)</mjx-container>", re.DOTALL)
GLYPH = re.compile(r"\bmjx-c([0-9A-F]+)\b")
NOTATION = "chapters/notation.html"
LONGEST = 20_000  # characters of markup: a longer part is better read in its place


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
    found = re.sub(r'<a class="headerlink".*?</a>', "", found)
    return found if len(found) <= LONGEST else ""


def letters(text: str) -> dict[str, str]:
    """The number of a character ↦ its meaning, for rows of the notation that explain single characters."""
    found: dict[str, str] = {}
    for row in ROW.finditer(text):
        for formula in DRAWN.finditer(row[1]):
            glyphs = GLYPH.findall(formula[1])
            if len(glyphs) == 1:
                found.setdefault(glyphs[0], row[2])
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
        give(folder / "letters.js", "previews/letters", letters(pages[out / NOTATION]))


def give(path: Path, name: str, data: dict[str, str]) -> None:
    content = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    path.write_text(f'kernelcourse.give("{name}",{content});\n', encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(350, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
