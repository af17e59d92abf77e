""" "This w minimises that line": w occurs in it, the point is allowed, the gradient vanishes there, the line is convex.

Where convexity is not to be had by rule, no allowed move, near or far, may go lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats, to_float
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Node, Unary

from ..instances.comparison import has_digits
from ..instances.instance import Instance, moderate
from ..instances.matrix_places import matrix_places
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..instances.wells import wells, wells_from
from ..outcome import Outcome, Verdict, Warrant, witness
from ..proving.minimum import certain_minimum
from ..ranges.numbers import Integer
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .feasible import Feasible
from .fine_moves import lower_by_a_hair
from .sweeps import lowest

_SCALES = (1e-3, 0.03, 1.0, 30.0, 1e3, 1e5, 3e7, 1e11, 1e18)
_SLACK = 1e-9
_SECONDS = 0.7
_CONFIRMING = 0.1  # where it is proved: numbers have a word too
_WIDELY = 3  # the first instances are searched on fine grids
_ENDS = ("<=", ">=", "<", ">")
_FINELY = 8  # the first instances, and every eighth, are searched for moves that floats do not see


def judge_minimiser(
    objective: Quantity, name: str, value: Quantity, samples: Samples, sign: float = 1.0, quick: bool = False
) -> Outcome:
    """Is `value` of the letter a minimum (sign 1) or maximum (sign −1) of the objective at every instance?"""
    word = "minimises" if sign > 0 else "maximises"
    if name not in objective.setting.depends(objective.node):
        why = f"{letter(name)} does not occur in the line, so nothing is {'minimised' if sign > 0 else 'maximised'}"
        return Outcome(Verdict.REFUTED, why, "minimises", kind="idle")
    samples = samples.only(objective.used | value.used)
    proved = not quick and certain_minimum(objective, name, value, sign)
    rng = np.random.default_rng([samples.seed, 6])
    tested, skipped, valley = 0, "", False
    limit = Limit(_CONFIRMING if proved else _SECONDS)
    for at in _instances(samples, objective, value, quick):
        if limit.over():
            break
        try:
            problem = _Problem(objective, name, value, at, sign)
        except (Undefined, TooMuch, Unsupported) as error:
            skipped = str(error)
            if isinstance(error, Undefined) and _defined(objective, at):
                found = witness(
                    objective.setting, at, (objective.node, value.node), {f"your {letter(name)}": None}
                )
                why = f"this {letter(name)} does not always exist: {error}"
                return Outcome(Verdict.REFUTED, why, "minimises", found, kind="undefined")
            continue
        fault = problem.not_allowed()
        if fault:
            found = witness(
                objective.setting, at, (objective.node, value.node), {f"your {letter(name)}": problem.start}
            )
            found.values.pop(name, None)  # type: ignore[attr-defined]
            return Outcome(
                Verdict.REFUTED, f"this {letter(name)} is not allowed: {fault}", "minimises", found
            )
        better = problem.better(rng, wide=tested < _WIDELY)
        if better is None and (tested < _FINELY or tested % _FINELY == 0):
            better = problem.by_a_hair()
        if better is not None:
            return Outcome(Verdict.REFUTED, "") if quick else _refuted(problem, better, samples, word, rng)
        tested, valley = tested + 1, valley or problem.in_a_valley()
    if proved:
        bends = "convex" if sign > 0 else "concave"
        why = f"the gradient vanishes there, and the line is {bends} in {letter(name)} by composition"
        return Outcome(
            Verdict.PROVED, f"it {word} the line: {why}", "minimises", warrant=Warrant(why, error=-60)
        )
    if tested < (1 if quick else 3):
        reason = skipped or "no instance satisfies the side conditions"
        return Outcome(Verdict.OPEN, f"could not decide: the objective could not be computed ({reason})")
    if not (valley or quick):
        far = (
            f"beyond this {letter(name)}, on one side, the line neither rises nor falls as far as can be seen"
        )
        return Outcome(Verdict.OPEN, f"could not decide: {far}")
    free = objective.setting.given[name].whole_space and not _fenced(objective.setting, name)
    how = "the gradient vanishes and no" if free else "no allowed"
    lower = "lower" if sign > 0 else "higher"
    why = f"tested: it {word} the line at {tested} instances: {how} move went {lower}"
    return Outcome(
        Verdict.TESTED, why, "minimises", warrant=Warrant("gradient and moves near and far", tested)
    )


def _instances(samples: Samples, objective: Quantity, value: Quantity, quick: bool) -> Iterator[Instance]:
    yield from samples.standard
    if not quick:
        used = objective.setting.depends(objective.node, value.node)
        yield from matrix_places((objective.node, value.node), samples, used)
        yield from wells((objective.node, value.node), samples, used)
        yield from samples.corners(used)


def _fenced(setting: Setting, name: str) -> bool:
    """Does a side condition end the range of the letter?"""
    return any(sign in _ENDS and name in setting.depends(left, right) for sign, left, right in setting.where)


def _defined(objective: Quantity, at: Instance) -> bool:
    try:
        objective.measure(at)
    except (Undefined, TooMuch):
        return False
    return True


def _refuted(
    problem: _Problem, better: Any, samples: Samples, word: str, rng: np.random.Generator
) -> Outcome:
    name, sign, objective = problem.name, problem.sign, problem.objective
    for at in samples.small(3):
        try:
            small = _Problem(objective, name, problem.claimed, at, sign)
            lower = None if small.not_allowed() else small.better(rng, rounded=True)
        except (Undefined, TooMuch, Unsupported):
            continue
        if lower is not None:
            problem, better = small, lower
            break
    sides = {
        f"your {letter(name)}": problem.start,
        "the line there": problem.value(problem.start) * sign,
        f"another {letter(name)}": better,
        "the line there is": problem.value(better) * sign,
    }
    found = witness(objective.setting, problem.at, (objective.node, problem.claimed.node), sides)
    found.values.pop(name, None)  # type: ignore[attr-defined]
    side = "lower" if sign > 0 else "higher"
    why = f"this {letter(name)} does not: another one makes the line {side}"
    return Outcome(Verdict.REFUTED, why, "minimises", found)


class _Problem:
    """The objective as a function of one letter, at one instance."""

    def __init__(self, objective: Quantity, name: str, value: Quantity, at: Instance, sign: float):
        self.objective, self.claimed, self.at, self.name, self.sign = objective, value, at, name, sign
        self.define: Mapping[str, Node] = objective.setting.define
        self.node = plain(objective.node)
        self.range: Range = objective.setting.given[name]
        self.feasible = Feasible(objective.setting, name, at)
        self.exact, known = self.exact_start()
        shape = np.shape(at.values[name])
        start = to_float(self.exact) if self.exact is not None else value.measure(at).value
        kind = complex if self.range.is_complex or np.any(np.imag(start)) else float
        entries = np.asarray(start if kind is complex else np.real(start), dtype=kind).reshape(shape)
        self.start: Any = entries if shape else kind(entries)
        if not (np.all(self.start) or moderate(at) or known):
            raise TooMuch("the point is too small for floats")
        self.lowest = self.value_there()
        self.sides, self.risen = (
            set[float](),
            set[float](),
        )  # to which it was moved, and to which the line rises

    def exact_start(self) -> tuple[Any | None, bool]:
        """The point as fractions (decimals count as such), and whether it was computed among fractions alone."""
        try:
            found = self.claimed.exactly(self.at)
        except (Unsupported, TooMuch):
            return None, self.claimed.piecewise_rational
        if np.iscomplexobj(found) or any(isinstance(one, complex) for one in np.ravel(found)):
            return None, False
        known = all(isinstance(one, (int, Fraction)) for one in np.ravel(np.asarray(found, dtype=object)))
        if not np.ndim(found):
            return Fraction(found), known
        exact = np.empty(np.shape(found), dtype=object)
        for place in np.ndindex(exact.shape):
            exact[place] = Fraction(found[place])
        return exact, known

    def value_there(self) -> float:
        """The objective at the point; TooMuch where only floats have none: log e⁻⁴⁰⁹⁶ is −4096."""
        try:
            return self.value(self.start)
        except Undefined:
            if self.exact is not None and has_digits(
                self.objective, self.at.with_value(self.name, self.exact)
            ):
                raise TooMuch("the objective is beyond floats there") from None
            raise

    def value(self, point: Any) -> float:
        floats = Floats()
        result = Evaluator({**self.at.values, self.name: point}, self.define, floats)(self.node)
        if not np.isfinite(result):
            raise Undefined("the objective is not finite")
        self.peak = max(floats.peak, abs(result))
        return self.sign * float(np.real(result))

    def not_allowed(self) -> str:
        """Why the point is no value of the letter, or nothing."""
        if np.any(np.imag(self.start)) and not self.range.is_complex:
            return "it must be real"
        return self.feasible.fault(self.start, self.exact)

    def better(self, rng: np.random.Generator, rounded: bool = False, wide: bool = False) -> Any | None:
        """A value of the letter with a lower objective, or None."""
        shape = np.shape(self.start)
        moves: list[Any] = [rng.normal(size=shape) * scale for scale in _SCALES for _ in range(3)]
        moves += [-self.start, -2 * np.asarray(self.start), self.start, *self.wells(wide)]
        if rounded:
            moves = [np.round(rng.normal(size=shape) * 2) / (1 if place < 20 else 8) for place in range(40)]
        if self.range.is_complex:
            moves = [turn * move for move in moves for turn in (1, 1j)]
        best: tuple[float, Any] | None = None
        for move in moves[: 8 if self.feasible.equations else 99]:
            point = self.feasible.nearest(self.start + (move if shape else np.ravel(move)[0]))
            if point is None:
                continue
            try:
                value = self.value(point)
            except (Undefined, TooMuch):
                continue
            slack, side = (
                _SLACK * max(self.peak, abs(self.lowest), 1e-12),
                float(np.sign(np.real(np.sum(point - self.start)))),
            )
            if side:
                self.sides.add(side)
            if side and value > self.lowest + slack:
                self.risen.add(side)
            if value < self.lowest - slack:
                if not rounded:
                    return point
                if best is None or value < best[0]:
                    best = (value, point)
        if best is not None:
            return best[1]
        return self.by_a_hair() if rounded else None

    def in_a_valley(self) -> bool:
        """To every side the line rises somewhere, or fractions could tell that it never falls."""
        return self.sides <= self.risen or self.objective.piecewise_rational

    def wells(self, wide: bool) -> list[Any]:
        """Moves to where sums of the line vanish, and, of a number, to where the line is lowest on fine grids."""
        node = self.objective.node if self.sign > 0 else Unary("-", self.objective.node)
        found = [*wells_from((node,), self.objective.setting, self.at, (self.name,))]
        if wide and not np.ndim(self.start):
            found += lowest(node, self.objective.setting, self.at, self.name)
        return [one.values[self.name] - self.start for one in found]

    def by_a_hair(self) -> Any | None:
        """A lower value that only exact numbers see, inside the range of a letter that nothing else ties."""
        if (
            self.feasible.equations
            or self.at.exact is None
            or self.range.is_complex
            or not (self.range.solid or self.range.symmetric or isinstance(self.range, Integer))
        ):
            return None
        point = lower_by_a_hair(
            self.objective, self.name, self.claimed, self.at, int(self.sign), self.feasible.allows
        )
        return None if point is None else to_float(point)
