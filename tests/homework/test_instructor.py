"""An instructor's day: zones, extensions, ignored files, Moodle's worksheet, marks, a killed regrade."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import datetime

import pytest

from kernelcourse.homework.classes.class_rows import changes_between, rehearsal, rows_of
from kernelcourse.homework.classes.course import Course, read_course
from kernelcourse.homework.classes.earlier import Earlier, read_record, record_path
from kernelcourse.homework.classes.gradebook import Row, moodle, split_name
from kernelcourse.homework.classes.gradescope_export import read_metadata
from kernelcourse.homework.classes.marking import kept_marks, read_marks, to_read
from kernelcourse.homework.classes.record import Mark, QuestionRecord, Record, to_json
from kernelcourse.homework.classes.report import class_report
from kernelcourse.homework.classes.roster import read_roster
from kernelcourse.homework.classes.spreadsheet import to_csv
from kernelcourse.homework.classes.worksheet import filled_worksheet
from kernelcourse.homework.command import main
from kernelcourse.homework.files.submissions import find_submissions
from kernelcourse.homework.judging.checks import Outcome
from kernelcourse.homework.sheet import load_module, load_sheet

WORKSHEET = """Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 48213,Jörg Müller,jm@example.org,Submitted for grading,,100.00,Yes,"Wednesday, 4 March 2026, 11:59 PM",-,
Participant 48214,Łukasz Żółć,lz@example.org,Submitted for grading,,100.00,Yes,"Friday, 6 March 2026, 09:10",-,
Participant 48215,Jane Doe,jd@example.org,No submission,,100.00,Yes,-,-,
"""
DUE = (
    '[course]\ntimezone = "Europe/Berlin"\n[policy]\nlate_penalty = 0.1\n[due]\nridge = 2026-03-04T23:59:00\n'
)


def record(student: str, points: float, text: str = "") -> Record:
    """A record of the ridge sheet with points for q1 and a text for q7."""
    outcomes = (Outcome("text", "passed", "a text", answer=text),) if text else ()
    questions = (
        QuestionRecord(
            "q1",
            "The dual weights",
            "function",
            4,
            points,
            "passed",
            outcomes=(Outcome("one", "passed", "one"),),
        ),
        QuestionRecord(
            "q7", "What λ does", "text", 3, 0.0, "passed" if text else "not attempted", True, outcomes
        ),
    )
    return Record(
        "key", student, student, f"{student}.ipynb", "ridge", "full", questions=questions, digest="d"
    )


def course_of(tmp_path, text: str) -> Course:
    (tmp_path / "course.toml").write_text(text, encoding="utf-8")
    return read_course(tmp_path / "course.toml")


@pytest.mark.parametrize(
    "handed_in, days",
    [
        ("2026-03-04T23:58:00", 0),
        ("2026-03-05T00:10:00", 1),
        ("2026-03-04T22:58:00+00:00", 0),  # 23:58 in Berlin
        ("2026-03-04T23:10:00+00:00", 1),  # 00:10 in Berlin
        ("2026-03-05T03:58:00+05:00", 0),
    ],
)
def test_a_time_with_a_zone_is_compared_with_the_courses(tmp_path, handed_in, days):
    policy = course_of(tmp_path, DUE).policy
    assert policy.lateness("ridge", datetime.fromisoformat(handed_in)).days == days


def test_gradescopes_times_keep_their_zone(tmp_path):
    path = tmp_path / "submission_metadata.yml"
    path.write_text(
        "submission_1:\n  :submitters:\n  - :name: A\n  :created_at: 2026-03-04 22:58:09.123456000 Z\n"
        "submission_2:\n  :submitters:\n  - :name: B\n  :created_at: 2026-03-04 15:10:09.0 -08:00\n"
    )
    found = read_metadata(path)
    policy = course_of(tmp_path, DUE).policy
    assert [policy.lateness("ridge", found[f"submission_{n}"].handed_in).days for n in (1, 2)] == [0, 1]


def test_an_extension_is_somebodys_own_deadline(tmp_path):
    rules = course_of(tmp_path, DUE + "[extensions.ridge]\nANN = 2026-03-11T23:59:00\n")
    came = datetime(2026, 3, 12, 12)
    assert rules.policy.lateness("ridge", came, names=("x", "ann")).days == 1
    assert rules.policy.lateness("ridge", came, names=("bob",)).days == 8
    with pytest.raises(ValueError, match=r"extensions\.ridge\.ann"):
        course_of(tmp_path, "[extensions.ridge]\nann = 'later'\n")
    with pytest.raises(ValueError, match="timezone"):
        course_of(tmp_path, '[course]\ntimezone = "Atlantis"\n')


def test_a_file_that_cannot_count_is_told_in_its_students_row(tmp_path):
    (tmp_path / "r.csv").write_text("id,name\n7,Ann Lee\n8,Bo\n", encoding="utf-8")
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "Ann Lee.docx").write_bytes(b"PK")
    people = read_roster(tmp_path / "r.csv")
    found = find_submissions([tmp_path / "class"], "ridge", people)
    ann, bo = rows_of(found, {}, people, Course(), "ridge")
    assert (ann.status, bo.status) == ("file ignored", "missing") and "Ann Lee.docx: neither" in ann.says
    assert "7 (Ann Lee): file ignored, Ann Lee.docx" in rehearsal(found, people, "ridge", Course())


def test_moodles_worksheet_is_a_roster_and_comes_back_filled_in(tmp_path):
    (tmp_path / "w.csv").write_text(WORKSHEET, encoding="utf-8")
    people, sheet = read_roster(tmp_path / "w.csv"), load_sheet("ridge")
    for name in ("Jörg Müller_48213", "Participant_48214_48214"):  # the second where marking is anonymous
        (tmp_path / "class" / f"{name}_assignsubmission_file_").mkdir(parents=True)
        (tmp_path / "class" / f"{name}_assignsubmission_file_" / "homework-ridge.ipynb").write_bytes(b"{}")
    found = find_submissions([tmp_path / "class"], "ridge", people)
    assert [one.person.name for one in found.submissions] == ["Jörg Müller", "Łukasz Żółć"]
    rows = rows_of(found, {one.student: record(one.student, 3) for one in found.submissions}, people,
                   course_of(tmp_path, DUE), "ridge")  # fmt: skip
    assert [row.late.days for row in rows] == [0, 2, 0]
    table = list(csv.reader(io.StringIO(to_csv(filled_worksheet(tmp_path / "w.csv", rows, sheet)))))
    came = list(csv.reader(io.StringIO(WORKSHEET)))
    assert table[0] == came[0] and [row[:4] for row in table] == [row[:4] for row in came]
    assert [row[4] for row in table[1:]] == [
        "10.0",
        "8.0",
        "0.0",
    ]  # 3 of 30 points is 10 of 100; two days cost 20 %
    assert "2 days late" in table[2][9] and table[3][9] == "nothing was handed in"
    assert filled_worksheet(None, rows, sheet) == [] and moodle(rows, sheet)[0][0] == "ID number"


def test_a_kill_forgets_no_changed_grade(tmp_path):
    (tmp_path / "records").mkdir()
    old, new = record("ann", 1), replace(record("ann", 3), key="mended")
    record_path(tmp_path, "ann").write_text(to_json(old), encoding="utf-8")
    killed = Earlier(tmp_path, {"ann": old})
    killed.keep("ann")
    record_path(tmp_path, "ann").write_text(to_json(new), encoding="utf-8")  # and here the power goes
    again = Earlier(tmp_path, {"ann": read_record(tmp_path, "ann")})
    again.keep("ann")
    assert changes_between(again.records, {"ann": new}) == [
        "ann: q1 1 → 3 (the checks or the secret changed)"
    ]
    again.forget()
    assert changes_between(Earlier(tmp_path, {"ann": new}).records, {"ann": new}) == []


def test_marks_stay_when_a_text_changes_and_somebody_is_told(tmp_path):
    (tmp_path / "records").mkdir()
    first, second = record("ann", 4, "the first text"), record("ann", 4, "another text <b>")
    (tmp_path / "m.csv").write_text("student,question,points,comment\nann,q7,2,fine\n")
    _, kept = kept_marks(tmp_path, read_marks(tmp_path / "m.csv", [first], "s"), [first], "s")
    (tmp_path / "records" / "marks.csv").write_text(kept)
    for manual in (None, tmp_path / "m.csv"):  # a course file names the same table in every run
        marks, _ = kept_marks(tmp_path, read_marks(manual, [second], "s"), [second], "s")
        marked = second.with_marks(marks)
        assert marked.questions[1].points == 2 and marked.questions[1].changed_since_marked
    sheet = load_sheet("ridge")
    assert "q7, marked with 2" in class_report([Row("ann", marked)], sheet, [])["report.txt"]
    page = to_read([marked], sheet.questions, "s", {"q7": "Why < λ?"})["marking.html"]
    assert "has changed since" in page and "another text &lt;b&gt;" in page and "Why &lt; λ?" in page
    read_again = {("ann", "q7"): Mark(2, "fine", second.questions[1].answer_digest)}
    again, _ = kept_marks(tmp_path, read_again, [second], "s")
    assert not second.with_marks(again).questions[1].changed_since_marked


def test_the_page_and_its_picture_tell_what_counts(tmp_path):
    late = course_of(tmp_path, DUE).policy.lateness("ridge", datetime(2026, 3, 9, 12))
    row = Row("ann", record("ann", 4), late=late)
    assert row.counts == "5 days late, keeps 50% of the points: 2 of 4 count"
    page = class_report(
        [row, Row("bob", record("bob", 3)), Row("cy", record("cy", 1))], load_sheet("ridge"), []
    )
    assert "2 of 30</b> points for the student in the middle" in page["report.html"]
    assert "median: 2)" in page["report.html"] and "median 2.00" in page["report.txt"]


def test_every_file_has_a_line_in_the_report(tmp_path):
    for name in ("ann b.ipynb", "ann_b.ipynb", ".hidden.ipynb"):
        (tmp_path / name).write_text("{}")
    found = find_submissions([tmp_path], "ridge")
    report = class_report(
        [Row("ann_b", record("ann_b", 4))], load_sheet("ridge"), found.ignored, (), found.others
    )
    assert ".hidden.ipynb: a hidden file" in report["report.txt"]
    assert any(f": {one.path.name}\n" in report["report.txt"] for one in found.others)


@pytest.mark.parametrize("name", ["Jörg von Müller", "Müller, Jörg von"])
def test_first_and_last_names(name):
    assert split_name(name) == (("Jörg von", "Müller"))


def test_a_sheet_that_does_not_run_is_named(tmp_path):
    (tmp_path / "own.py").write_text("import no_such_module\n")
    with pytest.raises(ValueError, match=r"own\.py cannot be loaded: ModuleNotFoundError"):
        load_module(tmp_path / "own.py", "own")


def test_a_cluster_that_does_not_answer_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        "distributed.Client", lambda address, timeout: (_ for _ in ()).throw(OSError("refused"))
    )
    arguments = ["grade", str(tmp_path), "--out", str(tmp_path / "out"), "--dask", "tcp://127.0.0.1:1"]
    assert main(arguments) == 64 and "no scheduler answers" in capsys.readouterr().err
