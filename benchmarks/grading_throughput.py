"""Submissions a minute: this grader beside Otter (`otter run`), the same answers and the same tests, in one run.

The class is graded in chunks, in turns: a chunk by one grader, the same chunk by the other, then the other way round,
so that both meet the same load of the machine. Each has two submissions at a time. Every fourth submission is
wrong, and the two graders must agree on every score. Ours runs each submission in its sandbox, writes feedback and the
class report, and starts anew with every chunk; `otter run` executes the notebook without a sandbox.

Otter is installed, once, into an environment of its own (_build/otter); this project's is not touched.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.throughput_assignment import otter_materials, otter_submission, our_materials, our_submission
from kernelcourse.homework.classes.classroom import grade_class
from kernelcourse.homework.files.notebook import read_notebook
from kernelcourse.homework.sandbox.container import isolation
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.session import Session

JOBS = 2
OTTER = "otter-grader>=6.1,<8"
Grader = Callable[[range], list[float]]


@dataclass
class Timed:
    """A grader with what it has used so far: seconds by the clock, seconds of the processor, and its scores."""

    name: str
    grade: Grader
    uncounted: float = 0.0  # processor seconds a submission that the operating system may not have told us of
    wall: float = 0.0
    cpu: float = 0.0
    scores: list[float] = field(default_factory=list)

    def take(self, chunk: range) -> None:
        wall, cpu = time.perf_counter(), processor_seconds()
        self.scores += self.grade(chunk)
        self.wall += time.perf_counter() - wall
        self.cpu += processor_seconds() - cpu + self.uncounted * len(chunk)

    def line(self) -> str:
        count, mean = len(self.scores), sum(self.scores) / len(self.scores)
        return (
            f"{self.name:13} {count:4} submissions in {self.wall:7.1f} s = {60 * count / self.wall:7.1f} a minute, "
            f"{self.cpu / count:5.2f} s of processor time each (mean score {mean:.2f} of 6)"
        )


def processor_seconds() -> float:
    """User and system time of this process and of all it has started and waited for."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def sandboxed_seconds() -> float:
    """Processor time of one student's process, asked from inside.

    A container that is ended takes its accounts with it, so this is added for every submission: an upper bound.
    """
    with Session(Limits()) as session:
        session.load(read_notebook(our_submission(0).encode()), [], set())
        return float(session.ask("__import__('time').process_time()", {}))


def otter_environment(folder: Path) -> str:
    """The interpreter of an environment with Otter in it; made when it is not there."""
    python, ready = folder / "bin" / "python", folder / ".ready"
    if not ready.is_file():
        print(f"installing {OTTER} into {folder} (once)", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", OTTER, "ipykernel", "numpy"], check=True)
        ready.touch()
    return str(python.absolute())


def our_grader(folder: Path) -> Grader:
    """Grades a chunk as a class: records, feedback, gradebooks and report."""
    our_materials(folder)
    os.environ["KERNELCOURSE_SHEETS"] = str(folder / "sheets")

    def grade(chunk: range) -> list[float]:
        place = folder / f"class{chunk.start:05d}"
        place.mkdir()
        for number in chunk:
            (place / f"student{number:05d}.ipynb").write_text(our_submission(number), encoding="utf-8")
        out = folder / f"out{chunk.start:05d}"
        grade_class(
            [place],
            out,
            materials=folder / "materials",
            sheet="throughput",
            secret="s",
            jobs=JOBS,
            quiet=True,
            sheets=folder / "sheets",
        )
        return [json.loads(path.read_text())["points"] for path in sorted((out / "records").glob("*.json"))]

    return grade


def otter_grader(folder: Path, python: str) -> Grader:
    """Grades a chunk with one `otter run` a submission."""
    archive = otter_materials(folder, python)

    def run(number: int) -> float:
        place = folder / f"student{number:05d}"
        place.mkdir()
        (place / "submission.ipynb").write_text(otter_submission(number), encoding="utf-8")
        words = ["run", "-a", str(archive), "-o", str(place), str(place / "submission.ipynb")]
        done = subprocess.run(
            [python, "-m", "otter", *words], capture_output=True, text=True, cwd=place, check=False
        )
        if done.returncode:
            raise RuntimeError(f"otter run failed: {done.stderr[-2000:]}")
        results = json.loads((place / "results.json").read_text())
        return float(sum(test["score"] for test in results["tests"] if "score" in test))

    def grade(chunk: range) -> list[float]:
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            return list(pool.map(run, chunk))

    return grade


def compare(size: int, chunk: int, python: str, folder: Path) -> list[Timed]:
    """Both graders over the whole class, in turns."""
    graders = [
        Timed("kernelcourse", our_grader(folder / "ours"), sandboxed_seconds()),
        Timed("otter", otter_grader(folder / "otter", python)),
    ]
    for turn, start in enumerate(range(0, size, chunk)):
        numbers = range(start, min(start + chunk, size))
        for grader in graders[:: -1 if turn % 2 else 1]:
            grader.take(numbers)
        spent = ", ".join(f"{grader.name} {grader.wall:.1f} s" for grader in graders)
        print(f"  {numbers.stop} of {size} by both: {spent}", file=sys.stderr, flush=True)
    return graders


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.grading_throughput",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--size", type=int, default=200, help="submissions in the class (default 200)")
    parser.add_argument("--chunk", type=int, default=20, help="submissions in a chunk (default 20)")
    parser.add_argument(
        "--environment", type=Path, default=Path("_build/otter"), help="where Otter is installed, once"
    )
    parser.add_argument(
        "--otter-python", default="", help="an interpreter that has Otter and ipykernel already"
    )
    arguments = parser.parse_args(argv)
    python = arguments.otter_python or otter_environment(arguments.environment)
    with tempfile.TemporaryDirectory() as folder:
        ours, otter = compare(arguments.size, arguments.chunk, python, Path(folder))
    print(ours.line(), otter.line(), sep="\n")
    agree = "on every score" if ours.scores == otter.scores else "NOT on every score"
    print(
        f"ratio {otter.wall / ours.wall:.1f} by the clock, at least {otter.cpu / ours.cpu:.1f} in processor time"
    )
    print(f"the graders agree {agree}; {isolation()}, {JOBS} at a time, {os.cpu_count()} cores")
    if ours.scores != otter.scores:
        sys.exit(1)


if __name__ == "__main__":
    main()
