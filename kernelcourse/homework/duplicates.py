"""Notebooks that are too alike: the share of common five-word runs in the code, with names and layout ignored."""

from __future__ import annotations

import io
import keyword
import tokenize
import zlib
from typing import Any

from kernelcourse.homework.notebook import Notebook, assigned_names
from kernelcourse.homework.sheet import Sheet

RUN = 5
ALIKE = 0.85
_TEXTS = ('"""', "'''")  # docstrings and free texts
LEAST = 40  # runs; shorter answers are alike by necessity


def fingerprint(notebook: Notebook, sheet: Sheet) -> list[int]:
    """Hashes of the runs of words in the cells that answer questions; identifiers are all one word."""
    runs: set[int] = set()
    for cell in notebook.cells:
        if assigned_names(cell.source) & set(sheet.names):
            words = _words(cell.source)
            runs |= {zlib.crc32(" ".join(words[i : i + RUN]).encode()) for i in range(len(words) - RUN + 1)}
    return sorted(runs)


def _words(source: str) -> list[str]:
    words = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME:
                words.append(token.string if keyword.iskeyword(token.string) else "name")
            elif (
                token.type in (tokenize.OP, tokenize.NUMBER, tokenize.STRING)
                and token.string[:3] not in _TEXTS
            ):
                words.append(token.string)
    except (tokenize.TokenError, SyntaxError, ValueError):  # a cell that breaks off: what was read so far
        pass
    return words


def likely_duplicates(records: list[dict[str, Any]], common: set[int]) -> list[tuple[str, str, float]]:
    """Pairs with at least 85 % of their own runs in common; `common` are the runs of the sheet itself."""
    own = [(record["student"], set(record["fingerprint"]) - common) for record in records]
    own = [(student, runs) for student, runs in own if len(runs) >= LEAST]
    pairs = []
    for place, (one, mine) in enumerate(own):
        for other, theirs in own[place + 1 :]:
            share = len(mine & theirs) / len(mine | theirs)
            if share >= ALIKE:
                pairs.append((one, other, share))
    return sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))
