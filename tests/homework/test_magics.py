"""What IPython adds to Python is run where it is Python; line numbers stay the student's own."""

from __future__ import annotations

import sys

import pytest

from kernelcourse.homework.sandbox.magics import as_python, parses


@pytest.mark.parametrize(
    ("source", "python"),
    [
        ("%%time\nx = 1", "#\nx = 1"),
        ("# mine\n%%capture out\nx = 1\n%matplotlib inline", "#\n#\nx = 1\npass"),
        ("%%bash\nls", ""),
        ("%time x = f()", "x = f()"),
        ("y = %time f()", "y = f()"),
        ("files = !ls", "files = []"),
        ("t = %timeit -o f()", "t = None"),
        ("!pip install \\\n  numpy\nx = 1", "pass\n#\nx = 1"),
        ("f?\nx = 1", "pass\nx = 1"),
        ("s = '''\n!ls\n'''\n!ls", "s = '''\n!ls\n'''\npass"),
        ("x = (7\n% 3)", "x = (7\n% 3)"),
        (">>> x = 1\n>>> y = 2", "x = 1\ny = 2"),
        ("  x = 1\n  y = 2", "x = 1\ny = 2"),
        ("\ufeffx = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
        ("await f()", "await f()"),
    ],
)
def test_a_cell_becomes_python(source, python):
    assert as_python(source, "cell 1")[0] == python


def test_nothing_is_said_about_plain_python_and_something_about_the_rest():
    assert as_python("x = 1", "cell 1")[1] == []
    assert as_python("!ls", "cell 7")[1] == ["cell 7: the line !ls is not Python and is not run when grading"]
    assert "the rest of the cell is run" in as_python("%%time\nx = 1", "cell 2")[1][0]


@pytest.mark.parametrize(
    ("call", "python"),
    [
        ("run_cell_magic('time', '', 'def f(x):\\n    return x\\n')", "#\ndef f(x):\n    return x"),
        ("run_cell_magic('capture', 'out', '%%time\\nx = 1\\n%matplotlib inline')", "#\n#\nx = 1\npass"),
        ("run_cell_magic('bash', '', 'x = 1\\n')", ""),
        ("run_line_magic('time', 'x = f()')", "x = f()"),
        ("run_line_magic('matplotlib', 'inline')", "pass"),
        ("system('pip install numpy')", "pass"),
    ],
)
def test_a_script_that_jupyter_exported_runs_like_its_notebook(call, python):
    """It says get_ipython().run_cell_magic('time', '', '…') where the notebook has a cell with %%time."""
    answer, notes = as_python(f"a = 'é'\nget_ipython().{call}\nb = 2", "cell 2")
    assert answer == f"a = 'é'\n{python}\nb = 2" and notes


def test_an_exported_call_gives_its_value_to_a_name():
    calls = "x = get_ipython().run_line_magic('time', 'f()')\ny = get_ipython().getoutput('ls')"
    assert as_python(calls, "cell 1")[0] == "x = f()\ny = []"
    inside = "if True:\n    get_ipython().run_line_magic('time', 'x = 1')"
    assert as_python(inside, "cell 1")[0] == "if True:\n    x = 1"
    written = "get_ipython().run_cell_magic('writefile', 'a.py', 'x = 1\\n')"
    assert as_python(written, "cell 1")[0] == as_python("%%writefile a.py\nx = 1", "cell 1")[0]


def test_what_is_timed_is_not_said_to_be_left_out():
    assert as_python("%time x = 1", "cell 1")[1] == [
        "cell 1: %time is left out when grading; the rest of its line is run"
    ]


def test_magics_around_one_another_come_to_an_end():
    assert as_python("%%time\n" * 5000 + "x = 1", "cell 1")[0] == ""
    assert as_python("%%time\n" * 3 + "x = 1", "cell 1")[0] == "#\n#\n#\nx = 1"


def test_what_no_parser_can_bear_is_no_python():
    assert not parses("x = " + "(" * 5000) and not parses("x = '\0'")


def test_a_module_that_a_cell_writes_can_be_imported_below(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    space: dict[str, object] = {}
    for cell in (
        "%%writefile my_answers.py\ndef twice(x):\n    return 2 * x\n",
        "%%writefile -a my_answers.py\nthree = 3\n",
        "from my_answers import three, twice\nsix = twice(three)",
    ):
        python, notes = as_python(cell, "cell 1")
        assert not notes
        exec(python, space)
    assert space["six"] == 6 and set(space) == {"__builtins__", "three", "twice", "six"}
    assert as_python("%%writefile notes.txt\nhello", "cell 1")[1]


def test_a_file_that_a_cell_writes_can_be_run_below(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for cell in (
        "%%writefile tools.py\ndef twice(x):\n    return 2 * x\n",
        "%run -i ./tools.py\nsix = twice(3)",
    ):
        exec(as_python(cell, "cell 1")[0], space)
    assert space["six"] == 6
    exec(as_python("%run elsewhere.py\nseven = 7", "cell 1")[0], space)
    assert space["seven"] == 7
