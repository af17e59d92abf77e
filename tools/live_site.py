"""The book's Python in Chromium, without the book: one empty page on a local port, woken, to be asked."""

from __future__ import annotations

import functools
import http.server
import json
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from typing import Any

from playwright.sync_api import sync_playwright

from tools.browser import launch
from tools.live_python import assemble

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600_000  # milliseconds
# Verdicts, here and there, without a hasty clock behind them: a busy machine says the same.
PATIENT = """
from kernelcourse.language import effort
effort.GUARD *= 10
"""


def write(folder: Path, body: str = "") -> None:
    """index.html with the scripts of explorers and of live Python around `body`."""
    from _ext.fresh_execution import fingerprint
    from kernelcourse.explore.stage import page_scripts

    python = assemble(ROOT / "_build" / ".live", fingerprint(ROOT / "kernelcourse"))
    (folder / "live").mkdir()
    (folder / "live" / python.name).symlink_to(python)
    for path in (ROOT / "_ext" / "live").iterdir():
        copyfile(path, folder / "live" / path.name)
    scripts = ""
    for name, text in page_scripts().items():
        (folder / name).write_text(text, encoding="utf-8")
        scripts += f'<script src="{name}"></script>'
    scripts += f'<script src="live/live.js" data-root="{python.name}/" data-megabytes="" data-with-scipy=""></script>'
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Python</title>'
        f'<link rel="icon" href="data:,"></head><body>{body}{scripts}</body></html>',
        encoding="utf-8",
    )


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def opened(body: str = "") -> Iterator[Any]:
    """The page, still asleep."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        write(Path(name), body)
        handler = functools.partial(_Quiet, directory=name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        yield page
        browser.close()
        server.shutdown()
        server.server_close()


def ask(page: Any, request: dict[str, Any], entry: str = "kernelcourse.bridge") -> dict[str, Any]:
    """The answer of Python in the page; scipy is loaded with the first question."""
    script = f"([text, entry]) => kernelcourse.live.ask(text, ['scipy'], {PATIENCE}, entry)"
    found: dict[str, Any] = json.loads(page.evaluate(script, [json.dumps(request), entry]))
    return found
