"""A class of odd files: each gets its line, every honest neighbour a grade, and the same command the same result."""

from __future__ import annotations

import pytest

from kernelcourse.homework.attacks.classes import FILES, complaints, fill
from kernelcourse.homework.authoring.master import notebook_json
from kernelcourse.homework.classes.classroom import grade_class
from kernelcourse.homework.classes.roster import Person, roster_of
from kernelcourse.homework.files.submissions import find_submissions

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

# What cannot be read costs nothing; of what is run, a part is enough here (`kernelcourse homework attack` runs all).
SOME = (
    *(one for one in FILES if one.points is None),
    *[one for one in FILES if one.points is not None][::4],
)


@pytest.fixture(scope="module")
def odd_class(arena, tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    fill(folder / "class", SOME)
    materials, sheets = arena
    options = {"materials": materials, "sheets": sheets, "secret": "s", "sheet": "arena", "quiet": True}
    return folder, options, grade_class([folder / "class"], folder / "out", **options)


def test_every_odd_file_gets_what_it_should(odd_class):
    folder, _, result = odd_class
    assert complaints(folder / "out", SOME) == {}
    assert result.exit_code == 0 and result.failures == 0


def test_the_same_command_gives_the_same_result(odd_class):
    folder, options, _ = odd_class
    names = ("grades.csv", "report.txt", "grades_canvas.csv", "grades_moodle.csv", "grades_blackboard.csv")
    before = [(folder / "out" / name).read_bytes() for name in names]
    assert "(0 graded now)" in str(grade_class([folder / "class"], folder / "out", **options))
    assert [(folder / "out" / name).read_bytes() for name in names] == before


def test_there_is_a_file_of_every_kind():
    assert {one.kind for one in FILES} == {"archives", "files", "spreadsheets", "names", "honest"}
    assert len({one.name for one in FILES}) == len(FILES) >= 70


def test_an_empty_class_and_one_in_which_nothing_can_be_read(arena, tmp_path):
    materials, sheets = arena
    options = {"materials": materials, "sheets": sheets, "sheet": "arena", "quiet": True}
    (tmp_path / "empty").mkdir()
    empty = grade_class([tmp_path / "empty"], tmp_path / "one", **options)
    assert (
        empty.exit_code == 0
        and "nothing was found" in str(empty)
        and (tmp_path / "one" / "grades.csv").is_file()
    )
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.ipynb").write_bytes(b"{")
    bad = grade_class([tmp_path / "bad"], tmp_path / "two", **options)
    assert bad.exit_code == 1 and "JSON is broken" in str(bad)


def test_a_notebook_that_is_hidden_is_named(tmp_path):
    for name in (".a.ipynb", "._b.ipynb", ".DS_Store", "c.ipynb"):
        (tmp_path / name).write_bytes(b"{}")
    found = find_submissions([tmp_path], "ridge")
    assert [one.path.name for one in found.ignored] == [".a.ipynb"] and len(found.submissions) == 1


def test_files_with_the_name_of_the_sheet_are_told_apart_by_what_they_say(tmp_path):
    for name, student in (("", "alice"), (" (1)", "bob"), (" (2)", "carol")):
        text = notebook_json([("code", f'SHEET = "arena"\nSTUDENT = "{student}"')], {"sheet": "arena"})
        (tmp_path / f"homework-arena{name}.ipynb").write_text(text, encoding="utf-8")
    (tmp_path / "carol.ipynb").write_text(text, encoding="utf-8")
    found = find_submissions([tmp_path], "arena")
    whose = {one.student: one.path.name for one in found.submissions}
    assert whose["alice"] == "homework-arena.ipynb"
    assert whose["bob"] == "homework-arena (1).ipynb"
    assert whose["carol"] == "carol.ipynb"  # nobody hands in under another's name
    assert len(whose) == 4 and not found.others


def test_several_files_of_one_person_stay_attempts(tmp_path):
    for name in ("", " (1)"):
        text = notebook_json([("code", 'SHEET = "arena"\nSTUDENT = "alice"')], {"sheet": "arena"})
        (tmp_path / f"homework-arena{name}.ipynb").write_text(text, encoding="utf-8")
    found = find_submissions([tmp_path], "arena")
    assert len(found.submissions) == len(found.others) == 1


IVO = "ridge-ivo/Bob_13_assignsubmission_file_/ridge.ipynb"


def test_a_folder_that_the_roster_knows_says_whose_a_file_is(tmp_path):
    """In a class on GitHub everybody has a folder, and calls the file in it as he likes."""
    for path in (
        "ridge-anna/bob.ipynb",
        "ridge-bob/homework-ridge.ipynb",
        "1/carol.ipynb",
        "new/src/dora.ipynb",
        IVO,
    ):
        (tmp_path / "class" / path).parent.mkdir(parents=True)
        (tmp_path / "class" / path).write_bytes(b"{}")
    people = [
        Person(one, one.title()) for one in ("anna", "bob", "carol", "dora", "ivo", "1", "class")
    ]  # a section and a place of these names are nobody
    found = find_submissions([tmp_path / "class"], "ridge", roster_of(people))
    whose = {one.student: f"{one.path.parent.name}/{one.path.name}" for one in found.submissions}
    assert whose == {
        "anna": "ridge-anna/bob.ipynb",
        "bob": "ridge-bob/homework-ridge.ipynb",
        "carol": "1/carol.ipynb",
        "dora": "src/dora.ipynb",
        "ivo": "/".join(IVO.split("/")[1:]),
    }
    assert not found.others
