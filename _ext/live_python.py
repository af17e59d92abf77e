"""Put Python into the pages, and JupyterLite beside them, unless LIVE=0 asks for a quick build.

The worker, its scripts and Pyodide's files go to _static/live; JupyterLite, which uses the same files, to _static/lite.
The directive `sheets-in-browser` lists the homework sheets as links into it, in the order of the book, and is empty
under LIVE=0.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copyfile, copytree, rmtree

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parent.parent
FOLDER, NOTEBOOKS = "live", "lite"  # below _static
JOINED, TOGETHER = ("live.js", "cells.js", "claims.js", "notebook.js", "lite.js"), "python.js"
SCRIPTS = (
    Path(__file__).resolve().parent / "live"
)  # not in _static: Jupyter Book would add them to every page twice


def wanted() -> bool:
    return os.environ.get("LIVE", "1") != "0"


def assembled() -> Path:
    from fresh_execution import fingerprint

    from tools.live_python import assemble

    return assemble(ROOT / "_build" / ".live", fingerprint(ROOT / "kernelcourse"))


def choose(app, config) -> None:
    """A page names the edition of its Python, or none: with another one every page is written again."""
    config.live_python = assembled().name if wanted() else ""


def offer(app) -> None:
    """Every page gets the script that offers to wake Python; it says how much that would fetch."""
    from tools.live_python import gzipped

    folder = assembled()
    core, more = gzipped(folder), gzipped(folder, "scipy")
    attributes = {
        "data-root": f"{folder.name}/",
        "data-megabytes": f"{core / 1e6:.0f}",
        "data-with-scipy": f"{(core + more) / 1e6:.0f}",
    }
    app.add_js_file(f"{FOLDER}/{TOGETHER}", loading_method="defer", **attributes)


def copy(app, error) -> None:
    from tools.code_editor import write

    if error is not None or app.builder.format != "html":
        return
    static, folder = Path(app.outdir) / "_static" / FOLDER, assembled()
    for stale in static.glob("*/"):
        if stale.name not in (folder.name, "editor"):
            rmtree(stale)
    copytree(folder, static / folder.name, dirs_exist_ok=True)
    for script in SCRIPTS.iterdir():
        copyfile(script, static / script.name)
    (static / TOGETHER).write_text(
        "\n".join((SCRIPTS / name).read_text("utf-8") for name in JOINED), encoding="utf-8"
    )
    write(ROOT / "_build" / ".editor", static / "editor")
    copy_notebooks(static.with_name(NOTEBOOKS), f"../{FOLDER}/{folder.name}")


def copy_notebooks(target: Path, python: str) -> None:
    """JupyterLite, copied only where it is another one than the last time."""
    from tools.lite.site import assemble

    made = assemble(ROOT / "_build" / ".lite", python)
    mark = target / "made-from.txt"
    if not mark.exists() or mark.read_text(encoding="utf-8") != made.parent.name:
        rmtree(target, ignore_errors=True)
        copytree(made, target)
        mark.write_text(made.parent.name, encoding="utf-8")


class Sheets(SphinxDirective):
    """A link into JupyterLite for every homework sheet."""

    has_content = True  # the sentence before them

    def run(self) -> list[nodes.Node]:
        from kernelcourse.claims import CHAPTERS
        from kernelcourse.homework.sheet import load_sheet, sheet_names

        self.env.note_reread()
        if not wanted():
            return []
        up = "../" * self.env.docname.count("/")
        links = [
            f'<a href="{up}_static/{NOTEBOOKS}/open.html?page=homework/{name}">{load_sheet(name).title}</a>'
            for name in sorted(sheet_names(), key=lambda name: (*CHAPTERS, name).index(name))
        ]
        said = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, said)
        return [*said.children, nodes.raw("", f'<p class="kc-sheets">{" · ".join(links)}</p>', format="html")]


def leave_out(app, error) -> None:
    """What an earlier build with Python left must not stay beside pages that do not lead there."""
    for name in (FOLDER, NOTEBOOKS):
        rmtree(Path(app.outdir) / "_static" / name, ignore_errors=True)


def setup(app):
    sys.path.insert(0, str(ROOT))
    app.add_directive("sheets-in-browser", Sheets)
    app.add_config_value("live_python", "", "html", [str])
    app.connect("config-inited", choose)
    if wanted():
        app.connect("builder-inited", offer)
        app.connect("build-finished", copy)
    else:
        print("LIVE=0: the pages are built without Python; boxes to type into stay asleep")
        app.connect("build-finished", leave_out)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
