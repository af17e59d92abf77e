"""From a notebook cell to Python: what IPython adds to it is run where it is Python, else left out and noted."""

from __future__ import annotations

import ast
import re

from kernelcourse.homework.sandbox.exported import Typed, without_calls
from kernelcourse.homework.sandbox.values import clean

# Cell magics whose body is another language. The body of any other one is Python and is run.
FOREIGN = frozenset(
    "bash sh script cmd powershell html HTML javascript js latex markdown svg perl ruby sql R julia "
    "cython fortran python python2 python3 pypy system sx".split()
)
TIMED = re.compile(r"(%time|%prun|%memit)\s+(?!-)(.+)", re.DOTALL)
WRITTEN = re.compile(r"%%(writefile|file)\s+(-a\s+|--append\s+)?[\"']?([\w.-]+\.py)[\"']?")
RUN = re.compile(r"%run\s+(-i\s+)?[\"']?(?:\./)?([\w.-]+\.py)[\"']?")
ASSIGNED = re.compile(r"(\s*[\w.,\s\[\]\"'*()]+?=\s*)([!%].*)", re.DOTALL)
NOT_RUN = "is not Python and is not run when grading"
DEEPEST = 20  # cell magics around one another
PROMPT = re.compile(r"^\s*(>>>|\.\.\.|In \[\d*\]:|\.\.\.:) ?")


def as_python(source: str, where: str, depth: int = 0) -> tuple[str, list[str]]:
    """(Python, notes): the cell as IPython would run it, without shell and without foreign languages."""
    if depth > DEEPEST:
        return "", [f"{where}: more than {DEEPEST} magics around one another, not run"]
    source = source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    notes: list[str] = []
    if parses(source):
        python = source
    else:
        lines = source.split("\n")
        first = next((place for place, line in enumerate(lines) if _says_something(line)), len(lines))
        if first < len(lines) and lines[first].lstrip().startswith("%%"):
            return _cell_magic(lines, first, where, depth)
        python = "\n".join(_line_magics(_without_prompts(_dedented(lines)), where, notes))
    return without_calls(python, lambda typed: _called(typed, where, notes, depth)), notes


def _called(typed: Typed, where: str, notes: list[str], depth: int) -> str:
    """The Python that stands for a magic of which an export made a call."""
    if typed.cell:
        python, more = as_python(typed.text, where, depth + 1)
        notes += more
        return python
    notes.append(_left_out(typed.text, where))
    start = "x = " * typed.given
    return (_replaced(start + typed.text, start + typed.text, "") or start + "None").removeprefix(start)


def parses(source: str) -> bool:
    """It is Python, possibly with `await` at the left margin, as notebooks allow."""
    try:
        compile(
            source, "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _cell_magic(lines: list[str], first: int, where: str, depth: int) -> tuple[str, list[str]]:
    """%%time and its like: the body runs. %%bash and its like: nothing runs."""
    head = lines[first].strip()
    name = re.split(r"\W", head[2:], maxsplit=1)[0]
    if written := WRITTEN.fullmatch(head):
        text = "\n".join(lines[first + 1 :])
        call = f"write_file({written[3]!r}, {text!r}, {bool(written[2])})"
        return f"__import__('kernelcourse.homework.sandbox.written', fromlist=['write_file']).{call}", []
    if name in FOREIGN or name in ("writefile", "file"):
        return "", [f"{where}: the cell magic {clean(head, 40)} is not Python and is not run when grading"]
    # The lines above and the magic itself stay as comments, so that line numbers are the student's own.
    body = "\n".join(["#" for _ in lines[: first + 1]] + lines[first + 1 :])
    python, notes = as_python(body, where, depth + 1)
    return python, [
        f"{where}: {clean(head, 40)} is left out when grading; the rest of the cell is run",
        *notes,
    ]


def _dedented(lines: list[str]) -> list[str]:
    """A cell that was pasted with an indentation loses it, as in IPython."""
    first = next((line for line in lines if _says_something(line)), "")
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines] if indent else lines


def _without_prompts(lines: list[str]) -> list[str]:
    first = next((line for line in lines if _says_something(line)), "")
    if not first.lstrip().startswith((">>>", "In [")):
        return lines
    return [PROMPT.sub("", line) for line in lines]


def _line_magics(lines: list[str], where: str, notes: list[str]) -> list[str]:
    """Lines that start outside any string and bracket and are no Python are replaced, the others kept."""
    kept: list[str] = []
    inside, dropping = _Inside(), False
    for line in lines:
        bare = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if dropping:  # the rest of a shell line that ends in a backslash
            dropping = bare.endswith("\\")
            kept.append("#")
            continue
        if inside.something or not bare or bare.startswith("#"):
            inside.read(line)
            kept.append(line)
            continue
        new = _replaced(line, bare, indent)
        if new is None:
            inside.read(line)
            kept.append(line)
            continue
        notes.append(_left_out(bare, where))
        dropping = bare.endswith("\\")
        inside.read(new)
        kept.append(new)
    return kept


def _left_out(bare: str, where: str) -> str:
    """What is noted about a line that is no Python."""
    found = ASSIGNED.fullmatch(bare)
    timed = TIMED.fullmatch(found[2] if found else bare)
    if timed:
        return f"{where}: {timed[1]} is left out when grading; the rest of its line is run"
    not_run = "runs what a cell has written, no other file" if RUN.fullmatch(bare) else NOT_RUN
    return f"{where}: the line {clean(bare, 40)} {not_run}"


def _replaced(line: str, bare: str, indent: str) -> str | None:
    """The Python that stands for a magic, a shell line or a question; None if the line is Python already."""
    if timed := TIMED.fullmatch(bare):
        return indent + timed[2]
    if run := RUN.fullmatch(bare):
        file = f"__import__('pathlib').Path({run[2]!r})"
        return f"{indent}exec({file}.read_text(encoding='utf-8') if {file}.is_file() else '')"
    if bare.startswith(("%", "!", "?")):
        return indent + "pass"
    if bare.endswith("?") and re.fullmatch(r"[\w.%*\[\]'\"]+\?{1,2}", bare):
        return indent + "pass"
    found = ASSIGNED.fullmatch(line)
    if found and "==" not in found[1]:
        if timed := TIMED.fullmatch(found[2]):
            return found[1] + timed[2]
        return found[1] + ("[]" if found[2].startswith("!") else "None")
    return None


class _Inside:
    """Whether a line ends inside a bracket, a string of three quotes or a continued line."""

    def __init__(self) -> None:
        self.depth, self.quote, self.continued = 0, "", False

    @property
    def something(self) -> bool:
        return bool(self.quote) or self.depth > 0 or self.continued

    def read(self, line: str) -> None:
        place = 0
        self.continued = False
        while place < len(line):
            if self.quote:
                if line[place] == "\\":
                    place += 2
                    continue
                if line.startswith(self.quote, place):
                    place += len(self.quote)
                    self.quote = ""
                    continue
            elif line[place] == "#":
                return
            elif line[place] in "\"'":
                triple = line[place] * 3
                self.quote = triple if line.startswith(triple, place) else line[place]
                place += len(self.quote)
                continue
            elif line[place] in "([{":
                self.depth += 1
            elif line[place] in ")]}":
                self.depth = max(0, self.depth - 1)
            place += 1
        if len(self.quote) == 1:
            self.quote = ""  # an ordinary string ends with its line
        self.continued = line.rstrip().endswith("\\")
