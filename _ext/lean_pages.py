"""A page carries what it shows, and nothing else: no widget state, no icon font, no script without a use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import finishing
from icons import drawn
from markup import end_of

SCRIPT = re.compile(r"[ \t]*<script\b[^>]*>.*?</script>\n?", re.DOTALL)
LINK = re.compile(r"[ \t]*<link\b[^>]*>\n?")
# What a script must not be about: the book folds, copies, searches and runs nothing by these.
NOT_NEEDED = re.compile(
    r"fontawesome|widget-state\+json|widget-view\+json|thebe|kernelName|searchtools|language_data|searchindex"
    r"|clipboard|copybutton|togglebutton|toggleHint|toggleOpenOnPrint|sphinx_highlight|doctools\.js"
    r"|scripts/(bootstrap|pydata-sphinx-theme|sphinx-book-theme)\.js|DOCUMENTATION_OPTIONS|documentation_options\.js"
)
NOT_NEEDED_STYLE = re.compile(r"fontawesome|copybutton|togglebutton|thebe|as=\"script\"")
# Light or dark before anything is drawn: a page that changes its mind is drawn twice.
DRESSED = """<script>
(function (page) {
  try { page.mode = localStorage.getItem("mode") || "auto"; } catch (e) { page.mode = "auto"; }
  page.theme = page.mode !== "auto" ? page.mode : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
})(document.documentElement.dataset);
</script>
"""
DRESSING = re.compile(r"[ \t]*<script data-cfasync[^>]*>.*?</script>\n", re.DOTALL)
BOX = re.compile(r'(<dialog id="pst-search-dialog">)(?!<template>)(.*?)(</dialog>)', re.DOTALL)
LEFT_OUT = ("ethical-ad-placement", "jb-print-docs-body", "bd-header-version-warning")
FILES_LEFT_OUT = (
    "scripts/*", "documentation_options.js", "vendor/fontawesome/**/*", "sphinx-thebe*", "clipboard*", "copybutton*",
    "togglebutton*", "**/*.map", "searchtools.js", "language_data.js", "sphinx_highlight.js", "doctools.js",
    "*/*/LICENSE*",
)  # fmt: skip


def lean(text: str) -> str:
    """The page without what it has no use for."""
    text = text.replace(' data-theme="auto"', ' data-theme="light"', 1)  # what a reader without scripts sees
    text = DRESSING.sub(lambda _: DRESSED, text, count=1)
    text = SCRIPT.sub(lambda match: "" if NOT_NEEDED.search(match[0]) else match[0], text)
    seen: set[str] = set()

    def once(match: re.Match[str]) -> str:
        link = match[0].strip()
        if NOT_NEEDED_STYLE.search(link) or link in seen:
            return ""
        seen.add(link)
        return match[0]

    head, mark, body = text.partition("</head>")
    head = LINK.sub(once, head)
    if "sd-tab" not in body:
        head = re.sub(r"[ \t]*<script[^>]*design-tabs[^>]*></script>\n?", "", head)
    head = re.sub(r'(<meta name="viewport"[^>]*>)(?=.*<meta name="viewport")', "", head, flags=re.DOTALL)
    body = body.replace(' role="doc-biblioentry"', "")  # deprecated: a list of references needs no role
    body = body.replace(  # every part of a page belongs to a landmark
        '<div id="pst-primary-sidebar" class=',
        '<div id="pst-primary-sidebar" role="complementary" aria-label="The book" class=',
    )
    for name in LEFT_OUT:
        body = without(body, name)
    body = BOX.sub(r"\1<template>\2</template>\3", body, count=1)  # 4-finding.js takes it out
    return drawn(re.sub(r"\n\s*\n+", "\n", head) + mark + body)


def without(text: str, identifier: str) -> str:
    """The page without the element that has this id."""
    found = re.search(rf'<(\w+)\b[^>]*\bid="{identifier}"[^>]*>', text)
    return text if not found else text[: found.start()] + text[end_of(text, found) :]


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def lean_style(css: str) -> str:
    """A style sheet without the rules of the icon font."""

    def keep(match: re.Match[str]) -> str:
        selectors = [part.strip() for part in match[1].split(",")]
        icons = all(re.match(r"(/\*.*\*/)?(\.fa(-|\b|[srb]\b)|:host)", part, re.DOTALL) for part in selectors)
        font = match[1].strip() == "@font-face" and re.search(r"Font ?Awesome", match[2])
        return "" if icons or font else match[0]

    return RULE.sub(keep, css)


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = lean(text)
    static = Path(app.outdir) / "_static"
    for pattern in FILES_LEFT_OUT:
        for path in static.glob(pattern):
            if path.is_file():
                path.unlink()
    for sheet in (static / "styles").glob("*.css"):
        css = sheet.read_text(encoding="utf-8")
        if (leaner := lean_style(css)) != css:
            sheet.write_text(leaner, encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(50, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
