"""A usual slip is called by its name, and by no other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from kernelcourse.homework.local import report_on_namespace

SLIPS = tomllib.loads((Path(__file__).parent / "slips.toml").read_text(encoding="utf-8"))["slip"]


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one['sheet']}: {one['name']}" for one in SLIPS])
def test_a_usual_slip_has_its_name(slip):
    names = {"np": np, "SHEET": slip["sheet"], "STUDENT": ""}
    exec(slip["code"], names)
    told = report_on_namespace(names, slip["question"])
    assert set(re.findall(r"looks like: (.*)\)$", told, flags=re.MULTILINE)) == {slip["name"]}, told
