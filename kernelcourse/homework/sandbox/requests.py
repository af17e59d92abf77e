"""What the grader sends to the student's process: run these cells, or give the value of this expression."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcourse.homework.sandbox.namespace import Names
from kernelcourse.homework.sandbox.values import pack, unpack


@dataclass(frozen=True)
class Load:
    """Run the cells, numbered as in the notebook, but for those to skip."""

    cells: list[tuple[int, str]]
    starters: dict[str, str]
    skip: list[int]
    cell_seconds: float


@dataclass(frozen=True)
class Question:
    """Evaluate an expression in the student's names and these values; the reply bears the same id."""

    id: int
    expression: str
    values: Names
    seconds: float


def to_bytes(request: Load | Question) -> bytes:
    return pack({"do": type(request).__name__, **vars(request)})


def from_bytes(frame: bytes) -> Load | Question:
    tree = unpack(frame)
    return {"Load": Load, "Question": Question}[tree.pop("do")](**tree)
