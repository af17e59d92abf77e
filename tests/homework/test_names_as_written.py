"""Names as people write them: in the table to fill in, in the one that comes back, and where two are alike."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from kernelcourse.homework.classes.duplicates import Group
from kernelcourse.homework.classes.marking import read_marks, to_read
from kernelcourse.homework.classes.record import QuestionRecord, Record
from kernelcourse.homework.classes.report import copies_page, group_line
from kernelcourse.homework.judging.checks import Outcome
from kernelcourse.homework.sheet import load_sheet

TEXT = QuestionRecord(
    "q7", "A text", "text", 3, manual=True, outcomes=(Outcome("text", "a text", "passed", answer="Words."),)
)


def record(student: str, shown: str) -> Record:
    return Record("", student, shown, "f.ipynb", "ridge", "", questions=(TEXT,), texts=(("q7", "t = 1"),))


ZOE, ANN, ANN_BEFORE = record("zo%C3%AB", "zoë"), record("ann", "ann"), record("ann~attempt1", "ann")
PEOPLE = frozenset({("ann lee", "ann"), ("lee", "ann"), ("lee", "bob"), ("zoë", "zo%C3%AB")})


def test_the_table_to_fill_in_has_ids_as_they_are_written_and_comes_back(tmp_path: Path) -> None:
    questions = [one for one in load_sheet("ridge").questions if one.id == "q7"]
    template = to_read([ZOE, ANN_BEFORE], questions, "s")["manual_template.csv"]
    rows = list(csv.reader(io.StringIO(template.removeprefix("\ufeff"))))
    assert sorted(row[0] for row in rows[1:]) == ["ann~attempt1", "zoë"]
    path = tmp_path / "m.csv"
    path.write_text("student,question,points\nzoë,q7,2\nann~attempt1,q7,1\n", encoding="utf-8")
    marks = read_marks(path, [ZOE, ANN, ANN_BEFORE], "s")
    assert {place: mark.points for place, mark in marks.items()} == {
        ("zo%C3%AB", "q7"): 2,
        ("ann~attempt1", "q7"): 1,
    }


def test_points_may_be_given_by_any_name_that_one_student_alone_goes_by(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("student,question,points\nAnn Lee,q7,1\n", encoding="utf-8")
    assert list(read_marks(path, [ZOE, ANN, ANN_BEFORE], "s", PEOPLE)) == [("ann", "q7")]
    path.write_text("student,question,points\nLee,q7,1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="was not graded"):
        read_marks(path, [ZOE, ANN], "s", PEOPLE)


def test_the_report_writes_those_who_are_alike_as_they_write_themselves() -> None:
    group = Group((ZOE.student, ANN.student), 1.0)
    assert group_line(group, {"zo%C3%AB": "zoë", "ann": "ann"}).startswith("zoë, ann: 100% alike")
    side_by_side = copies_page([group], [ZOE, ANN], load_sheet("ridge"))
    assert "<th>zoë</th>" in side_by_side and "%C3" not in side_by_side
