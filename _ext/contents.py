"""The order of the pages and the captions over them, read from the table of contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml


@dataclass(frozen=True)
class Contents:
    """(page, caption of its part), in reading order; a page is its path below chapters/."""

    entries: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, path: Path) -> Contents:
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
        return cls(tuple(_entries(table, "")))

    def place(self, page: str) -> int:
        """The page's number in reading order; after the last if it is not listed."""
        pages = [listed for listed, _ in self.entries]
        return pages.index(page) if page in pages else len(pages)

    def caption(self, topic: str) -> str:
        """The caption over the first page of a topic, or ""."""
        return next((caption for page, caption in self.entries if page.partition("/")[0] == topic), "")


def _entries(table: Any, caption: str) -> Iterator[tuple[str, str]]:
    if isinstance(table, list):
        for entry in table:
            yield from _entries(entry, caption)
        return
    caption = table.get("caption", caption)
    for key in ("root", "file"):
        if key in table:
            yield table[key].removeprefix("chapters/"), caption
    for key in ("parts", "chapters", "sections"):
        yield from _entries(table.get(key, []), caption)
