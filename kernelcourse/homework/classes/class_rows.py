"""From files and records to one row for each student: attempts, lateness, who is missing, whose grade has changed."""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.homework.classes.course import Course, Lateness
from kernelcourse.homework.classes.gradebook import Row
from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.classes.roster import Roster
from kernelcourse.homework.files.file_names import guess
from kernelcourse.homework.files.submissions import Found, Submission, alike, safe_id
from kernelcourse.homework.sandbox.values import clean


def rehearsal(found: Found, people: Roster, sheet: str, rules: Course) -> str:
    """What a run would do: every file with its student, every student without a file, and why files do not count."""
    lines = [
        f"dry run: {len(found.submissions)} submissions of {sheet} would be graded; nothing was run or written"
    ]
    for one in found.submissions:
        late = lateness(one, sheet, rules).says
        told = [clean(one.path.name, 120), *(one.warnings), *([late] if late else [])]
        named = f" ({one.person.name})" if one.person and one.person.name not in ("", one.shown) else ""
        lines.append(f"  {one.shown}{named}: {'; '.join(told)}")
    for row in without_work(found, people, sheet):
        lines.append(
            f"  {row.student} ({row.name}): {row.status}" + (f", {row.ignored}" if row.ignored else "")
        )
    lines += [f"  ignored: {clean(one.path.name, 120)}: {one.why}" for one in found.ignored]
    return "\n".join(lines)


def rows_of(found: Found, records: dict[str, Record], people: Roster, rules: Course, sheet: str) -> list[Row]:
    """One row for each student: those who handed in, then those of the roster who did not."""
    rows = []
    for one in found.submissions:
        late = lateness(one, sheet, rules)
        row = Row(one.student, records[one.student], one.person, late)
        if rules.policy.attempt == "best":
            for other in attempts_of(found):
                if other.names == one.names or (other.person and other.person == one.person):
                    rival = Row(one.student, replace(records[other.student], student=one.student), one.person,
                                lateness(other, sheet, rules))  # fmt: skip
                    row = max(row, rival, key=lambda candidate: candidate.points)
        rows.append(row)
    return [*rows, *without_work(found, people, sheet)]


def lateness(one: Submission, sheet: str, rules: Course) -> Lateness:
    """How late a submission is, under its student's own deadline if there is one."""
    return rules.policy.lateness(sheet, one.handed_in, one.late, (*one.names, one.shown))


def without_work(found: Found, people: Roster, sheet: str) -> list[Row]:
    """Those of the roster who have nothing to grade: nothing handed in, or only a file that does not count."""
    there = {one.person.id for one in found.submissions if one.person}
    aside: dict[str, str] = {}
    for one in found.ignored:
        whose = people.find(guess(one.path.with_suffix(""), sheet).names)
        if whose is not None:
            aside.setdefault(whose.id, f"{clean(one.path.name, 120)}: {one.why}")
    missing = [person for person in people.people if person.id not in there]
    return [Row(safe_id(person.id), None, person, Lateness(), aside.get(person.id, "")) for person in missing]


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
