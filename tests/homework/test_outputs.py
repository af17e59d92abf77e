"""What leaves the grader: gradebooks, feedback, Gradescope's results, the class report."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kernelcourse.homework.classes.classroom import grade_class
from kernelcourse.homework.classes.duplicates import alike_groups
from kernelcourse.homework.classes.gradescope import write_autograder
from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.command import main
from kernelcourse.homework.files.file_names import guess
from kernelcourse.homework.files.submissions import safe_id

from .conftest import MATERIALS, arena_notebook, grades_of, solved_notebook


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Two students of the ridge sheet, one with points for the free text."""
    folder = tmp_path_factory.mktemp("ridge")
    for name in ("alice", "bob"):
        (folder / f"ridge_{name}.ipynb").write_bytes(solved_notebook(MATERIALS / "ridge", name))
    (folder / "manual.csv").write_text("student,question,points,comment\nalice,q7,2.5,<b>Good</b>\n")
    (folder / "roster.csv").write_text(
        "file,student,name,email,canvas_id,sis_id,login,section\n"
        'ridge_alice.ipynb,alice,"=Alice, A.",alice@example.org,17,S17,alice1,One\nridge_bob.ipynb,bob,Bob,,,,,\n'
    )
    arguments = {"materials": MATERIALS, "secret": "s", "quiet": True, "roster": folder / "roster.csv"}
    summary = grade_class([folder], folder / "out", manual=folder / "manual.csv", **arguments)
    return folder / "out", str(summary)


def rows(path):
    with path.open(newline="", encoding="utf-8") as lines:
        return list(csv.reader(lines))


