"""Expressions at e to the power 10³⁰, and at e to such a power: log log log t passes 4 nowhere nearer.

Sums, products, quotients, powers, roots, logarithms and exponentials of one letter, as long as nothing cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE, TooMuch
from kernelcourse.language.towers import (
    Huge,
    Tower,
    compared,
    exp,
    log,
    minus,
    plus,
    power,
    said,
    size,
    times,
)
from kernelcourse.language.tree import Binary, Call, Name, Node, Unary, free_names

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..ranges.range import sizes_of
from ..reading.symbols import Setting, plain
from .far_out import sides, without_bounds

_HALF = Decimal("0.5")
_POWERS = (17, 18, 20, 24, 30, 40, 60, 100, 300, 1000, 10**5, 10**9, 10**13)
_STOREYS = 3
_FEW = ((1, 30), (1, 1000), (1, 10**9), (2, 30), (2, 10**9), (3, 30))  # on the way to a limit


def towering(node: Node, setting: Setting, at: Instance, name: str, value: Huge) -> Huge:
    """Its value where the letter has this one; one of NO_VALUE is raised where digits would be lost."""

    def constant(part: Node) -> Decimal:
        found: Any = decimals(Quantity(part, setting).exactly(at))
        return Decimal(found.item() if isinstance(found, np.ndarray) else found)

    hidden = setting.depends(node) & setting.define.keys()
    if any(name in setting.depends(setting.define[one]) for one in hidden):
        raise TooMuch("hidden in an abbreviation")
    with without_bounds():
        return climbed(plain(node), name, value, constant)


def climbed(node: Node, name: str, value: Huge, constant: Callable[[Node], Decimal]) -> Huge:
    """The same, with what does not hold the letter computed by `constant`."""

    def climb(part: Node) -> Huge:
        if name not in free_names(part):
            return constant(part)
        match part:
            case Name():
                return value
            case Unary(op="-"):
                return minus(climb(part.operand))
            case Binary(op="+"):
                return plus(climb(part.left), climb(part.right))
            case Binary(op="-"):
                return plus(climb(part.left), minus(climb(part.right)))
            case Binary(op="*"):
                return times(climb(part.left), climb(part.right))
            case Binary(op="/"):
                return times(climb(part.left), power(climb(part.right), Decimal(-1)))
            case Binary(op="**"):
                return power(climb(part.left), climb(part.right))
            case Call(function="log"):
                return log(climb(part.arguments[0]))
            case Call(function="exp"):
                return exp(climb(part.arguments[0]))
            case Call(function="sqrt"):
                return power(climb(part.arguments[0]), _HALF)
            case Call(function="abs"):
                return size(climb(part.arguments[0]))
        raise TooMuch("not computed so far out")

    return climb(node)


def free_sizes(setting: Setting, *nodes: Node) -> Iterator[str]:
    """Sizes that stand in these expressions as numbers only, and that no letter ties to others."""
    used = setting.depends(*nodes)
    held = sizes_of(one for name, one in setting.given.items() if name in used or one.ties_sizes)
    yield from (one for one in setting.sizes if one in used and one not in held and one not in setting.given)


def first_towering(low: Node, high: Node, setting: Setting, at: Instance) -> dict[str, Any] | None:
    """Letters, and `low` and `high` after them, where low > high at such a number; None if there is no such."""
    letters = setting.depends(low, high) & setting.given.keys()
    ways = [(one, side) for one in sorted(letters - at.sizes.keys()) for side in sides(setting.given[one])]
    for name, side in [*((one, 1) for one in free_sizes(setting, low, high)), *ways]:
        for value in _ladder(side):
            try:
                small, large = (towering(one, setting, at, name, value) for one in (low, high))
                with without_bounds():
                    if compared(small, large) <= 0:
                        continue
            except NO_VALUE:
                break
            others = {one: at.exact[one] for one in sorted(letters - {name})} if at.exact is not None else {}
            return {name: said(value), **others, "low": said(small), "high": said(large)}
    return None


def last_errors(
    moving: Node, goal: Decimal, setting: Setting, at: Instance, name: str, side: int
) -> list[float]:
    """|moving − goal| at a few such numbers; nothing where digits would be lost."""
    found: list[float] = []
    for storeys, digits in _FEW:
        try:
            value = towering(moving, setting, at, name, _number(storeys, digits, side))
            with without_bounds():
                if isinstance(value, Decimal):
                    gap = abs(value - goal)
                    found.append(float(min(gap, Decimal(10) ** 300)) if gap else 0.0)
                else:
                    found.append(float(abs(goal)) if compared(value.log, Decimal(0)) < 0 else 1e300)
        except NO_VALUE:
            return []
    return found


def _ladder(side: int) -> Iterator[Huge]:
    for storeys in range(1, _STOREYS + 1):
        yield from (_number(storeys, digits, side) for digits in _POWERS)


def _number(storeys: int, digits: int, side: int) -> Huge:
    """e to the e … to the 10^digits, or one divided by it."""
    top: Huge = Decimal((0, (1,), digits))
    for _ in range(storeys - 1):
        top = Tower(1, top)
    return Tower(1, top if side > 0 else minus(top))
