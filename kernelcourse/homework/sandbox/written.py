"""What `%%writefile helper.py` does: the cell becomes a file that the cells below can import."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def write_file(name: str, text: str, append: bool = False) -> None:
    """Write the text of a cell into a file beside the notebook; a module of that name is read anew."""
    path = Path(name)
    before = path.read_text(encoding="utf-8") if append and path.exists() else ""
    path.write_text(before + text, encoding="utf-8")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    importlib.invalidate_caches()
    found = sys.modules.get(path.stem)
    if found is not None and getattr(found, "__file__", None) == str(path.resolve()):
        del sys.modules[path.stem]
