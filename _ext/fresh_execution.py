"""Run a chapter again when the package it imports has changed, and let no warning pass in it.

The execution cache looks at a notebook's code cells only. Here the cache lives in a folder named after a hash
of kernelcourse/, so a change of the package starts an empty cache, and Sphinx reads every notebook again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def fingerprint(package: Path) -> str:
    """A hash of every file of the package: names and contents."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def choose_cache(app, config) -> None:
    caches = Path(app.outdir).parent / ".jupyter_cache"
    current = caches / fingerprint(ROOT / "kernelcourse")
    current.mkdir(parents=True, exist_ok=True)
    for stale in caches.iterdir():
        if stale != current:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
    config.nb_execution_cache_path = str(current)


def strict_kernel(app, config) -> None:
    sys.path.insert(0, str(ROOT))
    from tools.strict_kernel import environment

    os.environ.update(environment())


def remove_stale_pages(app, error) -> None:
    """Sphinx leaves the page of a chapter that was renamed or removed; nobody should find it."""
    if error is not None or app.builder.format != "html":
        return
    for page in (Path(app.outdir) / "chapters").rglob("*.html"):
        if page.relative_to(app.outdir).with_suffix("").as_posix() not in app.env.found_docs:
            page.unlink()


def setup(app):
    app.connect("build-finished", remove_stale_pages)
    app.connect("config-inited", choose_cache)
    app.connect("config-inited", strict_kernel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
