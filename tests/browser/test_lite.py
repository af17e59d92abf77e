"""Notebooks in the reader's browser: a sheet is done, kept and graded, a chapter runs, a point is dragged."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kernelcourse.homework.authoring.master import notebook_json
from tests.browser.pages import alive
from tools.lite import site
from tools.lite.hands import Notebook
from tools.lite_homework import points, released_cells

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]

RIGHT = "def dual_weights(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(K)), y)"
WRONG = RIGHT.replace("lam *", "2 * lam *")
DASK = "import dask.array as da\nda.ones(3)"
STORAGE = "kernelcourse notebooks"
# A changed copy of an earlier edition, as JupyterLite keeps it.
KEEP = """([storage, path]) => new Promise((done, failed) => {
  const opening = indexedDB.open(storage, 3);
  opening.onerror = failed;
  opening.onupgradeneeded = () => { opening.result.createObjectStore("files"); };
  opening.onsuccess = () => {
    const work = opening.result.transaction("files", "readwrite");
    work.objectStore("files").put({ path, name: "ridge.ipynb", content: "mine" }, path);
    work.oncomplete = () => { opening.result.close(); done(); };
  };
})"""
KEPT = """storage => new Promise((done, failed) => {
  const opening = indexedDB.open(storage);
  opening.onerror = failed;
  opening.onsuccess = () => {
    const asking = opening.result.transaction("files").objectStore("files").getAll();
    asking.onsuccess = () => { opening.result.close(); done(asking.result); };
  };
})"""


@pytest.fixture
def lite(watch: Any) -> Any:
    """A page, and what its workers ask for too."""
    watched = watch(width=1200)
    watched.page.context.on("request", lambda request: watched.asked.append(request.url))
    return watched


def test_a_homework_sheet_is_done_in_the_browser_and_graded_as_elsewhere(lite, served, tmp_path):
    lite.page.goto(f"{served}/chapters/students.html")
    lite.page.get_by_role("link", name="Kernel ridge regression", exact=True).click()
    sheet = Notebook(lite.page)
    sheet.run(0)
    sheet.write(1, WRONG)
    sheet.run(1)
    sheet.run(2)
    sheet.says(2, "q1  failed")
    sheet.says(2, "λ counted twice")
    sheet.write(1, RIGHT)
    sheet.run(1)
    sheet.run(2)
    sheet.says(2, "q1  passed")
    browser = sheet.download(tmp_path / "browser.ipynb")
    cells = released_cells("ridge")
    cells[1] = RIGHT
    here = tmp_path / "cpython.ipynb"
    here.write_text(notebook_json([("code", cell) for cell in cells], {"sheet": "ridge"}), encoding="utf-8")
    graded = points(browser, "ridge", tmp_path / "browser")
    assert graded == points(here, "ridge", tmp_path / "cpython")
    assert graded["q1"] == 4.0
    assert not lite.strangers(served)


def test_a_changed_copy_of_an_earlier_edition_is_offered_and_never_stands_for_this_one(watch, served):
    page = watch().page
    page.route(
        re.compile(r"/lab/index\.html"), lambda route: route.fulfill(body="", content_type="text/html")
    )
    address = f"{served}/_static/lite/open.html?page=homework/ridge"
    page.goto(address)
    page.wait_for_url(re.compile(r"path=edition-[^/]*/homework/ridge\.ipynb$"))
    page.evaluate(KEEP, [STORAGE, "edition-2020-01-01-abcdef/homework/ridge.ipynb"])
    page.goto(address)
    assert "path=edition-2020" not in page.get_by_role("link", name="Open this edition").get_attribute("href")
    page.get_by_role("link", name="Open your copy").click()
    page.wait_for_url(re.compile(r"ridge%20\(2020-01-01-abcdef\)\.ipynb$"))
    (kept,) = page.evaluate(KEPT, STORAGE)
    assert kept["content"] == "mine"
    assert kept["path"] == f"{site.edition()}/homework/ridge (2020-01-01-abcdef).ipynb"
    page.goto(address)  # it stays in the list, where it lies now
    page.get_by_role("link", name="Open your copy").click()
    page.wait_for_url(re.compile(r"abcdef\)\.ipynb$"))


def drag(page: Any, root: Any) -> tuple[str, str]:
    """The readouts before and after a point is moved by hand."""
    grip = root.locator(".kc-grip").first
    grip.wait_for(state="attached")
    grip.scroll_into_view_if_needed()
    alive(page)
    before = root.locator("table.kc").inner_text()
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y - 40, steps=4)
    page.mouse.up()
    after = page.wait_for_function(  # the table may be drawn anew: it is looked for each time
        "([root, before]) => { const now = root.querySelector('table.kc')?.innerText; return now !== before && now; }",
        arg=[root.element_handle(), before],
    )
    return before, after.json_value()


def test_a_chapter_runs_in_the_browser_and_its_points_follow_the_hand(lite, served):
    lite.page.goto(f"{served}/chapters/ridge/in_practice.html")
    lite.page.get_by_role("link", name="Run this page in the browser").click()
    chapter = Notebook(lite.page)
    stored = json.loads((ROOT / "chapters" / "ridge" / "in_practice.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    chapter.run(0)
    said = "".join(line for part in cells[1]["outputs"] for line in part["text"])
    chapter.run(1)
    assert chapter.says(1, said.strip()).strip() == said.strip()
    chapter.run(3)
    drag(lite.page, chapter.cells.nth(3))
    chapter.write(4, DASK)
    chapter.run(4)
    said = chapter.says(4, "This cell needs Dask").strip()
    assert said.startswith("This cell needs Dask") and "\n" not in said
    assert not lite.strangers(served)
