"""After Sphinx has written the pages each one is read once, passed from hand to hand, and written back.

    finishing.add(order, finish)       finish(app, pages: dict[Path, str]) -> None   changes texts in place

A finisher always meets a page as Sphinx wrote it: what Sphinx does not write again is kept from the last time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

Finisher = Callable[[Any, dict[Path, str]], None]
_finishers: list[tuple[int, Finisher]] = []


def add(order: int, finish: Finisher) -> None:
    """Small orders come first."""
    if finish not in [known for _, known in _finishers]:
        _finishers.append((order, finish))


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def as_written(text: str, keep: Path) -> str:
    """The page as Sphinx wrote it, where `text` is either that or what was made of it last time."""
    if keep.exists():
        finished, _, original = keep.read_text(encoding="utf-8").partition("\n")
        if finished == fingerprint(text):
            return original
    return text


def finish(app: Any, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    out, kept = Path(app.outdir), Path(app.doctreedir).parent / ".unfinished"
    found = {
        path: path.read_text(encoding="utf-8")
        for path in sorted(out.rglob("*.html"))
        if "_static" not in path.relative_to(out).parts
    }
    originals = {path: as_written(text, kept / path.relative_to(out)) for path, text in found.items()}
    pages = dict(originals)
    for _, step in sorted(_finishers, key=lambda entry: entry[0]):
        step(app, pages)
    for path, text in pages.items():
        if found.get(path) == text:
            continue
        keep = kept / path.relative_to(out)
        keep.parent.mkdir(parents=True, exist_ok=True)
        keep.write_text(f"{fingerprint(text)}\n{originals[path]}", encoding="utf-8")
        path.write_text(text, encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.connect("build-finished", finish, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
