"""A course file: where things are and what the rules are, so that the same short command always means the same.

[course]
materials = "homework"          # masters and hidden checks; own sheets lie in `sheets`
sheets = "my-sheets"            # optional: student editions of sheets of one's own
roster = "students.csv"
manual = "marks.csv"
secret = "…"                    # optional: else one is made for each output folder and kept there
own_data = true
timezone = "Europe/Berlin"      # of the deadlines; else that of this machine

[policy]
attempt = "last"                # or "first", "best"
late_days = 2                   # free of charge, for each sheet
late_penalty = 0.1              # of the points, for each further day
latest = 7                      # days after which nothing counts
grace_minutes = 15

[due]
ridge = 2026-03-04T23:59:00

[extensions.ridge]              # somebody's own deadline, under any name that the roster knows
1016 = 2026-03-11T23:59:00
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kernelcourse.homework.files.file_names import alike

ATTEMPTS = ("last", "first", "best")
_COURSE = {"title", "materials", "sheets", "roster", "manual", "secret", "own_data", "timezone"}
_POLICY = {"attempt", "late_days", "late_penalty", "latest", "grace_minutes"}


@dataclass(frozen=True)
class Lateness:
    """How late a submission is, and the share of its points that it keeps."""

    days: int = 0
    keeps: float = 1.0
    says: str = ""


@dataclass(frozen=True)
class Policy:
    """Which attempt counts, and what being late costs."""

    attempt: str = "last"
    late_days: int = 0
    late_penalty: float = 0.0
    latest: int | None = None
    grace_minutes: float = 0.0
    due: dict[str, datetime] = field(default_factory=dict)
    extensions: dict[str, dict[str, datetime]] = field(default_factory=dict)
    zone: ZoneInfo | None = None  # of times that name none; None: this machine's

    def lateness(
        self, sheet: str, handed_in: datetime | None, marked_late: bool = False, names: Iterable[str] = ()
    ) -> Lateness:
        """Days late, begun ones counted whole; nothing is deducted where the time is not known."""
        own = {alike(name): when for name, when in self.extensions.get(sheet, {}).items()}
        due = next((own[alike(name)] for name in names if alike(name) in own), self.due.get(sheet))
        if due is None or handed_in is None:
            says = "marked late by the platform; the day is not known" if marked_late else ""
            return Lateness(says=says)
        over = self.moment(handed_in) - self.moment(due) - timedelta(minutes=self.grace_minutes)
        if over <= timedelta(0):
            return Lateness()
        days = math.ceil(over / timedelta(days=1))
        if self.latest is not None and days > self.latest:
            return Lateness(days, 0.0, f"{days} days late, after the last day that counts")
        charged = max(0, days - self.late_days)
        keeps = max(0.0, 1.0 - self.late_penalty * charged)
        says = f"{days} day{'s' if days > 1 else ''} late"
        return Lateness(
            days,
            keeps,
            says + (f", keeps {keeps:.0%} of the points" if keeps < 1 else ", within the late days"),
        )

    def moment(self, when: datetime) -> datetime:
        """The time in UTC; one that names no zone is in the course's."""
        return (when if when.tzinfo else when.replace(tzinfo=self.zone)).astimezone(UTC)


@dataclass(frozen=True)
class Course:
    """What a course file says; paths are relative to the file."""

    policy: Policy = Policy()
    materials: Path | None = None
    sheets: Path | None = None
    roster: Path | None = None
    manual: Path | None = None
    secret: str = ""
    own_data: bool = False


def read_course(path: Path | None) -> Course:
    """The course file, every word of it known; ValueError naming the word that is not."""
    if path is None:
        return Course()
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"course: {path} is not TOML: {error}") from error
    for table, known in (("course", _COURSE), ("policy", _POLICY)):
        for word in _table(tree, table, path):
            if word not in known:
                raise ValueError(f"course: {path} has {table}.{word}; known are {', '.join(sorted(known))}")
    unknown = set(tree) - {"course", "policy", "due", "extensions"}
    if unknown:
        raise ValueError(
            f"course: {path} has a table [{sorted(unknown)[0]}]; there are [course], [policy], [due] and [extensions]"
        )
    about, policy, due = (_table(tree, name, path) for name in ("course", "policy", "due"))
    attempt = policy.get("attempt", "last")
    if attempt not in ATTEMPTS:
        raise ValueError(f"course: policy.attempt is {attempt!r}; it should be one of {', '.join(ATTEMPTS)}")
    own = _table(tree, "extensions", path)
    extensions = {sheet: _table(own, sheet, path) for sheet in own}
    for table, times in (
        ("due", due),
        *((f"extensions.{sheet}", told) for sheet, told in extensions.items()),
    ):
        for word, when in times.items():
            if not isinstance(when, datetime):
                raise ValueError(
                    f"course: {table}.{word} is {when!r}; it should be a time such as 2026-03-04T23:59:00"
                )

    def number(word: str, default: float, most: float) -> float:
        value = policy.get(word, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
            raise ValueError(f"course: policy.{word} is {value!r}; it should be a number from 0 to {most:g}")
        return value

    def place(word: str) -> Path | None:
        if word in about and not isinstance(about[word], str):
            raise ValueError(
                f"course: course.{word} is {about[word]!r}; it should be a path in quotation marks"
            )
        return path.parent / about[word] if word in about else None

    zone = _zone(about.get("timezone"))
    latest = int(number("latest", 0, 1000)) if "latest" in policy else None
    rules = Policy(
        attempt,
        int(number("late_days", 0, 365)),
        number("late_penalty", 0, 1),
        latest,
        number("grace_minutes", 0, 1440),
        dict(due),
        extensions,
        zone,
    )
    places = {word: place(word) for word in ("materials", "sheets", "roster", "manual")}
    return Course(
        rules, **places, secret=str(about.get("secret", "")), own_data=about.get("own_data") is True
    )


def _zone(name: Any) -> ZoneInfo | None:
    """The named time zone; ValueError if there is none of that name."""
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError) as error:
        raise ValueError(
            f"course: course.timezone is {name!r}; it should be a name such as Europe/Berlin"
        ) from error


def _table(tree: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
    table = tree.get(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"course: {name} in {path} should be a table, [{name}]")
    return table
