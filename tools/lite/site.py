"""JupyterLite as files of the book: the application, the notebooks, and where its Python is.

    assemble(cache, python, folder) → a folder to serve      python: the address of Pyodide's files, seen from it

A reader's browser keeps what the reader changes, and shows the kept copy of a path for ever. So the notebooks lie in a
folder named after what they are: a newer edition has other paths, and `open.html` says where the older copies are.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile, rmtree
from string import Template

from tools.lite import packages

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "kernelcourse" / "homework" / "sheets"
OPEN = Path(__file__).resolve().parent / "open.html"
STORAGE = "kernelcourse notebooks"  # the reader's browser keeps changes under this name
KERNEL = "@jupyterlite/pyodide-kernel-extension"
APPS = ("lab", "notebooks", "tree")
ELSEWHERE = re.compile(rb"https://(cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com)")
# Files that the application carries and nobody asks for.
LEFT_OUT = ("package.json", "rspack.config*.js", "jupyterlite.schema.v0.json", "doc")


def notebooks() -> dict[str, Path]:
    """Where a notebook lies in JupyterLite ↦ its source."""
    chapters = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "chapters").rglob("*.ipynb")}
    sheets = {f"homework/{path.name}": path for path in SHEETS.glob("*.ipynb")}
    return {name: path for name, path in sorted((chapters | sheets).items()) if ".ipynb_" not in name}


def edition() -> str:
    """The folder of the notebooks: when they last changed, and a hash of them."""
    digest = hashlib.sha256()
    for name, path in notebooks().items():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    asked = ["git", "log", "-1", "--format=%cs", "--", "chapters", str(SHEETS)]
    day = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return "-".join(filter(None, ("edition", day, digest.hexdigest()[:6])))


def settings(python: str) -> dict[str, object]:
    """What JupyterLite is told: Python from the book's own files, nothing from an index, changes kept at once."""
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Kernel methods, checked",
            "contentsStorageName": STORAGE,
            "settingsOverrides": {
                "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 5},
                "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
                "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
            },
            "litePluginSettings": {
                f"{KERNEL}:kernel": {
                    "pyodideUrl": f"./{python}/pyodide.mjs",
                    "disablePyPIFallback": True,
                    "loadPyodideOptions": {
                        "lockFileURL": f"{python}/{packages.LOCK}",
                        "packages": list(packages.AT_START),
                    },
                }
            },
        },
    }


def assemble(cache: Path, python: str) -> Path:
    """The folder, made anew when a notebook, a version or an address has changed."""
    used = [version("jupyterlite-core"), version("jupyterlite-pyodide-kernel")]
    here = [Path(__file__).read_text(encoding="utf-8"), OPEN.read_text(encoding="utf-8"), packages.pinned()]
    stamp = hashlib.sha256(" ".join([*used, *here, edition(), python]).encode()).hexdigest()[:16]
    target = cache / f"site-{stamp}"
    if not (target / "done").exists():
        for stale in cache.glob("site-*"):
            rmtree(stale)
        print("Building JupyterLite with the notebooks", flush=True)
        _build(cache, target, python)
        (target / "done").touch()
    return target / "lite"


def _build(cache: Path, work: Path, python: str) -> None:
    folder = work / "contents" / edition()
    for name, path in notebooks().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(path, folder / name)
    (work / "jupyter-lite.json").write_text(json.dumps(settings(python)), encoding="utf-8")
    out, kernel = work / "lite", Path(sys.prefix) / "share" / "jupyter" / "labextensions" / KERNEL
    build = {
        "apps": APPS,
        "contents": [str(work / "contents")],
        "output_dir": str(out),
        "cache_dir": str(work / "cache"),
        "federated_extensions": [str(path) for path in (*packages.extensions(cache), kernel)],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": build}), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work)]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(command, cwd=work, env=quiet, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"JupyterLite could not be built:\n{done.stdout}\n{done.stderr}")
    for pattern in LEFT_OUT:
        for path in out.glob(pattern):
            rmtree(path) if path.is_dir() else path.unlink()
    for path in out.rglob("*.js"):
        content = path.read_bytes()
        if (local := ELSEWHERE.sub(b"https://elsewhere.invalid", content)) != content:
            path.write_bytes(local)  # a default that is never used must not be able to leave the book
    page = Template(OPEN.read_text(encoding="utf-8"))
    known = json.dumps({"edition": edition(), "storage": STORAGE, "notebooks": list(notebooks())})
    (out / "open.html").write_text(page.substitute(known=known), encoding="utf-8")
