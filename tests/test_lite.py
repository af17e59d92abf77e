"""JupyterLite as files of the book: every notebook is there, and every package is the one that its lock names."""

import hashlib
import json
import re
from typing import Any

import pytest

from tests.built import HTML
from tools.lite import packages, site

LITE = HTML / "_static" / "lite"


def config() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LITE / "jupyter-lite.json").read_text(encoding="utf-8"))
    return found["jupyter-config-data"]


def test_an_edition_is_named_after_its_notebooks(tmp_path, monkeypatch):
    first, second = tmp_path / "a.ipynb", tmp_path / "b.ipynb"
    first.write_text("{}")
    second.write_text("{ }")
    names = []
    for path in (first, second, first):
        monkeypatch.setattr(site, "notebooks", lambda path=path: {"chapters/a.ipynb": path})
        names.append(site.edition())
    assert names[0] == names[2] != names[1]
    assert all(re.fullmatch(r"edition(-\d{4}-\d\d-\d\d)?-[0-9a-f]{6}", name) for name in names)


def test_what_a_browser_cannot_have_says_so_when_it_is_used():
    names: dict[str, Any] = {"__name__": "dask.array"}
    exec(packages.ABSENT.read_text(encoding="utf-8"), names)
    array = names["__getattr__"]("Array")
    with pytest.raises(ImportError, match="needs Dask") as caught:
        array.from_array([1, 2], chunks=1)
    assert caught.value._render_traceback_() == [str(caught.value)]
    with pytest.raises(AttributeError):
        names["__getattr__"]("__path__")


@pytest.mark.book
def test_every_chapter_and_every_sheet_is_a_notebook_there():
    edition = site.edition()
    for name, source in site.notebooks().items():
        assert (LITE / "files" / edition / name).read_bytes() == source.read_bytes(), name
    assert len(site.notebooks()) > 35
    page = (LITE / "open.html").read_text(encoding="utf-8")
    assert edition in page and "homework/ridge.ipynb" in page


@pytest.mark.book
def test_the_packages_of_a_notebook_are_those_that_the_lock_names():
    kernel = config()["litePluginSettings"][f"{site.KERNEL}:kernel"]
    assert kernel["disablePyPIFallback"] is True
    lock = (LITE / kernel["loadPyodideOptions"]["lockFileURL"]).resolve()
    assert (LITE / kernel["pyodideUrl"]).resolve() == lock.with_name("pyodide.mjs")
    listed = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    for entry in listed.values():
        content = lock.with_name(entry["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], entry["file_name"]
    assert {"kernelcourse", "ipywidgets", "anywidget", "scikit-learn"} <= set(listed)


@pytest.mark.book
def test_the_site_stays_small_and_holds_python_once():
    files = [path for path in HTML.rglob("*") if path.is_file()]
    assert sum(path.name == "pyodide.asm.wasm" for path in files) == 1
    assert sum(path.stat().st_size for path in files if path.suffix not in (".pdf", ".zip")) < 150e6
