"""Who handed in, and when, as the name of the file says it: the download names of five systems, and plain ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

ENDINGS = (".ipynb", ".ipynb.json", ".ipynb.txt", ".ipynb.zip", ".zip", ".py")
# Folders that a platform makes for everybody.
NOBODY = re.compile(
    r"submission attachment\(s\)|submitted files|feedback attachment\(s\)|assignments?", re.IGNORECASE
)
MAYBE = (".json", ".txt")  # a notebook if it looks like one inside


@dataclass(frozen=True)
class Guess:
    """What a path says: the name to show, the names a roster may know, the attempt, and the time if it is there."""

    shown: str
    names: tuple[str, ...]
    attempt: int = 0
    handed_in: datetime | None = None
    late: bool = False
    by_folder: bool = False  # the file has the sheet's own name
    longer: tuple[str, ...] = ()  # what the name may be too, if it holds the sign that stands before it


def alike(text: str) -> str:
    """One spelling of an ID: capitals, spaces around and Unicode's several ways to write a letter do not matter."""
    return unicodedata.normalize("NFKC", printable(text)).strip().casefold()


def printable(text: str) -> str:
    """A file name as text: bytes that are no UTF-8 become %xx."""
    return "".join(f"%{ord(c) - 0xDC00:02X}" if 0xDC80 <= ord(c) <= 0xDCFF else c for c in text)


def stem_of(name: str) -> str:
    """The name without the endings that a notebook may have."""
    lower = name.lower()
    ending = max((one for one in (*ENDINGS, *MAYBE) if lower.endswith(one)), key=len, default="")
    return stem_of(name[: -len(ending)]) if ending else name  # Windows hides endings: x.ipynb.ipynb


def guess(
    path: Path, sheet: str, within: int = 0, known: Callable[[str], bool] = lambda name: False
) -> Guess:
    """alice.ipynb, homework-ridge_alice.ipynb, alice/ridge.ipynb, or a name that a learning platform gave.

    Of the `within` folders above it the outermost whose name is `known` is that of the student: ridge-alice/bob.ipynb
    is Alice's, who alone can write there.
    """
    stem, folders = printable(stem_of(path.name)), [printable(part.name) for part in path.parents]
    own = {depth for depth in range(within) if known(_without_sheet(folders[depth], sheet))}
    told, place = _from_folders(folders, own)
    if told is None and place is None:
        told = _from_stem(stem)
    return told or _plain(stem, folders, sheet, place)


def _from_folders(folders: list[str], own: Collection[int] = ()) -> tuple[Guess | None, int | None]:
    """What the outermost folder says that a platform made for one person, or how far up that folder lies, or an `own`.

    A student's own folders and files stand inside: nobody hands in for another by calling one as a platform would.
    """
    for depth in range(len(folders) - 1, -1, -1):
        name = folders[depth]
        if told := _moodle(name) or _brightspace(name):
            return told, depth
        if depth in own:
            return None, depth
        if name.lower() == "submission attachment(s)" and depth + 1 < len(folders):  # Sakai
            return None, depth + 1
        if name.lower() == "submitted files" and depth > 0:  # Teams
            return None, depth - 1
    return None, None


def someones(folder: str, sheet: str, known: Callable[[str], bool]) -> bool:
    """Whether a folder is one person's: a platform made it, or the roster knows its name."""
    return _from_folders([folder, ""]) != (None, None) or known(_without_sheet(folder, sheet))


def _from_stem(stem: str) -> Guess | None:
    """The platform's words come first, what the student chose behind them."""
    canvas = _canvas(stem)
    if canvas and stem[: stem.index("_")] == stem[: stem.index("_")].lower():  # a title would have capitals
        return canvas
    if moodle := _moodle(stem):
        return moodle
    blackboard = re.search(r"(?:^|_)([^_]+)_attempt_(\d{4}(?:-\d{1,2}){5})", stem)
    if blackboard:
        handed_in, *words = _time(blackboard[2], "%Y-%m-%d-%H-%M-%S"), *stem[: blackboard.end(1)].split("_")
        longer = tuple("_".join(words[first:]) for first in range(len(words) - 2, -1, -1))
        return Guess(blackboard[1], (blackboard[1],), handed_in=handed_in, longer=longer)
    return canvas or _brightspace(stem)