def test_gradebooks_have_the_columns_and_points(graded):
    out, _ = graded
    head, alice, bob = rows(out / "grades.csv")
    assert head[:4] == ["Student", "ID number", "Email address", "Status"]
    assert alice[0] == "'=Alice, A." and alice[2] == "alice@example.org"
    assert float(alice[-4]) == 29.5 and float(bob[-4]) == 27.0
    canvas = rows(out / "grades_canvas.csv")
    assert canvas[0][:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert canvas[1][0].strip() == "Points Possible" and canvas[2][1:5] == ["17", "S17", "alice1", "One"]


def test_feedback_and_results_carry_the_manual_points(graded):
    out, _ = graded
    text, html = (out / "feedback" / "alice.txt").read_text(), (out / "feedback" / "alice.html").read_text()
    assert "29.5 of 30 points" in text and "comment: <b>Good</b>" in text
    assert (
        "&lt;b&gt;Good&lt;/b&gt;" in html and "<b>Good" not in html and "default-src &#x27;none&#x27;" in html
    )
    assert "q7 will be read by a person" in (out / "feedback" / "bob.txt").read_text()
    results = json.loads((out / "gradescope" / "alice.json").read_text())
    assert results["score"] == 29.5 and [test["score"] for test in results["tests"]][-1] == 2.5
    assert sum(test["max_score"] for test in results["tests"]) == 30


def test_texts_are_laid_out_for_reading_and_the_filled_template_counts(graded, tmp_path):
    out, summary = graded
    assert "for you to read: q7 (1 to read)" in summary
    assert "without the points for q7 (1 to read)" in (out / "report.txt").read_text()
    assert rows(out / "statistics.csv")[-1][:6] == ["q7", "What λ does", "—", "3", "100%", "not read yet"]
    assert rows(out / "grades.csv")[2][10] == "" and rows(out / "grades.csv")[2][-1].endswith(
        "q7 not read yet"
    )
    page, template = (out / "marking.html").read_text(), out / "manual_template.csv"
    assert "Alice" not in page and ">alice<" not in page and page.count("<section>") == 2
    assert rows(template)[1:] == [["alice", "q7", "2.5", "<b>Good</b>"], ["bob", "q7", "", ""]]
    arguments = {"materials": MATERIALS, "quiet": True, "roster": out.parent / "roster.csv"}
    again = str(
        grade_class([out.parent], out, **arguments)
    )  # neither the secret nor the marks are given again
    assert "(0 graded now)" in again and "q7 (1 to read)" in again
    assert float(rows(out / "grades.csv")[1][-4]) == 29.5


def test_two_copies_of_one_solution_are_likely_duplicates(graded):
    out, summary = graded
    assert "alice, bob: 100% alike" in (out / "report.txt").read_text()
    assert "2 submissions of ridge" in summary
    assert (out / "report.html").read_text().count("<svg") >= 2


def test_different_work_is_no_duplicate():
    records = [
        Record("", name, name, "", "", "", fingerprint=tuple(range(start, start + 60)))
        for name, start in (("a", 0), ("b", 40), ("c", 0))
    ]
    assert alike_groups(records[:2], set()) == []
    (group,) = alike_groups(records, set())
    assert group.students == ("a", "c") and group.share == 1.0


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("carol,q7,1", "was not graded"),
        ("alice,q9,1", "was not graded"),
        ("alice,q7,99", "0 to 3"),
        ("alice,q7,x", "number"),
    ],
)
def test_a_wrong_line_of_manual_csv_is_named(graded, tmp_path, row, words):
    (tmp_path / "manual.csv").write_text(f"student,question,points\n{row}\n")
    out, _ = graded
    with pytest.raises(ValueError, match=words):
        arguments = {
            "materials": MATERIALS,
            "secret": "s",
            "quiet": True,
            "roster": out.parent / "roster.csv",
        }
        grade_class([out.parent], out, manual=tmp_path / "manual.csv", **arguments)


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("alice.ipynb", "alice"),
        ("ridge_alice.ipynb", "alice"),
        ("alice-ridge.ipynb", "alice"),
        ("alice/ridge.ipynb", "alice"),
        ("Doe Jane_123_assignsubmission_file_/ridge.ipynb", "Doe Jane 123"),
        ("Doe Jane_123_assignsubmission_file_/Homework 3/src/ridge.ipynb", "Doe Jane 123"),
        ("doejane_4567_8910_ridge.ipynb", "doejane_4567"),
        ("Copy of homework-ridge_alice.ipynb", "alice"),
        ("Doe, Jane(jdoe)/Submission attachment(s)/ridge.ipynb", "Doe, Jane(jdoe)"),
        ("Submitted files/Doe, Jane/ridge/Version 3/ridge.ipynb", "Doe, Jane"),
        ("homework-ridge-octocat/homework-ridge.ipynb", "octocat"),
        # What a student chose stands behind the platform's words and inside its folders: nobody is somebody else by it.
        ("evaeve_555_888_ridge_bob_attempt_2026-12-30-10-00-00_x.ipynb", "evaeve_555"),
        ("evaeve_555_888_bob_222_999_ridge.ipynb", "evaeve_555"),
        ("evaeve_555_888_Bob Berg_2002_assignsubmission_file_x.ipynb", "evaeve_555"),
        ("ridge_eva_attempt_2026-03-01-10-00-00_ridge_bob_attempt_2026-12-30-10-00-00_x.ipynb", "eva"),
        ("Eve Eva_12_assignsubmission_file_/Bob Berg_13_assignsubmission_file_/ridge.ipynb", "Eve Eva 12"),
        ("Eve Eva_12_assignsubmission_file_/Submitted files/Bob Berg/ridge.ipynb", "Eve Eva 12"),
        ("1-2 - Eva Eve - Mar 4, 2026 1130 PM/3-4 - Bob Berg - Mar 5, 2026 1130 PM - x.ipynb", "Eva Eve"),
        ("Eve, Eva(eva)/Submission attachment(s)/bob.ipynb", "Eve, Eva(eva)"),
        ("Eve, Eva(eva)/Submission attachment(s)/Bob_13_assignsubmission_file_x.ipynb", "Eve, Eva(eva)"),
        ("Submitted files/Eve, Eva/Week 3/Version 2/bob.ipynb", "Eve, Eva"),
        ("Submitted files/Eve, Eva/bob.ipynb", "Eve, Eva"),
    ],
)
def test_students_are_read_off_the_file_names_of_moodle_and_canvas(path, student):
    assert guess(Path(path), "ridge").shown == student


