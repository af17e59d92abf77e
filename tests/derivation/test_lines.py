"""Every kind of line prints itself, says how it is typed, and can be read again from what it printed."""

import pytest

from kernelcourse.derivation.lines.line import SIGNS, Line
from kernelcourse.derivation.lines.reading import read_line
from kernelcourse.derivation.reading.claims import read_claim

TABLES = [
    {"start": "a + b"},
    {"is": "2*a"},
    {"is": "2*a", "relation": "<="},
    {"is": "w @ w", "let": {"w": "X.T @ α"}},
    {"let": {"w": "X.T @ α"}},
    {"gradient": "w", "is": "2*w"},
    {"equation": ["A @ w", "b"], "unknown": "w", "relation": "implies"},
    *({"inequality": f"a {sign} b"} for sign in ("<=", ">=", "<", ">")),
    {"minimiser": "w", "is": "inv(A) @ b"},
    {"maximiser": "w", "is": "inv(A) @ b"},
    {"limit": "N", "is": "exp(a)", "to": "inf"},
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_line_says_how_it_is_typed(table):
    line = read_line(table, "line")
    assert "…" in line.begins
    if line.relation in ("<=", ">=", "<", ">"):
        assert SIGNS.get(line.relation, line.relation) in line.begins


@pytest.mark.parametrize("table", TABLES[1:], ids=str)
def test_what_is_printed_can_be_typed(table):
    line = read_line(table, "line")
    again = read_claim(str(line))
    assert type(again) is type(line)
    assert (again.text, again.sides, dict(again.let)) == (line.text, line.sides, dict(line.let))


def test_the_kinds_of_lines_are_the_words_of_files():
    words = {read_line(table, "line").word for table in TABLES}
    found, waiting = set(), [Line]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found |= {kind.word} - {""}
    assert found == words
