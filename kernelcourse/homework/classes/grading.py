"""One submission, one record: run in the sandbox, judged by an examiner, written down as plain data."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from kernelcourse.homework.authoring.master import Master, hidden_checks, read_master, solution_namespace
from kernelcourse.homework.classes.duplicates import answer_texts, fingerprint
from kernelcourse.homework.classes.record import MOST_NOTES, QuestionRecord, Record
from kernelcourse.homework.files.contents import read_any, read_submission
from kernelcourse.homework.files.notebook import Notebook, Unreadable
from kernelcourse.homework.files.submissions import Submission, alike, stated_in
from kernelcourse.homework.get import sheet_of
from kernelcourse.homework.judging.asking import NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.checks import Check, Outcome, Setting
from kernelcourse.homework.judging.examiner import Overrun, judge_apart
from kernelcourse.homework.judging.questions import CHECKED, earned, examine, status_of, unusable
from kernelcourse.homework.sandbox.container import isolation
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.places import Given
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sandbox.visit import Visit
from kernelcourse.homework.sheet import SHEETS, Question, Sheet, load_sheet, personal, spelled


@dataclass(frozen=True)
class Job:
    """What every submission of a run is graded with."""

    sheet: str
    materials: str
    secret: str
    own_data: bool = False
    sheets: str = str(SHEETS)
    limits: Limits = Limits()
    only: str = ""  # the one question that is judged; empty: all of them
    people: frozenset[tuple[str, str]] = (
        frozenset()
    )  # (a name somebody is known by, the student it belongs to)

    @property
    def key(self) -> str:
        """Changes when anything changes that could change a grade; the secret cannot be read off it."""
        folder = Path(self.materials) / self.sheet
        digest = hashlib.sha256(f"{self.sheet}\0{self.secret}\0{self.own_data}".encode())
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

    @property
    def questions(self) -> tuple[Question, ...]:
        """As the master has them, with what the student's edition leaves out."""
        return self.master.questions

    @property
    def prompts(self) -> dict[str, str]:
        """What each question asks: the first text of its part of the page."""
        asked: dict[str, str] = {}
        for cell in self.master.cells:
            if cell.kind == "markdown" and cell.role == "page" and cell.question:
                asked.setdefault(cell.question, cell.source)
        return asked


@cache
def bench(sheet: str, materials: str, sheets: str) -> Bench:
    """Load a sheet's master, hidden checks and solution; `sheets` is where its student edition lies."""
    if sheets != str(SHEETS):  # so that my_data finds the sheet on either side of the pipe
        os.environ["KERNELCOURSE_SHEETS"] = sheets
    folder = Path(materials) / sheet
    master = read_master(folder)
    released = load_sheet(sheet, Path(sheets))
    return Bench(released, master, tuple(hidden_checks(folder)), solution_namespace(master))


def grade_one(submission: Submission, job: Job) -> Record:
    """The record of one submission. Whatever is wrong with it becomes a sentence in the record."""
    desk = bench(job.sheet, job.materials, job.sheets)
    record = Record(
        job.key,
        submission.student,
        clean(submission.shown, 120),
        clean(submission.path.name, 120),
        job.sheet,
        str(isolation()),
        tuple(submission.warnings),
    )
    try:
        data = read_submission(submission.path)
        record = replace(record, digest=hashlib.sha256(data).hexdigest())
        notebook = read_any(data, submission.path.name)
        belongs = sheet_of(notebook, prefer=job.sheet)
        if belongs and belongs != job.sheet:
            raise Unreadable(f"The notebook belongs to the sheet {belongs}, not to {job.sheet}.")
    except Unreadable as error:
        return unread(record, desk, str(error))
    if notebook.version and notebook.version != desk.sheet.version:
        old = f"handed in on version {notebook.version} of the sheet; this is {desk.sheet.version}"
        record = replace(record, notes=(*record.notes, old))
    prints = tuple(fingerprint(notebook, desk.sheet))
    record = replace(record, fingerprint=prints, texts=answer_texts(notebook, desk.sheet))
    return _graded(record, notebook, desk, submission, job)


def unread(record: Record, desk: Bench, why: str) -> Record:
    """A record without answers, and the sentence that says why."""
    questions = tuple(_record(question, []) for question in desk.questions)
    return replace(record, problem=clean(why, 300), questions=questions)


