"""The general index as print has it: a name of the package may be broken after its dots, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing

PAGE = "genindex.html"
ENTRY = re.compile(r"(<li>|<dt>|<dd>|<a\b[^>]*>)([^<]+)")
DOTTED = re.compile(r"\bkernelcourse(?:\.\w+)+")
BAR = re.compile(r"</a>\s+\|\s+(?=<a)")  # between the letters above the index: no line begins with one
APOSTROPHE = re.compile(r"(?<=[a-z])(?:'|&#39;)(?=s\b)")


def printed(text: str) -> str:
    """The page with places to break after dots, and the apostrophes of the chapters."""

    def entry(found: re.Match[str]) -> str:
        said = APOSTROPHE.sub("’", found[2])
        return found[1] + DOTTED.sub(lambda name: name[0].replace(".", ".<wbr>"), said)

    return BAR.sub("</a>&#160;| ", ENTRY.sub(entry, text))


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        if path.name == PAGE:
            pages[path] = printed(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(436, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
