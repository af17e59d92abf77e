"""A class: graded in parallel, one atomic record a submission: a run that was killed goes on where it stopped."""

from __future__ import annotations

import concurrent.futures
import hashlib
import json
import multiprocessing
import os
import secrets
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from kernelcourse.homework.get import sheet_of
from kernelcourse.homework.grading import Job, bench, grade_one
from kernelcourse.homework.notebook import Unreadable, read_notebook
from kernelcourse.homework.processes import adopt_orphans, die_with_parent, end_orphans
from kernelcourse.homework.release import write_atomically
from kernelcourse.homework.sandbox import isolation, require_safety
from kernelcourse.homework.sheet import SHEETS
from kernelcourse.homework.submissions import Submission, find_submissions, read_submission
from kernelcourse.homework.values import clean


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
) -> str:
    """Grade, write records, feedback, gradebooks and the class report into `out`; the summary for the terminal."""
    from kernelcourse.homework.gradebook import merge_manual, write_outputs
    from kernelcourse.homework.report import unread

    require_safety()
    sheet = sheet or _common_sheet(find_submissions(paths, "", roster))
    submissions = find_submissions(paths, sheet, roster)
    (out / "records").mkdir(parents=True, exist_ok=True)
    job = Job(sheet, str(materials.resolve()), _secret(out, secret), own_data, str(sheets))
    bench(job.sheet, job.materials, job.sheets)  # a broken master is reported here, before any grading
    left = [one for one in submissions if not _is_done(out, one, job)]
    for record in _progress(_graded(left, job, jobs), len(left), quiet):
        write_record(out, record)
    records = [read_record(out, one.student) for one in submissions]
    merge_manual(records, manual)
    write_outputs(out, records, submissions, bench(job.sheet, job.materials, job.sheets).sheet)
    broken = [record for record in records if record["problem"]]
    mean = sum(record["points"] for record in records) / len(records)
    lines = [
        f"{len(records)} submissions of {sheet} ({len(left)} graded now), mean {mean:.1f} of {records[0]['possible']:g}"
    ]
    lines += [f"  {record['shown']}: {record['problem']}" for record in broken]
    waiting = unread(records)
    lines += [f"for you to read: {', '.join(waiting)}; give the points with --manual"] if waiting else []
    lines += [f"isolation: {isolation()}", f"feedback, grades.csv and report.html are in {out}"]
    return "\n".join(lines)


def _common_sheet(submissions: list[Submission]) -> str:
    """The sheet that most of the files say they belong to."""
    counts: Counter[str] = Counter()
    for submission in submissions[:50]:
        try:
            name = sheet_of(read_notebook(read_submission(submission.path)))
        except Unreadable:
            continue
        counts[name] += bool(name)
    if not counts or not counts.most_common(1)[0][1]:
        raise ValueError("sheet: the submissions do not say which sheet they belong to; name it with --sheet")
    return counts.most_common(1)[0][0]


def _secret(out: Path, secret: str) -> str:
    """The given secret, or one made once and kept beside the records so that a resumed run draws the same inputs."""
    path = out / "records" / ".secret"
    if not secret and path.is_file():
        secret = path.read_text(encoding="utf-8").strip()
    if not secret:
        secret = secrets.token_hex(16)
        write_atomically(path, secret + "\n")
        path.chmod(0o600)
    return secret


def _record_path(out: Path, student: str) -> Path:
    return out / "records" / f"{student}.json"


def write_record(out: Path, record: dict[str, Any]) -> None:
    """The record appears whole or not at all."""
    text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_atomically(_record_path(out, record["student"]), text)


def read_record(out: Path, student: str) -> dict[str, Any]:
    return dict(json.loads(_record_path(out, student).read_text(encoding="utf-8")))


def _is_done(out: Path, submission: Submission, job: Job) -> bool:
    """There is a record for this very file, graded with this very sheet, checks and secret."""
    try:
        record = read_record(out, submission.student)
        digest = hashlib.sha256(read_submission(submission.path)).hexdigest()
    except Unreadable:
        digest = ""
    except (OSError, ValueError):
        return False
    return bool(record.get("key") == job.key and record.get("digest") == digest)


def _graded(submissions: list[Submission], job: Job, jobs: int) -> Iterator[dict[str, Any]]:
    """Records as they are done. A worker that is lost takes nothing with it: its submission is tried once more."""
    jobs = (
        jobs or len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else jobs or os.cpu_count() or 1
    )
    waiting, tries = list(submissions), Counter[str]()
    context = multiprocessing.get_context("spawn")
    while waiting:
        alone = [one for one in waiting if tries[one.student]]  # suspects go one at a time
        batch = alone[:1] or waiting
        with concurrent.futures.ProcessPoolExecutor(min(jobs, len(batch)), context, _start_worker) as pool:
            running = {pool.submit(_work, one, job): one for one in batch}
            for future in concurrent.futures.as_completed(running):
                submission = running[future]
                try:
                    record = future.result()
                except BrokenProcessPool:
                    tries[submission.student] += 1
                    if tries[submission.student] < 3:
                        continue
                    record = _lost(submission, job)
                waiting.remove(submission)
                yield record


def _start_worker() -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    die_with_parent()
    adopt_orphans()


def _work(submission: Submission, job: Job) -> dict[str, Any]:
    try:
        return grade_one(submission, job)
    except Exception:  # one submission must not cost the class its grades
        record = _lost(submission, job)
        record["trouble"] = traceback.format_exc(limit=-5)
        return record
    finally:
        end_orphans(set())


def _lost(submission: Submission, job: Job) -> dict[str, Any]:
    """A record that says that the grader itself failed; its empty digest makes a later run try again."""
    record = grade_one(Submission(submission.student, submission.shown, Path(os.devnull)), job)
    record["problem"] = "The grader itself failed on this submission; please look at it by hand."
    record["file"], record["digest"] = clean(submission.path.name, 200), "none"
    return record


def _progress(records: Iterator[dict[str, Any]], total: int, quiet: bool) -> Iterator[dict[str, Any]]:
    """With a bar, if tqdm is installed and somebody is looking."""
    if quiet or not total:
        return records
    try:
        from tqdm import tqdm
    except ImportError:
        return records
    return iter(tqdm(records, total=total, unit="submission", disable=None))
