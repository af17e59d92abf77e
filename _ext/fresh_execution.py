"""Run a chapter again when the package it imports has changed, several at a time, and let no warning pass in it.

The execution cache looks at a notebook's code cells only. Here the cache lives in a folder named after a hash
of kernelcourse/, so a change of the package starts an empty cache, and Sphinx reads every notebook again. Sphinx
would run them one after the other; they are put into the cache before it begins to read.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
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


def execute_together(app, env, docnames) -> None:
    """Put every notebook that is about to be read into the cache. One that fails is left to Sphinx, which says why."""
    import nbformat
    from jupyter_cache import get_cache
    from jupyter_cache.base import CacheBundleIn
    from jupyter_cache.executors.utils import single_nb_execution

    cache = get_cache(app.config.nb_execution_cache_path)

    def missing(path: Path) -> bool:
        try:
            cache.match_cache_notebook(nbformat.read(path, 4))
        except KeyError:
            return True
        return False

    def run(path: Path):
        notebook = nbformat.read(path, 4)
        timeout = app.config.nb_execution_timeout
        outcome = single_nb_execution(
            notebook, cwd=str(path.parent), timeout=timeout, allow_errors=False, meta_override=True
        )
        return notebook, outcome

    paths = [Path(env.doc2path(name)).resolve() for name in docnames]
    paths = [path for path in paths if path.suffix == ".ipynb" and missing(path)]
    paths.sort(key=lambda path: -path.stat().st_size)  # the long ones first: no core waits at the end
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for future in as_completed(running := {pool.submit(run, path): path for path in paths}):
            notebook, outcome = future.result()
            if outcome.err is None:
                seconds = {"execution_seconds": outcome.time}
                bundle = CacheBundleIn(notebook, str(running[future]), data=seconds)
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


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
    app.connect("env-before-read-docs", execute_together)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
