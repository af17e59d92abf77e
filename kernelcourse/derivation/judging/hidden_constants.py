"""A constant that no number of digits shows beside the others: √(x·x + e^(−10⁶)) is ‖x‖ at every instance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import facts
from kernelcourse.language.tree import Binary, Call, Node, Number, free_names, walk

from ..instances.quantities import Quantity

_SEEN = 120  # e⁻¹²⁰ is seen beside 1


def hidden_constants(quantities: Iterable[Quantity]) -> bool:
    """Is there an exponential without letters whose exponent is so large?"""
    for quantity in quantities:
        define = quantity.setting.define
        trees = [quantity.node, *(define[name] for name in quantity.used & define.keys())]
        if any(_steep(one) for tree in trees for one in _exponents(tree)):
            return True
    return False


def _exponents(tree: Node) -> Iterator[Node]:
    for part in walk(tree):
        if free_names(part) - {"pi"}:
            continue
        match part:
            case Call(function=name, arguments=(inside,)) if facts(name).exponential:
                yield inside
            case Binary(op="**", right=power) if not isinstance(power, Number):
                yield power


def _steep(exponent: Node) -> bool:
    try:
        value = Evaluator({"pi": math.pi}, {}, Floats())(exponent)
    except NO_VALUE:
        return True
    return bool(np.max(np.abs(value), initial=0.0) > _SEEN)
