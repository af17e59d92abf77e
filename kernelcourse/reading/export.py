"""nbconvert shows a page of the book as the book does: boxes, formulas, folded solutions, pictures; without a network.

`environment.py` adds `Readable` to every export as HTML, from the command line and from JupyterLab's menu.
A notebook that does not import kernelcourse stays as it is.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from kernelcourse.explore.assets import asset
from kernelcourse.explore.explorer import VIEW
from kernelcourse.figures.style import CSS
from kernelcourse.reading.copies import CHAPTERS, alone
from kernelcourse.reading.myst import Writer
from kernelcourse.reading.numbers import chapter_of, numbered
from kernelcourse.reading.solutions import SOLUTION

IMPORTED = re.compile(r"^\s*(?:from|import)\s+kernelcourse\b", re.MULTILINE)
HIDDEN = "{closed} ~ .jp-Cell:is(.celltag_{tag}, :has(.celltag_{tag}))"
CLOSED = ".jp-Cell:has(#{tag}:not([open]))"


def one_line(html: str) -> str:
    """HTML that Markdown passes on as it is: one line, without a sign that could begin a formula."""
    kept = re.sub(r"<pre\b.*?</pre>", lambda found: found[0].replace("\n", "&#10;"), html, flags=re.DOTALL)
    kept = " ".join(kept.split("\n")).replace("$", "&#36;").replace("\\", "&#92;")
    return f'<div class="kc-page tex2jax_ignore">{kept}</div>'


def page_of(notebook: NotebookNode, resources: dict[str, Any]) -> str:
    """The page of the book that a notebook is, or is a copy of; "" for another."""
    if page := notebook.metadata.get("kernelcourse", {}).get("page", ""):
        return str(page)
    about = resources.get("metadata", {})
    path = (Path(about.get("path", "")) / about.get("name", "")).resolve()
    return path.relative_to(CHAPTERS).as_posix() if path.is_relative_to(CHAPTERS) else ""


class Readable(Preprocessor):
    """A page of the book as the book shows it."""

    def preprocess(
        self, notebook: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        if not any(cell.cell_type == "code" and IMPORTED.search(cell.source) for cell in notebook.cells):
            return notebook, resources
        page = page_of(notebook, resources) if CHAPTERS.is_dir() else ""
        chapter = chapter_of(page, CHAPTERS.parent / "_toc.yml") if page else ""
        texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        if page:
            texts = [alone(text, page) for text in texts]
        cells = Cells(Writer(numbered(texts, chapter)))
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cells.text(alone(cell.source, page) if page else cell.source)
            else:
                cells.code(cell)
        notebook.cells = [new_markdown_cell(one_line(f"<style>{cells.style()}</style>")), *cells.written]
        notebook.metadata.pop("widgets", None)
        return notebook, resources


class Cells:
    """The cells of an exported page, in their order; a fold hides the cells that follow it."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.written: list[NotebookNode] = []
        self.folds = 0
        self.inside = ""  # the solution that is being written

    def text(self, source: str) -> None:
        position = 0
        for found in SOLUTION.finditer(source):
            self.add(self.writer.html(source[position : found.start()]))
            self.inside = ""
            if found["end"] == "start":
                name = self.writer.names.get(found["label"], "")
                self.inside = self.fold(f"Solution to {name}" if name else "Solution")
            position = found.end()
        self.add(self.writer.html(source[position:]))

    def code(self, cell: NotebookNode) -> None:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data.pop(VIEW, None)  # without a kernel only the twin can be seen
        tags = set(cell.metadata.get("tags", []))
        if "hide-cell" in tags:
            tags.add(self.fold(cell.metadata.get("mystnb", {}).get("code_prompt_show", "More")))
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            tags.add(self.fold("Folded code"))
        self.tag(cell, tags)
        self.written.append(cell)

    def fold(self, words: str) -> str:
        """A line to press; the name of what it hides."""
        self.folds += 1
        name = f"kc-fold-{self.folds}"
        self.add(
            f'<details class="kc-fold" id="{name}"><summary>{self.writer.phrase(words)}</summary></details>'
        )
        return name

    def add(self, html: str) -> None:
        if html.strip():
            cell = new_markdown_cell(one_line(html))
            self.tag(cell, set())
            self.written.append(cell)

    def tag(self, cell: NotebookNode, tags: set[str]) -> None:
        tags |= {self.inside} - {""}
        if tags:
            cell.metadata["tags"] = sorted(tags)

    def style(self) -> str:
        """On paper every fold is open."""
        names = [f"kc-fold-{number + 1}" for number in range(self.folds)]
        hidden = ",".join(HIDDEN.format(tag=name, closed=CLOSED.format(tag=name)) for name in names)
        sheet = files("kernelcourse.reading").joinpath("export.css").read_text(encoding="utf-8")
        return (
            CSS + asset("twin.css") + sheet + (f"@media screen{{{hidden}{{display:none}}}}" if hidden else "")
        )
