"""Slides are cut from the built pages: what they show, the book shows, to the last digit."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tools.slides.chapter import Chapter
from tools.slides.deck import slides, text_of, write
from tools.slides.outline import Cell, outlines
from tools.slides.pieces import FIXED, Shown, built

pytestmark = pytest.mark.book
OUTLINES = {outline.topic: outline for outline in outlines()}
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@cache
def numbers_of(page: str) -> frozenset[str]:
    return frozenset(NUMBER.findall(text_of(built(page))))


def foreign_numbers(slide: Shown) -> list[str]:
    """Numbers on a slide that its page does not have."""
    book = numbers_of(slide.page)
    return [
        number for number in NUMBER.findall(text_of(slide.title + " " + slide.body)) if number not in book
    ]


@pytest.mark.parametrize("topic", OUTLINES)
def test_every_number_on_a_slide_is_the_books(topic):
    shown = slides(OUTLINES[topic])
    assert len(shown) == len(OUTLINES[topic].slides) + FIXED
    cut = shown[FIXED - 1 : -1]
    assert [(slide.title, foreign_numbers(slide)) for slide in cut if foreign_numbers(slide)] == []


def test_a_number_that_is_not_the_books_is_noticed():
    slide = slides(OUTLINES["ridge"])[10]
    assert foreign_numbers(Shown(slide.title, slide.body + "<p>31.4159</p>", (), slide.page)) == ["31.4159"]


@pytest.mark.parametrize("topic", OUTLINES)
def test_what_a_colon_announces_is_shown(topic):
    """On the slide itself, or on the next one, which is then the page's first cell."""
    pieces = [*(slide.piece for slide in OUTLINES[topic].slides), None]
    cut = slides(OUTLINES[topic])[FIXED - 1 : -1]
    announcing = [place for place, slide in enumerate(cut) if text_of(slide.body).strip().endswith(":")]
    for place in announcing:
        following, code = (
            pieces[place + 1],
            [text for is_code, text in Chapter(cut[place].page).cells if is_code],
        )
        assert isinstance(following, Cell) and following.text in code[0], cut[place].title


@pytest.mark.parametrize("topic", OUTLINES)
def test_a_deck_asks_no_other_host_and_has_no_slide_inside_a_slide(topic, tmp_path):
    write(OUTLINES[topic], tmp_path)
    page = (tmp_path / f"{topic}.html").read_text(encoding="utf-8")
    assert not re.search(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(?:https?:)?//', page)
    assert page.count("<section") == page.count("</section>") == len(OUTLINES[topic].slides) + FIXED
    assert page.count('<aside class="notes">') == page.count("<section")


@pytest.mark.parametrize("topic", OUTLINES)
def test_the_lecturer_has_words_for_every_slide(topic):
    assert [slide.title for slide in slides(OUTLINES[topic]) if not " ".join(slide.notes).strip()] == []


@pytest.mark.parametrize("topic", OUTLINES)
def test_links_lead_to_pages_that_exist(topic):
    from tools.slides.pieces import HTML

    for slide in slides(OUTLINES[topic]):
        for target in re.findall(r'<a\b[^>]*href="\.\./([^"#]*)', slide.body):
            assert (HTML / target).exists(), target
