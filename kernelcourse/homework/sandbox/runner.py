"""The student's side: runs the notebook's cells, then answers questions about what they defined.

Everything in this process belongs to the student's code, which may read and rewrite all of it. So nothing here
knows a hidden check, an expected value or a score; the worst that forging does is give an answer, right or wrong.
"""

from __future__ import annotations
import __future__

import ast
import asyncio
import contextlib
import functools
import inspect
import json
import linecache
import operator
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Container, Mapping
from dataclasses import asdict, replace
from types import ModuleType
from typing import Any, BinaryIO

import kernelcourse.homework
from kernelcourse.homework.sandbox.channel import read_frame, write_frame
from kernelcourse.homework.sandbox.landlock import restrict
from kernelcourse.homework.sandbox.limits import WALL, Limits, apply_limits
from kernelcourse.homework.sandbox.namespace import (
    Mishap,
    Missing,
    Names,
    answer,
    describe,
    fresh_namespace,
)
from kernelcourse.homework.sandbox.requests import Load, Question, from_bytes
from kernelcourse.homework.sandbox.seccomp import forbid
from kernelcourse.homework.sandbox.stand_ins import install, lend
from kernelcourse.homework.sandbox.stubs import without_stubs
from kernelcourse.homework.sandbox.values import NotPlain, clean, pack


class CellTimeout(BaseException):
    """A cell used up its time; not an Exception, so that `except Exception` does not swallow it."""


MOST_LENT = 5  # modules that a cell may miss


class Alarm:
    """Raises CellTimeout in the main thread after so many seconds of work, or `wall` times as many by the clock.

    Work is what counts: a busy machine is not the student's fault.
    """

    wall = WALL

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.possible = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self.possible:
            for (sign, timer), factor in zip(TIMERS, (1.0, self.wall)):
                signal.signal(sign, self._ring)
                signal.setitimer(timer, factor * self.seconds)

    def __exit__(self, *_: object) -> None:
        if self.possible:
            for _sign, timer in TIMERS:
                signal.setitimer(timer, 0)

    def _ring(self, *_: object) -> None:
        raise CellTimeout


TIMERS = (
    ((signal.SIGPROF, signal.ITIMER_PROF), (signal.SIGALRM, signal.ITIMER_REAL))
    if hasattr(signal, "setitimer")
    else ()
)


def run_cells(request: Load, namespace: Names, tell: Callable[..., None]) -> list[Names]:
    """Each cell in order; a cell that fails is noted and the next one still runs.

    A cell that failed for want of a name is run again when a later cell has brought that name: cells in the wrong order
    are a slip of the mouse, not of the mathematics.
    """
    failures: dict[int, Mishap] = {}
    features = Features()
    skip, waiting = set(request.skip), dict[str, list[tuple[int, str]]]()
    late = set[int]()
    runs = 3 * len(request.cells)  # a cell may wait for several names, one after another
    for cell in request.cells:
        queue = [cell]
        while queue and runs > 0:
            index, source = queue.pop(0)
            if index in skip:
                failures[index] = Mishap("stopped the process or ran too long, so it was left out")
                continue
            runs -= 1
            tell(cell=index)
            before = set(namespace)
            seconds = request.cell_seconds / 2 ** len(late)  # one endless cell is a slip, ten are not
            failure, missing, slow = run_cell(index, source, namespace, seconds, request.starters, features)
            late |= {index} if slow else set()
            if failure.says or index in failures:
                failures[index] = failure
            if missing:
                waiting.setdefault(missing, []).append((index, source))
            for name in set(waiting) & (set(namespace) - before):
                queue += waiting.pop(name)
    return [
        {"cell": index, "reordered": not failure.says, "late": index in late, **asdict(failure)}
        for index, failure in sorted(failures.items())
    ]


class Features:
    """What `from __future__ import …` switched on: in a notebook it holds for all cells below."""

    def __init__(self) -> None:
        self.flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT

    def compiled(self, source: str, file: str, starters: Mapping[str, str], answered: Container[str]) -> Any:
        tree = compile(source, file, "exec", self.flags | ast.PyCF_ONLY_AST, dont_inherit=True)
        tree = without_stubs(tree, starters, answered)
        code = compile(tree, file, "exec", self.flags, dont_inherit=True)
        self.flags |= code.co_flags & _FUTURE
        # inspect.getsource and tracebacks find the text of a cell here, as they do in a notebook.
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        return code


