"""The tree as a book prints it: entries counted from 1, a sum with its own limits.

The tree counts from 0 and shifts: Σ over l from −N to N is stored with l + (−N) for l = 0 … 2N. For reading, and only
for that, the shift is undone. A summation index that only stands below letters runs from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .tree import Binary, Call, Index, Name, Node, Number, Sum, children, rebuild


@dataclass(frozen=True)
class Limits:
    """Σ_{name=lower}^{upper}."""

    name: str
    lower: Node
    upper: Node


@dataclass(frozen=True)
class Printed:
    """A sum with its limits, outermost first, ready to be printed."""

    body: Node
    limits: tuple[Limits, ...]


def limits(node: Sum) -> Printed:
    """The limits of a sum as they were meant, and its body with the shifts undone."""
    body, found = node.body, []
    for name, stop in node.ranges:
        match stop:
            case Binary(op="-", left=end, right=lower) if _only_as(body, Binary("+", Name(name), lower)):
                body = _replaced(body, Binary("+", Name(name), lower), Name(name))
                found.append(Limits(name, lower, _less_one(end)))
                continue
        one_more = Binary("+", Name(name), Number(1))
        if _below_only(body, name):
            found.append(Limits(name, Number(1), stop))
        elif _only_as(_without_places(body, name), one_more):
            body = _replaced(body, one_more, Name(name))
            found.append(Limits(name, Number(1), stop))
        else:
            body = _counted(body, name)
            found.append(Limits(name, Number(0), _less_one(stop)))
    return Printed(body, tuple(found))


def numbered(node: Node, functions: Mapping[str, tuple[tuple[str, ...], Node]]) -> Node:
    """A function of places only, such as μ(c) = the mean of cluster c, as a letter with an index: μ_c."""
    if isinstance(node, Call) and node.function in functions:
        letters, body = functions[node.function]
        if all(_below_only(body, name) for name in letters):
            node = Index(Name(node.function), node.arguments)
    return rebuild(node, tuple(numbered(below, functions) for below in children(node)))


def place(node: Node) -> Node:
    """A number below a letter, counted from 1."""
    return Number(node.value + 1) if isinstance(node, Number) and isinstance(node.value, int) else node


def _less_one(end: Node) -> Node:
    match end:
        case Binary(op="+", left=inside, right=Number(value=1)):
            return inside
        case Number(value=int() as value):
            return Number(value - 1)
        case Binary(op="-", left=Number(value=int() as value), right=inside):
            return Binary("-", Number(value - 1), inside)
    return Binary("-", end, Number(1))


def _occurs(node: Node, name: str) -> bool:
    return node == Name(name) or any(_occurs(below, name) for below in children(node))


def _only_as(node: Node, shifted: Node) -> bool:
    """Does the index of `shifted` stand nowhere but in this shifted form?"""
    assert isinstance(shifted, Binary) and isinstance(shifted.left, Name)
    return not _occurs(_replaced(node, shifted, Number(0)), shifted.left.id) and node != _replaced(
        node, shifted, Number(0)
    )


def _replaced(node: Node, part: Node, by: Node) -> Node:
    if node == part:
        return by
    return rebuild(node, tuple(_replaced(below, part, by) for below in children(node)))


def _without_places(node: Node, name: str) -> Node:
    """The tree with a bare index below letters taken away."""
    if isinstance(node, Index):
        kept = tuple(Number(0) if part == Name(name) else part for part in node.indices)
        node = Index(node.operand, kept)
    return rebuild(node, tuple(_without_places(below, name) for below in children(node)))


def _below_only(node: Node, name: str) -> bool:
    return not _occurs(_without_places(node, name), name)


def _counted(node: Node, name: str) -> Node:
    """An index that runs from 0 and also stands below a letter: there it is one more."""
    if isinstance(node, Index):
        one_more = Binary("+", Name(name), Number(1))
        node = Index(node.operand, tuple(one_more if part == Name(name) else part for part in node.indices))
        return node
    return rebuild(node, tuple(_counted(below, name) for below in children(node)))
