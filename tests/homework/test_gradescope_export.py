"""The folders of Gradescope's export belong to whom its own file says, and to nobody whom a student names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kernelcourse.homework.classes.gradescope_export import _metadata, read_metadata
from kernelcourse.homework.classes.roster import Person, roster_of
from kernelcourse.homework.files.submissions import find_submissions

METADATA = """---
submission_101:
  :submitters:
  - :name: Alice O'Hara
    :sid: '1001'
    :email: alice@example.org
  :created_at: 2026-03-04 22:10:09.000000000 Z
  :score: 0.0
submission_102:
  :submitters:
  - :name: "Bo \\"B\\" Berg"
    :email: bo@example.org
    :sid: null
  - :name: Cy
    :sid: '1003'
  :created_at: 2026-03-05 01:00:00.000000000 Z
"""


@pytest.fixture
def export(tmp_path):
    _metadata.cache_clear()
    (tmp_path / "submission_metadata.yml").write_text(METADATA, encoding="utf-8")
    for number in (101, 102, 103):
        (tmp_path / f"submission_{number}").mkdir()
        (tmp_path / f"submission_{number}" / "homework-ridge.ipynb").write_text("{}")
    return tmp_path


def test_each_folder_belongs_to_its_submitters(export):
    found = find_submissions([export], "ridge")
    assert [one.student for one in found.submissions] == ["1001", "1003", "bo@example.org", "submission_103"]
    assert found.submissions[0].handed_in == datetime(2026, 3, 4, 22, 10, 9, tzinfo=UTC)
    assert "Alice O'Hara" in found.submissions[0].names
    assert 'Bo "B" Berg' in found.submissions[2].names
    assert found.ignored == ()


def test_a_file_inside_a_submission_speaks_for_nobody(export):
    inside = export / "submission_103" / "submission_101"
    inside.mkdir()
    (inside / "ridge.ipynb").write_text("{}")
    (export / "submission_103" / "submission_metadata.yml").write_text(METADATA)
    found = find_submissions([export / "submission_103"], "ridge")
    assert "1001" not in [one.student for one in found.submissions]


def test_a_folder_that_the_export_does_not_tell_of_is_nobodys(export):
    for inside in ("1001", "O'Hara Alice_7_assignsubmission_file_"):
        (export / "submission_104" / inside).mkdir(parents=True)
        (export / "submission_104" / inside / "homework-ridge.ipynb").write_text("{}")
    found = find_submissions([export], "ridge", roster_of([Person("1001", "Alice O'Hara")]))
    mine = [one.path.parent.name for one in (*found.submissions, *found.others) if one.student == "1001"]
    assert mine == ["submission_101"]


@pytest.mark.parametrize("mine", ["Eve Eva_12_assignsubmission_file_", "ridge-eva"])
def test_an_export_in_somebodys_own_folder_speaks_for_nobody_else(tmp_path, mine):
    _metadata.cache_clear()
    inside = tmp_path / "class" / mine / "submission_101"
    inside.mkdir(parents=True)
    (inside / "ridge.ipynb").write_text("{}")
    (inside.parent / "submission_metadata.yml").write_text(METADATA)
    people = [Person("eva", "Eva Eve"), Person("1001", "Alice O'Hara")]
    found = find_submissions([tmp_path / "class"], "ridge", roster_of(people))
    assert [one.student for one in found.submissions] == ["eva"]


@pytest.mark.parametrize(
    "text", ["", "submission_1: 3", "a: [", "submission_1:\n  :submitters:\n", "\0" * 50]
)
def test_other_files_of_that_name_say_nothing(tmp_path, text):
    path = tmp_path / "submission_metadata.yml"
    path.write_text(text)
    assert read_metadata(path) == {}


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "real.yml").write_text(METADATA)
    (tmp_path / "submission_metadata.yml").symlink_to(tmp_path / "real.yml")
    assert read_metadata(tmp_path / "submission_metadata.yml") == {}
