"""The project's wheel, built from a copy: a build writes into the folder it is given, and the work tree stays clean."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".*", "_build", "_static", "build", "dist", "*.egg-info", "__pycache__", "tests", "chapters", "benchmarks"
)


def build(target: Path) -> Path:
    """The wheel of the working tree, in the folder `target`."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        shutil.copytree(ROOT, source, ignore=LEFT_OUT)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check"]
        subprocess.run([*pip, "-w", folder, str(source)], check=True, stderr=subprocess.DEVNULL)
        (built,) = Path(folder).glob("*.whl")
        return Path(shutil.copy(built, target))
