"""Put Python into the pages: the worker, its script, and Pyodide's files, unless LIVE=0 asks for a quick build."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copyfile, copytree, rmtree

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "live"  # below _static
SCRIPTS = (
    Path(__file__).resolve().parent / "live"
)  # not in _static: Jupyter Book would add them to every page twice


def assembled() -> Path:
    from fresh_execution import fingerprint

    from tools.live_python import assemble

    return assemble(ROOT / "_build" / ".live", fingerprint(ROOT / "kernelcourse"))


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
    app.add_js_file(f"{FOLDER}/live.js", loading_method="defer", **attributes)
    for name in ("cells.js", "claims.js", "notebook.js"):
        app.add_js_file(f"{FOLDER}/{name}", loading_method="defer")


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
    write(ROOT / "_build" / ".editor", static / "editor")


def setup(app):
    sys.path.insert(0, str(ROOT))
    if os.environ.get("LIVE", "1") == "0":
        print("LIVE=0: the pages are built without Python; boxes to type into stay asleep")
    else:
        app.connect("builder-inited", offer)
        app.connect("build-finished", copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
