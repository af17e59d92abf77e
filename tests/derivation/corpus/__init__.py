"""The corpora: wrong lines that must not be accepted, right lines that must be."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelcourse.derivation.derivation import Derivation, check
from kernelcourse.derivation.lines.expressions import EqualityLine
from kernelcourse.derivation.lines.line import Line
from kernelcourse.derivation.lines.reading import read_line

_FOLDER = Path(__file__).parent
_KINDS = {"grad": "gradient", "min": "minimiser", "max": "maximiser", "lim": "limit"}
_SIGNS = {"⇔": "iff", "⇒": "implies", "⇐": "implied by"}


@dataclass(frozen=True)
class Case:
    """One line after one other, with the letters of its group."""

    kind: str
    derivation: Derivation

    def judged(self) -> Any:
        """What the checker says of the last line; unreadable lines and settings raise."""
        return check(self.derivation, hints=False).lines[-1].outcome

    def __str__(self) -> str:
        return f"[{self.kind}] " + "  →  ".join(map(str, self.derivation.lines))


def read_all(kind: str) -> Iterator[Case]:
    """All wrong cases, or all right ones."""
    for file in sorted(_FOLDER.glob(f"{kind}*.toml")):
        yield from read(file.stem)


def read(name: str) -> Iterator[Case]:
    """The cases of one file, such as wrong.toml."""
    table = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for group in table["group"]:
        for before, line in group["cases"]:
            lines = (_first(before, group), _second(line, group))
            yield Case(group["kind"], Derivation(group["given"], where=group.get("where", ()), lines=lines))


def _first(text: str, group: dict[str, Any]) -> Line:
    if "==" in text:
        return read_line({"equation": text, "unknown": group["unknown"]}, "line")
    return EqualityLine(text)


def _second(text: str, group: dict[str, Any]) -> Line:
    found = re.fullmatch(r"(grad|min|max|lim) (\w+)(?: -> (\S+))?: (.*)", text)
    if found:
        kind, letter, to, body = found.groups()
        return read_line({_KINDS[kind]: letter, "is": body, **({"to": to} if to else {})}, "line")
    if text[0] in _SIGNS:
        return read_line(
            {"equation": text[1:], "unknown": group["unknown"], "relation": _SIGNS[text[0]]}, "line"
        )
    if text.startswith("ineq "):
        return read_line({"inequality": text[5:]}, "line")
    sign = re.match(r"(<=|>=|<|>)", text)
    if sign:
        return EqualityLine(text[sign.end() :].strip(), relation=sign.group())
    return EqualityLine(text)


def each(block: str) -> list[str]:
    """The lines of a block, parted by | or by ends of lines."""
    return [one.strip() for line in block.strip().splitlines() for one in line.split("|") if one.strip()]
