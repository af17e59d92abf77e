"""The chapters as files: in the table of contents, normalised; and nbval notices when the package breaks.

That every cell still gives its stored output is nbval's test (`make test` runs pytest --nbval chapters).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml

from tools.run_notebooks import normalised

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "chapters"
NOTEBOOKS = sorted(CHAPTERS.glob("*.ipynb"))
CORE = ["similarity", "kernel_trick", "mercer", "rkhs", "ridge", "pca", "mds", "kmeans", "perceptron"]

# Three ways to break the package: what is patched, and the name by which a chapter would meet it.
BREAKS = {
    "the Gaussian without its factor 2": (
        "from kernelcourse.kernels import Gaussian\n"
        "right = Gaussian.gram\n"
        "Gaussian.gram = lambda self, X, Z: right(self, X, Z) ** 2",
        "Gaussian(",
    ),
    "ridge with 2λ": (
        "import kernelcourse\n"
        "right = kernelcourse.ridge\n"
        "kernelcourse.ridge = lambda k, X, y, lam: right(k, X, y, 2 * lam)",
        "ridge(",
    ),
    "centring that forgets to centre": (
        "import numpy as np\n"
        "from kernelcourse.kernels import Centered\n"
        "Centered.gram = lambda self, X, Z: self.k(X, Z)",
        "kernel_pca(",
    ),
}


def listed(table) -> list[str]:
    """Every file named in a table of contents, however deep."""
    if isinstance(table, list):
        return [name for entry in table for name in listed(entry)]
    names = [table[key] for key in ("root", "file") if key in table]
    return names + [name for key in ("parts", "chapters", "sections") for name in listed(table.get(key, []))]


def test_the_table_of_contents_lists_every_chapter_once():
    names = listed(yaml.safe_load((ROOT / "_toc.yml").read_text()))
    pages = {f"chapters/{path.stem}" for path in CHAPTERS.iterdir() if path.suffix in (".md", ".ipynb")}
    assert sorted(names) == sorted(pages)


@pytest.mark.parametrize("name", CORE)
def test_each_core_chapter_is_a_notebook(name):
    assert (CHAPTERS / f"{name}.ipynb").is_file()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_is_stored_in_its_normal_form(path):
    assert path.read_text(encoding="utf-8") == normalised(nbformat.read(path, as_version=4)), (
        "run make notebooks"
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_outputs_are_text_without_warnings_or_addresses(path):
    cells = [
        cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs, "a chapter that computes nothing is a page: write it as .md"
    for output in outputs:
        assert output["output_type"] != "error"
        assert output.get("name") != "stderr"
        assert set(output.get("data", {"text/plain": ""})) == {"text/plain"}
        text = "".join(output.get("text", output.get("data", {}).get("text/plain", "")))
        assert not re.search(r"0x[0-9a-f]{6,}|Warning|Traceback", text), text


def run_nbval(path: Path, broken: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--nbval"]
    call += ["--nbval-current-env", "--nbval-cell-timeout=60", str(path)]
    environment = {**os.environ, "KERNELCOURSE_BREAK": broken}
    return subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("what", BREAKS)
def test_nbval_notices_a_broken_package(what):
    broken, name = BREAKS[what]
    users = [path for path in NOTEBOOKS if name in path.read_text(encoding="utf-8")]
    users.sort(key=lambda path: path.stat().st_size)
    assert users, f"no chapter uses {name})"
    done = run_nbval(users[0], broken)
    assert done.returncode == 1, f"{users[0].name} passes although the package is broken: {what}"
    assert "Cell outputs differ" in done.stdout or "Cell execution caused an exception" in done.stdout
