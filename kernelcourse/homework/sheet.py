"""A sheet as the student has it: its questions, its public checks, its data. No solution, no hidden check."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kernelcourse.homework.judging.checks import Check, collect
from kernelcourse.homework.sandbox.stubs import bound_by
from kernelcourse.homework.tasks import Lines, Task, task_of

SHEETS = Path(__file__).parent / "sheets"


@dataclass(frozen=True)
class Question:
    """One question: what it is worth, what kind of answer it wants, and the names that hold the answer."""

    id: str
    title: str
    points: float
    kind: str
    names: tuple[str, ...]
    hidden: int = 0  # how many hidden checks run at grading
    task: Task = field(default_factory=Task)


@dataclass(frozen=True)
class Sheet:
    """The questions of a sheet with their public checks, and its version stamp."""

    name: str
    title: str
    version: str
    questions: tuple[Question, ...]
    checks: tuple[Check, ...]
    module: ModuleType
    closed: tuple[str, ...] = ()  # modules that refuse when a notebook is graded: their work is the task
    page: Path | None = None  # the student's notebook

    @property
    def names(self) -> list[str]:
        """All names that hold answers."""
        return [name for question in self.questions for name in question.names]

    @cached_property
    def starters(self) -> dict[str, str]:
        """For each name of an answer the statement that the page gives in its place, as `ast.dump` writes it."""
        given = dict.fromkeys(self.names, "")
        for source in _code_of(self.page) if self.page else ():
            for statement in ast.parse(source).body:
                given |= {name: ast.dump(statement) for name in bound_by(statement) & set(given)}
        return given

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    def public(self, question: str) -> list[Check]:
        return [check for check in self.checks if check.question == question]

    def data(self, student: str = "") -> Any:
        """The student's variant of the data (the common one for an empty ID); None if the sheet has no data."""
        make = getattr(self.module, "variant", None)
        return None if make is None else make(student_rng(self.name, student))


def spelled(student: object) -> str:
    """An ID as text: 1234567 without quotation marks is an ID too."""
    if isinstance(student, int) and not isinstance(student, bool):
        return str(student)
    return student if isinstance(student, str) else ""


def student_rng(sheet: str, student: str) -> np.random.Generator:
    """The generator of one student's data; spelling of the ID in capitals or with spaces around does not matter."""
    text = f"data\0{sheet}\0{unicodedata.normalize('NFKC', student).strip().casefold()}"
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big"))


def sheet_folders() -> list[Path]:
    """Where sheets are looked for: the folder in KERNELCOURSE_SHEETS, if set, then the package's own."""
    extra = os.environ.get("KERNELCOURSE_SHEETS")
    return [*([Path(extra)] if extra else []), SHEETS]


def sheet_names(folder: Path | None = None) -> list[str]:
    """Sheets in this folder, or all that this installation holds."""
    return sorted(
        {path.stem for place in ([folder] if folder else sheet_folders()) for path in place.glob("*.json")}
    )


def load_sheet(name: str, folder: Path | None = None) -> Sheet:
    """The sheet of that name; ValueError, with the names there are, if there is none."""
    folders = [folder] if folder else sheet_folders()
    for place in folders:
        if re.fullmatch(r"\w+", name) and (place / f"{name}.json").is_file():
            return _load(name, place)
    raise ValueError(f"sheet: there is no sheet {name!r}; there are {', '.join(sheet_names()) or 'none'}")


@cache
def _load(name: str, folder: Path) -> Sheet:
    spec = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    module = load_module(folder / f"{name}.py", f"kernelcourse_sheet_{name}")
    questions = tuple(_question(table) for table in spec["questions"])
    checks = tuple(collect(vars(module), hidden=False))
    closed = tuple(spec.get("closed", ()))
    page = folder / f"{name}.ipynb"
    return Sheet(spec["name"], spec["title"], spec["version"], questions, checks, module, closed, page)


def _code_of(page: Path) -> list[str]:
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def _question(table: Mapping[str, Any]) -> Question:
    rest = {**table, "names": tuple(table["names"])}
    return Question(task=task_of(table["kind"], rest.pop("spec")), **rest)


def letters(question: Question, sheet: str, student: str = "") -> dict[str, str]:
    """The student's own letters and numbers in a question: one of its variants; the first one for an empty ID.

    The first is in the letters of the book and is nobody's who has an ID: a page of the book would be the answer.
    """
    book, *others = question.task.variant or ({},)
    if not student.strip() or not others:
        return dict(book)
    rng = student_rng(f"{sheet}\0{question.id}", student)
    return dict(others[int(rng.integers(len(others)))])


def personal(question: Question, sheet: str, student: str = "") -> Question:
    """The student's own variant of a question: <<word>> in its task replaced by the variant's."""
    picked = letters(question, sheet, student)
    if not picked:
        return question
    return replace(question, task=replace(question.task, variant=()).filled(picked))


def first_line(sheet: str, question: str, student: str = "") -> str:
    """The first line of the student's own variant of a derivation."""
    task = personal(derivation_of(sheet, question), sheet, student).task
    return task.start if isinstance(task, Lines) else ""


def derivation_of(sheet: str, question: str) -> Question:
    """The derivation of that number; ValueError if the sheet has none such."""
    for one in load_sheet(sheet).questions:
        if one.id == question and isinstance(one.task, Lines):
            return one
    raise ValueError(f"question: {sheet} has no derivation {question!r}")


def load_module(path: Path, name: str) -> ModuleType:
    """A Python file as a module, without touching sys.path; ValueError that names the file if it does not run."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module
