"""Odd files in a class: each has its line in the report, every honest neighbour a grade, and the command ends well."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import tarfile
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelcourse.homework.attacks.arena import HONEST, SETUP
from kernelcourse.homework.master import notebook_json
from kernelcourse.homework.values import clean

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


def _bytes(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data)

    return write


def _text(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    """The honest notebook with its JSON changed."""
    tree = json.loads(notebook())
    return _bytes(json.dumps(change(tree) or tree).encode())


def _zip(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        entry = tarfile.TarInfo("a.ipynb")
        entry.size = len(notebook())
        archive.addfile(entry, io.BytesIO(notebook()))
    return buffer.getvalue()


def _damaged(place: int, byte: int) -> bytes:
    """A zip with one byte of its directory changed, or of its data if `place` is negative."""
    data = bytearray(_zip({"a.ipynb": notebook()}))
    data[data.index(b"PK\x01\x02") + place] ^= byte
    return bytes(data)


def _old_format(tree: dict[str, Any]) -> dict[str, Any]:
    cells = []
    for cell in tree["cells"]:
        cells.append({"cell_type": "code", "input": cell["source"], "language": "python", "outputs": []})
    cells.insert(0, {"cell_type": "heading", "level": 1, "source": ["Homework"]})
    return {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": cells}]}


def _minor(number: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def change(tree: dict[str, Any]) -> dict[str, Any]:
        tree["nbformat_minor"] = number
        for cell in tree["cells"]:
            if number < 5:
                cell.pop("id")
            if number == 0:
                cell["source"] = "".join(cell["source"])
        return tree

    return change


def _metadata(**words: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda tree: {**tree, "metadata": words}


def _link(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    import os

    os.mkfifo(path)


PLAIN = _bytes(notebook())
MOODLE = "Élodie Müller_1234567_assignsubmission_file_"
BROKEN_ZIPS = {
    "cut off": _zip({"a.ipynb": notebook()})[:-30],
    "cut off in the middle": _zip({"a.ipynb": notebook()})[:200],
    "without members": _zip({}),
    "with garbage in its middle": _damaged(-100, 0xFF),
    "with a wrong checksum": _damaged(16, 0x55),
    "with a wrong method": _damaged(10, 0x0F),
    "with a wrong directory": _damaged(0, 0x7F),
    "of which only the start is one": b"PK\x03\x04" + b"\x00" * 50,
    "that claims to be encrypted": _damaged(8, 0x01),
    "with two notebooks": _zip({"a.ipynb": notebook(), "b.ipynb": notebook()}),
    "with a script only": _zip({"a.txt": b"x"}),
    "compressed by lzma and damaged": (lambda d: d[:80] + b"\x00" * 40 + d[120:])(
        _zip({"a.ipynb": notebook()}, zipfile.ZIP_LZMA)
    ),
    "compressed by bzip2 and damaged": (lambda d: d[:80] + b"\x00" * 40 + d[120:])(
        _zip({"a.ipynb": notebook()}, zipfile.ZIP_BZIP2)
    ),
}

FILES = (
    *(Handed(f"a zip {name}", "archives", f"zip{place:02d}.zip", _bytes(data))
      for place, (name, data) in enumerate(BROKEN_ZIPS.items())),
    Handed("a good zip", "archives", "goodzip.zip", _bytes(_zip({"x/a.ipynb": notebook()})), points=GOOD),
    Handed("a zip with a checkpoint", "archives", "checkpoint.zip",
           _bytes(_zip({"a.ipynb": notebook(), ".ipynb_checkpoints/a.ipynb": b"{}", "__MACOSX/a.ipynb": b""})),
           points=GOOD),
    Handed("a zip called a notebook", "archives", "zipped.ipynb", _bytes(_zip({"a.ipynb": notebook()})), points=GOOD),
    Handed("a notebook called a zip", "archives", "unzipped.zip", PLAIN, points=GOOD),
    Handed("a gzip called a notebook", "archives", "gz.ipynb", _bytes(gzip.compress(notebook()))),
    Handed("a bzip2 called a notebook", "archives", "bz.ipynb", _bytes(bz2.compress(notebook()))),
    Handed("a tar ball", "archives", "ball.tar.gz", _bytes(_tar()), ignored=True),
    Handed("a rar", "archives", "thing.rar", _bytes(b"Rar!\x1a\x07\x00"), ignored=True),
    Handed("a PDF called a notebook", "files", "pdf.ipynb", _bytes(b"%PDF-1.7\n\xff\xfe\x00")),
    Handed("a web page called a notebook", "files", "page.ipynb", _bytes(b"<!DOCTYPE html><html></html>")),
    Handed("an unfinished merge", "files", "merge.ipynb",
           _bytes(notebook().replace(b'"cells"', b'<<<<<<< HEAD\n"cells"\n=======\n>>>>>>> x\n', 1))),
    Handed("nothing", "files", "nothing.ipynb", _bytes(b"")),
    Handed("only zeros", "files", "zeros.ipynb", _bytes(b"\0" * 5000)),
    Handed("half a notebook", "files", "half.ipynb", _bytes(notebook()[: len(notebook()) // 2])),
    Handed("a list for a notebook", "files", "list.ipynb", _bytes(b"[1, 2]")),
    Handed("a number too long to read", "files", "number.ipynb", _bytes(b'{"cells": ' + b"9" * 100_000 + b"}")),
    Handed("a surrogate in a text", "files", "surrogate.ipynb",
           _text(lambda tree: tree["cells"].append({"cell_type": "code", "source": "x = '\ud800'"})), points=GOOD),
    Handed("a NUL in a cell", "files", "nul.ipynb",
           _text(lambda tree: tree["cells"].append({"cell_type": "code", "source": "x = 1\0"})), points=GOOD),
    Handed("a link", "files", "link.ipynb", _link),
    Handed("a link to itself", "files", "loop.ipynb", _loop),
    Handed("a folder called a notebook", "files", "folder.ipynb", _folder, ignored=True),
    Handed("a pipe", "files", "pipe.ipynb", _pipe),
    Handed("a name of 240 characters", "files", "n" * 234 + ".ipynb", PLAIN, points=GOOD),
    Handed("a name with control characters", "files", "con\x07trol\x1b[31m.ipynb", PLAIN, points=GOOD),
    Handed("a name with a line break", "files", "line\nbreak.ipynb", PLAIN, points=GOOD),
    Handed("a name that is no UTF-8", "files", "latin\udce9.ipynb", PLAIN, points=GOOD),
    Handed("a name that turns text around", "files", "\u202eevil.ipynb", PLAIN, points=GOOD),
    Handed("a name of spaces", "files", "   .ipynb", PLAIN, points=GOOD),
    Handed("a name with percent signs", "files", "%2e%2e%2f.ipynb", PLAIN, points=GOOD),
    Handed("a picture", "files", "photo.png", _bytes(b"\x89PNG"), ignored=True),
    Handed("a formula as a name", "spreadsheets", "=1+1.ipynb", PLAIN, points=GOOD),
    Handed("a formula after a semicolon", "spreadsheets", "a;=cmd|' C'!A0.ipynb", PLAIN, points=GOOD),
    Handed("a formula after a comma", "spreadsheets", "b,+SUM(1).ipynb", PLAIN, points=GOOD),
    Handed("a formula in full width", "spreadsheets", "\uff1d1+1.ipynb", PLAIN, points=GOOD),
    Handed("a minus in front", "spreadsheets", "-2+3.ipynb", PLAIN, points=GOOD),
    Handed("an at sign in front", "spreadsheets", "@SUM(A1).ipynb", PLAIN, points=GOOD),
    Handed("Moodle's folder", "names", f"{MOODLE}/arena.ipynb", PLAIN, "%C3%89lodie_M%C3%BCller_1234567", GOOD),
    Handed("Moodle's file", "names", "Ana Lima_765_assignsubmission_file_arena.ipynb", PLAIN, "Ana_Lima_765", GOOD),
    Handed("Canvas", "names", "doejohn_4567_8910_arena.ipynb", PLAIN, "doejohn_4567", GOOD),
    Handed("Canvas, late, second attempt", "names", "roejane_LATE_4568_8911_arena-1.ipynb", PLAIN, "roejane_4568",
           GOOD),
    Handed("Blackboard", "names", "Homework 1_jdoe9_attempt_2026-03-04-12-30-01_arena.ipynb", PLAIN, "jdoe9", GOOD),
    Handed("Brightspace", "names", "123-456 - Max Mara - Mar 4, 2026 1130 PM - arena.ipynb", PLAIN, "Max_Mara", GOOD),
    Handed("a folder for each sheet", "names", "kim/arena/arena.ipynb", PLAIN, "kim", GOOD),
    Handed("the sheet's new name", "names", "homework-arena_lee.ipynb", PLAIN, "lee", GOOD),
    Handed("an e-mail address", "names", "pat@example.org.ipynb", PLAIN, "pat@example.org", GOOD),
    Handed("a browser's second copy", "names", "arena_quinn (1).ipynb", PLAIN, "quinn", GOOD),
    Handed("an ending in capitals", "names", "RAY.IPYNB", PLAIN, "RAY", GOOD),
    Handed("ipynb.json", "names", "sam.ipynb.json", PLAIN, "sam", GOOD),
    Handed("ipynb.txt", "names", "tim.ipynb.txt", PLAIN, "tim", GOOD),
    Handed("a script", "names", "uma.py", _bytes(f"{SETUP}\n# %%\n{HONEST}\n".encode()), "uma", GOOD),
    Handed("non-ASCII letters", "names", "arena_Jürgen Ödön.ipynb", PLAIN, "J%C3%BCrgen_%C3%96d%C3%B6n", GOOD),
    Handed("format 3", "honest", "format3.ipynb", _text(_old_format), points=GOOD),
    *(Handed(f"format 4.{n}", "honest", f"format4{n}.ipynb", _text(_minor(n)), points=GOOD) for n in range(6)),
    Handed("no kernelspec and no stamp", "honest", "bare.ipynb", _text(_metadata()), points=GOOD),
    Handed("Colab's metadata", "honest", "colab.ipynb",
           _text(_metadata(colab={"provenance": []}, kernelspec={"name": "python3"}, accelerator="GPU")), points=GOOD),
    Handed("VS Code's metadata", "honest", "vscode.ipynb",
           _text(_metadata(vscode={"interpreter": {"hash": "x"}}, orig_nbformat=4)), points=GOOD),
    Handed("JupyterLite's metadata", "honest", "lite.ipynb",
           _text(_metadata(kernelspec={"name": "python", "display_name": "Python (Pyodide)"})), points=GOOD),
    Handed("no metadata at all", "honest", "without.ipynb", _text(lambda tree: tree.pop("metadata") and None),
           points=GOOD),
    Handed("a byte order mark", "honest", "bom.ipynb", _bytes(b"\xef\xbb\xbf" + notebook()), points=GOOD),
    Handed("UTF-16", "honest", "utf16.ipynb", _bytes(notebook().decode().encode("utf-16")), points=GOOD),
    Handed("Windows line ends", "honest", "crlf.ipynb", _bytes(notebook().replace(b"\n", b"\r\n")), points=GOOD),
    Handed("outputs with NaN", "honest", "nan.ipynb",
           _bytes(notebook().replace(b'"outputs": []', b'"outputs": [NaN]')), points=GOOD),
)  # fmt: skip


def fill(folder: Path, files: tuple[Handed, ...] = FILES) -> None:
    """Lay the files out, with two honest neighbours."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("aaa", "zzz"):
        (folder / f"{name}.ipynb").write_bytes(notebook(name))
    for one in files:
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        one.make(path)


