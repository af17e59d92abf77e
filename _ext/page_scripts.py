"""The scripts of the pages, joined into one file; every page can be read without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("scripts")
TARGET = "kernelcourse/book.js"  # below _static


def write(app: Any, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    target = Path(app.outdir) / "_static" / TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(path.read_text("utf-8") for path in sorted(SOURCE.glob("*.js"))), "utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.add_js_file(TARGET, loading_method="defer")
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
