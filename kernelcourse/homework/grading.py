"""One submission, one record: run in the sandbox, examined from outside, written down as plain data."""

from __future__ import annotations

import hashlib
import os
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from kernelcourse.homework.asking import Stopped
from kernelcourse.homework.checks import FAILED, Check, Outcome, Setting
from kernelcourse.homework.duplicates import fingerprint
from kernelcourse.homework.get import sheet_of
from kernelcourse.homework.limits import Limits
from kernelcourse.homework.master import Master, hidden_checks, read_master, solution_namespace
from kernelcourse.homework.notebook import Notebook, Unreadable, read_notebook
from kernelcourse.homework.questions import earned, examine, status_of
from kernelcourse.homework.sandbox import isolation
from kernelcourse.homework.sheet import SHEETS, Question, Sheet, load_sheet
from kernelcourse.homework.submissions import Submission, read_submission
from kernelcourse.homework.values import clean
from kernelcourse.homework.visit import Visit

FORMAT = 2


@dataclass(frozen=True)
class Job:
    """What every submission of a run is graded with."""

    sheet: str
    materials: str
    secret: str
    own_data: bool = False
    sheets: str = str(SHEETS)
    limits: Limits = Limits()

    @property
    def key(self) -> str:
        """Changes when anything changes that could change a grade; the secret cannot be read off it."""
        folder = Path(self.materials) / self.sheet
        digest = hashlib.sha256(f"{FORMAT}\0{self.sheet}\0{self.secret}\0{self.own_data}".encode())
        digest.update(load_sheet(self.sheet, Path(self.sheets)).version.encode())
        for name in ("master.ipynb", "hidden.py"):
            path = folder / name
            digest.update(path.read_bytes() if path.is_file() else b"")
        return digest.hexdigest()[:24]


@dataclass(frozen=True)
class Bench:
    """The grader's side of a sheet, loaded once a process: what the student's side never sees."""

    sheet: Sheet
    master: Master
    hidden: tuple[Check, ...]
    solution: Any


@cache
def bench(sheet: str, materials: str, sheets: str) -> Bench:
    """Load a sheet's master, hidden checks and solution; `sheets` is where its student edition lies."""
    if sheets != str(SHEETS):  # so that my_data finds the sheet on either side of the pipe
        os.environ["KERNELCOURSE_SHEETS"] = sheets
    folder = Path(materials) / sheet
    master = read_master(folder)
    return Bench(
        load_sheet(sheet, Path(sheets)), master, tuple(hidden_checks(folder)), solution_namespace(master)
    )


def grade_one(submission: Submission, job: Job) -> dict[str, Any]:
    """The record of one submission. Whatever is wrong with it becomes a sentence in the record."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "key": job.key,
        "student": submission.student,
        "shown": clean(submission.shown, 120),
        "file": clean(submission.path.name, 200),
        "sheet": job.sheet,
        "isolation": str(isolation()),
        "notes": [submission.warning] if submission.warning else [],
        "problem": "",
        "questions": [],
        "digest": "",
        "fingerprint": [],
    }
    desk = bench(job.sheet, job.materials, job.sheets)
    notebook = Notebook(())
    try:
        data = read_submission(submission.path)
        record["digest"] = hashlib.sha256(data).hexdigest()
        notebook = read_notebook(data)
        belongs = sheet_of(notebook)
        if belongs and belongs != job.sheet:
            raise Unreadable(f"The notebook belongs to the sheet {belongs}, not to {job.sheet}.")
    except Unreadable as error:
        record["problem"] = str(error)
        record["questions"] = [_record(question, []) for question in desk.sheet.questions]
        return _totals(record)
    if notebook.version and notebook.version != desk.sheet.version:
        record["notes"].append(
            f"handed in on version {notebook.version} of the sheet; this is {desk.sheet.version}"
        )
    record["fingerprint"] = fingerprint(notebook, desk.sheet)
    _grade_cells(notebook, desk, submission, job, record)
    return _totals(record)


def _grade_cells(
    notebook: Notebook, desk: Bench, submission: Submission, job: Job, record: dict[str, Any]
) -> None:
    with Visit(notebook, desk.sheet.names, job.limits, _private_folders(submission, job)) as visit:
        owner = _owner(visit.student(), submission, job, record["notes"])
        setting = Setting(job.sheet, desk.sheet.data(owner), desk.solution, job.secret)
        for question in desk.sheet.questions:
            outcomes = _examine(question, desk, visit, setting)
            record["questions"].append(_record(question, outcomes))
        record["notes"] += visit.notes()


def _examine(question: Question, desk: Bench, visit: Visit, setting: Setting) -> list[Outcome]:
    """The question's outcomes. An answer that ends its process fails its own check; the others are asked anew."""
    if question.kind not in ("function", "value"):
        try:
            return examine(question, desk.sheet, visit.asking(), setting)
        except Stopped as stopped:
            visit.restart()
            return [Outcome("answer", "an answer that can be read", FAILED, str(stopped), weight=1.0)]
    outcomes: list[Outcome] = []
    public = desk.sheet.public(question.id)
    for check in [*public, *(one for one in desk.hidden if one.question == question.id)]:
        alone = replace(desk.sheet, checks=() if check.hidden else (check,))
        try:
            outcomes += examine(question, alone, visit.asking(), setting, [check] if check.hidden else [])
        except Stopped as stopped:
            visit.restart()
            weight = check.weight if check.hidden else 0.0
            text = f"your code gave no answer: {stopped}"
            outcomes.append(Outcome(check.name, check.says, FAILED, text, check.hidden, weight))
    return outcomes


def _owner(claimed: str, submission: Submission, job: Job, notes: list[str]) -> str:
    """Whose data count. The file says who handed in; the notebook only says whose data it used."""
    same = claimed.strip().casefold() in (submission.shown.strip().casefold(), submission.student.casefold())
    if same:
        return claimed
    if claimed.strip() == "" and not job.own_data:
        notes.append("the notebook uses the common data, not the student's own")
        return ""
    if claimed.strip():
        said = clean(claimed, 60)
        notes.append(
            f"the notebook says STUDENT = '{said}', but {submission.shown} handed it in; own data were expected"
        )
    else:
        notes.append("the notebook uses the common data; own data were expected")
    return submission.shown


def _private_folders(submission: Submission, job: Job) -> tuple[str, ...]:
    return (str(Path(job.materials).resolve()), str(submission.path.resolve().parent))


def _record(question: Question, outcomes: list[Outcome]) -> dict[str, Any]:
    return {
        "id": question.id,
        "title": question.title,
        "kind": question.kind,
        "possible": question.points,
        "points": earned(question, outcomes),
        "status": status_of(outcomes),
        "manual": question.kind == "text",
        "outcomes": [asdict(outcome) for outcome in outcomes],
    }


def _totals(record: dict[str, Any]) -> dict[str, Any]:
    record["points"] = round(sum(question["points"] for question in record["questions"]), 2)
    record["possible"] = sum(question["possible"] for question in record["questions"])
    return record
