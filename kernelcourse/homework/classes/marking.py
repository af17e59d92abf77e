"""Free texts: one local page to mark them on, without names; points and comments are kept from run to run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from kernelcourse.homework.classes.marking_page import Text, marking_page
from kernelcourse.homework.classes.record import Mark, QuestionRecord, Record
from kernelcourse.homework.classes.spreadsheet import Cell, from_csv, original, to_csv
from kernelcourse.homework.files.file_names import alike
from kernelcourse.homework.files.submissions import safe_id
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sheet import Question

Marks = dict[tuple[str, str], Mark]  # (student, question): what a person gave
HEAD: list[Cell] = ["student", "question", "points", "comment", "text"]


def code(student: str, question: str, secret: str) -> str:
    """The name of a text on the marking page: the same in every run, and nobody's."""
    return "T" + hashlib.sha256(f"mark\0{secret}\0{student}\0{question}".encode()).hexdigest()[:8]


def read_marks(
    path: Path | None,
    records: Sequence[Record],
    secret: str,
    people: frozenset[tuple[str, str]] = frozenset(),
) -> Marks:
    """Points for free texts from a CSV: student (a code of the marking page, an ID, or any name that one student of
    `people` alone goes by), question, points, comment."""
    if path is None:
        return {}
    head, *below = from_csv(path, "manual") or [list(map(str, HEAD))]
    head = [part.strip().casefold() for part in head]
    rows = [dict(zip_longest(head, row[: len(head)], fillvalue="")) for row in below]
    if not {"student", "question", "points"} <= set(head):
        raise ValueError(f"manual: {path} should have the columns student, question, points (and comment)")
    known: dict[tuple[str, str], tuple[str, QuestionRecord]] = {}
    for record in records:
        for question in record.questions:
            for name in (record.student, code(record.student, question.id, secret)):
                known[name, question.id] = (record.student, question)
    marks: Marks = {}
    for number, row in enumerate(rows, 2):
        name, which = original(row["student"] or ""), (row["question"] or "").strip()
        called = {student for other, student in people if other == alike(name)}
        ways = [name, safe_id(name), *(called if len(called) == 1 else ())]
        found = next((known[way, which] for way in ways if (way, which) in known), None)
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
        comment = clean(original(row.get("comment") or ""), 2000)
        marks[student, which] = Mark(points, comment, (row.get("text") or "").strip())
    return marks


def kept_marks(out: Path, new: Marks, records: Sequence[Record], secret: str) -> tuple[Marks, str]:
    """All marks given so far in this folder, the new ones over the old; and them as the file to keep."""
    path = out / "records" / "marks.csv"
    there = {(record.student, question.id) for record in records for question in record.questions}
    old = read_marks(path, records, secret) if path.is_file() else {}
    now = {(record.student, one.id): one.answer_digest for record in records for one in record.questions}
    for place, mark in new.items():
        same = place in old and (old[place].points, old[place].comment) == (mark.points, mark.comment)
        if not mark.text:  # a table written by hand does not say which text was read: the one that lies there
            new[place] = replace(mark, text=old[place].text if same else now.get(place, ""))
    marks = {place: mark for place, mark in {**old, **new}.items() if place in there}
    rows: list[list[Cell]] = [list(HEAD)]
    rows += [[*place, mark.points, mark.comment, mark.text] for place, mark in sorted(marks.items())]
    return marks, to_csv(rows)


def to_read(
    records: Sequence[Record],
    questions: Sequence[Question],
    secret: str,
    prompts: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """marking.html, all free texts without names, and manual_template.csv, to be filled in and given back."""
    parts: list[tuple[Question, str, list[Text]]] = []
    rows: list[list[Cell]] = [HEAD[:4]]
    for question in questions:
        found = [(r, q) for r in records for q in r.questions if q.id == question.id and q.answer]
        if question.kind != "text" or not found:
            continue
        found.sort(key=lambda pair: code(pair[0].student, question.id, secret))
        texts = [_text(record, marked, secret) for record, marked in found]
        parts.append((question, (prompts or {}).get(question.id, ""), texts))
        rows += [
            [written(record), question.id, text.points, text.comment]
            for (record, _), text in zip(found, texts, strict=True)
        ]
    if not parts:
        return {}
    return {
        "marking.html": marking_page(f"{records[0].sheet}: texts to mark", parts),
        "manual_template.csv": to_csv(rows),
    }


def written(record: Record) -> str:
    """The ID as people write it; that of an earlier attempt, which two records share, as the records have it."""
    return record.shown if safe_id(record.shown) == record.student else record.student


def _text(record: Record, question: QuestionRecord, secret: str) -> Text:
    return Text(
        code(record.student, question.id, secret),
        question.answer,
        question.answer_digest,
        question.possible,
        f"{question.points:g}" if question.manual_done else "",
        question.comment,
        question.changed_since_marked,
    )
