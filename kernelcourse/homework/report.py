"""What the instructor reads: the class at a glance, each question, the students who need a look, likely copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from kernelcourse.homework.duplicates import Group, alike_groups, common_runs, fingerprint
from kernelcourse.homework.feedback import page
from kernelcourse.homework.file_names import printable
from kernelcourse.homework.gradebook import HANDED_IN, MISSING, UNREADABLE, Row
from kernelcourse.homework.notebook import Unreadable, read_notebook
from kernelcourse.homework.record import Record
from kernelcourse.homework.sandbox import isolation
from kernelcourse.homework.sheet import Sheet, sheet_folders
from kernelcourse.homework.spreadsheet import Cell, to_csv
from kernelcourse.homework.statistics import misconceptions, pass_rates, question_facts
from kernelcourse.homework.submissions import Ignored
from kernelcourse.homework.values import clean

MOST_GROUPS = 30
MOST_SHOWN = 4  # members of a group whose texts are laid side by side


@dataclass(frozen=True)
class Section:
    """A part of the report: its title, its lines, and a table if there is one (head first)."""

    title: str
    lines: tuple[str, ...]
    table: tuple[tuple[str, ...], ...] = ()


def class_report(
    rows: Sequence[Row], sheet: Sheet, ignored: Sequence[Ignored], changes: Sequence[str] = ()
) -> dict[str, str]:
    """report.txt, report.html, statistics.csv, and copies.html where there is something to compare."""
    records = [row.record for row in rows if row.record is not None]
    groups = groups_of(records, sheet)
    files = [f"{clean(printable(one.path.name), 120)}: {one.why}" for one in ignored]
    sections = [
        Section("Scores", tuple(score_lines(rows, sheet))),
        Section("Questions", (), question_table(records)),
        Section("Another's ID in the notebook", tuple(mismatches(records)) or ("none",)),
        Section("Changed grades", tuple(changes) or ("none",)),
        Section(
            "Pass rate of each check", tuple(f"{rate:5.0%}  {name}" for name, rate in pass_rates(records))
        ),
        Section(
            "Commonest wrong turns",
            tuple(f"{n:4}  {name}" for name, n in misconceptions(records)) or ("none recognised",),
        ),
        Section("Likely duplicates", tuple(map(group_line, groups)) or ("none",)),
        Section("Missing", tuple(row.name for row in rows if row.status == MISSING) or ("nobody",)),
        Section(
            "Not readable",
            tuple(f"{r.shown} ({r.file}): {r.problem}" for r in records if r.problem) or ("none",),
        ),
        Section("Files that were ignored", tuple(files[:200]) or ("none",)),
        Section(
            "Late", tuple(f"{row.name}: {row.late.says}" for row in rows if row.late.says) or ("nobody",)
        ),
        Section(
            "For the author of the checks",
            tuple(trouble_lines(records)) or ("no check met an answer that it did not foresee",),
        ),
        Section("Isolation", tuple(sorted({r.isolation for r in records}))),
        Section("Not enforced on this machine", tuple(isolation().not_enforced())),
    ]
    facts: list[list[Cell]] = [list(row) for row in question_table(records)]
    found = {
        "report.txt": "\n\n".join(map(_as_text, sections)) + "\n",
        "report.html": _as_html(sections, records, sheet),
        "statistics.csv": to_csv(facts),
    }
    if groups:
        found["copies.html"] = copies_page(groups, records, sheet)
    return found


def _as_text(section: Section) -> str:
    table = ["  ".join(cells) for cells in section.table]
    return "\n".join([section.title, *(f"  {line}" for line in (*section.lines, *table))])


def _as_html(sections: Sequence[Section], records: Sequence[Record], sheet: Sheet) -> str:
    pictures = plots(records)
    parts = []
    for section in sections:
        parts.append(f"<h2>{escape(section.title)}</h2>{pictures.get(section.title, '')}")
        if section.table:
            head, *body = section.table
            rows = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in body]
            parts.append(
                f"<table class='facts'><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"
                f"{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
            )
        if section.lines:
            parts.append(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in section.lines)}</ul>")
    return page(f"{sheet.title}: the class", "\n".join(parts))


def score_lines(rows: Sequence[Row], sheet: Sheet) -> list[str]:
    """How many handed in, and number, mean, median and range of what counts."""
    counts = Counter(row.status for row in rows)
    told = f"{counts[HANDED_IN]} handed in, {counts[UNREADABLE]} unreadable, {counts[MISSING]} missing"
    scores = sorted(row.points for row in rows if row.record is not None)
    if not scores:
        return [told, "nothing was graded"]
    middle = len(scores) // 2
    median = scores[middle] if len(scores) % 2 else (scores[middle - 1] + scores[middle]) / 2
    half = sum(score >= sheet.points / 2 for score in scores)
    lines = [
        told,
        f"{len(scores)} submissions · mean {sum(scores) / len(scores):.2f} of {sheet.points:g} · median {median:.2f} · "
        f"from {scores[0]:g} to {scores[-1]:g} · {half} with half of the points or more",
    ]
    waiting = unread([row.record for row in rows if row.record is not None])
    if waiting:
        lines.append(f"without the points for {', '.join(waiting)}: texts are read by a person (--manual)")
    return lines


def question_table(records: Sequence[Record]) -> tuple[tuple[str, ...], ...]:
    """Mean, attempts, difficulty, discrimination and the commonest wrong answer of each question."""
    head = (
        "question",
        "title",
        "mean",
        "of",
        "attempted",
        "difficulty",
        "discrimination",
        "most frequent wrong answers",
    )
    rows = []
    for one in question_facts(records):
        read = one.difficulty == one.difficulty
        difficulty = f"{one.difficulty:.2f}" if read else "not read yet"
        discrimination = "—" if one.discrimination is None else f"{one.discrimination:.2f}"
        wrong = "; ".join(f"{name} ({count})" for name, count in one.wrong[:3])
        rows.append(
            (
                one.id,
                one.title,
                f"{one.mean:.2f}" if read else "—",
                f"{one.possible:g}",
                f"{one.attempted:.0%}",
                difficulty,
                discrimination,
                wrong,
            )
        )
    return (head, *rows)


def unread(records: Sequence[Record]) -> list[str]:
    """Questions with answers that a person has still to read: 'q7 (20 to read)'."""
    counts = Counter(question.id for record in records for question in record.questions if question.waiting)
    return [f"{name} ({count} to read)" for name, count in sorted(counts.items())]


def mismatches(records: Sequence[Record]) -> list[str]:
    """Notebooks that call themselves somebody else's, and IDs that several notebooks share."""
    lines = [
        f"{record.shown}: {note}" for record in records for note in record.notes if "says STUDENT =" in note
    ]
    shared = Counter(record.claimed.casefold() for record in records if record.claimed.strip())
    lines += [
        f"{count} notebooks say STUDENT = '{name}'" for name, count in sorted(shared.items()) if count > 1
    ]
    return lines


