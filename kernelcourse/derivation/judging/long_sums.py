"""Sums of more terms than can be added up: 1 + ½ + … + 1/n passes 25 at n = 4·10¹⁰.

The first terms are added up, the others are an integral between the middles (its error is that of f′ at its ends).
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np

from kernelcourse.language.errors import NO_VALUE, TooMuch
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.exact import Exact
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import turns
from kernelcourse.language.towers import exp, sign, times
from kernelcourse.language.tree import Call, Name, Node, Number, Sum, free_names, substitute, transform, walk

from ..reading.symbols import Setting, plain
from .far_out import without_bounds
from .towering import climbed

_SIZES = tuple(10**power for power in (*range(4, 16), *range(20, 301, 20)))
_FURTHER = (10**3, 3 * 10**3, 10**4, 10**6, 10**9)  # powers of ten
_AGREE = 1e-9
_CORNERS = ("abs", "sign", "max", "min", "binom", "factorial")
_ADDED = 2000  # terms one by one
_NODES, _MORE_NODES = (np.polynomial.legendre.leggauss(count) for count in (12, 24))
_CLEARLY = 1e-6  # of the larger side


def first_long(low: Node, high: Node, setting: Setting) -> tuple[str, Fraction | str, float, float] | None:
    """A size at which low > high, and both sides; of expressions of that size only, made of one sum over it."""
    names = setting.depends(low, high)
    sums = [part for node in (low, high) for part in walk(node) if isinstance(part, Sum)]
    if len(names) != 1 or not names <= {*setting.sizes} or not sums or setting.where:
        return None
    name = next(iter(names))
    if setting.given.get(name) is not None or not all(_smooth(one, name) for one in sums):
        return None
    try:
        tables = {one: _Long(one) for one in sums}
        for size in _SIZES:
            small, large = (_value(node, name, size, tables) for node in (low, high))
            if small - large > _CLEARLY * max(abs(small), abs(large), 1.0):
                return name, Fraction(size), small, large
        for power in _FURTHER:
            small, large = (_beyond(node, name, power, tables) for node in (low, high))
            if small - large > _CLEARLY * max(abs(small), abs(large), 1.0):
                return name, f"10^{power}", small, large
    except NO_VALUE:
        return None
    return None


def _smooth(term: Sum, name: str) -> bool:
    """Σ f(i) over i below the size, f without the size, without waves and without corners."""
    body, (index, stop), *more = plain(term.body), *term.ranges
    corners = any(isinstance(part, Call) and part.function in _CORNERS for part in walk(body))
    simple = not more and stop == Name(name) and free_names(body) <= {index, "pi"}
    return simple and entrywise(body) and not turns(body) and not corners


class _Long:
    """The sum of f up to any size."""

    def __init__(self, term: Sum):
        self.body, self.index = plain(term.body), term.ranges[0][0]
        self.first = float(np.sum(self.f(np.arange(float(_ADDED)))))

    def f(self, points: np.ndarray) -> np.ndarray:
        found = Evaluator({self.index: points}, {}, Floats())(self.body)
        return np.broadcast_to(found, points.shape)

    def up_to(self, size: int) -> float:
        """Panels that are twice as long as the one before."""
        ends = [_ADDED - 0.5]
        while ends[-1] < size - 0.5:
            ends.append(min(2 * ends[-1], size - 0.5))
        total = self.first
        for start, end in pairwise(ends):
            half = (end - start) / 2
            total += half * float(_NODES[1] @ self.f((start + end) / 2 + half * _NODES[0]))
        if not np.isfinite(total):
            raise TooMuch("the sum is too large")
        return total

    def beyond(self, power: int) -> float:
        """Up to 10^power: beyond the largest size panels of log i, each computed twice."""
        start, last = math.log(_SIZES[-1]), power * math.log(10)
        total = self.up_to(_SIZES[-1])
        while start < last:
            end = min(2 * start, last)
            middle, half = (start + end) / 2, (end - start) / 2
            parts = [
                half * float(weights @ np.array([self.grown(middle + half * one) for one in nodes]))
                for nodes, weights in (_NODES, _MORE_NODES)
            ]
            if abs(parts[0] - parts[1]) > _AGREE * max(abs(total), abs(parts[1])):
                raise TooMuch("the integral is not sure")
            total, start = total + parts[1], end
        return total

    def grown(self, logarithm: float) -> float:
        """f(i) i where i is e to this power."""
        with without_bounds():
            value = exp(Decimal(logarithm))
            return float(str(times(climbed(self.body, self.index, value, _constant), value)))


def _constant(node: Node) -> Decimal:
    found = Evaluator({}, {}, Exact(decimals=True))(node)
    if not isinstance(found, Decimal):
        raise TooMuch("no decimal")
    return found


def _beyond(node: Node, name: str, power: int, tables: dict[Sum, _Long]) -> float:
    def change(part: Node) -> Node:
        return Number(Fraction(tables[part].beyond(power))) if isinstance(part, Sum) else part

    with without_bounds():
        tree = transform(plain(node), change)
        found = climbed(tree, name, Decimal((0, (1,), power)), _constant)
        return float(str(found)) if isinstance(found, Decimal) else sign(found) * np.inf


def _value(node: Node, name: str, size: int, tables: dict[Sum, _Long]) -> float:
    def change(part: Node) -> Node:
        return Number(Fraction(tables[part].up_to(size))) if isinstance(part, Sum) else part

    tree = substitute(transform(plain(node), change), {name: Number(size)})
    return float(Evaluator({}, {}, Floats())(tree))
