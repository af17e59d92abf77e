"""Every page of the built book in a real browser: widgets operated, access inspected, nothing asked of other hosts."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kernelcourse import explore
from kernelcourse.derivation import load
from kernelcourse.derivation.readers.derive_alone import tasks
from kernelcourse.scene.in_print import readouts_in_print
from tests.browser.pages import (
    alive,
    contrast_violations,
    operate_by_keyboard,
    operate_by_pointer,
    press,
    scroll_until,
    sideways,
    violations,
)
from tests.browser.wholeness import lost, stops
from tests.built import built_pages

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build" / "html"
DOOR = HTML / "index.html"  # only leads to the first page
PAGES = [str(path.relative_to(HTML)) for path in built_pages() if path != DOOR]
SHOWN = [
    (page, name)
    for page in PAGES
    for name in re.findall(r'data-kc-frames="([a-z_]+)"', (HTML / page).read_text(encoding="utf-8"))
]
DERIVED = [
    page for page in PAGES if 'data-kc-check="derivation"' in (HTML / page).read_text(encoding="utf-8")
]
READ = [page for page in PAGES if page.startswith("chapters/")]
MOST_STOPS = 60  # of the Tab key before the first explorer
DESKTOP, PHONE = 1280, 360
# Each page is seen at one of these too, `make survey` looks at all; 640 is a desktop at 200 % zoom.
BETWEEN = (390, 640, 768)


def test_the_book_is_built(book: Path) -> None:
    assert PAGES, "build the book before the browser tests are collected: make book"


def test_the_front_door_leads_to_the_first_page(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "index.html").as_uri())
    watched.page.wait_for_url("**/chapters/index.html")
    assert watched.complaints == []


@pytest.mark.parametrize("page", PAGES)
def test_page_is_whole_accessible_self_contained_and_fits(watch, served: str, page: str) -> None:
    """One visit: everything is seen on every screen, folds open; axe finds nothing, in light and in dark."""
    # less motion: no colour is on its way to another while axe looks
    watched = watch(width=DESKTOP, color_scheme="light", reduced_motion="reduce")
    tab = watched.page
    tab.goto(f"{served}/{page}", wait_until="networkidle")
    alive(tab)
    assert watched.strangers(served) == []
    assert watched.complaints == []
    if tab.locator(".kc-explorer").count():
        assert stops(tab) <= MOST_STOPS
    problems = []
    for width in (DESKTOP, BETWEEN[PAGES.index(page) % len(BETWEEN)], PHONE) if page in READ else ():
        tab.set_viewport_size({"width": width, "height": 800})
        problems += [f"at {width} px: {each}" for each in lost(tab)]
    for width in (PHONE, DESKTOP):
        tab.set_viewport_size({"width": width, "height": 800})
        alive(tab)
        problems += [f"at {width} px: {each}" for each in sideways(tab) + violations(tab)]
    problems += [
        f"in the light: {each}" for each in contrast_violations(tab)
    ]  # colours are those of any width
    wear_dark(tab)
    problems += [f"in the dark: {each}" for each in contrast_violations(tab)]
    assert problems == []


def wear_dark(page: Page) -> None:
    """What the button for light and dark does, and what a system set to dark asks for."""
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    alive(page)


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_explorer_in_its_chapter_says_what_the_package_computes(watch, book: Path, page, name) -> None:
    """By keyboard, then by pointer; from file://, as a reader who unpacked the book sees it."""
    watched = watch()
    watched.page.goto((book / page).as_uri())
    root = watched.page.locator(f"[data-kc-frames={name}]").first
    explorer = explore.EXPLORERS[name]()
    for operate in (operate_by_keyboard, operate_by_pointer):
        assert operate(root, explorer) >= len(explorer.controls)
    assert watched.strangers("file://") == []


def test_every_explorer_is_in_some_chapter() -> None:
    assert {name for _, name in SHOWN} == set(explore.EXPLORERS)


@pytest.mark.parametrize("page", DERIVED)
def test_derivations_in_their_chapter_open_and_hide_by_keyboard(watch, book: Path, page: str) -> None:
    watched = watch()
    watched.page.goto((book / page).as_uri())
    watched.page.evaluate(
        "document.querySelectorAll('details').forEach(d => { d.open = !d.closest('.kc'); })"
    )
    for root in watched.page.locator("[data-kc-check=derivation]").all():
        source = load(root.get_attribute("data-kc-name") or "")
        lines = root.locator(".kc-lines > li")
        assert lines.count() == len(source.lines)
        assert {line.get_attribute("data-verdict") for line in lines.all()} <= {"proved", "tested"}
        scroll_until(root, "root => 'kcBrought' in root.dataset")  # it comes to life when the reader is near
        press(root.locator(".kc-wrong > summary"), "Enter")
        wrong = root.locator(".kc-wrong li")
        assert wrong.count() == len(source.wrong)
        press(wrong.first.locator("summary"), "Enter")
        expect(wrong.first.locator(".kc-verdict")).to_be_visible()
        assert wrong.first.locator(".kc-verdict").get_attribute("data-verdict") == "refuted"
        hide = root.get_by_label("Hide the lines")
        press(hide, "Space")
        expect(hide).to_be_checked()
        stay = {place for task in tasks(source) for place in (task.start, task.goal)}
        for i, line in enumerate(lines.all()):
            expect(line).to_be_visible(visible=i in stay)
    assert watched.complaints == []


def test_a_number_on_a_button_has_no_full_stop(watch, book: Path) -> None:
    """ "2." among the answers would read as the second of a list; a sentence keeps its stop."""
    watched = watch()
    watched.page.goto((book / "chapters" / "mds.html").as_uri())
    answers = watched.page.locator(".self-test .kc-options").nth(1).locator("button")
    expect(answers).to_have_text(["2", "4", "None, the table is impossible."])


def test_a_formula_on_a_button_is_its_name(watch, book: Path) -> None:
    """In words: what stands above or below what is not told inside a button."""
    watched = watch()
    watched.page.goto((book / "chapters" / "kernel_trick" / "trick.html").as_uri())
    answers = watched.page.locator(".self-test .kc-options").locator("button[aria-label]")
    expect(answers.first).to_have_attribute("aria-label", "( x to the ⊤ z − 1 ) to the 2")
    expect(answers.last).to_have_attribute("aria-label", "root of 1 + x to the ⊤ z")


@pytest.mark.parametrize("page", sorted({page for page, _ in SHOWN}))
def test_without_a_script_every_widget_keeps_its_facts(watch, book: Path, page: str) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto((book / page).as_uri())
    for root in watched.page.locator(".kc-explorer").all():
        explorer = explore.EXPLORERS[root.get_attribute("data-kc-frames") or ""]()
        assert root.locator("svg").first.is_visible() and root.locator("figcaption").is_visible()
        assert root.locator("dd").all_text_contents() == [
            value for _, value in readouts_in_print(explorer.frame().readouts)
        ]
        assert root.locator("tbody tr").count() >= 2
