"""Run the unit tests on the lowest versions that pyproject.toml allows.

A scratch environment gets exactly these versions (of matplotlib and ipywidgets too) and the test tools; the
browser and the book are tested with current versions only.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = [
    "pytest>=8.2",
    "pytest-xdist>=3.6",
    "hypothesis>=6.100",
    "sympy>=1.12",
    "pyyaml",
    "nbformat",
    "nbclient",
]
FLOORED_EXTRAS = ("notebook", "grading", "bench")
PEER = "tslearn==0.6"  # only timed against, never imported by a unit test
# Playwright and Sphinx are not installed here; an old matplotlib uses what the newest pyparsing calls old.
OPTIONS = [
    "-q",
    "-n",
    "2",
    "--ignore=tests/browser",
    "--ignore=tests/test_verified_pages.py",
    "-W",
    "ignore::DeprecationWarning",
]
OPTIONS += ["-m", "not slow and not book and not browser"]


def floors() -> list[str]:
    """The lowest version of each dependency of the package and of its notebooks."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ranges = list(project["dependencies"])
    for extra in FLOORED_EXTRAS:
        ranges += project["optional-dependencies"][extra]
    return sorted({entry.split(",")[0].replace(">=", "==") for entry in ranges} - {PEER})


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        python = Path(scratch) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        print("Floors:", *floors(), flush=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *floors(), *TOOLS], check=True)
        tests = sys.argv[1:] or ["tests"]
        return subprocess.run([python, "-m", "pytest", *OPTIONS, *tests], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
