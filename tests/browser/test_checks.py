"""The court and derivation checks in a published page: stored verdicts, memory, and the hook for Python."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from kernelcourse.bridge import respond
from kernelcourse.court import court
from kernelcourse.derivation import load
from kernelcourse.derivation.readers.derive_alone import tasks
from kernelcourse.explore import derivation
from kernelcourse.explore.assets import asset
from kernelcourse.explore.court_check import EXAMPLES
from tests.browser.pages import DERIVATION, press

pytestmark = pytest.mark.browser


def test_stored_verdicts_open_by_keyboard_and_say_what_the_court_says(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    items = watched.page.locator("[data-kc-check=court] details")
    assert items.count() == len(EXAMPLES)
    for i, example in enumerate(EXAMPLES):
        press(items.nth(i).locator("summary"), "Enter")
        shown = items.nth(i).locator(".kc-verdict").first
        expect(shown).to_be_visible()
        expect(shown).to_have_attribute("data-verdict", court(*example).status.value)
    assert watched.complaints == []


def test_without_a_script_the_verdicts_can_still_be_opened(watch, demo: Path) -> None:
    watched = watch(java_script_enabled=False)
    watched.page.goto(demo.as_uri())
    watched.page.locator("[data-kc-check=derivation] .kc-wrong > summary").click()
    wrong = watched.page.locator("[data-kc-check=derivation] .kc-wrong li details").first
    wrong.locator("summary").click()
    expect(wrong.locator(".kc-verdict")).to_be_visible()
    lines = watched.page.locator("[data-kc-check=derivation] .kc-lines > li")
    assert lines.count() == len(load(DERIVATION).lines)
    expect(watched.page.locator(".kc-asleep").first).to_be_visible()
    expect(watched.page.locator(".kc-typing").first).to_be_hidden()


def test_what_was_opened_is_remembered(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    watched.page.locator("[data-kc-check=court] summary").nth(2).click()
    watched.page.wait_for_function("localStorage.getItem('kernelcourse:court')")
    watched.page.reload()
    opened = watched.page.locator("[data-kc-check=court] details")
    expect(opened.nth(2)).to_have_attribute("open", "")
    assert [d.get_attribute("open") is not None for d in opened.all()].index(True) == 2


def test_deriving_alone_hides_the_lines_and_is_remembered(watch, demo: Path) -> None:
    watched = watch()
    watched.page.goto(demo.as_uri())
    root = watched.page.locator("[data-kc-check=derivation]")
    lines = root.locator(".kc-lines > li")
    count = lines.count()
    root.get_by_label("Hide the lines").check()
    stay = {place for task in tasks(load(DERIVATION)) for place in (task.start, task.goal)}
    for i in range(count):
        expect(lines.nth(i)).to_be_visible(visible=i in stay)
    expect(root.locator(".kc-wrong")).to_be_hidden()
    press(root.get_by_role("button", name="Hint"), "Enter")
    hint = root.locator(".kc-hints li")
    expect(hint).to_have_count(1)
    watched.page.reload()
    expect(root.get_by_label("Hide the lines")).to_be_checked()
    expect(hint).to_have_count(1)
    expect(lines.nth(1)).to_be_hidden()


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
    expect(root.locator(".kc-asleep")).to_be_hidden()
    root.get_by_label("k(x, z) =").fill(formula)
    root.get_by_label("Dimension").fill(str(dim))
    press(root.get_by_label("k(x, z) ="), "Enter")
    place = root.locator(".kc-typed")
    place.locator(".kc-verdict, .kc-problem").first.wait_for()
    if verdict is None:
        expect(place.locator(".kc-problem")).to_be_visible()
    else:
        expect(place.locator(".kc-verdict")).to_have_attribute("data-verdict", verdict)


def judge(root, text: str) -> None:
    """Type a line and press Enter; wait for the answer."""
    root.get_by_label("write").fill(text)
    press(root.get_by_label("write"), "Enter")
    root.locator(".kc-typed").locator(".kc-verdict, .kc-problem").first.wait_for()


def test_a_line_can_be_edited(awake) -> None:
    source = load(DERIVATION)
    root = awake.page.locator("[data-kc-check=derivation]").first
    expect(root.get_by_label("write")).to_have_value(str(source.lines[1]))
    root.get_by_label("As line").select_option("2")
    expect(root.get_by_label("write")).to_have_value(str(source.lines[2]))
    judge(root, "0")
    expect(root.locator(".kc-typed [data-verdict=refuted]")).to_be_visible()
    press(root.get_by_role("button", name="Check all lines"), "Enter")
    shown = root.locator(".kc-typed .kc-lines > li")
    expect(shown).to_have_count(len(source.lines))
    assert {li.get_attribute("data-verdict") for li in shown.all()} <= {"proved", "tested"}
    assert awake.complaints == []


def test_a_derivation_is_derived_alone_to_its_goal(awake) -> None:
    """Own steps, a hint on request, a line taken back, a reload on the way; the author's lines never appear."""
    page = awake.page
    root = page.locator("[data-kc-check=derivation]").first
    own, task = root.locator(".kc-own li"), root.locator(".kc-task")
    root.get_by_label("Hide the lines").check()
    expect(root.get_by_label("write")).to_have_value("")
    task.get_by_text("Part 1 of 2").wait_for()
    expect(root.get_by_role("button", name="Check all lines")).to_be_hidden()
    judge(root, "k(x, x) - k(x, z)")
    expect(own).to_have_count(0)
    press(root.get_by_role("button", name="Hint"), "Enter")
    root.locator(".kc-typed", has_text="Hint.").wait_for()
    middle = [str(line) for line in load(DERIVATION).lines[1:3]]
    judge(root, "norm(phi(z) - phi(x))**2")
    own.first.wait_for()
    root.get_by_role("button", name="Take back").click()
    own.first.wait_for(state="detached")
    steps = ["phi(z)@phi(z) - 2*phi(x)@phi(z) + phi(x)@phi(x)", "k(z, z) - 2*k(x, z) + k(x, x)"]
    judge(root, steps[1])  # the goal in one line: true, and no derivation
    expect(own).to_have_count(0)
    judge(root, steps[0])
    own.first.wait_for()
    judge(root, steps[1])
    task.get_by_text("Part 2 of 2").wait_for()
    page.reload()
    expect(own).to_have_text(steps)
    page.evaluate("kernelcourse.connect(text => window.pythonRespond(text))")
    task.get_by_text("Part 2 of 2").wait_for()
    judge(root, "0 <= k(z, z) - 2*k(x, z) + k(x, x)")
    task.get_by_text("The goal is reached").wait_for()
    expect(root.locator(".kc-typed")).to_contain_text("done, in 3 lines")
    for line in middle:
        expect(root).not_to_contain_text(line, use_inner_text=True)
    assert awake.complaints == []


