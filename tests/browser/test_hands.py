"""Explorers under the reader's hand, in Chromium: stored while Python sleeps, computed once it is awake."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from playwright.sync_api import expect

from kernelcourse import explore
from kernelcourse.claims.in_page import respond
from kernelcourse.explore.assets import asset
from kernelcourse.explore.stage import page_scripts
from kernelcourse.explore.twin import script
from kernelcourse.figures.style import CSS
from kernelcourse.scene import NAMES, exhibit
from kernelcourse.scene.answer import scene_answer
from kernelcourse.scene.in_print import readouts_in_print
from tests.browser.pages import alive, contrast_violations, press, violations

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
AWAKE = 300_000  # milliseconds; a loaded machine takes its time
LABEL = "eq-double-centring"


@pytest.fixture(scope="module")
def exhibition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The four exhibits and a statement's mark on one page, with the book's own Python, on a local port."""
    from _ext.fresh_execution import fingerprint
    from tools.live_python import assemble

    folder = tmp_path_factory.mktemp("exhibition")
    python = assemble(ROOT / "_build" / ".live", fingerprint(ROOT / "kernelcourse"))
    (folder / "frames").mkdir()
    (folder / "live").mkdir()
    (folder / "live" / python.name).symlink_to(python)
    for path in (ROOT / "_ext" / "live").iterdir():
        copyfile(path, folder / "live" / path.name)
    for name, text in page_scripts().items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "frames" / "ridge.js").write_text(script(explore.ridge()), encoding="utf-8")
    (folder / "twin.css").write_text(CSS + asset("twin.css"), encoding="utf-8")
    bodies = "".join(explore.EXPLORERS[name]()._repr_html_() for name in NAMES)
    (folder / "page.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Exhibition</title>'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="twin.css"></head><body><main><h1>Exhibition</h1>'
        f'<p><a class="kc-mark" data-kc-state="checked" data-kc-mark="{LABEL}" href="#">checked</a></p>'
        f'<p><a href="page.ipynb">as a notebook</a></p>{bodies}</main>'
        + "".join(f'<script src="{name}"></script>' for name in page_scripts())
        + f'<script src="live/live.js" data-root="{python.name}/" data-megabytes="1" data-with-scipy="2"></script>'
        '<script src="live/claims.js"></script><script src="live/notebook.js"></script></body></html>',
        encoding="utf-8",
    )
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Shown:
    """One explorer of the page."""

    def __init__(self, page: Any, name: str) -> None:
        self.page, self.name = page, name
        self.root = page.locator(f"[data-kc-frames={name}]")

    def readouts(self) -> list[list[str]]:
        pairs = zip(
            self.root.locator("dt").all_inner_texts(), self.root.locator("dd").all_inner_texts(), strict=True
        )
        return [list(pair) for pair in pairs]

    def settled(self) -> dict[str, Any]:
        """Wait until the page shows what the package computes for the question that the page asked last."""
        self.page.wait_for_function(
            f"(r => r.kcAsked?.brief === false && !('kcBusy' in r.dataset))"
            f"(document.querySelector('[data-kc-frames={self.name}]'))",
            timeout=AWAKE,
        )
        asked = self.root.evaluate("root => root.kcAsked")
        expected = scene_answer(asked)["scene"]
        wanted = json.dumps(
            [value for _, value in expected["readouts"]], ensure_ascii=False, separators=(",", ":")
        )
        self.page.wait_for_function(
            f"JSON.stringify([...document.querySelectorAll('[data-kc-frames={self.name}] dd')]"
            f".map(d => d.textContent)) === {json.dumps(wanted)}",
            timeout=AWAKE,
        )
        assert self.readouts() == expected["readouts"]
        return expected

    def grip(self, number: int) -> tuple[float, float]:
        box = self.root.locator(".kc-grip").nth(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, number: int, across: float, down: float) -> None:
        self.root.locator(".kc-hands").scroll_into_view_if_needed()
        alive(self.page)
        x, y = self.grip(number)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for share in (0.3, 0.6, 1.0):
            self.page.mouse.move(x + share * across, y + share * down)
        self.page.mouse.up()

    def press(self, words: str) -> None:
        self.root.get_by_role("button", name=words).click()


def test_hands(watch: Any, exhibition: str) -> None:
    """One page, woken once: waking is what takes long."""
    watched = watch(height=1000)
    page = watched.page
    page.goto(f"{exhibition}/index.html")
    ridge = Shown(page, "ridge")
    stored_scenes_are_exact(page, ridge)
    page.locator(".kc-wake-start").first.click()
    page.wait_for_selector("[data-kc-frames=ridge][data-kc-computed]", timeout=AWAKE)
    ridge.settled()
    points_are_dragged_added_removed_and_taken_back(page, ridge)
    a_slider_stands_between_its_stops(page, ridge)
    for name in NAMES[1:]:
        shown = Shown(page, name)
        shown.drag(2, 18, -12)
        expected = shown.settled()
        start = [control.start for control in exhibit(name).controls]
        assert (
            expected["hand"]["points"]
            != scene_answer({"name": name, "positions": start})["scene"]["hand"]["points"]
        )
    a_claim_is_run(page)
    assert violations(page) + contrast_violations(page) == []
    assert not watched.strangers(exhibition)
    assert not watched.complaints
    the_address_brings_the_state_back(page, ridge)


