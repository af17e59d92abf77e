"""What a student is told about cells: each stop has its reason, and what holds only here is said at once."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from kernelcourse.homework.accepted import check_file
from kernelcourse.homework.elsewhere import EVERYWHERE, not_everywhere
from kernelcourse.homework.files.notebook import Cell, Notebook
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.visit import Visit

ROOT = Path(__file__).parents[2]
ROOM = Limits(cell_seconds=4, call_seconds=2, load_seconds=20, total_seconds=60)
STUB = 'def weights(K):\n    raise NotImplementedError("your code here")'


def notes_of(*sources, starters=()):
    cells = tuple(Cell(index, source) for index, source in enumerate(sources))
    with Visit(Notebook(cells), dict.fromkeys(starters, ""), ROOM) as visit:
        return visit.notes()


@pytest.mark.slow
def test_a_cell_that_calls_what_is_not_written_says_so():
    notes = notes_of(STUB, "a = 1\nbest = weights(a)", starters=["weights", "best"])
    assert notes[0] == "cell 2 (a = 1): stops where it calls weights, which is not written yet"
    assert notes_of("raise NotImplementedError") == []


@pytest.mark.slow
def test_a_missing_module_is_named_also_where_the_cell_fails_later():
    (note,) = notes_of("import no_such_module as m\nx = m.table([1])\nx.largest()")
    assert "AttributeError" in note and "no_such_module cannot be imported here" in note
    (note,) = notes_of("import no_such_module as m\nm.draw()")
    assert note.endswith(
        "no_such_module cannot be imported here; the cell was run with an empty module instead"
    )


@pytest.mark.slow
def test_an_answer_under_another_name_is_missed_by_its_own():
    (note,) = notes_of("def weight(K):\n    return K", starters=["weights"])
    assert note == "when all cells have run there is no weights: answers are found by their names"
    assert notes_of("weights = ...", starters=["weights"]) == []


def test_what_the_grader_need_not_have_is_noted():
    cells = ("import numpy.linalg, os, pytest", "from pytest import approx\nimport no_such_module, sklearn")
    notebook = Notebook(tuple(Cell(index, source) for index, source in enumerate(cells)))
    (note,) = not_everywhere(notebook, ("sklearn",))
    assert note.startswith("cell 1: pytest need not be installed where this is graded")


def test_what_is_everywhere_is_what_the_package_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["grading"]]
    assert {re.match(r"[\w-]+", one).group() for one in asked} < set(EVERYWHERE)


@pytest.mark.slow
def test_an_unreadable_line_is_reported_on_one_line(tmp_path):
    lines = (
        'SHEET, STUDENT = "ridge", ""\nq4_lines = [my_task("ridge", "q4", ""), "y @ y - 2 * y @ K @ beta"]'
    )
    cell = {"cell_type": "code", "source": lines, "metadata": {}, "outputs": []}
    path = tmp_path / "ridge.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    report = str(check_file(path, "q4"))
    assert "the letters are" in report and "at “beta”" in report and "^" not in report
