"""What went wrong: the stored wrong lines first, then the known wrong turns, then the difference itself.

A diagnosis names the mistake and gives a hint; it never shows the right line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .difference import describe
from .equality import agree
from .equations import judge_equation
from .evaluate import TooMuch, Undefined
from .inequalities import judge_inequality
from .instances import Instance
from .language import LanguageError
from .lines import Line
from .minimise import judge_minimiser
from .outcome import FAILS, HOLDS, Outcome
from .quantities import Quantity
from .repairs import repairs
from .samples import Samples
from .shapes import ShapeError
from .solutions import Equation
from .steps import State, Step, take
from .symbols import Setting
from .tree import Node, Transpose

if TYPE_CHECKING:
    from .derivation import Derivation

_MOST = 400  # repairs tried on one line


def explain(
    derivation: Derivation, place: int, line: Line, state: State, step: Step, samples: Samples
) -> Outcome:
    """The outcome of a failed step, with the difference, the misconception and a hint added."""
    outcome = step.outcome
    if step.left is not None and step.right is not None and step.claim in ("=", "gradient"):
        outcome = replace(outcome, difference=_difference(step, outcome, samples))
    name, hint = _stored(derivation, place, line, state, step, samples)
    if not name:
        name = _general(line, state, replace(step, outcome=outcome), samples)
    if not name:
        return outcome
    known = derivation.misconception(name)
    return replace(outcome, misconception=name, title=known.title, hint=hint or known.hint)


def _difference(step: Step, outcome: Outcome, samples: Samples) -> str:
    assert step.left is not None and step.right is not None
    if outcome.kind == "undefined":
        return "they are equal wherever this line has a value" if _equal_elsewhere(step, samples) else ""
    try:
        return describe(step.left, step.right, samples)
    except (ShapeError, Undefined, TooMuch):
        return ""


def _equal_elsewhere(step: Step, samples: Samples) -> bool:
    from .quantities import compare

    assert step.left is not None and step.right is not None
    found = [compare(step.left, step.right, at).outcome for at in samples.standard]
    return "different" not in found and "equal" in found


def _stored(
    derivation: Derivation, place: int, line: Line, state: State, step: Step, samples: Samples
) -> tuple[str, str]:
    """The misconception of a stored wrong line that says the same, in whatever form."""
    for wrong in derivation.wrong:
        if wrong.after + 1 != place or wrong.line.kind != line.kind:
            continue
        if wrong.line == replace(line, by=wrong.line.by):
            return wrong.misconception, wrong.hint
        try:
            other = take(wrong.line, state, few(samples, 3))
        except LanguageError:
            continue
        if _same(step, other, samples):
            return wrong.misconception, wrong.hint
    return "", ""


def _same(step: Step, other: Step, samples: Samples) -> bool:
    if step.nodes and step.nodes == other.nodes and step.claim == other.claim:
        return True
    if step.claim != other.claim or step.right is None or other.right is None:
        return False
    try:
        if step.right.shape != other.right.shape:
            return False
        if agree(step.right, other.right, samples, 4):
            return True
        if step.state.equation is not None and other.state.equation is not None:
            found = judge_equation(step.state.equation, other.state.equation, "iff", few(samples, 4), quick=True)
            return found.verdict == HOLDS
    except (ShapeError, Undefined, TooMuch):
        return False
    return False


def few(samples: Samples, count: int) -> Samples:
    """The same samples, but only the first `count` instances, a singular one among them."""
    small = object.__new__(Samples)
    small.__dict__ = dict(samples.__dict__)
    small.standard = [samples.standard[place] for place in (1, 2, 3, 0, 5)[:count] if place < len(samples.standard)]
    return small


def _general(line: Line, state: State, step: Step, samples: Samples) -> str:
    outcome = step.outcome
    if outcome.kind == "shape" and step.right is None:
        return _shape_repair(line, state, samples) or "shape"
    if outcome.kind == "shape":
        return "shape"
    if outcome.kind == "undefined":
        return "cancelled-singular"
    if step.claim in ("iff", "implies", "implied by"):
        return _equation(step, samples)
    if step.claim in ("<=", ">=", "<", ">"):
        return _inequality(step, samples)
    if step.claim == "minimiser":
        return _minimiser(line, state, step, samples)
    if step.claim in ("=", "gradient") and step.left is not None and step.right is not None:
        return _expression(step.left, step.right, outcome.difference, samples)
    return ""


def _expression(left: Quantity, right: Quantity, difference: str, samples: Samples) -> str:
    if difference.startswith("they are equal only when the data are centred"):
        return "missing-centring"
    for name, node in _proposals(right.node, right.setting):
        candidate = Quantity(node, right.setting)
        if _fits(left, candidate, samples):
            return _one_sided(right, samples) if name == "one-sided-centring" else name
    if difference.startswith("they differ by exactly a factor") or difference.startswith("they differ by the constant"):
        return "scale"
    if difference.startswith("they differ by exactly"):
        return "dropped-term"
    return "transpose" if difference.startswith("one is the transpose") else ""


def _proposals(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    seen = {node}
    for name, proposal in repairs(node, setting):
        if proposal not in seen and len(seen) < _MOST:
            seen.add(proposal)
            yield name, proposal


def _fits(left: Quantity, candidate: Quantity, samples: Samples) -> bool:
    try:
        return candidate.shape == left.shape and agree(left, candidate, few(samples, 3)) and agree(left, candidate, samples)
    except (ShapeError, LanguageError):
        return False


def _one_sided(right: Quantity, samples: Samples) -> str:
    """Centring the line repairs it: was it centred on one side already, or not at all?"""
    for at in samples.standard[:3]:
        try:
            value = np.asarray(right.measure(at).value)
        except (Undefined, TooMuch):
            continue
        size = max(1e-300, float(np.max(np.abs(value))))
        rows, columns = (float(np.max(np.abs(np.mean(value, axis=axis)))) for axis in (0, -1))
        if min(rows, columns) > 1e-9 * size:
            return "missing-centring"
    return "one-sided-centring"


def _shape_repair(line: Line, state: State, samples: Samples) -> str:
    """A line whose shapes do not fit: would a transpose, or X Xᵀ for Xᵀ X, make it right?"""
    from .edits import edits
    from .repairs import _gram

    if line.kind not in ("equality", "gradient"):
        return ""
    setting = state.setting
    try:
        node = setting.read(line.text)
    except LanguageError:
        return ""
    proposals = [*_quiet(_gram, node, setting), *(("transpose", e.after) for e in edits(node) if e.kind == "transpose")]
    for name, proposal in proposals[:80]:
        if isinstance(proposal, Transpose):
            continue
        try:
            setting.shape(proposal)
            from .show import show

            if take(replace(line, text=show(proposal)), state, few(samples, 3)).outcome.verdict == HOLDS:
                return name
        except LanguageError:
            continue
    return ""


def _quiet(rule, node: Node, setting: Setting) -> list[tuple[str, Node]]:  # type: ignore[no-untyped-def]
    try:
        return list(rule(node, setting))
    except ShapeError:
        return []


def _equation(step: Step, samples: Samples) -> str:
    outcome = step.outcome
    this = step.state.equation
    if this is None or step.left is None:
        return ""
    previous = Equation(step.left.node, _zero(), this.setting, this.unknown)
    if outcome.relation in ("implied by", "implies") and step.claim in ("iff", "implies", "implied by"):
        regular = [at for at in samples.standard if at.profile.rank == "full"]
        full = few(samples, 0)
        full.standard = [at for at in regular if _invertible(step, at)][:4]
        if full.standard and judge_equation(previous, this, step.claim, full, quick=True).verdict == HOLDS:
            return "cancelled-singular"
        return "wrong-direction"
    small = few(samples, 2)
    for side in ("left", "right"):
        for name, node in _proposals(getattr(this, side), this.setting):
            try:
                changed = replace(this, **{side: node})
                if changed.setting.shape(node) != this.setting.shape(getattr(this, side)):
                    continue
                if judge_equation(previous, changed, step.claim, small, quick=True).verdict == HOLDS:
                    return "scale" if name in ("factor-two", "missing-half") and side == "left" else name
            except (ShapeError, Undefined, TooMuch):
                continue
    return ""


def _zero() -> Node:
    from .tree import Number

    return Number(0)


def _invertible(step: Step, at: Instance) -> bool:
    """No square letter of the line is singular here."""
    assert step.right is not None
    setting = step.right.setting
    for name, sides in setting.shapes.items():
        if len(sides) == 2 and sides[0] == sides[1]:
            from .tree import Name

            try:
                value = Quantity(Name(name), setting).measure(at).value
            except (Undefined, TooMuch):
                return False
            if np.linalg.matrix_rank(value) < len(value):
                return False
    return True


def _inequality(step: Step, samples: Samples) -> str:
    assert step.left is not None and step.right is not None
    sign = step.claim
    for other, name in ((sign + "=" if len(sign) == 1 else "", "strictness"), (_flip(sign), "wrong-direction")):
        if other and judge_inequality(step.left, other, step.right, few(samples, 5), ("", "")).verdict == HOLDS:
            return name
    return ""


def _flip(sign: str) -> str:
    return sign.replace("<", "#").replace(">", "<").replace("#", ">")


def _minimiser(line: Line, state: State, step: Step, samples: Samples) -> str:
    objective = step.state.objective
    if objective is None or step.right is None:
        return ""
    free = Quantity(objective.node, step.right.setting)
    sign = 1.0 if line.kind == "minimiser" else -1.0
    small = few(samples, 2)
    small.standard = [*small.standard, *samples.standard[4:5]]
    for count, (name, node) in enumerate(_proposals(step.right.node, step.right.setting)):
        if count > 60:
            break
        try:
            candidate = Quantity(node, step.right.setting)
            if candidate.shape != step.right.shape:
                continue
            if judge_minimiser(free, line.letters[0], candidate, small, sign, quick=True).verdict == HOLDS:
                return name
        except (ShapeError, Undefined, TooMuch):
            continue
    return "not-a-minimiser"


__all__ = ["FAILS", "explain", "few"]
