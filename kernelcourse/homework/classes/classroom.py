"""A class, graded in parallel: one atomic record for each submission, so a killed run goes on where it stopped."""

from __future__ import annotations

import concurrent.futures
import hashlib
import multiprocessing
import os
import secrets
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kernelcourse.homework.authoring.reference import reference_seconds
from kernelcourse.homework.authoring.release import write_atomically
from kernelcourse.homework.classes.class_rows import (
    attempts_of,
    changes_between,
    names_in,
    rehearsal,
    rows_of,
)
from kernelcourse.homework.classes.course import Course
from kernelcourse.homework.classes.earlier import Earlier, read_record, record_path
from kernelcourse.homework.classes.gradebook import UNREADABLE, Row, write_outputs
from kernelcourse.homework.classes.grading import Job, bench, grade_one, unread
from kernelcourse.homework.classes.marking import kept_marks, read_marks, to_read
from kernelcourse.homework.classes.record import Record, to_json
from kernelcourse.homework.classes.roster import read_roster
from kernelcourse.homework.classes.spreadsheet import to_csv
from kernelcourse.homework.classes.worksheet import filled_worksheet
from kernelcourse.homework.files.contents import read_submission
from kernelcourse.homework.files.notebook import Unreadable
from kernelcourse.homework.files.submissions import Submission, find_submissions
from kernelcourse.homework.files.whose_sheet import common_sheet
from kernelcourse.homework.sandbox.container import isolation, require_safety
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.processes import adopt_orphans, die_with_parent, end_orphans
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sheet import SHEETS


@dataclass(frozen=True)
class ClassResult:
    """What a run did: how many were graded, how many files could not be read, where the grader itself failed."""

    text: str
    graded: int = 0
    unreadable: int = 0
    failures: int = 0

    def __str__(self) -> str:
        return self.text

    @property
    def exit_code(self) -> int:
        """0: every submission has its grade or its sentence. 1: none could be graded, or the grader failed on one."""
        return 1 if self.failures or (self.unreadable and not self.graded) else 0


def grade_class(
    paths: list[Path],
    out: Path,
    *,
    materials: Path,
    sheet: str = "",
    secret: str = "",
    roster: Path | None = None,
    manual: Path | None = None,
    jobs: int = 0,
    own_data: bool = False,
    quiet: bool = False,
    sheets: Path = SHEETS,
    course: Course | None = None,
    dry_run: bool = False,
    client: Any = None,
) -> ClassResult:
    """Grade, write records, feedback, gradebooks and the class report into `out`.

    `client` is anything with `submit(function, *arguments)` that gives futures: a Dask Client, or an executor.
    """
    from kernelcourse.homework.classes.report import class_report
    from kernelcourse.homework.classes.report import unread as waiting_texts

    require_safety()
    rules = course or Course()
    people = read_roster(roster or rules.roster)
    sheet = sheet or common_sheet(find_submissions(paths, "", people), materials, sheets)
    found = find_submissions(paths, sheet, people, rules.policy.attempt)
    if dry_run:
        return ClassResult(rehearsal(found, people, sheet, rules))
    (out / "records").mkdir(parents=True, exist_ok=True)
    kept, said = _secret(out, secret or rules.secret)
    job = Job(
        sheet,
        str(materials.resolve()),
        kept,
        own_data or rules.own_data,
        str(sheets),
        people=names_in(found, people),
    )
    desk = bench(job.sheet, job.materials, job.sheets)  # a broken master is reported here, before any grading
    everything = [*found.submissions, *(attempts_of(found) if rules.policy.attempt == "best" else ())]
    lying = {one.student: read_record(out, one.student) for one in everything}
    left = [one for one in everything if not _is_done(lying[one.student], one, job)]
    earlier = Earlier(out, lying)
    if left:
        job = replace(job, limits=Limits().for_reference(reference_seconds(job)))
    for record in _progress(_graded(left, job, jobs, client), len(left), quiet):
        earlier.keep(record.student)
        write_atomically(record_path(out, record.student), to_json(record))
    records = {one.student: _known_record(out, one, job) for one in everything}
    given = read_marks(manual or rules.manual, list(records.values()), kept, job.people)
    marks, marks_file = kept_marks(out, given, list(records.values()), kept)
    if marks:
        write_atomically(out / "records" / "marks.csv", marks_file)
    records = {student: record.with_marks(marks) for student, record in records.items()}
    rows = rows_of(found, records, people, rules, sheet)
    changes = changes_between(earlier.records, records)
    write_outputs(out, rows, desk.sheet)
    for name, text in {
        **class_report(rows, desk.sheet, found.ignored, changes, found.others),
        **to_read([row.record for row in rows if row.record], desk.questions, kept, desk.prompts),
    }.items():
        write_atomically(out / name, text)
    filled = filled_worksheet(roster or rules.roster, rows, desk.sheet)
    if filled:
        write_atomically(out / "moodle_worksheet.csv", to_csv(filled))
    earlier.forget()
    counted = [row.record for row in rows if row.record is not None]
    lines = _summary(rows, sheet, len(left), desk.sheet.points)
    lines += [f"  {record.shown} ({record.file}): {record.problem}" for record in counted if record.problem]
    lines += [f"  ignored: {clean(one.path.name, 120)}: {one.why}" for one in found.ignored[:50]]
    lines += [f"changed: {line}" for line in changes]
    waiting = waiting_texts(counted)
    lines += (
        [f"for you to read: {', '.join(waiting)}; marking.html, then --manual marks.csv"] if waiting else []
    )
    lines += [*said, f"isolation: {isolation()}", f"feedback, grades.csv and report.html are in {out}"]
    unreadable = sum(row.status == UNREADABLE for row in rows)
    return ClassResult(
        "\n".join(lines), len(counted) - unreadable, unreadable, sum(bool(r.trouble) for r in counted)
    )


