"""Python for the reader's browser: Pyodide, its packages and this project's wheel, as files of the book.

The files of Pyodide are those that the wheel of another project on PyPI carries: pinned, checked by its hash, and kept
in `_build/.live` between builds. Only what the course imports is taken out of it, and the lock file that Pyodide reads
is cut down to that. Nothing here is loaded by a page before its reader asks for it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from tools import bytecode, own_wheel
from tools.lite import packages as notebooks

CARRIER = "open-webui==0.12.4"
CARRIER_HASH = "sha256:02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6"
INSIDE = "open_webui/frontend/pyodide/"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
CORE = ("numpy",)  # fetched when Python is woken; the others when something imports them
ON_DEMAND = ("scipy", "matplotlib", "scikit-learn", "micropip", "typing-extensions")


@dataclass(frozen=True)
class Assembled:
    """What a page needs to know: the edition, and the files that waking Python fetches."""

    edition: str
    wheel: str
    core: dict[str, int]  # file name → bytes

    def manifest(self) -> dict[str, object]:
        return {
            "edition": self.edition,
            "wheel": self.wheel,
            "packages": list(CORE),
            "core": self.core,
            "total": sum(self.core.values()),
        }


def carrier(cache: Path) -> Path:
    """The wheel that carries Pyodide, downloaded once; pip refuses one with another hash."""
    cache.mkdir(parents=True, exist_ok=True)
    for path in cache.glob("open_webui-*.whl"):
        if _hash(path.read_bytes()) == CARRIER_HASH:
            return path
        path.unlink()
    print(f"Fetching Pyodide (inside {CARRIER}, 106 MB, once)", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", dir=cache) as wanted:
        wanted.write(f"{CARRIER} --hash={CARRIER_HASH}\n")
        wanted.flush()
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        pip += ["--disable-pip-version-check", "--only-binary", ":all:", "--python-version", "3.12"]
        subprocess.run([*pip, "-r", wanted.name, "-d", str(cache)], check=True, stderr=subprocess.DEVNULL)
    return next(cache.glob("open_webui-*.whl"))


def needed(lock: dict, names: tuple[str, ...]) -> dict[str, dict]:
    """The entries of these packages and of everything that they depend on."""
    found: dict[str, dict] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = lock["packages"][name]
            waiting += [other.lower().replace("_", "-") for other in found[name]["depends"]]
    return dict(sorted(found.items()))


def unpack(wheel: Path, target: Path) -> dict:
    """Runtime, packages and the lock file that names them, each checked against the hash in the lock: this lock."""
    with zipfile.ZipFile(wheel) as archive:
        lock = json.loads(archive.read(INSIDE + "pyodide-lock.json"))
        packages = needed(lock, (*CORE, *ON_DEMAND))
        for name in RUNTIME:
            (target / name).write_bytes(archive.read(INSIDE + name))
        for entry in packages.values():
            content = archive.read(INSIDE + entry["file_name"])
            if _hash(content) != f"sha256:{entry['sha256']}":
                raise ValueError(f"{entry['file_name']} is not the file that its lock names")
            (target / entry["file_name"]).write_bytes(content)
    lock["packages"] = packages
    _write_lock(target, lock)
    return lock


def assemble(cache: Path, package_hash: str) -> Path:
    """The folder with everything, made anew when the package or the pinned Pyodide has changed."""
    own = Path(__file__).read_text(encoding="utf-8")
    decided = (CARRIER_HASH, package_hash, own, bytecode.decides(), notebooks.pinned())
    edition = _hash(" ".join(decided).encode())[7:23]
    target = cache / edition
    if (target / "manifest.json").exists():
        return target
    for stale in cache.glob("*/"):
        rmtree(stale)
    target.mkdir(parents=True, exist_ok=True)
    lock = unpack(carrier(cache), target)
    wheel = own_wheel.build(target).name
    first = {name: lock["packages"][name] for name in CORE}
    bytecode.add(target, wheel, first)
    _write_lock(target, lock)
    notebooks.write(cache.with_name(".lite"), target)
    core = [*RUNTIME, "pyodide-lock.json", wheel, *(entry["file_name"] for entry in first.values())]
    made = Assembled(edition, wheel, {name: (target / name).stat().st_size for name in core})
    (target / "manifest.json").write_text(json.dumps(made.manifest()), encoding="utf-8")
    return target


def gzipped(folder: Path, package: str = "") -> int:
    """Bytes that waking Python moves over a connection that compresses; or those of one package more, with its own."""
    core = json.loads((folder / "manifest.json").read_text())["core"]
    if package:
        packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
        names = {entry["file_name"] for entry in needed({"packages": packages}, (package,)).values()} - set(
            core
        )
    else:
        names = set(core)
    return sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in names)


def _write_lock(target: Path, lock: dict) -> None:
    (target / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def _hash(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
