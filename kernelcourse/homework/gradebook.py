"""What leaves the grader: feedback for each student, gradebooks for Moodle and Canvas, results for Gradescope."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from pathlib import Path
from typing import Any

from kernelcourse.homework.feedback import feedback_html, feedback_text, page
from kernelcourse.homework.release import write_atomically
from kernelcourse.homework.report import class_report
from kernelcourse.homework.sheet import Sheet
from kernelcourse.homework.submissions import Submission, safe_id
from kernelcourse.homework.values import clean


def merge_manual(records: list[dict[str, Any]], manual: Path | None) -> None:
    """Points for free texts, from a CSV with the columns student, question, points and (optional) comment."""
    if manual is None:
        return
    with manual.open(newline="", encoding="utf-8-sig") as lines:
        rows = list(csv.DictReader(lines))
    if rows and not {"student", "question", "points"} <= set(rows[0]):
        raise ValueError(f"manual: {manual} should have the columns student, question, points (and comment)")
    by_student = {record["student"]: record for record in records}
    for number, row in enumerate(rows, 2):
        student = (row["student"] or "").removeprefix("'")  # the mark that _harmless puts before a formula
        record = by_student.get(student) or by_student.get(safe_id(student))
        question = (
            next((q for q in record["questions"] if q["id"] == row["question"]), None) if record else None
        )
        if record is None or question is None:
            raise ValueError(
                f"manual: line {number} names {row['student']} {row['question']}, which was not graded"
            )
        if not (row["points"] or "").strip():  # not read yet
            continue
        try:
            points = float(row["points"])
        except ValueError as error:
            raise ValueError(
                f"manual: line {number} has points {row['points']!r}; they should be a number"
            ) from error
        if not 0 <= points <= question["possible"]:
            raise ValueError(
                f"manual: line {number} gives {points:g} points; 0 to {question['possible']:g} are possible"
            )
        question["points"], question["manual_done"] = points, True
        question["comment"] = clean(row.get("comment") or "", 2000)
    for record in records:
        record["points"] = round(sum(question["points"] for question in record["questions"]), 2)


def write_outputs(
    out: Path, records: list[dict[str, Any]], submissions: list[Submission], sheet: Sheet
) -> None:
    """All files of a run; each is replaced whole."""
    for folder in ("feedback", "gradescope"):
        (out / folder).mkdir(exist_ok=True)
    for record in records:
        student = record["student"]
        write_atomically(out / "feedback" / f"{student}.txt", feedback_text(record) + "\n")
        write_atomically(out / "feedback" / f"{student}.html", feedback_html(record))
        result = json.dumps(gradescope_results(record), indent=1, ensure_ascii=False) + "\n"
        write_atomically(out / "gradescope" / f"{student}.json", result)
        if len(records) == 1:
            write_atomically(out / "results.json", result)
    for name, text in to_read(records).items():
        write_atomically(out / name, text)
    write_atomically(out / "grades.csv", _csv(_grades(records, submissions, sheet)))
    write_atomically(out / "grades_canvas.csv", _csv(_canvas(records, submissions, sheet)))
    for name, text in class_report(records, sheet).items():
        write_atomically(out / name, text)


def to_read(records: list[dict[str, Any]]) -> dict[str, str]:
    """texts.html, the free texts question by question, and manual_template.csv, to be filled in and given back."""
    found: dict[str, list[tuple[dict[str, Any], dict[str, Any], str]]] = {}
    for record in records:
        for question in record["questions"]:
            text = next((one["answer"] for one in question["outcomes"] if one.get("answer")), "")
            if question["manual"] and text:
                found.setdefault(f"{question['id']} · {question['title']}", []).append(
                    (record, question, text)
                )
    if not found:
        return {}
    parts, rows = [], [["student", "question", "points", "comment"]]
    for title, answers in sorted(found.items()):
        parts.append(f"<h2>{escape(title)} ({answers[0][1]['possible']:g} points)</h2>")
        for record, question, text in answers:
            parts.append(f"<h3>{escape(record['shown'])}</h3><p>{escape(text)}</p>")
            points = f"{question['points']:g}" if question.get("manual_done") else ""
            rows.append([record["student"], question["id"], points, question.get("comment", "")])
    html = page(f"{records[0]['sheet']}: texts to read", "\n".join(parts))
    return {"texts.html": html, "manual_template.csv": _csv(rows)}


def _grades(records: list[dict[str, Any]], submissions: list[Submission], sheet: Sheet) -> list[list[Any]]:
    """Moodle's columns first (ID number, Email address), then the questions, the total and a comment."""
    head = ["Student", "ID number", "Email address", *(question.id for question in sheet.questions)]
    rows: list[list[Any]] = [
        [*head, f"{sheet.title} (out of {sheet.points:g})", "Percent", "Feedback comments"]
    ]
    for record, submission in zip(records, submissions, strict=True):
        details = submission.details
        row: list[Any] = [details.get("name") or record["shown"], details.get("id") or record["student"]]
        waiting = [q["id"] for q in record["questions"] if q["manual"] and not q.get("manual_done")]
        cells = ["" if q["id"] in waiting else q["points"] for q in record["questions"]]
        row += [details.get("email", ""), *cells]
        percent = round(100 * record["points"] / record["possible"], 1)
        comment = "see the feedback file" + (f"; {', '.join(waiting)} not read yet" if waiting else "")
        rows.append([*row, record["points"], percent, record["problem"] or comment])
    return rows


def _canvas(records: list[dict[str, Any]], submissions: list[Submission], sheet: Sheet) -> list[list[Any]]:
    """Canvas' import: Student, ID, SIS User ID, SIS Login ID, Section, one assignment; then the points possible."""
    rows: list[list[Any]] = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", sheet.title]]
    rows.append(["    Points Possible", "", "", "", "", f"{sheet.points:g}"])
    for record, submission in zip(records, submissions, strict=True):
        details = submission.details
        row: list[Any] = [details.get("name") or record["shown"], details.get("canvas_id", "")]
        row += [
            details.get("sis_id", ""),
            details.get("login") or record["student"],
            details.get("section", ""),
        ]
        rows.append([*row, record["points"]])
    return rows


def _csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_harmless(value) for value in row] for row in rows)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    if isinstance(value, str):
        value = clean(value, 2000) if not value.startswith("    ") else value
        return "'" + value if value[:1] in ("=", "+", "-", "@", "\t") else value
    return value


def gradescope_results(record: dict[str, Any]) -> dict[str, Any]:
    """Gradescope's results.json: one test for each question, the feedback as plain text."""
    tests = []
    for question in record["questions"]:
        waiting = question["manual"] and not question.get("manual_done")
        lines = [f"{one['status']}: {one['says']}" + (f" ({one['text']})" if one["text"] else "")
                 for one in question["outcomes"]]  # fmt: skip
        tests.append(
            {
                "number": question["id"],
                "name": f"{question['id']} {question['title']}",
                "score": question["points"],
                "max_score": question["possible"],
                "output": "\n".join([*lines, *(["read by a person: points will follow"] if waiting else [])]),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    head = [record["problem"]] if record["problem"] else []
    return {
        "score": record["points"],
        "output": "\n".join([*head, *record["notes"], record["isolation"]]),
        "output_format": "text",
        "visibility": "visible",
        "tests": tests,
    }
