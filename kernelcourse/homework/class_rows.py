"""From files and records to one row for each student: attempts, lateness, who is missing, whose grade has changed."""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.homework.course import Course, Lateness
from kernelcourse.homework.gradebook import Row
from kernelcourse.homework.record import Record
from kernelcourse.homework.roster import Roster
from kernelcourse.homework.submissions import Found, Submission, alike, safe_id
from kernelcourse.homework.values import clean


def rehearsal(found: Found, people: Roster, sheet: str, rules: Course) -> str:
    """What a run would do: every file with its student, every student without a file, and why files do not count."""
    lines = [
        f"dry run: {len(found.submissions)} submissions of {sheet} would be graded; nothing was run or written"
    ]
    for one in found.submissions:
        late = rules.policy.lateness(sheet, one.handed_in, one.late).says
        told = [clean(one.path.name, 120), *(one.warnings), *([late] if late else [])]
        lines.append(f"  {one.shown}: {'; '.join(told)}")
    there = {one.person.id for one in found.submissions if one.person}
    lines += [f"  {person.id}: missing" for person in people.people if person.id not in there]
    lines += [f"  ignored: {clean(one.path.name, 120)}: {one.why}" for one in found.ignored]
    return "\n".join(lines)


def rows_of(found: Found, records: dict[str, Record], people: Roster, rules: Course, sheet: str) -> list[Row]:
    """One row for each student: those who handed in, then those of the roster who did not."""
    rows = []
    for one in found.submissions:
        late = rules.policy.lateness(sheet, one.handed_in, one.late)
        row = Row(one.student, records[one.student], one.person, late)
        if rules.policy.attempt == "best":
            for other in attempts_of(found):
                if other.names == one.names or (other.person and other.person == one.person):
                    rival = Row(one.student, replace(records[other.student], student=one.student), one.person,
                                rules.policy.lateness(sheet, other.handed_in, other.late))  # fmt: skip
                    row = max(row, rival, key=lambda candidate: candidate.points)
        rows.append(row)
    there = {row.person.id for row in rows if row.person}
    missing = [person for person in people.people if person.id not in there]
    return [*rows, *(Row(safe_id(person.id), None, person, Lateness()) for person in missing)]


def attempts_of(found: Found) -> list[Submission]:
    """Earlier attempts under names of their own, to be graded beside the one that is listed."""
    return [
        replace(one, student=f"{one.student}~attempt{place}") for place, one in enumerate(found.others, 1)
    ]


def names_in(found: Found, people: Roster) -> frozenset[tuple[str, str]]:
    """What everybody in the class is called, those included who handed in nothing."""
    there = {one.person.id: one.student for one in found.submissions if one.person}
    handed_in = {
        (alike(name), one.student)
        for one in found.submissions
        for name in (*one.names, one.shown, one.student)
    }
    return frozenset(handed_in) | {
        (alike(name), there.get(person.id, safe_id(person.id)))
        for person in people.people
        for name in person.names
    }


def changes_between(before: dict[str, Record | None], after: dict[str, Record]) -> list[str]:
    """Who was graded before under other checks and has other points now."""
    lines = []
    for student, new in after.items():
        old = before.get(student)
        if old is None or (old.key == new.key and old.digest == new.digest):
            continue
        points = {question.id: question.points for question in old.questions if not question.manual}
        told = [
            f"{question.id} {points[question.id]:g} → {question.points:g}"
            for question in new.questions
            if question.id in points and points[question.id] != question.points
        ]
        if told:
            why = "the checks or the secret changed" if old.digest == new.digest else "another file"
            lines.append(f"{new.shown}: {', '.join(told)} ({why})")
    return lines
