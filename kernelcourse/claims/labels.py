"""The labels of a book's numbered statements, found by reading its pages: notebooks and Markdown.

A statement is a ``prf`` directive (theorem, definition, algorithm, example …), or an equation with a label:

    ```{prf:theorem} Title         ```{math}                  $$
    :label: thm-representer        :label: eq-ridge-dual      B = -\\tfrac12 J D^{(2)} J
    …                              …                          $$ (eq-double-centring)
    ```                            ```
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

OPENING = re.compile(r"^\s*(?:`{3,}|:{3,}|~{3,})\{(prf:(?P<kind>[a-z]+)|math)\}\s*(?P<title>.*?)\s*$")
OPTION = re.compile(r"^\s*:?label:\s*(?P<label>\S+)\s*$")
OPTIONS = re.compile(r"^\s*(:[\w-]+:.*|---|[\w-]+:\s.*)$")
CLOSING_DOLLARS = re.compile(r"\$\$\s*\((?P<label>[A-Za-z][\w:.-]*)\)\s*$")


@dataclass(frozen=True)
class Statement:
    """One numbered statement: its label ("" if it has none), kind and title, and the page it stands on."""

    label: str
    kind: str  # "theorem", "definition", …, "equation"
    title: str
    page: str  # the path in the folder of chapters, without its suffix: "mercer/gallery"

    @property
    def topic(self) -> str:
        """The folder of the page, or the page itself if the topic has only one."""
        return self.page.partition("/")[0]

    @property
    def role(self) -> str:
        """The MyST role that links to it."""
        return "eq" if self.kind == "equation" else "prf:ref"


def statements(folder: Path) -> tuple[Statement, ...]:
    """All statements on the pages of a folder and its subfolders, in the order of file names and of the text."""
    return tuple(found for page, path in pages(folder).items() for found in statements_of(prose(path), page))


def pages(folder: Path) -> dict[str, Path]:
    """page ↦ file, for the pages of a folder and its subfolders: "mercer/gallery" ↦ …/mercer/gallery.ipynb."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".ipynb", ".md"))
    hidden = (path for path in files if any(part.startswith(".") for part in path.relative_to(folder).parts))
    kept = [path for path in files if path not in set(hidden)]
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in kept}


def labelled(found: Iterable[Statement]) -> dict[str, Statement]:
    """label ↦ statement; ValueError if a statement has no label, or a label stands twice."""
    by_label: dict[str, Statement] = {}
    for statement in found:
        where = f"{statement.kind} {statement.title!r} on the page {statement.page}"
        if not statement.label:
            raise ValueError(f"{where} has no label: add a line :label: under its first line")
        if statement.label in by_label:
            other = by_label[statement.label].page
            raise ValueError(f"{where} has the label {statement.label}, which stands already on {other}")
        by_label[statement.label] = statement
    return by_label


def prose(path: Path) -> str:
    """The Markdown of a page: a file as it is, or the text cells of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def statements_of(text: str, page: str) -> Iterator[Statement]:
    """The statements in a piece of Markdown."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        opening, dollars = OPENING.match(line), CLOSING_DOLLARS.search(line)
        if opening:
            kind, label = opening["kind"] or "equation", label_under(lines[number + 1 :])
            numbered = label or kind != "equation"  # an equation without a label has no number
            if kind != "proof" and numbered:
                yield Statement(label, kind, opening["title"] if kind != "equation" else "", page)
        elif dollars:
            yield Statement(dollars["label"], "equation", "", page)


def label_under(lines: list[str]) -> str:
    """The label among the options that follow a directive's first line, or ""."""
    for line in lines:
        if found := OPTION.match(line):
            return found["label"]
        if not OPTIONS.match(line):
            break
    return ""
