"""How an expression is written, with everything left out that does not count: two texts of one form are the same line.

Does not count: the order of terms and of factors that commute, brackets that associativity removes, the names of
summation indices, numbers taken in or out of a bracket or a sum, 2·x/4 for x/2, (AB)ᵀ for BᵀAᵀ, uᵀMv for vᵀMᵀu, cycled
traces, solve(A, b) for A⁻¹b. Counts: everything that a step of a derivation does. Brackets are not multiplied out,
abbreviations and functions are not replaced by what they stand for, ‖v‖² is not v·v. So every line of an equality
chain has the same *value* as the goal, but only the goal has its *form*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from kernelcourse.language.errors import TooMuch
from kernelcourse.language.shapes import ShapeError
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
    free_names,
    substitute,
)

from .symbols import Setting

_PATIENCE = 5000  # products looked at; a line of the library needs fewer than two hundred


def form(node: Node, setting: Setting, grouped: bool = False) -> str:
    """Equal texts for equal forms; the text itself is for comparing only.

    `grouped`: which two vectors an inner product multiplies counts, (Hx)·(Hz) is then not x·(HᵀHz).
    TooMuch if the text is nested beyond reason.
    """
    return _Writer(setting, grouped).written(node)


@dataclass(frozen=True)
class _Total:
    """Several things that stand in a chain as one: a bracket, a Σ, a product entry by entry; numbers taken out."""

    key: str
    node: Node


_Link = Node | _Total


@dataclass(frozen=True)
class _Product:
    """number · scalar factors (with powers) · arrays multiplied entry by entry, each a chain of matrix products."""

    number: Fraction = Fraction(1)
    scalars: Mapping[str, Fraction] = field(default_factory=dict)
    arrays: tuple[tuple[_Link, ...], ...] = ()

    def times(self, other: _Product) -> _Product:
        scalars = dict(self.scalars)
        for key, power in other.scalars.items():
            scalars[key] = scalars.get(key, Fraction(0)) + power
        kept = {key: power for key, power in scalars.items() if power}
        return _Product(self.number * other.number, kept, self.arrays + other.arrays)


class _Writer:
    def __init__(self, setting: Setting, grouped: bool):
        self.setting, self.grouped = setting, grouped
        self.sums: dict[str, dict[str, Fraction]] = {}  # what a bracket holds, to open it again
        self.visits = 0
        self.depth = 0  # of Σ in Σ: each numbers its indices in its own way

    def written(self, node: Node) -> str:
        return self.joined(self.terms(node))

    def joined(self, terms: Mapping[str, Fraction]) -> str:
        return " + ".join(f"{number}·{key}" for key, number in sorted(terms.items())) or "0"

    def rank(self, node: _Link) -> int:
        """0 for a number, 1 for a vector, 2 for a matrix."""
        try:
            return len(
                self.setting.shape(self.setting.expand(node.node if isinstance(node, _Total) else node))
            )
        except ShapeError:  # a part of a sum, seen without the sum
            return 0

    def terms(self, node: Node) -> dict[str, Fraction]:
        """The summands: what each is, and how often it is there."""
        match node:
            case Unary(op="+"):
                return self.terms(node.operand)
            case Unary():
                return {key: -number for key, number in self.terms(node.operand).items()}
            case Binary(op="+" | "-" as op):
                total = self.terms(node.left)
                for key, number in self.terms(node.right).items():
                    total[key] = total.get(key, Fraction(0)) + (number if op == "+" else -number)
                return {key: number for key, number in total.items() if number}
        product = self.product(node)
        key = self.key(product)
        if key in self.sums:  # a number times a bracket
            return {part: product.number * number for part, number in self.sums[key].items()}
        return {key: product.number} if product.number else {}

    def key(self, product: _Product) -> str:
        parts = [
            key if power == 1 else f"{key}^{power}" for key, power in sorted(product.scalars.items()) if power
        ]
        arrays = sorted(self.chain_key(chain) for chain in product.arrays)
        return "*".join([*parts, *arrays]) or "1"

    def chain_key(self, chain: tuple[_Link, ...]) -> str:
        return "@".join(link.key if isinstance(link, _Total) else self.atom(link) for link in chain)

    def product(self, node: Node) -> _Product:
        self.visits += 1
        if self.visits > _PATIENCE:
            raise TooMuch("this is nested too deeply to be compared with the goal")
        match node:
            case Number(value=int() | Fraction() as value):
                return _Product(Fraction(value))
            case Unary():
                inside = self.product(node.operand)
                return replace(inside, number=-inside.number) if node.op == "-" else inside
            case Binary(op="+" | "-"):
                return self.bracket(node)
            case Binary(op="*"):
                return self.product(node.left).times(self.product(node.right))
            case Binary(op="/"):
                return self.product(node.left).times(self.power(self.product(node.right), Fraction(-1)))
            case Binary(op="**", right=Number(value=int() | Fraction() as value)):
                return self.power(self.product(node.left), Fraction(value))
            case Binary(op="@"):
                return self.matrix_product(node.left, node.right)
            case Call(function="dot", arguments=(left, right)) if self.rank(left) == 1:
                return self.matrix_product(left, right)
            case Call(function="solve", arguments=(matrix, right)):
                return self.matrix_product(Call("inv", (matrix,)), right)
            case Call(function="trace", arguments=(inside,)):
                return self.trace(inside)
            case Sum():
                return self.sum(node)
            case Transpose() if (turned := self.turned(node.operand)) != node:
                return self.product(turned)
        return self.alone(node)

    def alone(self, node: Node) -> _Product:
        if self.rank(node):
            return _Product(arrays=((node,),))
        return _Product(scalars={self.atom(node): Fraction(1)})

    def bracket(self, node: Node) -> _Product:
        terms = self.terms(node)
        if len(terms) < 2:  # terms that were one, or cancelled
            key, number = next(iter(terms.items()), ("1", Fraction(0)))
            return _Product(number, {key: Fraction(1)} if key != "1" else {})
        values = list(terms.values())
        common = Fraction(
            math.gcd(*(v.numerator for v in values)), math.lcm(*(v.denominator for v in values))
        )
        if (sum(values), terms[min(terms)]) < (0, 0):
            common = -common
        inside = {key: number / common for key, number in terms.items()}
        key = f"({self.joined(inside)})"
        self.sums[key] = inside
        if self.rank(node):
            return _Product(common, arrays=((_Total(key, node),),))
        return _Product(common, {key: Fraction(1)})

    def power(self, base: _Product, power: Fraction) -> _Product:
        if base.arrays:  # entry by entry
            inside = Name(f"{{{self.key(replace(base, number=Fraction(1)))}}}^{power}")
            return _Product(self.raised(base.number, power), {}, ((inside,),))
        if power.denominator != 1:
            key = f"{{{base.number}·{self.key(base)}}}^{power}"
            return _Product(scalars={key: Fraction(1)})
        return _Product(
            self.raised(base.number, power), {key: one * power for key, one in base.scalars.items()}
        )

    def raised(self, number: Fraction, power: Fraction) -> Fraction:
        if power.denominator != 1 or abs(power) > 64 or (number == 0 and power < 0):
            return Fraction(1)
        return number**power.numerator

    def matrix_product(self, left: Node, right: Node) -> _Product:
        ranks = self.rank(left), self.rank(right)
        first, second = self.product(left), self.product(right)
        one, two = self.chain(first, left), self.chain(second, right)
        bare = replace(first, arrays=()).times(replace(second, arrays=()))
        if ranks == (2, 2) or ranks == (2, 1):
            return replace(bare, arrays=((*one, *two),))
        if ranks == (1, 2):  # u @ M = Mᵀ @ u
            return replace(bare, arrays=((*self.reversed(two), *one),))
        if self.grouped:
            pair = sorted((self.chain_key(one), self.chain_key(two)))
            return bare.times(_Product(scalars={f"<{pair[0]},{pair[1]}>": Fraction(1)}))
        chains = ((*self.reversed(one[:-1], one[-1]), *two), (*self.reversed(two[:-1], two[-1]), *one))
        return bare.times(_Product(scalars={min(map(self.chain_key, chains)): Fraction(1)}))

    def chain(self, product: _Product, node: Node) -> tuple[_Link, ...]:
        if len(product.arrays) == 1:
            return product.arrays[0]
        return (_Total("{" + self.key(_Product(arrays=product.arrays)) + "}", node),)

    def reversed(self, chain: tuple[_Link, ...], *first: _Link) -> tuple[_Link, ...]:
        """The transposed matrices of a chain in the opposite order, behind a vector if there is one."""
        return (*first, *(self.turned_link(link) for link in chain[::-1]))

    def turned_link(self, link: _Link) -> _Link:
        if isinstance(link, _Total):
            node = self.turned(link.node)
            return self.chain(self.product(node), node)[0]
        return self.turned(link)

    def turned(self, node: Node) -> Node:
        """The transpose, written as far inside as it goes."""
        match node:
            case Transpose(operand=inside):
                return inside
            case Unary():
                return replace(node, operand=self.turned(node.operand))
            case Binary(op="@") if self.rank(node.left) == self.rank(node.right) == 2:
                return Binary("@", self.turned(node.right), self.turned(node.left))
            case Binary(op="+" | "-" | "*" | "/"):
                return replace(node, left=self.turned(node.left), right=self.turned(node.right))
            case Call(function="inv", arguments=(inside,)):
                return Call("inv", (self.turned(inside),))
            case Call(function="outer", arguments=(a, b)):
                return Call("outer", (b, a))
            case Call(function="I" | "diag"):
                return node
            case Name() if node.id in self.setting.given and self.setting.given[node.id].symmetric:
                return node
        return Transpose(node) if self.rank(node) == 2 else node

    def trace(self, inside: Node) -> _Product:
        found = self.product(inside)
        chain = self.chain(found, inside)
        turns = [chain[place:] + chain[:place] for place in range(len(chain))]
        turns += [self.reversed(turn) for turn in turns]
        key = f"trace({min(map(self.chain_key, turns))})"
        return replace(found, arrays=()).times(_Product(scalars={key: Fraction(1)}))

    def sum(self, node: Sum) -> _Product:
        """Σ, its indices numbered; numbers and letters that do not depend on an index stand before it."""
        names = [name for name, _ in node.ranges]
        free = all(not free_names(stop) & set(names) for _, stop in node.ranges)
        orders = list(permutations(node.ranges)) if free and len(names) <= 3 else [node.ranges]
        mark, self.depth = f"#{self.depth}.", self.depth + 1
        found = []
        for order in orders:
            new = {name: Name(f"{mark}{place}") for place, (name, _) in enumerate(order)}
            stops = ",".join(self.written(substitute(stop, new)) for _, stop in order)
            body = self.product(substitute(node.body, new))
            inner = {key: power for key, power in body.scalars.items() if mark in key}
            outer = {key: power for key, power in body.scalars.items() if mark not in key}
            key = f"sum[{stops}]({self.key(_Product(Fraction(1), inner, body.arrays))})"
            found.append(
                (key.replace(mark, mark.replace("#", "%")), body.number, outer)
            )  # bound from here on
        self.depth -= 1
        key, number, before = min(found, key=lambda entry: entry[0])
        if self.rank(node):
            return _Product(number, before, ((_Total(key, node),),))
        return _Product(number, before).times(_Product(scalars={key: Fraction(1)}))

    def atom(self, node: Node) -> str:
        """What cannot be taken apart."""
        match node:
            case Name():
                return node.id
            case Number():
                return str(node.value)
            case Transpose():
                return f"{self.written(node.operand)}ᵀ"
            case Index():
                places = ",".join(":" if part is None else self.written(part) for part in node.indices)
                return f"{self.written(node.operand)}[{places}]"
            case Call():
                return f"{node.function}({','.join(self.written(part) for part in node.arguments)})"
            case Binary(op="**"):
                return f"{{{self.written(node.left)}}}^{{{self.written(node.right)}}}"
        return self.written(node)
