"""Rosters of every make, file names of every platform, policies, marks that are kept, tables without formulas."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from pathlib import Path

import pytest

from kernelcourse.homework.classes.class_rows import changes_between, rehearsal, rows_of
from kernelcourse.homework.classes.course import Course, Policy, read_course
from kernelcourse.homework.classes.gradebook import blackboard, canvas, grades, moodle
from kernelcourse.homework.classes.marking import code, kept_marks, read_marks, to_read
from kernelcourse.homework.classes.record import Mark, QuestionRecord, Record, from_json, to_json
from kernelcourse.homework.classes.roster import read_roster
from kernelcourse.homework.classes.spreadsheet import from_csv, original, to_csv
from kernelcourse.homework.classes.statistics import question_facts
from kernelcourse.homework.files.file_names import guess
from kernelcourse.homework.files.submissions import find_submissions
from kernelcourse.homework.files.whose_sheet import common_sheet
from kernelcourse.homework.sheet import SHEETS, load_sheet

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Homework\n"
    "    Points Possible,,,,,30\n"
    '"Müller, Jörg",17,S17,jm1,One,\n"Doe, Jane",18,S18,jd2,One,\n'
)
MOODLE = (
    "First name;Surname;ID number;Email address\nJörg;Müller;S17;j@example.org\nJane;Doe;S18;d@example.org\n"
)


def record(student, points, **more):
    questions = (
        QuestionRecord("q1", "One", "function", 4, points, "passed"),
        QuestionRecord("q2", "Two", "text", 3, 0.0, more.pop("status", "not attempted"), True),
    )
    return Record("k", student, student, f"{student}.ipynb", "ridge", "full", questions=questions, **more)


@pytest.mark.parametrize(("text", "login"), [(CANVAS, "jm1"), (MOODLE, "S17")])
def test_exports_of_platforms_are_rosters_as_they_are(tmp_path, text, login):
    (tmp_path / "r.csv").write_text(text, encoding="utf-8")
    roster = read_roster(tmp_path / "r.csv")
    assert [person.id for person in roster.people] == [login, {"jm1": "jd2", "S17": "S18"}[login]]
    for name in ("Jörg Müller", "Müller, Jörg", "jorg muller", "MÜLLER JÖRG", "mullerjorg", "s17"):
        found = roster.find([name])
        assert found is not None and found.id == login, name
    assert roster.find(["nobody"]) is None


def test_a_name_that_two_people_share_means_neither(tmp_path):
    (tmp_path / "r.csv").write_text("id,name,aliases\n1,Ann Lee,ann;al\n2,Ann Lee,annie\n")
    roster = read_roster(tmp_path / "r.csv")
    assert roster.find(["Ann Lee"]) is None
    assert [roster.find([name]).id for name in ("al", "annie", "2")] == ["1", "2", "2"]


@pytest.mark.parametrize("text", ["", "colour,shape\nred,round\n", "id\n1\n1\n"])
def test_a_bad_roster_is_named(tmp_path, text):
    (tmp_path / "r.csv").write_text(text)
    with pytest.raises(ValueError, match="roster"):
        read_roster(tmp_path / "r.csv")


def test_times_and_attempts_are_read_off_the_names():
    first = guess(Path("HW_jdoe_attempt_2026-03-04-12-30-01_ridge.ipynb"), "ridge")
    assert first.shown == "jdoe" and first.handed_in == datetime(2026, 3, 4, 12, 30, 1)
    second = guess(Path("1-2 - Max Mara - Mar 4, 2026 1130 PM - ridge.ipynb"), "ridge")
    assert second.shown == "Max Mara" and second.handed_in == datetime(2026, 3, 4, 23, 30)
    late = guess(Path("doejane_LATE_12_34_homework-ridge-2.ipynb"), "ridge")
    assert late.late and late.attempt == 2 and late.names == ("12", "doejane")


def test_the_attempt_that_counts_is_a_policy(tmp_path):
    for hour in (10, 12):
        (tmp_path / f"HW_ann_attempt_2026-03-04-{hour}-00-00_ridge.ipynb").write_bytes(b"{}")
    last, first = (
        find_submissions([tmp_path], "ridge", None, which).submissions[0] for which in ("last", "first")
    )
    assert last.handed_in.hour == 12 and first.handed_in.hour == 10 and "did not count" in last.warnings[0]


@pytest.mark.parametrize(
    ("stated", "roster", "student"),
    [
        ("gp_fern", "", "gp_fern"),
        ("GP_Fern", "", "gp_fern"),
        ("1_gp_fern", "", "1_gp_fern"),
        ("fern", "", "fern"),
        ("p_fern", "", "fern"),  # no words of the name
        ("bob", "", "fern"),
        ("bob", "id\ngp_fern\nbob\n", "gp_fern"),
        ("gp_fern", "id\nfern\n", "fern"),
        ("fern", "id\nfern\ngp_fern\n", "gp_fern"),
    ],
)
def test_a_login_at_blackboard_may_hold_an_underscore(tmp_path, stated, roster, student):
    """The roster knows it whole, or the notebook says the same; a notebook alone makes nobody of it."""
    (tmp_path / "r.csv").write_text(roster)
    name = "2026_HW_1_gp_fern_attempt_2026-03-04-12-30-01_ridge.py"
    (tmp_path / name).write_text(f'SHEET = "ridge"\nSTUDENT = "{stated}"\n')
    people = read_roster(tmp_path / "r.csv") if roster else None
    (one,) = find_submissions([tmp_path / name], "ridge", people).submissions
    assert one.shown == student


def test_lateness(tmp_path):
    (tmp_path / "course.toml").write_text(
        '[course]\nroster = "r.csv"\n[policy]\nlate_days = 1\nlate_penalty = 0.2\nlatest = 4\ngrace_minutes = 10\n'
        "[due]\nridge = 2026-03-04T12:00:00\n"
    )
    course = read_course(tmp_path / "course.toml")
    assert course.roster == tmp_path / "r.csv"
    kept = [course.policy.lateness("ridge", datetime(2026, 3, day, 12, 5)).keeps for day in (4, 5, 6, 7, 9)]
    assert kept == [1.0, 1.0, 0.8, 0.6, 0.0]
    assert course.policy.lateness("pca", datetime(2030, 1, 1)).keeps == 1.0
    assert "not known" in course.policy.lateness("ridge", None, True).says


@pytest.mark.parametrize(
    "text",
    [
        "[course]\ncolour = 1",
        "[policy]\nattempt = 'any'",
        "[due]\nridge = 'soon'",
        "[x]",
        "[policy]\nlate_days = -1",
        "=",
    ],
)
def test_a_bad_course_file_is_named(tmp_path, text):
    (tmp_path / "course.toml").write_text(text)
    with pytest.raises(ValueError, match="course"):
        read_course(tmp_path / "course.toml")


def test_every_student_of_the_roster_has_a_row_in_every_export(tmp_path):
    (tmp_path / "r.csv").write_text(CANVAS, encoding="utf-8")
    roster, sheet = read_roster(tmp_path / "r.csv"), load_sheet("ridge")
    (tmp_path / "jm1.ipynb").write_bytes(b"{}")
    found = find_submissions([tmp_path / "jm1.ipynb"], "ridge", roster)
    rows = rows_of(found, {"jm1": record("jm1", 4)}, roster, Course(), "ridge")
    assert [row.status for row in rows] == ["handed in", "missing"]
    assert "missing" in rehearsal(found, roster, "ridge", Course())
    assert [row[:4] for row in grades(rows, sheet)][2] == ["Doe, Jane", "jd2", "", "missing"]
    for table in (canvas(rows, sheet)[1:], moodle(rows, sheet), blackboard(rows, sheet)):
        assert len(table) == 3 and len({len(row) for row in table}) == 1
    assert canvas(rows, sheet)[2][:5] == ["Müller, Jörg", "17", "S17", "jm1", "One"]


def test_a_regrade_lists_what_changed():
    old, new = record("ann", 2), Record(**{**vars(record("ann", 3)), "key": "other"})
    assert changes_between({"ann": old}, {"ann": new}) == ["ann: q1 2 → 3 (the checks or the secret changed)"]
    assert changes_between({"ann": old, "bob": None}, {"ann": old, "bob": record("bob", 1)}) == []


def test_marks_are_blind_kept_and_merged(tmp_path):
    written = QuestionRecord("q2", "Two", "text", 3, 0.0, "passed", True)
    assert (
        written.waiting and not record("ann", 4).waiting
    )  # a text never written counts 0 and waits for nobody
    records = [record("ann", 4, status="passed"), record("bob", 1, status="passed")]
    (tmp_path / "records").mkdir()
    (tmp_path / "m.csv").write_text(
        f"student,question,points,comment\n{code('ann', 'q2', 's')},q2,2.5,=fine\n"
    )
    marks, text = kept_marks(tmp_path, read_marks(tmp_path / "m.csv", records, "s"), records, "s")
    (tmp_path / "records" / "marks.csv").write_text(text)
    again, _ = kept_marks(tmp_path, {("bob", "q2"): Mark(1.0)}, records, "s")
    assert again == {("ann", "q2"): Mark(2.5, "=fine"), ("bob", "q2"): Mark(1.0)}
    assert [one.with_marks(again).points for one in records] == [6.5, 2.0]
    assert from_json(to_json(records[0].with_marks(marks))).questions[1].comment == "=fine"
    assert to_read(records, load_sheet("ridge").questions, "s") == {}  # nobody wrote a text


@pytest.mark.parametrize("text", ["{", "{}", '{"format": 4}', '{"format": 4, "questions": [{}]}'])
def test_a_damaged_record_is_none(text):
    with pytest.raises(ValueError):
        from_json(text)


FORMULAS = [
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "\uff1d1",
    "a;=1",
    "b,+1",
    "c|-1",
    'd";=1',
    "x\n=1",
    "=cmd|' C'!A0",
]


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_no_cell_is_a_formula_whatever_the_separator(formula, separator):
    table = to_csv([["name", formula, 3.5, -2.0]])
    for row in csv.reader(io.StringIO(table), delimiter=separator):
        for cell in row:
            start = cell.strip().strip('"')[:1]
            assert start not in set("=+@\uff1d") and (start != "-" or cell.split(separator)[0] == "-2.0")
    assert original("'=x") == "=x" and original("O'Neill") == "O'Neill"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_tables_of_every_spreadsheet_are_read(tmp_path, encoding):
    (tmp_path / "marks.csv").write_bytes(
        "Student;Points;Comment\r\nJürgen;2,5;gut\r\n;;\r\n".encode(encoding)
    )
    assert from_csv(tmp_path / "marks.csv", "manual") == [
        ["Student", "Points", "Comment"],
        ["Jürgen", "2,5", "gut"],
    ]


def test_statistics_tell_a_question_that_separates_from_one_that_does_not():
    records = [
        Record("k", str(n), str(n), "", "s", "", questions=(
            QuestionRecord("q1", "a", "function", 4, 4.0 if n > 4 else 0.0, "passed"),
            QuestionRecord("q2", "b", "function", 4, 4.0 if n > 5 else 1.0, "passed"),
            QuestionRecord("q3", "c", "function", 4, 2.0, "passed"),
        )) for n in range(10)
    ]  # fmt: skip
    first, second, third = question_facts(records)
    assert first.discrimination > 0.8 and third.discrimination is None and third.difficulty == 0.5
    assert second.mean == 2.2 and question_facts([]) == []


def test_the_policy_of_nothing_is_nothing():
    assert Policy().lateness("ridge", datetime(2026, 1, 1)).keeps == 1.0 and read_course(None) == Course()


def test_sheets_of_ones_own_are_recognised_in_their_folder(tmp_path):
    """Also where an answer has a name that a sheet of the package uses."""
    for ending in (".json", ".py", ".ipynb"):
        text = (SHEETS / f"ridge{ending}").read_text(encoding="utf-8")
        own = text.replace('"ridge"', '"mine"').replace('\\"ridge\\"', '\\"mine\\"')
        (tmp_path / f"mine{ending}").write_text(own, encoding="utf-8")
        (tmp_path / f"other{ending}").write_text(text.replace("dual_weights", "other"), encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.ipynb").write_bytes((tmp_path / "mine.ipynb").read_bytes())
    found = find_submissions([tmp_path / "in"], "", read_roster(None))
    assert common_sheet(found, tmp_path / "materials", tmp_path) == "mine"
    assert common_sheet(found, tmp_path / "materials", SHEETS) == "ridge"
