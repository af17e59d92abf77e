"""Directives of the landing page: ``{runs}`` shows code with what it printed, ``{chapter-map}`` the way through the
book, ``{rings}`` the lifted rings that a reader can turn.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from contents import Contents
from dependency_map import arc_map
from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from kernelcourse.claims.labels import Statement, labelled, pages, prose, statements

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
REFERENCE = re.compile(r"\{(?:prf:ref|eq|numref)\}`(?:[^`<]*<)?([\w-]+)>?`")


class Runs(SphinxDirective):
    """Python that runs while the book is built, with what it prints."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        code = "\n".join(self.content)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "<landing page>", "exec"), {"__name__": "landing"})
        shown = printed.getvalue().rstrip("\n")
        return [
            nodes.literal_block(code, code, language="python"),
            nodes.literal_block(shown, shown, language="text", classes=["kc-output"]),
        ]


class ChapterMap(SphinxDirective):
    """Every topic with its time, its level (from the content: ``topic: level``) and the topics it leans on."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        from tools.reading_time import together

        self.env.note_reread()
        folder = Path(self.env.srcdir) / "chapters"
        self.contents = Contents.read(Path(self.env.srcdir) / "_toc.yml")
        listed, files = [page for page, _ in self.contents.entries], pages(folder)
        levels = dict(line.split(":", 1) for line in self.content if ":" in line)
        topics = list(
            dict.fromkeys(
                page.partition("/")[0] for page in listed if files.get(page, folder).suffix == ".ipynb"
            )
        )
        topics = [topic for topic in topics if topic in levels]
        book = labelled(statements(folder))
        rows, arcs = [], {}
        for place, topic in enumerate(topics):
            own = [page for page in listed if page.partition("/")[0] == topic]
            minutes = together(files[page] for page in own)
            needs = leans_on(topic, own, files, book, topics)
            arcs[place] = [topics.index(other) for other in needs]
            rows.append(
                (
                    self.named(topic),
                    [nodes.Text(f"{hours(minutes)}, {levels[topic].strip()}")],
                    self.list(needs),
                )
            )
        drawing = arc_map([self.name_of(topic) for topic in topics], arcs)
        return [
            nodes.raw("", drawing, format="html"),
            table(("Topic", "Takes", "Leans on"), rows),
        ]

    def named(self, topic: str) -> list[nodes.Node]:
        """A link to the first page of a topic."""
        own = [page for page, _ in self.contents.entries if page.partition("/")[0] == topic]
        return [self.link(own[0], self.name_of(topic))]

    def name_of(self, topic: str) -> str:
        """The caption over its pages, as far as it names the topic: the same in the drawing and in the table."""
        return self.contents.caption(topic).partition(",")[0]

    def list(self, topics: list[str]) -> list[nodes.Node]:
        shown: list[nodes.Node] = []
        for topic in topics:
            shown += [nodes.Text("; ") if shown else nodes.Text(""), *self.named(topic)]
        return shown or [nodes.Text("nothing before it")]

    def link(self, page: str, title: str) -> nodes.Node:
        link = addnodes.pending_xref(
            "", nodes.inline(text=title), refdomain="std", reftype="doc", reftarget=f"/chapters/{page}",
            refdoc=self.env.docname, refexplicit=True, refwarn=True,
        )  # fmt: skip
        return link


def leans_on(
    topic: str, own: list[str], files: dict[str, Path], book: dict[str, Statement], topics: list[str]
) -> list[str]:
    """The earlier topics whose numbered statements this one refers to, most used first; three at most."""
    found: Counter[str] = Counter()
    for page in own:
        for label in REFERENCE.findall(prose(files[page])):
            other = book[label].page.partition("/")[0] if label in book else topic
            if other in topics and topics.index(other) < topics.index(topic):
                found[other] += 1
    return [other for other, _ in found.most_common(3)]


def hours(minutes: int) -> str:
    """As minutes, or to the next half hour."""
    if minutes < 60:
        return f"{minutes} minutes"
    halves = round(minutes / 30)
    return (
        f"{halves // 2}{'½' if halves % 2 else ''} hours".replace("1 hours", "1 hour")
        if halves != 2
        else "1 hour"
    )


def table(head: tuple[str, ...], rows: list[tuple[list[nodes.Node], ...]]) -> nodes.table:
    """Cells that wrap on a narrow screen."""

    def line(cells: Any) -> nodes.row:
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))

    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in head), cols=len(head))
    group += nodes.thead("", line([[nodes.Text(name)] for name in head]))
    group += nodes.tbody("", *(line(row) for row in rows))
    return nodes.table("", group, classes=["kc-map"])


class Start(SphinxDirective):
    """A link to the first chapter, as large as it deserves."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        files = pages(Path(self.env.srcdir) / "chapters")
        listed = [page for page, _ in Contents.read(Path(self.env.srcdir) / "_toc.yml").entries]
        page = next(page for page in listed if page in files and files[page].suffix == ".ipynb")
        link = addnodes.pending_xref(
            "", nodes.inline(text="Start reading"), refdomain="std", reftype="doc",
            reftarget=f"/chapters/{page}", refdoc=self.env.docname, refexplicit=True, refwarn=True,
        )  # fmt: skip
        return [nodes.paragraph("", "", link, classes=["kc-begin"])]


class Rings(SphinxDirective):
    """The cover: a drawing that stands still without a script, and turns under the hand with one."""

    def run(self) -> list[nodes.Node]:
        from tools.draw_cover import THRESHOLD, rings

        X, inner = rings(np.random.default_rng(7))
        data = {
            "points": [[round(float(a), 3), round(float(b), 3), int(c)] for (a, b), c in zip(X, inner)],
            "height": THRESHOLD,
        }
        cover = (ROOT / "_static" / "cover.svg").read_text(encoding="utf-8")
        self.env.note_dependency(str(ROOT / "_static" / "cover.svg"))
        text = f"<figure class=\"kc-rings\" data-rings='{json.dumps(data)}'>{cover}</figure>"
        return [nodes.raw("", text, format="html")]


def setup(app: Any) -> dict[str, Any]:
    app.add_directive("runs", Runs)
    app.add_directive("chapter-map", ChapterMap)
    app.add_directive("rings", Rings)
    app.add_directive("start", Start)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
