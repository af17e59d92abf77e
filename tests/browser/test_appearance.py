"""How a page of the built book looks: on paper, in the dark, and with nothing lying over its text."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import alive

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]


# What keeps its place on the screen while the page moves, apart from the bar at the top.
OVER = """() => [...document.querySelectorAll('body *')].filter(element => {
  const box = element.getBoundingClientRect();
  return getComputedStyle(element).position === 'fixed' && element.checkVisibility({visibilityProperty: true})
    && box.width > 0 && box.right > 0 && box.left < innerWidth && box.bottom > 80 && box.top < innerHeight;
}).map(element => element.id || element.className)"""


def test_nothing_lies_over_the_text_of_a_reader_who_turns_round(watch, book: Path) -> None:
    page = watch(width=390).page
    page.clock.install()
    page.goto((book / "chapters" / "kernel_trick" / "trick.html").as_uri())
    for place in (4000, 3500):
        page.evaluate(f"window.scrollTo(0, {place}); window.dispatchEvent(new Event('scroll'))")
        page.clock.run_for(1000)
    assert page.evaluate(OVER) == []


@pytest.mark.parametrize(
    ("page", "opened", "folded"),
    [("verified", "h1", "details.kc-folded"), ("ridge/kernel_ridge", "details.sd-dropdown[open]", "footer")],
)
def test_on_paper_proofs_are_open_and_evidence_is_not(
    watch, book: Path, page: str, opened: str, folded: str
) -> None:
    tab = watch().page
    tab.goto((book / "chapters" / f"{page}.html").as_uri())
    tab.emulate_media(media="print")
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(tab.locator(opened).first).to_be_visible()
    assert tab.locator(f"{folded}[open], {folded}:visible").count() == 0


def test_printing_leaves_what_is_to_be_guessed_as_it_was(watch, served: str) -> None:
    """On the screen afterwards, and when the page is opened again."""
    tab = watch().page
    for name, here in (("kmeans/kernel", ".kc-wrong"), ("mercer/building", "[data-kc-check=court]")):
        tab.goto(f"{served}/chapters/{name}.html")
        tab.locator("[data-kc-ready], .kc-start, .kc-score").first.wait_for(state="attached")
        spoiled = f"{here} details[open], {here}[open]"
        tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        tab.wait_for_timeout(200)
        tab.evaluate("window.dispatchEvent(new Event('afterprint'))")
        expect(tab.locator(spoiled)).to_have_count(0)
        tab.wait_for_timeout(200)  # what is remembered is written when the folds have told
        tab.reload()
        expect(tab.locator(spoiled)).to_have_count(0)


def test_on_paper_the_page_has_its_title_and_no_controls(watch, book: Path) -> None:
    watched = watch()
    watched.page.emulate_media(media="print")
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    expect(watched.page.locator("h1").first).to_be_visible()
    watched.page.locator(".kc-rings-controls").wait_for(
        state="attached"
    )  # the last of them, made by a script
    for furniture in (".kc-begin", ".kc-rings-controls", ".bd-sidebar-primary", ".prev-next-footer"):
        expect(watched.page.locator(furniture).first, furniture).to_be_hidden()


# What is folded is opened first: a browser may or may not lay out what nobody sees.
PLACES = """() => { document.querySelectorAll('.bd-article details').forEach(fold => { fold.open = true; });
  return [...document.querySelectorAll('.bd-article :is(figure, .cell, .proof, .admonition, p)')].map(
  part => { const box = part.getBoundingClientRect(); return [box.left, box.width, box.height].map(Math.round); }); }"""


@pytest.mark.parametrize("name", ["kernel_trick/trick", "svm/widest_margin", "kmeans/kernel"])
def test_a_page_is_set_the_same_in_the_light_and_in_the_dark(watch, book: Path, name: str) -> None:
    """Only colours change: nothing is set in, made smaller or pushed down by the other theme."""
    places = []
    for theme in ("light", "dark"):
        watched = watch(width=390, color_scheme=theme)
        watched.page.add_init_script(f"localStorage.setItem('mode', '{theme}')")
        watched.page.goto((book / "chapters" / f"{name}.html").as_uri())
        watched.page.add_style_tag(content="* { content-visibility: visible !important }")
        expect(watched.page.locator("html")).to_have_attribute("data-theme", theme)
        expect(watched.page.locator(".kc-options").first).to_be_attached()  # scripts have had their say
        alive(watched.page)
        places.append(watched.page.evaluate(PLACES))
    assert len(places[0]) > 40 and places[0] == places[1]


def test_no_box_of_the_text_casts_a_shadow(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "kernel_trick" / "trick.html").as_uri())
    shadows = watched.page.evaluate(
        "[...document.querySelectorAll('.bd-article .admonition')].map(box => getComputedStyle(box).boxShadow)"
    )
    assert shadows and set(shadows) == {"none"}


SHOWN = """() => [...document.querySelectorAll('.kc-parted')].map(parted => {
  const box = parted.parentElement, whole = parted.previousElementSibling;
  const seen = [whole, parted].filter(each => each.checkVisibility());
  return [seen.length, seen[0] === whole, box.scrollWidth <= box.clientWidth + 1];
})"""


@pytest.mark.parametrize(("width", "whole"), [(390, False), (1280, True)])
def test_a_display_parted_for_a_telephone_is_whole_on_a_desk(
    watch, book: Path, width: int, whole: int
) -> None:
    page = watch(width=width).page
    page.goto((book / "chapters" / "ridge" / "straight_lines.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    page.add_style_tag(content="* { content-visibility: visible !important }")
    found = page.evaluate(SHOWN)
    assert len(found) > 5 and set(map(tuple, found)) == {(1, whole, True)}


def test_a_remark_in_dark_code_is_quieter_than_the_code(watch, book: Path) -> None:
    page = watch(color_scheme="dark").page
    page.goto((book / "chapters" / "kmeans" / "plane.html").as_uri())
    page.emulate_media(color_scheme="dark")
    color = "element => getComputedStyle(element).color.match(/\\d+/g).map(Number)"
    red, green, blue = page.locator(".highlight .c1").first.evaluate(color)
    assert max(red, green, blue) - min(red, green, blue) < 40


def test_the_mark_of_a_statement_opens_its_topic_in_the_register(watch, book: Path) -> None:
    """And a name of the package its module."""
    page = watch(width=390).page
    page.goto((book / "chapters" / "verified.html").as_uri())
    assert page.evaluate("document.documentElement.scrollHeight") < 9000
    expect(page.locator("details.kc-register[open]")).to_have_count(0)
    for name, place in (("verified", "claim-thm-ridge-dual"), ("api", "kernelcourse.learn.kernel_pca")):
        page.goto((book / "chapters" / f"{name}.html").as_uri() + f"#{place}")
        expect(page.locator(f"[id='{place}']")).to_be_in_viewport()
        expect(page.locator("details.kc-register[open]")).to_have_count(1)
