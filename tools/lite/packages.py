"""The Python of JupyterLite's notebooks: the page's own Pyodide files, and the pure wheels that a notebook needs more.

They go into the same folder, with a second lock file that names all of them: nothing is stored twice, and nothing is
looked up in an index at run time. `requirements.txt` pins each wheel by its hash.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path
from shutil import copyfile

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
ABSENT = Path(__file__).resolve().parent / "absent.py"
LOCK = "notebook-lock.json"
EXTENSIONS = ("jupyterlab_widgets", "jupyterlab_myst")  # wheels of scripts for the page, not of Python
SERVED = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
KERNEL = ("ipykernel", "piplite", "pyodide_kernel")  # come with JupyterLite's kernel
# Loaded as the kernel starts. What the kernel would else install for itself is here under its own name for it.
AT_START = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "kernelcourse")
NEEDS = {
    "ipython": "asttokens decorator executing matplotlib-inline prompt-toolkit pure-eval pygments six stack-data "
    "traitlets wcwidth ipython-pygments-lexers",
    "jedi": "parso",
    "comm": "traitlets",
    "pyodide-kernel": "ipython comm",
    "ipywidgets": "ipython comm traitlets",
    "anywidget": "ipywidgets psygnal typing-extensions",
    "kernelcourse": "numpy scipy matplotlib ipywidgets anywidget",
}


def wheels(cache: Path) -> list[Path]:
    """The pinned wheels, downloaded once; pip refuses one with another hash."""
    folder = cache / f"wheels-{_hash(REQUIREMENTS.read_bytes())[:16]}"
    pinned = [line for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines() if "==" in line]
    if len(list(folder.glob("*.whl"))) != len(pinned):
        print("Fetching what notebooks in the browser need (16 MB, once)", flush=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        pip += ["--disable-pip-version-check", "--only-binary", ":all:", "--python-version", "3.14"]
        pip += ["--implementation", "py", "--abi", "none", "--platform", "any"]
        subprocess.run(
            [*pip, "-r", str(REQUIREMENTS), "-d", str(folder)], check=True, stderr=subprocess.DEVNULL
        )
    return sorted(folder.glob("*.whl"))


def pinned() -> str:
    """All that decides which packages a notebook finds; another one makes another edition."""
    brought = sorted(path.name for path in (Path(sys.prefix) / SERVED).glob("*.whl"))
    return "".join(path.read_text(encoding="utf-8") for path in (REQUIREMENTS, ABSENT, Path(__file__))) + str(
        brought
    )


def extensions(cache: Path) -> list[Path]:
    """The wheels among them with scripts that JupyterLite loads."""
    return [path for path in wheels(cache) if path.name.startswith((*EXTENSIONS, "anywidget"))]


def entry(wheel: Path) -> dict[str, object]:
    """A wheel as Pyodide's lock file describes it."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        described = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(described).decode())
    name = re.sub(r"[-_.]+", "-", about["Name"]).lower()
    tops = {top for path in names if not (top := path.partition("/")[0]).endswith((".dist-info", ".data"))}
    return {
        "name": name,
        "version": about["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": _hash(wheel.read_bytes()),
        "package_type": "package",
        "imports": sorted(top.removesuffix(".py") for top in tops),
        "depends": NEEDS.get(name, "").split(),
        "unvendored_tests": False,
    }


def write(cache: Path, target: Path) -> None:
    """Put the wheels into `target`, beside Pyodide and this project's wheel, and the lock file that names all."""
    lock = json.loads((target / "pyodide-lock.json").read_text(encoding="utf-8"))
    brought = Path(sys.prefix) / SERVED
    chosen = [path for path in wheels(cache) if not path.name.startswith(EXTENSIONS)]
    chosen += [path for name in KERNEL for path in brought.glob(f"{name}-*.whl")]
    for path in chosen:
        copyfile(path, target / path.name)
    own = next(target.glob("kernelcourse-*.whl"))
    made = [entry(target / path.name) for path in (*chosen, own, _absent(target))]
    lock["packages"].update({str(one["name"]): one for one in made})
    missing = {name for one in lock["packages"].values() for name in map(_plain, one["depends"])}
    missing |= set(AT_START)
    if missing := missing - set(lock["packages"]):
        raise ValueError(f"{LOCK} would lack {', '.join(sorted(missing))}")
    (target / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def _absent(target: Path) -> Path:
    """A wheel that stands for what a browser cannot have, and says so."""
    path = target / "dask-0-py3-none-any.whl"
    source = ABSENT.read_text(encoding="utf-8")
    files = {
        f"{name}.py": source for name in ("dask/__init__", "dask/array", "dask/distributed", "distributed")
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text)
        about = {"METADATA": "Metadata-Version: 2.1\nName: dask\nVersion: 0\n", "RECORD": ""}
        about["WHEEL"] = (
            "Wheel-Version: 1.0\nGenerator: kernelcourse\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        for name, text in about.items():
            archive.writestr(zipfile.ZipInfo(f"dask-0.dist-info/{name}", (2026, 1, 1, 0, 0, 0)), text)
    return path


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
