"""The package's front door: every name is there, and nothing is loaded before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kernelcourse


@pytest.mark.parametrize("name", kernelcourse.__all__)
def test_every_name_can_be_imported(name):
    assert getattr(kernelcourse, name).__doc__ or name in ("OPEN", "PROVED", "REFUTED")
    assert name in dir(kernelcourse)


def test_modules_are_reached_by_name_and_unknown_names_are_refused():
    assert kernelcourse.datasets.toy_b().shape == (6, 2)
    with pytest.raises(AttributeError, match="kernelcourse has no 'nonsense'"):
        _ = kernelcourse.nonsense


def test_the_judge_works_without_scipy():
    code = "import sys; from kernelcourse import Gaussian, judge; judge(Gaussian()); print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_command_also_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "kernelcourse", "court", "x @ z"], capture_output=True, text=True
    )
    assert done.returncode == 0 and "PROVED" in done.stdout, done.stderr
