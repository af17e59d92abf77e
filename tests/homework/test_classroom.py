"""A class is graded the same in any order and at any speed, and a run that is killed goes on where it stopped."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import Future

import pytest
from dask.distributed import Client

from kernelcourse.homework.classes.classroom import grade_class

from .conftest import EXPECTED, arena_notebook, grades_of, write_class

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


def grade(paths, out, arena, **options):
    materials, sheets = arena
    fixed = {"sheet": "arena", "secret": "s", "quiet": True, "sheets": sheets, **options}
    return str(grade_class(paths, out, materials=materials, **fixed))


def test_points_are_those_of_the_work_done_and_the_run_is_deterministic(arena, tmp_path):
    paths = write_class(tmp_path / "class", 6)
    grade(paths, tmp_path / "one", arena, jobs=2)
    grade(paths[::-1], tmp_path / "two", arena, jobs=1)
    one, two = grades_of(tmp_path / "one"), grades_of(tmp_path / "two")
    assert one == two
    assert tuple(record["points"] for record in one.values()) == EXPECTED
    for name in ("grades.csv", "grades_canvas.csv", "report.txt", "report.html"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_secret_draws_other_inputs_but_the_same_honest_grades(arena, tmp_path):
    paths = write_class(tmp_path / "class", 2)
    grade(paths, tmp_path / "out", arena, secret="a")
    first = grades_of(tmp_path / "out")
    summary = grade(paths, tmp_path / "out", arena, secret="b")
    second = grades_of(tmp_path / "out")
    assert "2 graded now" in summary
    assert all(first[name]["key"] != second[name]["key"] for name in first)
    assert [r["points"] for r in first.values()] == [r["points"] for r in second.values()]


def test_the_same_class_on_a_cluster(arena, tmp_path):
    """On Dask's own processes; what the cluster gives up on costs its own submission only."""
    paths = write_class(tmp_path / "class", 3)
    grade(paths, tmp_path / "here", arena)
    with Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        grade(paths, tmp_path / "there", arena, client=client)
    assert grades_of(tmp_path / "here") == grades_of(tmp_path / "there")

    class GivesUp:
        def submit(self, function, submission, job):
            future = Future()
            if submission.student == "student01":
                future.set_exception(ConnectionError("no worker is left"))
            else:
                future.set_result(function(submission, job))
            return future

    grade(paths, tmp_path / "lost", arena, client=GivesUp())
    points = [record["points"] for record in grades_of(tmp_path / "lost").values()]
    assert points == [EXPECTED[0], 0, EXPECTED[2]]
    assert "The grader itself failed" in (tmp_path / "lost" / "report.txt").read_text(encoding="utf-8")


def test_a_second_run_grades_only_what_is_new_or_changed(arena, tmp_path):
    paths = write_class(tmp_path / "class", 3)
    assert "(3 graded now)" in grade(paths, tmp_path / "out", arena)
    assert "(0 graded now)" in grade(paths, tmp_path / "out", arena)
    paths[1].write_bytes(arena_notebook("def double(v):\n    return 3 * v"))
    assert "(1 graded now)" in grade(paths, tmp_path / "out", arena)
    assert grades_of(tmp_path / "out")["student01"]["points"] == 0


def test_without_a_secret_one_is_made_and_kept(arena, tmp_path):
    paths = write_class(tmp_path / "class", 1)
    grade(paths, tmp_path / "out", arena, secret="")
    secret = (tmp_path / "out" / "records" / ".secret").read_text()
    assert len(secret.strip()) == 32
    assert "(0 graded now)" in grade(paths, tmp_path / "out", arena, secret="")


def test_bad_files_cost_only_themselves(arena, tmp_path):
    folder = tmp_path / "class"
    write_class(folder, 1)
    (folder / "empty.ipynb").write_bytes(b"")
    (folder / "latin.ipynb").write_bytes(b"\xe9\xe9")
    with (folder / "large.ipynb").open("wb") as file:
        file.truncate(100_000_000)
    (folder / "other.ipynb").write_bytes(
        arena_notebook("def dual_weights(K, y, lam):\n    return y", sheet="ridge")
    )
    os.mkfifo(folder / "pipe.ipynb")
    summary = grade([folder], tmp_path / "out", arena)
    records = grades_of(tmp_path / "out")
    assert records["student00"]["points"] == EXPECTED[0]
    problems = {name: record["problem"] for name, record in records.items() if record["problem"]}
    assert problems == {
        "empty": "The file is empty.",
        "large": "The file has 100 MB; a notebook may have at most 20 MB (clear its outputs).",
        "latin": "The file is not UTF-8 text (byte 0); save it again as a notebook.",
        "other": "The notebook belongs to the sheet ridge, not to arena.",
        "pipe": "The submission is not a regular file.",
    }
    for sentence in problems.values():
        assert sentence in summary and sentence in (tmp_path / "out" / "report.txt").read_text()


