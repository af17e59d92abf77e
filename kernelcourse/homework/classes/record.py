"""What is known about one graded submission, as values; on the disk, one JSON file for each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from kernelcourse.homework.judging.checks import NOT_ATTEMPTED, Outcome

FORMAT = 4
MOST_NOTES = 60


@dataclass(frozen=True)
class QuestionRecord:
    """One question of one submission: points, status and what each check found."""

    id: str
    title: str
    kind: str
    possible: float
    points: float = 0.0
    status: str = NOT_ATTEMPTED
    manual: bool = False  # a person gives the points
    outcomes: tuple[Outcome, ...] = ()
    manual_done: bool = False
    comment: str = ""
    changed_since_marked: bool = False

    @property
    def waiting(self) -> bool:
        """A text that was written and that nobody has read yet. A text never written counts 0 and waits for nobody."""
        return self.manual and not self.manual_done and self.status != NOT_ATTEMPTED

    @property
    def answer(self) -> str:
        """The free text, if this is one."""
        return next((outcome.answer for outcome in self.outcomes if outcome.answer), "")

    @property
    def answer_digest(self) -> str:
        """Tells one text from another, and nothing else about it."""
        return hashlib.sha256(self.answer.encode()).hexdigest()[:12] if self.answer else ""


@dataclass(frozen=True)
class Mark:
    """What a person gave for a text, and which text it was."""

    points: float
    comment: str = ""
    text: str = ""  # the digest of what was read; empty if that is not known


@dataclass(frozen=True)
class Record:
    """One submission: whose it is, what was wrong with the file, and the questions."""

    key: str  # of the sheet, checks and secret it was graded with
    student: str
    shown: str
    file: str
    sheet: str
    isolation: str
    notes: tuple[str, ...] = ()
    problem: str = ""  # why the file could not be graded
    questions: tuple[QuestionRecord, ...] = ()
    digest: str = ""
    fingerprint: tuple[int, ...] = ()
    claimed: str = ""  # the ID inside the notebook
    another: str = ""  # what to say where that ID is somebody else's
    trouble: str = ""  # the grader's own failure, for the instructor
    texts: tuple[tuple[str, str], ...] = ()  # (question, source) of the answers, to lay side by side

    @property
    def points(self) -> float:
        return round(sum(question.points for question in self.questions), 2)

    @property
    def possible(self) -> float:
        return sum(question.possible for question in self.questions)

    @property
    def waiting(self) -> list[str]:
        return [question.id for question in self.questions if question.waiting]

    def with_marks(self, marks: Mapping[tuple[str, str], Mark]) -> Record:
        """The record with a person's points and comments put in: {(student, question): mark}."""
        marked = []
        for question in self.questions:
            mark = marks.get((self.student, question.id))
            if mark is not None:
                changed = bool(mark.text) and mark.text != question.answer_digest
                question = replace(
                    question,
                    points=mark.points,
                    manual_done=True,
                    comment=mark.comment,
                    changed_since_marked=changed,
                )
            marked.append(question)
        return replace(self, questions=tuple(marked))


def to_json(record: Record) -> str:
    """The record as text, the same bytes for the same record."""
    tree = {"format": FORMAT, **asdict(record), "points": record.points, "possible": record.possible}
    tree["notes"] = list(record.notes[:MOST_NOTES])
    return json.dumps(tree, ensure_ascii=True, indent=1, sort_keys=True) + "\n"


def from_json(text: str) -> Record:
    """The record in a text; ValueError if it is none, or one of another edition."""
    tree = json.loads(text)
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        raise ValueError("record: not a record of this edition; grade again")
    try:
        questions = tuple(
            QuestionRecord(**{**_known(QuestionRecord, one), "outcomes": _outcomes(one["outcomes"])})
            for one in tree["questions"]
        )
        rest = _known(Record, tree) | {"questions": questions}
        for name in ("notes", "fingerprint"):
            rest[name] = tuple(rest[name])
        rest["texts"] = tuple((one, other) for one, other in rest["texts"])
        return Record(**rest)
    except (TypeError, KeyError) as error:
        raise ValueError(f"record: damaged ({error}); grade again") from error


def _outcomes(rows: Sequence[Mapping[str, Any]]) -> tuple[Outcome, ...]:
    return tuple(Outcome(**_known(Outcome, row)) for row in rows)


def _known(kind: type, tree: Mapping[str, Any]) -> dict[str, Any]:
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in tree.items() if name in names}
