"""The gradient as an expression: what the change of a line is the inner product of, with the direction.

⟨a, MH⟩ = ⟨Mᵀa, H⟩: from the outside in, each step is taken over to the other side.
"""

from __future__ import annotations

from collections import Counter

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Sum, Transpose, Unary, substitute

from ..reading.symbols import Setting
from .products import symmetric
from .signs import Signs


def gradient(change: Node, name: str, setting: Setting) -> Node:
    """G with change = ⟨G, H⟩, if H is the letter with this name; Unsupported where no step is known."""
    if not setting.shapes[name]:
        return substitute(change, {name: Number(1)})
    terms = Counter(_Reverse(name, setting).of(change))
    total: Node | None = None
    for term, count in terms.items():
        part = term if count == 1 else Binary("*", Number(count), term)
        total = part if total is None else Binary("+", total, part)
    if total is None:
        raise Unsupported("no change")
    return total


class _Reverse:
    def __init__(self, name: str, setting: Setting):
        self.name, self.setting, self.signs = name, setting, Signs(setting)

    def moves(self, node: Node) -> bool:
        return self.name in self.setting.depends(node)

    def of(self, node: Node) -> list[Node]:
        """The terms of the gradient of a number that is linear in the direction."""
        match node:
            case Unary(op=op):
                return [Unary(op, term) for term in self.of(node.operand)]
            case Binary(op="+" | "-" as op, left=left, right=right):
                first = self.of(left) if self.moves(left) else []
                second = self.of(right) if self.moves(right) else []
                return [*first, *((Unary("-", term) for term in second) if op == "-" else second)]
            case Binary(op="*" | "/" as op, left=left, right=right) if not self.setting.shape(node):
                inside, factor = (left, right) if self.moves(left) else (right, left)
                return [Binary(op, term, factor) for term in self.of(inside)]
            case Binary(op="@", left=left, right=right) | Call(function="dot", arguments=(left, right)):
                inside, other = (left, right) if self.moves(left) else (right, left)
                return self.taken_over(self.plain(inside), self.plain(other))
            case Call(function="sum", arguments=(Binary(op="*", left=left, right=right),)):
                inside, other = (left, right) if self.moves(left) else (right, left)
                if self.setting.shape(inside) == self.setting.shape(other):
                    return self.taken_over(inside, other)
            case Sum():
                return [Sum(term, node.ranges) for term in self.of(node.body)]
        raise Unsupported("no step")

    def plain(self, node: Node) -> Node:
        """Without a bar over what is real."""
        bar = isinstance(node, Call) and node.function == "conj" and self.signs.real(node)
        return node.arguments[0] if bar and isinstance(node, Call) else node

    def turned(self, node: Node) -> Node:
        return node if symmetric(node, self.setting) else Transpose(node)

    def taken_over(self, node: Node, other: Node) -> list[Node]:
        """The terms of G with ⟨other, node⟩ = ⟨G, H⟩."""
        match node:
            case Name(id=name) if name == self.name:
                return [other]
            case Unary(op=op):
                return self.taken_over(node.operand, Unary(op, other))
            case Transpose():
                return self.taken_over(node.operand, Transpose(other))
            case Binary(op="+" | "-" as op, left=left, right=right):
                if op == "-":
                    right = Unary("-", right)
                return [
                    term
                    for side in (left, right)
                    if self.moves(side)
                    for term in self.taken_over(side, other)
                ]
            case Binary(op="*" | "/" as op, left=left, right=right):
                inside, factor = (left, right) if self.moves(left) else (right, left)
                if self.moves(factor):
                    raise Unsupported("not linear")
                return self.taken_over(inside, Binary(op, other, factor))
            case Binary(op="@", left=left, right=right) if not self.moves(left) and self.setting.shape(node):
                return self.taken_over(right, Binary("@", self.turned(left), other))
            case Binary(op="@", left=left, right=right) if not self.moves(right) and self.setting.shape(node):
                return self.taken_over(left, Binary("@", other, Transpose(right)) if len(self.setting.shape(left)) == 2
                                       else Binary("@", right, other))  # fmt: skip
        raise Unsupported("no step")