def _graded(record: Record, notebook: Notebook, desk: Bench, submission: Submission, job: Job) -> Record:
    """Public checks and answers first; then, in a fresh process whose words are kept from everybody, hidden checks."""
    private = (str(Path(job.materials).resolve()), str(submission.path.resolve().parent))
    given = at_hand(desk.sheet, notebook)
    with Visit(notebook, desk.sheet.starters, job.limits, private, given) as visit:
        claimed = claimed_student(visit)
        claim = _claim(claimed, submission, job)
        owner, said = claim.owner, [note for note in (claim.note, claim.another) if note]
        setting = Setting(job.sheet, desk.sheet.data(owner), desk.solution, job.secret)
        wanted = [one for one in desk.questions if job.only in ("", one.id)]
        own = [personal(question, job.sheet, owner) for question in wanted]
        public = [judged(one, desk.sheet.public(one.id), visit, setting) for one in own]
        notes = (*record.notes, *said, *visit.notes())
        hidden = [[one for one in desk.hidden if one.question == question.id] for question in own]
        if any(hidden):
            visit.renew()
        questions = []
        for question, shown, unseen in zip(own, public, hidden, strict=True):
            later = judged(question, unseen, visit, setting, hidden=True) if unseen else []
            questions.append(_record(question, [*shown, *later]))
    record = replace(record, claimed=clean(claimed, 80), another=claim.another)
    return replace(record, questions=tuple(questions), notes=notes[:MOST_NOTES])


def at_hand(sheet: Sheet, notebook: Notebook) -> Given:
    """What stands there before the first cell: cells in another order find the ID that the notebook states below."""
    return Given(sheet.closed, (("SHEET", sheet.name), ("STUDENT", stated_in(notebook))))


def judged(
    question: Question, checks: Sequence[Check], visit: Visit, setting: Setting, hidden: bool = False
) -> list[Outcome]:
    """The question's outcomes, found by an examiner that can be thrown away."""
    if question.kind in CHECKED and not checks:
        return []

    def work(ask: Any, restart: Any) -> list[Outcome]:
        return examine(question, checks, ask, setting, restart)

    try:
        return judge_apart(work, visit.line(), visit.limits)
    except Overrun as overrun:
        lost = unusable(
            question, "the answer cannot be judged in the time and memory that judging may take", hidden
        )
        return [replace(one, trouble=clean(overrun, 2000)) for one in lost]


def claimed_student(visit: Visit) -> str:
    """The ID that the notebook gives itself; a claim, not a fact."""

    def work(ask: Any, _: Any) -> list[Outcome]:
        try:
            value = ask("STUDENT")
        except (NotAttempted, NoAnswer, Stopped):
            value = ""
        return [Outcome("STUDENT", "", "", answer=spelled(value)[:80])]

    try:
        return judge_apart(work, visit.line(), visit.limits)[0].answer
    except Overrun:
        return ""


@dataclass(frozen=True)
class _Claim:
    """Whose data count; what to say about it, and about a notebook that names somebody else."""

    owner: str
    note: str = ""
    another: str = ""


def _claim(claimed: str, submission: Submission, job: Job) -> _Claim:
    """Whose data count, and what to say about it. The file says who handed in; the notebook says whose data it used."""
    said, mine = (
        alike(claimed),
        {alike(name) for name in (*submission.names, submission.shown, submission.student)},
    )
    if said in mine:
        return _Claim(claimed)
    if not said:
        if job.own_data:
            return _Claim(submission.shown, "the notebook uses the common data; own data were expected")
        return _Claim("", "the notebook uses the common data, not the student's own")
    note = (
        f"the notebook says STUDENT = '{clean(claimed, 60)}', but {clean(submission.shown, 60)} handed it in"
    )
    another = any(name == said and student != submission.student for name, student in job.people)
    if another or job.own_data:
        return _Claim(submission.shown, another=f"{note}; own data were expected")
    return _Claim(claimed, another=f"{note}; nobody else is called so, and these data were used")


def _record(question: Question, outcomes: list[Outcome]) -> QuestionRecord:
    return QuestionRecord(
        question.id,
        question.title,
        question.kind,
        question.points,
        earned(question, outcomes) if question.kind != "text" else 0.0,
        status_of(outcomes),
        question.kind == "text",
        tuple(outcomes),
    )
