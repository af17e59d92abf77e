"""The master notebook: prompts, solutions and public checks of one sheet, in the order of the page.

Cells are told apart by their first line (homework/README.md has the whole format):
raw cell "[sheet]" or "[question]" (TOML) · code "# checks" (public checks) · code or markdown "# instructor" or
"<!-- instructor -->" (never released) · any other cell belongs to the student's page, its solutions cut out.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelcourse.homework.files.notebook import cell_source, parse_notebook
from kernelcourse.homework.judging.checks import Check, collect
from kernelcourse.homework.sandbox.namespace import Names
from kernelcourse.homework.sheet import Question, load_module
from kernelcourse.homework.tasks import TASKS, record_of, task_of

BEGIN, STUB, END = "# BEGIN SOLUTION", "# STUB", "# END SOLUTION"


@dataclass(frozen=True)
class MasterCell:
    """A cell of the master with its role: page, checks, instructor, sheet or question."""

    kind: str  # "code" | "markdown" | "raw"
    role: str
    source: str
    question: str = ""


@dataclass(frozen=True)
class Head:
    """The [sheet] cell: `chapter` is the page of the book that it belongs to, `closed` the modules that refuse."""

    name: str
    title: str
    chapter: str = ""
    hours: int = 3
    closed: tuple[str, ...] | None = None  # None: all of the course that computes


@dataclass(frozen=True)
class Master:
    """A sheet as its author has it."""

    folder: Path
    head: Head
    questions: tuple[Question, ...]
    cells: tuple[MasterCell, ...]

    @property
    def name(self) -> str:
        return self.head.name

    def check_source(self) -> str:
        """The public checks, as one Python text."""
        return "\n\n\n".join(
            cell.source.partition("\n")[2].strip() for cell in self.cells if cell.role == "checks"
        )


def read_master(folder: Path) -> Master:
    """The master in a sheet's folder; ValueError naming the cell when it does not follow the format."""
    path = folder / "master.ipynb"
    if not path.is_file():
        raise ValueError(f"materials: there is no {path}; give the folder that holds the sheets' folders")
    head: Head | None = None
    questions: list[Question] = []
    cells: list[MasterCell] = []
    for index, raw in enumerate(parse_notebook(path.read_bytes())["cells"]):
        kind, source = str(raw.get("cell_type")), cell_source(raw)
        role = _role(kind, source)
        try:
            if role == "sheet":
                head = record_of(Head, tomllib.loads(source)["sheet"], "the [sheet] cell")
            elif role == "question":
                questions.append(_question(tomllib.loads(source)["question"]))
        except (tomllib.TOMLDecodeError, KeyError, ValueError) as error:
            raise ValueError(f"{path}, cell {index}: {error}") from error
        current = questions[-1].id if questions else ""
        cells.append(MasterCell(kind, role, source, current))
    if head is None:
        raise ValueError(f"{path}: there is no [sheet] cell")
    if len({question.id for question in questions}) < len(questions):
        raise ValueError(f"{path}: two questions have the same id")
    return Master(folder, head, tuple(questions), tuple(cells))


def _role(kind: str, source: str) -> str:
    first = source.lstrip().partition("\n")[0].strip()
    if kind == "raw":
        role = {"[sheet]": "sheet", "[question]": "question"}.get(first)
        if role is None:
            raise ValueError(f"a raw cell starts with {first!r}; it should start with [sheet] or [question]")
        return role
    if first in ("# instructor", "<!-- instructor -->"):
        return "instructor"
    return "checks" if kind == "code" and first == "# checks" else "page"


def _question(table: Mapping[str, Any]) -> Question:
    """The question of a [question] cell; every word beyond the common ones belongs to its task."""
    common = ("id", "title", "points", "kind", "names")
    for word in common:
        if word not in table:
            raise ValueError(f"the [question] cell needs {word}")
    if table["kind"] not in TASKS:
        raise ValueError(f"kind is {table['kind']!r}; it should be one of {', '.join(TASKS)}")
    if not re.fullmatch(r"q\d+", str(table["id"])):
        raise ValueError(f"id is {table['id']!r}; it should be q1, q2, …")
    rest = {key: value for key, value in table.items() if key not in common}
    task = task_of(table["kind"], rest)
    return Question(
        table["id"], table["title"], table["points"], table["kind"], tuple(table["names"]), task=task
    )


def hidden_checks(folder: Path) -> list[Check]:
    """The checks of hidden.py beside the master."""
    path = folder / "hidden.py"
    return (
        collect(vars(load_module(path, f"kernelcourse_hidden_{folder.name}")), hidden=True)
        if path.is_file()
        else []
    )


def solution_namespace(master: Master, student: str = "") -> SimpleNamespace:
    """The instructor's own answers, by running the master's page with its solutions in."""
    namespace: Names = {"__name__": "solution", "display": lambda *_, **__: None}
    for source in solved_cells(master, student):
        exec(compile(source, f"<{master.name} solution>", "exec"), namespace)
    return SimpleNamespace(**{key: value for key, value in namespace.items() if not key.startswith("__")})


def solved_cells(master: Master, student: str = "") -> list[str]:
    """Code of the page with the solutions left in: a submission that deserves full marks."""
    from kernelcourse.homework.authoring.release import for_student

    return [
        for_student(solved(cell.source), student)
        for cell in master.cells
        if cell.kind == "code" and cell.role == "page"
    ]


def solved(source: str) -> str:
    """A cell with its solution kept and the marks and stub lines dropped."""
    kept, in_stub = [], False
    for line in source.splitlines():
        mark = line.strip()
        if mark == STUB:
            in_stub = True
        elif mark == END:
            in_stub = False
        elif mark != BEGIN and not in_stub:
            kept.append(line)
    return "\n".join(kept)


def notebook_json(cells: list[tuple[str, str]], stamp: dict[str, str]) -> str:
    """A notebook file (format 4.5) with these (kind, source) cells, without outputs; the same bytes every time."""
    body: list[dict[str, object]] = []
    for place, (kind, source) in enumerate(cells):
        run: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
        lines = source.splitlines(keepends=True)
        body.append({"cell_type": kind, "id": f"cell-{place:02d}", "metadata": {}, "source": lines, **run})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelcourse": stamp, "kernelspec": kernel, "language_info": {"name": "python"}}
    tree = {"cells": body, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(tree, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
