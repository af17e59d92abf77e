"""The court and derivation checks in a published page: stored verdicts, memory, and the hook for Python."""

from pathlib import Path

import pytest

from kernelcourse.bridge import respond
from kernelcourse.bridge.derivation_page import typed
from kernelcourse.court import court
from kernelcourse.derivation import load
from kernelcourse.explore.court_check import EXAMPLES
from tests.browser.pages import DERIVATION

pytestmark = pytest.mark.browser


def test_stored_verdicts_open_by_keyboard_and_say_what_the_court_says(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    items = watched.page.locator("[data-kc-check=court] details")
    assert items.count() == len(EXAMPLES)
    for i, example in enumerate(EXAMPLES):
        items.nth(i).locator("summary").focus()
        watched.page.keyboard.press("Enter")
        shown = items.nth(i).locator(".kc-verdict").first
        assert shown.is_visible()
        assert shown.get_attribute("data-verdict") == court(*example).status.value
    assert watched.complaints == []


def test_without_a_script_the_verdicts_can_still_be_opened(watch, demo: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto(demo.as_uri())
    wrong = watched.page.locator("[data-kc-check=derivation] details").first
    wrong.locator("summary").click()
    assert wrong.locator(".kc-verdict").is_visible()
    lines = watched.page.locator("[data-kc-check=derivation] .kc-lines > li")
    assert lines.count() == len(load(DERIVATION).lines)
    assert watched.page.locator(".kc-asleep").first.is_visible()
    assert not watched.page.locator(".kc-typing").first.is_visible()


def test_what_was_opened_is_remembered(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    watched.page.locator("[data-kc-check=court] summary").nth(2).click()
    watched.page.wait_for_function("localStorage.getItem('kernelcourse:court')")
    watched.page.reload()
    opened = watched.page.locator("[data-kc-check=court] details")
    assert [d.get_attribute("open") is not None for d in opened.all()].index(True) == 2


def test_deriving_alone_hides_the_lines_and_is_remembered(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-check=derivation]")
    lines = root.locator(".kc-lines > li")
    count = lines.count()
    root.get_by_label("Hide the lines").check()
    assert [lines.nth(i).is_visible() for i in range(count)] == [True] + [False] * (count - 2) + [True]
    root.get_by_role("button", name="Hint").press("Enter")
    hint = root.locator(".kc-hints li")
    assert hint.count() == 1
    watched.page.reload()
    assert root.get_by_label("Hide the lines").is_checked()
    assert hint.count() == 1 and not lines.nth(1).is_visible()


@pytest.fixture
def awake(watch, demo: Path):
    """The page with Python behind it: here the test process, later one that runs in the page."""
    watched = watch()
    watched.page.expose_function("pythonRespond", respond)
    watched.page.goto(demo.as_uri())
    watched.page.evaluate("kernelcourse.connect(text => window.pythonRespond(text))")
    return watched


@pytest.mark.parametrize(
    ("formula", "dim", "verdict"), [("x @ z + 1", 2, "proved"), ("-(x @ z)", 2, "refuted"), ("x @", 2, None)]
)
def test_typed_formulas_are_judged_when_python_is_there(awake, formula, dim, verdict) -> None:
    root = awake.page.locator("[data-kc-check=court]")
    assert not root.locator(".kc-asleep").is_visible()
    root.get_by_label("k(x, z) =").fill(formula)
    root.get_by_label("Dimension").fill(str(dim))
    root.get_by_label("k(x, z) =").press("Enter")
    place = root.locator(".kc-typed")
    place.locator(".kc-verdict, .kc-problem").first.wait_for()
    if verdict is None:
        assert place.locator(".kc-problem").is_visible()
    else:
        assert place.locator(".kc-verdict").get_attribute("data-verdict") == verdict


def test_a_derivation_can_be_edited_and_derived_alone(awake) -> None:
    page, source = awake.page, load(DERIVATION)
    root = page.locator("[data-kc-check=derivation]")
    place = root.locator(".kc-typed")
    box = root.get_by_label("write")
    assert box.input_value() == typed(source.lines[1])
    box.fill("0")
    root.get_by_role("button", name="Judge").click()
    place.locator("[data-verdict=fails]").wait_for()
    root.get_by_label("Hide the lines").check()
    assert box.input_value() == ""
    box.fill(typed(source.lines[1]))
    box.press("Enter")
    root.locator(".kc-own li").first.wait_for()
    assert place.locator("[data-verdict=holds]").is_visible()
    page.reload()
    assert root.locator(".kc-own li").all_inner_texts() == [typed(source.lines[1])]
    assert awake.complaints == []
