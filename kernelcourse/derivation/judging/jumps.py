"""sign(a² − 2) is 0 at √2, which no fraction is: there both lines are looked at with 0 in place of the sign."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcourse.language.tree import Call, Node, Number, transform, walk

from ..instances.comparison import Comparison, compare
from ..instances.quantities import Gradient, Quantity
from ..instances.samples import Samples
from .sweeps import flat_at_zero, zeros

_MOST = 4  # places where a sign jumps


def at_a_jump(left: Quantity, right: Quantity, samples: Samples) -> Comparison | None:
    """A place where the two lines differ because a sign is 0 there, exactly."""
    if isinstance(left, Gradient) or not samples.standard:
        return None
    setting = right.setting
    at = samples.standard[0]
    for jump in dict.fromkeys(_jumps(left.node, right.node)):
        if at.exact is None or setting.shape(jump):
            continue
        sides = [Quantity(_at_zero(side.node, jump), setting) for side in (left, right)]
        for inside in _inside(jump.arguments[0]):
            letters = setting.depends(inside) & setting.given.keys() - set(at.sizes)
            places = (there for name in sorted(letters) for there in zeros(inside, setting, at, name))
            for there in [one for _, one in zip(range(_MOST), places, strict=False)]:
                found = compare(sides[0], sides[1], there, thorough=False)
                if found.outcome == "different":
                    return found
    return None


def _at_zero(node: Node, jump: Node) -> Node:
    return transform(node, lambda part: Number(0) if part == jump else part)


def _jumps(*nodes: Node) -> Iterator[Call]:
    for node in nodes:
        for part in walk(node):
            if isinstance(part, Call) and part.function == "sign":
                yield part


def _inside(node: Node) -> Iterator[Node]:
    """What changes its sign where this is 0: of |f| and f², f."""
    yield node
    yield from (inside for part, inside in flat_at_zero(node) if part == node)
