"""f(g(a))′ = f′(g(a)) g′(a): a gradient that lacks its inner derivative, or is one of ‖x‖² instead of ‖x‖."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.functions import of_one_number
from kernelcourse.language.tree import Binary, Call, Node, Number, transform

from ..instances.quantities import Gradient, Quantity
from ..instances.samples import Samples
from ..judging.equality import agree

_CLOSE = 1e-9
_FEWEST = 3  # instances that must agree


def slope_mistake(gradient: Gradient, line: Quantity, samples: Samples) -> str:
    """The name of a mistake in differentiating, or nothing."""
    if _lacks_inner(gradient, line, samples):
        return "dropped-factor"
    squared = transform(gradient.node, _squared)
    if squared != gradient.node and gradient.shape == line.shape:
        for times in (1, 2):
            other = replace(gradient, node=Binary("/", squared, Number(times)))
            if agree(other, line, samples):
                return "square-root"
    return ""


def _squared(part: Node) -> Node:
    match part:
        case Call(function="norm", arguments=(_,)):
            return Binary("**", part, Number(2))
    return part


def _lacks_inner(gradient: Gradient, line: Quantity, samples: Samples) -> bool:
    """Would the line be right with the derivative of the innermost argument as one more factor?"""
    inner = _argument(gradient.node)
    if inner is None or gradient.shape or line.shape:
        return False
    met, changed = 0, False
    for at in samples.standard:
        try:
            whole, mine = gradient.measure(at).value, line.measure(at).value
            factor = replace(gradient, node=inner).measure(at).value
        except (Undefined, TooMuch):
            continue
        if not np.isclose(mine * factor, whole, rtol=_CLOSE, atol=0):
            return False
        met, changed = met + 1, changed or not np.isclose(abs(factor), 1)
    return changed and met >= _FEWEST


def _argument(node: Node) -> Node | None:
    match node:
        case Call(function=name, arguments=(inside,)) if of_one_number(name):
            return inside
        case Binary(op="**", left=inside, right=Number()):
            return inside
    return None
