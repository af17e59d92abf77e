"""The notebook in a file or a zip, as bytes: read in memory, never unpacked onto the disk, never through a link."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path

from kernelcourse.homework.files.notebook import (
    MAX_NOTEBOOK,
    Notebook,
    Unreadable,
    read_notebook,
    read_script,
)

MAX_MEMBERS = 500


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
