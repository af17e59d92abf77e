"""A lecture's outline: which pieces of which pages are shown, in which order, and what the lecturer says.

An outline holds no formula and no number of its own: it names statements, cells, beliefs and questions of the book.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.reading_time import ROOT

FOLDER = Path(__file__).resolve().with_name("outline")


@dataclass(frozen=True)
class Opening:
    """The title of a page and the question it begins with."""

    page: str


@dataclass(frozen=True)
class Statement:
    """A numbered statement, by its label."""

    label: str


@dataclass(frozen=True)
class Cell:
    """What a code cell shows: the only cell of the topic's pages that contains this text."""

    text: str
    with_code: bool = False


@dataclass(frozen=True)
class Belief:
    """Something that is often believed, in the words of the page, and the number that refutes it."""

    words: str
    page: str


@dataclass(frozen=True)
class Question:
    """One of the questions at the end of a page, counted from 1."""

    number: int
    page: str


Piece = Opening | Statement | Cell | Belief | Question


@dataclass(frozen=True)
class Slide:
    """A piece of the book on a slide; a title of its own if the piece has none, and a note for the lecturer."""

    piece: Piece
    title: str = ""
    say: str = ""


@dataclass(frozen=True)
class Outline:
    """The slides of one topic, between those that every lecture has."""

    topic: str
    title: str
    pages: tuple[str, ...]
    slides: tuple[Slide, ...]


def read(path: Path) -> Outline:
    """The outline in a file such as outline/ridge.toml."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    slides = tuple(
        _slide(entry, f"{path.name}, slide {place}") for place, entry in enumerate(table["slide"], 1)
    )
    return Outline(path.stem, table["title"], tuple(table["pages"]), slides)


def outlines(folder: Path = FOLDER) -> list[Outline]:
    """One for every numbered part of the book, in its order: as its file says, or arranged from its pages."""
    from tools.slides.automatic import arranged

    found = []
    for title, pages in numbered_parts((ROOT / "_toc.yml").read_text(encoding="utf-8")):
        path = folder / f"{pages[0].partition('/')[0]}.toml"
        found.append(read(path) if path.is_file() else arranged(path.stem, title, pages))
    return found


def numbered_parts(contents: str) -> list[tuple[str, tuple[str, ...]]]:
    """(caption, pages) of the numbered parts of a table of contents."""
    parts = re.findall(r"^  - caption: (.+)\n    numbered: 1\n((?:    .*\n?)+)", contents, re.M)
    return [(caption, tuple(re.findall(r"file: chapters/(\S+)", files))) for caption, files in parts]


def _slide(entry: dict[str, Any], where: str) -> Slide:
    words = {key: entry.pop(key) for key in ("title", "say") if key in entry}
    makers = {
        "opening": lambda: Opening(entry["opening"]),
        "statement": lambda: Statement(entry["statement"]),
        "cell": lambda: Cell(entry["cell"], entry.get("code", False)),
        "belief": lambda: Belief(entry["belief"], entry["page"]),
        "question": lambda: Question(entry["question"], entry["page"]),
    }
    kinds = [kind for kind in makers if kind in entry]
    if len(kinds) != 1:
        raise ValueError(f"{where} must show one of {', '.join(makers)}; it shows {len(kinds)} of them")
    if kinds == ["cell"] and not words.get("title"):
        raise ValueError(f"{where} shows a cell and needs a title")
    known = {kinds[0]} | (
        {"code"} if kinds == ["cell"] else {"page"} if kinds[0] in ("belief", "question") else set()
    )
    if strange := set(entry) - known:
        raise ValueError(f"{where} has {sorted(strange)[0]!r}, which a {kinds[0]} has no use for")
    if "page" in known and "page" not in entry:
        raise ValueError(f"{where} shows a {kinds[0]} and must name its page")
    return Slide(makers[kinds[0]](), **words)
