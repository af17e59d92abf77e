"""What a page says in short, which beliefs it takes up and what it asks can be found."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from search_index import entries  # noqa: E402

PAGE = """<article><section id="t"><h1>Title</h1><p>An opening.</p>
<div class="in-short admonition"><p class="admonition-title">In short</p><p>The summary.</p></div>
<section id="whole"><h2>Whole</h2>
<section id="part"><h3>Part</h3><p>A pebble.</p></section></section>
<section id="wrong"><h2>What goes wrong</h2><p><strong>“Large is good.”</strong> It is not.</p>
<div class="self-test admonition"><p class="admonition-title">Three questions</p><ol><li><p>How large?</p>
<ul class="x"><li class="y"><p><span class="kc-tick" data-kc-tick="wrong">☐</span> Huge. <em>No.</em></p></li>
<li class="y"><p><span class="kc-tick" data-kc-tick="right">☑</span> Small. <em>As said.</em></p></li></ul>
</li></ol></div>
</section></section></article>"""


def test_a_page_opens_with_its_summary_and_a_section_has_the_words_of_its_parts() -> None:
    found = {(one.kind, one.anchor): one for one in entries(PAGE, 0)}
    assert found["page", ""].text == "The summary."
    assert "opening" in found["page", ""].beyond
    assert "pebble" in found["section", "whole"].text


def test_beliefs_and_questions_are_found_with_what_is_right() -> None:
    said = [(one.kind, one.anchor, one.title, one.text) for one in entries(PAGE, 0)]
    assert ("belief", "wrong", "“Large is good.”", "It is not.") in said
    assert ("question", "wrong", "How large?", "Small. As said.") in said
    wrong = next(one for one in entries(PAGE, 0) if one.kind == "section" and one.anchor == "wrong")
    assert "Huge" not in wrong.text + wrong.beyond  # a wrong answer is nothing that the page says
