"""Products as one writes them by hand: w @ w is wᵀw, a @ K @ a is aᵀKa, 2 * w is 2w, and y * f is y ∘ f.

A vector of the language is neither a row nor a column, so a line has no ᵀ where a book has one. For reading, and only
for that, every vector that stands on the left of a product becomes a row; a factor that is a number stands before the
other one without a sign, as factors of @ do, and a product entry by entry gets its own sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from .dimensions import Dimension, Shape
from .letters import letter
from .reading import LanguageError
from .tree import Binary, Call, Index, Name, Node, Number, Transpose, Unary, children, rebuild

ENTRYWISE = "∘"
_ONES = Call("ones", ())  # of a size that is not told


def upright(node: Node, shape_of: Callable[[Node], Shape]) -> Node:
    """The tree with its rows transposed; where the shapes of its parts do not fit, only the parts."""
    try:
        shape_of(node)
        return _Upright(shape_of).line(node)
    except LanguageError:
        return rebuild(node, tuple(upright(below, shape_of) for below in children(node)))


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
        if isinstance(node, Binary) and node.op == "*":
            return self.multiple(node, self.column(node.right))
        if mean := self.mean(node):
            A, count = mean
            return Binary("/", Binary("@", A, _ONES), count)
        return rebuild(node, tuple(self.column(below) for below in children(node)))

    def multiple(self, node: Binary, right: Node) -> Node:
        """c · v, or v ∘ w where neither is a number."""
        left = self.column(node.left)
        if self.shape_of(node.left) and self.shape_of(node.right):
            return _entrywise(left, right)
        return beside(left, right)

    def mean(self, node: Node) -> tuple[Node, Name] | None:
        """mean(X, 0) as Xᵀ1/n, where n is a name: the matrix in front of the ones, and n."""
        match node:
            case Call(function="mean", arguments=(A, Number(value=0 | 1 as axis))):
                shape = self.shape_of(A)
                for name in shape[1 if axis else 0].names if len(shape) == 2 else ():
                    if shape[1 if axis else 0] == Dimension.name(name):
                        return (self.column(A) if axis else Transpose(self.column(A))), Name(name)
        return None

    def row(self, node: Node) -> Node:
        if self.is_row(node):
            return self.line(node)
        if mean := self.mean(node):
            A, count = mean
            turned = A.operand if isinstance(A, Transpose) else Transpose(A)
            return Binary("/", Binary("@", Transpose(_ONES), turned), count)
        match node:
            case Transpose():
                return Transpose(self.column(node.operand))
            case Unary():  # −wᵀ, and 2 · wᵀ: signs and factors stay in front
                return Unary(node.op, self.row(node.operand))
            case Binary(op="*") if not self.shape_of(node.left):
                return self.multiple(node, self.row(node.right))
        return Transpose(self.column(node))

    def product(self, node: Binary) -> Node:
        left = self.row(node.left) if self.is_vector(node.left) else self.column(node.left)
        right = self.column(node.right)
        if isinstance(left, Unary):  # (−wᵀ)x is −wᵀx
            return Unary(left.op, Binary("@", left.operand, right))
        return Binary("@", left, right)


def _entrywise(left: Node, right: Node) -> Node:
    if isinstance(left, Unary):
        return Unary(left.op, _entrywise(left.operand, right))
    return Binary(ENTRYWISE, left, right)


def beside(left: Node, right: Node) -> Node:
    """2w for 2 * w; a sign stays where a digit or a word comes next: 2 · 3, size · n."""
    if isinstance(left, Unary):
        return Unary(left.op, beside(left.operand, right))
    if _is_product(right) and not _is_product(left):
        return Binary(right.op, beside(left, right.left), right.right)
    if _begins_with_digit(right) or _is_word(left) or _is_word(right):
        return Binary("*", left, right)
    return Binary("@", left, right)


def _is_product(node: Node) -> TypeGuard[Binary]:
    return isinstance(node, Binary) and node.op in ("@", "*")


def _is_word(node: Node) -> bool:
    return isinstance(node, Name) and len(letter(node.id.rstrip("0123456789")).partition("_")[0]) > 1


def _begins_with_digit(node: Node) -> bool:
    match node:
        case Number():
            return node.value != 1j
        case Binary(op="*" | "@" | "/" | "**"):
            return _begins_with_digit(node.left)
        case Transpose() | Index():
            return _begins_with_digit(node.operand)
        case Call():
            return node.function in ("ones", "zeros", "factorial")
    return False
