"""Give the published explorers their script, style and frames, all from the book's own files."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ProcessPoolExecutor
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


def write_frames(app, error) -> None:
    """Draw the frames of every explorer that some page shows; keep them until the package changes."""
    if error is not None or app.builder.format != "html":
        return
    from kernelcourse.explore.assets import asset
    from kernelcourse.explore.stage import page_scripts
    from kernelcourse.figures.style import CSS

    out = Path(app.outdir)
    static = out / "_static" / FOLDER
    (static / "frames").mkdir(parents=True, exist_ok=True)
    for name, text in page_scripts().items():  # each for the slides, all in one for the pages
        (static / name).write_text(text, encoding="utf-8")
    (static / TOGETHER).write_text("\n".join(page_scripts().values()), encoding="utf-8")
    (static / "twin.css").write_text(CSS + "\n" + asset("twin.css"), encoding="utf-8")
    names = _shown(out)
    cache = _cache(out.parent / ".frames")
    with ProcessPoolExecutor(2) as pool:
        made = list(pool.map(_draw, names, [str(cache)] * len(names)))
    for path in made:
        copyfile(path, static / "frames" / Path(path).name)


def _shown(out: Path) -> list[str]:
    """The explorers named in the built pages."""
    names: set[str] = set()
    for page in out.rglob("*.html"):
        names.update(re.findall(r'data-kc-frames="([a-z_]+)"', page.read_text(encoding="utf-8")))
    return sorted(names)


def _cache(folder: Path) -> Path:
    from fresh_execution import fingerprint

    current = folder / fingerprint(ROOT / "kernelcourse")
    for stale in folder.glob("*"):
        if stale != current:
            rmtree(stale)
    current.mkdir(parents=True, exist_ok=True)
    return current


def _draw(name: str, cache: str) -> str:
    path = Path(cache) / f"{name}.js"
    if not path.exists():
        from kernelcourse import explore
        from kernelcourse.explore.twin import script

        path.write_text(script(explore.EXPLORERS[name]()), encoding="utf-8")
    return str(path)


def setup(app):
    sys.path.insert(0, str(ROOT))
    app.add_css_file(f"{FOLDER}/twin.css")
    app.add_js_file(
        f"{FOLDER}/{TOGETHER}", loading_method="defer", priority=400
    )  # before book.js: widgets come first
    app.connect("html-page-context", share_style)
    app.connect("build-finished", write_frames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
