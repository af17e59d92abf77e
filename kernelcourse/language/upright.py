"""Products of vectors as one writes them by hand: w @ w is wᵀw, and a @ K @ a is aᵀKa.

A vector of the language is neither a row nor a column, so a line has no ᵀ where a book has one. For reading, and only
for that, every vector that stands on the left of a product becomes a row.
"""

from __future__ import annotations

from collections.abc import Callable

from .dimensions import Shape
from .reading import LanguageError
from .tree import Binary, Node, Transpose, Unary, children, rebuild


def upright(node: Node, shape_of: Callable[[Node], Shape]) -> Node:
    """The tree with its rows transposed; the tree itself where the shapes of its parts do not fit."""
    try:
        shape_of(node)
        return _Upright(shape_of).line(node)
    except LanguageError:
        return node


class _Upright:
    def __init__(self, shape_of: Callable[[Node], Shape]):
        self.shape_of = shape_of

    def is_vector(self, node: Node) -> bool:
        return len(self.shape_of(node)) == 1

    def is_row(self, node: Node) -> bool:
        """wᵀX: a vector times a matrix."""
        return (
            isinstance(node, Binary) and node.op == "@" and self.is_vector(node.left) and self.is_vector(node)
        )

    def line(self, node: Node) -> Node:
        return self.product(node) if isinstance(node, Binary) and node.op == "@" else self.column(node)

    def column(self, node: Node) -> Node:
        if self.is_row(node):
            return Transpose(self.line(node))
        if isinstance(node, Binary) and node.op == "@":
            return self.product(node)
        return rebuild(node, tuple(self.column(below) for below in children(node)))

    def row(self, node: Node) -> Node:
        if self.is_row(node):
            return self.line(node)
        match node:
            case Transpose():
                return Transpose(self.column(node.operand))
            case Unary():  # −wᵀ, and 2 · wᵀ: signs and factors stay in front
                return Unary(node.op, self.row(node.operand))
            case Binary(op="*") if not self.shape_of(node.left):
                return Binary("*", self.column(node.left), self.row(node.right))
        return Transpose(self.column(node))

    def product(self, node: Binary) -> Node:
        left = self.row(node.left) if self.is_vector(node.left) else self.column(node.left)
        right = self.column(node.right)
        if isinstance(left, Unary):  # (−wᵀ)x is −wᵀx
            return Unary(left.op, Binary("@", left.operand, right))
        return Binary("@", left, right)
