"""How soon a reader on a slow line can use a page: bytes, time to the first explorer, time in which nothing answers.

    python -m benchmarks.page_speed                     the heaviest chapter pages
    python -m benchmarks.page_speed ridge/kernel_ridge  these
    python -m benchmarks.page_speed all                 every chapter page, of two visits the better one

1.6 Mbit/s, 150 ms, a processor four times slower, nothing kept from before; a server that packs what it sends.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tools.browser import launch  # noqa: E402

HTML = ROOT / "_build" / "html"
PACKED = {".html", ".css", ".js", ".svg", ".json"}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
SLOWER = 4
PATIENCE = 300_000  # milliseconds
# The page itself notes when its first explorer is ready: asking it all the time would make it work.
WATCH = """window.kcBlocked = 0;
new PerformanceObserver(list => list.getEntries().forEach(task => { window.kcBlocked += task.duration - 50; }))
  .observe({type: 'longtask', buffered: true});
new MutationObserver((changes, watch) => {
  if (!changes.some(change => change.target.matches('.kc-explorer[data-kc-ready]'))) return;
  window.kcAlive = performance.now();
  watch.disconnect();
}).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-kc-ready']});"""
ALIVE = "() => window.kcAlive"
ASK_EVERY = 500  # milliseconds


class Packing(http.server.SimpleHTTPRequestHandler):
    """A static server that sends text packed, as every real one does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        packed = path.suffix in PACKED
        data = gzip.compress(data, 6) if packed else data
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@dataclass(frozen=True)
class Speed:
    """What one cold visit took."""

    page: str
    kilobytes: float
    alive: float | None  # seconds until the first explorer answers; None: the page has none
    blocked: float  # seconds of long tasks beyond 50 ms each

    def __str__(self) -> str:
        alive = " " * 13 if self.alive is None else f"{self.alive:5.1f} s alive"
        return f"{self.page:36} {self.kilobytes:6.0f} kB  {alive}  {self.blocked:5.2f} s blocked"


def visit(browser: Browser, home: str, page: str) -> Speed:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    tab.add_init_script(WATCH)
    wire = context.new_cdp_session(tab)
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", LINE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tab.goto(f"{home}/chapters/{page}.html", wait_until="commit")
    alive = tab.wait_for_function(ALIVE, polling=ASK_EVERY).json_value() / 1000 if explored(page) else None
    tab.wait_for_load_state("networkidle")
    blocked = tab.evaluate("window.kcBlocked") / 1000
    context.close()
    return Speed(page, sum(received) / 1000, alive, blocked)


def explored(page: str) -> bool:
    return "kc-explorer" in (HTML / "chapters" / f"{page}.html").read_text("utf-8")


def by_weight() -> list[str]:
    """The chapter pages, the heaviest first; not the old addresses that only lead to new ones."""
    pages = [path for path in (HTML / "chapters").rglob("*.html") if "<article" in path.read_text("utf-8")]
    pages.sort(key=lambda path: -path.stat().st_size)
    return [path.relative_to(HTML / "chapters").with_suffix("").as_posix() for path in pages]


def visits(asked: list[str]) -> Iterator[tuple[str, int]]:
    """Which pages, and how often."""
    if asked == ["all"]:
        yield from ((page, 2) for page in by_weight())
    else:
        yield from ((page, 1) for page in asked or [page for page in by_weight() if explored(page)][:3])


def main() -> int:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Packing, directory=str(HTML))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        home = f"http://127.0.0.1:{server.server_port}"
        for page, times in visits(sys.argv[1:]):
            speeds = [visit(browser, home, page) for _ in range(times)]
            print(min(speeds, key=lambda speed: speed.blocked), flush=True)
        browser.close()
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
