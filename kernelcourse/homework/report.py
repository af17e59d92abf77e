"""What the instructor reads: the scores, the checks that the class failed, the wrong turns it took, likely copies."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Any

from kernelcourse.homework.duplicates import fingerprint, likely_duplicates
from kernelcourse.homework.feedback import page
from kernelcourse.homework.notebook import read_notebook
from kernelcourse.homework.sheet import SHEETS, Sheet


def class_report(records: list[dict[str, Any]], sheet: Sheet) -> dict[str, str]:
    """report.txt and report.html."""
    facts = {
        "Scores": score_lines(records),
        "Pass rate of each check": [f"{rate:5.0%}  {name}" for name, rate in pass_rates(records)],
        "Commonest wrong turns": [f"{count:4}  {name}" for name, count in misconceptions(records)]
        or ["none recognised"],
        "Likely duplicates": duplicate_lines(records, sheet) or ["none"],
        "Not readable": [f"{record['shown']}: {record['problem']}" for record in records if record["problem"]]
        or ["none"],
        "For the author of the checks": trouble_lines(records)
        or ["no check met an answer that it did not foresee"],
        "Isolation": sorted({record["isolation"] for record in records}),
    }
    text = "\n\n".join("\n".join([title, *(f"  {line}" for line in lines)]) for title, lines in facts.items())
    pictures = plots(records)
    parts = []
    for title, lines in facts.items():
        parts.append(f"<h2>{escape(title)}</h2>{pictures.get(title, '')}")
        parts.append(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>")
    return {"report.txt": text + "\n", "report.html": page(f"{sheet.title}: the class", "\n".join(parts))}


def score_lines(records: list[dict[str, Any]]) -> list[str]:
    """Number, mean, median and range of the scores, and the mean of each question."""
    scores = sorted(record["points"] for record in records)
    middle = len(scores) // 2
    median = scores[middle] if len(scores) % 2 else (scores[middle - 1] + scores[middle]) / 2
    mean = sum(scores) / len(scores)
    lines = [
        f"{len(scores)} submissions · mean {mean:.2f} · median {median:.2f} · from {scores[0]:g} to {scores[-1]:g}"
    ]
    waiting = unread(records)
    if waiting:
        lines.append(f"without the points for {', '.join(waiting)}: texts are read by a person (--manual)")
    for place, question in enumerate(records[0]["questions"]):
        average = sum(record["questions"][place]["points"] for record in records) / len(records)
        lines.append(f"{question['id']} {question['title']}: mean {average:.2f} of {question['possible']:g}")
    return lines


def unread(records: list[dict[str, Any]]) -> list[str]:
    """Questions with answers that a person has still to read: 'q7 (20 students)'."""
    counts = Counter(
        question["id"]
        for record in records
        for question in record["questions"]
        if question["manual"] and question["status"] == "passed" and not question.get("manual_done")
    )
    return [f"{name} ({count} to read)" for name, count in sorted(counts.items())]


def pass_rates(records: list[dict[str, Any]]) -> list[tuple[str, float]]:
    """Every check with the share of readable submissions that passed it, the hardest first."""
    counts: dict[str, list[bool]] = {}
    for record in records:
        for question in record["questions"]:
            for outcome in question["outcomes"]:
                kind = "hidden" if outcome["hidden"] else "public"
                says = outcome["says"].removeprefix(outcome["check"]).removeprefix(": ")
                name = f"{question['id']} {outcome['check']} ({kind})" + (f": {says}" if says else "")
                counts.setdefault(name, []).append(outcome["status"] == "passed")
    rates = [(name, sum(found) / len(found)) for name, found in counts.items()]
    return sorted(rates, key=lambda pair: (pair[1], pair[0]))


def misconceptions(records: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Wrong turns that were recognised, by the number of students who took them."""
    counts: Counter[str] = Counter()
    for record in records:
        found = {
            f"{question['id']}: {outcome['misconception']}"
            for question in record["questions"]
            for outcome in question["outcomes"]
            if outcome["misconception"]
        }
        counts.update(found)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def duplicate_lines(records: list[dict[str, Any]], sheet: Sheet) -> list[str]:
    """Pairs of notebooks that are alike beyond what the sheet itself and the whole class have in common."""
    path = SHEETS / f"{sheet.name}.ipynb"
    common = set(fingerprint(read_notebook(path.read_bytes()), sheet)) if path.is_file() else set()
    if len(records) >= 10:
        seen = Counter(run for record in records for run in record["fingerprint"])
        common |= {run for run, count in seen.items() if count > len(records) / 3}
    return [
        f"{one} and {other}: {share:.0%} alike" for one, other, share in likely_duplicates(records, common)
    ]


def trouble_lines(records: list[dict[str, Any]]) -> list[str]:
    """Answers of a form that a check did not foresee: worth a look, since the check stopped with an exception."""
    return [
        f"{record['shown']} {question['id']} {outcome['check']}: {outcome['trouble'].strip().splitlines()[-1]}"
        for record in records
        for question in record["questions"]
        for outcome in question["outcomes"]
        if outcome["trouble"]
    ] + [f"{record['shown']}: {record['trouble']}" for record in records if record.get("trouble")]


def plots(records: list[dict[str, Any]]) -> dict[str, str]:
    """Inline SVG pictures; none if matplotlib is not installed."""
    try:
        from kernelcourse.figures import classroom
    except ImportError:
        return {}
    scores = classroom.scores([record["points"] for record in records], records[0]["possible"])
    rates = classroom.pass_rates(pass_rates(records)[:25])
    return {"Scores": scores._repr_html_(), "Pass rate of each check": rates._repr_html_()}
