"""Names with a hyphen stay in one piece where they are read, and nothing else changes."""

import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from whole_names import whole

ONE = '<span class="kc-one">{}</span>'


def test_names_in_text_and_headings_are_kept_in_one_piece() -> None:
    page = '<h1>Kernel k-means</h1><p>scikit-learn has k-means++, and <a href="k-means.html">k-means</a>.</p>'
    made = whole(page)
    assert re.findall(r'<span class="kc-one">(.*?)</span>', made) == [
        "k-means",
        "scikit-learn",
        "k-means++",
        "k-means",
    ]
    assert re.sub(r'<span class="kc-one">(.*?)</span>', r"\1", made) == page and 'href="k-means.html"' in made


def test_titles_code_scripts_and_longer_words_stay() -> None:
    for page in (
        "<title>k-means</title>",
        '<pre class="a">print("k-means")</pre><code>k-means</code>',
        '<script>var a = "k-means";</script><!-- k-means -->',
        '<select><option value="k-means">k-means</option></select>',
        "<p>k-means-like</p>",
    ):
        assert whole(page) == page


def test_a_link_to_a_numbered_statement_is_kept_with_its_number() -> None:
    link = '<p>(<a class="reference internal" href="mds.html#thm">{}</a>)</p>'
    assert whole(link.format("Theorem 21.5")) == link.format(ONE.format("Theorem 21.5"))
    for other in ("Kernel ridge regression", "(21.5)", "Theorem 21.5 and more"):
        assert whole(link.format(other)) == link.format(other)
