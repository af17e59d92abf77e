"""One line after another, judged: what most tests of the checker ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.lines.reading import read_line


def judged(before: dict[str, Any], line: dict[str, Any], given: Mapping[str, str], *where: str) -> Any:
    """The outcome of the line that stands after `before`."""
    lines = (read_line(before, "line"), read_line(line, "line"))
    return check(Derivation(given, where=where, lines=lines), hints=False).lines[-1].outcome


def inequality(text: str, given: Mapping[str, str], *where: str) -> Any:
    return judged({"is": "1"}, {"inequality": text}, given, *where)


def equivalent(first: str, second: str, unknown: str, given: Mapping[str, str]) -> Any:
    before = {"equation": first, "unknown": unknown}
    return judged(before, {"equation": second, "unknown": unknown}, given)