def groups_of(records: Sequence[Record], sheet: Sheet) -> list[Group]:
    """Groups of submissions that are alike beyond what the sheet itself and nearly the whole class have in common."""
    released: set[int] = set()
    for folder in sheet_folders():
        path = Path(folder) / f"{sheet.name}.ipynb"
        if path.is_file():
            try:
                released |= set(fingerprint(read_notebook(path.read_bytes()), sheet))
            except Unreadable:
                continue
    return alike_groups(records, common_runs(records, released))[:MOST_GROUPS]


def group_line(group: Group) -> str:
    return (
        f"{', '.join(group.students)}: {group.share:.0%} alike at least (evidence for a person, no penalty)"
    )


def copies_page(groups: Sequence[Group], records: Sequence[Record], sheet: Sheet) -> str:
    """The texts of each group side by side, question by question."""
    known = {record.student: dict(record.texts) for record in records}
    parts = [
        "<p>Alike is not copied: short answers agree by necessity. Nothing here has changed a grade.</p>"
    ]
    for group in groups:
        parts.append(f"<h2>{escape(group_line(group))}</h2>")
        shown = group.students[:MOST_SHOWN]
        for question in sheet.questions:
            texts = [known[student].get(question.id, "") for student in shown]
            if any(texts):
                cells = "".join(f"<td><pre>{escape(text[:3000])}</pre></td>" for text in texts)
                heads = "".join(f"<th>{escape(student)}</th>" for student in shown)
                parts.append(f"<h3>{escape(question.id)}</h3><table><tr>{heads}</tr><tr>{cells}</tr></table>")
    return page(f"{sheet.title}: side by side", "\n".join(parts))


def trouble_lines(records: Sequence[Record]) -> list[str]:
    """Answers of a form that a check did not foresee: worth a look, since the check stopped with an exception."""
    lines = [
        f"{record.shown} {question.id} {outcome.check}: {clean(outcome.trouble.strip().splitlines()[-1], 300)}"
        for record in records
        for question in record.questions
        for outcome in question.outcomes
        if outcome.trouble.strip()
    ]
    return [
        *lines,
        *(f"{record.shown}: {clean(record.trouble, 600)}" for record in records if record.trouble),
    ][:200]


def plots(records: Sequence[Record]) -> dict[str, str]:
    """Inline SVG pictures; none if matplotlib is not installed or there is nothing to draw."""
    rates = pass_rates(records)
    if not records or not rates:
        return {}
    try:
        from kernelcourse.figures import classroom
    except ImportError:
        return {}
    facts = [one for one in question_facts(records) if one.discrimination is not None]
    found = {
        "Scores": classroom.scores([record.points for record in records], records[0].possible)._repr_html_(),
        "Pass rate of each check": classroom.pass_rates(rates[:25])._repr_html_(),
    }
    if facts:
        places = [(one.id, one.difficulty, one.discrimination or 0.0) for one in facts]
        found["Questions"] = classroom.questions(places)._repr_html_()
    return found
