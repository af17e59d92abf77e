""" "This w minimises that line": no allowed move goes lower, the gradient vanishes, and a quadratic curves upwards.

Moves stay inside the side conditions: a letter in the null space of X is moved within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kernelcourse.language.duals import Duals, parts, variable
from kernelcourse.language.evaluate import Evaluator, TooMuch, Undefined
from kernelcourse.language.exact import Unsupported
from kernelcourse.language.floats import Floats
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Binary, Node, free_names

from .conditions import newton
from .instances import Instance
from .outcome import Outcome, Verdict, witness
from .quantities import Quantity
from .samples import Samples
from .symbols import plain

_SCALES = (1e-3, 1e-2, 0.1, 1.0, 10.0)
_SLACK = 1e-9


def judge_minimiser(
    objective: Quantity, name: str, value: Quantity, samples: Samples, sign: float = 1.0, quick: bool = False
) -> Outcome:
    """Is `value` of the letter a minimum (sign 1) or maximum (sign −1) of the objective at every instance?"""
    word = "minimises" if sign > 0 else "maximises"
    tested, curved = 0, True
    rng = np.random.default_rng([samples.seed, 6])
    skipped = ""
    for at in samples.standard:
        try:
            problem = _Problem(objective, name, value, at, sign)
            better = problem.better(rng)
        except (Undefined, TooMuch, Unsupported) as error:
            skipped = str(error)
            continue
        if better is not None and quick:
            return Outcome(Verdict.REFUTED, "")
        if better is not None:
            return _refuted(objective, name, value, samples, sign, word, rng, problem, better)
        tested += 1
        curved = curved and problem.curves_upwards()
    if tested < (1 if quick else 3):
        reason = skipped or "no instance satisfies the side conditions"
        return Outcome(Verdict.OPEN, f"could not decide: the objective could not be computed ({reason})")
    how = "the gradient vanishes and the objective is a convex quadratic" if curved else "no move went lower"
    return Outcome(Verdict.TESTED, f"it {word} the line at {tested} instances: {how}", "minimises")


def _refuted(
    objective: Quantity, name: str, value: Quantity, samples: Samples, sign: float, word: str,
    rng: np.random.Generator, problem: _Problem, better: Any,
) -> Outcome:  # fmt: skip
    for at in samples.small(3):
        try:
            small = _Problem(objective, name, value, at, sign)
            lower = small.better(rng, rounded=True)
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
    found = witness(objective.setting, problem.at, (objective.node, value.node), sides)
    found.values.pop(name, None)  # type: ignore[attr-defined]
    side = "lower" if sign > 0 else "higher"
    return Outcome(
        Verdict.REFUTED, f"this {letter(name)} does not: another one makes the line {side}", "minimises", found
    )


class _Problem:
    """The objective as a function of one letter, at one instance."""

    def __init__(self, objective: Quantity, name: str, value: Quantity, at: Instance, sign: float):
        self.at, self.name, self.sign = at, name, sign
        self.define: Mapping[str, Node] = objective.setting.define
        self.node = plain(objective.node)
        self.conditions = [
            plain(Binary("-", left, right))
            for relation, left, right in objective.setting.where
            if relation == "==" and name in free_names(left) | free_names(right)
        ]
        start = value.measure(at).value
        shape = np.shape(at.values[name])
        self.start = np.asarray(start, dtype=float).reshape(shape) if shape else float(start)
        self.lowest = self.value(self.start)

    def value(self, point: Any) -> float:
        floats = Floats()
        result = Evaluator({**self.at.values, self.name: point}, self.define, floats)(self.node)
        if not np.isfinite(result):
            raise Undefined("the objective is not finite")
        self.peak = max(floats.peak, abs(result))
        return self.sign * float(np.real(result))

    def gradient(self, point: Any) -> Any:
        values = {**self.at.values, self.name: variable(point)}
        _, slope = parts(Evaluator(values, self.define, Duals())(self.node))
        shape = np.shape(point)
        return np.zeros(shape) if slope is None else self.sign * np.reshape(np.real(slope), shape)

    def allowed(self, point: Any) -> Any | None:
        """The point moved back onto the side conditions, or None if that fails."""
        if not self.conditions:
            return point
        moved = newton({**self.at.values, self.name: point}, self.define, self.conditions, [self.name])
        return None if moved is None else moved[self.name]

    def better(self, rng: np.random.Generator, rounded: bool = False) -> Any | None:
        """A value of the letter with a lower objective, or None."""
        shape = np.shape(self.start)
        moves = [rng.normal(size=shape) * scale for scale in _SCALES for _ in range(4)]
        if rounded:
            moves = [np.round(rng.normal(size=shape) * 2) / (1 if place < 20 else 8) for place in range(40)]
        try:
            downhill = -self.gradient(self.start)
            moves += [downhill * scale for scale in (1e-6, 1e-4, 1e-2, 0.1, 0.5)]
        except Undefined:
            pass
        best: Any | None = None
        for move in moves:
            point = self.allowed(self.start + (move if shape else float(move)))
            if point is None:
                continue
            try:
                value = self.value(point)
            except Undefined:
                continue
            if value < self.lowest - _SLACK * max(self.peak, abs(self.lowest), 1e-12):
                if not rounded:
                    return point
                if best is None or value < best[0]:
                    best = (value, point)
        return None if best is None else best[1]

    def curves_upwards(self) -> bool:
        """For a quadratic objective: gradient 0 and a positive semidefinite Hessian, both exact up to round-off."""
        if self.conditions:
            return False
        try:
            size = int(np.size(self.start))
            shape = np.shape(self.start)
            base = np.ravel(self.gradient(self.start))
            rows, doubled, back = [], [], []
            for place in range(size):
                unit = np.eye(size)[place].reshape(shape) if shape else 1.0
                rows.append(np.ravel(self.gradient(self.start + unit)) - base)
                doubled.append(np.ravel(self.gradient(self.start + 2 * unit)) - base)
                back.append(np.ravel(self.gradient(self.start - unit)) - base)
        except Undefined:
            return False
        hessian = np.array(rows)
        scale = max(1e-300, float(np.max(np.abs(hessian))))
        bend = np.max(np.abs(np.array(doubled) - 2 * hessian)), np.max(np.abs(np.array(back) + hessian))
        quadratic = max(bend) < 1e-7 * scale
        return bool(quadratic and np.linalg.eigvalsh((hessian + hessian.T) / 2)[0] > -1e-9 * scale)
