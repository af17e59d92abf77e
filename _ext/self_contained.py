"""Serve MathJax from the book's own files, so that no page asks another host for anything."""

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


def setup(app):
    app.connect("config-inited", lambda app, config: setattr(config, "mathjax_path", SCRIPT))
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
