"""The class report as a page: what a head of teaching asks first, then what somebody has to look at, then all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kernelcourse.homework.classes.feedback import page
from kernelcourse.homework.classes.gradebook import HANDED_IN, Row
from kernelcourse.homework.classes.statistics import QuestionFacts, pass_rates, question_facts
from kernelcourse.homework.sheet import Sheet

WEAK = (
    0.2  # a question that agrees less than this with the rest of the sheet hardly tells strong from weak work
)
STYLE = """
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem; padding: 0; }
.cards li { list-style: none; border: 1px solid #8886; border-radius: .5rem; padding: .6rem .8rem; }
.cards b { display: block; font-size: 1.7rem; line-height: 1.2; }
.students td:nth-child(3), .facts td:nth-child(n+3):nth-child(-n+7) { text-align: right; white-space: nowrap; }
.students td { width: auto !important; } summary { cursor: pointer; } li { overflow-wrap: anywhere; }
@media (max-width: 34rem) { .facts th, .students th { display: none; }
  .facts td:last-child { width: auto; }
  .facts td::before { content: attr(data-head) " "; opacity: .7; }
  .facts td:nth-child(-n+2)::before { content: ""; } .facts td:nth-child(-n+2) { font-weight: 600; } }
"""


@dataclass(frozen=True)
class Section:
    """A part of the report: its title, its lines, and a table if there is one (head first)."""

    title: str
    lines: tuple[str, ...]
    table: tuple[tuple[str, ...], ...] = ()
    nothing: str = ""  # what to say where there are no lines; such a part is left off the page


def report_page(sections: Sequence[Section], rows: Sequence[Row], sheet: Sheet, small: Sequence[str]) -> str:
    """report.html. `small` names the sections that are small print: they come last, folded up."""
    records = [row.record for row in rows if row.record is not None]
    facts = question_facts(records)
    pictures = plots(rows, sheet)
    parts = [f"<ul class='cards'>{''.join(map(_card, cards(rows, sheet)))}</ul>"]
    parts.append(_list(in_short(facts, rows)))
    for section in sections:
        if section.lines or section.table:
            inside = pictures.get(section.title, "") + _table(section.table, "facts") + _list(section.lines)
            parts.append(_folded(section.title, inside) if section.title in small
                         else f"<h2>{escape(section.title)}</h2>{inside}")  # fmt: skip
    everybody = [("student", "status", "points", "remark")]
    everybody += [(row.name, row.status, f"{row.points:g}", row.says) for row in rows]
    parts.append(_folded("Every student", _table(everybody, "students")))
    return page(f"{sheet.title}: the class", "\n".join(parts), STYLE)


def cards(rows: Sequence[Row], sheet: Sheet) -> list[tuple[str, str]]:
    """The four numbers that are asked for first."""
    scores = sorted(row.points for row in rows if row.record is not None)
    handed_in = sum(row.status == HANDED_IN for row in rows)
    told = [(f"{handed_in} of {len(rows)}", "handed in something that can be read")]
    if scores:
        half = sum(score >= sheet.points / 2 for score in scores)
        told.append((f"{median(scores):g} of {sheet.points:g}", "points for the student in the middle"))
        told.append((f"{half} of {len(scores)}", "earned half of the points or more"))
    waiting = sum(len(row.record.waiting) for row in rows if row.record is not None)
    told.append(
        (str(waiting), "texts still to be read by a person" if waiting != 1 else "text still to be read")
    )
    return told


def in_short(facts: Sequence[QuestionFacts], rows: Sequence[Row]) -> list[str]:
    """What to teach again, and which question to look at, in sentences."""
    known = [one for one in facts if one.difficulty == one.difficulty]
    lines = []
    if known:
        hard = max(known, key=lambda one: one.difficulty)
        lines.append(f"Hardest was {hard.id}, {hard.title}: {hard.difficulty:.0%} of its points were missed.")
    turns = [(turn.students, one.id, turn.says) for one in facts for turn in one.wrong if turn.named]
    if turns:
        count, where, name = max(turns)
        readable = sum(row.status == HANDED_IN for row in rows)
        lines.append(f"The commonest wrong turn that has a name: {name} ({where}, {count} of {readable}).")
    for one in known:
        if one.discrimination is not None and one.discrimination < WEAK:
            lines.append(
                f"{one.id} hardly tells strong work from weak ({one.discrimination:.2f}): look at its checks."
            )
    late = sum(row.late.keeps < 1 for row in rows)
    return lines + ([f"{late} handed in so late that it cost points."] if late else [])


def median(scores: Sequence[float]) -> float:
    """The middle one of sorted numbers, or the mean of the middle two."""
    middle = len(scores) // 2
    return scores[middle] if len(scores) % 2 else round((scores[middle - 1] + scores[middle]) / 2, 2)


def plots(rows: Sequence[Row], sheet: Sheet) -> dict[str, str]:
    """Inline SVG pictures; none if matplotlib is not installed or there is nothing to draw."""
    records = [row.record for row in rows if row.record is not None]
    rates = pass_rates(records)
    if not records or not rates:
        return {}
    try:
        from kernelcourse.figures import classroom
    except ImportError:
        return {}
    scores = [row.points for row in rows if row.record is not None]
    found = {
        "Scores": classroom.scores(scores, sheet.points)._repr_html_(),
        "Pass rate of each check": classroom.pass_rates(rates[:25])._repr_html_(),
    }
    facts = [one for one in question_facts(records) if one.discrimination is not None]
    if facts:
        places = [(one.id, one.difficulty, one.discrimination or 0.0) for one in facts]
        found["Questions"] = classroom.questions(places)._repr_html_()
    return found


def _card(told: tuple[str, str]) -> str:
    return f"<li><b>{escape(told[0])}</b> {escape(told[1])}</li>"


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def _folded(title: str, inside: str) -> str:
    return f"<details><summary><strong>{escape(title)}</strong></summary>{inside}</details>"


def _table(table: Sequence[Sequence[str]], kind: str) -> str:
    if not table:
        return ""
    head, *body = table
    rows = [
        "".join(
            f'<td data-head="{escape(word)}">{escape(cell)}</td>'
            for word, cell in zip(head, row, strict=True)
        )
        for row in body
    ]
    return (
        f"<table class='{kind}'><tr>{''.join(f'<th>{escape(word)}</th>' for word in head)}</tr>"
        f"{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    )
