"""The general index holds the book's terms and no name of the package, with apostrophes as the chapters have them."""

import re
import sys
from pathlib import Path

import pytest

from tests.built import HTML

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from index_page import printed


def test_the_index_says_what_it_lists_and_an_apostrophe_is_curved() -> None:
    page = '<h1 id="index">Index</h1><li>Mercer\'s theorem</li><li><a href="b.html">Lloyd&#39;s algorithm</a></li>'
    made = printed(page + '<a href="#A">A</a>\n | <a href="#B">B</a>')
    assert made.endswith('A</a>&#160;| <a href="#B">B</a>')
    assert made.startswith('<h1 id="index">Index</h1><p>The terms of the book.')
    assert "Mercer’s theorem" in made and "Lloyd’s algorithm" in made


@pytest.mark.book
def test_no_name_of_the_package_stands_among_the_terms() -> None:
    index = (HTML / "genindex.html").read_text(encoding="utf-8")
    assert not re.search(r'href="chapters/api\.html#', index)
    assert len(re.findall(r"<li><a href=\"chapters/", index)) > 150
    assert not (HTML / "py-modindex.html").exists()
