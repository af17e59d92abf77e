"""Keep the book self-contained: MathJax from its own files, and no page asks another host for anything."""

from __future__ import annotations

import importlib
from pathlib import Path
from shutil import copytree, ignore_patterns

# The mathematics is TeX only: MathML is left to the browser, also what a widget adds later.
SCRIPT = "mathjax/tex-chtml.js"


def mathjax_files() -> Path:
    """Where the installed package keeps MathJax 3."""
    package = importlib.import_module("sphinx-mathjax-offline")
    assert package.__file__ is not None
    return Path(package.__file__).parent / "static" / "mathjax"


def copy_mathjax(app, error) -> None:
    """Copy the combined script, its fonts, and what it loads on demand; leave the other editions out."""
    if error is not None or app.builder.format != "html":
        return
    source, target = mathjax_files(), Path(app.outdir) / "_static" / "mathjax"
    target.mkdir(parents=True, exist_ok=True)
    (target / "tex-chtml.js").write_bytes((source / "tex-chtml.js").read_bytes())
    only_english = ignore_patterns("[a-df-z]?.json", "es.json", "nemeth.json", "node-main.js")
    for part in ("output/chtml", "input/tex/extensions", "a11y", "sre"):
        copytree(source / part, target / part, dirs_exist_ok=True, ignore=only_english)


def without_thebe(app, pagename, templatename, context, doctree) -> None:
    """Jupyter Book always adds Thebe, whose script comes from another host; this book has no use for it."""
    for kind in ("script_files", "css_files"):
        context[kind] = [entry for entry in context.get(kind, []) if "thebe" not in described(entry)]


def described(entry) -> str:
    """What a script or style sheet of a page is: its file name and, for one written in the page, its text."""
    return f"{getattr(entry, 'filename', entry)} {getattr(entry, 'attributes', '')}".lower()


def remove_thebe(app, error) -> None:
    for path in (Path(app.outdir) / "_static").glob("sphinx-thebe*"):
        path.unlink()


def setup(app):
    app.connect("html-page-context", without_thebe, priority=999)
    app.connect("build-finished", remove_thebe, priority=999)
    app.connect("config-inited", lambda app, config: setattr(config, "mathjax_path", SCRIPT))
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
