"""A student's names: what a cell defined, whether it is still the stub, and what an expression of them gives."""

from __future__ import annotations

import ast
import builtins
import copy
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from kernelcourse.homework.sandbox.values import clean

Names = dict[str, Any]  # a program's names and what they stand for: anything
ASKED = "<check>"  # the file name of an expression that a check asks for


def fresh_namespace() -> Names:
    """Where cells run: `__main__`, with what a notebook's kernel has, and what the set-up cell would bring."""
    import numpy

    from kernelcourse.homework import my_data, my_letters, my_task
    from kernelcourse.homework.sandbox.stand_ins import Nothing

    quiet = Nothing()
    kernel: Names = {
        "input": _nobody_answers,
        "display": quiet,
        "get_ipython": quiet,
        "In": [""],
        "Out": {},
        "_": "",
        "__": "",
        "___": "",
    }
    set_up = {"np": numpy, "my_data": my_data, "my_task": my_task, "my_letters": my_letters, "check": quiet}
    return {"__name__": "__main__", "__builtins__": builtins, **kernel, **set_up}


def _nobody_answers(prompt: object = "") -> str:
    """`input()` while a notebook is graded: the empty line, so that the rest of the cell still runs."""
    return ""


@dataclass(frozen=True)
class Mishap:
    """'ZeroDivisionError: division by zero (cell 4, line 2)': what was raised, and where the student's code was."""

    says: str = ""
    place: str = ""  # a cell; in an answer, a function
    line: int = 0
    unwritten: bool = False  # a starter that was left as it was
    called: str = ""  # the starter, if a cell called it

    def __str__(self) -> str:
        return f"{self.says} ({self.place}, line {self.line})" if self.place else self.says


def describe(error: BaseException) -> Mishap:
    """What an exception says, cleaned and short.

    In an answer the place is a function and the line in it, which is the same in a notebook, a script and the sandbox.
    """
    place, line = _place(error)
    if isinstance(error, SyntaxError) and str(error.filename).startswith("<cell "):
        place, line = str(error.filename)[1:-1], error.lineno or 0
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:  # an exception class whose __str__ fails
        text = ""
    says = clean(f"{type(error).__name__}: {text}" if text else type(error).__name__)
    unwritten = type(error) is NotImplementedError
    return Mishap(says, place, line, unwritten, _innermost(error) if unwritten else "")


def _innermost(error: BaseException) -> str:
    """The function in which it was raised; empty at a cell's left margin."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    name = trace.tb_frame.f_code.co_name if trace else ""
    return "" if name == "<module>" else clean(name, 60)


def _place(error: BaseException) -> tuple[str, int]:
    """Where the student's own code was when it failed: the innermost place in the names that were asked."""
    place, line, theirs = "", 0, None
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if theirs is not None and trace.tb_frame.f_globals.get("__name__") == theirs:
            place, line = f"in {clean(code.co_name, 60)}", trace.tb_lineno - code.co_firstlineno + 1
        elif theirs is None and code.co_filename == ASKED:
            theirs = trace.tb_frame.f_globals.get("__name__")
        elif theirs is None and code.co_filename.startswith("<cell "):
            place, line = code.co_filename[1:-1], trace.tb_lineno
        trace = trace.tb_next
    return place, line


class Missing(Exception):
    """What was asked for was never written; the message is its name."""


def answer(expression: str, values: Names, namespace: Names) -> Any:
    """The value of an expression in the student's names; Missing if one of them was never written."""
    asked = {name for name in loaded_names(expression) - set(values) if not hasattr(builtins, name)}
    for name in sorted(asked):
        if namespace.get(name, Ellipsis) is Ellipsis:
            raise Missing(name)
    # Only the names that the check asks for are the student's: a `sum` of theirs does not stand for Python's.
    own = {name: namespace[name] for name in asked}
    scope = {"__name__": namespace.get("__name__"), "__builtins__": builtins, **own, **values}
    try:
        return eval(compile(expression, ASKED, "eval"), scope)
    except NotImplementedError:
        raise Missing("NotImplementedError") from None


def loaded_names(expression: str) -> set[str]:
    """Free names of an expression (names bound by its own comprehensions and lambdas left out)."""
    tree = ast.parse(expression, mode="eval")
    bound = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    } - bound


def private_copy(value: Any) -> Any:
    """A copy of plain arguments, so that code which changes its arguments changes only its own."""
    return copy.deepcopy(value)
