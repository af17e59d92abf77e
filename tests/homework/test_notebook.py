"""Reading a submission: one clear sentence for what cannot be graded; magics are noted, never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.homework import my_data, my_task
from kernelcourse.homework.accepted import check_file
from kernelcourse.homework.classes.roster import read_roster
from kernelcourse.homework.files.file_names import guess
from kernelcourse.homework.files.notebook import (
    Cell,
    Notebook,
    Unreadable,
    assigned_names,
    cell_source,
    read_notebook,
    read_script,
)
from kernelcourse.homework.files.submissions import find_submissions, stated_in


def notebook(*sources):
    return json.dumps({"cells": [{"cell_type": "code", "source": source} for source in sources]}).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b'{"cells": [', "JSON is broken"),
        (b"[" * 100_000, "JSON is broken"),
        (b"[]", "no list of cells"),
        ("é".encode("latin-1") + b"{}", "not UTF-8"),
        (b" " * 20_000_001 + b"x", "20 MB"),
        (json.dumps({"cells": [{}] * 2001}).encode(), "at most 2000"),
    ],
)
def test_what_is_no_notebook_gets_one_sentence(data, words):
    with pytest.raises(Unreadable, match=words) as error:
        read_notebook(data)
    assert str(error.value).count(". ") == 0 and str(error.value).endswith(".")


def test_magics_and_shell_escapes_are_noted_and_replaced():
    cells = read_notebook(
        notebook("%matplotlib inline\nx = 1\n!ls", "%%bash\nrm -rf /", 'text = """\n%d\n"""')
    ).cells
    assert cells[0].source == "pass\nx = 1\npass" and len(cells[0].notes) == 2
    assert cells[1].source == "" and "%%bash" in cells[1].notes[0]
    assert cells[2].source == 'text = """\n%d\n"""' and not cells[2].notes


def test_names_are_found_by_content():
    assert assigned_names("def f(): pass\na, b = 1, 2\nclass C: ...\nd: int = 3") == {"f", "a", "b", "C", "d"}
    assert assigned_names("this is not Python") == set()


def test_a_script_has_the_parts_and_the_encoding_that_it_says():
    text = "# coding: latin-1\n# In[1]:\nx = 'é'\n# In[ ]:\ny = 2\n#%% md\n# Title\n"
    cells = read_script(text.encode("latin-1")).cells
    assert [cell.source.strip() for cell in cells] == ["# coding: latin-1", "x = 'é'", "y = 2", "# Title"]
    with pytest.raises(Unreadable, match="not UTF-8"):
        read_script("x = 'é'".encode("latin-1"))


def test_a_cell_that_colab_commented_out_is_a_cell_again():
    banner = "# Commented out IPython magic to ensure Python compatibility.\n"
    text = f"x = 1\n{banner}# %matplotlib inline\ny = 2\n\n{banner}# %%time\n# def f(v):\n# \n#     return v\n\nz = 3\n"
    cells = read_script(text.encode()).cells
    assert [cell.source.strip().splitlines()[-1] for cell in cells] == ["y = 2", "    return v", "z = 3"]
    assert "def f(v):\n\n    return v" in cells[1].source and "%%time is left out" in cells[1].notes[0]
    assert "%matplotlib" in cells[0].source and not cells[0].notes


def test_a_version_in_a_folder_is_an_attempt_and_a_login_in_brackets_a_name():
    assert guess(Path("Doe, Jane/Version 3/ridge.ipynb"), "ridge").attempt == 3
    assert "jdoe" in guess(Path("Doe, Jane(jdoe)/ridge.ipynb"), "ridge").names


def test_a_number_is_an_id():
    assert my_data("ridge", 1234567)[2] == my_data("ridge", "1234567")[2] != my_data("ridge", "")[2]
    assert my_task("ridge", "q4", 1234567) == my_task("ridge", "q4", "1234567")


def test_half_a_letter_is_a_question_mark():
    data = json.dumps({"cells": [{"cell_type": "code", "source": "# \ud835\nx = 1"}], "nbformat": 4}).encode()
    assert read_notebook(data).cells[0].source == "# ?\nx = 1"


def test_the_marks_of_several_copies_are_taken_off():
    assert guess(Path("class/Kopie von homework-ridge (2).ipynb"), "ridge").shown == "class"
    assert guess(Path("class/Copy of alice (1).ipynb"), "ridge").shown == "alice"
    assert guess(Path("class/homework-ridge.ipynb.ipynb"), "ridge").by_folder


def test_lines_whose_ends_were_left_out_are_lines_still():
    for lines in (["a = 1", "b = a"], ["a = 1\n", "b = a"], ["a = 1\n", "b = a\n"]):
        assert cell_source({"source": lines}).splitlines() == ["a = 1", "b = a"]
    assert cell_source({"source": ["a = (1 +\n", " 2", ")"]}) == "a = (1 +\n 2)"


def test_zeros_behind_the_end_are_no_part_of_the_notebook():
    assert read_notebook(notebook("x = 1") + b"\n\0\0\0").cells[0].source == "x = 1"


def stating(path, student):
    """A notebook at that place in which a student has written an ID."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cell = {"cell_type": "code", "source": f'STUDENT = "{student}"', "metadata": {}, "outputs": []}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))


def students(place, roster=None):
    return {one.student for one in find_submissions([place], "ridge", roster).submissions}


def test_a_file_with_the_sheets_name_among_others_is_that_of_the_one_it_names(tmp_path):
    stating(tmp_path / "class" / "homework-ridge.ipynb", "s7")
    assert students(tmp_path / "class") == {"class"}  # alone, its folder may be the student's
    (tmp_path / "r.csv").write_text("id,name\ns7,Ann Lee\n", encoding="utf-8")
    assert students(tmp_path / "class", read_roster(tmp_path / "r.csv")) == {"s7"}
    stating(tmp_path / "class" / "s8.ipynb", "s8")
    assert students(tmp_path / "class") == {"s7", "s8"}
    stating(tmp_path / "class" / "homework-ridge.ipynb", "s8")  # somebody else's, who has handed in
    assert students(tmp_path / "class") == {"homework-ridge.ipynb", "s8"}


def test_a_folder_of_ones_own_goes_before_what_the_notebook_says(tmp_path):
    stating(tmp_path / "class" / "ann" / "homework-ridge.ipynb", "s7")
    stating(tmp_path / "class" / "bob.ipynb", "s8")
    assert students(tmp_path / "class") == {"ann", "bob"}


def test_a_cell_above_the_set_up_cell_finds_the_id_that_is_stated_below(tmp_path):
    cells = ["q4_lines = [my_task(SHEET, 'q4', STUDENT)]", 'SHEET = "ridge"\nSTUDENT = "ada42"  # mine']
    path = tmp_path / "ada42.ipynb"
    path.write_bytes(notebook(*cells))
    assert my_task("ridge", "q4", "ada42") != my_task("ridge", "q4")
    assert "q4  not attempted" in check_file(path, "q4").checks


@pytest.mark.parametrize(
    ("cell", "stated"),
    [
        ('STUDENT = "ada42"', "ada42"),
        ("STUDENT: str = 'Ada Lovelace'  # me", "Ada Lovelace"),
        ("STUDENT = 404117", "404117"),
        ('STUDENT = input("who? ")', ""),
        ("STUDENT = name", ""),
    ],
)
def test_an_id_is_a_text_or_a_number(cell, stated):
    assert stated_in(Notebook((Cell(0, cell),))) == stated
