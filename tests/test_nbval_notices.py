"""nbval would notice: with one number of the package changed, notebooks fail; without the change, they pass.

The package is changed inside the notebook's own kernel only: its start-up file (tools/strict_kernel.py) runs
the code in the variable KERNELCOURSE_BREAK.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

from tools.strict_kernel import environment

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "chapters"

pytestmark = pytest.mark.slow

CELLS = {
    "setup": "from kernelcourse import Gaussian, Linear, classical_mds, kernel_pca, ridge\n"
    "from kernelcourse.datasets import cities, toy_a, toy_b\n"
    "X, y = toy_a()",
    "gaussian": "print(Gaussian(2.0)(X)[0, 1].round(4))",
    "ridge": "print(ridge(Linear(), X, y, 1.0)(X).round(4))",
    "mds": "print(classical_mds(cities()[1], 2).stress)",
    "pca": "kernel_pca(Linear(), toy_b(), 1).variances.round(4)",  # not printed: results count too
    "exact": "print(X.shape)",
}

# What is changed ↦ the code that changes it, and the one cell above that must notice.
CHANGES = {
    "σ² is doubled in the Gaussian": (
        "from kernelcourse.kernels import Gaussian\n"
        "right = Gaussian.gram\n"
        "Gaussian.gram = lambda self, X, Z: right(self, X, Z) ** 0.5",
        "gaussian",
    ),
    "λ is doubled in ridge": (
        "import kernelcourse\n"
        "right = kernelcourse.ridge\n"
        "kernelcourse.ridge = lambda k, X, y, lam: right(k, X, y, 2 * lam)",
        "ridge",
    ),
    "½ is dropped in double centring": (
        "import sys, kernelcourse.learn.mds\n"
        "module = sys.modules['kernelcourse.learn.mds']\n"
        "right = module._doubly_centered\n"
        "module._doubly_centered = lambda D: 2 * right(D)",
        "mds",
    ),
    "kernel PCA does not centre": (
        "import sys, kernelcourse.learn.pca\n"
        "module = sys.modules['kernelcourse.learn.pca']\n"
        "module.center = lambda K: K",
        "pca",
    ),
}

# A chapter that must notice each of them.
READERS = {
    "σ² is doubled in the Gaussian": "similarity/distances",
    "λ is doubled in ridge": "ridge/kernel_ridge",
    "½ is dropped in double centring": "mds",
    "kernel PCA does not centre": "pca/kernel_pca",
}


def verdicts(notebook: Path, change: str = "", stop_early: bool = False) -> dict[int, str]:
    """Cell number ↦ PASSED or FAILED, as nbval says in a process of its own."""
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-v",
        "--nbval",
        "--nbval-current-env",
        "--nbval-cell-timeout=240",
    ]
    call += ["-p", "conftest", "-p", "no:cacheprovider", "-p", "no:xdist", *(["-x"] if stop_early else [])]
    variables = {**os.environ, "KERNELCOURSE_BREAK": change, "COLUMNS": "200"}
    done = subprocess.run([*call, str(notebook)], cwd=ROOT, env=variables, capture_output=True, text=True)
    found = {int(cell): word for cell, word in re.findall(r"Cell (\d+) (PASSED|FAILED)", done.stdout)}
    assert found, done.stdout + done.stderr
    assert done.returncode == int("FAILED" in found.values()), done.stdout
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """A notebook of a few cells, executed with the package as it is."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS.values()])
    path = tmp_path_factory.mktemp("notebook") / "small.ipynb"
    saved = dict(os.environ)
    os.environ.update(environment())
    try:
        nbclient.NotebookClient(book, timeout=240, kernel_name="python3").execute()
    finally:
        os.environ.clear()
        os.environ.update(saved)
    nbformat.write(book, path)
    return path


def test_without_a_change_every_cell_passes(small):
    assert verdicts(small) == dict.fromkeys(range(len(CELLS)), "PASSED")


@pytest.mark.parametrize("what", CHANGES)
def test_with_a_change_exactly_the_cell_that_uses_it_fails(small, what):
    change, cell = CHANGES[what]
    failed = [number for number, verdict in verdicts(small, change).items() if verdict == "FAILED"]
    assert failed == [list(CELLS).index(cell)]


@pytest.mark.parametrize("what", READERS)
def test_the_chapter_notices_the_change(what):
    notebook = CHAPTERS / f"{READERS[what]}.ipynb"
    assert "FAILED" in verdicts(notebook, CHANGES[what][0], stop_early=True).values(), (
        f"{notebook.name} passes although {what}: print a number that depends on it"
    )


def test_the_chapter_passes_without_a_change():
    assert set(verdicts(CHAPTERS / "mds.ipynb").values()) == {"PASSED"}
