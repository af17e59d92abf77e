"""Give the published explorers their script, style and frames, all from the book's own files."""

from __future__ import annotations

import os
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from shutil import copyfile, rmtree

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "kernelcourse"  # below _static
TOGETHER = "explorers.js"


def share_style(app, pagename, templatename, context, doctree) -> None:
    """Every picture carries the style sheet for a notebook's sake; in the book the page has it once."""
    from kernelcourse.figures.style import CSS

    if "body" in context:
        context["body"] = context["body"].replace(f"<style>{CSS}</style>", "")


class Frames:
    """Every explorer's frames: drawn beside Sphinx, which works on one core, and kept until the package changes."""

    def __init__(self) -> None:
        self.drawn: list[Future[Path]] = []

    def begin(self, app, env, docnames) -> None:
        if app.builder.format != "html":
            return
        from kernelcourse.explore import EXPLORERS

        cache = _cache(Path(app.outdir).parent / ".frames")
        pool = ProcessPoolExecutor(2, initializer=os.nice, initargs=(5,))  # Sphinx goes first
        self.drawn = [pool.submit(_draw, name, cache) for name in EXPLORERS]
        pool.shutdown(wait=False)

    def finish(self, app, error) -> None:
        """Put them beside the pages, with the scripts that show them."""
        if error is not None or app.builder.format != "html":
            for future in self.drawn:
                future.cancel()
            return
        from kernelcourse.explore.assets import asset
        from kernelcourse.explore.stage import page_scripts
        from kernelcourse.figures.style import CSS

        static = Path(app.outdir) / "_static" / FOLDER
        (static / "frames").mkdir(parents=True, exist_ok=True)
        (static / TOGETHER).write_text("\n".join(page_scripts().values()), encoding="utf-8")
        (static / "twin.css").write_text(CSS + "\n" + asset("twin.css"), encoding="utf-8")
        for future in self.drawn:
            path = future.result()
            copyfile(path, static / "frames" / path.name)


def _cache(folder: Path) -> Path:
    from fresh_execution import fingerprint

    current = folder / fingerprint(ROOT / "kernelcourse")
    for stale in folder.glob("*"):
        if stale != current:
            rmtree(stale)
    current.mkdir(parents=True, exist_ok=True)
    return current


def _draw(name: str, cache: Path) -> Path:
    path = cache / f"{name}.js"
    if not path.exists():
        from kernelcourse import explore
        from kernelcourse.explore.twin import script

        begun = path.with_suffix(".begun")
        begun.write_text(script(explore.EXPLORERS[name]()), encoding="utf-8")
        begun.replace(path)
    return path


def setup(app):
    sys.path.insert(0, str(ROOT))
    app.add_css_file(f"{FOLDER}/twin.css")
    app.add_js_file(
        f"{FOLDER}/{TOGETHER}", loading_method="defer", priority=400
    )  # before book.js: widgets come first
    app.connect("html-page-context", share_style)
    frames = Frames()
    app.connect("env-before-read-docs", frames.begin)
    app.connect("build-finished", frames.finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