def _moodle(text: str) -> Guess | None:
    found = re.match(r"(.+?)_(\d+)_assignsubmission_", text)
    return Guess(f"{found[1]} {found[2]}", (found[1], found[2])) if found else None


def _canvas(stem: str) -> Guess | None:
    found = re.match(r"([^_]+)_(LATE_)?(\d+)_(\d+)_(.*)", stem)
    if not found:
        return None
    attempt = re.search(r"-(\d+)$", found[5])
    number = int(attempt[1]) if attempt else 0
    return Guess(f"{found[1]}_{found[3]}", (found[3], found[1]), number, late=bool(found[2]))


def _brightspace(text: str) -> Guess | None:
    found = re.match(r"(\d+)-(\d+) ?- ?(.+?) ?- ?(\w{3,9} \d{1,2}, \d{4} \d{3,4} ?[AP]M)(?: ?-|$)", text)
    return Guess(found[3], (found[3], found[2]), handed_in=_american_time(found[4])) if found else None


def _plain(stem: str, folders: list[str], sheet: str, place: int | None) -> Guess:
    """The sheet's name, copy marks of browsers and editors, and the words around them are taken off.

    From `place` upwards a folder is one person's, whatever the file is called.
    """
    rest, copy = _without_copy_mark(stem)
    rest = _without_sheet(rest, sheet)
    if rest and place is None:
        return Guess(rest, (rest,), copy)
    # The file has the sheet's own name: the folder is the student's, or the one above it.
    for depth, name in enumerate(folders):
        if version := re.fullmatch(r"version (\d+)", name, re.IGNORECASE):  # Teams keeps every one of them
            copy = max(copy, int(version[1]))
        elif (
            depth >= (place or 0)
            and name
            and not NOBODY.fullmatch(name)
            and (rest := _without_sheet(name, sheet))
        ):
            person = re.fullmatch(r"(.+?) ?\(([^()\s]+)\)", rest)  # Sakai: Doe, John(jdoe)
            return Guess(rest, (person[2], person[1], rest) if person else (rest,), copy, by_folder=True)
    return Guess("unnamed", (), copy, by_folder=True)


def _without_sheet(text: str, sheet: str) -> str:
    """'alice' for 'homework-ridge_alice', 'alice_ridge' and, where a class works on GitHub, 'ridge-alice'."""
    if sheet:
        own = re.escape(sheet).replace("_", "[-_ ]?")
        around = rf"^(homework|hw)?[-_ ]*{own}(?=[-_ ]|$)[-_ ]*|[-_ ]+(homework[-_ ])?{own}$"
        text = re.sub(around, "", text, flags=re.IGNORECASE)
    return text.strip(" -_")


def _without_copy_mark(stem: str) -> tuple[str, int]:
    """('alice', 1) for 'alice (1)', 'alice-Copy1', 'alice - Copy (1)', 'alice copy', 'Copy of alice'; marks add up."""
    if front := re.match(r"(?:Copy of|Kopie von|Copie de|Copia de|Cópia de) (?=.)", stem, re.IGNORECASE):
        rest, number = _without_copy_mark(stem[front.end() :])
        return rest, number + 1
    found = re.search(
        r"(?: ?\((\d+)\)|-Copy(\d+)| - (?:Copy|Kopie|Copie|copia)(?: \((\d+)\))?| copy(?: (\d+))?)$", stem
    )
    if not found or found.start() == 0:
        return stem, 0
    number = next((int(one) for one in found.groups() if one), 1)
    return stem[: found.start()], number


def _time(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None


def _american_time(text: str) -> datetime | None:
    found = re.fullmatch(r"(\w{3})\w* (\d{1,2}), (\d{4}) (\d{1,2})(\d{2}) ?([AP]M)", text)
    return _time(" ".join(found.groups()), "%b %d %Y %I %M %p") if found else None
