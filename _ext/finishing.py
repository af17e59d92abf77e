"""After Sphinx has written the pages each one is read once, passed from hand to hand, and written back.

    finishing.add(app, order, finish)       finish(app, pages: dict[Path, str]) -> None   changes texts in place

A finisher must leave alone what it has finished before: a page that Sphinx did not write again comes by again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Finisher = Callable[[Any, dict[Path, str]], None]
_finishers: list[tuple[int, Finisher]] = []


def add(order: int, finish: Finisher) -> None:
    """Small orders come first."""
    if finish not in [known for _, known in _finishers]:
        _finishers.append((order, finish))


def finish(app: Any, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    written = {
        path: path.read_text(encoding="utf-8")
        for path in sorted(out.rglob("*.html"))
        if "_static" not in path.relative_to(out).parts
    }
    pages = dict(written)
    for _, step in sorted(_finishers, key=lambda entry: entry[0]):
        step(app, pages)
    for path, text in pages.items():
        if written.get(path) != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.connect("build-finished", finish, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
