"""Whose notebook is it? Files, folders and zips become (student, bytes); nothing is unpacked onto the disk."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import unicodedata
import zipfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from kernelcourse.homework.file_names import ENDINGS, MAYBE, Guess, alike, guess, printable
from kernelcourse.homework.gradescope_export import NAME as METADATA
from kernelcourse.homework.gradescope_export import told_by_export
from kernelcourse.homework.notebook import MAX_NOTEBOOK, Notebook, Unreadable, read_notebook, read_script
from kernelcourse.homework.roster import Person, Roster
from kernelcourse.homework.values import clean

MAX_MEMBERS = 500
MOST_FILES = 20_000
ASIDE = ("__macosx", "thumbs.db", "desktop.ini")
ARCHIVES = (".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz")

__all__ = [
    "Found",
    "Ignored",
    "Submission",
    "alike",
    "find_submissions",
    "read_any",
    "read_submission",
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
    files: list[Path] = []
    ignored: list[Ignored] = []
    for path in paths:
        if not os.path.lexists(path):
            raise ValueError(f"submission: there is no file {printable(str(path))}")
        if path.is_dir() and not path.is_symlink():
            inside, aside = _inside(path)
            files += inside
            ignored += aside
        else:
            files.append(path)
    attempts: dict[str, list[Submission]] = {}
    for path in dict.fromkeys(files):
        for whose in told_by_export(path) or [guess(path, sheet)]:
            one = _submission(path, whose, roster)
            attempts.setdefault(one.student, []).append(one)
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


def _when(one: Submission) -> tuple[datetime, int, int, str]:
    """Later attempts last: by the time in the name, the number of the attempt, the file's own time."""
    try:
        changed = os.lstat(one.path).st_mtime_ns
    except OSError:
        changed = 0
    return one.handed_in or datetime.min, one.attempt, changed, printable(str(one.path))


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
    if person is not None and person.handed_in:
        try:
            handed_in = datetime.fromisoformat(person.handed_in).replace(tzinfo=None)
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


def read_any(data: bytes, name: str) -> Notebook:
    """A notebook, or a script if the name says so."""
    return read_script(data) if name.lower().endswith(".py") else read_notebook(data)


def read_submission(path: Path) -> bytes:
    """The notebook's bytes; Unreadable, in one sentence, if there are none to be had safely."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as error:
        reason = (
            "it is a symbolic link" if path.is_symlink() else getattr(error, "strerror", "") or "bad name"
        )
        raise Unreadable(f"The file cannot be opened: {reason}.") from error
    with os.fdopen(handle, "rb") if not stat.S_ISDIR(os.fstat(handle).st_mode) else _closing(handle) as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable("The submission is not a regular file.")
        if about.st_size > MAX_NOTEBOOK:
            raise Unreadable(
                f"The file has {about.st_size // 1_000_000} MB; a notebook may have at most 20 MB (clear its outputs)."
            )
        try:
            data = file.read(MAX_NOTEBOOK + 1)
        except OSError as error:
            raise Unreadable(f"The file cannot be read: {error.strerror}.") from error
    if data[:2] == b"PK" and data[2:4] in (b"\x03\x04", b"\x05\x06", b"\x07\x08"):
        return _from_zip(data)
    for start, kind in ((b"7z\xbc\xaf", "7z"), (b"Rar!", "rar"), (b"\x1f\x8b", "gzip"), (b"BZh", "bzip2")):
        if data.startswith(start):
            raise Unreadable(
                f"The file is a {kind} archive, which is not read: hand in the .ipynb file or a zip."
            )
    return data


class _closing:
    """A folder's descriptor, closed at the end."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __enter__(self) -> io.BytesIO:
        return io.BytesIO()

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)


def _from_zip(data: bytes) -> bytes:
    """The one notebook in a zip, read in memory up to the limit."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS:
                raise Unreadable(f"The zip has {len(members)} files; hand in the notebook alone.")
            notebooks = [member for member in members if _is_notebook(member)]
            if len(notebooks) != 1:
                raise Unreadable(f"The zip holds {len(notebooks)} notebooks; it should hold exactly one.")
            with archive.open(notebooks[0]) as file:
                content = file.read(MAX_NOTEBOOK + 1)
    except Unreadable:
        raise
    except Exception as error:  # a damaged archive fails in many ways, each of them its own exception
        raise Unreadable("The zip is broken or encrypted.") from error
    if len(content) > MAX_NOTEBOOK:
        raise Unreadable("The notebook in the zip has more than 20 MB (clear its outputs).")
    return content


def _is_notebook(member: zipfile.ZipInfo) -> bool:
    """A regular member named *.ipynb inside the archive: no link, no path that leads out, no hidden copy."""
    name = member.filename
    link = stat.S_ISLNK(member.external_attr >> 16)
    parts = name.replace("\\", "/").split("/")
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return name.lower().endswith((".ipynb", ".ipynb.json")) and not (
        link or hidden or name.startswith(("/", "\\"))
    )
