"""Where Chromium is, and how to start it so that it talks to nobody but the page under test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]


def chromium_path() -> str | None:
    """This machine's Chromium or Chrome: $CHROMIUM, the search path, the usual places; else None."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen
    found = [path for name in NAMES if (path := shutil.which(name))]
    found += [place for place in PLACES if Path(place).exists()]
    return found[0] if found else None


def launch(playwright, **options):
    """A headless Chromium: ``with sync_playwright() as p: browser = launch(p)``."""
    path = chromium_path()
    if path is None:
        raise RuntimeError(
            "No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM=/path/to/it."
        )
    return playwright.chromium.launch(executable_path=path, args=FLAGS, **options)
