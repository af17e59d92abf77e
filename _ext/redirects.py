"""Old addresses lead on: a topic that became a folder of pages keeps its address, and every anchor finds its page.

``chapters/mercer.html#thm-schur`` of the first edition opens the page below ``chapters/mercer/`` on which
``thm-schur`` stands today; without an anchor, or without scripts, the first page of the topic opens.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from contents import Contents

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>This page has moved</title>
<meta name="robots" content="noindex"><link rel="canonical" href="{first}">
<script>
const pages = {pages};
const anchor = decodeURIComponent(location.hash.slice(1));
location.replace((Object.hasOwn(pages, anchor) ? pages[anchor] : "{first}") + location.search + location.hash);
</script>
<noscript><meta http-equiv="refresh" content="0; url={first}"></noscript></head>
<body><main><h1>This page has moved</h1><p>Go on to <a href="{first}">{first}</a>.</p></main></body></html>
"""
ANCHOR = re.compile(r'\bid="([^"]+)"')


def redirects(html: Path, contents: Contents) -> dict[Path, str]:
    """old address ↦ the page that leads on, for every folder of pages below chapters/."""
    topics: dict[str, list[str]] = {}
    for page, _ in contents.entries:
        if "/" in page:
            topics.setdefault(page.partition("/")[0], []).append(page)
    return {html / "chapters" / f"{topic}.html": leading_on(html, pages) for topic, pages in topics.items()}


def leading_on(html: Path, pages: list[str]) -> str:
    """The text of the old address: each anchor with the first page that has it."""
    anchors: dict[str, str] = {}
    for page in pages:
        text = (html / "chapters" / f"{page}.html").read_text(encoding="utf-8")
        article = text[text.find("<article") : text.find("</article>")]
        for anchor in ANCHOR.findall(article):
            anchors.setdefault(anchor, f"{page}.html")
    return PAGE.format(first=f"{pages[0]}.html", pages=json.dumps(anchors, sort_keys=True))


def write(app, error) -> None:
    if error is not None or app.builder.format != "html":
        return
    for path, text in redirects(Path(app.outdir), Contents.read(Path(app.srcdir) / "_toc.yml")).items():
        path.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write, priority=900)  # after the removal of stale pages
    return {"parallel_read_safe": True, "parallel_write_safe": True}
