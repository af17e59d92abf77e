"""From the master to the student's sheet: solutions cut out, public checks beside it, a version stamped on it."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from pathlib import Path

from kernelcourse.homework.authoring.master import (
    BEGIN,
    END,
    STUB,
    Master,
    hidden_checks,
    notebook_json,
    read_master,
    solved,
)
from kernelcourse.homework.sheet import SHEETS
from kernelcourse.homework.tasks import table_of

# What a question asks for is not to be fetched from a library: all of the course but these rooms, and scikit-learn,
# refuse when a notebook is graded.
OPEN = ("homework", "datasets")
COURSE = Path(__file__).resolve().parents[2]
ROOMS = sorted({one.stem for one in COURSE.iterdir() if one.is_dir() or one.suffix == ".py"} - {*OPEN})
CLOSED = (*(f"kernelcourse.{room}" for room in ROOMS if not room.startswith("_")), "sklearn")
REFUSING = (
    "*Write it with numpy or scipy: when your notebook is graded, the rest of `kernelcourse` and scikit-learn refuse "
    "to do it for you.*\n\n"
)


def release(folder: Path, into: Path = SHEETS, instructor: Path | None = None) -> dict[str, Path]:
    """Write NAME.ipynb, NAME.json and NAME.py; with `instructor`, also the edition with worked solutions."""
    master = read_master(folder)
    files = student_edition(master)
    into.mkdir(parents=True, exist_ok=True)
    written = {}
    for name, text in files.items():
        written[name] = into / name
        write_atomically(into / name, text)
    if instructor is not None:
        instructor.mkdir(parents=True, exist_ok=True)
        written["instructor"] = instructor / f"{master.name}_solutions.ipynb"
        write_atomically(written["instructor"], instructor_edition(master))
    return written


def student_edition(master: Master) -> dict[str, str]:
    """The three files of the student's edition, by name."""
    cells = student_cells(master)
    hidden = hidden_checks(master.folder)
    questions = []
    for question in master.questions:
        count = sum(check.question == question.id for check in hidden)
        if question.kind in ("function", "value") and not count:
            raise ValueError(f"{master.name} {question.id}: no hidden check, so it could earn no points")
        about = {"id": question.id, "title": question.title, "points": question.points, "kind": question.kind}
        answers = {"names": list(question.names), "hidden": count, "spec": table_of(question.task.for_page)}
        questions.append(about | answers)
    checks = f'"""Public checks of the sheet {master.name}, made by `kernelcourse homework release`."""\n'
    checks += "\n" + master.check_source() + "\n"
    ast.parse(checks)
    spec = {
        "name": master.name,
        "title": master.head.title,
        "questions": questions,
        "hours": master.head.hours,
        "closed": closed_modules(master),
    }
    whole = json.dumps([cells, spec, checks], ensure_ascii=False, sort_keys=True)
    stamp = {"sheet": master.name, "version": hashlib.sha256(whole.encode()).hexdigest()[:10]}
    spec |= {"version": stamp["version"]}
    return {
        f"{master.name}.ipynb": notebook_json(cells, stamp),
        f"{master.name}.json": json.dumps(spec, indent=1, ensure_ascii=False, sort_keys=True) + "\n",
        f"{master.name}.py": checks,
    }


def student_cells(master: Master) -> list[tuple[str, str]]:
    """(kind, source) of the student's page: no solution; `check("q2")` after each question's last cell."""
    cells: list[tuple[str, str]] = []
    names = {question.id: list(question.names) for question in master.questions}
    titles = {one.id: f"## {one.id} · {one.title} ({one.points:g} points)\n\n" for one in master.questions}
    for question in master.questions:
        if question.kind in ("function", "value") and closed_modules(master):
            titles[question.id] += REFUSING
    for place, cell in enumerate(master.cells):
        if cell.role == "page":
            source = cell.source
            if cell.kind == "markdown" and cell.question in titles:
                source = titles.pop(cell.question) + source
            cells.append(
                (cell.kind, stub(source, names.get(cell.question, [])) if cell.kind == "code" else source)
            )
        following = master.cells[place + 1] if place + 1 < len(master.cells) else None
        if cell.question and (following is None or following.role == "question"):
            cells.append(("code", f'check("{cell.question}")'))
    return cells


def closed_modules(master: Master) -> list[str]:
    """Modules that refuse: what the master says, or everything in the course that computes."""
    return list(CLOSED if master.head.closed is None else master.head.closed)


def stub(source: str, names: list[str]) -> str:
    """A cell with each solution replaced by its own # STUB lines, or by a line that says that it is missing."""
    lines: list[str] = []
    inside = given = False
    block: list[str] = []
    for line in source.splitlines():
        mark = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if mark == BEGIN:
            inside, given, block = True, False, []
        elif mark == STUB and inside:
            given = True
        elif mark == END and inside:
            lines += [] if given else _missing(indent, block, names)
            inside = False
        elif not inside:
            lines.append(line)
        elif given:
            lines.append(re.sub(r"^(\s*)# ?", r"\1", line, count=1))
        else:
            block.append(line)
    if inside:
        raise ValueError(f"a cell has {BEGIN} without {END}")
    return "\n".join(lines)


def _missing(indent: str, block: list[str], names: list[str]) -> list[str]:
    if indent:
        return [f'{indent}raise NotImplementedError("your code here")']
    stored = {
        node.id
        for statement in ast.parse("\n".join(block)).body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    assigned = [name for name in names if name in stored]
    if not assigned:
        raise ValueError(
            f"a solution at the left margin assigns none of the question's names {names}: use # STUB lines"
        )
    return [f"{name} = ..." for name in assigned]


def instructor_edition(master: Master) -> str:
    """The page with worked solutions and the instructor's notes."""
    cells = []
    for cell in master.cells:
        if cell.role == "instructor":
            cells.append((cell.kind, cell.source.partition("\n")[2].lstrip("\n")))
        elif cell.role == "page":
            cells.append((cell.kind, solved(cell.source) if cell.kind == "code" else cell.source))
    return notebook_json(cells, {"sheet": master.name, "edition": "instructor"})


def for_student(source: str, student: str) -> str:
    """The cell with STUDENT set to this ID."""
    return re.sub(r'^STUDENT = ""', lambda _: f"STUDENT = {json.dumps(student)}", source, flags=re.MULTILINE)


def write_atomically(path: Path, text: str) -> None:
    """Either the old file or the whole new one: never a part."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)
