"""One random point rules out most of many candidates; only what vanishes there is worth a proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kernelcourse.language.modular import Modular, Unlucky
from kernelcourse.language.tower import Field, climb
from kernelcourse.language.tree import Node

from ..instances.quantities import Quantity
from ..reading.symbols import Setting, plain
from .identity import TROUBLE, IdentityTest
from .points import Plan, draw_point, plans


def one_point(nodes: tuple[Node, ...], setting: Setting) -> Field | None:
    """A random point at which other expressions in the same letters can be tried quickly.

    The side conditions hold there if there is a way to meet them; if there is none, no proof can use them.
    """
    for some in (setting, replace(setting, where=())) if setting.where else (setting,):
        for plan in plans(some):
            found = _point(nodes, some, plan)
            if found is not None:
                return found
    return None


def _point(nodes: tuple[Node, ...], setting: Setting, plan: Plan) -> Field | None:
    try:
        test = IdentityTest(Quantity(nodes[0], setting), Quantity(nodes[1], setting))
        whole = next(test.whole_numbers())
        sizes = test.fitting({name: 3 + place for place, name in enumerate(setting.sizes)})

        def letters(field: Modular) -> tuple[dict[str, Any], dict[str, Any]]:
            return draw_point(setting, sizes, whole, plan, field)

        for _ in range(8):
            try:
                return climb(nodes, setting.define, letters, test.complex)
            except Unlucky:
                continue
    except TROUBLE:
        return None
    return None


def vanishes(difference: Node, point: Field) -> bool | None:
    """Is this zero at the point? None if it cannot be computed there."""
    try:
        return not np.any(point.field.residue(point(plain(difference))))
    except (*TROUBLE, Unlucky):
        return None
