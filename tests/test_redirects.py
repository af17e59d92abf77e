"""The address of a topic that became a folder leads each old anchor to the page on which it stands today."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
sys.path.append(str(ROOT / "_ext"))
from contents import Contents  # noqa: E402
from redirects import redirects  # noqa: E402

CONTENTS = Contents((("index", ""), ("mercer/first", "Kernels"), ("mercer/second", "Kernels"), ("mds", "")))


def test_each_anchor_finds_its_page_and_the_first_page_wins(tmp_path):
    folder = tmp_path / "chapters" / "mercer"
    folder.mkdir(parents=True)
    (folder / "first.html").write_text(
        '<nav id="x"></nav><article><p id="thm-a"></p><p id="summary"></p></article>'
    )
    (folder / "second.html").write_text('<article><p id="thm-b"></p><p id="summary"></p></article>')
    found = redirects(tmp_path, CONTENTS)
    assert list(found) == [tmp_path / "chapters" / "mercer.html"]
    text = found[tmp_path / "chapters" / "mercer.html"]
    pages = json.loads(re.search(r"const pages = (.*);", text)[1])
    assert pages == {
        "thm-a": "mercer/first.html",
        "summary": "mercer/first.html",
        "thm-b": "mercer/second.html",
    }
    assert 'url=mercer/first.html"' in text


def test_the_contents_know_order_and_captions():
    assert [CONTENTS.place(page) for page in ("mercer/second", "index", "nowhere")] == [2, 0, 4]
    assert CONTENTS.caption("mercer") == "Kernels"
    assert CONTENTS.caption("nowhere") == ""


@pytest.mark.book
def test_every_old_address_of_the_built_book_leads_to_pages_that_exist():
    for path in redirects(HTML, Contents.read(ROOT / "_toc.yml")):
        pages = json.loads(re.search(r"const pages = (.*);", path.read_text(encoding="utf-8"))[1])
        assert pages
        for anchor, page in pages.items():
            assert f'id="{anchor}"' in (HTML / "chapters" / page).read_text(encoding="utf-8")
