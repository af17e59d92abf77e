"""Published explorers in a real browser: operated, compared with the package, inspected for access."""

from pathlib import Path

import pytest

from kernelcourse.explore.explorer import Explorer
from tests.browser.pages import (
    DEMO,
    contrast_violations,
    operate_by_keyboard,
    operate_by_pointer,
    positions_of,
    serious_violations,
    sideways,
)

pytestmark = pytest.mark.browser
EXPLORERS = [widget for widget in DEMO if isinstance(widget, Explorer)]


@pytest.mark.parametrize("explorer", EXPLORERS, ids=lambda e: e.name)
@pytest.mark.parametrize("operate", [operate_by_keyboard, operate_by_pointer])
def test_what_the_page_says_is_what_the_package_computes(watch, demo: Path, explorer, operate) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator(f"[data-kc-frames={explorer.name}]")
    assert operate(root, explorer) >= len(explorer.controls)
    assert watched.complaints == []
    assert watched.strangers("file://") == []


def test_frames_are_loaded_when_first_needed(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    assert not [url for url in watched.asked if "/frames/" in url]
    first = watched.page.locator(".kc-explorer").first
    first.locator("[data-kc]").first.press("End")
    watched.page.wait_for_function("document.querySelector('.kc-explorer').dataset.kcPainted")
    assert [Path(url).name for url in watched.asked if "/frames/" in url] == [f"{EXPLORERS[0].name}.js"]


def test_frames_that_cannot_be_loaded_are_reported_in_the_page(watch, demo: Path) -> None:
    watched = watch()
    watched.page.route("**/frames/*", lambda route: route.abort())
    watched.page.goto(demo.as_uri())
    watched.page.locator("[data-kc]").first.press("End")
    watched.page.get_by_role("alert").wait_for()
    assert "could not be loaded" in watched.page.get_by_role("alert").inner_text()


def test_new_numbers_are_said_once_the_reader_rests(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator(".kc-explorer").first
    status = root.get_by_role("status")
    assert status.text_content() == ""
    slider = root.locator("[data-kc]").first
    slider.press("Home")
    for _ in range(4):
        slider.press("ArrowRight")
    watched.page.wait_for_function("document.querySelector('.kc-said').textContent")
    pairs = zip(root.locator("dt").all_inner_texts(), root.locator("dd").all_inner_texts(), strict=True)
    assert status.text_content() == "; ".join(f"{name}: {value}" for name, value in pairs)


def test_without_a_script_every_explorer_keeps_picture_caption_and_facts(watch, demo: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto(demo.as_uri())
    for explorer in EXPLORERS:
        root = watched.page.locator(f"[data-kc-frames={explorer.name}]")
        assert root.locator("svg").first.is_visible()
        assert not root.locator(".kc-controls").is_visible()
        assert root.locator("figcaption").inner_text() == explorer.caption
        assert root.locator("dd").all_inner_texts() == list(explorer.frame().readouts.values())
        _, rows = explorer.facts()
        assert root.locator("tbody tr").count() == len(rows)
        assert root.locator(".kc-facts").is_visible()


def test_print_shows_the_facts_and_no_controls(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    watched.page.emulate_media(media="print")
    root = watched.page.locator(".kc-explorer").first
    assert root.locator(".kc-facts").is_visible() and not root.locator(".kc-controls").is_visible()


def test_play_walks_the_steps_and_can_be_paused(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-frames=perceptron]")
    play = root.get_by_role("button", name="Play")
    before = positions_of(root)
    play.press("Enter")
    watched.page.wait_for_function("document.querySelector('[data-kc-frames=perceptron]').dataset.kcPainted")
    assert positions_of(root)[-1] > before[-1]
    pause = root.get_by_role("button", name="Pause")
    assert pause.get_attribute("aria-pressed") == "true"
    pause.click()
    assert root.get_by_role("button", name="Play").get_attribute("aria-pressed") == "false"


def test_who_prefers_less_motion_is_offered_steps_only(watch, demo: Path) -> None:
    watched = watch(reduced_motion="reduce")
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-frames=perceptron]")
    assert not root.locator("[data-kc-play]").is_visible()
    assert root.get_by_role("button", name="Next").is_visible()
    moving = "[...document.querySelectorAll('.kc, .kc *')].filter(e => { const s = getComputedStyle(e);"
    moving += " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }).length"
    assert watched.page.evaluate(moving) == 0


def test_a_button_opens_the_table_of_numbers(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator(".kc-explorer").first
    button = root.get_by_role("button", name="Table of numbers")
    assert not root.locator(".kc-facts").is_visible()
    button.focus()
    button.press("Enter")
    assert root.locator(".kc-facts").is_visible() and button.get_attribute("aria-expanded") == "true"


def test_focus_can_be_seen(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    watched.page.keyboard.press("Tab")
    outline = watched.page.evaluate("getComputedStyle(document.activeElement).outline")
    assert "3px" in outline and "none" not in outline


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 360])
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(watch, demo: Path, scheme, width) -> None:
    watched = watch(width=width, color_scheme=scheme)
    watched.page.goto(demo.as_uri())
    for button in watched.page.get_by_role("button", name="Table of numbers").all():
        button.click()
    watched.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert serious_violations(watched.page) == []
    assert sideways(watched.page) == []
    assert watched.complaints == []


def test_axe_would_notice(watch, demo: Path) -> None:
    """A pale word among thousands, in either scheme, and a picture without a name."""
    watched = watch(color_scheme="dark")
    watched.page.goto(demo.as_uri())
    assert serious_violations(watched.page) == []
    watched.page.evaluate(
        "document.querySelector('main p').innerHTML += '<span style=\\'color:#555\\'>pale</span>'"
    )
    assert [found.split(":")[0] for found in contrast_violations(watched.page)] == ["color-contrast"]
    watched.page.evaluate("document.querySelector('main').innerHTML += '<img src=\\'data:,\\'>'")
    assert {found.split(":")[0] for found in serious_violations(watched.page)} == {
        "color-contrast",
        "image-alt",
    }
