"""Run the unit tests on the lowest versions of numpy and scipy that pyproject.toml allows.

A scratch environment gets exactly these versions, the package, and the test tools; what needs more (matplotlib,
a browser, the book) is tested with current versions only.
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
FLOORED_EXTRAS = ("notebook", "grading")


def floors() -> list[str]:
    """The lowest version of each runtime dependency, and of each dependency of the notebooks."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ranges = list(project["dependencies"])
    for extra in FLOORED_EXTRAS:
        ranges += project["optional-dependencies"][extra]
    return sorted({entry.split(",")[0].replace(">=", "==") for entry in ranges})


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        python = Path(scratch) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        print("Floors:", *floors(), flush=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *floors(), *TOOLS], check=True)
        marks = "not slow and not book and not browser"
        chosen = sys.argv[1:] or ["tests"]
        return subprocess.run(
            [python, "-m", "pytest", "-q", "-n", "2", "-m", marks, *chosen], cwd=ROOT
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
