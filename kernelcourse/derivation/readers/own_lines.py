"""A reader's own lines, one after the other: each is read at its place and judged after the ones before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernelcourse.language.errors import LanguageError

from ..derivation import Derivation, judge_line, state_after
from ..instances.samples import Samples
from ..lines.expressions import LimitLine
from ..lines.line import Line
from ..lines.relations import EquationLine
from ..reading.claims import links
from ..reading.typed import Place, read_typed
from ..report import LineReport
from ..steps import State


@dataclass(frozen=True)
class OwnLine:
    """One line of a reader: its report, or why it could not be read."""

    entry: object
    report: LineReport | None = None
    problem: str = ""
    in_short: str = ""  # the problem on one line
    notes: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.report is not None and self.report.outcome.accepted


def unknown_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """What the first equation of these lines is solved for."""
    return next((line.letters for line in lines if isinstance(line, EquationLine) and line.letters), ())


def limits_of(lines: Iterable[Line]) -> tuple[tuple[str, str], ...]:
    """Where the letters of these lines tend to."""
    return tuple((line.letters[0], line.to) for line in lines if isinstance(line, LimitLine))


def after(derivation: Derivation, entry: object, state: State, samples: Samples) -> State:
    """The state after one more line of the reader's, whatever its verdict."""
    typed = read_typed(entry, Place(state, unknown=unknown_of(derivation.lines)))
    return typed.line.take(state, samples).state


def judge_own(problem: Derivation, entries: Sequence[object], unknown: tuple[str, ...] = ()) -> list[OwnLine]:
    """The reader's lines after those of the problem, up to the first that is not accepted, that one included.

    A chain = A = B is two of them, where nothing is to be solved.
    """
    samples = Samples(problem.setting(), 0)
    state = state_after(problem, len(problem.lines), samples)
    found: list[OwnLine] = []
    waiting = list(entries)
    while waiting:
        entry = waiting.pop(0)
        number = len(problem.lines) + len(found)
        try:
            if isinstance(entry, str) and state.equation is None and not state.unknown:
                entry, *rest = links(entry)
                waiting = [*rest, *waiting]
            typed = read_typed(entry, Place(state, unknown=unknown or unknown_of(problem.lines)))
            report = judge_line(problem, number, typed.line, state, samples)
        except ValueError as error:  # LanguageError, or a table with a wrong key
            short = error.on_one_line if isinstance(error, LanguageError) else str(error)
            return [*found, OwnLine(entry, problem=str(error), in_short=short)]
        found.append(OwnLine(entry, report, notes=typed.notes))
        if not report.outcome.accepted:
            break
        state = report.state
    return found
