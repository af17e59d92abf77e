"""A script that Jupyter exported says `get_ipython().run_cell_magic('time', '', '…')` where a cell said %%time."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

LINES = {"run_line_magic": "%", "magic": "%", "system": "!", "getoutput": "!"}


@dataclass(frozen=True)
class Typed:
    """What stood in the notebook; `given`: a name is given its value."""

    text: str
    given: bool

    @property
    def cell(self) -> bool:
        return self.text.startswith("%%")


def without_calls(source: str, python: Callable[[Typed], str]) -> str:
    """The script with `python` of what was typed in the place of each call that an export made of it.

    The arguments of such a call are plain texts; a cell's magic stands on a line of its own, at the left margin.
    """
    if "get_ipython" not in source:
        return source
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    data = source.encode()  # the places of a syntax tree are counted in bytes
    starts = [0, *accumulate(len(line) + 1 for line in data.split(b"\n"))]
    calls: list[tuple[int, int, Typed]] = []
    for node in ast.walk(tree):
        if not (isinstance(node, (ast.Expr, ast.Assign)) and isinstance(node.value, ast.Call)):
            continue
        call, typed = node.value, Typed(_typed(node.value), isinstance(node, ast.Assign))
        start = starts[call.lineno - 1] + call.col_offset
        end = starts[(call.end_lineno or call.lineno) - 1] + (call.end_col_offset or 0)
        rest = data[end : starts[call.end_lineno or call.lineno]].strip()
        if typed.text and not (typed.cell and (typed.given or call.col_offset or rest)):
            calls.append((start, end, typed))
    for start, end, typed in sorted(calls, key=lambda one: one[0], reverse=True):
        data = data[:start] + python(typed).encode() + data[end:]
    return data.decode()


def _typed(call: ast.Call) -> str:
    """`%time x` for get_ipython().run_line_magic('time', 'x'); empty if it is no such call."""
    match call.func:
        case ast.Attribute(ast.Call(ast.Name("get_ipython"), [], []), method):
            texts = [
                one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            if len(texts) != len(call.args) or call.keywords or not texts:
                return ""
            if method == "run_cell_magic" and len(texts) == 3 and texts[0].isidentifier():
                return f"%%{texts[0]} {' '.join(texts[1].split())}".rstrip() + "\n" + texts[2].rstrip("\n")
            if method in LINES:
                return LINES[method] + " ".join(" ".join(texts).split("\n")).strip()
    return ""
