"""What is typed into or chosen from waits in a template until a script takes it out.

A browser that fills forms looks over those of a page while it loads, and lays out all of the page for it, several
times. Nothing is lost to a reader without scripts: these parts are hidden until one shows them. The boxes before the
answers of a question become signs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing
from markup import end_of

SLEEPER = re.compile(
    r'(?<!<template class="kc-later">)<(div|form|p) class="kc-(?:controls|typing|alone)"[^>]*>'
)
BOX = re.compile(r'<input class="task-list-item-checkbox"([^>]*)>')


def asleep(text: str) -> str:
    """The page with its hidden forms and controls in templates."""
    parts, at = [], 0
    while found := SLEEPER.search(text, at):
        end = end_of(text, found)
        parts += [
            text[at : found.start()],
            '<template class="kc-later">',
            text[found.start() : end],
            "</template>",
        ]
        at = end
    return "".join([*parts, text[at:]])


def signed(text: str) -> str:
    """The page whose answers to choose from have a sign instead of a box: right or wrong."""

    def sign(match: re.Match[str]) -> str:
        right = "checked" in match[1]
        return f'<span class="kc-tick" data-kc-tick="{"right" if right else "wrong"}">{"☑" if right else "☐"}</span>'

    return BOX.sub(sign, text)


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = signed(asleep(text))


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(550, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
