"""A code cell run in the reader's page: what it prints, and the value of its last line as HTML or text."""

from __future__ import annotations

import ast
import io
import traceback
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from typing import Any

_NAMES: dict[str, Any] = {"__name__": "__main__"}  # what the cells of one page have defined


def run(code: str) -> dict[str, str]:
    """{"printed", "html", "error"}: the cell's output; names stay for the next cell."""
    shown: list[str] = []
    _NAMES["display"] = lambda *values: shown.extend(map(_html, values))
    printed, error = io.StringIO(), ""
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            value = _execute(code)
            if value is not None:
                shown.append(_html(value))
        except SyntaxError as problem:
            error = f"line {problem.lineno}: {problem.msg}"
        except BaseException as problem:  # a cell may raise anything, also SystemExit
            error = "".join(traceback.format_exception_only(problem)).strip()
    return {"printed": printed.getvalue(), "html": "".join(shown), "error": error}


def forget() -> None:
    """Start afresh, as a restarted kernel would."""
    _NAMES.clear()
    _NAMES["__name__"] = "__main__"


def _execute(code: str) -> Any:
    tree = ast.parse(code)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not code.rstrip().endswith(";"):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    exec(compile(tree, "<cell>", "exec"), _NAMES)
    return None if last is None else eval(compile(last, "<cell>", "eval"), _NAMES)


def _html(value: Any) -> str:
    """The value's own HTML if it has one, its text otherwise."""
    own = getattr(value, "_repr_html_", None)
    found = own() if callable(own) else None
    return found if found else f"<pre>{escape(repr(value))}</pre>"
