"""An expression is a tree: eight kinds of node, each remembering where in the text it came from.

Nodes are frozen values: equal trees are equal (the source span does not count), so they can be put in sets and
dictionaries. Whoever walks a tree needs three functions only: `children`, `rebuild` and `substitute`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]


def _span() -> Span:
    return field(default=(0, 0), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True)
class Number:
    """A literal. Decimal literals are exact: `0.75` is Fraction(3, 4); floats appear only beyond 30 digits."""

    value: int | Fraction | float | complex
    span: Span = _span()


@dataclass(frozen=True)
class Name:
    """A letter, in its ASCII spelling: `α` is Name("alpha"), `λ` is Name("lam"), `w₀` is Name("w0")."""

    id: str
    span: Span = _span()


@dataclass(frozen=True)
class Unary:
    op: str  # "-" or "+"
    operand: Node
    span: Span = _span()


@dataclass(frozen=True)
class Binary:
    op: str  # + - * / @ **
    left: Node
    right: Node
    span: Span = _span()


@dataclass(frozen=True)
class Transpose:
    operand: Node
    span: Span = _span()


@dataclass(frozen=True)
class Index:
    """operand[indices]; an index is a node, or None for a bare colon: K[:, j] has indices (None, Name("j"))."""

    operand: Node
    indices: tuple[Node | None, ...]
    span: Span = _span()


@dataclass(frozen=True)
class Call:
    """function(arguments). The list `[a, b, c]` is Call("vector", (a, b, c))."""

    function: str
    arguments: tuple[Node, ...]
    span: Span = _span()


@dataclass(frozen=True)
class Sum:
    """Σ body over var = 0 … stop − 1 for every (var, stop) in ranges, the first range outermost."""

    body: Node
    ranges: tuple[tuple[str, Node], ...]
    span: Span = _span()


Node: TypeAlias = Number | Name | Unary | Binary | Transpose | Index | Call | Sum


def children(node: Node) -> tuple[Node, ...]:
    """The subtrees directly below this node, from left to right (of a Sum: the stops, then the body)."""
    match node:
        case Unary() | Transpose():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Index():
            return (node.operand, *(index for index in node.indices if index is not None))
        case Call():
            return node.arguments
        case Sum():
            return (*(stop for _, stop in node.ranges), node.body)
    return ()


def rebuild(node: Node, below: tuple[Node, ...]) -> Node:
    """The same node with other children: rebuild(node, children(node)) == node."""
    match node:
        case Unary() | Transpose():
            return replace(node, operand=below[0])
        case Binary():
            return replace(node, left=below[0], right=below[1])
        case Index():
            rest = iter(below[1:])
            kept = tuple(None if index is None else next(rest) for index in node.indices)
            return replace(node, operand=below[0], indices=kept)
        case Call():
            return replace(node, arguments=tuple(below))
        case Sum():
            ranges = tuple((name, stop) for (name, _), stop in zip(node.ranges, below[:-1], strict=True))
            return replace(node, ranges=ranges, body=below[-1])
    return node


def walk(node: Node) -> Iterator[Node]:
    """Every node of the tree, the root first."""
    yield node
    for below in children(node):
        yield from walk(below)


def free_names(node: Node) -> frozenset[str]:
    """The letters an expression depends on; the index of a sum is not one of them."""
    match node:
        case Name():
            return frozenset({node.id})
        case Sum():
            bound: set[str] = set()
            found: set[str] = set()
            for name, stop in node.ranges:
                found |= free_names(stop) - bound
                bound.add(name)
            return frozenset(found | (free_names(node.body) - bound))
    return frozenset().union(*(free_names(below) for below in children(node)))


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """The tree with each free letter in `values` replaced; a sum's own index shadows a letter of the same name."""
    if not values:
        return node
    if isinstance(node, Name):
        return values.get(node.id, node)
    if isinstance(node, Sum):
        inside = dict(values)
        ranges = []
        for name, stop in node.ranges:
            ranges.append((name, substitute(stop, inside)))
            inside.pop(name, None)
        return replace(node, ranges=tuple(ranges), body=substitute(node.body, inside))
    return rebuild(node, tuple(substitute(below, values) for below in children(node)))


def transform(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree rebuilt from the leaves up, `change` applied to every node."""
    return change(rebuild(node, tuple(transform(below, change) for below in children(node))))
