"""Under each notebook's title: how long the page takes, by the measure of tools/reading_time.py."""

from __future__ import annotations

import sys
from pathlib import Path

from docutils import nodes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.reading_time import about, reading


def show(app, doctree: nodes.document) -> None:
    path = Path(app.env.doc2path(app.env.docname))
    title = next(iter(doctree.findall(nodes.title)), None)
    if path.suffix != ".ipynb" or title is None:
        return
    line = nodes.paragraph("", about(reading(path).minutes).capitalize() + ".", classes=["kc-reading-time"])
    title.parent.insert(title.parent.index(title) + 1, line)


def setup(app):
    app.connect("doctree-read", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
