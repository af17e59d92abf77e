"""python tools/lite_homework.py [SHEET …]: do whole homework sheets in JupyterLite, and grade them beside CPython's.

In Chromium, from the built book: open the sheet, type every answer into its cell, run all, download, and give the file
to `kernelcourse homework grade`, and then the same answers that never saw a browser. What checks say must be the same,
and so must the scores. Without names: all sheets.
"""

from __future__ import annotations

import functools
import http.server
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kernelcourse.homework.authoring.master import notebook_json, read_master, solved_cells  # noqa: E402
from tools.lite.hands import PATIENCE, open_page  # noqa: E402

MATERIALS = ROOT / "homework"
SECRET, STUDENT = "a secret of this run", "ada"


def answers(sheet: str, released: list[str]) -> list[str]:
    """The instructor's answers in the cells of the released sheet; its check cells as they stand."""
    written = iter(solved_cells(read_master(MATERIALS / sheet), STUDENT))
    return [cell if cell.startswith("check(") else next(written) for cell in released]


def released_cells(sheet: str) -> list[str]:
    tree = json.loads((ROOT / "kernelcourse" / "homework" / "sheets" / f"{sheet}.ipynb").read_text("utf-8"))
    return ["".join(cell["source"]) for cell in tree["cells"] if cell["cell_type"] == "code"]


def said_here(cells: list[str]) -> list[str]:
    """What each cell prints under this Python."""
    names: dict[str, Any] = {"__name__": "__main__"}
    said = []
    for cell in cells:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(cell, "<cell>", "exec"), names)
        said.append(printed.getvalue().strip())
    return said


def points(path: Path, sheet: str, out: Path) -> dict[str, float]:
    """The points of each question of one student's file, by the grader; the same hidden inputs every time."""
    handed_in = out / f"{STUDENT}.ipynb"
    handed_in.parent.mkdir(parents=True)
    handed_in.write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "kernelcourse.cli", "homework", "grade", str(handed_in), "--quiet"]
    command += ["--out", str(out / "graded"), "--sheet", sheet, "--secret", SECRET]
    subprocess.run([*command, "--materials", str(MATERIALS)], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    (record,) = [json.loads(one.read_text("utf-8")) for one in (out / "graded" / "records").glob("*.json")]
    return {question["id"]: question["points"] for question in record["questions"]}


def do_sheet(page: Any, site: str, sheet: str, folder: Path) -> bool:
    begin = time.perf_counter()
    notebook = open_page(page, site, f"homework/{sheet}")
    released = released_cells(sheet)
    cells = answers(sheet, released)
    for place, (empty, answer) in enumerate(zip(released, cells, strict=True)):
        if answer != empty:
            notebook.write(place, answer)
    shown, here = notebook.run_all(), said_here(cells)
    checks = [place for place, cell in enumerate(cells) if cell.startswith("check(")]
    differing = [place for place in checks if shown[place].strip() != here[place]]
    notebook.download(folder / "browser.ipynb")
    (folder / "cpython.ipynb").write_text(
        notebook_json([("code", cell) for cell in cells], {"sheet": sheet}), encoding="utf-8"
    )
    graded = {name: points(folder / f"{name}.ipynb", sheet, folder / name) for name in ("browser", "cpython")}
    same = graded["browser"] == graded["cpython"] and not differing
    totals = {name: sum(earned.values()) for name, earned in graded.items()}
    print(
        f"{sheet}: browser {totals['browser']:g}, CPython {totals['cpython']:g} points; "
        f"{len(checks) - len(differing)} of {len(checks)} checks say the same; {time.perf_counter() - begin:.0f} s",
        flush=True,
    )
    for place in differing:
        print(f"  DIFFERS {cells[place]}\n  browser: {shown[place]}\n  CPython: {here[place]}")
    return same


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


def main() -> int:
    from playwright.sync_api import sync_playwright

    from tools.browser import launch

    sheets = sys.argv[1:] or sorted(path.parent.name for path in MATERIALS.glob("*/master.ipynb"))
    handler = functools.partial(_Quiet, directory=str(ROOT / "_build" / "html"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    agreed = True
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        browser = launch(playwright)
        for sheet in sheets:
            context = browser.new_context(viewport={"width": 1200, "height": 900})
            context.set_default_timeout(PATIENCE)
            (folder := Path(name) / sheet).mkdir()
            agreed &= do_sheet(context.new_page(), f"http://127.0.0.1:{server.server_port}", sheet, folder)
            context.close()
        browser.close()
    server.shutdown()
    print("the same everywhere" if agreed else "NOT the same")
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
