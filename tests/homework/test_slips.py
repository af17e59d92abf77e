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


@pytest.mark.parametrize("root", ["np.sqrt({})", "({})**0.5", "np.sqrt(np.float64({}))"])
@pytest.mark.parametrize(
    "square", ["a @ k(X, X) @ a", "np.sum(np.outer(a, a) * k(X, X))", "a @ (k(X, X) @ a)"]
)
def test_a_root_of_what_round_off_made_negative_is_seen_before_handing_in(root, square):
    names = {"np": np, "SHEET": "rkhs", "STUDENT": ""}
    exec("expansion_inner = lambda k, X, a, Z, b: a @ k(X, Z) @ b", names)
    exec(f"expansion_norm = lambda k, X, a: {root.format(square)}", names)
    with np.errstate(invalid="ignore"):
        assert "contains NaN" in report_on_namespace(names, "q1")
    exec(f"expansion_norm = lambda k, X, a: {root.format(f'max({square}, 0)')}", names)
    assert "failed" not in report_on_namespace(names, "q1")
