"""A printed proof cites its theorems: each citation is a link to the entry of the bibliography, from every page.

The package writes the address from the root of the book (`kernelcourse.proofs_on_paper`); here it becomes the way from
the page, and the entries get the keys of references.bib as their anchors. A key without an entry stops the build.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from os.path import relpath
from pathlib import Path
from typing import Any

import finishing

BIBLIOGRAPHY = "chapters/bibliography.html"
CITED = re.compile(r'(<a class="kc-cite" href=")[^"#]*#([^"]+)"')
ENTRY = re.compile(r'(<div class="citation" id="([^"]+)"[^>]*>\s*<span class="label")>')


def anchored(text: str, keys: Mapping[str, str]) -> str:
    """The bibliography whose labels carry the keys of their works; `keys`: id of the entry ↦ key."""
    return ENTRY.sub(lambda found: f'{found[1]} id="{keys[found[2]]}">', text)


def linked(text: str, way: str, keys: set[str]) -> str:
    """The page whose proofs link to the bibliography, which lies at `way`."""

    def link(found: re.Match[str]) -> str:
        if found[2] not in keys:
            raise ValueError(f"a proof cites {found[2]}, which is no entry of the bibliography")
        return f'{found[1]}{way}#{found[2]}"'

    return CITED.sub(link, text)


def finish(app: Any, pages: dict[Path, str]) -> None:
    keys = {entry.citation_id: entry.key for entry in app.env.get_domain("cite").citations}
    there = Path(app.outdir) / BIBLIOGRAPHY
    for path, text in pages.items():
        way = Path(relpath(there, path.parent)).as_posix()
        pages[path] = linked(anchored(text, keys) if path == there else text, way, set(keys.values()))


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(540, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
