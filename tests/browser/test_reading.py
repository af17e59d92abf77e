"""What a reader does with a page of the built book: opens a mark, searches, answers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import alive, press, scroll_until
from tests.browser.wholeness import OPEN_FOLDS
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
    press(mark, "Enter")
    panel = watched.page.locator(".kc-panel").first
    panel.get_by_text("The code of the check").first.wait_for()
    expect(panel).to_have_text(re.compile(r"\d+ wrong twins? rejected"))
    expect(mark).to_have_attribute("aria-expanded", "true")
    press(panel.get_by_role("button", name="Close"), "Enter")
    expect(panel).to_be_hidden()
    expect(mark).to_be_focused()
    assert watched.complaints == []


@pytest.mark.parametrize("name", ["svm/widest_margin", "kmeans/kernel", "scale"])
def test_the_next_line_is_chosen_to_the_end(watch, book: Path, name: str) -> None:
    """Line by line: what is given is the line that the wrong ones stand after, what is right is the line after it."""
    watched = watch()
    watched.page.goto((book / "chapters" / f"{name}.html").as_uri())
    watched.page.add_style_tag(content="* { content-visibility: visible !important }")
    watched.page.evaluate(OPEN_FOLDS)
    alive(watched.page)
    playable = watched.page.locator("[data-kc-check=derivation]:has(.kc-start)")
    expect(playable).not_to_have_count(0)  # the last script of the page has run
    # A derivation that comes near takes out its form, and the button under the pointer moves by 46 px.
    for root in playable.all():
        scroll_until(root, "element => 'kcBrought' in element.dataset")
    alive(watched.page)
    for root in playable.all():
        formulas = [
            line.locator(".kc-scroll").first.inner_html() for line in root.locator(".kc-lines > li").all()
        ]
        root.locator(".kc-start").click()
        while not root.locator(".kc-game").get_by_text("Done").count():
            told = root.locator(".kc-game > p").first
            expect(told).to_have_text(re.compile(r"Line \d+ of the derivation is"))
            after = int(told.text_content().split()[1])
            assert formulas[after] in root.locator(".kc-given").inner_html()
            options = root.locator(".kc-game .kc-options button")
            right = [
                place
                for place, option in enumerate(options.all())
                if formulas[after + 1] in option.inner_html()
            ]
            assert options.count() >= 2 and len(right) >= 1
            status = root.locator(".kc-game [role=status]")
            for place in right:  # a wrong arrow before the same formula is another option
                options.nth(place).click()
                expect(options.nth(place)).to_have_attribute("data-kc-right", re.compile("true|false"))
                if options.nth(place).get_attribute("data-kc-right") == "true":
                    break
            expect(status).to_contain_text("Right.")
            status.get_by_role("button").click()
    assert watched.complaints == []


@pytest.mark.parametrize("query", FOUND)
def test_search_finds_it_first(watch, book: Path, query: str) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    assert not [url for url in watched.asked if url.endswith("search.js")]
    watched.page.get_by_role("button", name="Search").first.click()
    expect(watched.page.locator("dialog input[name=q]")).to_be_focused()
    watched.page.keyboard.type(query)
    first = watched.page.locator("dialog .kc-found strong").first
    expect(first).to_contain_text(FOUND[query], ignore_case=True)


def test_without_a_script_formulas_marks_and_folds_are_there(watch, book: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto((book / MARKED[0]).as_uri())
    formula = watched.page.locator(".bd-article mjx-container").first
    assert formula.bounding_box() and formula.bounding_box()["height"] > 5
    assert "verified.html#claim-" in (watched.page.locator(".kc-mark").first.get_attribute("href") or "")


def test_letters_are_explained_by_keyboard(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "ridge" / "kernel_ridge.html").as_uri())
    press(watched.page.get_by_role("button", name="What the letters mean"), "Enter")
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
    expect(listed).to_be_hidden()
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
        expect(card).to_be_hidden()


def test_a_finger_looks_first_and_follows_at_the_second_tap(watch, served: str) -> None:
    """Also where the look lies in a file of its own, which is on its way when the finger taps."""
    tab = watch(width=390, has_touch=True).page
    address = f"{served}/chapters/ridge/kernel_ridge.html"
    tab.goto(address)
    link = tab.locator(".bd-article p a.reference.internal[href*='.html#thm']").first
    link.tap()
    expect(tab.get_by_role("tooltip")).to_be_visible()
    assert tab.url == address
    link.tap()
    tab.wait_for_url("**#thm-*")


def test_a_letter_says_its_meaning_to_a_finger_until_it_taps_elsewhere(watch, served: str) -> None:
    """In its topic what the topic borrowed it for: λ is an eigenvalue among principal components."""
    for name, letter, says in (
        ("ridge/kernel_ridge", "1D706", "price"),
        ("pca/directions", "1D706", "eigenvalue"),
        ("svm/widest_margin", "1D436", "price of a violation"),
        ("mercer/witnesses", "1D458", "a kernel"),
    ):
        tab = watch(width=390, has_touch=True).page
        tab.goto(f"{served}/chapters/{name}.html")
        tab.locator(f".bd-article p mjx-mi:has(> .mjx-c{letter})").first.tap()
        card = tab.get_by_role("tooltip")
        expect(card).to_contain_text(says)
        tab.wait_for_timeout(500)  # longer than a pointer that has left is waited for
        expect(card).to_be_visible()
        tab.locator("h1").first.tap()
        expect(card).to_be_hidden()


def test_progress_stands_in_the_sidebar_until_it_is_forgotten(watch, book: Path) -> None:
    watched = watch(width=1280)
    tab = watched.page
    tab.goto((book / "chapters" / "similarity" / "distances.html").as_uri())
    forget = tab.get_by_role("button", name="Forget my progress")
    tab.locator(".kc-forget").wait_for(state="attached")
    expect(forget).to_be_hidden()
    tab.locator(".self-test .kc-options button").first.click()
    shown = tab.locator(".bd-sidenav .kc-progress")
    expect(shown).to_contain_text("/1 right")
    read = "() => /read/.test(document.querySelector('.bd-sidenav .kc-progress').textContent)"
    scroll_until(tab.locator(".prev-next-footer"), read)
    tab.reload()
    expect(shown).to_contain_text("read")
    expect(shown).to_contain_text("/1 right")
    forget.click()
    expect(shown).to_have_count(0)
    expect(forget).to_be_hidden()
    assert tab.evaluate("Object.keys(localStorage).filter(key => key.startsWith('kernelcourse:'))") == []


def test_the_furniture_of_a_page_works(watch, book: Path) -> None:
    """Light and dark, search by keyboard, the menu of downloads, the list of pages on a telephone."""
    watched = watch(width=390, color_scheme="light")
    tab = watched.page
    tab.goto((book / "chapters" / "pca" / "kernel_pca.html").as_uri())
    tab.locator("[data-kc-ready]").first.wait_for(state="attached")
    tab.get_by_role("button", name="Color mode").click()
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    tab.reload()
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
    tab.locator(".kc-letter-button").wait_for()
    tab.keyboard.press("Control+k")
    expect(tab.locator("#pst-search-dialog input")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("#pst-search-dialog")).to_be_hidden()
    menu = tab.get_by_role("button", name="Download this page")
    press(menu, "Enter")
    expect(tab.locator(".dropdown-menu a").first).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "true")
    tab.keyboard.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")
    tab.locator(".primary-toggle").click()
    expect(tab.locator("#pst-primary-sidebar-modal .bd-links a").first).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("#pst-primary-sidebar .bd-links")).to_have_count(1)
    assert watched.complaints == []
