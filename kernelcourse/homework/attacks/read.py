"""Attacks as data: the notebooks' cells lie in the .toml files here, whole files are made below."""

from __future__ import annotations

import io
import tomllib
import zipfile
from pathlib import Path

from kernelcourse.homework.attacks.arena import HONEST, SETUP, Attack
from kernelcourse.homework.authoring.master import notebook_json

GROUPS = (
    *("looking", "patching", "forging", "leaving", "exhausting", "reporting"),
    *("stalling", "hoarding", "leaking", "earning", "honest"),
)
KINDS = {
    "looking": "leaks", "patching": "points", "forging": "points", "leaving": "time", "exhausting": "memory",
    "reporting": "reports",
}  # fmt: skip

# What a forger needs: frames of the right form, written to every open descriptor.
FORGE = """
import os, struct, json
def frame(tree, tail=b""):
    text = json.dumps(tree).encode()
    body = struct.pack(">I", len(text)) + text + tail
    return struct.pack(">I", len(body)) + body
def send(data):
    for fd in range(3, 64):
        try: os.write(fd, data)
        except OSError: pass
"""
WEIGHTS = "def weights(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(K)), y)"
WORDS = {
    "HONEST": HONEST,
    "FORGE": FORGE,
    "COMPILE": "x = " + "-" * 90_000 + "1",
    "EVERYTHING": "total = my_data(SHEET, STUDENT).sum()\n"
    'verdict = ("not a kernel", [[1.0], [0.0]], [1.0, -3.0])\n'
    'square_lines = ["a @ a - 2 * a @ b + b @ b", "gradient a: 2 * a - 2 * b"]',
    "WINDOWS": f"{HONEST}\n{WEIGHTS}".replace("\n", "\r\n"),
    "ALL": f"{HONEST}\n{WEIGHTS}",
    "DOUBLE": HONEST,
    "WEIGHTS": WEIGHTS,
}


def read_attacks() -> tuple[Attack, ...]:
    """All attacks, group after group."""
    found: list[Attack] = []
    for group in GROUPS:
        table = tomllib.loads((Path(__file__).parent / f"{group}.toml").read_text(encoding="utf-8"))
        for entry in table["attack"]:
            cells = _repeated([_worded(cell) for cell in entry.pop("cells")], entry.pop("repeat", 0))
            kind = entry.pop("kind", KINDS.get(group, group))
            found.append(Attack(cells=tuple(cells), group=group, kind=kind, **entry))
    return (*found, *FILES)


def _worded(cell: str) -> str:
    """A word in capitals on a line of its own stands for the text of that name."""
    return "\n".join(WORDS.get(line.strip("\r"), line) for line in cell.split("\n"))


def _repeated(cells: list[str], times: int) -> list[str]:
    """The last cell so many times, {} and {next} being its number and the next one; the last of them starts a chain."""
    if not times:
        return cells
    *first, last = cells
    many = [last.replace("{next}", str(k + 1)).replace("{}", str(k)) for k in range(times)]
    return [*first, *many, f"chain_{times} = 1"]


def _zip(name: str, size: int = 0, times: int = 1) -> bytes:
    """A zip with one notebook of that name (or so many zeros)."""
    buffer = io.BytesIO()
    text = notebook_json([("code", SETUP), ("code", HONEST)], {"sheet": "arena"}).encode()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in range(times):
            archive.writestr(name.format(place), b"\0" * size if size else text)
    return buffer.getvalue()


FILES = (
    Attack("a symbolic link to the hidden checks", file="link.ipynb", link=True),
    Attack("a zip that leads out of its folder", file="out.zip", data=_zip("../../../owned.ipynb")),
    Attack("a zip with an absolute path", file="absolute.zip", data=_zip("/tmp/owned.ipynb")),
    Attack("a zip bomb", file="bomb.zip", data=_zip("bomb.ipynb", 100_000_000)),
    Attack("a zip with a thousand notebooks", file="many.zip", data=_zip("{}.ipynb", 1, 1_000)),
    Attack("a notebook of nested lists", file="deep.ipynb", data=b'{"cells": ' + b"[" * 200_000),
    Attack(
        "a notebook whose parts have the wrong types",
        file="types.ipynb",
        data=b'{"cells": [1, null, {"cell_type": "code", "source": {"a": 1}}, {"cell_type": "code", "source": [1]}],'
        b' "metadata": [], "nbformat": "x"}',
    ),
)
