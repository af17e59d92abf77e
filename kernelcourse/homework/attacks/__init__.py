"""The attack suite: every trick scores nothing, or only what was honestly earned, and leaves nothing behind."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kernelcourse.homework.attacks.arena import CANARY, CLASSMATES, LIMITS, SECRET, Attack, build_arena
from kernelcourse.homework.attacks.classes import FILES, grade_odd_files
from kernelcourse.homework.attacks.read import read_attacks
from kernelcourse.homework.authoring.release import release
from kernelcourse.homework.classes.classroom import start_worker
from kernelcourse.homework.classes.feedback import feedback_html, feedback_text
from kernelcourse.homework.classes.gradebook import gradescope_results
from kernelcourse.homework.classes.grading import Job, grade_one
from kernelcourse.homework.classes.record import Record, to_json
from kernelcourse.homework.files.submissions import find_submissions
from kernelcourse.homework.sandbox.container import isolation
from kernelcourse.homework.sandbox.limits import patience
from kernelcourse.homework.sandbox.processes import descendants, end_orphans

SIGNALS_TOO = 6  # the version of Landlock that keeps signals apart as well as files and TCP
TOO_LONG = 180.0  # seconds for a submission; more on a machine that is busy with other things
TOO_MUCH = 400_000_000  # bytes of the grading process itself
LARGE = 400_000  # bytes of a record
DYING = 3.0  # seconds in which a process that was ended must be gone
BAIT = ("<script", "<img", "onerror=alert(2)>", "\x1b", "\x07", "\u202e", "\x9b")


@dataclass(frozen=True)
class Contained:
    """What became of an attack; `complaints` is empty if it was contained."""

    attack: str
    points: float
    complaints: tuple[str, ...]


def try_attack(attack: Attack, materials: Path, sheets: Path) -> Contained:
    """Grade the attack as a submission, and look at what it got and what it left."""
    before = set(descendants(os.getpid()))  # helpers of the grading process itself, such as multiprocessing's
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (attack.file or "mallory.ipynb")
        if attack.link:
            path.symlink_to(materials / "arena" / "hidden.py")
        else:
            path.write_bytes(attack.notebook())
        (Path(folder) / ".neighbour.ipynb").write_bytes(
            Attack("honest", ("def double(v): return 2 * v",)).notebook()
        )
        (submission,) = find_submissions([path], "arena").submissions
        job = Job("arena", str(materials), SECRET, sheets=str(sheets), limits=LIMITS, people=CLASSMATES)
        started, held = time.monotonic(), _largest()
        record = grade_one(submission, job)
        seconds, grown = (
            time.monotonic() - started,
            _largest() - held,
        )  # what it held before is nobody's doing
        left = sorted(
            entry.name
            for entry in Path(folder).iterdir()
            if entry.name not in (path.name, ".neighbour.ipynb")
        )
    alive = _left_behind(before)
    end_orphans(before)  # what is dead but not collected would slow down every look at the processes
    return Contained(
        attack.name, record.points, tuple(_complaints(attack, record, left, alive, seconds, grown))
    )


def _complaints(
    attack: Attack, record: Record, left: list[str], alive: list[int], seconds: float, grown: int
) -> list[str]:
    found = []
    if record.points > attack.points or (record.points < attack.points and not attack.at_most):
        found.append(f"earned {record.points:g} points, {attack.points:g} were honest")
    if seconds > TOO_LONG * patience():
        found.append(f"took {seconds:.0f} seconds")
    text, html = feedback_text(record), feedback_html(record)
    shown = "\n".join([text, html, gradescope_results(record).to_json()])
    if "LEAK" in shown:
        found.append("what student code said about a hidden input reached the feedback")
    if len(to_json(record)) > LARGE:
        found.append(f"the record has {len(to_json(record))} bytes")
    if grown > TOO_MUCH:
        found.append(f"the grader itself grew by {grown // 1_000_000} MB")
    body = html.partition("</style>")[2]
    if CANARY in repr(record):
        found.append("hidden text reached the record")
    if any(bait in text for bait in BAIT[3:]) or any(bait in body for bait in BAIT):
        found.append("raw markup or control characters reached the report")
    if not all(ord(character) < 128 for character in record.student) or "/" in record.student:
        found.append(f"the ID {record.student!r} is not a safe file name")
    for place in ("/tmp/owned", "/tmp/boom", "/tmp/owned.ipynb"):
        if os.path.exists(place):
            found.append(f"{place} was written outside the sandbox")
    if left:
        found.append(f"files were left beside the submission: {left}")
    if alive:
        found.append(f"{len(alive)} processes were left behind")
    return found


def _left_behind(before: set[int]) -> list[int]:
    """Processes of this one that are still there; on a busy machine one that was ended takes a while to go."""
    until = time.monotonic() + DYING * patience()
    while True:
        alive = [pid for pid in descendants(os.getpid()) if pid not in before and _alive(pid)]
        if not alive or time.monotonic() > until:
            return alive
        time.sleep(0.1)


def _largest() -> int:
    """The most memory that this process ever held."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def run(names: list[str] | None = None, jobs: int = 0) -> int:
    """Try the attacks and the odd files, print a line for each attack, and return 0 if all were contained.

    Where neither bubblewrap nor Landlock stands in the way, the harmful ones are left out: this machine is in use.
    """
    unknown = set(names or ()) - {attack.name for attack in read_attacks()}
    if unknown:
        raise ValueError(f"attack: there is no attack {sorted(unknown)[0]!r}")
    chosen = [attack for attack in read_attacks() if not names or attack.name in names]
    if not (isolation().full or isolation().walls >= SIGNALS_TOO):
        for attack in (one for one in chosen if one.harmful):
            print(f"{attack.name:45} not tried: without bubblewrap it could harm this machine")
        chosen = [attack for attack in chosen if not attack.harmful]
    escaped = 0
    tried, held = Counter[str](), Counter[str]()
    for attack, result in zip(chosen, run_all(chosen, jobs), strict=True):
        escaped += bool(result.complaints)
        tried[attack.kind] += 1
        held[attack.kind] += not result.complaints
        verdict = "; ".join(result.complaints) or "contained"
        print(f"{result.attack:45} {result.points:g} points  {verdict}", flush=True)
    total = len(chosen)
    if not names:
        total += len(FILES)
        found = grade_odd_files(jobs)
        escaped += len(found)
        for name, said in found.items():
            print(f"{name:45} {'; '.join(said)}", flush=True)
        for file in FILES:
            tried[file.kind] += 1
            held[file.kind] += file.name not in found
    print(", ".join(f"{kind} {held[kind]}/{tried[kind]}" for kind in sorted(tried)))
    print(f"{total - escaped} of {total} attacks contained · {isolation()}")
    return 1 if escaped else 0


def run_all(chosen: list[Attack], jobs: int = 0) -> Iterator[Contained]:
    """Results in the order of the attacks, as they come in."""
    with tempfile.TemporaryDirectory() as folder:
        materials, sheets = Path(folder) / "materials", Path(folder) / "sheets"
        build_arena(materials)
        release(materials / "arena", sheets)
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(jobs or None, context, start_worker) as pool:
            futures = [pool.submit(try_attack, attack, materials, sheets) for attack in chosen]
            for future in futures:
                yield future.result()
