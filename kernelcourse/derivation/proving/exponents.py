"""A whole exponent that cannot be negative: N − 1 for N ≥ 1, n − 1 − i for i < n; else a power of 0 has no value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, prod

from kernelcourse.language.dimensions import Dimension, dimension
from kernelcourse.language.tree import Binary, Name, Node, Number, Transpose, Unary, children

from ..ranges.numbers import IndexLetter, Integer
from ..reading.symbols import Setting

Sums = Mapping[str, Node]  # the index of each sum around, and where it stops


def whole(node: Node, setting: Setting) -> bool:
    """Made of whole numbers, sizes and the indices of sums by + − ×."""
    match node:
        case Number():
            return isinstance(node.value, int)
        case Name():
            range_ = setting.given.get(node.id)
            return node.id not in setting.define and (
                range_ is None or isinstance(range_, (Integer, IndexLetter))
            )
    if isinstance(node, Transpose) or getattr(node, "op", "") == "/":
        return False
    return all(whole(below, setting) for below in children(node))


def fixed(node: Node) -> Fraction | None:
    """The value of 1/2, −2/3: of an exponent made of fractions only."""
    match node:
        case Number(value=int() | Fraction() as value):
            return Fraction(value)
        case Unary(op="-", operand=inside):
            found = fixed(inside)
            return None if found is None else -found
        case Binary(op="/", left=left, right=right):
            above, below = fixed(left), fixed(right)
            return above / below if above is not None and below else None
    return None


def never_negative(node: Node, setting: Setting, sums: Sums) -> bool:
    """Is this exponent at least 0 whatever its letters are?"""
    size = dimension(node)
    if size is None:
        return False
    for name in reversed(tuple(sums)):  # the innermost first: its end may hold the others
        size = _without_index(size, name, sums[name])
        if size is None:
            return False
    least = 0.0
    for names, count in size.terms:
        ends = [_ends(name, setting) for name in names]
        if any(low < 0 for low, _ in ends) and len(ends) > 1:
            return False
        least += count * prod(low if count > 0 else high for low, high in ends)
    return least >= 0


def _without_index(size: Dimension, name: str, stop: Node) -> Dimension | None:
    """The least value of the expression as the index runs from 0 to its end."""
    found = dict(size.terms)
    if any(name in names and names != (name,) for names in found):
        return None
    count = found.pop((name,), 0)
    rest = Dimension.of(found)
    if count >= 0:
        return rest
    last = dimension(stop)
    return None if last is None else rest + Dimension.number(count) * (last + Dimension.number(-1))


def _ends(name: str, setting: Setting) -> tuple[float, float]:
    range_ = setting.given.get(name)
    if range_ is not None and range_.bounds is not None:
        return float(range_.bounds[0]), float(range_.bounds[1])
    if name in setting.sizes:
        return 1.0, inf
    return (0.0, inf) if isinstance(range_, IndexLetter) else (-inf, inf)
