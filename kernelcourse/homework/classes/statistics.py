"""What a class did with each question: how hard it was, whether it told strong from weak work, what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelcourse.homework.classes.record import Record
from kernelcourse.homework.judging.checks import FAILED, NOT_ATTEMPTED, PASSED


@dataclass(frozen=True)
class WrongTurn:
    """What went wrong with a question for some students: a misconception with its name, or a check that fails."""

    says: str
    students: int
    named: bool

    def __str__(self) -> str:
        return f"{'' if self.named else 'fails: '}{self.says} ({self.students})"


@dataclass(frozen=True)
class QuestionFacts:
    """One question over the class."""

    id: str
    title: str
    possible: float
    mean: float
    attempted: float  # share of the readable submissions
    difficulty: float  # mean share of the points that was missed
    discrimination: (
        float | None
    )  # correlation with the points of all other questions; None where nothing varies
    wrong: tuple[WrongTurn, ...]  # what went wrong most often


def question_facts(records: Sequence[Record]) -> list[QuestionFacts]:
    """The facts of every question, over the submissions that could be read."""
    readable = [record for record in records if not record.problem]
    facts = []
    for place, question in enumerate(readable[0].questions if readable else ()):
        mine = np.array([record.questions[place].points for record in readable])
        rest = np.array([record.points for record in readable]) - mine
        attempted = sum(record.questions[place].status != NOT_ATTEMPTED for record in readable) / len(
            readable
        )
        read = not any(record.questions[place].waiting for record in readable)
        missed = 1 - float(mine.mean()) / question.possible if question.possible and read else float("nan")
        facts.append(
            QuestionFacts(
                question.id,
                question.title,
                question.possible,
                float(mine.mean()),
                attempted,
                missed,
                correlation(mine, rest) if read else None,
                tuple(wrong_turns(readable, place)[:5]),
            )
        )
    return facts


def correlation(first: np.ndarray, second: np.ndarray) -> float | None:
    """Pearson's coefficient; None where one of the two does not vary."""
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def wrong_turns(records: Sequence[Record], place: int) -> list[WrongTurn]:
    """Misconceptions that were recognised, else the checks that failed, the most frequent first."""
    counts: Counter[tuple[str, bool]] = Counter()
    for record in records:
        failed = [one for one in record.questions[place].outcomes if one.status == FAILED]
        named = {one.misconception for one in failed if one.misconception}
        counts.update({(name, True) for name in named} or {(one.says, False) for one in failed})
    turns = [WrongTurn(says, students, named) for (says, named), students in counts.items()]
    return sorted(turns, key=lambda turn: (-turn.students, not turn.named, turn.says))


def pass_rates(records: Sequence[Record]) -> list[tuple[str, float]]:
    """Every check with the share of readable submissions that passed it, the hardest first."""
    counts: dict[str, list[bool]] = {}
    for record in records:
        for question in record.questions:
            for outcome in question.outcomes:
                kind = "hidden" if outcome.hidden else "public"
                says = outcome.says.removeprefix(outcome.check).removeprefix(": ")
                name = f"{question.id} {outcome.check} ({kind})" + (f": {says}" if says else "")
                counts.setdefault(name, []).append(outcome.status == PASSED)
    rates = [(name, sum(found) / len(found)) for name, found in counts.items()]
    return sorted(rates, key=lambda pair: (pair[1], pair[0]))


def misconceptions(records: Sequence[Record]) -> list[tuple[str, int]]:
    """Wrong turns that were recognised, by the number of students who took them."""
    counts: Counter[str] = Counter()
    for record in records:
        found = {
            f"{question.id}: {outcome.misconception}"
            for question in record.questions
            for outcome in question.outcomes
            if outcome.misconception
        }
        counts.update(found)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
