"""Free texts: one local page to mark them on, without names; points and comments are kept from run to run."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path

from kernelcourse.homework.feedback import STYLE
from kernelcourse.homework.record import QuestionRecord, Record
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.spreadsheet import Cell, from_csv, original, to_csv
from kernelcourse.homework.submissions import safe_id
from kernelcourse.homework.values import clean

Marks = dict[tuple[str, str], tuple[float, str]]  # (student, question): (points, comment)
HEAD = ["student", "question", "points", "comment"]
SCRIPT = """
const key = "marks " + document.title;
const fields = [...document.querySelectorAll("[data-code]")];
try { const kept = JSON.parse(localStorage.getItem(key) || "{}");
  for (const f of fields) { const v = kept[f.dataset.code + " " + f.name]; if (v !== undefined) f.value = v; }
} catch (e) {}
function keep() { const all = {}; for (const f of fields) all[f.dataset.code + " " + f.name] = f.value;
  try { localStorage.setItem(key, JSON.stringify(all)); } catch (e) {} }
document.addEventListener("input", keep);
document.getElementById("save").addEventListener("click", () => {
  const quote = text => '"' + text.replace(/"/g, '""') + '"';
  const rows = [["student", "question", "points", "comment"]];
  for (const p of fields.filter(f => f.name === "points")) {
    const c = fields.find(f => f.name === "comment" && f.dataset.code === p.dataset.code);
    rows.push([p.dataset.code, p.dataset.question, p.value, c.value]); }
  const link = document.createElement("a");
  const text = rows.map(r => r.map(quote).join(",")).join("\\n") + "\\n";
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = "marks.csv"; link.click(); });
"""


def code(student: str, question: str, secret: str) -> str:
    """The name of a text on the marking page: the same in every run, and nobody's."""
    return "T" + hashlib.sha256(f"mark\0{secret}\0{student}\0{question}".encode()).hexdigest()[:8]


def read_marks(path: Path | None, records: Sequence[Record], secret: str) -> Marks:
    """Points for free texts from a CSV: student (an ID, or a code of the marking page), question, points, comment."""
    if path is None:
        return {}
    head, *below = from_csv(path, "manual") or [HEAD]
    head = [part.strip().casefold() for part in head]
    rows = [dict(zip_longest(head, row[: len(head)], fillvalue="")) for row in below]
    if not {"student", "question", "points"} <= set(head):
        raise ValueError(f"manual: {path} should have the columns student, question, points (and comment)")
    known: dict[tuple[str, str], tuple[str, QuestionRecord]] = {}
    for record in records:
        for question in record.questions:
            for name in (record.student, record.shown, code(record.student, question.id, secret)):
                known[name, question.id] = (record.student, question)
    marks: Marks = {}
    for number, row in enumerate(rows, 2):
        name, which = original(row["student"] or ""), (row["question"] or "").strip()
        found = known.get((name, which)) or known.get((safe_id(name), which))
        if found is None:
            raise ValueError(
                f"manual: line {number} names {clean(name, 60)} {clean(which, 20)}, which was not graded"
            )
        student, question = found
        if not (row["points"] or "").strip():  # not read yet
            continue
        try:
            points = float((row["points"] or "").replace(",", "."))
        except ValueError as error:
            raise ValueError(
                f"manual: line {number} has points {row['points']!r}; they should be a number"
            ) from error
        if not 0 <= points <= question.possible:
            raise ValueError(
                f"manual: line {number} gives {points:g} points; 0 to {question.possible:g} are possible"
            )
        marks[student, which] = (points, clean(original(row.get("comment") or ""), 2000))
    return marks


def kept_marks(out: Path, new: Marks, records: Sequence[Record], secret: str) -> tuple[Marks, str]:
    """All marks given so far in this folder, the new ones over the old; and them as the file to keep."""
    path = out / "records" / "marks.csv"
    there = {(record.student, question.id) for record in records for question in record.questions}
    old = read_marks(path, records, secret) if path.is_file() else {}
    marks = {place: mark for place, mark in {**old, **new}.items() if place in there}
    rows: list[list[Cell]] = [list(HEAD)]
    rows += [[*place, *mark] for place, mark in sorted(marks.items())]
    return marks, to_csv(rows)


def to_read(records: Sequence[Record], questions: Sequence[Question], secret: str) -> dict[str, str]:
    """marking.html, all free texts without names, and manual_template.csv, to be filled in and given back."""
    parts: list[str] = []
    rows: list[list[Cell]] = [list(HEAD)]
    for question in questions:
        if question.kind != "text":
            continue
        found = [(r, q) for r in records for q in r.questions if q.id == question.id and q.answer]
        found.sort(key=lambda pair: code(pair[0].student, question.id, secret))
        if not found:
            continue
        parts.append(
            f"<h2>{escape(question.id)} · {escape(question.title)} ({question.points:g} points)</h2>"
        )
        rubric = "".join(f"<li>{escape(str(line))}</li>" for line in question.spec.get("rubric", ()))
        parts.append(f"<h3>Rubric</h3><ol>{rubric}</ol>" if rubric else "")
        parts += [_text(record, marked, secret) for record, marked in found]
        rows += [[r.student, q.id, f"{q.points:g}" if q.manual_done else "", q.comment] for r, q in found]
    if not parts:
        return {}
    return {
        "marking.html": _page(f"{records[0].sheet}: texts to mark", "\n".join(parts)),
        "manual_template.csv": to_csv(rows),
    }


def _text(record: Record, question: QuestionRecord, secret: str) -> str:
    name = code(record.student, question.id, secret)
    points = f"{question.points:g}" if question.manual_done else ""
    common = f'data-code="{name}" data-question="{escape(question.id)}"'
    return (
        f"<section><h3>{name}</h3><p>{escape(question.answer)}</p>"
        f'<p><label>points of {question.possible:g} <input name="points" type="number" min="0" step="0.5" '
        f'max="{question.possible:g}" value="{points}" {common}></label> '
        f'<label>comment <input name="comment" size="50" value="{escape(question.comment)}" {common}></label></p>'
        "</section>"
    )


def _page(title: str, body: str) -> str:
    """Only our own script runs on this page, whatever a text says; it asks no host for anything."""
    digest = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    intro = (
        "<p>Names are hidden. What you type stays in this browser until you save it; give the saved file back with "
        '<code>--manual marks.csv</code>. <button id="save">Save marks.csv</button></p>'
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE} section {{ border-top: 1px solid #8886; }}</style></head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n{intro}\n{body}\n<script>{SCRIPT}</script>\n</body></html>\n"
    )
