"""The form of a formula, whatever its spelling: multiplied out, or one product."""

from __future__ import annotations

from collections.abc import Collection

from kernelcourse.homework.padding import words
from kernelcourse.language.tree import Binary, Call, Node, Number, Unary, children
from kernelcourse.language.writing import show

LINEAR = (
    "sum",
    "mean",
    "trace",
    "diag",
    "center",
    "outer",
    "kron",
    "dot",
    "norm",
)  # what a factor passes through


def multiplied_out(node: Node, of: Collection[str]) -> bool:
    """No sum in which one of these words occurs is a factor, squared, or under a norm.

    α @ (K @ K + λ*K) @ α - 2*y @ K @ α + y @ y is multiplied out in y; under exp, log and the like a sum is at home.
    """
    return _out(node, frozenset(of), False)


def _out(node: Node, of: frozenset[str], factor: bool) -> bool:
    match node:
        case Binary(op="+" | "-"):
            if factor and of & words(show(node, ascii_only=True)):
                return False
            return all(_out(below, of, factor) for below in children(node))
        case Binary(op="/", left=left, right=right):
            return _out(left, of, factor) and _out(right, of, False)
        case Binary(op="*", left=left, right=right) if isinstance(left, Number) or isinstance(right, Number):
            return _out(left, of, factor) and _out(right, of, factor)
        case Binary():
            return all(_out(below, of, True) for below in children(node))
        case Call(function=name):
            return all(_out(below, of, name in LINEAR) for below in children(node))
    return all(_out(below, of, factor) for below in children(node))


def one_product(node: Node) -> bool:
    """The last thing that is done is a multiplication, not a sum."""
    while isinstance(node, Unary):
        node = node.operand
    if isinstance(node, Binary) and node.op == "/":
        return one_product(node.left)
    if isinstance(node, Binary) and node.op == "*" and isinstance(node.left, Number):
        return one_product(node.right)
    return isinstance(node, Binary) and node.op in "*@**"
