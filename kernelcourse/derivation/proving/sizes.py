"""From which size on an identity that holds is an identity for all sizes.

Written out, a line is a sum over indices of products of entries. Permuting the points changes nothing, so a monomial
with k different indices occurs for every n ≥ k or for none: an identity that holds for n = k, the largest number of
indices in a term, holds for every n, provided its coefficients, polynomials in n and 1/n, agree at more sizes than
their degree. A factor n needs a loop without a letter: two ends of ones, of I, of a sum. An inverse is a rational
series; one that vanishes on all words shorter than its number of states vanishes (Schützenberger 1961), so an inverse
counts with all its letters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kernelcourse.language.dimensions import Shape, dimension
from kernelcourse.language.exact import Unsupported
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
)

from ..symbols import Setting

_FUNCTIONS = frozenset(
    "factorial binom abs sign max min exp log cos sin tan cosh sinh tanh arcsin arccos arctan sigmoid norm".split()
)


@dataclass
class Need:
    """Per size: indices of a term, loose ends, factors n and 1/n; and the divisors that have indices."""

    indices: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    factors: Counter[str] = field(default_factory=Counter)
    divided: Counter[str] = field(default_factory=Counter)
    divisors: Counter[Node] = field(default_factory=Counter)
    states: bool = False  # an inverse: terms add up their states instead of sharing them

    def times(self, other: Need) -> Need:
        return Need(self.indices + other.indices, self.ends + other.ends, self.factors + other.factors,
                    self.divided + other.divided, self.divisors + other.divisors,
                    self.states or other.states)  # fmt: skip

    def plus(self, other: Need) -> Need:
        inverse = self.states or other.states
        indices = self.indices + other.indices if inverse else self.indices | other.indices
        return Need(indices, self.ends | other.ends, self.factors | other.factors, self.divided | other.divided,
                    self.divisors | other.divisors, inverse)  # fmt: skip


def enough(left: Node, right: Node, setting: Setting) -> tuple[Counter[str], Counter[str]]:
    """(the least size, how many sizes) for each size; Unsupported if no bound is known (determinants, ranks)."""
    counting = _Counting(setting)
    total = counting.of(left).plus(counting.of(right))
    for divisor, power in total.divisors.items():
        inside = counting.of(divisor)
        for _ in range(power):
            total = total.times(inside)
    count = {
        name: 1 + total.ends[name] // 2 + total.factors[name] + total.divided[name] for name in setting.sizes
    }
    return total.indices, Counter(count)


def _axes(shape: Shape) -> Counter[str]:
    return Counter(name for size in shape for name in size.names)


class _Counting:
    def __init__(self, setting: Setting):
        self.setting = setting

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
            case Name():
                return Need(_axes(self.setting.shapes.get(node.id, ())))
            case Unary() | Transpose() | Index():
                return self.of(node.operand)
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
                if not all(self.counts(stop) for _, stop in node.ranges):
                    raise Unsupported("a sum that may run backwards")
                sizes = [dimension(stop) for _, stop in node.ranges]
                names = Counter(name for size in sizes if size is not None for name in size.names)
                return self.of(node.body).times(Need(names, names + names))
            case Call():
                return self.call(node)
        raise Unsupported("no bound")

    def counts(self, stop: Node) -> bool:
        """A range that is never shorter than nothing: n, n + 1, or without a size."""
        if not self.setting.depends(stop) & frozenset(self.setting.sizes):
            return True
        size = dimension(stop)
        return size is not None and all(count > 0 for _, count in size.terms)

    def divided(self, top: Need, bottom: Node) -> Need:
        inside = self.of(bottom)
        if inside.indices or inside.divisors or inside.states:
            return top.times(Need(divisors=Counter([bottom])))
        return top.times(Need(divided=inside.factors + inside.ends))

    def power(self, node: Binary) -> Need:
        base, exponent = self.of(node.left), node.right
        inside = exponent.operand if isinstance(exponent, Unary) else exponent
        if self.setting.depends(inside) & frozenset(self.setting.sizes):
            raise Unsupported("a size in an exponent")
        times = inside.value if isinstance(inside, Number) and isinstance(inside.value, int) else 1
        total = base
        for _ in range(min(times, 12) - 1):
            total = total.times(base)
        if isinstance(exponent, Unary) and exponent.op == "-":
            return Need(divisors=Counter({node.left: times})) if base.indices else Need(divided=total.factors)
        return total

    def call(self, node: Call) -> Need:
        name = node.function
        if name in ("det", "rank", "pinv"):
            raise Unsupported("no bound")
        if name in ("I", "ones", "zeros", "e"):
            axes = self.shape(node)
            once = Counter(dict.fromkeys(axes, 1)) if name == "I" else axes
            return Need(once, Counter() if name == "zeros" else once)
        parts = [self.of(part) for part in node.arguments]
        if name in ("inv", "solve"):
            inverse = Need(parts[0].indices + _letters(node.arguments[0], self.setting), parts[0].ends,
                           parts[0].factors, parts[0].divided, parts[0].divisors, True)  # fmt: skip
            return inverse.times(parts[1]) if name == "solve" else inverse
        if name in _FUNCTIONS and any(part.factors or part.divided for part in parts):
            raise Unsupported("a function of a size")
        found = parts[0]
        for part in parts[1:]:
            found = found.times(part)
        axes = self.shape(node.arguments[0])
        if name in ("sum", "trace", "mean", "dot"):
            found = found.times(Need(ends=Counter(dict.fromkeys(axes, 1)) if name == "trace" else axes))
        if name == "mean":
            found = found.times(Need(divided=axes))
        if name == "center":
            found = found.times(Need(axes, axes + axes, Counter(), axes))
        return found


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
