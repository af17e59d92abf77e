"""From which size on an identity that holds is an identity for all sizes.

Written out, a line is a sum over indices of products of entries. Permuting the points changes nothing, so a monomial
with k different indices occurs for every n ≥ k or for none: an identity that holds for n = k, the largest number of
indices in a term, holds for every n, provided its coefficients, polynomials in n and 1/n, agree at more sizes than
their degree. A factor n needs a loop without a letter: two ends of ones, of I, of a sum. A place named by its number,
x[0] or x[i + 1], is a point apart; an index i that is used as a number makes the coefficients polynomials in i, which
vanish if they do at more places than their degree. An inverse is a rational series; one that vanishes on all words
shorter than its number of states vanishes (Schützenberger 1961), so an inverse counts with all its letters.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from math import prod

from kernelcourse.language.dimensions import Shape, dimension
from kernelcourse.language.errors import Unsupported
from kernelcourse.language.functions import Kind, facts
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
    children,
    free_names,
)

from ..ranges.numbers import IndexLetter, Integer
from ..reading.symbols import Setting
from .need import Need

_HIGHEST = 12  # a power of something with indices


def enough(left: Node, right: Node, setting: Setting) -> tuple[Counter[str], Counter[str]]:
    """(the least size, how many sizes) for each size; Unsupported if no bound is known (determinants, ranks)."""
    counting = _Counting(setting)
    total = counting.of(left).plus(counting.of(right))
    for divisor, power in total.divisors.items():
        inside = counting.below[divisor]
        for _ in range(power):
            total = total.times(inside)
    conjugates = 2 ** len(counting.roots)  # √f = g in n is f = g², of twice the degree
    count = {
        name: 1 + conjugates * (total.ends[name] // 2 + total.factors[name] + total.divided[name])
        for name in setting.sizes
    }
    marked = Counter(
        name for letter in setting.depends(left, right) for name in counting.running.get(letter, ())
    )
    return total.indices + total.places + marked, Counter(count)


def _axes(shape: Shape) -> Counter[str]:
    return Counter(name for size in shape for name in size.names)


class _Counting:
    """running: the sizes that an index runs along, none for one with a fixed end, which `stops` has."""

    def __init__(self, setting: Setting):
        self.setting = setting
        self.running = {name: Counter(size for one in range_.sizes for size in one.names)
                        for name, range_ in setting.given.items() if isinstance(range_, IndexLetter)}  # fmt: skip
        self.roots: set[Node] = set()  # of what holds sizes
        self.below: dict[Node, Need] = {}  # what stands under a fraction bar
        self.stops = {name: int(range_.ends[1]) + 1 for name, range_ in setting.given.items()
                      if isinstance(range_, Integer)}  # fmt: skip

    def shape(self, node: Node) -> Counter[str]:
        return _axes(self.setting.shape(node))

    def of(self, node: Node) -> Need:
        match node:
            case Number():
                return Need()
            case Name() if node.id in self.setting.define:
                return self.of(self.setting.define[node.id])
            case Name() if node.id in self.setting.sizes:
                return Need(factors=Counter([node.id]))
            case Name() if node.id in self.running:  # an index as a number
                along = self.running[node.id]
                return Need(along, factors=along)
            case Name():
                return Need(_axes(self.setting.shapes.get(node.id, ())))
            case Unary() | Transpose():
                return self.of(node.operand)
            case Index():
                return self.entry(node)
            case Binary(op="+" | "-"):
                return self.of(node.left).plus(self.of(node.right))
            case Binary(op="**"):
                return self.power(node)
            case Binary(op="/"):
                return self.divided(self.of(node.left), node.right)
            case Binary():
                found = self.of(node.left).times(self.of(node.right))
                left, right = self.setting.shape(node.left), self.setting.shape(node.right)
                shared = _axes(left[-1:]) if node.op == "@" else _axes(left) & _axes(right)
                found.indices = found.indices - shared
                return found
            case Sum():
                return self.sum(node)
            case Call():
                return self.call(node)
        raise Unsupported("no bound")

    def entry(self, node: Index) -> Need:
        """x[i], x[i + 2], x[0]: the letter, and the places that are named by their numbers."""
        found = self.of(node.operand)
        for index, size in zip(node.indices, self.setting.shape(node.operand), strict=False):
            if index is not None and size.names:
                found = found.times(Need(places=Counter(dict.fromkeys(size.names, self.named(index)))))
        return found

    def named(self, index: Node) -> int:
        """How many places beside the running index: 0 for i, 2 for i + 2, 1 for 0."""
        size = dimension(index)
        if size is None:
            raise Unsupported("a place that is computed")
        terms = dict(size.terms)
        shift = abs(terms.pop((), 0))
        if not terms:
            return shift + 1
        (names, times), *more = terms.items()
        if more or times != 1 or len(names) != 1:
            raise Unsupported("a place that is computed")
        if names[0] not in self.running and names[0] not in self.stops:
            raise Unsupported("a place that is computed")
        return shift + self.stops.get(names[0], 0)

    def summed(self, node: Call) -> Counter[str]:
        """The sizes of what is added up: mean(X, 0) runs along the rows only."""
        shape = self.setting.shape(node.arguments[0])
        match node.arguments[1:]:
            case (Number(value=int() as axis),) if node.function in ("sum", "mean") and axis < len(shape):
                return _axes(shape[axis : axis + 1])
        return _axes(shape)

    def sum(self, node: Sum) -> Need:
        before = dict(self.running), dict(self.stops)
        total = Need()
        try:
            for name, stop in node.ranges:
                along = self.length(stop)
                self.running[name] = along
                self.stops.pop(name, None)
                if not along:
                    self.stops[name] = self.fixed(stop)
                attached = along and _attached(node.body, name)
                total = total.times(Need(along, along if attached else along + along))
            return self.of(node.body).times(total)
        finally:
            self.running, self.stops = before

    def length(self, stop: Node) -> Counter[str]:
        """The sizes that the length of a range grows with, by degree; it is never shorter than nothing."""
        size = dimension(stop)
        names = self.setting.depends(stop) | free_names(stop)
        grows = {name for name in names if name in self.setting.sizes or self.running.get(name)}
        if not grows:
            return Counter()
        if size is None or not all(count > 0 for _, count in size.terms):
            raise Unsupported("a sum that may run backwards")
        total: Counter[str] = Counter()
        for term, _ in size.terms:
            degree: Counter[str] = Counter()
            for name in term:
                degree += self.running[name] if name in self.running else Counter(
                    [name] if name in self.setting.sizes else [])  # fmt: skip
            total |= degree
        return total

    def fixed(self, stop: Node) -> int:
        """The largest value of a range's end that no size is in."""
        size = dimension(stop)
        if size is None:
            return _HIGHEST
        return sum(
            abs(count) * prod(self.stops.get(name, _HIGHEST) for name in term) for term, count in size.terms
        )

    def divided(self, top: Need, bottom: Node) -> Need:
        inside = self.of(bottom)
        if inside.factors and free_names(bottom) & self.running.keys():
            raise Unsupported("an index under a fraction bar")
        self.below[bottom] = inside.plus(self.below[bottom]) if bottom in self.below else inside
        if inside.indices or inside.divisors or inside.states:
            return top.times(Need(divisors=Counter([bottom])))
        return top.times(Need(divided=inside.factors + inside.ends))

    def power(self, node: Binary) -> Need:
        base, exponent = self.of(node.left), node.right
        inside = exponent.operand if isinstance(exponent, Unary) else exponent
        if self.setting.depends(inside) & frozenset(self.setting.sizes):
            raise Unsupported("a size in an exponent")
        times = inside.value if isinstance(inside, Number) and isinstance(inside.value, int) else 1
        if not isinstance(inside, Number) and (base.indices or base.factors or base.ends):
            times = self.fixed(inside)
        if times > _HIGHEST and (base.indices or base.factors or base.ends):
            raise Unsupported("a high power")
        total = base
        for _ in range(times - 1 if times <= _HIGHEST else 0):
            total = total.times(base)
        if isinstance(exponent, Unary) and exponent.op == "-":
            self.divided(Need(), node.left)
            return Need(divisors=Counter({node.left: times})) if base.indices else Need(divided=total.factors)
        return total

    def call(self, node: Call) -> Need:
        name = node.function
        if name in ("det", "rank", "pinv"):
            raise Unsupported("no bound")
        if name in ("I", "ones", "zeros", "e"):
            axes = self.shape(node)
            once = Counter(dict.fromkeys(axes, 1)) if name == "I" else axes
            places = (
                Counter(dict.fromkeys(axes, self.named(node.arguments[0])))
                if name == "e" and axes
                else Counter()
            )
            return Need(once, Counter() if name == "zeros" else once, places=places)
        if name in ("block", "vector"):  # side by side
            return reduce(Need.plus, map(self.of, node.arguments))
        parts = [self.of(part) for part in node.arguments]
        if name in ("inv", "solve"):
            inverse = Need(parts[0].indices + _letters(node.arguments[0], self.setting), parts[0].ends,
                           parts[0].factors, parts[0].divided, parts[0].divisors, parts[0].places, True)  # fmt: skip
            return inverse.times(parts[1]) if name == "solve" else inverse
        if any(part.factors or part.divided or max(part.ends.values(), default=0) > 1 for part in parts):
            if name in ("sqrt", "norm"):
                self.roots.add(node)
            elif facts(name).kind in (Kind.NUMBER, Kind.WHOLE) or name in ("binom", "max", "min"):
                raise Unsupported("a function of a size")
        found = parts[0]
        for part in parts[1:]:
            found = found.times(part)
        axes = self.summed(node)
        if name in ("sum", "trace", "mean", "dot"):
            found = found.times(Need(ends=Counter(dict.fromkeys(axes, 1)) if name == "trace" else axes))
        if name == "mean":
            found = found.times(Need(divided=axes))
        if name == "center":
            found = found.times(Need(axes, axes + axes, Counter(), axes))
        return found


def _attached(node: Node, index: str) -> bool:
    """Every term of the sum holds an entry at this index: no term counts how long the sum is."""
    match node:
        case Index():
            return any(one is not None and index in free_names(one) for one in node.indices)
        case Binary(op="+" | "-"):
            return _attached(node.left, index) and _attached(node.right, index)
        case Binary(op="*" | "@"):
            return _attached(node.left, index) or _attached(node.right, index)
        case Binary(op="/") | Binary(op="**", right=Number()):
            return _attached(node.left, index)
        case Unary() | Transpose():
            return _attached(node.operand, index)
        case Call(function="norm" | "abs" | "sqrt"):
            return _attached(node.arguments[0], index)
    return False


def _letters(node: Node, setting: Setting) -> Counter[str]:
    """The axes of all leaves, each as often as it is written."""
    if isinstance(node, Name):
        inside = setting.define.get(node.id)
        return _letters(inside, setting) if inside is not None else _axes(setting.shapes.get(node.id, ()))
    if isinstance(node, Call) and node.function in ("I", "ones", "zeros"):
        return Counter(dict.fromkeys(_axes(setting.shape(node)), 1))
    total: Counter[str] = Counter()
    for below in children(node):
        total += _letters(below, setting)
    return total