def _summary(rows: Sequence[Row], sheet: str, now: int, possible: float) -> list[str]:
    scores = [row.points for row in rows if row.record is not None]
    if not scores:
        return [f"0 submissions of {sheet} (0 graded now): nothing was found"]
    mean = sum(scores) / len(scores)
    told = f"{len(scores)} submissions of {sheet} ({now} graded now), mean {mean:.1f} of {possible:g}"
    missing = Counter(row.status for row in rows if row.record is None)
    return ["".join([told, *(f", {count} {status}" for status, count in missing.items())])]


def _secret(out: Path, secret: str) -> tuple[str, list[str]]:
    """The given secret, or the one kept beside the records: the same command draws the same inputs."""
    path = out / "records" / ".secret"
    kept = path.read_text(encoding="utf-8").strip() if path.is_file() else ""
    chosen = secret or kept or secrets.token_hex(16)
    if chosen != kept:
        write_atomically(path, chosen + "\n")
        path.chmod(0o600)
    changed = kept and chosen != kept
    return chosen, [
        "the secret is another than in the last run: all were graded again on new inputs"
    ] if changed else []


def _known_record(out: Path, submission: Submission, job: Job) -> Record:
    return read_record(out, submission.student) or _lost(submission, job, "the record could not be written")


def _is_done(record: Record | None, submission: Submission, job: Job) -> bool:
    """There is a record for this very file, graded with this very sheet, checks and secret."""
    if record is None or record.trouble:
        return False
    try:
        digest = hashlib.sha256(read_submission(submission.path)).hexdigest()
    except Unreadable:
        digest = ""
    return record.key == job.key and record.digest == digest


def _graded(submissions: list[Submission], job: Job, jobs: int, client: Any) -> Iterator[Record]:
    """Records as they are done. A worker that is lost takes nothing with it: its submission is tried once more."""
    if client is not None:
        handed_over = [(one, client.submit(work_on, one, job)) for one in submissions]
        for submission, future in handed_over:
            try:
                record = future.result()
            except Exception as error:  # a cluster gives up on a task in ways of its own
                record = _lost(submission, job, f"the cluster lost it: {error!r}")
            yield record
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    waiting, tries = list(submissions), Counter[str]()
    context = multiprocessing.get_context("spawn")
    while waiting:
        alone = [one for one in waiting if tries[one.student]]  # suspects go one at a time
        batch = alone[:1] or waiting
        with concurrent.futures.ProcessPoolExecutor(
            min(jobs or cores, len(batch)), context, start_worker
        ) as pool:
            running = {pool.submit(work_on, one, job): one for one in batch}
            for future in concurrent.futures.as_completed(running):
                submission = running[future]
                try:
                    record = future.result()
                except BrokenProcessPool:
                    tries[submission.student] += 1
                    if tries[submission.student] < 3:
                        continue
                    record = _lost(submission, job, "its worker was lost three times")
                waiting.remove(submission)
                yield record


def start_worker() -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    die_with_parent()
    adopt_orphans()


def work_on(submission: Submission, job: Job) -> Record:
    """One submission, whatever it is: one submission must not cost the class its grades."""
    try:
        return grade_one(submission, job)
    except Exception:
        return _lost(submission, job, traceback.format_exc(limit=-5))
    finally:
        if multiprocessing.parent_process() is not None:
            end_orphans(set())


def _lost(submission: Submission, job: Job, trouble: str) -> Record:
    """A record that says that the grader itself failed; a later run tries again."""
    name = clean(submission.path.name, 120)
    record = Record(
        job.key, submission.student, clean(submission.shown, 120), name, job.sheet, str(isolation())
    )
    desk = bench(job.sheet, job.materials, job.sheets)
    why = "The grader itself failed on this submission; please look at it by hand."
    return replace(unread(record, desk, why), trouble=trouble[-2000:] or "unknown")


def _progress(records: Iterator[Record], total: int, quiet: bool) -> Iterator[Record]:
    """How many are done and how long the rest will take, on a terminal."""
    started = time.monotonic()
    for done, record in enumerate(records, 1):
        yield record
        if not quiet and sys.stderr.isatty():
            left = (time.monotonic() - started) / done * (total - done)
            end = "\n" if done == total else ""
            print(
                f"\r{done} of {total} · about {left / 60:.0f} min {left % 60:.0f} s left ",
                end=end,
                file=sys.stderr,
                flush=True,
            )
