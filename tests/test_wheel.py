"""The built wheel, installed in a fresh environment: its data are in it, nothing of the instructor's is."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tools import own_wheel

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kernelcourse"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return own_wheel.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(wheel) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """A fresh environment with the wheel and, from this one, numpy and scipy."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    fresh = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    where = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    here, there = (
        subprocess.run([run, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
        for run in (sys.executable, fresh)
    )
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", there, str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True, capture_output=True)
    for part in ("numpy", "scipy"):
        for found in Path(here).glob(f"{part}*"):
            (Path(there) / found.name).symlink_to(found)
    return fresh


def test_every_file_of_the_package_is_in_the_wheel(names):
    wanted = {
        str(path.relative_to(ROOT).as_posix())
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md"
    }
    assert wanted <= names, f"missing: {sorted(wanted - names)[:5]}"
    assert "kernelcourse/py.typed" in names


def test_the_wheel_holds_the_package_and_nothing_else(names):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    roots = {name.split("/")[0] for name in names}
    assert roots == {"kernelcourse", f"kernelcourse-{version}.dist-info"}


def instructor_files() -> list[Path]:
    """Everything under the root homework/: masters with solutions, hidden checks, banks of wrong answers."""
    return [
        path for path in (ROOT / "homework").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]


def test_no_instructor_file_is_in_the_wheel(wheel, names):
    secret = {path.read_bytes() for path in instructor_files() if path.stat().st_size > 0}
    with zipfile.ZipFile(wheel) as archive:
        leaked = [name for name in names if archive.read(name) in secret]
    assert not leaked


def test_no_solution_or_hidden_check_is_in_a_students_sheet(wheel, names):
    markers = (b"BEGIN SOLUTION", b"END SOLUTION", b"BEGIN HIDDEN", b"### SOLUTION", b"hidden_checks")
    with zipfile.ZipFile(wheel) as archive:
        sheets = [name for name in names if name.startswith("kernelcourse/homework/sheets/")]
        leaked = [name for name in sheets if any(marker in archive.read(name) for marker in markers)]
    assert not leaked


def test_the_installed_package_works_from_its_wheel(python, tmp_path):
    code = (
        "import kernelcourse, numpy as np\n"
        "from kernelcourse import Gaussian, judge\n"
        "assert 'site-packages' in kernelcourse.__file__, kernelcourse.__file__\n"
        "assert judge(Gaussian(1.0)).proved\n"
        "print(Gaussian(1.0)(np.zeros((2, 1))).tolist())\n"
    )
    done = subprocess.run([python, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[[1.0, 1.0], [1.0, 1.0]]"), done.stderr


def test_the_command_answers_from_its_wheel(python, tmp_path):
    call = [python, "-I", "-c", "from kernelcourse.cli import main; main()", "homework", "list"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "ridge" in done.stdout