def test_lambda_is_picked_in_the_page(watch, tmp_path: Path) -> None:
    page_file = tmp_path / "index.html"
    scripts = "".join(f"<script>{asset(name)}</script>" for name in ("checks.js", "derive.js"))
    body = derivation("ridge-expand")._repr_html_()
    page_file.write_text(
        f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">{body}{scripts}',
        encoding="utf-8",
    )
    watched = watch()
    watched.page.expose_function("pythonRespond", respond)
    watched.page.goto(page_file.as_uri())
    watched.page.evaluate("kernelcourse.connect(text => window.pythonRespond(text))")
    root, place = watched.page.locator("[data-kc-check]"), watched.page.locator(".kc-typed")
    for lam, said in [
        ("1", "Proved at λ = 1"),
        ("3", "Refuted at λ = 3"),
        ("0", "λ must be a positive"),
        ("", "Refuted"),
    ]:
        root.get_by_label("λ").fill(lam)
        judge(root, "norm(y - Phi@w)**2 + λ**2*norm(w)**2")
        place.get_by_text(said).first.wait_for()
    root.get_by_role("combobox", name="n", exact=True).select_option("2")
    judge(root, "norm(y - Phi@w)**2 + λ*norm(w)**2")
    place.get_by_text("Proved").first.wait_for()
    assert watched.complaints == []