def complaints(out: Path, files: tuple[Handed, ...] = FILES) -> dict[str, list[str]]:
    """What is wrong with the results of such a class, for each file; empty if every file got what it should."""
    records = {path.stem: json.loads(path.read_text("utf-8")) for path in (out / "records").glob("*.json")}
    report = (out / "report.txt").read_text(encoding="utf-8")
    table = (out / "grades.csv").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for name in ("aaa", "zzz"):
        if records.get(name, {}).get("points") != GOOD:
            found.setdefault("honest neighbour", []).append(f"{name} has no grade")
    by_file = {record["file"]: record for record in records.values()}
    for one in files:
        said = found.setdefault(one.name, [])
        if one.ignored:
            if Path(one.path).name not in report:
                said.append("no line in the report")
            continue
        shown = clean(Path(one.path).name, 120)
        record = records.get(one.student) if one.student else by_file.get(shown)
        if record is None:
            said.append("no record")
        elif one.points is None and not record["problem"]:
            said.append("no sentence says why it cannot be graded")
        elif one.points is not None and record["points"] != one.points:
            said.append(f"{record['points']:g} points instead of {one.points:g}: {record['problem']}")
        if record is not None and one.kind == "spreadsheets" and _formulas(table, str(record["shown"])):
            said.append("a spreadsheet would take its name for a formula")
    return {name: said for name, said in found.items() if said}


def _formulas(table: str, shown: str) -> bool:
    """Some separator cuts the table so that a cell starts like a formula."""
    for separator in (",", ";", "\t", "|"):
        for row in csv.reader(io.StringIO(table), delimiter=separator):
            for cell in row:
                start = unicodedata.normalize("NFKC", cell.strip().strip('"'))[:1]
                if start in ("=", "+", "-", "@") and len(cell) > 1 and cell.strip()[:4] in shown + table:
                    return True
    return False
