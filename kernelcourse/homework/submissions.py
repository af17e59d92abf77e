"""Whose notebook is it? Files, folders and zips become (student, bytes); nothing is unpacked onto the disk."""

from __future__ import annotations

import csv
import io
import os
import re
import stat
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kernelcourse.homework.notebook import MAX_NOTEBOOK, Unreadable

MAX_MEMBERS = 500


@dataclass(frozen=True)
class Submission:
    """One student's file: an ID fit for file names, the name to show, where it is, and a row of the roster."""

    student: str
    shown: str
    path: Path
    row: tuple[tuple[str, str], ...] = ()
    warning: str = ""

    @property
    def details(self) -> dict[str, str]:
        return dict(self.row)


def find_submissions(paths: list[Path], sheet: str, roster: Path | None = None) -> list[Submission]:
    """Every notebook or zip that is named or lies in a named folder, one for each student, sorted by student."""
    rows = _read_roster(roster)
    files: list[Path] = []
    for path in paths:
        if not os.path.lexists(path):
            raise ValueError(f"submission: there is no file {path}")
        files += sorted(_inside(path)) if path.is_dir() and not path.is_symlink() else [path]
    found: dict[str, Submission] = {}
    for path in files:
        row = rows.get(path.name) or rows.get(path.parent.name + "/" + path.name) or {}
        shown = row.get("student") or student_from(path, sheet)
        student, warning = safe_id(shown), ""
        if not shown.isascii():
            warning = (
                "the name has letters outside ASCII, which may look like others; compare it with the roster"
            )
        while student in found:
            warning = f"another file gives the same student ({found[student].path.name}); both were graded"
            student += "_again"
        found[student] = Submission(student, shown, path, tuple(row.items()), warning)
    return [found[student] for student in sorted(found)]


def _inside(folder: Path) -> list[Path]:
    """Notebooks and zips below a folder; links are listed (and refused later), never followed."""
    found = []
    for root, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = [
            name for name in names if name.lower().endswith((".ipynb", ".zip")) and not name.startswith(".")
        ]
        found += [Path(root) / name for name in here]
    return found


def student_from(path: Path, sheet: str) -> str:
    """alice.ipynb, ridge_alice.ipynb, alice/ridge.ipynb; Moodle's and Canvas' download names."""
    stem, folder = path.stem, path.parent.name
    moodle = re.match(r"(.+?)_(\d+)_assignsubmission_file", folder)
    if moodle:
        return f"{moodle[1]} {moodle[2]}"
    canvas = re.match(r"([^_]+)_(?:LATE_)?(\d+)_\d+_", stem)
    if canvas:
        return f"{canvas[1]}_{canvas[2]}"
    rest = re.sub(rf"^{re.escape(sheet)}[-_ ]+|[-_ ]+{re.escape(sheet)}$", "", stem) if sheet else stem
    if sheet and rest == sheet and folder:
        return folder
    return rest or "unnamed"


def safe_id(shown: str) -> str:
    """An ID that is a safe, unambiguous file name: other characters are percent-encoded, so look-alikes stay apart."""
    text = quote(unicodedata.normalize("NFC", shown.strip()), safe=" @+").replace(" ", "_")
    return (text.lstrip(".") or "unnamed")[:120]


def _read_roster(path: Path | None) -> dict[str, dict[str, str]]:
    if path is None:
        return {}
    with path.open(newline="", encoding="utf-8-sig") as lines:
        rows = list(csv.DictReader(lines))
    if not rows or not {"file", "student"} <= set(rows[0]):
        raise ValueError(f"roster: {path} should have the columns file and student")
    return {str(row["file"]): {key: value or "" for key, value in row.items() if key} for row in rows}


def read_submission(path: Path) -> bytes:
    """The notebook's bytes; Unreadable, in one sentence, if there are none to be had safely."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        reason = "it is a symbolic link" if path.is_symlink() else error.strerror
        raise Unreadable(f"The file cannot be opened: {reason}.") from error
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable("The submission is not a regular file.")
        if about.st_size > MAX_NOTEBOOK:
            raise Unreadable(
                f"The file has {about.st_size // 1_000_000} MB; a notebook may have at most 20 MB."
            )
        data = file.read(MAX_NOTEBOOK + 1)
    return _from_zip(data) if data[:4] == b"PK\x03\x04" else data


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
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable("The zip is broken or encrypted.") from error
    if len(content) > MAX_NOTEBOOK:
        raise Unreadable("The notebook in the zip has more than 20 MB.")
    return content


def _is_notebook(member: zipfile.ZipInfo) -> bool:
    """A regular member named *.ipynb inside the archive: no link, no path that leads out, no hidden copy."""
    name = member.filename
    link = stat.S_ISLNK(member.external_attr >> 16)
    parts = name.replace("\\", "/").split("/")
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return name.lower().endswith(".ipynb") and not (link or hidden or name.startswith(("/", "\\")))