_FUTURE = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


def run_cell(
    index: int,
    source: str,
    namespace: Names,
    seconds: float,
    starters: dict[str, str],
    features: Features,
) -> tuple[Mishap, str, bool]:
    """(nothing, "", False) if the cell ran; else what went wrong, the name that was missing, and whether time ran out.

    A module that the student has and this machine has not is lent, empty, and the cell is run again.
    """
    lent: list[str] = []
    while True:
        failure, missing, slow, module = _run_once(index, source, namespace, seconds, starters, features)
        if module in lent or len(lent) == MOST_LENT or not lend(module):
            break
        lent.append(module)
    if lent:
        instead = f"{', '.join(lent)} cannot be imported here; the cell was run with an empty module instead"
        failure = replace(failure, says="; ".join(filter(None, (failure.says, instead))))
    return failure, missing, slow


def _run_once(
    index: int,
    source: str,
    namespace: Names,
    seconds: float,
    starters: dict[str, str],
    features: Features,
) -> tuple[Mishap, str, bool, str]:
    """As `run_cell`, and the module that could not be imported."""
    try:
        code = features.compiled(source, f"<cell {index + 1}>", starters, namespace)
        with Alarm(seconds):
            if code.co_flags & inspect.CO_COROUTINE:  # `await` at the left margin, as notebooks allow
                asyncio.run(eval(code, namespace))
            else:
                exec(code, namespace)
    except CellTimeout:
        return Mishap(f"ran longer than {seconds:g} seconds"), "", True, ""
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: the next cell still runs
        missing = error.name if isinstance(error, NameError) and isinstance(error.name, str) else ""
        module = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
        return describe(error), missing, False, module
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
    return Mishap(), "", False, ""


def serve(requests: BinaryIO, responses: BinaryIO, given: Names) -> None:
    """Answer until the pipe closes."""
    notebook = sys.modules["__main__"] = ModuleType("__main__")  # where pickle and type hints look names up
    namespace = vars(notebook)
    namespace |= {**fresh_namespace(), **given}
    random.seed(0)  # the same submission, the same grade, also for code that draws without a seed of its own
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)

    def tell(**message: Any) -> None:
        write_frame(responses, pack(message))

    tell(ready=True)  # Python has started; from here on the time is the student's
    while (frame := read_frame(requests)) is not None:
        request = from_bytes(frame)
        if isinstance(request, Load):
            loaded = run_cells(request, namespace, tell)
            tell(loaded=loaded, undefined=sorted(set(request.starters) - set(namespace)))
        else:
            write_frame(responses, _reply(request, namespace))


def _reply(request: Question, namespace: Names) -> bytes:
    """The question's id with its value, or with the reason why there is none."""
    try:
        with Alarm(request.seconds):
            value = answer(request.expression, request.values, namespace)
        return pack({"id": request.id, "ok": value})
    except Missing as missing:
        said: Names = {"missing": str(missing)}
    except CellTimeout:
        said = {"late": True}
    except NotPlain as error:
        said = {"error": clean(error)}
    except BaseException as error:
        said = {"error": str(describe(error))}
    return pack({"id": request.id, **said})


def _silent_check(question: str | None = None) -> None:
    """`check("q2")` inside a notebook that is being graded: nothing to print, nobody to read it."""


def main() -> None:
    """Take the pipe from stdin and stdout, leave the student's code an empty stdin and a stdout that is stderr."""
    options = json.loads(sys.argv[1])
    requests = os.fdopen(os.dup(0), "rb")
    responses = os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    os.environ.pop("KERNELCOURSE_SECRET", None)
    if options["landlock"]:
        restrict(options["landlock"]["read"], [*options["landlock"]["write"], os.devnull])
    limits = Limits(**options["limits"])
    Alarm.wall = limits.wall
    apply_limits(limits, options["processes_already"], options["user"])
    sys.breakpointhook = lambda *_, **__: None  # one that was left in the code has nobody to talk to
    kernelcourse.homework.check = _silent_check  # the grader runs the checks itself
    import numpy  # noqa: F401  outside any cell's time

    install(options["closed"])
    forbid()
    try:
        serve(requests, responses, options["given"])
    finally:
        sys.stdout.flush()
        os._exit(0)  # no atexit handlers, no waiting for threads


if __name__ == "__main__":
    main()
