"""The chapters as files: in the table of contents, in their normal form, with text outputs only.

That every cell still gives its stored output is nbval's test (`make test` runs pytest --nbval chapters);
that nbval would notice a change is tested in test_nbval_notices.py.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest
import yaml

from kernelcourse.claims.labels import pages
from tools.run_notebooks import normalised

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "chapters"
NOTEBOOKS = sorted(CHAPTERS.rglob("*.ipynb"))
TELEPHONE = 42  # characters of an output that fit into a line, 390 pixels wide
CORE = ["similarity", "kernel_trick", "mercer", "rkhs", "ridge", "pca", "mds", "kmeans", "perceptron"]


def listed(table) -> list[str]:
    """Every file named in a table of contents, however deep."""
    if isinstance(table, list):
        return [name for entry in table for name in listed(entry)]
    names = [table[key] for key in ("root", "file") if key in table]
    return names + [name for key in ("parts", "chapters", "sections") for name in listed(table.get(key, []))]


def test_the_table_of_contents_lists_every_chapter_once():
    names = listed(yaml.safe_load((ROOT / "_toc.yml").read_text()))
    assert sorted(names) == sorted(f"chapters/{page}" for page in pages(CHAPTERS))


@pytest.mark.parametrize("name", CORE)
def test_each_core_topic_is_a_notebook_or_a_folder_of_notebooks(name):
    assert (CHAPTERS / f"{name}.ipynb").is_file() or list((CHAPTERS / name).glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(CHAPTERS).as_posix())
def test_the_notebook_is_stored_in_its_normal_form(path):
    assert path.read_text(encoding="utf-8") == normalised(nbformat.read(path, as_version=4)), (
        "run make notebooks"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(CHAPTERS).as_posix())
def test_a_printed_table_keeps_its_rows_whole_on_a_telephone(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            lines = "".join(output.get("text", [])).splitlines()
            broken = [line for line in lines if len(line) > TELEPHONE]
            assert len(broken) < 4, f"{cell['id']}: {broken[0]}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(CHAPTERS).as_posix())
def test_stored_outputs_are_text_without_warnings_or_addresses(path):
    cells = [
        cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs, "a chapter that computes nothing is a page: write it as .md"
    for output in outputs:
        assert output["output_type"] != "error"
        assert output.get("name") != "stderr"
        assert set(output.get("data", {"text/plain": ""})) == {"text/plain"}
        text = "".join(output.get("text", output.get("data", {}).get("text/plain", "")))
        assert not re.search(r"0x[0-9a-f]{6,}|Warning|Traceback", text), text