def test_ids_are_safe_file_names_and_look_alikes_stay_apart():
    assert safe_id("alice") != safe_id("\u0430lice")
    for name in ("../../x", "a/b", "<img>", "\x1b[31m", "..", "", "x" * 500):
        safe = safe_id(name)
        assert safe and "/" not in safe and not safe.startswith(".") and safe.isascii() and len(safe) <= 120


def test_gradescope_zip_grades_in_gradescopes_layout(arena, tmp_path):
    archive = write_autograder(arena[0], "arena", tmp_path / "arena.zip", "secret")
    root = tmp_path / "autograder"
    for name in ("source", "submission", "results"):
        (root / name).mkdir(parents=True)
    with zipfile.ZipFile(archive) as content:
        content.extractall(root / "source")
        names = content.namelist()
    assert (
        "setup.sh" in names
        and "materials/arena/hidden.py" in names
        and "materials/arena/bank.py" not in names
    )
    (root / "submission_metadata.json").write_text('{"users": [{"email": "alice@example.org"}]}')
    cell = 'STUDENT = "alice@example.org"\ntotal = my_data(SHEET, STUDENT).sum()\ndef double(v):\n    return 2 * v'
    (root / "submission" / "whatever.ipynb").write_bytes(arena_notebook(cell))
    environment = {**os.environ, "AUTOGRADER_ROOT": str(root), "AUTOGRADER_PYTHON": sys.executable}
    environment.pop("KERNELCOURSE_SHEETS")
    subprocess.run(["bash", root / "source" / "run_autograder"], env=environment, check=True, timeout=120)
    results = json.loads((root / "results" / "results.json").read_text())
    assert results["score"] == 8 and [test["score"] for test in results["tests"]] == [4, 0, 4, 0, 0, 0]


def test_the_command_from_get_to_grade(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["list"]) == 0 and "ridge" in capsys.readouterr().out
    assert main(["get", "ridge", "--student", "alice"]) == 0
    assert 'STUDENT = "alice"' in json.dumps(json.loads(Path("homework-ridge.ipynb").read_text())).replace(
        '\\"', '"'
    )
    assert main(["get", "ridge"]) == 64 and "exists already" in capsys.readouterr().err
    assert main(["check", "homework-ridge.ipynb", "q1"]) == 1 and "not attempted" in capsys.readouterr().out
    os.rename("homework-ridge.ipynb", "alice.ipynb")
    assert main(["grade", "alice.ipynb", "--out", "out", "--materials", str(MATERIALS), "--quiet"]) == 0
    assert grades_of(Path("out"))["alice"]["points"] == 0 and Path("out/results.json").is_file()


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade"],
        ["nonsense"],
        ["get", "nosuch"],
        ["check", "nosuch.ipynb"],
        ["get", "ridge", "--student", "<x>"],
    ],
)
def test_wrong_usage_exits_with_64_and_a_sentence(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 64
    assert "Traceback" not in capsys.readouterr().err


def test_the_package_alone_gets_and_checks_without_the_instructors_folder(tmp_path):
    """A copy of the package, with nothing beside it: what the wheel gives a student."""
    import shutil

    import kernelcourse

    package = Path(kernelcourse.__file__).parent
    shutil.copytree(package, tmp_path / "kernelcourse", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    environment.pop("KERNELCOURSE_SHEETS")
    for arguments in (["get", "ridge"], ["check", "homework-ridge.ipynb", "q1"]):
        command = [sys.executable, "-m", "kernelcourse.homework.command", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr
    assert "this is not your final score" in done.stdout
    assert not [path for name in ("hidden.py", "bank*.py", "master.ipynb") for path in package.rglob(name)]
