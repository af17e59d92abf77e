"""A lecture shows the book: every piece that an outline names is there, once, and no number is the outline's own."""

from __future__ import annotations

import re

import pytest

from tools.reading_time import ROOT
from tools.slides.automatic import MOST, arranged
from tools.slides.chapter import Chapter, plain
from tools.slides.outline import Belief, Cell, Opening, Question, Statement, numbered_parts, outlines, read
from tools.slides.pieces import FIXED, home

OUTLINES = {outline.topic: outline for outline in outlines()}


@pytest.mark.parametrize("topic", OUTLINES)
def test_a_lecture_has_15_to_25_slides(topic):
    assert 15 <= len(OUTLINES[topic].slides) + FIXED <= 25


@pytest.mark.parametrize("topic", OUTLINES)
def test_every_piece_is_in_one_page_of_the_topic(topic):
    outline = OUTLINES[topic]
    for slide in outline.slides:
        chapter = home(slide.piece, outline.pages)
        match slide.piece:
            case Belief(words, _):
                assert words in chapter.beliefs
            case Question(number, _):
                assert re.search(rf"^{number}\. ", chapter.prose.partition(":class: self-test")[2], re.M)
            case Opening(page):
                assert chapter.title and page in outline.pages
            case Statement() | Cell():
                assert chapter.page in outline.pages


@pytest.mark.parametrize("topic", OUTLINES)
def test_a_lecture_has_explorers_and_derivations(topic):
    cells = [slide.piece.text for slide in OUTLINES[topic].slides if isinstance(slide.piece, Cell)]
    assert any("explore." in text and "derivation" not in text for text in cells)
    boxes = sum(
        "explore.derivation" in text for page in OUTLINES[topic].pages for _, text in Chapter(page).cells
    )
    assert any("explore.derivation" in text for text in cells) or not boxes


@pytest.mark.parametrize("topic", OUTLINES)
def test_what_the_lecturer_says_has_no_number_of_its_own(topic):
    outline = OUTLINES[topic]
    for slide in outline.slides:
        numbers = re.findall(r"\d+(?:\.\d+)?", slide.title + " " + slide.say)
        source = home(slide.piece, outline.pages).prose
        assert [number for number in numbers if number not in source] == []


def test_every_page_of_a_numbered_part_is_lectured_on():
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    assert [page for outline in OUTLINES.values() for page in outline.pages] == [
        page for _, pages in numbered_parts(contents) for page in pages
    ]


@pytest.mark.parametrize("topic", OUTLINES)
def test_a_topic_without_an_outline_gets_a_lecture_from_its_pages(topic):
    outline = OUTLINES[topic]
    made = arranged(topic, outline.title, outline.pages)
    assert 12 <= len(made.slides) <= MOST
    assert all(home(slide.piece, outline.pages).page in outline.pages for slide in made.slides)
    assert {slide.piece.page for slide in made.slides if isinstance(slide.piece, Opening)} == set(
        outline.pages
    )
    order = [outline.pages.index(home(slide.piece, outline.pages).page) for slide in made.slides]
    assert order == sorted(order)


@pytest.mark.parametrize("topic", OUTLINES)
def test_every_page_promises_something(topic):
    assert all(Chapter(page).promise for page in OUTLINES[topic].pages)


def test_notes_read_aloud():
    assert (
        plain("see {prf:ref}`thm-x`, *this* and\n$$\na = 2b\n$$ (eq-x) there")
        == "see thm-x, this and $a = 2b$ there"
    )


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ('statement = "a"\nbelief = "b"', "must show one of"),
        ('cell = "figures.x"', "needs a title"),
        ('statement = "a"\ncode = true', "has no use for"),
        ('belief = "a"', "must name its page"),
        ("", "must show one of"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path, entry, complaint):
    path = tmp_path / "topic.toml"
    path.write_text(f'title = "T"\npages = []\n[[slide]]\n{entry}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=f"topic.toml, slide 1 .*{complaint}"):
        read(path)


def test_a_text_in_two_cells_is_refused():
    with pytest.raises(ValueError, match="2 cells"):
        home(Cell('explore.derivation("kmeans-trace")'), ("kmeans/kernel", "kmeans/kernel"))


def test_emphasis_survives_the_reset_of_reveal():
    style = (ROOT / "tools" / "slides" / "slides.css").read_text(encoding="utf-8")
    assert ".reveal em { font-style: italic; }" in style
