"""nbconvert's HTML of a page: no directive, no role, no TeX is left, and folds fold, in a browser without a network."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from kernelcourse.explore.explorer import VIEW
from kernelcourse.reading.copies import CHAPTERS, copy_to_work_in
from kernelcourse.reading.environment import prepare
from kernelcourse.reading.export import Readable
from kernelcourse.reading.numbers import chapter_of, numbered

PAGES = sorted(CHAPTERS.rglob("*.ipynb"))
LEFT = re.compile(r":::|\$|\{(?:eq|doc|ref|prf:ref|cite:[tp])\}|<code>[^<]*\\[a-z]+\{")


def exported(notebook: nbformat.NotebookNode, folder: Path = Path()) -> str:
    exporter = HTMLExporter(preprocessors=[Readable])
    return str(exporter.from_notebook_node(notebook, {"metadata": {"path": str(folder), "name": "page"}})[0])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_of_the_source_is_left(path: Path) -> None:
    notebook, _ = Readable().preprocess(
        nbformat.read(path, as_version=4), {"metadata": {"path": str(path.parent), "name": path.stem}}
    )
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert len(texts) > 3 and not [found[0] for text in texts for found in LEFT.finditer(text)]


@pytest.mark.book
@pytest.mark.parametrize("page", ["ridge/straight_lines", "pca/kernel_pca", "kernelising"])
def test_numbers_are_those_of_the_book(page: str) -> None:
    built = CHAPTERS.parent / "_build" / "html" / "chapters" / f"{page}.html"
    notebook = nbformat.read(CHAPTERS / f"{page}.ipynb", as_version=4)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    names = numbered(texts, chapter_of(page, CHAPTERS.parent / "_toc.yml"))
    text = built.read_text(encoding="utf-8")
    assert len(names) > 10
    for label, name in names.items():
        where = text.index(f'id="equation-{label}"' if name.startswith("(") else f'id="{label}"')
        assert re.sub(r"<[^>]+>", "", name) in re.sub(r"\s+", " ", text[where : where + 40_000]), (
            label,
            name,
        )


def small() -> nbformat.NotebookNode:
    """An exercise whose solution has code, and a widget that only its twin can show without a kernel."""
    twin = new_output(
        "execute_result", data={VIEW: {"model_id": "1"}, "text/html": "<p>the twin</p>", "text/plain": "t"}
    )
    start = ":::{exercise} Try\n:label: exr-a\nHow many?\n:::\n\n"
    start += ":::{solution-start} exr-a\n:class: dropdown\n:::\nTwo $x$."
    return new_notebook(
        cells=[
            new_code_cell("from kernelcourse import explore", outputs=[twin]),
            new_markdown_cell(start),
            new_code_cell("print('the solution')"),
            new_markdown_cell(":::{solution-end}\n:::\n\nAfterwards."),
        ],
        metadata={"widgets": {"state": {}}},
    )


def test_a_widget_is_shown_by_its_twin() -> None:
    html = exported(small())
    assert "the twin" in html and VIEW not in html and "html-manager" not in html


def test_a_notebook_of_another_kind_stays_as_it_is() -> None:
    other = new_notebook(cells=[new_markdown_cell(":::{note}\nmine\n:::"), new_code_cell("import numpy")])
    assert Readable().preprocess(other.copy(), {})[0] == other


def test_a_copy_is_numbered_as_its_page(tmp_path: Path) -> None:
    copy_to_work_in(CHAPTERS / "ridge" / "straight_lines.ipynb", tmp_path / "mine.ipynb", "ridge")
    html = exported(nbformat.read(tmp_path / "mine.ipynb", as_version=4))
    assert "<b>Theorem 15.3</b> (Push-through identity)" in html and "Hoerl and Kennard (1970)" in html


def test_an_environment_is_prepared_once_and_only_the_readers_own(tmp_path: Path) -> None:
    assert prepare(tmp_path) is None  # not an environment
    (tmp_path / "pyvenv.cfg").touch()
    written = prepare(tmp_path)
    assert written is not None and "Readable" in written.read_text(encoding="utf-8")
    written.write_text("# mine", encoding="utf-8")
    assert prepare(tmp_path) is None and written.read_text(encoding="utf-8") == "# mine"
