"""check() says the same in a Jupyter kernel, in a plain script and on the command line, and needs numpy only."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import nbclient
import nbformat
import pytest

from kernelcourse.homework.accepted import check_file
from kernelcourse.homework.get import write_sheet
from kernelcourse.homework.local import report_on_namespace

# Half-right answers of every kind: a doubled λ, a right function, one that raises, a lost factor, a wrong witness.
ANSWERS = {
    "def dual_weights": "def dual_weights(K, y, lam):\n    return np.linalg.solve(K + 2 * lam * np.eye(len(K)), y)",
    "def ridge_predict": "def ridge_predict(k, X, y, lam, Z):\n    K = k(X, X)\n"
    "    return k(Z, X) @ np.linalg.solve(K + lam * np.eye(len(K)), y)",
    "def leave_one_out": "def leave_one_out(K, y, lam):\n    return y / never_defined",
    "q4_lines": 'q4_lines = ["y @ y - y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha"]',
    "q5_a": 'q5_a = ("kernel", "(x @ z)**2 + 2*(x @ z) + (x @ x)*(z @ z)")\n'
    'q5_b = ("not a kernel", [[1, 0], [0, 0]], [1, 1])',
}


@pytest.fixture
def half_done(tmp_path):
    """A sheet as a student would hand it in half-way: the notebook's path and the text of its code."""
    path = write_sheet("ridge", "alice", tmp_path / "ridge.ipynb")
    tree = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in tree["cells"] if cell["cell_type"] == "code"]
    for cell in code:
        source = "".join(cell["source"])
        cell["source"] = next((text for start, text in ANSWERS.items() if source.startswith(start)), source)
        if source.startswith("check("):
            cell["source"] = ""
    code[-1]["source"] = "check()"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path, "\n\n".join(cell["source"] for cell in code)


def plain_python(script, folder):
    (folder / "ridge.py").write_text(script, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, folder / "ridge.py"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


@pytest.mark.slow
def test_kernel_script_and_command_say_the_same(half_done, tmp_path):
    """The kernel is ipykernel, which JupyterLab and VS Code use too."""
    path, script = half_done
    found = check_file(path)
    told = found.checks
    assert not found.all_passed and plain_python(script, tmp_path) == told + "\n"
    assert found.verdict == "this file would be accepted as homework ridge of alice, with the failures above"
    assert check_file(tmp_path / "ridge.py") == found
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    printed = "".join(output["text"] for output in notebook.cells[-1]["outputs"])
    assert printed == told + "\n"
    assert "NameError: name 'never_defined' is not defined (in leave_one_out, line 2)" in told


def test_a_refuted_line_comes_with_its_numbers_and_without_the_right_one(half_done):
    _, script = half_done
    names = {"__name__": "__main__"}
    exec(script.replace("check()", ""), names)
    names["STUDENT"] = ""  # the letters below are those of the common variant
    told = report_on_namespace(names, "q4")
    assert "For n = 1, d = 1, " in told and "the previous line is" in told and "this line is" in told
    assert "2 * y" not in told and "differ by" not in told
    names["q4_lines"] = ["gradient alpha: 2 * K @ K @ alpha - K @ y + 2 * lam * K @ alpha"]
    told = report_on_namespace(names, "q4")
    assert "the gradient is something else" in told
    names["q4_lines"] = ["implied by: (K + lam*I(n)) @ alpha == y"]
    assert "the line before is no equation: read as … = 0" in report_on_namespace(names, "q4")


STUDENT_SIDE = """
import sys
import numpy, numpy.random
before = set(sys.modules)
from kernelcourse.homework import check, my_data
from kernelcourse.homework.local import report_on_namespace
for sheet, lines in (("ridge", "q4_lines"), ("mercer", "")):
    names = {"__name__": "__main__", "SHEET": sheet, lines: ["2 * lam * alpha @ K @ alpha"]}
    names["q5_a"] = ("kernel", "(x @ z)**2")
    report_on_namespace(names)
foreign = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(foreign - set(sys.stdlib_module_names) - {"numpy", "kernelcourse"}))
never = (
    "subprocess", "multiprocessing", "resource", "fcntl",
    "kernelcourse.homework.sandbox.container", "kernelcourse.explore",
)
print([name for name in never if name in set(sys.modules) - before])
"""


def test_the_students_side_needs_numpy_and_the_standard_library_only():
    """What check() imports must load in JupyterLite, where there are no processes and no scipy by default."""
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", STUDENT_SIDE]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines() == ["[]", "[]"]
