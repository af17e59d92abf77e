"""What went wrong: the stored wrong lines first, then the known wrong turns, then the difference itself.

A diagnosis names the mistake and gives a hint; it never shows the right line.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Node, Number, free_names, walk

from ..instances.comparison import compare
from ..instances.quantities import Gradient, Quantity
from ..instances.samples import Samples
from ..judging.equality import agree
from ..judging.equations import judge_equation
from ..lines.line import Line
from ..lines.relations import MinimiserLine
from ..outcome import Outcome
from ..steps import State, Step
from .difference import Difference, Kind, describe, has_data
from .fallacies import fallacies
from .one_symbol_edits import mutations, terms
from .slopes import slope_mistake
from .wrong_claims import (
    CENTRING,
    equation_mistake,
    few,
    inequality_mistake,
    minimiser_mistake,
    proposals,
    shape_mistake,
)

if TYPE_CHECKING:
    from ..derivation import Derivation


_MOST_CHANGES = 60
LARGEST = 400  # parts of two lines whose difference is looked for


def explain(
    derivation: Derivation, place: int, line: Line, state: State, step: Step, samples: Samples
) -> Outcome:
    """The outcome of a failed step, with the difference, the misconception and a hint added."""
    outcome = step.outcome
    if sum(len(list(walk(side.node))) for side in (step.left, step.right) if side is not None) > LARGEST:
        return outcome
    found: Difference | None = None
    if step.left is not None and step.right is not None and step.claim in ("=", "gradient"):
        found = _difference(step, outcome, samples)
    name, hint = _stored(derivation, place, line, state, step, samples)
    if not name:
        name = _general(line, state, step, found, samples)
    if name == "cancelled-singular" and step.claim in ("iff", "implies", "implied by"):
        found = _singular_only(step)
    outcome = replace(outcome, difference=str(found) if found else "")
    if not name:
        return outcome
    known = derivation.misconception(name)
    return replace(outcome, misconception=name, title=known.title, hint=hint or known.hint)


def _singular_only(step: Step) -> Difference | None:
    """Which square letters of the two equations may be singular."""
    assert step.left is not None and step.right is not None
    setting = step.right.setting
    used = free_names(step.left.node) | free_names(step.right.node)
    square = [
        name
        for name, sides in setting.shapes.items()
        if name in used and len(sides) == 2 == len({*sides}) + 1
    ]
    shown = " or ".join(letter(name) for name in square)
    return Difference(Kind.SINGULAR, shown) if shown else None


def _difference(step: Step, outcome: Outcome, samples: Samples) -> Difference | None:
    assert step.left is not None and step.right is not None
    if outcome.kind == "undefined":
        return Difference(Kind.ELSEWHERE) if _equal_elsewhere(step, samples) else None
    try:
        return describe(step.left, step.right, samples)
    except (ShapeError, Undefined, TooMuch):
        return None


def _equal_elsewhere(step: Step, samples: Samples) -> bool:
    assert step.left is not None and step.right is not None
    found = [compare(step.left, step.right, at).outcome for at in samples.standard]
    return "different" not in found and "equal" in found


def _stored(
    derivation: Derivation, place: int, line: Line, state: State, step: Step, samples: Samples
) -> tuple[str, str]:
    """The misconception of a stored wrong line that says the same, in whatever form."""
    here = [one for one in derivation.wrong if one.after + 1 == place and type(one.line) is type(line)]
    for wrong in here:
        if wrong.line == replace(line, by=wrong.line.by):
            return wrong.misconception, wrong.hint
    for wrong in here:
        try:
            other = wrong.line.take(state, few(samples, 3))
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
            found = judge_equation(
                step.state.equation, other.state.equation, "iff", few(samples, 4), quick=True
            )
            return found.accepted
    except (ShapeError, Undefined, TooMuch):
        return False
    return False


def _general(line: Line, state: State, step: Step, found: Difference | None, samples: Samples) -> str:
    outcome = step.outcome
    if outcome.kind == "shape" and step.right is None:
        return shape_mistake(line, state, samples) or "shape"
    if outcome.kind == "shape":
        return "shape"
    if outcome.kind == "undefined":
        return "cancelled-singular"
    if step.claim in ("iff", "implies", "implied by"):
        return equation_mistake(step, samples)
    if step.claim in ("<=", ">=", "<", ">"):
        return inequality_mistake(step, samples)
    if isinstance(line, MinimiserLine):
        return minimiser_mistake(line, state, step, samples)
    if step.claim in ("=", "gradient") and step.left is not None and step.right is not None:
        return _expression(step.left, step.right, found, samples)
    return ""


_BY_DIFFERENCE = {
    Kind.CROSS_TERM: "cross-term", Kind.FACTOR: "scale", Kind.CONSTANT: "scale", Kind.TERM: "dropped-term",
    Kind.TRANSPOSE: "transpose",
}  # fmt: skip


def _expression(left: Quantity, right: Quantity, found: Difference | None, samples: Samples) -> str:
    """A false rule that leads from the line before to this one; else a repair of this one; else the difference."""
    if not isinstance(left, Gradient):
        for name, node in fallacies(left.node, left.setting):
            if _fits(right, Quantity(node, right.setting), samples):
                return name
    elif _without_a_term(left, right, samples):
        return "dropped-term"
    elif name := slope_mistake(left, right, samples):
        return name
    if found is not None and found.kind is Kind.CENTRED:
        return _one_sided(right, samples)
    if found is not None and found.kind is Kind.SIGN:
        return "sign"
    data = has_data(right.setting, left.node, right.node)
    for name, node in proposals(right, samples):
        if name in CENTRING and not data:
            continue
        if _fits(left, Quantity(node, right.setting), samples):
            return _one_sided(right, samples) if name == "one-sided-centring" else name
    if name := _changed_on_the_way(left, right, samples):
        return name
    if found is not None and found.number:
        return _by_a_number(found.number, left, right)
    return _BY_DIFFERENCE.get(found.kind, "") if found is not None else ""


_LOST = {"sign": "sign", "transpose": "transpose", "index": "index", "power": "power", "factor": "factor-two",
         "term": "dropped-term"}  # fmt: skip


def _changed_on_the_way(left: Quantity, right: Quantity, samples: Samples) -> str:
    """One symbol of the line before was changed: the 2 of exp(−‖x − z‖²/(2σ²)) was lost, or its sign."""
    if isinstance(left, Gradient):
        return ""
    tried = islice((edit for edit in mutations(left.node)), _MOST_CHANGES)
    fitting = (one for one in tried if _fits(right, Quantity(one.after, right.setting), samples))
    return next((_LOST[one.kind] for one in fitting), "")


def _by_a_number(name: str, left: Quantity, right: Quantity) -> str:
    """The lines differ by a given number as a factor: a power of it is wrong, it was lost, or it came in."""
    if name not in right.used:
        return "dropped-factor"
    return "power" if name in left.used else "scale"


def _without_a_term(gradient: Gradient, right: Quantity, samples: Samples) -> bool:
    """Is this the gradient of all terms but one?"""
    parts = terms(gradient.node)
    for skipped in range(len(parts) if len(parts) > 1 else 0):
        rest: Node = Number(0)
        for place, (sign, part) in enumerate(parts):
            if place != skipped:
                rest = Binary("+" if sign > 0 else "-", rest, part)
        if _fits(right, replace(gradient, node=rest), samples):
            return True
    return False


def _fits(left: Quantity, candidate: Quantity, samples: Samples) -> bool:
    try:
        return (
            candidate.shape == left.shape
            and agree(left, candidate, few(samples, 3))
            and agree(left, candidate, samples)
        )
    except (LanguageError, ArithmeticError, TooMuch):
        return False


def _one_sided(right: Quantity, samples: Samples) -> str:
    """Centring the line repairs it: was it centred on one side already, or not at all?"""
    if len(right.shape) != 2:
        return "missing-centring"
    for at in samples.standard[:3]:
        try:
            value = np.asarray(right.measure(at).value)
        except (Undefined, TooMuch):
            continue
        if value.ndim == 0:  # a number has no rows: its data were not centred at all
            return "missing-centring"
        size = max(1e-300, float(np.max(np.abs(value))))
        rows, columns = (float(np.max(np.abs(np.mean(value, axis=axis)))) for axis in (0, -1))
        if min(rows, columns) > 1e-9 * size:
            return "missing-centring"
    return "one-sided-centring"
