"""The rules of differentiation: what a line changes by, to first order, when one letter moves along a direction.

(fg)′ = f′g + fg′, (A⁻¹)′ = −A⁻¹A′A⁻¹, (log det A)′ = tr(A⁻¹A′), the chain rule with the slopes in the table
of functions. G is the gradient if the change along every H is ⟨G, H⟩, an identity in one letter more.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.functions import Kind, facts
from kernelcourse.language.reading import parse
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
    substitute,
)

from ..instances.quantities import Gradient, Quantity
from ..ranges.matrices import Matrix
from ..ranges.numbers import Scalar
from ..ranges.vectors import Vector
from ..reading.symbols import Setting, plain
from .signs import Sign, Signs

_LINEAR = frozenset({"sum", "mean", "trace", "diag", "vec", "center"})
_BILINEAR = frozenset({"dot", "outer", "kron"})


def by_rules(left: Gradient, right: Quantity) -> tuple[Quantity, Quantity]:
    """Two numbers that are equal for every direction if the one line is the gradient of the other."""
    if left.setting.given[left.wrt].is_complex:
        raise Unsupported("complex directions")
    name, wider = along_which(left.wrt, left.setting)
    change = Derivative(left.wrt, Name(name), wider).of(plain(left.node)) or Number(0)
    claimed = Binary("*", right.node, Name(name))
    return Quantity(change, wider), Quantity(Call("sum", (claimed,)) if left.shape else claimed, wider)


def along_which(letter: str, setting: Setting) -> tuple[str, Setting]:
    """A new letter for a direction in which this one may move."""
    shape = setting.shapes[letter]
    name = setting.fresh("h")
    direction = (Scalar, Vector, Matrix)[len(shape)](shape, shape)
    return name, replace(setting, given={**setting.given, name: direction})


class Derivative:
    """Of lines in one letter, along a direction."""

    def __init__(self, name: str, along: Node, setting: Setting):
        self.name, self.along, self.setting, self.signs = name, along, setting, Signs(setting)

    def of(self, node: Node) -> Node | None:
        """The change; None where the letter does not occur; Unsupported where there may be none."""
        if self.name not in self.setting.depends(node):
            return None
        match node:
            case Name() if node.id in self.setting.define:
                return self.of(self.setting.define[node.id])
            case Name():
                return self.along
            case Unary():
                return Unary(node.op, self.inner(node.operand))
            case Transpose():
                return Transpose(self.inner(node.operand))
            case Index() if not any(self.moves(index) for index in node.indices if index is not None):
                return Index(self.inner(node.operand), node.indices)
            case Binary():
                return self.binary(node)
            case Sum() if not any(self.moves(stop) for _, stop in node.ranges):
                if self.setting.names & {index for index, _ in node.ranges}:
                    raise Unsupported("an index with the name of a letter")
                return Sum(self.inner(node.body), node.ranges)
            case Call():
                return self.call(node)
        raise Unsupported("no rule")

    def inner(self, node: Node) -> Node:
        """The change of what is known to hold the letter."""
        found = self.of(node)
        assert found is not None
        return found

    def moves(self, node: Node) -> bool:
        return self.name in self.setting.depends(node)

    def binary(self, node: Binary) -> Node:
        op, left, right = node.op, node.left, node.right
        first, second = self.of(left), self.of(right)
        if op in ("*", "@"):
            return self.total(first and Binary(op, first, right), second and Binary(op, left, second))
        if op == "**":
            return self.power(node)
        if op == "/":
            over = second and Binary("/", Binary("*", node, second), right)
            return self.total(first and Binary("/", first, right), over and Unary("-", over))
        if first is not None and second is not None:
            return Binary(op, first, second)
        if self.setting.shape(right if first is None else left) != self.setting.shape(node):
            raise Unsupported("a number that is added to every entry")
        return self.total(first, second if op == "+" or second is None else Unary("-", second))

    def power(self, node: Binary) -> Node:
        base, exponent = node.left, node.right
        whole = isinstance(exponent, Number) and isinstance(exponent.value, int) and exponent.value > 0
        if self.moves(exponent):
            raise Unsupported("the letter in an exponent")
        if not whole and self.signs.of(base) not in (Sign.NONZERO, Sign.POSITIVE):
            raise Unsupported("a power of what may be zero")
        less: Node = Binary("-", exponent, Number(1))
        if isinstance(exponent, Number) and isinstance(exponent.value, int):
            less = Number(exponent.value - 1)
        slope = Binary("*", exponent, Binary("**", base, less))
        return Binary("*", slope, self.inner(base))

    def call(self, node: Call) -> Node:
        name, first = node.function, node.arguments[0]
        rest = node.arguments[1:]
        if name in ("conj", "real") and self.signs.real(first):
            return self.inner(first)
        if name in _LINEAR and not any(map(self.moves, rest)):
            return Call(name, (self.inner(first), *rest))
        if name in _BILINEAR:
            changes = [self.of(part) for part in node.arguments]
            return self.total(
                changes[0] and Call(name, (changes[0], rest[0])),
                changes[1] and Call(name, (first, changes[1])),
            )
        if name == "inv":
            return Unary("-", Binary("@", Binary("@", node, self.inner(first)), node))
        if name == "solve":
            return self.inner(Binary("@", Call("inv", (first,)), rest[0]))
        if name == "det" and self.signs.form(first) in (Sign.NONZERO, Sign.POSITIVE):
            return Binary("*", node, Call("trace", (Binary("@", Call("inv", (first,)), self.inner(first)),)))
        if (
            name == "log" and isinstance(first, Call) and first.function == "det"
        ):  # defined: the determinant is not 0
            inside = first.arguments[0]
            return Call("trace", (Binary("@", Call("inv", (inside,)), self.inner(inside)),))
        function = facts(name)
        if function.kind is Kind.NUMBER and function.change:
            slope = substitute(parse(function.change, {"t"}), {"t": first})
            return Binary("*", slope, self.inner(first))
        if name == "vector":
            changes = [self.of(part) for part in node.arguments]
            return Call(name, tuple(change or Number(0) for change in changes))
        raise Unsupported("no rule")

    def total(self, *parts: Node | None) -> Node:
        return reduce(
            lambda left, right: Binary("+", left, right), [part for part in parts if part is not None]
        )
