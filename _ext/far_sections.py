"""A browser leaves far sections alone until the reader comes near (content-visibility, kernelcourse.css).

Each one says about how many lines it will be, so that the scroll bar is honest from the start.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing
from markup import end_of

SECTION = re.compile(r'<(section)((?: class="[^"]*")? id="[^"]*")(?: style="--kc-lines:\d+")?>')
FOLDED = re.compile(r"<(details)\b(?![^>]*\bopen\b)[^>]*>")
PIECE = re.compile(r"<(?:p|li|tr|h[1-6]|dt)\b")
PICTURE = re.compile(r"<(?:figure|img)\b")
TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
CHARACTERS, A_PIECE, A_PICTURE, A_FOLD = 85, 0.8, 14, 2  # characters in a line; lines that the others add


def unfolded(text: str) -> tuple[str, int]:
    """The text without what is folded away, and how many folds there are."""
    kept, at, folds = [], 0, 0
    while found := FOLDED.search(text, at):
        kept.append(text[at : found.start()])
        at, folds = end_of(text, found), folds + 1
    return "".join([*kept, text[at:]]), folds


def lines(text: str) -> int:
    """About how many lines a piece of a page takes on a desktop."""
    shown, folds = unfolded(text)
    characters = len(" ".join(TAG.sub(" ", shown).split()))
    pieces, pictures = len(PIECE.findall(shown)), len(PICTURE.findall(shown))
    return round(characters / CHARACTERS + A_PIECE * pieces + A_PICTURE * pictures + A_FOLD * folds)


def measured(text: str) -> str:
    """The page whose sections of the second level say how long they are."""
    first = SECTION.search(text)
    if first is None:
        return text
    parts, at, end = [text[: first.end()]], first.end(), end_of(text, first)
    while (found := SECTION.search(text, at, end)) is not None:
        stop = end_of(text, found)
        said = f'<section{found[2]} style="--kc-lines:{lines(text[found.end() : stop])}">'
        parts += [text[at : found.start()], said, text[found.end() : stop]]
        at = stop
    return "".join([*parts, text[at:]])


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = measured(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(600, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
