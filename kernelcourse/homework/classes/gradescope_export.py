"""Gradescope's "export submissions": folders named submission_123, and a file that says whose each of them is.

submission_123:
  :submitters:
  - :name: Alice Doe
    :sid: '1001'
    :email: alice@example.org
  :created_at: 2026-03-04 22:10:09.000000000 Z
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from kernelcourse.homework.files.file_names import Guess

NAME = "submission_metadata.yml"
MOST_BYTES = 20_000_000
_FOLDER = re.compile(r"^['\"]?(submission_\d+)['\"]?:\s*$")
_WORD = re.compile(r"^(\s+)(- )?:(name|sid|email|created_at):\s*(.*?)\s*$")


@dataclass(frozen=True)
class Handed:
    """One submission of the export: its submitters (several, if it is a group's), and when it came."""

    submitters: tuple[tuple[str, ...], ...]  # the names each goes by: id, e-mail, name
    handed_in: datetime | None = None

    def guesses(self) -> list[Guess]:
        """One for each submitter."""
        return [Guess(names[0], names, handed_in=self.handed_in) for names in self.submitters]


def told_by_export(
    path: Path, within: int = 0, someones: Callable[[str], bool] = lambda folder: False
) -> list[Guess]:
    """Whose a file is, if it lies in a folder of an export; what lies inside such a folder cannot speak for it.

    Nor can an export that lies in somebody's own folder, of the `within` folders above the file: he wrote it himself.
    """
    folders = [folder for folder in path.parents if re.fullmatch(r"submission_\d+", folder.name)]
    if not folders:
        return []
    outermost = folders[-1]
    outside = path.parents[path.parents.index(outermost) + 1 : within]
    if any(someones(folder.name) for folder in outside):
        return []
    told = _metadata(outermost.parent / NAME)
    if told and outermost.name not in told:  # of nobody, whatever lies inside
        return [Guess(outermost.name, (outermost.name,))]
    return told[outermost.name].guesses() if told else []


@lru_cache(maxsize=8)
def _metadata(path: Path) -> dict[str, Handed]:
    return read_metadata(path)


def read_metadata(path: Path) -> dict[str, Handed]:
    """Folder → who handed it in. {} if the file is none of Gradescope's, a link, or too large to be one."""
    try:
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
            return {}
        text = path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return {}
    found: dict[str, Handed] = {}
    for block in re.split(r"(?m)^(?=['\"]?submission_\d+['\"]?:\s*$)", text):
        head, _, rest = block.partition("\n")
        folder = _FOLDER.match(head)
        if folder and (people := _submitters(rest)):
            found[folder[1]] = Handed(tuple(people), _created(rest))
    return found


def _submitters(block: str) -> list[tuple[str, ...]]:
    people: list[dict[str, str]] = []
    for line in block.splitlines():
        word = _WORD.match(line)
        if word is None or word[3] == "created_at":
            continue
        if word[2] or not people:
            people.append({})
        people[-1].setdefault(word[3], _unquoted(word[4]))
    names = [tuple(person[key] for key in ("sid", "email", "name") if person.get(key)) for person in people]
    return [one for one in names if one]


def _created(block: str) -> datetime | None:
    """When it came, with the zone that the export names: Z, or +01:00."""
    stamp = r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)?"
    found = re.search(rf"(?m)^  :created_at:\s*['\"]?{stamp}", block)
    try:
        return datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3] or ''}") if found else None
    except ValueError:
        return None


def _unquoted(text: str) -> str:
    """A YAML scalar of one line: quotes off, nothing for null."""
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'").strip()
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1]).strip()
    return "" if text in ("null", "~", "''", '""') else text.strip()
