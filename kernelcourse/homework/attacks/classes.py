"""Odd files in a class: each has its line in the report, every honest neighbour a grade, and the command ends well."""

from __future__ import annotations

import csv
import io
import json
import tempfile
import unicodedata
from pathlib import Path

from kernelcourse.homework.attacks.arena import build_arena
from kernelcourse.homework.attacks.making import GOOD, Handed, notebook
from kernelcourse.homework.attacks.odd_files import FILES
from kernelcourse.homework.authoring.release import release
from kernelcourse.homework.sandbox.values import clean

__all__ = ["FILES", "complaints", "fill", "grade_odd_files"]


def fill(folder: Path, files: tuple[Handed, ...] = FILES) -> None:
    """Lay the files out, with two honest neighbours."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("aaa", "zzz"):
        (folder / f"{name}.ipynb").write_bytes(notebook(name))
    for one in files:
        path = folder / one.path
        path.parent.mkdir(parents=True, exist_ok=True)
        one.make(path)


def grade_odd_files(jobs: int = 0) -> dict[str, list[str]]:
    """A class of all the odd files, graded in a place of its own: what is wrong with the results."""
    from kernelcourse.homework.classes.classroom import grade_class

    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        build_arena(place / "materials")
        release(place / "materials" / "arena", place / "sheets")
        fill(place / "class")
        grade_class(
            [place / "class"],
            place / "out",
            materials=place / "materials",
            sheets=place / "sheets",
            sheet="arena",
            secret="s",
            jobs=jobs,
            quiet=True,
        )
        return complaints(place / "out")


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
