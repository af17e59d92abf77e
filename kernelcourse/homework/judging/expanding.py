"""The formula multiplied out: every product, index and transpose stands with each term of a sum by itself.

(diag(y) + K)[i] @ v - K[i] @ v has no part that is a unit vector, diag(y)[i] @ v + K[i] @ v - K[i] @ v has one, and two
terms that vanish together. So what a line contains is looked up in its multiplied-out form too: no bracket hides it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING

from kernelcourse.homework.judging.padding import looked_at, vanish
from kernelcourse.homework.judging.spelling import rank
from kernelcourse.language.tree import (
    Binary,
    Call,
    Index,
    Node,
    Sum,
    Transpose,
    Unary,
    children,
    rebuild,
    walk,
)

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

Signed = tuple[int, Node]
OVER_ENTRIES = ("sum", "mean", "trace", "diag", "vec", "center")  # of a sum it is the sum of theirs
BILINEAR = ("dot", "outer", "kron")
_MOST = 200  # terms of a formula; what has more stays as it is
_LONGEST = 4_000  # parts of all its terms
_TRIED = 10  # terms of an equation, tried in all combinations


def expanded(node: Node) -> list[Signed]:
    """The terms of the formula multiplied out, each with its sign; the formula itself if there would be too many."""
    found = list(islice(_spread(node), _MOST + 1))
    long = sum(1 for _, one in found for _ in islice(walk(one), _LONGEST)) > _LONGEST
    return [(1, node)] if long or len(found) > _MOST else found


def _spread(node: Node) -> Iterator[Signed]:
    match node:
        case Binary(op="+" | "-" as op, left=left, right=right):
            yield from _spread(left)
            yield from ((sign if op == "+" else -sign, one) for sign, one in _spread(right))
        case Unary(op=op, operand=inside):
            yield from ((-sign if op == "-" else sign, one) for sign, one in _spread(inside))
        case Binary(op="*" | "@" as op, left=left, right=right):
            for sign, one in _spread(left):
                yield from (
                    (sign * other_sign, Binary(op, one, other)) for other_sign, other in _spread(right)
                )
        case Binary(op="/", left=left, right=right):
            divisor = _inside(right)
            yield from ((sign, Binary("/", one, divisor)) for sign, one in _spread(left))
        case Transpose(operand=inside):
            yield from ((sign, Transpose(one)) for sign, one in _spread(inside))
        case Index(operand=inside, indices=indices):
            yield from ((sign, Index(one, indices)) for sign, one in _spread(inside))
        case Call(function=name, arguments=(inside, *rest)) if name in OVER_ENTRIES:
            yield from ((sign, Call(name, (one, *rest))) for sign, one in _spread(inside))
        case Call(function=name, arguments=(left, right)) if name in BILINEAR:
            for sign, one in _spread(left):
                yield from (
                    (sign * other_sign, Call(name, (one, other))) for other_sign, other in _spread(right)
                )
        case Sum(body=body, ranges=ranges):
            yield from ((sign, Sum(one, ranges)) for sign, one in _spread(body))
        case _:
            yield 1, _inside(node)


def _inside(node: Node) -> Node:
    """What is no sum itself, with the sums in it multiplied out."""
    return rebuild(node, tuple(together(expanded(below)) for below in children(node)))


def together(terms: list[Signed]) -> Node:
    """The terms added up."""
    (sign, first), *rest = terms
    total = first if sign > 0 else Unary("-", first)
    for sign, term in rest:
        total = Binary("+" if sign > 0 else "-", total, term)
    return total


def nothing_cancels(sides: tuple[Node, ...], setting: Setting) -> bool:
    """No terms of a formula, or of an equation brought to one side, vanish together: mu == mu - G has moved nothing."""
    total = sides[0] if len(sides) == 1 else Binary("-", sides[0], sides[1])
    looked = looked_at(total, setting)
    if looked is None:
        return True
    values = [
        [sign * part for part in value]
        for sign, one in expanded(total)
        if (value := looked.of(one)) and not all(vanish([part]) for part in value)
    ]
    most = len(values) - 1 if len(values) <= _TRIED else 2
    return not any(
        all(map(vanish, zip(*chosen, strict=True)))
        for count in range(2, most + 1)
        for chosen in combinations(values, count)
    )


def factors(node: Node, setting: Setting) -> Iterator[Node]:
    """a @ (2 * K) @ b / 3 has the factors a, 2, K and b; a product entry by entry is one factor, not two."""

    def split(part: Node) -> Iterator[Node]:
        match part:
            case Binary(op="@", left=left, right=right):
                yield from (*split(left), *split(right))
            case Binary(op="*", left=left, right=right) if 0 in (
                rank(left, node, setting),
                rank(right, node, setting),
            ):
                yield from (*split(left), *split(right))
            case Binary(op="/", left=inside) | Unary(operand=inside) | Transpose(operand=inside):
                yield from split(inside)
            case _:
                yield part

    return split(node)


def factors_and_divisors(node: Node, divides: bool = False) -> Iterator[tuple[bool, Node]]:
    """a * b / (c * d) has the factors a and b, and c and d, which divide."""
    match node:
        case Binary(op="*" | "@" | "/" as op, left=left, right=right):
            yield from factors_and_divisors(left, divides)
            yield from factors_and_divisors(right, divides != (op == "/"))
        case Unary(operand=inside) | Transpose(operand=inside):
            yield from factors_and_divisors(inside, divides)
        case _:
            yield divides, node
