"""Before a display that was parted for a telephone stands the joined one: the page shows the one that has room.

It comes after everything that reads a page: what is searched or previewed has each formula once.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import finishing
from joined_lines import joined, step
from typeset import Formula, Set, element, typesetter

DISPLAY = re.compile(
    r'(?P<before><div class="kc-formula"[^>]*>)<mjx-container jax="CHTML" display="true"(?: class="(?P<names>[^"]*)")?'
    r'(?= data-tex="(?P<tex>[^"]*)")'
)


def with_joined(text: str, known: dict[Formula, Set]) -> str:
    """The page with both, where some page has room for the joined one."""

    def both(found: re.Match[str]) -> str:
        line = Formula(joined(html.unescape(found["tex"])) or "", True)
        needed = step(known[line].width) if line in known else None
        if needed is None:
            return found[0]
        whole = element(line, known[line], f"kc-to-{needed}", f"--kc-em:{known[line].width:.1f}")
        names = " ".join(filter(None, (found["names"], "kc-parted")))
        return f'{found["before"]}{whole}<mjx-container jax="CHTML" display="true" class="{names}"'

    return DISPLAY.sub(both, text)


def finish(app: Any, pages: dict[Path, str]) -> None:
    known = typesetter(app).known
    for path, text in pages.items():
        pages[path] = with_joined(text, known)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(440, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
