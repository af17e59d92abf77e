"""A headless Chromium, the pages it opens, and a record of everything a page asks for or complains about."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kernelcourse.explore.assets import asset
from kernelcourse.explore.stage import page_scripts
from kernelcourse.explore.twin import script
from kernelcourse.figures.style import CSS
from tests.browser.pages import DEMO
from tools.browser import launch

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120_000  # milliseconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with a few explorers and checks, made from their own HTML forms as the book does."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "frames").mkdir()
    for name, text in page_scripts().items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "twin.css").write_text(CSS + asset("twin.css"), encoding="utf-8")
    bodies = []
    for widget in DEMO:
        bodies.append(widget._repr_html_())
        if hasattr(widget, "frame"):
            (folder / "frames" / f"{widget.name}.js").write_text(script(widget), encoding="utf-8")
    page = folder / "index.html"
    page.write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Demo</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="twin.css"><style>body{margin:12px}'
        "@media (prefers-color-scheme:dark){body{background:#14181e;color:#eee}}</style></head>"
        f"<body><main><h1>Demo</h1>{''.join(bodies)}</main>"
        + "".join(f'<script src="{name}"></script>' for name in page_scripts())
        + "</body></html>",
        encoding="utf-8",
    )
    return page


@pytest.fixture(scope="session")
def book() -> Path:
    """The built book; `make book` makes it."""
    html = ROOT / "_build" / "html"
    assert (html / "index.html").exists(), "build the book first: make book"
    return html


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def served(book: Path) -> Iterator[str]:
    """The built book on a local port."""
    handler = functools.partial(_Quiet, directory=str(book))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Watched:
    """A page with what went wrong on it, and every address it asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url}"))

    def _heard(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def strangers(self, home: str) -> list[str]:
        """Requests that left the page's own origin."""
        return [url for url in self.asked if not url.startswith((home, "data:", "blob:"))]


@pytest.fixture
def watch(browser: Browser) -> Iterator[Any]:
    """`watch(width=360, color_scheme="dark")` → a fresh page in a context of its own."""
    contexts = []

    def open_page(width: int = 1100, height: int = 900, **options: Any) -> Watched:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Watched(context.new_page())

    yield open_page
    for context in contexts:
        context.close()
