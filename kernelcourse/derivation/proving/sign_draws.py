"""How many draws it takes to see a wrong sign: the signs of |a|, max(0, b), √c² are drawn at random, each by itself.

A function of signs that is not zero is a polynomial in them, no sign twice in a term; if no term has more than d signs,
it is not zero for at least one choice of signs in 2ᵈ. So ‖a‖‖b‖‖c‖ takes more draws than |a| + |b| + |c|.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from kernelcourse.language.errors import LanguageError
from kernelcourse.language.functions import facts
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Sum, Transpose, Unary, children

from ..reading.symbols import Setting, plain

BITS = 60  # a wrong sign stays unseen with probability 2⁻⁶⁰
MOST = 7  # signs in a term: beyond, it takes too many draws
_SUMS = frozenset(
    {"sum", "mean", "trace", "diag", "vec", "center", "vector", "block", "conj", "real", "imag"}
)
_PRODUCTS = frozenset({"dot", "outer", "kron"})


def draws_for(degree: int) -> int:
    """So many draws that one of them shows what at least one choice of signs in 2ᵈ shows."""
    return math.ceil(BITS * math.log(2) / -math.log1p(-(0.5**degree))) if degree else 2


def draws_at(sizes: Mapping[str, int], setting: Setting, nodes: Iterable[Node]) -> int:
    """How often these sizes are drawn, for all of the expressions."""
    degree = SignDegree(setting, sizes)
    return draws_for(max(1, *map(degree.of, nodes)))


class SignDegree:
    """Of an expression at given sizes: the most signs that a term has."""

    def __init__(self, setting: Setting, sizes: Mapping[str, int]):
        self.setting, self.sizes = setting, sizes

    def of(self, node: Node) -> int:
        return min(self.degree(plain(node)), self.count(plain(node)))

    def degree(self, node: Node) -> int:
        match node:
            case Number():
                return 0
            case Name():
                return self.of(self.setting.define[node.id]) if node.id in self.setting.define else 0
            case Unary() | Transpose():
                return self.of(node.operand)
            case Binary(op="+" | "-"):
                return max(self.of(node.left), self.of(node.right))
            case Binary(op="*" | "@"):
                return self.of(node.left) + self.of(node.right)
            case Binary(op="/"):
                return self.of(node.left) + self.count(node.right)
            case Binary(op="**", right=Number(value=int() as power)) if power > 0:
                return power * self.of(node.left)
            case Sum():
                return self.of(node.body)
            case (
                Call(function="abs" | "sign", arguments=(inside,))
                | Call(function="norm", arguments=(inside, _))
            ):
                return 1 + self.of(inside)
            case Call(function="sqrt", arguments=(inside,)) if not self.count(inside):
                return 1  # of each entry, its own
            case Call(function="max" | "min", arguments=(_, _, *_)):
                return len(node.arguments) - 1 + max(map(self.of, node.arguments))
            case Call() if node.function in _SUMS:
                return max(map(self.of, node.arguments), default=0)
            case Call() if node.function in _PRODUCTS:
                return sum(map(self.of, node.arguments))
        return self.count(node)

    def count(self, node: Node) -> int:
        """How many signs there are: on so many it depends, however it does."""
        return sum(self.signs(plain(node), 1).values())

    def signs(self, node: Node, times: int) -> dict[Node, int]:
        found: dict[Node, int] = {}
        if isinstance(node, Sum):
            for _, stop in node.ranges:
                times *= self.long(stop)
        if isinstance(node, Name) and node.id in self.setting.define:
            return self.signs(plain(self.setting.define[node.id]), times)
        own = self.own(node)
        if own:
            found[node] = own * times
        for below in children(node):
            for one, weight in self.signs(below, times).items():
                found[one] = max(found.get(one, 0), weight)
        return found

    def own(self, node: Node) -> int:
        """The signs that this function itself has: one for each entry; of a length, one."""
        match node:
            case Binary(op="**", right=Number(value=int())):
                return 0
            case Binary(op="**"):
                return self.entries(node.left)
            case Call(function="norm", arguments=(_,)):
                return 1
            case Call() if facts(node.function).compares or facts(node.function).signed:
                return max(1, len(node.arguments) - 1) * max(map(self.entries, node.arguments), default=1)
        return 0

    def entries(self, node: Node) -> int:
        try:
            return math.prod(size.size(self.sizes) for size in self.setting.shape(node))
        except (ShapeError, LanguageError, KeyError):  # below a sum, where its index has no shape
            return self.largest()

    def long(self, stop: Node) -> int:
        match stop:
            case Number(value=int() as value):
                return max(value, 1)
            case Name(id=name) if name in self.sizes:
                return self.sizes[name]
        return self.largest()

    def largest(self) -> int:
        return max(self.sizes.values(), default=1) ** 2