def stored_scenes_are_exact(page: Any, ridge: Shown) -> None:
    alive(page)
    expect(ridge.root.locator(".kc-hand-bar")).to_be_hidden()
    press(ridge.root.locator("[data-kc=slider]").first, "Home")
    page.wait_for_function("document.querySelector('[data-kc-frames=ridge]').dataset.kcPainted === '0.2.0.0'")
    expected = readouts_in_print(explore.ridge().frame(lam=1e-3).readouts)
    assert ridge.readouts() == [list(pair) for pair in expected]


def points_are_dragged_added_removed_and_taken_back(page: Any, ridge: Shown) -> None:
    before = ridge.settled()["hand"]["points"]
    ridge.drag(4, 20, -60)
    moved = ridge.settled()["hand"]["points"]
    assert [i for i in range(20) if moved[i] != before[i]] == [4] and moved[4][1] > before[4][1]
    x, y = ridge.grip(4)
    page.mouse.click(x + 30, y - 40)
    added = ridge.settled()["hand"]["points"]
    assert len(added) == 21 and added[:20] == moved
    ridge.drag(20, 0, -260)
    assert ridge.settled()["hand"]["points"] == moved
    ridge.press("Undo")
    assert len(ridge.settled()["hand"]["points"]) == 21
    pane = ridge.root.locator("svg[role=application]")
    press(pane, "PageDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    chosen = ridge.settled()["hand"]["points"]
    assert chosen[0][0] == pytest.approx(added[0][0] + 0.68, abs=1e-3) and chosen[0][1] > added[0][1]
    page.wait_for_function("/Point 1 of 21/.test(document.querySelector('.kc-hands .kc-said')?.textContent)")
    page.keyboard.press("Delete")
    assert len(ridge.settled()["hand"]["points"]) == 20
    ridge.press("Reset points")
    assert ridge.settled()["hand"]["points"] == before
    page.keyboard.press("Tab")
    ridge.drag(7, 10, 30)
    ridge.settled()


def a_slider_stands_between_its_stops(page: Any, ridge: Shown) -> None:
    slider = ridge.root.locator("[data-kc=slider]").first
    slider.evaluate("s => { s.value = 2.5; s.dispatchEvent(new Event('input', {bubbles: true})); }")
    page.wait_for_function("document.querySelector('[data-kc-frames=ridge]').kcAsked.positions[0] === 2.5")
    ridge.settled()
    expect(ridge.root.locator(".kc-value").first).to_have_text("0.316")


def a_claim_is_run(page: Any) -> None:
    """The panel of a mark, as the book's script makes it, gets the buttons that run the claim."""
    page.evaluate(
        "() => { const mark = document.querySelector('.kc-mark'), panel = document.createElement('aside');"
        " panel.className = 'kc-panel'; mark.kcPanel = panel; mark.parentNode.after(panel);"
        " panel.innerHTML = '<div class=kc-evidence>x</div><p class=kc-panel-foot></p>'; }"
    )
    page.get_by_role("button", name="Run it with another seed").click()
    page.wait_for_selector(".kc-run-answer table", timeout=AWAKE)
    here = json.loads(respond(json.dumps({"label": LABEL, "seed": 1})))
    assert all(claim["accepted"] for claim in here["claims"])
    rows = page.locator(".kc-run-answer tr").all_inner_texts()
    assert len(rows) == sum(len(claim["twins"]) for claim in here["claims"])
    assert all("✓ rejected" in row for row in rows)
    page.get_by_role("button", name="Try a candidate of your own").click()
    page.wait_for_selector(".kc-run textarea:visible", timeout=AWAKE)
    page.locator(".kc-run textarea").fill("lambda D: [[0 for _ in row] for row in D]")
    page.get_by_role("button", name="Try a candidate of your own").click()
    page.wait_for_function(
        "/✗ rejected/.test(document.querySelector('.kc-run-answer p')?.textContent)", timeout=AWAKE
    )


def the_address_brings_the_state_back(page: Any, ridge: Shown) -> None:
    page.wait_for_function("/kc-ridge=2.5.*~/.test(decodeURIComponent(location.search))")
    before = ridge.root.evaluate("root => root.kcAsked")
    page.reload()
    page.get_by_text("This address holds a state of its own").first.wait_for()
    page.locator(".kc-wake-start").first.click()
    page.wait_for_selector("[data-kc-frames=ridge][data-kc-computed]", timeout=AWAKE)
    ridge.settled()
    after = ridge.root.evaluate("root => root.kcAsked")
    assert after["positions"] == before["positions"]
    for one, other in zip(after["points"], before["points"], strict=True):
        assert one[:2] == pytest.approx(other[:2], abs=6e-4) and one[2] == other[2]


def test_a_page_downloads_with_a_cell_that_installs(watch: Any, exhibition: str) -> None:
    page = watch().page
    page.goto(f"{exhibition}/index.html")
    with page.expect_download() as saved:
        page.get_by_text("as a notebook").click()
    notebook = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    source = "".join(notebook["cells"][0]["source"])
    assert f'%pip install -q "kernelcourse[notebook] @ {exhibition}/live/' in source and source.endswith(
        '.whl"'
    )
