"""A sheet is read word by word: a slip of its author is named, and what gives an answer away stays behind."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from kernelcourse.homework import my_letters, my_task
from kernelcourse.homework.authoring.master import read_master
from kernelcourse.homework.files.notebook import read_notebook
from kernelcourse.homework.sheet import letters, load_sheet
from kernelcourse.homework.tasks import Essay, Lines, Milestone, Task, table_of, task_of

HOMEWORK = Path(__file__).parents[2] / "homework"
SHEETS = sorted(folder.name for folder in HOMEWORK.iterdir() if folder.is_dir())
STEP = {"name": "the end", "uses": ["K"], "exactly": "<<a>> == 1"}
LINES = {
    "start": "<<a>> @ K",
    "given": {"<<a>>": "vector(n)"},
    "milestone": [STEP],
    "variant": [{"a": "beta"}],
}


@pytest.mark.parametrize(
    ("kind", "table", "named"),
    [
        ("derivation", LINES | {"milestones": []}, "a derivation has no word 'milestones'"),
        ("derivation", LINES | {"milestone": [STEP | {"use": ["K"]}]}, "a milestone has no word 'use'"),
        ("derivation", {"start": "1", "given": {}}, "a derivation needs milestone"),
        ("validity", {"kernel": [{"name": "k"}]}, "a kernel needs expression"),
        ("validity", {"kernel": [{"name": "k", "expression": "1", "with": 2}]}, "no word 'with'"),
        ("function", {"hint": "numpy"}, "a function has no word 'hint'"),
        ("text", {"word": 40}, "a text has no word 'word'"),
    ],
)
def test_a_slip_of_the_author_is_named(kind, table, named):
    with pytest.raises(ValueError, match=named):
        task_of(kind, table)


def test_words_of_a_variant_are_put_everywhere():
    filled = task_of("derivation", LINES).filled({"a": "beta"})
    assert isinstance(filled, Lines)
    assert (filled.start, dict(filled.given)) == ("beta @ K", {"beta": "vector(n)"})
    assert filled.milestone[0].exactly == "beta == 1"


def test_what_gives_the_answer_away_stays_behind():
    shown = table_of(task_of("derivation", LINES).for_page)["milestone"]
    assert shown == [{"name": "the end", "kind": "expression", "uses": ["K"], "held_back": True}]
    assert table_of(Essay(words=40, rubric=("two points for λ",)).for_page) == {"words": 40}
    hinted = LINES | {
        "variant": [{"a": "beta", "end": "beta @ K"}]
    }  # a word that only the master's solution needs
    assert table_of(task_of("derivation", hinted).for_page)["variant"] == [{"a": "beta"}]
    assert table_of(Task()) == {} and Milestone(name="open").for_page == Milestone(name="open")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_task_is_written_as_it_was_read(sheet):
    for question in read_master(HOMEWORK / sheet).questions:
        assert task_of(question.kind, table_of(question.task)) == question.task


def test_every_table_of_distances_reaches_the_share_that_is_asked_for():
    for student in range(500):
        table = load_sheet("mds").data(str(student))
        eigenvalues = np.linalg.eigvalsh(centered(table**2) / -2)[::-1]
        shares = np.cumsum(eigenvalues) / np.abs(eigenvalues).sum()
        assert shares.max() >= 0.99 and np.abs(shares - 0.99).min() > 1e-7, student


def centered(K):
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("student", ["", "ada", "bo"])
def test_a_page_prints_every_letter_of_the_student_s_own(name, student):
    """Each of them stands in the first line, or beside it."""
    sheet = load_sheet(name)
    page = read_notebook(sheet.page.read_bytes())
    for question in sheet.questions:
        asked = f'my_task(SHEET, "{question.id}"'
        cells = [cell.source for cell in page.cells if cell.source.startswith(asked)]
        assert len(cells) == isinstance(question.task, Lines)
        for code in cells:
            own = {"my_task": my_task, "my_letters": my_letters, "SHEET": name, "STUDENT": student}
            printed = str(eval(code, own))
            for letter in letters(question, name, student).values():
                assert (
                    re.search(rf"(?<!\w){re.escape(letter.strip())}(?!\w)", printed)
                    or not letter[-1:].isalnum()
                ), f"{name} {question.id}: {letter} is not in {printed}"
