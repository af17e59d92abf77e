"""What a reader does with a page of the built book: opens a mark, searches, answers."""

import re
from pathlib import Path

import pytest

from tests.built import built_pages

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]
HTML = Path(__file__).resolve().parents[2] / "_build" / "html"
PAGES = [path.relative_to(HTML).as_posix() for path in built_pages(HTML / "chapters")]
MARKED = [page for page in PAGES if "data-kc-mark" in (HTML / page).read_text(encoding="utf-8")]
FOUND = {  # what is typed ↦ what the title of the first result must contain
    "double centering": "centr",
    "RBF": "gaussian",
    "representer theorem": "representer",
    "Gram matrix": "gram",
    "Novikoff": "novikoff",
    "push-through": "push",
    "leave-one-out": "leav",
}


@pytest.mark.parametrize("page", MARKED[:3])
def test_a_mark_opens_what_was_checked_by_keyboard(watch, book: Path, page: str) -> None:
    watched = watch()
    watched.page.goto((book / page).as_uri())
    mark = watched.page.locator(".kc-mark[data-kc-state=checked]").first
    mark.press("Enter")
    panel = watched.page.locator(".kc-panel").first
    panel.get_by_text("The code of the check").first.wait_for()
    assert re.search(r"\d+ wrong twins? rejected", panel.inner_text())
    assert mark.get_attribute("aria-expanded") == "true"
    panel.get_by_role("button", name="Close").press("Enter")
    assert not panel.is_visible()
    assert watched.complaints == []


@pytest.mark.parametrize("query", FOUND)
def test_search_finds_it_first(watch, book: Path, query: str) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    assert not [url for url in watched.asked if url.endswith("search.js")]
    watched.page.get_by_role("button", name="Search").first.click()
    watched.page.keyboard.type(query)
    first = watched.page.locator("dialog .kc-found strong").first
    first.wait_for()
    assert FOUND[query] in first.inner_text().lower()


def test_the_rings_turn(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    plane = watched.page.locator(".kc-turning .plane")
    before = plane.get_attribute("points")
    watched.page.get_by_label("Turn").press("ArrowRight")
    assert plane.get_attribute("points") != before


def test_without_a_script_formulas_marks_and_folds_are_there(watch, book: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto((book / MARKED[0]).as_uri())
    formula = watched.page.locator(".bd-article mjx-container").first
    assert formula.bounding_box() and formula.bounding_box()["height"] > 5
    assert "verified.html#claim-" in (watched.page.locator(".kc-mark").first.get_attribute("href") or "")


def test_on_paper_the_page_has_its_title_and_no_controls(watch, book: Path) -> None:
    watched = watch()
    watched.page.emulate_media(media="print")
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    assert watched.page.locator("h1").first.is_visible()
    for furniture in (".kc-begin", ".kc-rings-controls", ".bd-sidebar-primary", ".prev-next-footer"):
        assert not watched.page.locator(furniture).first.is_visible(), furniture


def test_letters_are_explained_by_keyboard(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "ridge" / "kernel_ridge.html").as_uri())
    watched.page.get_by_role("button", name="What the letters mean").press("Enter")
    listed = watched.page.get_by_role("dialog", name="What the letters mean")
    listed.get_by_text("On this screen").wait_for()
    rows = dict(
        zip(
            listed.locator("dt .kc-said").all_inner_texts(),
            listed.locator("dd").all_inner_texts(),
            strict=True,
        )
    )
    assert "price" in rows["λ"] and "Gram matrix" in rows["K"]
    watched.page.keyboard.press("Escape")
    assert not listed.is_visible()
    assert watched.complaints == []


def test_a_reference_is_previewed_by_keyboard(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "ridge" / "kernel_ridge.html").as_uri())
    for link, says in (("Theorem 12.1", "reproducing"), ("Theorem 15.2", "Dual ridge")):
        watched.page.keyboard.press("Tab")  # from now on focus comes from the keyboard
        watched.page.locator(".bd-article a.reference.internal", has_text=link).first.focus()
        card = watched.page.get_by_role("tooltip")
        card.get_by_text(says).first.wait_for()
        watched.page.keyboard.press("Escape")
        assert not card.is_visible()


def test_progress_stands_in_the_sidebar_until_it_is_forgotten(watch, book: Path) -> None:
    watched = watch(width=1280)
    tab = watched.page
    tab.goto((book / "chapters" / "similarity" / "distances.html").as_uri())
    forget = tab.get_by_role("button", name="Forget my progress")
    assert not forget.is_visible()
    tab.locator(".self-test .kc-options button").first.click()
    tab.locator(".prev-next-footer").scroll_into_view_if_needed()
    shown = tab.locator(".bd-sidenav .kc-progress")
    shown.get_by_text("read").wait_for()
    tab.reload()
    assert "/1 right" in shown.inner_text()
    forget.click()
    assert shown.count() == 0 and not forget.is_visible()
    assert tab.evaluate("Object.keys(localStorage).filter(key => key.startsWith('kernelcourse:'))") == []


def test_the_furniture_of_a_page_works(watch, book: Path) -> None:
    """Light and dark, search by keyboard, the menu of downloads, the list of pages on a telephone."""
    watched = watch(width=390, color_scheme="light")
    tab = watched.page
    tab.goto((book / "chapters" / "pca" / "kernel_pca.html").as_uri())
    tab.locator("[data-kc-ready]").first.wait_for(state="attached")
    tab.get_by_role("button", name="Color mode").click()
    assert tab.evaluate("document.documentElement.dataset.theme") == "dark"
    tab.reload()
    assert tab.evaluate("document.documentElement.dataset.theme") == "dark"
    tab.locator(".kc-letter-button").wait_for()
    tab.keyboard.press("Control+k")
    assert tab.locator("#pst-search-dialog input").is_visible()
    tab.keyboard.press("Escape")
    menu = tab.get_by_role("button", name="Download this page")
    menu.press("Enter")
    assert (
        tab.locator(".dropdown-menu a").first.is_visible() and menu.get_attribute("aria-expanded") == "true"
    )
    tab.keyboard.press("Escape")
    assert menu.get_attribute("aria-expanded") == "false"
    tab.locator(".primary-toggle").click()
    assert tab.locator("#pst-primary-sidebar-modal .bd-links a").first.is_visible()
    tab.keyboard.press("Escape")
    assert tab.locator("#pst-primary-sidebar .bd-links").count() == 1
    assert watched.complaints == []
