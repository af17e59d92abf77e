"""Reading a submission: one clear sentence for what cannot be graded; magics are noted, never run."""

from __future__ import annotations

import json

import pytest

from kernelcourse.homework.namespace import stubs_in
from kernelcourse.homework.notebook import Unreadable, assigned_names, read_notebook


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
    assert stubs_in(source) == {"f", "h"}
