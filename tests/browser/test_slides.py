"""Explorers on slides, operated in a real browser: the picture follows the slider, as it does on the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.slides.deck import write
from tools.slides.outline import outlines
from tools.slides.pieces import HTML

pytestmark = pytest.mark.browser
OUTLINES = {outline.topic: outline for outline in outlines()}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Beside the book's own files, which a deck uses; without reveal.js, so that all slides lie below each other."""
    place = HTML / "slides-tried"
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.mark.parametrize("topic", OUTLINES)
def test_every_explorer_of_a_lecture_draws_another_picture(watch, folder: Path, topic: str) -> None:
    write(OUTLINES[topic], folder)
    page = watch().page
    page.goto((folder / f"{topic}.html").as_uri())
    for root in page.locator("[data-kc-frames]:has(input[type=range])").all():
        stage = root.locator(".kc-stage")
        before = stage.inner_html()
        slider = root.locator("input[type=range]").first
        slider.focus()
        end = slider.evaluate("one => one.value === one.max")
        page.keyboard.press("ArrowLeft" if end else "ArrowRight")
        page.wait_for_function("pair => pair[0].innerHTML !== pair[1]", arg=[stage.element_handle(), before])
