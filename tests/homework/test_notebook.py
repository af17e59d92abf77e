"""Reading a submission: one clear sentence for what cannot be graded; magics are noted, never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.homework import my_data, my_task
from kernelcourse.homework.file_names import guess
from kernelcourse.homework.namespace import stubs_in
from kernelcourse.homework.notebook import Unreadable, assigned_names, read_notebook, read_script
from kernelcourse.homework.sheet import load_sheet


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


def test_a_stub_is_known_by_its_body():
    source = (
        'def f(x):\n    """Doc."""\n    raise NotImplementedError("x")\ndef g(): return 1\nh = ...\nk = 3'
    )
    assert stubs_in(source, {}) == {"f", "h"}


def test_what_the_page_gives_is_a_stub():
    starters = load_sheet("ridge").starters
    text = (
        'q7_text = """\n"""\nq4_lines = [my_task(SHEET, "q4", STUDENT),]  # mine\nq5_a = ("kernel", "x @ z")'
    )
    assert stubs_in(text, starters) == {"q7_text", "q4_lines"} and set(starters) == set(
        load_sheet("ridge").names
    )


def test_a_script_has_the_parts_and_the_encoding_that_it_says():
    text = "# coding: latin-1\n# In[1]:\nx = 'é'\n# In[ ]:\ny = 2\n#%% md\n# Title\n"
    cells = read_script(text.encode("latin-1")).cells
    assert [cell.source.strip() for cell in cells] == ["# coding: latin-1", "x = 'é'", "y = 2", "# Title"]
    with pytest.raises(Unreadable, match="not UTF-8"):
        read_script("x = 'é'".encode("latin-1"))


def test_a_version_in_a_folder_is_an_attempt_and_a_login_in_brackets_a_name():
    assert guess(Path("Doe, Jane/Version 3/ridge.ipynb"), "ridge").attempt == 3
    assert "jdoe" in guess(Path("Doe, Jane(jdoe)/ridge.ipynb"), "ridge").names


def test_a_number_is_an_id():
    assert my_data("ridge", 1234567)[2] == my_data("ridge", "1234567")[2] != my_data("ridge", "")[2]
    assert my_task("ridge", "q4", 1234567) == my_task("ridge", "q4", "1234567")
