"""Where a line has no gradient: |a| at 0, ‖w − b‖ at b, max(0, 1 − a) at 1. There its slopes to both sides differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any, TypeAlias

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Binary, Call, Index, Node, Number, Sum, children, substitute

from ..instances.instance import Instance
from ..instances.met import meets
from ..instances.moves import between_zeros
from ..instances.quantities import Quantity, decimals
from ..instances.samples import Samples
from ..outcome import Outcome, conditions_of, needs_more, witness
from ..proving.obligation import Obligation
from .sweeps import between, flat_at_zero, zeros

_STEP = Fraction(1, 10**20)
_JUMP = Decimal(10) ** -6
_ROUNDING = Decimal(10) ** -50
_SECONDS = 0.15  # of computing, for one line
_MOST = 80
_TRIED = 3  # instances from which a letter is moved to where a node is zero
_TIMES = (0, Fraction(1, 2), 2, 10, -10)
_TERMS = 2  # of a sum, along each index


_Bent: TypeAlias = tuple[Instance, tuple[Node, ...]]  # a point, and what is known to be zero there


@dataclass(frozen=True)
class Corner:
    """A point without a gradient, and what is zero there."""

    at: Instance
    zero: tuple[Obligation, ...]


def judge_corners(found: Outcome, source: Quantity, name: str, samples: Samples) -> Outcome:
    """A right gradient is only one where there is a gradient: the condition and the corner are added."""
    samples = samples.only(source.used | {name})
    bent = corner(source, name, samples) if found.accepted else None
    if bent is None:
        return found
    needed = conditions_of(bent.zero, "elsewhere the line has a corner, and no gradient")
    shown = witness(source.setting, bent.at, (source.node,), {"the gradient": None})
    return replace(found, why=needs_more(needed), conditions=needed, witness=shown, kind="undefined")


def corner(source: Quantity, name: str, samples: Samples) -> Corner | None:
    """A point where this number has no gradient in the letter, or None if none was found."""
    setting = source.setting
    bends = list(dict.fromkeys(node for node in _bends(source) if name in setting.depends(node)))
    bends = [node for node in bends if not all(_vanishes(node, source, at) for at in samples.standard[:3])]
    if not bends or not setting.given[name].solid:
        return None
    limit = Limit(_SECONDS)
    moved = (
        (there, ())
        for at, node in ((at, node) for at in samples.standard[:2] for node in bends)
        if not setting.shape(node)
        for there, zero in between_zeros(node, setting, at)
        if zero and meets(setting, there)
    )
    irrational = (  # known to 150 digits: the node itself is not 0 there
        (there, (node,)) for node in bends for there in _zeros(node, name, samples) if meets(setting, there)
    )
    special = ((at, ()) for at in samples.corners(source.used))
    for at, known in islice(chain[_Bent](moved, irrational, special), _MOST):
        if limit.over():
            break
        zero = [node for node in bends if node in known or _vanishes(node, source, at)]
        if zero and _broken(source, name, at):
            return Corner(at, tuple(Obligation("nonzero", node, setting) for node in zero))
    return None


def _zeros(node: Node, name: str, samples: Samples) -> Iterator[Instance]:
    """Where it is zero along a number; of other letters on the way to a multiple of it, and to another letter."""
    setting = samples.setting
    rank = len(setting.shape(node))
    for whole in (node, *(inside for part, inside in flat_at_zero(node) if part == node)):
        inside = Index(whole, (Number(0),) * rank) if rank else whole
        for at in samples.standard[:_TRIED]:
            if at.exact is None:
                continue
            yield from zeros(inside, setting, at, name)
            here = at.exact[name]
            alike = (one for one in at.exact.values() if one is not here and np.shape(one) == np.shape(here))
            for end in (*(times * here for times in _TIMES), *alike) if np.ndim(here) else ():
                found = between(inside, setting, at, at.with_value(name, end), name)
                if found is not None:
                    yield found


def _bends(source: Quantity) -> Iterator[Node]:
    """What must not be zero for the functions with a corner to have a slope."""
    setting = source.setting
    trees = [source.node, *(tree for key, tree in setting.define.items() if key in source.used)]
    for part in (part for tree in trees for part in _terms(tree)):
        match part:
            case Call(function="abs" | "sign" | "sqrt", arguments=(inside,)):
                yield inside
            case Call(function="max" | "min", arguments=(left, right)):
                yield right if left == Number(0) else Binary("-", left, right)
            case Call(function="max" | "min", arguments=(inside,)) if len(setting.shape(inside)) == 1:
                first, second = (Index(inside, (Number(place),)) for place in (0, 1))
                yield Binary("-", first, second)  # two entries are the largest
            case Call(function="norm", arguments=(inside, *_)):
                yield inside if len(part.arguments) > 1 else part


def _terms(tree: Node) -> Iterator[Node]:
    """Its parts; those of a sum for its first indices: |x₁ − m| has a corner of its own."""
    if not isinstance(tree, Sum):
        yield tree
        for below in children(tree):
            yield from _terms(below)
        return
    for places in product(map(Number, range(_TERMS)), repeat=len(tree.ranges)):
        indices = dict(zip((index for index, _ in tree.ranges), places, strict=True))
        yield from _terms(substitute(tree.body, indices))


def _vanishes(node: Node, source: Quantity, at: Instance) -> bool:
    try:
        return bool(np.any(np.equal(Quantity(node, source.setting).exactly(at), 0)))
    except NO_VALUE:
        return False


def _broken(source: Quantity, name: str, at: Instance) -> bool:
    """f(w + h) + f(w − h) − 2 f(w) falls with h² where there is a gradient, with h at a corner; at a jump f(w + h)
    stays away from f(w), however small h is: c‖w‖² with c = 10⁴⁸ only seems to."""
    assert at.exact is not None
    here = at.exact[name]
    for along in _directions(here):
        try:
            with precision():
                far, near = (_bend(source, name, at, here, step * along) for step in (_STEP, _STEP / 100))
                if 200 * near >= far and near > _ROUNDING:
                    return True
                far, near = (_leap(source, name, at, here, step * along) for step in (_STEP, _STEP / 100))
                if 2 * near >= far and near > _JUMP:
                    return True
        except NO_VALUE:
            continue
    return False


def _leap(source: Quantity, name: str, at: Instance, here: Any, step: Any) -> Decimal:
    """|f(w + h) − f(w)|, relative to f(w) where that is large."""
    middle, above = (
        Decimal(decimals(source.exactly(at.with_value(name, here + by)))) for by in (0 * step, step)
    )
    return abs(above - middle) / max(abs(middle), Decimal(1))


def _bend(source: Quantity, name: str, at: Instance, here: Any, step: Any) -> Decimal:
    """|f(w + h) + f(w − h) − 2 f(w)|, relative to f(w) where that is large."""
    points = (at.with_value(name, here + side * step) for side in (-1, 0, 1))
    below, middle, above = (Decimal(decimals(source.exactly(point))) for point in points)
    return abs(above + below - 2 * middle) / max(abs(middle), Decimal(1))


def _directions(value: Any) -> Iterator[Any]:
    if not np.ndim(value):
        yield 1
        return
    yield np.full(np.shape(value), Fraction(1), dtype=object)
    for place in range(min(3, np.size(value))):
        unit = np.full(np.size(value), Fraction(0), dtype=object)
        unit[place] = Fraction(1)
        yield unit.reshape(np.shape(value))
