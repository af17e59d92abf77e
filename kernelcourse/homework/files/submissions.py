"""Whose notebook is it? Files, folders and zips become (student, bytes); nothing is unpacked onto the disk."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from kernelcourse.homework.classes.gradescope_export import NAME as METADATA
from kernelcourse.homework.classes.gradescope_export import told_by_export
from kernelcourse.homework.classes.roster import Person, Roster, time_of
from kernelcourse.homework.files.contents import read_any, read_submission
from kernelcourse.homework.files.file_names import ENDINGS, MAYBE, Guess, alike, guess, printable, someones
from kernelcourse.homework.files.notebook import Notebook, Unreadable
from kernelcourse.homework.sandbox.values import clean

MOST_FILES = 20_000
STATED = re.compile(  # a text or a number: what an expression comes to is known when it has run
    r"""^STUDENT\s*(?::\s*\w+\s*)?=\s*(?:"([^"\n]*)"|'([^'\n]*)'|(\d+))\s*(?:#.*)?$""", re.MULTILINE
)
ASIDE = ("__macosx", "thumbs.db", "desktop.ini")
ARCHIVES = (".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz")

__all__ = [
    "Found",
    "Ignored",
    "Submission",
    "alike",
    "find_submissions",
    "safe_id",
]


@dataclass(frozen=True)
class Submission:
    """One student's file: an ID fit for file names, the name to show, where it is, and who the roster says it is."""

    student: str
    shown: str
    path: Path
    names: tuple[str, ...] = ()
    person: Person | None = None
    warnings: tuple[str, ...] = ()
    attempt: int = 0
    handed_in: datetime | None = None
    late: bool = False
    by_folder: bool = False  # the file's own name says nothing: its folder's was taken


@dataclass(frozen=True)
class Ignored:
    """A file that is nobody's submission, and why."""

    path: Path
    why: str


@dataclass(frozen=True)
class Found:
    """What lies in the named places: a submission for each student, other attempts, ignored files."""

    submissions: tuple[Submission, ...]
    others: tuple[Submission, ...] = ()
    ignored: tuple[Ignored, ...] = ()


def find_submissions(
    paths: list[Path], sheet: str, roster: Roster | None = None, attempt: str = "last"
) -> Found:
    """Every notebook, script or zip that is named or lies in a named folder; `attempt` chooses among one's several."""
    roster = roster or Roster()
    files: dict[Path, int] = {}  # with the number of folders between it and the one that was named
    ignored: list[Ignored] = []
    for path in paths:
        if not os.path.lexists(path):
            raise ValueError(f"submission: there is no file {printable(str(path))}")
        if path.is_dir() and not path.is_symlink():
            inside, aside = _inside(path)
            files |= {one: len(one.relative_to(path).parts) - 1 for one in inside}
            ignored += aside
        else:
            files[path] = 0
    attempts: dict[str, list[Submission]] = {}

    def known(folder: str) -> bool:
        """Somebody's on the roster; '1' is rather a section."""
        return not re.fullmatch(r"\d{1,3}", folder) and roster.find((folder,)) is not None

    for path, within in files.items():
        told = told_by_export(path, within, lambda folder: someones(printable(folder), sheet, known))
        for whose in told or [guess(path, sheet, within, known)]:
            one = _submission(path, _whole(path, whose, roster), roster)
            attempts.setdefault(one.student, []).append(one)
    _tell_apart(attempts, roster)
    chosen, others = [], []
    for student in sorted(attempts):
        several = sorted(attempts[student], key=_when)
        if attempt == "first":
            several.reverse()
        last, rest = several[-1], several[:-1]
        if rest:
            named = ", ".join(clean(printable(one.path.name), 80) for one in rest)
            last = replace(
                last, warnings=(*last.warnings, f"several files: {named} did not count ({attempt} attempt)")
            )
        chosen.append(last)
        others += rest
    return Found(tuple(chosen), tuple(others), tuple(ignored))


def _tell_apart(attempts: dict[str, list[Submission]], roster: Roster) -> None:
    """homework-ridge (1).ipynb and (2).ipynb in one folder are two people's if their notebooks name two people.

    So is a single homework-ridge.ipynb that of the one it names, if its folder is nobody's: other people's notebooks
    lie there too, or only the notebook's name is on the roster.
    """
    named = [one.path for several in attempts.values() for one in several if not one.by_folder]
    shared = {path.parent for path in named if path.suffix == ".ipynb"}
    for student, several in list(attempts.items()):
        vague = [one for one in several if one.by_folder]
        stated = {one.path: stated_student(one.path) for one in vague}
        if len({alike(name) for name in stated.values()}) < 2 and not any(
            name and (path.parent in shared or student == "unnamed" or roster.find((name,)))
            for path, name in stated.items()
        ):
            continue
        attempts[student] = [one for one in several if not one.by_folder]
        for one in vague:
            name = stated[one.path]
            if not name or safe_id(name) in attempts.keys() - {
                student
            }:  # nobody hands in under another's name
                name = printable(one.path.name)
            person = roster.find((name,))
            note = (
                f"the file's name says nothing; it counts as that of {clean(name, 60)}, as the notebook says"
            )
            own = replace(one, student=safe_id(name), shown=printable(name), names=(name,), person=person)
            attempts.setdefault(own.student, []).append(replace(own, warnings=(*one.warnings, note)))
        if not attempts[student]:
            del attempts[student]


