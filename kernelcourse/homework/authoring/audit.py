"""Before release: every wrong solution of the bank must lose points, an idle one all, and a right one none."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import re
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from kernelcourse.homework.authoring.master import Master, notebook_json, read_master, solved_cells
from kernelcourse.homework.authoring.release import release, student_cells
from kernelcourse.homework.classes.classroom import start_worker
from kernelcourse.homework.classes.grading import Job, grade_one
from kernelcourse.homework.classes.record import QuestionRecord, Record
from kernelcourse.homework.files.submissions import Submission
from kernelcourse.homework.judging.checks import Outcome

LEAST_WRONG, LEAST_RIGHT = 5, 2
SECRET = "audit"


@dataclass(frozen=True)
class Entry:
    """One solution of the bank: the question it answers, whether it is right, its name, its code.

    A wrong one is `idle` if it does none of the work that the question asks for.
    """

    question: str
    right: bool
    name: str
    source: str
    idle: bool = False


@dataclass
class AuditReport:
    """What became of every entry; `good` if every wrong one fell and every right one stood, and there are enough."""

    sheet: str
    lines: list[str] = field(default_factory=list)
    killed: int = 0
    wrong: int = 0
    stood: int = 0
    right: int = 0
    complaints: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.complaints

    def __str__(self) -> str:
        rate = self.killed / self.wrong if self.wrong else 0.0
        counts = f"wrong solutions killed {self.killed}/{self.wrong} ({rate:.0%}), "
        counts += f"right ones kept {self.stood}/{self.right}"
        ending = [f"  PROBLEM {text}" for text in self.complaints]
        return "\n".join([f"{self.sheet}: {counts}", *(f"  {line}" for line in self.lines), *ending])


def read_bank(folder: Path) -> list[Entry]:
    """Entries of bank.py and its neighbours: '# %% q1 wrong: name' (or idle, or right), then code."""
    if not (folder / "bank.py").is_file():
        raise ValueError(f"bank: there is no {folder / 'bank.py'}")
    return [entry for path in sorted(folder.glob("bank*.py")) for entry in _entries(path)]


def _entries(path: Path) -> list[Entry]:
    entries = []
    parts = re.split(r"^# %% *(.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for title, source in zip(parts[::2], parts[1::2], strict=True):
        found = re.fullmatch(r"(q\d+) (wrong|idle|right): (.+)", title.strip())
        if not found:
            raise ValueError(f"{path}: '# %% {title}' should read '# %% q1 wrong: name' (or idle, or right)")
        question, verdict, name = found.groups()
        entries.append(Entry(question, verdict == "right", name, source.strip(), verdict == "idle"))
    return entries


def audit(folder: Path, jobs: int = 0) -> AuditReport:
    """Grade the solution, the stub and every entry of the bank as submissions of a class."""
    folder = folder.resolve()
    master, entries = read_master(folder), read_bank(folder)
    report = AuditReport(master.name)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        release(folder, place / "sheets")
        job = Job(master.name, str(folder.parent), SECRET, sheets=str(place / "sheets"))
        stamp = {"sheet": master.name}
        pages = {"solution": notebook_json([("code", cell) for cell in solved_cells(master)], stamp)}
        pages["stub"] = notebook_json(student_cells(master), stamp)
        for number, entry in enumerate(entries):
            cells = [("code", cell) for cell in [*solved_cells(master), entry.source]]
            pages[f"entry{number:03d}"] = notebook_json(cells, stamp)
        only = {f"entry{number:03d}": entry.question for number, entry in enumerate(entries)}
        work = []
        for name, text in pages.items():
            (place / f"{name}.ipynb").write_text(text, encoding="utf-8")
            one = Submission(name, name, place / f"{name}.ipynb")
            work.append((one, replace(job, only=only.get(name, ""))))
        records = _grade_all(work, jobs)
    _judge_ends(records, master, report)
    for number, entry in enumerate(entries):
        _judge_entry(entry, records[f"entry{number:03d}"], report, records["solution"].notes)
    _count(master, entries, report)
    return report


def _grade_all(work: list[tuple[Submission, Job]], jobs: int) -> dict[str, Record]:
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs or None, context, start_worker) as pool:
        records = pool.map(grade_one, *zip(*work, strict=True))
        return {record.student: record for record in records}


def _judge_ends(records: dict[str, Record], master: Master, report: AuditReport) -> None:
    """The solution earns everything that a machine can give; the stub earns nothing and is called not attempted."""
    for question in records["solution"].questions:
        if question.status != "passed" or (not question.manual and question.points < question.possible):
            report.complaints.append(
                f"{question.id}: the instructor's own solution is not accepted: {_first(question)}"
            )
    for question in records["stub"].questions:
        if question.points or question.status != "not attempted":
            report.complaints.append(
                f"{question.id}: the stub is {question.status} with {question.points:g} points"
            )


def _judge_entry(entry: Entry, record: Record, report: AuditReport, usual: tuple[str, ...] = ()) -> None:
    """Where a right entry's cell fails, what was graded is the master's answer above it: `usual` are its own notes."""
    question = next((one for one in record.questions if one.id == entry.question), None)
    if question is None:
        report.complaints.append(f"{entry.question}: the bank names a question that the sheet does not have")
        return
    full = question.points >= question.possible
    verdict = "right" if entry.right else "idle" if entry.idle else "wrong"
    line = f"{entry.question} {verdict}: {entry.name} — {question.points:g} of {question.possible:g}"
    if entry.right:
        report.right += 1
        report.stood += full
        if not full:
            report.complaints.append(f"{line}: a right solution was refused: {_first(question)}")
        elif unusual := [note for note in record.notes if note not in usual]:
            report.complaints.append(f"{line}: its cell did not run as it stands: {unusual[0]}")
    else:
        report.wrong += 1
        report.killed += not full
        by = [_name(one) for one in question.outcomes if one.status == "failed"]
        line += f", killed by {', '.join(by)}" if by else ""
        if full:
            report.complaints.append(f"{line}: a wrong solution earned full points")
        elif entry.idle and question.points:
            report.complaints.append(f"{line}: what takes no work earned points")
    report.lines.append(line)


def _name(outcome: Outcome) -> str:
    return f"{outcome.check}{' (hidden)' if outcome.hidden else ''}"


def _first(question: QuestionRecord) -> str:
    failed = [one for one in question.outcomes if one.status != "passed"]
    return f"{failed[0].check}: {failed[0].text} {failed[0].trouble}" if failed else "points are missing"


def _count(master: Master, entries: list[Entry], report: AuditReport) -> None:
    for question in master.questions:
        if question.kind == "text":
            continue
        mine = [entry for entry in entries if entry.question == question.id]
        right = sum(entry.right for entry in mine)
        if right < LEAST_RIGHT or len(mine) - right < LEAST_WRONG:
            report.complaints.append(
                f"{question.id}: the bank has {len(mine) - right} wrong and {right} right solutions; "
                f"at least {LEAST_WRONG} and {LEAST_RIGHT} are needed"
            )
