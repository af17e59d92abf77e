"""The general index breaks long names after their dots and prints apostrophes as the chapters do."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from index_page import printed


def test_a_name_breaks_after_its_dots_and_an_apostrophe_is_curved() -> None:
    page = (
        '<li><a href="a.html#kernelcourse.kernels.Sum">x() (kernelcourse.kernels.Sum method)</a></li>'
        '<li>Mercer\'s theorem</li><li><a href="b.html">Lloyd&#39;s algorithm</a></li>'
    )
    made = printed(page + '<a href="#A">A</a>\n | <a href="#B">B</a>')
    assert made.endswith('A</a>&#160;| <a href="#B">B</a>')
    assert "x() (kernelcourse.<wbr>kernels.<wbr>Sum method)" in made
    assert 'href="a.html#kernelcourse.kernels.Sum"' in made
    assert "Mercer’s theorem" in made and "Lloyd’s algorithm" in made
