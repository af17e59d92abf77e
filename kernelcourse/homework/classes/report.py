"""What the instructor reads: the class at a glance, each question, the students who need a look, likely copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from kernelcourse.homework.classes.duplicates import Group, alike_groups, common_runs, fingerprint
from kernelcourse.homework.classes.feedback import page
from kernelcourse.homework.classes.gradebook import HANDED_IN, IGNORED, MISSING, UNREADABLE, Row
from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.classes.report_page import Section, median, report_page
from kernelcourse.homework.classes.spreadsheet import Cell, to_csv
from kernelcourse.homework.classes.statistics import misconceptions, pass_rates, question_facts
from kernelcourse.homework.files.file_names import printable
from kernelcourse.homework.files.notebook import Unreadable, read_notebook
from kernelcourse.homework.files.submissions import Ignored, Submission
from kernelcourse.homework.sandbox.container import isolation
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.sheet import Sheet, sheet_folders

MOST_GROUPS = 30
SMALL_PRINT = ("Pass rate of each check", "Isolation", "Not enforced on this machine")
MOST_SHOWN = 4  # members of a group whose texts are laid side by side


def class_report(
    rows: Sequence[Row],
    sheet: Sheet,
    ignored: Sequence[Ignored],
    changes: Sequence[str] = (),
    others: Sequence[Submission] = (),
) -> dict[str, str]:
    """report.txt, report.html, statistics.csv, and copies.html where there is something to compare."""
    records = [row.record for row in rows if row.record is not None]
    groups = groups_of(records, sheet)
    shown = {record.student: record.shown for record in records}
    files = [f"{clean(printable(one.path.name), 120)}: {one.why}" for one in ignored]
    attempts = [f"{clean(one.shown, 120)}: {clean(printable(one.path.name), 120)}" for one in others]
    named = {row.record.student: row.name for row in rows if row.record is not None}
    unreadable = tuple(f"{named[r.student]} ({r.file}): {r.problem}" for r in records if r.problem)
    sections = [
        Section("Scores", tuple(score_lines(rows, sheet))),
        Section("Questions", (), question_table(records)),
        Section("Another's ID in the notebook", tuple(mismatches(records)), nothing="none"),
        Section("Changed grades", tuple(changes), nothing="none"),
        Section(
            "Commonest wrong turns",
            tuple(f"{n:4}  {name}" for name, n in misconceptions(records)),
            nothing="none recognised",
        ),
        Section("Likely duplicates", tuple(group_line(group, shown) for group in groups), nothing="none"),
        Section("Missing", tuple(row.name for row in rows if row.status == MISSING), nothing="nobody"),
        Section("Not readable", unreadable, nothing="none"),
        Section("Files that were ignored", tuple(files[:200]), nothing="none"),
        Section("Other attempts of the same students", tuple(attempts[:200]), nothing="none"),
        Section("Texts that changed after they were marked", tuple(changed_texts(rows)), nothing="none"),
        Section(
            "Late", tuple(f"{row.name}: {row.late.says}" for row in rows if row.late.says), nothing="nobody"
        ),
        Section(
            "For the author of the checks",
            tuple(trouble_lines(records)),
            nothing="no check met an answer that it did not foresee",
        ),
        Section(
            "Pass rate of each check", tuple(f"{rate:5.0%}  {name}" for name, rate in pass_rates(records))
        ),
        Section("Isolation", tuple(sorted({r.isolation for r in records}))),
        Section("Not enforced on this machine", tuple(isolation().not_enforced())),
    ]
    facts: list[list[Cell]] = [list(row) for row in question_table(records)]
    found = {
        "report.txt": "\n\n".join(map(_as_text, sections)) + "\n",
        "report.html": report_page(sections, rows, sheet, SMALL_PRINT),
        "statistics.csv": to_csv(facts),
    }
    if groups:
        found["copies.html"] = copies_page(groups, records, sheet)
    return found


def _as_text(section: Section) -> str:
    table = ["  ".join(cells) for cells in section.table]
    lines = section.lines or (() if section.table else (section.nothing,))
    return "\n".join([section.title, *(f"  {line}" for line in (*lines, *table))])


def score_lines(rows: Sequence[Row], sheet: Sheet) -> list[str]:
    """How many handed in, and number, mean, median and range of what counts."""
    counts = Counter(row.status for row in rows)
    told = f"{counts[HANDED_IN]} handed in, {counts[UNREADABLE]} unreadable, {counts[MISSING]} missing"
    told += f", {counts[IGNORED]} with a file that was ignored" if counts[IGNORED] else ""
    scores = sorted(row.points for row in rows if row.record is not None)
    if not scores:
        return [told, "nothing was graded"]
    half = sum(score >= sheet.points / 2 for score in scores)
    lines = [
        told,
        f"{len(scores)} submissions · mean {sum(scores) / len(scores):.2f} of {sheet.points:g} · "
        f"median {median(scores):.2f} · from {scores[0]:g} to {scores[-1]:g} · {half} with half of the points or more",
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
        wrong = "; ".join(map(str, one.wrong[:3]))
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
    lines = [f"{record.shown}: {record.another}" for record in records if record.another]
    shared = Counter(record.claimed.casefold() for record in records if record.claimed.strip())
    lines += [
        f"{count} notebooks say STUDENT = '{name}'" for name, count in sorted(shared.items()) if count > 1
    ]
    return lines


def changed_texts(rows: Sequence[Row]) -> list[str]:
    """Points stay as a person gave them; somebody should read the new text."""
    return [
        f"{row.name}: {question.id}, marked with {question.points:g}"
        for row in rows
        if row.record is not None
        for question in row.record.questions
        if question.changed_since_marked
    ]


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


def group_line(group: Group, shown: Mapping[str, str]) -> str:
    names = ", ".join(shown[student] for student in group.students)
    return f"{names}: {group.share:.0%} alike at least (evidence for a person, no penalty)"


def copies_page(groups: Sequence[Group], records: Sequence[Record], sheet: Sheet) -> str:
    """The texts of each group side by side, question by question."""
    known = {record.student: dict(record.texts) for record in records}
    called = {record.student: record.shown for record in records}
    parts = [
        "<p>Alike is not copied: short answers agree by necessity. Nothing here has changed a grade.</p>"
    ]
    for group in groups:
        parts.append(f"<h2>{escape(group_line(group, called))}</h2>")
        shown = group.students[:MOST_SHOWN]
        for question in sheet.questions:
            texts = [known[student].get(question.id, "") for student in shown]
            if any(texts):
                cells = "".join(f"<td><pre>{escape(text[:3000])}</pre></td>" for text in texts)
                heads = "".join(f"<th>{escape(called[student])}</th>" for student in shown)
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
