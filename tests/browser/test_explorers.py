"""Published explorers in a real browser: operated, compared with the package, inspected for access."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kernelcourse.explore.explorer import Explorer
from kernelcourse.scene.in_print import in_print, readouts_in_print
from tests.browser.pages import (
    DEMO,
    alive,
    contrast_violations,
    expect_frame,
    operate_by_keyboard,
    operate_by_pointer,
    positions_of,
    press,
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
    press(first.locator("[data-kc]").first, "End")
    watched.page.wait_for_function("document.querySelector('.kc-explorer').dataset.kcPainted")
    assert [Path(url).name for url in watched.asked if "/frames/" in url] == [f"{EXPLORERS[0].name}.js"]


def test_frames_that_cannot_be_loaded_are_reported_in_the_page(watch, demo: Path) -> None:
    watched = watch()
    watched.page.route("**/frames/*", lambda route: route.abort())
    watched.page.goto(demo.as_uri())
    press(watched.page.locator("[data-kc]").first, "End")
    expect(watched.page.get_by_role("alert")).to_contain_text("could not be loaded")


def test_new_numbers_are_said_once_the_reader_rests(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator(".kc-explorer").first
    status = root.get_by_role("status")
    assert status.text_content() == ""
    slider = root.locator("[data-kc]").first
    press(slider, "Home")
    for _ in range(4):
        slider.press("ArrowRight")
    explorer = EXPLORERS[0]
    positions = [4] + [control.start for control in explorer.controls[1:]]
    expect_frame(root, explorer, positions)
    pairs = zip(root.locator("dt").all_inner_texts(), root.locator("dd").all_inner_texts(), strict=True)
    expect(status).to_have_text("; ".join(f"{name}: {value}" for name, value in pairs))


def test_without_a_script_every_explorer_keeps_picture_caption_and_facts(watch, demo: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto(demo.as_uri())
    for explorer in EXPLORERS:
        root = watched.page.locator(f"[data-kc-frames={explorer.name}]")
        assert root.locator("svg").first.is_visible()
        assert not root.locator(".kc-controls").is_visible()
        expect(root.locator("figcaption")).to_have_text(in_print(explorer.caption), use_inner_text=True)
        assert root.locator("dd").all_inner_texts() == [
            value for _, value in readouts_in_print(explorer.frame().readouts)
        ]
        _, rows = explorer.facts()
        assert root.locator("tbody tr").count() == len(rows)
        assert root.locator(".kc-facts").is_visible()


def test_print_shows_the_facts_and_no_controls(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    watched.page.emulate_media(media="print")
    root = watched.page.locator(".kc-explorer").first
    alive(watched.page)
    expect(root.locator(".kc-facts")).to_be_visible()
    expect(root.locator(".kc-controls")).to_be_hidden()


def test_play_walks_the_steps_and_can_be_paused(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-frames=perceptron]")
    alive(watched.page)
    before = positions_of(root)
    press(root.get_by_role("button", name="Play"), "Enter")
    watched.page.wait_for_function("document.querySelector('[data-kc-frames=perceptron]').dataset.kcPainted")
    assert positions_of(root)[-1] > before[-1]
    pause = root.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("aria-pressed", "true")
    pause.click()
    expect(root.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


def test_who_prefers_less_motion_is_offered_steps_only(watch, demo: Path) -> None:
    watched = watch(reduced_motion="reduce")
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-frames=perceptron]")
    expect(root.get_by_role("button", name="Next")).to_be_visible()
    expect(root.locator("[data-kc-play]")).to_be_hidden()
    alive(watched.page)
    moving = "[...document.querySelectorAll('.kc, .kc *')].filter(e => { const s = getComputedStyle(e);"
    moving += " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }).length"
    assert watched.page.evaluate(moving) == 0


def test_who_waits_for_python_is_told(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    alive(watched.page)
    told = (
        "(() => { const note = getComputedStyle(document.querySelector('.kc-stage'), '::after');"
        " return note.opacity === '1' && note.content.includes('computing'); })()"
    )
    watched.page.evaluate("document.querySelector('.kc-stage').closest('.kc-explorer').dataset.kcBusy = ''")
    assert not watched.page.evaluate(told)  # not at once: an awake Python answers within a blink
    watched.page.wait_for_function(told)


def test_a_button_opens_the_table_of_numbers(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator(".kc-explorer").first
    button = root.get_by_role("button", name="Table of numbers")
    expect(button).to_be_visible()
    expect(root.locator(".kc-facts")).to_be_hidden()
    press(button, "Enter")
    expect(root.locator(".kc-facts")).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_focus_can_be_seen(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    alive(watched.page)
    watched.page.keyboard.press("Tab")
    expect(watched.page.locator(":focus")).to_have_css("outline", re.compile(r"^(?!.*none).*3px"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 360])
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(watch, demo: Path, scheme, width) -> None:
    watched = watch(width=width, color_scheme=scheme)
    watched.page.goto(demo.as_uri())
    alive(watched.page)
    for button in watched.page.get_by_role("button", name="Table of numbers").all():
        button.click()
    watched.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    alive(watched.page)
    assert serious_violations(watched.page) == []
    assert sideways(watched.page) == []
    assert watched.complaints == []


def test_axe_would_notice(watch, demo: Path) -> None:
    """A pale word among thousands, in either scheme, and a picture without a name."""
    watched = watch(color_scheme="dark")
    watched.page.goto(demo.as_uri())
    alive(watched.page)
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
