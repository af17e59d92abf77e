"""Work in JupyterLite (or JupyterLab) as a reader does, from Playwright: open, type into cells, run, download."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"  # earlier tabs come back hidden
PATIENCE = 300_000  # milliseconds; a loaded machine takes its time
NUMBERED = "cell => /\\[\\d+\\]/.test(cell.querySelector('.jp-InputPrompt').textContent)"
# A stored notebook has numbers already: a cell has run when its star has come and gone.
WATCH = f"""cell => {{
  let begun = false;
  let begin;
  cell.kcBegun = new Promise((done) => {{ begin = () => done(true); }});
  cell.kcRan = new Promise((done, failed) => {{
    setTimeout(() => failed(new Error("the cell did not come to an end")), {PATIENCE});
    const seen = new MutationObserver(() => {{
      begun = begun || /\\[\\*\\]/.test(cell.querySelector('.jp-InputPrompt').textContent);
      if (begun) begin();
      if (begun && ({NUMBERED})(cell)) {{ seen.disconnect(); done(); }}
    }});
    seen.observe(cell, {{ childList: true, subtree: true, characterData: true }});
  }});
}}"""
# A key pressed while the laboratory is still being put together can be lost.
BEGUN = "cell => Promise.race([cell.kcBegun, new Promise(done => setTimeout(() => done(false), 20000))])"

SAYS = """([cell, words]) => [...cell.querySelectorAll('.jp-OutputArea-output')]
  .map(output => output.innerText).join('\\n').includes(words)"""


class Notebook:
    """A notebook that is open in `page`; cells are counted among those of code."""

    def __init__(self, page: Any) -> None:
        self.page = page
        shown = page.locator(PANEL)
        self.cells = shown.locator(".jp-Notebook .jp-CodeCell")
        self.cells.first.locator(".cm-content").wait_for(timeout=PATIENCE)
        shown.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=PATIENCE)
        shown.locator(".jp-KernelName", has_text="Python").wait_for(timeout=PATIENCE)

    def write(self, place: int, source: str) -> None:
        """Replace what stands in a cell."""
        self.cells.nth(place).locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)

    def run(self, place: int) -> str:
        """Run one cell, wait for it, and read what it shows."""
        cell = self.cells.nth(place)
        cell.evaluate(WATCH)
        for _ in range(5):
            cell.locator(".cm-content").click()
            self.page.keyboard.press("Control+Enter")
            if cell.evaluate(BEGUN):
                break
        cell.evaluate("cell => cell.kcRan")
        return self.shown(place)

    def says(self, place: int, words: str) -> str:
        """What a cell shows, once these words stand in it: outputs are drawn after the cell has come to an end."""
        cell = self.cells.nth(place).element_handle()
        self.page.wait_for_function(SAYS, arg=[cell, words], timeout=PATIENCE)
        return self.shown(place)

    def shown(self, place: int) -> str:
        return "\n".join(self.cells.nth(place).locator(".jp-OutputArea-output").all_inner_texts())

    def run_all(self) -> list[str]:
        """Run every cell, in order, by the menu; what each shows."""
        self.page.get_by_role("menuitem", name="Edit", exact=True).click()
        self.page.locator("li[data-command='editmenu:clear-all']").click()
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.locator("li[data-command='runmenu:run-all']").click()
        self.page.wait_for_function(
            f"[...document.querySelectorAll('{PANEL} .jp-CodeCell')].every({NUMBERED})", timeout=PATIENCE
        )
        return [self.shown(place) for place in range(self.cells.count())]

    def download(self, path: Path) -> Path:
        """File, then Download."""
        self.page.get_by_role("menuitem", name="File", exact=True).click()
        with self.page.expect_download() as waiting:
            self.page.locator("li[data-command='docmanager:download']").click()
        waiting.value.save_as(path)
        return path


def open_page(page: Any, site: str, name: str) -> Notebook:
    """The notebook of a chapter or sheet, from the book served at `site`."""
    page.goto(f"{site}/_static/lite/open.html?page={name}")
    return Notebook(page)
