"""How an odd file is made: whole, damaged, in another format, or no file at all."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelcourse.homework.attacks.arena import HONEST, SETUP
from kernelcourse.homework.authoring.master import notebook_json

GOOD = 4.0  # what the honest notebook below is worth


@dataclass(frozen=True)
class Handed:
    """A file of a class: where it lies, what is in it, and what must come of it."""

    name: str
    kind: str
    path: str
    make: Callable[[Path], None]
    student: str = ""  # who it should be; empty: whoever the file's name says
    points: float | None = None  # None: it cannot be graded, and a sentence says why
    ignored: bool = False


def notebook(student: str = "") -> bytes:
    """An honest answer to q1."""
    setup = SETUP.replace('STUDENT = ""', f"STUDENT = {json.dumps(student)}")
    return notebook_json([("code", setup), ("code", HONEST)], {"sheet": "arena"}).encode()


def of_bytes(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data)

    return write


def changed(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    """The honest notebook with its JSON changed."""
    tree = json.loads(notebook())
    return of_bytes(json.dumps(change(tree) or tree).encode())


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo("a.ipynb")
        entry.size = len(notebook())
        archive.addfile(entry, io.BytesIO(notebook()))
    return buffer.getvalue()


def damaged(place: int, byte: int) -> bytes:
    """A zip with one byte of its directory changed, or of its data if `place` is negative."""
    data = bytearray(zipped({"a.ipynb": notebook()}))
    data[data.index(b"PK\x01\x02") + place] ^= byte
    return bytes(data)


def old_format(tree: dict[str, Any]) -> dict[str, Any]:
    cells = []
    for cell in tree["cells"]:
        cells.append({"cell_type": "code", "input": cell["source"], "language": "python", "outputs": []})
    cells.insert(0, {"cell_type": "heading", "level": 1, "source": ["Homework"]})
    return {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]}


def without_line_ends(tree: dict[str, Any]) -> None:
    for cell in tree["cells"]:
        cell["source"] = [line.rstrip("\n") for line in cell["source"]]


def minor(number: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def change(tree: dict[str, Any]) -> dict[str, Any]:
        tree["nbformat_minor"] = number
        for cell in tree["cells"]:
            if number < 5:
                cell.pop("id")
            if number == 0:
                cell["source"] = "".join(cell["source"])
        return tree

    return change


def with_metadata(**words: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda tree: {**tree, "metadata": words}


def with_cells(**words: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda tree: {**tree, "cells": [{**cell, **words} for cell in tree["cells"]]}


def with_pictures(tree: dict[str, Any]) -> dict[str, Any]:
    """As a notebook with thirty drawings is saved."""
    picture = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBORw0KGgo" * 40_000}}
    return {
        **tree,
        "cells": [*tree["cells"], {"cell_type": "code", "source": "1", "outputs": [picture] * 30}],
    }


def link(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def folder(path: Path) -> None:
    path.mkdir()


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000_000)


def bound_socket(path: Path) -> None:
    import os
    import socket

    here = os.getcwd()
    os.chdir(path.parent)  # a socket's path may have 108 characters at most
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def split() -> bytes:
    cells = [("code", line) for line in SETUP.split("\n")]
    return notebook_json([*cells, ("markdown", "text"), ("code", HONEST)], {"sheet": "arena"}).encode()


def pipe(path: Path) -> None:
    import os

    os.mkfifo(path)