def test_misordered_copied_and_crashing_cells_still_get_an_answer(arena, tmp_path):
    stub = 'def double(v):\n    raise NotImplementedError("your code here")'
    cells = [
        "def double(v):\n    return FACTOR * v",
        "total = later - 3 + my_data(SHEET, STUDENT).sum()",
        "later = FACTOR + 1",
        "FACTOR = 2",
        stub,
        "1 / 0",
        "!ls",
    ]
    path = tmp_path / "messy.ipynb"
    path.write_bytes(arena_notebook(*cells))
    grade([path], tmp_path / "out", arena)
    record = grades_of(tmp_path / "out")["messy"]
    assert [question["points"] for question in record["questions"]] == [4, 0, 4, 0, 0, 0]
    notes = " | ".join(record["notes"])
    assert "cell 4 (later = FACTOR + 1): uses names of later cells; it was run after them" in notes
    assert "ZeroDivisionError" in notes and "!ls is not Python" in notes


def test_the_file_and_not_the_notebook_says_whose_data_count(arena, tmp_path):
    cell = 'STUDENT = "bob"\ntotal = my_data(SHEET, STUDENT).sum()'
    for name in ("bob", "alice"):
        (tmp_path / f"{name}.ipynb").write_bytes(arena_notebook(cell))
    grade([tmp_path / "bob.ipynb", tmp_path / "alice.ipynb"], tmp_path / "out", arena)
    records = grades_of(tmp_path / "out")
    assert records["bob"]["points"] == 4 and records["alice"]["points"] == 0
    assert "says STUDENT = 'bob', but alice handed it in" in records["alice"]["notes"][0]
    assert records["alice"]["another"] == records["alice"]["notes"][0] and not records["bob"]["another"]
    report = (tmp_path / "out" / "report.txt").read_text(encoding="utf-8")
    assert "alice: the notebook says STUDENT = 'bob'" in report


def test_common_data_count_unless_own_data_are_demanded(arena, tmp_path):
    path = tmp_path / "carol.ipynb"
    path.write_bytes(arena_notebook("total = my_data(SHEET, STUDENT).sum()"))
    grade([path], tmp_path / "open", arena)
    grade([path], tmp_path / "strict", arena, own_data=True)
    assert grades_of(tmp_path / "open")["carol"]["points"] == 4
    assert grades_of(tmp_path / "strict")["carol"]["points"] == 0


def wait_for_records(process, out, count):
    """Until the run has written so many records or is over: progress, not seconds, so a slow machine is no excuse."""
    while process.poll() is None and len(list(out.glob("records/*.json"))) < count:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.02)


def test_five_kills_lose_nothing_and_double_nothing(arena, tmp_path):
    paths = write_class(tmp_path / "class", 8)
    grade(paths, tmp_path / "calm", arena)
    out = tmp_path / "killed"
    materials, sheets = arena
    script = (
        "import sys\nfrom pathlib import Path\nfrom kernelcourse.homework.classes.classroom import grade_class\n"
        "if __name__ == '__main__':\n"
        f"    grade_class([Path({str(tmp_path / 'class')!r})], Path({str(out)!r}), materials=Path({str(materials)!r}),"
        f" sheet='arena', secret='s', quiet=True, sheets=Path({str(sheets)!r}), jobs=2)\n"
    )
    (tmp_path / "run.py").write_text(script)
    chance, kept, killed, midway = random.Random(7), {}, 0, 0
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    for trial in range(50):
        process = subprocess.Popen(
            [sys.executable, tmp_path / "run.py"], start_new_session=True, env=environment
        )
        if killed < 5:
            wait_for_records(process, out, len(kept) + chance.randint(0, 2))
        # Somewhere in the work on the next records; once 5 runs have been killed, one may finish.
        limit = chance.uniform(0.0, 0.5) if killed < 5 else None
        try:
            process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            killed += 1
            midway += len(list(out.glob("records/*.json"))) < len(paths)
        else:
            if killed >= 5:
                break
            for path in sorted(out.glob("records/*.json"))[
                : 1 + trial % 3
            ]:  # done too soon: some work is undone
                path.unlink()
                kept.pop(path.name, None)
        there = {path.name: (path.stat().st_ino, path.read_bytes()) for path in out.glob("records/*.json")}
        assert all(there[name] == before for name, before in kept.items()), (
            "a finished record was lost or redone"
        )
        kept = there
    assert killed == 5 and midway >= 3 and process.returncode == 0
    assert grades_of(out) == grades_of(tmp_path / "calm")
    assert (out / "grades.csv").read_bytes() == (tmp_path / "calm" / "grades.csv").read_bytes()