def stated_student(path: Path) -> str:
    """The ID in `STUDENT = "…"` of a notebook that nobody has run yet; empty if there is none."""
    try:
        return stated_in(read_any(read_submission(path), path.name))
    except Unreadable:
        return ""


def stated_in(notebook: Notebook) -> str:
    """The ID in the first `STUDENT = "…"` of its cells; empty if there is none."""
    found = [STATED.search(one.source) for one in notebook.cells]
    return next((str(one[one.lastindex or 0]).strip() for one in found if one), "")


def _whole(path: Path, told: Guess, roster: Roster) -> Guess:
    """HW_gp_fern_attempt_… is gp_fern's if the roster knows gp_fern; where there is none, if the notebook says so."""
    if roster.people:
        known = [name for name in told.longer if roster.find((name,))]
    else:
        stated = alike(stated_student(path)) if told.longer else ""
        known = [name for name in told.longer if alike(name) == stated]
    return replace(told, shown=known[-1], names=(known[-1],)) if known else told


def _when(one: Submission) -> tuple[float, int, int, str]:
    """Later attempts last: by the time in the name, the number of the attempt, the file's own time."""
    try:
        changed = os.lstat(one.path).st_mtime_ns
    except OSError:
        changed = 0
    came = one.handed_in.timestamp() if one.handed_in else float("-inf")
    return came, one.attempt, changed, printable(str(one.path))


def _submission(path: Path, told: Guess, roster: Roster) -> Submission:
    person = roster.by_file(path) or roster.find(told.names)
    warnings = []
    shown, names = told.shown, told.names
    if person is not None:
        shown, names = person.id, (*person.names, *told.names)
    elif roster.people:
        warnings.append("nobody on the roster goes by the name of this file")
    elif not shown.isascii():
        warnings.append(
            "the name has letters outside ASCII, which may look like others; compare it with the roster"
        )
    handed_in = told.handed_in
    if person is not None and person.handed_in and (handed_in is None or person.file):
        try:
            handed_in = time_of(person.handed_in)
        except ValueError:
            warnings.append(
                f"the roster's time {clean(person.handed_in, 40)} is not a date like 2026-03-04 23:59"
            )
    return Submission(
        safe_id(shown),
        printable(shown),
        path,
        names,
        person,
        tuple(warnings),
        told.attempt,
        handed_in,
        told.late,
        told.by_folder and person is None,
    )


def _inside(folder: Path) -> tuple[list[Path], list[Ignored]]:
    """Submissions below a folder, and what is none; links are listed (and refused later), never followed."""
    found: list[Path] = []
    ignored: list[Ignored] = []
    for root, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name.lower() not in ASIDE
            and not os.path.exists(os.path.join(root, name, "records", ".secret"))  # an earlier run's results
        )
        for name in sorted(names):
            path = Path(root) / name
            if name.startswith(".") or name.lower() in (*ASIDE, METADATA):
                if name.lower().endswith(ENDINGS) and not name.startswith("._"):  # macOS puts ._a beside a
                    ignored.append(Ignored(path, "a hidden file: its name begins with a dot"))
                continue
            if name.lower().endswith(ENDINGS) or (
                name.lower().endswith(MAYBE) and _looks_like_a_notebook(path)
            ):
                found.append(path)
            elif name.lower().endswith(ARCHIVES):
                ignored.append(
                    Ignored(path, "an archive of a kind that is not read: the .ipynb file or a zip is")
                )
            else:
                ignored.append(Ignored(path, "neither a notebook (.ipynb) nor a script nor a zip"))
        for name in folders:
            if os.path.islink(os.path.join(root, name)):
                ignored.append(Ignored(Path(root) / name, "a link to a folder, which is not followed"))
            elif name.lower().endswith(ENDINGS):
                ignored.append(Ignored(Path(root) / name, "a folder with the name of a file"))
        if len(found) > MOST_FILES:
            raise ValueError(
                f"submission: more than {MOST_FILES} files below {folder}; name a smaller folder"
            )
    return found, ignored


def _looks_like_a_notebook(path: Path) -> bool:
    """Some browsers save a notebook as .json or .txt: its first characters tell."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return False
        with path.open("rb") as file:
            start = file.read(4000)
    except (OSError, ValueError):
        return False
    words = (b'"cell_type"', b'"nbformat"', b'"worksheets"', b'"cells"')
    return start.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") and any(word in start for word in words)


def safe_id(shown: str) -> str:
    """An ID that is a safe, unambiguous file name: other characters are percent-encoded, so look-alikes stay apart."""
    text = unicodedata.normalize("NFC", shown.strip())
    text = quote(text.encode("utf-8", "surrogateescape"), safe=" @+").replace(" ", "_")
    text = text.lstrip(".") or "unnamed"
    if len(text) <= 120:
        return text
    return f"{text[:100]}~{hashlib.sha256(text.encode()).hexdigest()[:16]}"
