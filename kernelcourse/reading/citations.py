"""{cite:t}`hoerl1970` ↦ Hoerl and Kennard (1970): what a reader of one page needs of the bibliography."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

ENTRY = re.compile(r"^@\w+\{(?P<key>[^,]+),(?P<fields>.*?)(?=^@|\Z)", re.MULTILINE | re.DOTALL)
AUTHORS = re.compile(r"\b(?:author|editor)\s*=\s*\{(?P<names>(?:[^{}]|\{[^{}]*\})*)\}")
YEAR = re.compile(r"\byear\s*=\s*\{?(?P<year>\d{4})")
ACCENT = re.compile(r"\{?\\(?P<mark>[\"'`^~])\{?(?P<letter>\w)\}?\}?")
MARKS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303"}


def plain(text: str) -> str:
    """BibTeX's spelling as text: Sch{\\"o}lkopf ↦ Schölkopf."""
    accented = ACCENT.sub(lambda found: found["letter"] + MARKS[found["mark"]], text)
    return unicodedata.normalize("NFC", accented).replace("{", "").replace("}", "")


@cache
def works(bibliography: Path) -> dict[str, tuple[str, str]]:
    """key ↦ (the authors' family names, year)."""
    found = {}
    for entry in ENTRY.finditer(bibliography.read_text(encoding="utf-8")):
        names, year = AUTHORS.search(entry["fields"]), YEAR.search(entry["fields"])
        if names and year:
            found[entry["key"]] = (families(plain(names["names"])), year["year"])
    return found


def families(names: str) -> str:
    """Hoerl, Arthur E. and Kennard, Robert W. ↦ Hoerl and Kennard; more than three are "and others"."""
    people = [name.partition(",")[0].strip() for name in re.split(r"\s+and\s+", names)]
    if len(people) > 3:
        return f"{people[0]} and others"
    return " and ".join([", ".join(people[:-1]), people[-1]] if len(people) > 1 else people)


def cited(role: str, keys: str, bibliography: Path) -> str:
    """In the sentence: Hoerl and Kennard (1970). In brackets: (Hoerl and Kennard, 1970)."""
    known = [works(bibliography).get(key.strip(), (key.strip(), "")) for key in keys.split(",")]
    if role == "cite:t":
        return " and ".join(f"{names} ({year})" if year else names for names, year in known)
    return "(" + "; ".join(f"{names}, {year}" if year else names for names, year in known) + ")"
