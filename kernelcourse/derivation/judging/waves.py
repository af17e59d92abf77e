"""Far out sin t and cos t take all their values while all else stands still: log t · sin t passes every bound.

An angle that runs through a whole turn while its letter grows by a part in 10⁴⁰ may be taken as any angle; what else
the letter stands in, sums that do not cancel, powers and logarithms, does not notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from kernelcourse.language.tree import (
    Binary,
    Call,
    Name,
    Node,
    Number,
    free_names,
    substitute,
    transform,
    walk,
)

TURN = 7  # more than 2π
_PHASES = tuple(  # (cos, sin) of angles all around, exactly
    (Fraction(first), Fraction(second))
    for first, second in (
        (1, 0), (0, 1), (-1, 0), (0, -1), (Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5)),
        (Fraction(-3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(-3, 5)),
    )
)  # fmt: skip
_BOUNDED = tuple(Fraction(one) for one in ("1", "-1", "0.3", "-0.6"))
_MOST = 3  # waves that are set one by one


def waves(nodes: tuple[Node, ...], name: str) -> list[Call]:
    """The sines and cosines in which the letter stands, each once, none inside another."""
    return list(dict.fromkeys(one for node in nodes for one in _outer(node, name)))


def _outer(node: Node, name: str) -> Iterator[Call]:
    for part in walk(node):
        if isinstance(part, Call) and part.function in ("sin", "cos") and name in free_names(part):
            yield part


def in_step(nodes: tuple[Node, ...], name: str) -> Iterator[tuple[tuple[Node, ...], Node | None]]:
    """The expressions with all waves of one common angle set at once, and that angle; as they are if there is none."""
    found = waves(nodes, name)
    angles = {one.arguments[0] for one in found}
    if not found:
        yield nodes, None
    if len(angles) != 1 or waves(tuple(angles), name):
        return
    for cosine, sine in _PHASES:
        values = {one: cosine if one.function == "cos" else sine for one in found}
        yield tuple(_set(node, values) for node in nodes), found[0].arguments[0]


def out_of_step(node: Node, name: str) -> Iterator[Node]:
    """The expression with its waves set one by one to any values they might have; as it is if there is none."""
    found = waves((node,), name)
    if any(waves(one.arguments, name) for one in found) or len(found) > _MOST:
        return
    for values in product(_BOUNDED, repeat=len(found)):
        yield _set(node, dict(zip(found, values, strict=True)))


def _set(node: Node, values: dict[Call, Fraction]) -> Node:
    def change(part: Node) -> Node:
        return Number(values[part]) if isinstance(part, Call) and part in values else part

    return transform(node, change)


def swept(angle: Node, name: str) -> Node:
    """By how much the angle grows while its letter does by a part in 10⁴⁰."""
    more = Binary("*", Name(name), Number(1 + Fraction(1, 10**40)))
    return Binary("-", substitute(angle, {name: more}), angle)
