"""The limit of a line as a letter grows, or goes to a number: the error must die out, among 60 digits.

Where the letter may be as large as it likes, the error is followed up to 10⁴⁰: a constant of 10⁻²⁰ is seen, and so is a
term that grows very slowly. Sums over the letter are followed as far as they can be added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import NO_VALUE, TooMuch, Undefined
from kernelcourse.language.in_text import rounded
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Number

from ..instances.instance import Instance, moderate
from ..instances.quantities import Measured, Quantity
from ..instances.samples import Samples
from ..outcome import Outcome, Verdict, Warrant, conditions_of, needs_more, witness
from ..proving.defined import unproved
from ..ranges.numbers import Interval
from ..reading.symbols import Setting
from .course import Course, course
from .errors_end import End
from .limit_path import GRAIN, Path
from .slow_limits import growing, without_bounded
from .turning_points import turning_points

_AWAY = 2.0  # an error that is no rounding
_CORNERS, _FIRST = 30, 10  # special values of the other letters; those that are never left out
_FAR_OUT, _SUSPECTS = Fraction(354), 2
_SECONDS = 0.6  # of computing, for one line
_ROUNDING = 1e-13  # of the largest number that was met on the way


def judge_limit(
    moving: Quantity, fixed: Quantity, name: str, to: str, samples: Samples, first_moves: bool
) -> Outcome:
    """Does `moving` tend to `fixed` as the letter tends to `to`?"""
    claim = _Claim(moving, fixed, name, to, samples, first_moves)
    found = claim.judged()
    rest = without_bounded(moving.node, name) if fixed.node == Number(0) and not found.accepted else None
    if rest is None:
        return found
    squeezed = replace(claim, moving=replace(moving, node=rest)).judged()
    return squeezed if squeezed.accepted else found


@dataclass
class _Notes:
    """What the instances said so far."""

    tested: list[list[float]] = field(default_factory=list)  # the errors that died out
    missing: tuple[Instance, str] | None = None  # where the goal has no value though the error has a start
    unclear: str = ""  # at an ordinary instance
    trouble: str = ""  # the last one
    limitless: int = 0  # instances at which this line has no value far out


@dataclass(frozen=True)
class _Claim:
    """`moving` tends to `fixed` as the letter tends to `to`; `first_moves` where the line before is the moving one."""

    moving: Quantity
    fixed: Quantity
    name: str
    to: str
    samples: Samples
    first_moves: bool

    def judged(self) -> Outcome:
        used = self.moving.setting.depends(self.moving.node, self.fixed.node) - {self.name}
        free = bool(
            used & self.moving.setting.given.keys()
        )  # without other letters all instances are the same
        generic, enough = (self.samples.standard[:9], 3) if free else (self.samples.standard[:1], 1)
        corners = self._corners(used) if free else []
        between = turning_points(self.moving, self.fixed, self.name, used, self.samples)
        first = [*generic[:1], *between, *generic[1:3]]
        drawn = self._suspects_first([*first, *corners[:_FIRST], *generic[3:], *corners[_FIRST:]])
        limit, longest, notes = Limit(_SECONDS), Limit(2 * _SECONDS), _Notes()
        for place, at in enumerate(drawn):
            if (
                limit.over()
                and len(notes.tested) >= enough
                and (place >= len(first) + _FIRST or longest.over())
            ):
                break
            refuted = self._tried(at, place, _among(at, between), _among(at, generic), notes)
            if refuted is not None:
                return refuted
        return self._concluded(notes, enough)

    def _corners(self, used: frozenset[str]) -> list[Instance]:
        corners = [at for at in _once(self.samples.corners(used), used) if moderate(at)][:_CORNERS]
        return [at for at in corners if self._is_seen(at)]

    def _is_seen(self, at: Instance) -> bool:
        return inside(self.moving.setting, at) or growing(self.moving, self.name, at)

    def _tried(self, at: Instance, place: int, between: bool, generic: bool, notes: _Notes) -> Outcome | None:
        """The refutation at this instance; else what it says is noted."""
        try:
            goal = self.fixed.measure(at)
        except (Undefined, TooMuch) as error:
            notes.trouble = str(error)
            if isinstance(error, Undefined) and self.first_moves:
                notes.missing = notes.missing or (at, str(error))
            return None
        try:
            path = Path(self.moving, self.fixed, self.name, self.to, at)
            errors = path.errors()
        except (Undefined, TooMuch) as error:
            notes.trouble = str(error)
            notes.limitless += isinstance(error, Undefined) and not self.first_moves
            return None
        if between and not (self._is_seen(at) or _rises(errors)):
            return None
        found = course(path, errors, place)
        if found.end is End.AWAY:
            return self._refuted(path, found, goal.value)
        if found.end is End.THERE and not _lost(goal, found.errors):
            notes.tested.append(found.errors)
            return None
        slow = f"the error falls too slowly to tell ({_listed(found.errors)})"
        notes.trouble = f"{slow}: try a faster form, or state a bound"
        notes.unclear = notes.unclear or (notes.trouble if generic else "")
        return None

    def _suspects_first(self, drawn: list[Instance]) -> list[Instance]:
        """The first, then those where floats see a large error far out: not each can be followed step by step."""

        def suspect(at: Instance) -> bool:
            there = at.with_value(self.name, _FAR_OUT)
            try:
                apart = np.abs(self.moving.measure(there).value - self.fixed.measure(there).value)
            except NO_VALUE:
                return False
            return bool(np.max(apart, initial=0.0) > 1)

        far = self.to in ("", "inf", "∞")
        suspects = [at for at in drawn[1:] if far and suspect(at)][:_SUSPECTS]
        return [*drawn[:1], *suspects, *(at for at in drawn[1:] if not _among(at, suspects))]

    def _refuted(self, path: Path, found: Course, target: Any) -> Outcome:
        worst = path.worst(found.near)
        moves, stands = ("the previous line", "this line")[:: 1 if self.first_moves else -1]
        shown = witness(
            self.moving.setting,
            path.at,
            (self.moving.node, self.fixed.node),
            {moves: path.last, stands: target},
        )
        why = f"the error does not die out as {self._towards}: {_listed(found.errors)}"
        seen = replace(shown, values={**shown.values, self.name: worst})
        return Outcome(Verdict.REFUTED, why, "limit", seen)

    def _concluded(self, notes: _Notes, enough: int) -> Outcome:
        if notes.unclear:
            return Outcome(Verdict.OPEN, f"could not decide: {notes.unclear}", "limit")
        if len(notes.tested) >= enough:
            return self._tested(notes)
        if notes.limitless >= enough and not notes.tested:
            why = f"this line has no value as {letter(self.name)} grows: {notes.trouble}"
            return Outcome(Verdict.REFUTED, why, "limit", kind="undefined")
        trouble = notes.trouble or "no instance satisfies the side conditions"
        return Outcome(Verdict.OPEN, f"could not decide: {trouble}", "limit")

    def _tested(self, notes: _Notes) -> Outcome:
        why = f"tested: the error dies out as {self._towards}: {_listed(max(notes.tested))}"
        warrant = Warrant("the error followed at irregular points among 60 digits", len(notes.tested))
        if notes.missing is None:
            return Outcome(Verdict.TESTED, why, "limit", warrant=warrant)
        at, reason = notes.missing
        needed = conditions_of(unproved(self.fixed.node, self.fixed.setting), reason)
        shown = witness(self.moving.setting, at, (self.moving.node, self.fixed.node), {"this line": None})
        return Outcome(Verdict.TESTED, needs_more(needed), "limit", shown, needed, warrant, kind="undefined")

    @property
    def _towards(self) -> str:
        return f"{letter(self.name)} → {'∞' if self.to in ('', 'inf') else self.to}"


def _rises(errors: list[float]) -> bool:
    """It runs away, halfway between two places where that may begin."""
    return errors[-1] > _AWAY and all(before < after for before, after in pairwise(errors[-3:]))


def _once(found: Iterable[Instance], used: frozenset[str]) -> Iterator[Instance]:
    """Each choice of the letters in use once."""
    seen = set[str]()
    for at in found:
        key = repr([at.sizes, [(name, at.values.get(name)) for name in sorted(used)]])
        if key not in seen:
            seen.add(key)
            yield at


def _lost(goal: Measured, errors: list[float]) -> bool:
    """A limit of 10⁻³⁰⁰ is not told from 0 by an error of 10⁻²⁸; 1 − 1 by floats is no such limit."""
    size = float(np.max(np.abs(goal.value), initial=0.0))
    return _ROUNDING * goal.peak < size <= 2 * max(errors[-1], GRAIN) * max(1.0, size)


def inside(setting: Setting, at: Instance) -> bool:
    """No letter stands next to the end of its interval, where rᴺ dies out too late to be seen."""
    return all(
        range_.clear_of_ends(at.values[name])
        for name, range_ in setting.given.items()
        if isinstance(range_, Interval)
    )


def _among(at: Instance, some: Sequence[Instance]) -> bool:
    return any(at is one for one in some)


def _listed(errors: list[float]) -> str:
    shown = errors if len(errors) <= 6 else [*errors[:3], *errors[-3:]]
    return ", ".join(map(rounded, shown))
