"""What went wrong in a claim that is no equality: an implication, an inequality, a minimiser, a shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Name, Node, Number, Transpose
from kernelcourse.language.writing import show

from ..instances.instance import Instance
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..judging.equations import judge_equation
from ..judging.inequalities import judge_inequality
from ..judging.minimise import judge_minimiser
from ..judging.searched_solutions import sampled_solutions
from ..judging.solutions import Equation, affine_solutions
from ..lines.expressions import EqualityLine, GradientLine
from ..lines.line import Line
from ..lines.relations import MinimiserLine
from ..reading.symbols import Setting
from ..steps import State, Step
from .difference import has_data
from .one_symbol_edits import edits
from .repairs import gram_repairs, repairs

CENTRING = ("missing-centring", "one-sided-centring")
_MOST = 400  # repairs tried on one line
_EFFORT = 200_000  # nodes visited while trying them

_Rule = Callable[[Node, Setting], Iterator[tuple[str, Node]]]


def few(samples: Samples, count: int) -> Samples:
    """The same samples, but only the first `count` instances, a singular one among them."""
    small = object.__new__(Samples)
    small.__dict__ = dict(samples.__dict__)
    first = samples.standard[:6]
    small.standard = [first[place] for place in (1, 2, 3, 0, 5)[:count] if place < len(first)]
    return small


def proposals(quantity: Quantity, samples: Samples, each: int = 3) -> Iterator[tuple[str, Node]]:
    """The repairs of an expression, fewer of them if it is long to compute (`each` evaluations a repair)."""
    node, setting = quantity.node, quantity.setting
    cost = 1
    for at in samples.standard[:1]:
        try:
            cost = max(1, quantity.measure(at).visits)
        except (Undefined, TooMuch):
            cost = 1000
    most = min(_MOST, _EFFORT // (cost * each))
    seen = {node}
    for name, proposal in repairs(node, setting):
        if proposal not in seen and len(seen) <= most:
            seen.add(proposal)
            yield name, proposal


def shape_mistake(line: Line, state: State, samples: Samples) -> str:
    """A line whose shapes do not fit: would a transpose, or X Xᵀ for Xᵀ X, make it right?"""
    if not isinstance(line, (EqualityLine, GradientLine)):
        return ""
    setting = state.setting
    try:
        node = setting.read(line.text)
    except LanguageError:
        return ""
    proposals = [
        *_quiet(gram_repairs, node, setting),
        *(("transpose", e.after) for e in edits(node) if e.kind == "transpose"),
    ]
    for name, proposal in proposals[:80]:
        if isinstance(proposal, Transpose):
            continue
        try:
            setting.shape(proposal)
            if replace(line, text=show(proposal)).take(state, few(samples, 3)).outcome.accepted:
                return name
        except LanguageError:
            continue
    return ""


def _quiet(rule: _Rule, node: Node, setting: Setting) -> list[tuple[str, Node]]:
    try:
        return list(rule(node, setting))
    except ShapeError:
        return []


def equation_mistake(step: Step, samples: Samples) -> str:
    outcome = step.outcome
    this = step.state.equation
    if this is None or step.left is None:
        return ""
    previous = Equation(step.left.node, Number(0), this.setting, this.unknown)
    if outcome.relation in ("implied by", "implies") and step.claim in ("iff", "implies", "implied by"):
        regular = [at for at in samples.standard if at.profile.rank == "full"]
        full = few(samples, 0)
        full.standard = [at for at in regular if _invertible(step, at)][:4]
        if full.standard and judge_equation(previous, this, step.claim, full, quick=True).accepted:
            return "cancelled-singular"
        return "wrong-direction"
    small = few(samples, 2)
    if not _solvable(previous, small):
        return ""
    data = has_data(this.setting, step.left.node, this.residual)
    for side in ("left", "right"):
        for name, node in proposals(Quantity(getattr(this, side), this.setting), small, 200):
            if name in CENTRING and not data:
                continue
            try:
                changed = replace(this, left=node) if side == "left" else replace(this, right=node)
                if changed.setting.shape(node) != this.setting.shape(getattr(this, side)):
                    continue
                if judge_equation(previous, changed, step.claim, small, quick=True).accepted:
                    return "scale" if name in ("factor-two", "missing-half") and side == "left" else name
            except (ShapeError, Undefined, TooMuch):
                continue
    return ""


def _solvable(equation: Equation, samples: Samples) -> bool:
    """A solution is found at one of these instances; without any, no repair of the next line can follow from it."""
    rng = np.random.default_rng([samples.seed, 5])
    for at in samples.standard:
        try:
            space = affine_solutions(equation, at, exact=False)
            found = sampled_solutions(equation, at, 1, rng) if space is None else not space.empty
        except (Undefined, TooMuch):
            continue
        if found:
            return True
    return False


def _invertible(step: Step, at: Instance) -> bool:
    """No square letter of the line is singular here."""
    assert step.right is not None
    setting = step.right.setting
    for name, sides in setting.shapes.items():
        if len(sides) == 2 and sides[0] == sides[1]:
            try:
                value = Quantity(Name(name), setting).measure(at).value
            except (Undefined, TooMuch):
                return False
            if np.linalg.matrix_rank(value) < len(value):
                return False
    return True


def inequality_mistake(step: Step, samples: Samples) -> str:
    assert step.left is not None and step.right is not None
    sign = step.claim
    for other, name in (
        (sign + "=" if len(sign) == 1 else "", "strictness"),
        (_flip(sign), "reversed-inequality"),
    ):
        if other and judge_inequality(step.left, other, step.right, few(samples, 5), ("", "")).accepted:
            return name
    return ""


def _flip(sign: str) -> str:
    return sign.replace("<", "#").replace(">", "<").replace("#", ">")


def minimiser_mistake(line: MinimiserLine, state: State, step: Step, samples: Samples) -> str:
    objective = step.state.objective
    if objective is None or step.right is None:
        return ""
    free = Quantity(objective.node, step.right.setting)
    sign = line.direction
    small = few(samples, 2)
    small.standard = [*small.standard, *samples.standard[4:5]]
    for count, (name, node) in enumerate(proposals(step.right, small, 100)):
        if count > 60:
            break
        try:
            candidate = Quantity(node, step.right.setting)
            if candidate.shape != step.right.shape:
                continue
            if judge_minimiser(free, line.letters[0], candidate, small, sign, quick=True).accepted:
                return name
        except (ShapeError, Undefined, TooMuch):
            continue
    return "not-a-minimiser"
