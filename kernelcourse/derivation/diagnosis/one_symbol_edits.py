"""All ways to change one symbol of an expression: a sign, a factor, a transpose, a term, an index, a power.

The tests apply them to every right line, which must then be wrong; the diagnosis applies them to a wrong line, and
the edit that makes it right is the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from kernelcourse.language.tree import (
    Binary,
    Call,
    Index,
    Name,
    Node,
    Number,
    Sum,
    Transpose,
    Unary,
    children,
    rebuild,
)


@dataclass(frozen=True)
class Edit:
    """kind: sign · factor · transpose · term · index · power; `part` was changed, `after` is the new whole."""

    kind: str
    part: Node
    after: Node


def places(node: Node, rule: Callable[[Node, tuple[str, ...]], Iterator[tuple[str, Node]]]) -> Iterator[Edit]:
    """Apply a local rule at every place; the rule sees the node and the summation indices in scope."""
    yield from _places(node, rule, ())


def _places(
    node: Node, rule: Callable[[Node, tuple[str, ...]], Iterator[tuple[str, Node]]], scope: tuple[str, ...]
) -> Iterator[Edit]:
    for kind, changed in rule(node, scope):
        yield Edit(kind, node, changed)
    below = children(node)
    inner = scope + tuple(name for name, _ in node.ranges) if isinstance(node, Sum) else scope
    for place, child in enumerate(below):
        for edit in _places(child, rule, inner):
            yield replace(edit, after=rebuild(node, (*below[:place], edit.after, *below[place + 1 :])))


def edits(node: Node) -> Iterator[Edit]:
    """Every one-symbol edit."""
    yield from places(node, _local)
    yield Edit("factor", node, Binary("*", Number(2), node))
    yield Edit("factor", node, Binary("/", node, Number(2)))


def _local(node: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
    match node:
        case Binary(op="+" | "-" as op, left=left, right=right):
            yield "sign", replace(node, op="-" if op == "+" else "+")
            yield "term", left
            yield "term", right if op == "+" else Unary("-", right)
            yield "sign", Binary("-" if op == "-" else "+", Unary("-", left), right)
            for half in (2, Fraction(1, 2)):
                yield "factor", replace(node, right=Binary("*", Number(half), right))
                yield "factor", replace(node, left=Binary("*", Number(half), left))
        case Unary(op="-", operand=inside):
            yield "sign", inside
        case Binary(op="**", left=base, right=Number(value=int() as power)):
            yield "power", replace(node, right=Number(power + 1))
            yield "power", base if power == 2 else replace(node, right=Number(power - 1))
        case Number(value=int() as value) if value > 1:
            yield "factor", Number(2 * value)
            yield "factor", Number(value // 2 if value % 2 == 0 else value + 1)
        case Transpose(operand=inside):
            yield "transpose", inside
        case Index(indices=(Name() as first, Name() as second)) if first != second:
            yield "index", replace(node, indices=(second, first))
    if isinstance(node, Index):
        for place, index in enumerate(node.indices):
            if isinstance(index, Name) and index.id in scope:
                for other in scope:
                    if other != index.id:
                        changed = (*node.indices[:place], Name(other), *node.indices[place + 1 :])
                        yield "index", replace(node, indices=changed)
    if isinstance(node, Name) and node.id[:1].isupper():
        yield "transpose", Transpose(node)


def mutations(node: Node) -> Iterator[Edit]:
    """The edits of a right line that ought to make it wrong, each new expression once."""
    seen = {node}
    for edit in edits(node):
        if edit.after not in seen:
            seen.add(edit.after)
            yield edit


def terms(node: Node, sign: int = 1) -> list[tuple[int, Node]]:
    """The summands of an expression with their signs, as written."""
    match node:
        case Binary(op="+" | "-" as op):
            return terms(node.left, sign) + terms(node.right, sign if op == "+" else -sign)
        case Unary():
            return terms(node.operand, sign if node.op == "+" else -sign)
    return [(sign, node)]


def without_number(node: Node) -> Node:
    """A term without its numerical factor: 2 * y @ K @ α → y @ K @ α."""
    match node:
        case Binary(op="*", left=Number(), right=rest):
            return without_number(rest)
        case Binary(op="*" | "/", left=rest, right=Number()):
            return without_number(rest)
        case Binary(op="@" | "*" as op, left=left, right=right):
            bare = without_number(left)
            return Binary(op, bare, right) if not isinstance(bare, Number) else node
    return node


def scaled(factor: Fraction | int, node: Node) -> Node:
    """factor · node with one number in front: 2 · (3w) is 6w, and 1 · w is w; an outer sign does not count."""
    match node:
        case Unary(operand=inside):
            return scaled(factor, inside)
        case Number(value=int() | Fraction() as value):
            product = Fraction(factor) * value
            return Number(int(product) if product.denominator == 1 else product)
        case Binary(op="*" | "@" | "/" as op, left=left, right=right) if _leads(left):
            first = scaled(factor, left)
            return right if op == "*" and first == Number(1) else Binary(op, first, right)
    if factor == 1:
        return node
    return Binary("*", scaled(factor, Number(1)), node)


def _leads(node: Node) -> bool:
    """Does a number stand at the left end of this product?"""
    match node:
        case Binary(op="*" | "@" | "/", left=left) | Unary(operand=left):
            return _leads(left)
    return isinstance(node, Number) and isinstance(node.value, int | Fraction)


__all__ = ["Call", "Edit", "edits", "mutations", "places", "scaled", "terms", "without_number"]
