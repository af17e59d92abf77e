"""Every numbered statement carries its mark: what was checked, by what code, and which wrong twins were rejected.

The mark is a link to the claim on the page of verified statements. A script opens the same in place, from a file that
holds the evidence for one page and is loaded when it is first asked for.
"""

from __future__ import annotations

import json
import os
import re
from html import escape
from pathlib import Path
from typing import Any

import finishing
from docutils import nodes
from evidence import by_label, counts, shown
from sphinx.util.docutils import SphinxDirective

VERIFIED = "chapters/verified.html"
BOX = re.compile(
    r'<(div|details) class="proof (?P<kind>[a-z]+) admonition[^"]*" id="(?P<label>[^"]+)">\s*'
    r'(?:<span id="[^"]*"></span>\s*)*'
    r'<(?P<title>p|summary) class="admonition-title">(?P<words>.*?)</(?P=title)>',
    re.DOTALL,
)
EQUATION = re.compile(
    r'<span class="eqno">(?P<number>\([^)<]*\))(?P<link><a class="headerlink" href="#(?P<label>[^"]+)".*?</a>)</span>'
)
TAG = re.compile(r"<[^>]+>")


def folder(app: Any) -> Path:
    return Path(app.outdir).parent / ".evidence"


def mark(label: str, what: str, state: str, to_verified: str) -> str:
    """The link at the statement; its words say what a screen reader should hear."""
    sign, word = ("✓", "checked") if state == "checked" else ("¶", "cited, not checked here")
    name = f"{what}: {word}"
    return (
        f'<a class="kc-mark" data-kc-mark="{label}" data-kc-state="{state}" href="{to_verified}#claim-{label}" '
        f'aria-label="{escape(name)}" title="{escape(word)}">{sign}</a>'
    )


def finish(app: Any, pages: dict[Path, str]) -> None:
    known = by_label(folder(app))
    out = Path(app.outdir)
    data = out / "_static" / "kernelcourse" / "marks"
    data.mkdir(parents=True, exist_ok=True)
    for path, text in pages.items():
        up = os.path.relpath(out / VERIFIED, path.parent).replace(os.sep, "/")
        errata = up.replace("verified.html", "errata.html")
        here: dict[str, str] = {}

        def state_of(label: str, here: dict[str, str] = here, errata: str = errata) -> str:
            if label in known:
                here[label] = "".join(shown(entry, errata) for entry in known[label])
                return "checked"
            here[label] = "<p>This statement is cited. The book does not check it.</p>"
            return "cited"

        def box(match: re.Match[str], state_of: Any = state_of, up: str = up) -> str:
            label, words = match["label"], match["words"]
            if match["kind"] in ("proof", "exercise"):
                return match[0]
            what = " ".join(TAG.sub("", words.partition("</span>")[0]).split())
            made = mark(label, what, state_of(label), up)
            if match["title"] == "summary":
                return match[0] + made
            return match[0].replace('<p class="admonition-title">', f'<p class="admonition-title">{made}', 1)

        def equation(match: re.Match[str], state_of: Any = state_of, up: str = up) -> str:
            label = match["label"].removeprefix("equation-")
            made = mark(label, f"Equation {match['number']}", state_of(label), up)
            return f'<span class="eqno">{match["number"]}{match["link"]} {made}</span>'

        text = BOX.sub(box, EQUATION.sub(equation, text))
        if here:
            name = path.relative_to(out).with_suffix("").as_posix().replace("/", "-")
            content = json.dumps(here, ensure_ascii=False).replace("</", "<\\/")
            (data / f"{name}.js").write_text(
                f'kernelcourse.give("marks/{name}",{content});\n', encoding="utf-8"
            )
        pages[path] = text


class Promise(SphinxDirective):
    """The count of everything that was checked while the book was built, in a sentence."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        found = counts(folder(self.env.app))
        text = (
            f"While this book was built, {found['passed']} of {found['claims']} claims about {found['statements']} "
            f"numbered statements passed their checks, and the same checks rejected {found['twins']} wrong twins."
        )
        return [nodes.paragraph(text=text, classes=["kc-promise"])]


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(300, finish)
    app.add_directive("promise", Promise)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
