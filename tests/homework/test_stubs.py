"""A starter that is still there undoes no answer, and an answer may begin as the starter does."""

from __future__ import annotations

import ast

import pytest

from kernelcourse.homework.sandbox.stubs import bound_by, is_stub, without_stubs
from kernelcourse.homework.sheet import load_sheet

STARTERS = {"f": "", "lines": ast.dump(ast.parse("lines = [first]").body[0]), "value": ""}
STUB = 'def f(x):\n    """Doc."""\n    raise NotImplementedError("your code here")'


def after(*cells):
    """What the names stand for when these cells have run, one after another."""
    names = {"first": 1}
    for cell in cells:
        tree = without_stubs(ast.parse(cell), STARTERS, dict(names))
        exec(compile(tree, "cell", "exec"), names)
    return names


def test_a_stub_is_known_by_its_body():
    source = f"{STUB}\ndef g(): return 1\nh = ...\nk = 3"
    stubs = [statement for statement in ast.parse(source).body if is_stub(statement, {})]
    assert [bound_by(one) for one in stubs] == [{"f"}, {"h"}]


def test_what_the_page_gives_is_a_stub():
    sheet = load_sheet("ridge")
    text = (
        'q7_text = """\n"""\nq4_lines = [my_task(SHEET, "q4", STUDENT),]  # mine\nq5_a = ("kernel", "x @ z")'
    )
    stubs = [statement for statement in ast.parse(text).body if is_stub(statement, sheet.starters)]
    assert [bound_by(one) for one in stubs] == [{"q7_text"}, {"q4_lines"}]
    assert set(sheet.starters) == set(sheet.names)


@pytest.mark.parametrize(
    "answer",
    [
        "lines = [first, 2]",
        "lines = [first]\nlines += [2]",
        "lines = [first]\nlines.append(2)",
        "lines = [first]\nfor one in [2]:\n    lines.append(one)",
        "lines = [first, 0]\nlines[1] = 2",
        "lines = [first]\nlines = [*lines, 2]",
    ],
)
def test_an_answer_stays_whatever_starters_stand_around_it(answer):
    starter = "lines = [first]"
    wrong = "lines = [first, 5, 6]"
    for cells in (
        [answer],
        [starter, answer],
        [answer, starter],
        [f"{starter}\n{answer}"],
        [f"{answer}\n{starter}"],
        [wrong, answer],
        [wrong, answer, starter, starter],
        [f"{wrong}\n{answer}\n{starter}"],
    ):
        assert after(*cells)["lines"] == [1, 2], cells


def test_functions_and_values_too():
    names = after("def f(x):\n    return x\nvalue = 3", f"{STUB}\nvalue = ...")
    assert names["f"](7) == 7 and names["value"] == 3
    assert after(f"def f(x):\n    return x\n\n{STUB}")["f"](7) == 7
    assert after("value = ...", f"{STUB}\nvalue = 4")["value"] == 4


def test_a_new_answer_takes_the_place_of_an_old_one():
    assert after("lines = [first, 2]", "lines = [first, 3]")["lines"] == [1, 3]
    assert after("lines = [first, 2]", "lines = [first]\nlines += [3]")["lines"] == [1, 3]
