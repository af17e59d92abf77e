"""A small class on the arena sheet, and the real sheets with their masters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.homework.attacks.arena import SETUP, build_arena
from kernelcourse.homework.authoring.master import notebook_json, read_master, solved_cells
from kernelcourse.homework.authoring.release import release

MATERIALS = Path(__file__).resolve().parents[2] / "homework"
SHEET_FOLDERS = sorted(path.parent for path in MATERIALS.glob("*/master.ipynb"))


@pytest.fixture(scope="session")
def arena(tmp_path_factory):
    """(materials, sheets) of the arena."""
    folder = tmp_path_factory.mktemp("arena")
    build_arena(folder / "materials")
    release(folder / "materials" / "arena", folder / "sheets")
    return folder / "materials", folder / "sheets"


@pytest.fixture(autouse=True)
def _arena_can_be_found(arena, monkeypatch):
    """Whatever a test sets in its own process is undone after it."""
    monkeypatch.setenv("KERNELCOURSE_SHEETS", str(arena[1]))


def arena_notebook(*cells: str, sheet: str = "arena") -> bytes:
    """A submission with the arena's setup cell and these cells."""
    return notebook_json([("code", SETUP), *(("code", cell) for cell in cells)], {"sheet": sheet}).encode()


def solved_notebook(folder: Path, student: str = "") -> bytes:
    """The master with its solutions in, as a submission."""
    master = read_master(folder)
    return notebook_json(
        [("code", cell) for cell in solved_cells(master, student)], {"sheet": master.name}
    ).encode()


def write_class(folder: Path, size: int) -> list[Path]:
    """Submissions of all kinds: solved, half-done, wrong, crashing, unreadable, in turn."""
    double, wrong = "def double(v):\n    return 2 * v", "def double(v):\n    return v"
    weights = "def weights(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(K)), y)"
    kinds = [
        arena_notebook(double, weights, "total = my_data(SHEET, STUDENT).sum()"),
        arena_notebook(double),
        arena_notebook(wrong, weights),
        arena_notebook(double, "import os\nos._exit(0)"),
        arena_notebook("1 / 0", weights),
        b'{"cells": [',
    ]
    folder.mkdir(exist_ok=True)
    paths = []
    for number in range(size):
        paths.append(folder / f"student{number:02d}.ipynb")
        paths[-1].write_bytes(kinds[number % len(kinds)])
    return paths


EXPECTED = (12.0, 4.0, 4.0, 4.0, 4.0, 0.0)  # points of the kinds above


def grades_of(out: Path) -> dict[str, dict]:
    """The records of a run."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((out / "records").glob("*.json"))}
