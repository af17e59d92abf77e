"""Where Python and its packages lie on this machine, and which of them a student's process finds closed."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

INTERPRETER = os.path.realpath(sys.executable)  # the one behind a virtual environment's link


@dataclass(frozen=True)
class Given:
    """What a student's process finds: modules that refuse, and names that stand there before the first cell."""

    closed: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


def site_folders() -> list[str]:
    """Folders with installed packages: those of sys.path that hold packages, never a checkout of this course."""
    course = Path(__file__).resolve().parents[3]
    names = ("site-packages", "dist-packages")
    return [
        folder
        for folder in dict.fromkeys(map(os.path.realpath, sys.path))
        if os.path.basename(folder) in names and os.path.isdir(folder) and Path(folder) != course
    ]


def python_folders() -> list[str]:
    """What the interpreter itself needs: its executable, its libraries, its standard library."""
    base = Path(sys.base_prefix).resolve()
    paths = sysconfig.get_paths()
    wanted = [str(base / "lib"), os.path.dirname(INTERPRETER)]
    if not paths["stdlib"].startswith(wanted[0]):
        wanted.append(paths["stdlib"])
    return [
        folder for folder in dict.fromkeys(wanted) if os.path.isdir(folder) and not folder.startswith("/usr/")
    ]


def _packages_of_the_host() -> list[str]:
    """Folders with packages that come along with the libraries: of the Python below this environment, of the system."""
    base, version = Path(sys.base_prefix).resolve(), f"python{sys.version_info.major}"
    found = [*(base / "lib").glob(f"{version}*/*-packages"), *Path("/usr/lib").glob(f"{version}*/*-packages"),
             *Path("/usr/local/lib").glob(f"{version}*/*-packages")]  # fmt: skip
    return [str(folder) for folder in found if folder.is_dir()]


def closing(modules: tuple[str, ...]) -> list[str]:
    """Empty folders and files over the sources of modules that a sheet closes: what is not there cannot be read."""
    command: list[str] = []
    reachable = dict.fromkeys((*site_folders(), *_packages_of_the_host()))
    roots = [("/course", str(Path(__file__).resolve().parents[3])), *((one, one) for one in reachable)]
    if modules:  # compiled copies of the closed files
        for inside, outside in roots:
            if os.path.isdir(f"{outside}/kernelcourse/__pycache__"):
                command += ["--tmpfs", f"{inside}/kernelcourse/__pycache__"]
    for module in modules:
        parts = module.replace(".", "/")
        for inside, outside in roots:
            if os.path.isdir(f"{outside}/{parts}"):
                command += ["--tmpfs", f"{inside}/{parts}", "--remount-ro", f"{inside}/{parts}"]
            elif os.path.isfile(f"{outside}/{parts}.py"):
                command += ["--ro-bind", os.devnull, f"{inside}/{parts}.py"]
    return command
