"""Formulas of inner products alone: two points lie in a plane, so two dimensions show every identity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.validity import Certificate

SCALAR = frozenset(
    "exp log sqrt abs cos sin tan cosh sinh tanh arcsin arccos arctan arctanh sigmoid sinc min max".split()
)

ROUND = ("real", "positive", "ball", "sphere", "nonzero", "integer")  # two points turn into a plane of it


def plane_is_enough(steps: Iterable[Certificate], domain: str, dim: int) -> bool:
    """Whether every formula of a proof can be read in two dimensions."""
    if dim <= 2 or domain not in ROUND:
        return False
    return all(without_coordinates(tree) for s in steps for tree in (s.formula, *_trees(s.data)))


def _trees(value: Any) -> list[Node]:
    if isinstance(value, dict):
        return [t for v in value.values() for t in _trees(v)]
    if isinstance(value, (tuple, list)):
        return [t for v in value for t in _trees(v)]
    return [value] if isinstance(value, Node) else []


def without_coordinates(node: Node) -> bool:
    """Whether x and z occur only in x @ z, x @ x and norm(…) of sums: two dimensions then show every identity."""
    match node:
        case Number():
            return True
        case Name():  # π, or a parameter
            return node.id not in ("x", "z", "d")
        case Unary():
            return without_coordinates(node.operand)
        case Binary(op="@"):
            return _linear(node.left) and _linear(node.right)
        case Binary():
            return without_coordinates(node.left) and without_coordinates(node.right)
        case Call(function="norm"):
            return len(node.arguments) == 1 and _linear(node.arguments[0])
        case Call():
            return node.function in SCALAR and all(map(without_coordinates, node.arguments))
    return False


def entrywise(node: Node) -> bool:
    """Whether x and z stand for numbers here: the same formula, read for vectors, is meant for each coordinate."""
    match node:
        case Number():
            return True
        case Name():
            return node.id != "d"
        case Unary():
            return entrywise(node.operand)
        case Binary():
            return node.op != "@" and entrywise(node.left) and entrywise(node.right)
        case Call():
            count = len(node.arguments) > 1 if node.function in ("min", "max") else len(node.arguments) == 1
            return node.function in SCALAR and count and all(map(entrywise, node.arguments))
    return False


def _linear(node: Node) -> bool:
    match node:
        case Name(id="x") | Name(id="z"):
            return True
        case Unary():
            return _linear(node.operand)
        case Binary(op="+") | Binary(op="-"):
            return _linear(node.left) and _linear(node.right)
        case Binary(op="*"):
            return (_linear(node.right) and without_coordinates(node.left)) or (
                _linear(node.left) and without_coordinates(node.right)
            )
        case Binary(op="/"):
            return _linear(node.left) and without_coordinates(node.right)
    return False
