"""Notebooks that are too alike: common five-word runs in code and essays, with names, layout and padding ignored."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.files.notebook import Notebook, assigned_names
from kernelcourse.homework.sheet import Sheet

RUN = 5
ALIKE = 0.85
LEAST = 40  # runs; shorter answers are alike by necessity
MOST = 4_000  # runs kept of one notebook: those with the smallest hashes, the same choice in every notebook
MOST_TEXT = 6_000
_TEXTS = ('"""', "'''")  # docstrings and free texts


@dataclass(frozen=True)
class Group:
    """Submissions that are alike, and by how much the least alike pair that ties them together is."""

    students: tuple[str, ...]
    share: float


def fingerprint(notebook: Notebook, sheet: Sheet) -> list[int]:
    """Hashes of the runs of words in the cells that answer questions; identifiers are all one word."""
    runs: set[int] = set()
    for source in _answers(notebook, set(sheet.names)):
        words = _words(source)
        runs |= {zlib.crc32(" ".join(words[i : i + RUN]).encode()) for i in range(len(words) - RUN + 1)}
    return sorted(runs)[:MOST]


def answer_texts(notebook: Notebook, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """(question, source of the cells that answer it), for a person who compares two submissions."""
    found = []
    for question in sheet.questions:
        text = "\n\n".join(_answers(notebook, set(question.names)))
        if text.strip():
            found.append((question.id, text[:MOST_TEXT]))
    return tuple(found)


def _answers(notebook: Notebook, names: set[str]) -> list[str]:
    return [cell.source for cell in notebook.cells if assigned_names(cell.source) & names]


def _words(source: str) -> list[str]:
    """Words of the code, then those of its long texts: an essay is compared word by word, whatever its line breaks."""
    words, prose = [], []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                words.append(token.string if keyword.iskeyword(token.string) else "name")
            elif token.type == tokenize.STRING and (
                token.string.lstrip("rbfuRBFU")[:3] in _TEXTS or len(token.string) > 80
            ):
                prose += re.findall(r"\w+", token.string.casefold())
            elif token.type in (tokenize.OP, tokenize.NUMBER, tokenize.STRING):
                words.append(token.string)
    except (tokenize.TokenError, SyntaxError, ValueError):  # a cell that breaks off: what was read so far
        pass
    return words + prose


def alike_groups(records: Sequence[Record], common: set[int]) -> list[Group]:
    """Groups tied together by pairs of which one has 85 % of its own runs in common with the other.

    Measured against the smaller of the two, so that padding does not hide a copy. `common` are the runs of the sheet.
    """
    own = [(record.student, set(record.fingerprint) - common) for record in records]
    own = [(student, runs) for student, runs in own if len(runs) >= LEAST]
    leader = {student: student for student, _ in own}
    least: dict[str, float] = {}

    def root(student: str) -> str:
        while leader[student] != student:
            student = leader[student]
        return student

    for place, (one, mine) in enumerate(own):
        for other, theirs in own[place + 1 :]:
            share = len(mine & theirs) / min(len(mine), len(theirs))
            if share >= ALIKE:
                first, second = sorted((root(one), root(other)))
                least[first] = min(share, least.get(first, 1.0), least.get(second, 1.0))
                leader[second] = first
    members: dict[str, list[str]] = {}
    for student, _ in own:
        members.setdefault(root(student), []).append(student)
    groups = [Group(tuple(sorted(some)), least[head]) for head, some in members.items() if len(some) > 1]
    return sorted(groups, key=lambda group: (-len(group.students), -group.share, group.students))


def common_runs(records: Sequence[Record], sheet_runs: set[int]) -> set[int]:
    """Runs of the sheet itself, and those that nearly everybody has: short answers are alike by necessity.

    Half a class that copies must not make its copies common, so "nearly everybody" is four in five.
    """
    seen = Counter(run for record in records for run in record.fingerprint)
    enough = max(4, 0.8 * len(records))
    return sheet_runs | {run for run, count in seen.items() if count > enough}
